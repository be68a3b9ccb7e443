"""The real program with a full disk, a termination signal and a kill: it keeps every fact that it confirmed to a page.

``tests/test_play_command.py`` covers missing write permission, as an ordinary user.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal_reader import FILE
from tests.evenings.program import Program
from tests.waiting import until

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]
SAME = ("number", "accounts", "turn", "questions", "debts", "board", "throw")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    table = Program(tmp_path / "data", "simulated")
    assert table.post("/start", {"setup": {"seats": SEATS}})[0] == 200
    yield table
    table.kill()


def throw(program: Program) -> tuple[int, Any]:
    """Submit the open throw."""
    view = program.view()
    question = next(q for q in view["questions"] if q["kind"] == "throw")
    dice = [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}]
    fact = {"type": "DiceThrown", "seat": question["seats"][0], "dice": dice}
    return program.post("/command", {"seen": view["number"], "fact": fact})


def fill_the_disk(program: Program) -> None:
    """Limit the program's file size, as on a full disk."""
    size = max(file.stat().st_size for file in program.data.glob(f"{FILE}*"))
    _, hard = resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def make_room(program: Program) -> None:
    _, hard = resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def the_same(view: dict[str, Any], before: dict[str, Any]) -> None:
    for name in SAME:
        assert view[name] == before[name], name


def test_a_full_disk_is_told_changes_nothing_and_passes(program: Program) -> None:
    before = program.view()
    fill_the_disk(program)
    for _ in range(3):
        status, answer = throw(program)
        assert status == 507
        assert answer["code"] == "CANNOT_WRITE"
        assert "place" in answer["text"]
    the_same(program.view(), before)
    make_room(program)
    assert throw(program)[0] == 200
    assert program.view()["number"] == before["number"] + 1


def test_simulated_dice_wait_on_a_full_disk_until_they_can_be_written_down(program: Program) -> None:
    fill_the_disk(program)
    status, answer = program.post("/simulated/throw", {"seen": program.view()["number"]})
    assert status == 200, answer
    pending = until(lambda: program.view()["pending"], 240)
    assert pending
    assert "place" in pending["text"]
    make_room(program)
    dice = [{"kind": d["kind"], "value": d["value"]} for d in pending["dice"]]
    assert program.post("/pending", {"seen": program.view()["number"], "dice": dice})[0] == 200
    assert program.view()["throw"]["picture"]


@pytest.mark.parametrize(("full", "how"), [
    *((False, how) for how in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)), (True, signal.SIGKILL),
    *(pytest.param(True, how, marks=pytest.mark.slow) for how in (signal.SIGTERM, signal.SIGINT)),
])  # fmt: skip
def test_however_it_ends_it_goes_on_where_it_was(program: Program, how: signal.Signals, full: bool) -> None:
    assert throw(program)[0] == 200
    before = program.view()
    if full:
        fill_the_disk(program)
        assert throw_or_other(program) == 507
    program.process.send_signal(how)
    status = program.process.wait(60)
    errors = program.process.communicate()[1]
    assert how is signal.SIGKILL or status in (0, 130), errors
    assert "Traceback" not in errors
    program.start()
    the_same(program.view(), before)
    assert program.view()["simulated"]


def throw_or_other(program: Program) -> int:
    """Send an undo, which must be written; return the status."""
    return program.post("/undo", {"seen": program.view()["number"]})[0]


def test_a_table_opens_without_its_camera_says_so_and_is_played_by_taps(tmp_path: Path) -> None:
    program = Program(tmp_path / "data", "usb:63")
    try:
        trouble = until(lambda: program.view()["camera"]["trouble"])
        assert trouble == "Aucune caméra usb:63 : la brancher."
        assert program.post("/start", {"setup": {"seats": SEATS}})[0] == 200
        assert throw(program)[0] == 200
        assert not program.view()["simulated"]
        assert program.post("/simulated/throw", {"seen": program.view()["number"]})[1]["code"] == "NOT_SIMULATED"
    finally:
        program.kill()
