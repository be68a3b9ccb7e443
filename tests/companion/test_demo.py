"""The demonstration: simple players finish every game, and unsure readings are thrown again."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.demo import Demo
from companion.errors import ServiError
from companion.eye import Look
from companion.facts import DiceThrown
from companion.packages import names
from companion.table import Table
from tests import pages
from tests.companion.quick_eye import QuickEye

LONG = ("casablanca", "les_cases_si_no")
"""Games whose evenings take the longest; other tests play them to their end, too."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game in LONG else game for game in names()]
)
def test_every_game_is_played_to_its_end_with_all_its_points(game: str, tmp_path: Path) -> None:
    table = Table(tmp_path, simulation=QuickEye)
    told: list[str] = []
    Demo(table, game, hurry=True, chance=Random(4)).play(2, told.append)
    assert len(told) == 2
    assert all("wins" in line and "balances" in line for line in told)
    assert pages.view(table)["simulated"]
    assert pages.view(table)["phase"] == "over"
    thrown = [e.fact for e in table.evening().entries if isinstance(e.fact, DiceThrown)]  # type: ignore[union-attr]
    assert all(fact.how == "camera" or not fact.dice for fact in thrown)
    table.close()


def test_what_the_eye_is_unsure_of_is_thrown_again(tmp_path: Path) -> None:
    table = Table(tmp_path, simulation=QuickEye)
    played = Demo(table, names()[0], hurry=True, chance=Random(4)).evening()
    eye: Any = table.eye
    assert played.unsure == eye.count // 10 > 0
    assert played.throws + played.unsure >= eye.count
    table.close()


class LateEye(QuickEye):
    """An eye that reads dice after the third wait, as on a busy machine, and misses some throws."""

    waits, blind = 0, 0

    def tell(self, look: Look) -> bool:
        self.waits, self.look = 3, look
        return True

    def looked_at(self, seconds: float) -> bool:
        self.waits -= 1
        if self.waits == 0 and not (self.blind and self.count % self.blind == 1):
            assert super().tell(self.look)
        return self.waits <= 0


@pytest.mark.parametrize("blind", [0, 7])
def test_a_demonstration_waits_for_the_eye_and_for_nothing_else(
    blind: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each throw gets its own reading, however late; a missed throw is repeated."""
    table = Table(tmp_path, simulation=LateEye)
    monkeypatch.setattr(LateEye, "blind", blind)
    monkeypatch.setattr(table, "wait", None)
    played = Demo(table, "les_cases_si_no", hurry=True, chance=Random(4)).evening()
    eye: Any = table.eye
    assert played.winner
    assert played.unseen == (sum(n % blind == 1 for n in range(1, eye.count + 1)) if blind else 0)
    assert played.throws + played.unsure + played.unseen == eye.count
    table.close()


def test_a_demonstration_that_somebody_left_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, simulation=QuickEye)
    demo = Demo(table, names()[0], hurry=True, chance=Random(4))
    act = demo._act

    def leave(evening: Any, played: Any) -> None:
        act(evening, played)
        if evening.number > 20:
            table.end_game()

    demo._act = leave  # type: ignore[method-assign]
    with pytest.raises(ServiError, match="start it again"):
        demo.evening()
    table.close()
