"""The simulated table: the real eye reads its dice, and a real evening accepts none of them."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from companion.eye import Look
from companion.facts import DiceThrown
from companion.table import Table
from hardware import simulated
from hardware.simulated import TRACK, SimulatedEye, SimulatedTable
from tests import pages
from vision.errors import ModelError
from vision.reading.reader import DiceReader
from vision.watching.watcher import Watched, Watcher

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pause of a table at rest, because about a dozen frames come before each reading."""
    monkeypatch.setattr(simulated, "QUIET", 0.05)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def rolled(table: SimulatedTable, watcher: Watcher, dice: str, kept: tuple[Any, ...] = ()) -> list[Watched]:
    """Throw dice and watch until they rest; return the readings."""
    watcher.expected = DiceSet.parse(dice + ("+kept" if kept else ""))
    assert table.throw(DiceSet.parse(dice), kept)
    read = []
    lain = 0
    for _ in range(120):
        frame = table.next_throw()
        assert frame is not None
        found = watcher.feed(frame.image, frame.time)
        read += [found] if found else []
        lain = 0 if table.rolling else lain + 1
        if lain > 10:
            return read
    raise AssertionError("the dice never came to rest")


def test_the_eye_asks_the_table_without_holding_up_its_throw() -> None:
    """``next_throw`` must not hold its lock while it calls ``watched``: a throw may wait for that lock meanwhile."""
    dice, thrown = SimulatedTable(Random(1)), list[bool]()

    def watched() -> bool:
        thrower = threading.Thread(target=lambda: thrown.append(dice.throw(DiceSet.parse("1d6"))))
        thrower.start()
        thrower.join(10)
        return True

    dice.watched = watched
    assert dice.next_throw() is not None
    assert thrown == [True]


SLOW = [pytest.param(dice, 2, marks=pytest.mark.slow) for dice in ("2d6", "2white", "roulette", "1green+1red")]


@pytest.mark.parametrize(("dice", "throws"), [("3d6", 2), ("roulette", 1), ("1green+1red", 1), *SLOW])
def test_the_eye_reads_what_rolled(reader: DiceReader, dice: str, throws: int) -> None:
    table, watcher = SimulatedTable(Random(dice), hurry=True), Watcher(reader, TRACK)
    for _ in range(throws):
        (seen,) = rolled(table, watcher, dice)
        assert seen.reading.certain
        assert Counter((d.kind, d.value) for d in seen.reading.dice) == Counter(table.thrown[-1])


def test_dice_that_are_kept_stay_where_they_lay(reader: DiceReader) -> None:
    table, watcher = SimulatedTable(Random(5), hurry=True), Watcher(reader, TRACK)
    rolled(table, watcher, "3d6")
    kept = tuple(value for _, value in table.thrown[-1])[:2]
    (seen,) = rolled(table, watcher, "1d6", kept)
    want = Counter([(value, True) for value in kept] + [(value, False) for _, value in table.thrown[-1]])
    assert Counter((d.value, d.kept) for d in seen.reading.dice) == want


def test_nothing_rolls_while_other_dice_do() -> None:
    table = SimulatedTable(Random(1), hurry=True)
    assert table.throw(DiceSet.parse("2d6"))
    assert not table.throw(DiceSet.parse("2d6"))
    assert len(table.thrown) == 1


def test_no_two_frames_are_alike_and_they_come_in_time() -> None:
    table = SimulatedTable(Random(1))
    begun = time.monotonic()
    frames = [table.next_throw() for _ in range(12)]
    assert time.monotonic() - begun > 8 / 30
    assert all(np.any(a.image != b.image) for a, b in zip(frames, frames[1:], strict=False) if a and b)


# --- at a table ----------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path: Path, reader: DiceReader) -> Iterator[Callable[..., Table]]:
    """Yield a function that opens a `Table`; its simulated evenings use a `SimulatedEye`."""
    there: list[Table] = []

    def simulation(table: Table) -> Any:
        eye = SimulatedEye(Random(2), hurry=True, load=lambda: reader)
        eye.follow(table)
        return eye

    def opened(**more: Any) -> Table:
        there.append(Table(tmp_path / "data", simulation=simulation, **more))
        return there[-1]

    yield opened
    for table in there:
        table.close()


def until(happens: Callable[[], Any], seconds: float = 240.0) -> Any:
    end = time.monotonic() + seconds
    while not (got := happens()) and time.monotonic() < end:
        time.sleep(0.02)
    return got


def test_a_throw_on_the_page_is_read_by_the_eye(tables: Callable[..., Table]) -> None:
    table = tables()
    assert table.start({"seats": SEATS, "simulated": True}).ok
    view = pages.view(table)
    assert view["simulated"] and view["camera"]["source"] == "simulated" and view["camera"]["throws"]
    assert table.throw_simulated(seen=1).ok
    assert table.throw_simulated(seen=1).refusal.code == "STILL_ROLLING"
    assert until(lambda: pages.view(table)["throw"])
    fact = next(e.fact for e in table.evening().entries if isinstance(e.fact, DiceThrown))  # type: ignore[union-attr]
    assert fact.how == "camera"
    assert Counter(d.value for d in fact.dice) == Counter(v for _, v in table.eye.dice.thrown[-1])  # type: ignore[attr-defined]
    assert table.picture(pages.view(table)["throw"]["number"])[:2] == b"\xff\xd8"  # type: ignore[index]


class Held:
    """A reader that waits with a certain result until the test sets ``may_go``, as on a busy machine."""

    def __init__(self, reader: DiceReader) -> None:
        self.reader, self.has_read, self.may_go = reader, threading.Event(), threading.Event()

    def read(self, *what: Any) -> Reading:
        found = self.reader.read(*what)
        if found.certain:
            self.has_read.set()
            assert self.may_go.wait(240)
        return found


def test_no_other_dice_roll_before_those_that_lie_there_were_read(tmp_path: Path, reader: DiceReader) -> None:
    """If other dice rolled before the reading, the eye would take it for the reading of the next throw."""
    held = Held(reader)

    def simulation(table: Table) -> Any:
        eye = SimulatedEye(Random(2), hurry=True, load=lambda: held)
        eye.follow(table)
        return eye

    table = Table(tmp_path / "data", simulation=simulation)
    try:
        assert table.start({"seats": SEATS, "simulated": True}).ok
        eye: Any = table.eye
        assert table.throw_simulated(seen=1).ok
        assert held.has_read.wait(240)
        assert until(lambda: not eye.dice.rolling)
        assert not table.looked_at(0)
        assert table.throw_simulated(seen=1).refusal.code == "STILL_ROLLING"
        held.may_go.set()
        assert table.looked_at(240)
        fact = table.evening().entries[-1].fact  # type: ignore[union-attr]
        (thrown,) = eye.dice.thrown
        assert Counter(d.value for d in fact.dice) == Counter(value for _, value in thrown)  # type: ignore[union-attr]
    finally:
        held.may_go.set()
        table.close()


class Broken:
    """A reader without its networks."""

    def read(self, *_: Any) -> Reading:
        raise ModelError("the networks are missing")


def test_dice_that_cannot_be_read_do_not_keep_others_from_rolling(tmp_path: Path) -> None:
    def simulation(table: Table) -> Any:
        eye = SimulatedEye(Random(2), hurry=True, load=Broken)
        eye.follow(table)
        return eye

    table = Table(tmp_path / "data", simulation=simulation)
    try:
        assert table.start({"seats": SEATS, "simulated": True}).ok
        assert table.throw_simulated(seen=1).ok
        assert table.looked_at(240)
        assert pages.view(table)["number"] == 1
        assert table.throw_simulated(seen=1).ok
    finally:
        table.close()


def look(simulated: bool) -> Look:
    two = (ReadDie(DieKind.D6, 3), ReadDie(DieKind.D6, 4))
    return Look(Reading(two, True), None, simulated=simulated)


def test_a_real_evening_takes_no_simulated_dice(tables: Callable[..., Table]) -> None:
    table = tables()
    table.start({"seats": SEATS})
    assert not pages.view(table)["simulated"]
    assert table.take_look(look(simulated=True), 1).refusal.code == "OTHER_DICE"
    assert table.throw_simulated(seen=1).refusal.code == "NOT_SIMULATED"
    assert pages.view(table)["number"] == 1
    assert table.take_look(look(simulated=False), 1).ok
    assert pages.view(table)["number"] == 2


def test_a_simulated_evening_takes_no_real_dice_and_stays_one(tables: Callable[..., Table]) -> None:
    table = tables()
    table.start({"seats": SEATS, "simulated": True})
    assert table.take_look(look(simulated=False), 1).refusal.code == "OTHER_DICE"
    throw = {"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}]}
    assert table.submit(throw).ok  # tapped dice are always accepted
    assert pages.view(tables())["simulated"]


def test_a_table_for_trying_begins_only_simulations_and_leaves_a_real_evening_alone(
    tables: Callable[..., Table],
) -> None:
    tables().start({"seats": SEATS})
    table = tables(only_simulated=True)
    assert not pages.view(table)["simulated"]
    assert pages.view(table)["camera"]["source"] == "none"
    table.start({"seats": SEATS})
    assert pages.view(table)["simulated"]
    table.resume(1)
    assert not pages.view(table)["simulated"]
    assert pages.view(table)["camera"]["source"] == "none"
