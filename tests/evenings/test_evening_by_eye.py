"""Les cases Si-No with drawn dice and the real eye: it distinguishes white, green and red dice by colour alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.demo import Demo, Played, setup
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.game.library import game_class
from companion.table import Table
from hardware import simulated
from hardware.simulated import SimulatedEye
from tests import pages
from vision.reading.reader import DiceReader

COLOURS = {"start_throw": ("white", "white"), "value_throw": ("white", "white")}
GREEN_AND_RED = ("green", "red")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pause of a table at rest, because about a dozen frames come before each reading."""
    monkeypatch.setattr(simulated, "QUIET", 0.05)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    def simulation(table: Table) -> Any:
        eye = SimulatedEye(Random(7), hurry=True, load=DiceReader)
        eye.follow(table)
        return eye

    opened = Table(tmp_path, simulation=simulation)
    yield opened
    opened.close()


class Compared(Demo):
    """A demonstration that compares each drawn throw with its reading."""

    read: Counter[str]

    def _throw(self, evening: Evening, wish: DiceThrown, played: Played) -> None:
        before, topic = evening.number, evening.play.place(wish)[0]
        super()._throw(evening, wish, played)
        told = [e.fact for e in self._evening().entries if e.number > before and isinstance(e.fact, DiceThrown)]
        if not told:
            return
        assert topic is not None
        eye: Any = self._table.eye
        drawn = [value for _, value in eye.dice.thrown[-1]]
        colours = COLOURS.get(topic.topic, GREEN_AND_RED)
        assert sorted((d.colour, d.value) for d in told[0].dice) == sorted(zip(colours, drawn, strict=True))
        assert told[0].how == "camera"
        self.read = getattr(self, "read", Counter()) + Counter([topic.topic])


def test_a_croupiers_three_phases_are_read_from_drawn_dice(table: Table) -> None:
    demo, played = Compared(table, "les_cases_si_no", hurry=True, chance=Random(3)), Played()
    table.start(setup(game_class("les_cases_si_no")))
    while demo._evening().play.game.stage < 3 or demo.read["draw"] < 6:  # type: ignore[attr-defined]
        demo._act(demo._evening(), played)
    assert demo.read["start_throw"] >= 4
    assert demo.read["value_throw"]
    game: Any = demo._evening().play.game
    assert game.ledger.total() == 0
    assert played.unseen == 0


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_an_evening_to_exactly_7000_is_read_from_drawn_dice(table: Table) -> None:
    demo = Compared(table, "les_cases_si_no", hurry=True, chance=Random(3))
    played = demo.evening()
    view = pages.view(table)
    assert played.winner
    assert view["phase"] == "over"
    assert next(s["points"] for s in view["seats"] if s["id"] == view["winner"]) == 7000
    assert demo.read["draw"] > 50
    assert played.unseen == 0
    assert played.unsure <= played.throws // 20
