"""A busy, lost, hanging, frozen, covered or moved camera: reported within three seconds; taps still work; it recovers.

The faults wrap the simulated table as if it were a USB camera, so the eye really reads the dice. The test sets the
eye's clock, so that a busy machine does not matter.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from companion.eye import Look
from companion.table import Table
from hardware.simulated import TRACK, SimulatedTable, felt
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import state
from tests.hardware.faulty import Faulty
from tests.hardware.hands import HandClock
from vision.reading.reader import DiceReader
from vision.watching.live import LiveEye

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]
TOLD = 3.0
"""Seconds within which the page must report a fault."""
STEP = 0.25
"""Seconds that the clock advances with each step."""
FAULTS = {
    "busy": "autre programme",
    "gone": "ne donne plus d'image",
    "hangs": "ne donne plus d'image",
    "frozen": "même image",
    "black": "noir",
    "moved": "bougé",
}


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


Game = tuple[Table, LiveEye, Faulty, HandClock]


@pytest.fixture
def game(tmp_path: Path, reader: DiceReader) -> Iterator[Game]:
    source, clock = Faulty(SimulatedTable(Random(4))), HandClock()
    eye = LiveEye(source, source.again, load=lambda: reader, clock=clock)
    eye._keeper.track, eye._keeper.empty = TRACK, felt()
    table = Table(tmp_path / "data", eye=eye)
    table.start({"seats": SEATS})
    eye.follow(table)
    yield table, eye, source, clock
    source.fault = ""
    eye.close()
    table.close()


def until(happens: Callable[[], Any], seconds: float) -> Any:
    end = time.monotonic() + seconds
    while not (got := happens()) and time.monotonic() < end:
        time.sleep(0.02)
    return got


def trouble(table: Table) -> str | None:
    found: str | None = pages.view(table)["camera"]["trouble"]
    return found


def read(table: Table, source: Faulty) -> Any:
    """Throw the requested dice and return the recorded fact."""
    number = pages.view(table)["number"]
    question = next(q for q in pages.view(table)["questions"] if q["kind"] == "throw")
    assert until(lambda: source.dice.throw(DiceSet.parse(question["dice"])), 240)
    assert until(lambda: pages.view(table)["number"] > number, 240), (trouble(table), pages.view(table)["pending"])
    return table.evening().entries[-1].fact  # type: ignore[union-attr]


TAPPED = {"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 6}, {"kind": "d6", "value": 5}]}


def pass_time(seconds: float, source: Faulty, clock: HandClock) -> None:
    """Advance the clock in steps; after each step wait for two new frames, if the camera gives any."""
    for _ in range(round(seconds / STEP)):
        clock.time += STEP
        given = source.given
        sees = source.fault in ("", "black", "moved")
        until(lambda given=given: source.given > given + 1, 240 if sees else 0.05)  # type: ignore[misc]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_happens_to_a_camera_is_told_within_three_seconds_and_passes(game: Game, fault: str) -> None:
    table, _, source, clock = game
    assert until(lambda: source._last is not None, 240)
    pass_time(TOLD, source, clock)
    assert trouble(table) is None
    source.fault = fault
    pass_time(TOLD, source, clock)
    told = until(lambda: FAULTS[fault] in str(trouble(table)), 240)
    assert told, f"the clock stands still from here on, it has to be told by then: {trouble(table)}"
    before = pages.view(table)["number"]
    assert table.submit(TAPPED).ok
    assert pages.view(table)["number"] > before
    source.fault = ""
    assert until(lambda: source.given > 1, 240)
    pass_time(TOLD, source, clock)
    assert until(lambda: trouble(table) is None, 240)


def test_a_throw_is_read_after_the_camera_came_back(game: Game) -> None:
    table, _, source, clock = game
    first = read(table, source)
    assert Counter(d.value for d in first.dice) == Counter(v for _, v in source.dice.thrown[-1])
    source.fault = "frozen"
    pass_time(TOLD, source, clock)
    assert until(lambda: trouble(table), 240)
    opened = source.opened
    assert until(lambda: source.opened > opened, 240), "a frozen camera is opened again"
    source.fault = ""
    assert until(lambda: trouble(table) is None, 240)
    while not any(q["kind"] == "throw" and "d10" not in q["dice"] for q in pages.view(table)["questions"]):
        # the eye may be unsure of a d10, so a player enters it
        fact = evenings.legal(table.evening().play, Random(1))  # type: ignore[union-attr]
        assert fact is not None and table.submit(fact).ok
    second = read(table, source)
    assert second.how == "camera"
    assert Counter(d.value for d in second.dice) == Counter(v for _, v in source.dice.thrown[-1])


# --- the disk and the clock ----------------------------------------------------------------------------------------


def look() -> Look:
    return Look(Reading((ReadDie(DieKind.D6, 3), ReadDie(DieKind.D6, 4)), True), b"\xff\xd8" + bytes(60_000))


def test_a_throw_that_cannot_be_written_down_waits_until_it_can(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start({"seats": SEATS})
    db = table.journal._db
    db.execute(f"PRAGMA max_page_count={db.execute('PRAGMA page_count').fetchone()[0]}")
    before = state(table.evening())  # type: ignore[arg-type]
    assert table.take_look(look(), 1).ok
    assert state(table.evening()) == before  # type: ignore[arg-type]
    pending = pages.view(table)["pending"]
    assert "libérer de la place" in pending["text"]
    assert [d["value"] for d in pending["dice"]] == [3, 4]
    db.execute("PRAGMA max_page_count=1000000")
    dice = [{"kind": d["kind"], "value": d["value"]} for d in pending["dice"]]
    assert table.take_pending(dice).ok
    assert pages.view(table)["pending"] is None
    assert table.picture(pages.view(table)["throw"]["number"]) == look().jpeg
    table.close()


def test_a_clock_that_jumps_changes_nothing_but_the_times(tmp_path: Path) -> None:
    jumps = iter([1.7e9, 0.0, 1.7e9 + 86_400, 5.0, 9e9] * 1000)
    chance = Random(3)
    table = Table(tmp_path, now=lambda: next(jumps))
    table.start(evenings.setup())
    evenings.play_on(table, chance, 60)
    assert table.undo_last().ok
    evenings.play_on(table, chance, 20)
    before, lines = state(table.evening()), table.history()  # type: ignore[arg-type]
    text = table.export(1)
    table.close()
    again = Table(tmp_path, now=lambda: 3.0)
    assert state(again.evening()) == before  # type: ignore[arg-type]
    assert again.history() == lines
    json.dumps(pages.view(again))
    taken = again.import_evening(text.encode())
    again.resume(taken)
    assert state(again.evening()) == before  # type: ignore[arg-type]
    again.close()


def test_faults_leave_no_thread_behind(game: Game) -> None:
    _, eye, _, _ = game
    eye.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("eye ")]
