"""Everything that can break at a table, however the program then ends: said in words, nothing lost, well again.

One real program, as an ordinary user, lives through all of it in one evening. It is ended while the fault is there, asked
properly or with its plug pulled, and begun again while the fault is still there, wherever that can be.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.disk import TRIED
from companion.journal import FILE
from hardware.simulated import TRACK, felt
from tests.evenings.program import Program
from tests.tools import TOOLS
from tests.unprivileged import powerless

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]
DICE = [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}]
SAME = ("number", "accounts", "turn", "questions", "debts", "board", "throw")
PATIENCE = 180.0


def until(happens: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (got := happens()) and time.monotonic() < end:
        time.sleep(0.05)
    return got


class Machine(Program):
    """The program on a machine that can break, run by somebody who is not root."""

    def __init__(self, folder: Path) -> None:
        self.broken = folder / "broken"
        self.hand: subprocess.Popen[bytes] | None = None
        self.breaks("")
        TRACK.save(folder / "data", felt())
        super().__init__(folder / "data", "breakable")

    def command(self) -> list[str]:
        module = "tests.evenings.breakable"
        return powerless([sys.executable, "-P", "-m", module, str(self.broken), "play", "--panel", "auto"])

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "GPIOZERO_PIN_FACTORY": "mock"}

    def breaks(self, what: str) -> None:
        """Let this be broken from now on; "" mends it."""
        new = self.broken.with_suffix(".new")
        new.write_text(what, encoding="utf-8")
        new.replace(self.broken)

    def fill(self) -> None:
        """Let no file of the program grow any more: for it the disk is full."""
        size = max(file.stat().st_size for file in self.data.glob(f"{FILE}*"))
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def protect(self) -> None:
        """Take the right to write away from folder and files, under the running program."""
        self.data.chmod(0o555)
        for file in self.data.iterdir():
            file.chmod(0o444)

    def give_back(self) -> None:
        self.data.chmod(0o755)
        for file in self.data.iterdir():
            file.chmod(0o644)

    def fail(self) -> None:
        """Let the kernel answer to every write that the disk is read-only, as after an error of the card.

        The rights stay as they are, and so does what ``access`` says: the kernel of today does not tell it then either.
        """
        command = ["strace", "-qq", "-f", "-o", os.devnull, "-p", str(self.process.pid)]
        for path in (self.data / TRIED, *self.data.glob(f"{FILE}*")):
            command += ["-P", str(path)]
        self.hand = subprocess.Popen([*command, "-e", "inject=openat,pwrite64,ftruncate:error=EROFS"])

    def let_go(self) -> None:
        if self.hand is not None:
            self.hand.terminate()
            self.hand.wait(20)
            self.hand = None

    def act(self) -> tuple[int, Any]:
        """Note something: the throw that is asked for, else take the newest fact back."""
        view = self.view()
        question = next((q for q in view["questions"] if q["kind"] == "throw"), None)
        if question is None:
            return self.post("/undo", {"seen": view["number"]})
        fact = {"type": "DiceThrown", "seat": question["seats"][0], "dice": DICE}
        return self.post("/command", {"seen": view["number"], "fact": fact})

    def told(self) -> str:
        """What every page says that is wrong."""
        view = self.view()
        return " ".join(
            filter(None, [view["camera"]["trouble"], view["machine"]["trouble"], (view["panel"] or {}).get("trouble")])
        )

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        errors = self.process.communicate(timeout=240)[1]
        assert self.process.returncode in ((-9,) if how is signal.SIGKILL else (0,)), errors
        assert "Traceback" not in errors


@dataclass(frozen=True)
class Fault:
    """What breaks, what is said then, whether facts can still be noted, and what is there again after a new start.

    ``said`` stands on the page, and is answered to whoever wants to note something where that is refused.
    """

    begin: Callable[[Machine], None]
    mend: Callable[[Machine], None]
    said: str = ""
    noted: bool = True
    at_start: bool = False
    """It is felt by a new start only."""
    opens: bool = True
    """The program opens while it is there."""
    stays: bool = True
    """It is still there after a new start."""


def wrong(what: str, said: str = "", **more: Any) -> Fault:
    """A fault that the file names."""
    return Fault(lambda machine: machine.breaks(what), lambda machine: machine.breaks(""), said, **more)


FAULTS = {
    "camera frozen": wrong("frozen", "même image"),
    "camera gone": wrong("gone", "ne donne plus d'image"),
    "camera black": wrong("black", "noir"),
    "camera moved": wrong("moved", "bougé"),
    "pins busy": wrong("pins", "GPIO22", at_start=True),
    "disk full": Fault(Machine.fill, lambda machine: None, "place", noted=False, stays=False),
    "journal full": wrong("pages", "place", noted=False),
    "folder protected": Fault(Machine.protect, Machine.give_back, "protégé", opens=False),
    "disk read-only": Fault(Machine.fail, Machine.let_go, "protégé", noted=False, stays=False),
    "clock in 1970": wrong("clock in 1970"),
    "clock a day ahead": wrong("clock a day ahead"),
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    opened = Machine(tmp_path_factory.mktemp("machine"))
    assert opened.post("/start", {"setup": {"seats": SEATS}})[0] == 200
    yield opened
    opened.let_go()
    opened.kill()


@pytest.fixture
def well(machine: Machine) -> Machine:
    """The machine with nothing wrong, whatever the test before left."""
    machine.let_go()
    machine.breaks("")
    machine.give_back()
    if machine.process.poll() is None and machine.told():
        machine.kill()
    if machine.process.poll() is not None:
        machine.start()
    return machine


def refused(machine: Machine) -> str:
    """What is answered to whoever wants to note something, "" where it is noted."""
    status, answer = machine.act()
    assert status in (200, 507), answer
    return answer["text"] if status == 507 else ""


def felt_now(machine: Machine, fault: Fault) -> None:
    """The fault is said, and what can be noted is noted."""
    if not fault.noted:
        assert until(lambda: fault.said in refused(machine))
        assert fault.said in machine.told(), "it stands on every page, not only where somebody tapped"
        return
    assert not refused(machine)
    if fault.said:
        assert until(lambda: fault.said in machine.told()), machine.told()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["asked to end", "plug pulled"])
@pytest.mark.parametrize("name", FAULTS)
def test_what_breaks_is_said_costs_nothing_and_passes(well: Machine, name: str, how: signal.Signals) -> None:
    machine, fault = well, FAULTS[name]
    if name == "disk read-only" and TOOLS["strace"].find() is None:
        pytest.skip(TOOLS["strace"].cure)
    fault.begin(machine)
    if not fault.at_start:
        felt_now(machine, fault)
    kept = machine.view()
    machine.end(how)
    if not fault.stays:
        fault.mend(machine)
    if fault.opens:
        machine.start()
        the_same(machine.view(), kept)
        if fault.stays:
            felt_now(machine, fault)
            kept = machine.view()
    else:
        with pytest.raises(AssertionError, match="not writable") as caught:
            machine.start()
        assert len(str(caught.value).splitlines()) == 1
    fault.mend(machine)
    if not fault.opens:
        machine.start()
    the_same(machine.view(), kept)
    assert not refused(machine)
    assert until(lambda: not machine.told()), machine.told()


def the_same(view: dict[str, Any], before: dict[str, Any]) -> None:
    for name in SAME:
        assert view[name] == before[name], name
