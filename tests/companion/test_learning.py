"""The table tells the eye the final result of each throw that it saw; the journal stores which eye read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.dice import DieKind, ReadDie, Reading
from companion.eye import Look, NoEye, NoLearner, Verdict
from companion.facts import Amended, DiceThrown, Die, MoneyMoved, Restored, Voided
from companion.table import Table
from tests import pages
from tests.companion.evenings import setup

EYE = "0badcafe+123456"


class Remembering(NoLearner):
    """A learner that records the table's calls."""

    def __init__(self) -> None:
        self.seen: dict[str, object] = {}
        self.now: dict[str, Verdict | None] = {}
        self.erased: list[str] = []
        self.box = ""
        self.judged = 0

    def play_with(self, box: str) -> None:
        self.box = box

    def keep(self, throw: str, seen: object) -> None:
        self.seen[throw] = seen

    def kept(self, evening: str) -> tuple[str, ...]:
        return tuple(name for name in self.seen if name.startswith(f"{evening}-"))

    def judge(self, verdicts: Mapping[str, Verdict | None]) -> None:
        self.judged += 1
        self.now |= verdicts

    def erase(self, evening: str) -> None:
        self.erased.append(evening)


@pytest.fixture
def learner() -> Remembering:
    return Remembering()


@pytest.fixture
def table(tmp_path: Path, learner: Remembering) -> Any:
    table = Table(tmp_path, eye=NoEye(learner=learner))
    table.start(setup())
    yield table
    table.close()


def look(table: Table, *values: int, certain: bool = True, simulated: bool = False) -> Any:
    """Let the eye report these d6 for the open throw."""
    dice = tuple(ReadDie(DieKind.D6, v, "white") for v in values)
    reading = Reading(dice, certain, () if certain else ("unsure",))
    return table.take_look(Look(reading, b"\xff\xd8", "", simulated, EYE, ("crops", *values)), pages.view(table)["number"])


def thrown(table: Table) -> list[tuple[int, DiceThrown]]:
    evening = table.evening()
    assert evening is not None
    return [(e.number, e.fact) for e in evening.entries if isinstance(e.fact, DiceThrown)]


def told(*values: int, touched: bool) -> Verdict:
    return Verdict(tuple(("d6", v) for v in values), touched)


def needed(table: Table) -> int:
    """Return how many d6 the open throw needs."""
    awaited = table.snapshot().awaited_throw
    assert awaited is not None
    return awaited[1].dice.terms[0].most


def test_a_throw_that_nobody_touched_is_the_eye_s_own_word(table: Table, learner: Remembering) -> None:
    values = (3,) * needed(table)
    assert look(table, *values).ok
    ((number, fact),) = thrown(table)
    assert fact.eye == EYE
    assert list(learner.seen.values()) == [("crops", *values)]
    (name,) = learner.now
    assert name.endswith(f"-{number}") and learner.now[name] == told(*values, touched=False)


def test_what_somebody_confirms_or_puts_right_counts_as_touched(table: Table, learner: Remembering) -> None:
    values = (3,) * needed(table)
    look(table, *values, certain=False)
    assert learner.seen == {}
    right = [{"kind": "d6", "value": 4}, *({"kind": "d6", "value": v} for v in values[1:])]
    assert table.take_pending(right).ok
    assert list(learner.now.values()) == [told(4, *values[1:], touched=True)]
    assert thrown(table)[0][1].eye == EYE


def test_a_correction_ten_throws_later_relabels_the_crops(table: Table, learner: Remembering) -> None:
    first = (3,) * needed(table)
    look(table, *first)
    number, fact = thrown(table)[0]
    name = next(iter(learner.now))
    fixed = DiceThrown(seat=fact.seat, dice=(Die("d6", 5), *(Die("d6", v) for v in first[1:])))
    assert table.submit(Amended(target=number, fact=fixed)).ok
    assert learner.now[name] == told(5, *first[1:], touched=True)
    again = table.evening().number  # type: ignore[union-attr]
    assert table.submit(Voided(target=again)).ok
    assert learner.now[name] == told(*first, touched=False)
    assert table.submit(Voided(target=number)).ok
    assert learner.now[name] is None
    assert table.submit(Restored(target=number)).ok
    assert learner.now[name] == told(*first, touched=False)


def test_a_throw_given_to_another_player_stays_untouched(table: Table, learner: Remembering) -> None:
    values = (3,) * needed(table)
    look(table, *values)
    number, fact = thrown(table)[0]
    other = next(p for p in table.evening().play.game.players if p != fact.seat)  # type: ignore[union-attr]
    table.submit(Amended(target=number, fact=DiceThrown(seat=other, dice=fact.dice)), force=True)
    assert next(iter(learner.now.values())) in (None, told(*values, touched=False))


def test_undo_takes_a_throw_from_the_learner(table: Table, learner: Remembering) -> None:
    look(table, *(3,) * needed(table))
    assert table.undo_last().ok
    assert list(learner.now.values()) == [None]


def test_a_fact_that_changes_no_throw_is_not_told_to_the_learner(table: Table, learner: Remembering) -> None:
    look(table, *(3,) * needed(table))
    before = learner.judged
    for amount in (25, 50):
        assert table.submit(MoneyMoved(giver="bank", taker=thrown(table)[0][1].seat, amount=amount)).ok
    assert learner.judged == before


def test_taps_and_simulated_dice_teach_nothing(table: Table, learner: Remembering) -> None:
    values = (3,) * needed(table)
    assert not look(table, *values, simulated=True).ok
    seat = table.snapshot().awaited_throw[1].seats[0]  # type: ignore[index]
    sent = {"type": "DiceThrown", "seat": seat, "dice": [{"kind": "d6", "value": v} for v in values], "eye": "mine"}
    assert table.submit(sent).ok
    assert learner.seen == {} and thrown(table)[0][1].eye == ""


def test_a_learner_that_breaks_loses_no_throw(table: Table, learner: Remembering, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(verdicts: Mapping[str, Verdict | None]) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(learner, "judge", broken)
    assert look(table, *(3,) * needed(table)).ok
    assert len(thrown(table)) == 1


def test_erased_photographs_and_deleted_evenings_leave_the_learner(table: Table, learner: Remembering) -> None:
    look(table, *(3,) * needed(table))
    name = next(iter(learner.seen))
    assert learner.box == "exemple"
    assert table.erase_pictures().ok
    evening = table.playing
    table.end_game()
    assert table.delete_evening(evening).ok
    assert learner.erased == [name.rpartition("-")[0]] * 2
