"""Every fault at a table with every way to end the program: the page reports it, nothing is lost, all recovers.

One real program of an ordinary user meets all faults in one evening. It is ended during each fault, by signal or by
kill, and restarted during the fault if possible.
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
from companion.journal_reader import FILE
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
    """The program on a machine with faults, run by an ordinary user."""

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
        """Set the current fault; "" clears it."""
        new = self.broken.with_suffix(".new")
        new.write_text(what, encoding="utf-8")
        new.replace(self.broken)

    def fill(self) -> None:
        """Limit the program's file size, as on a full disk."""
        size = max(file.stat().st_size for file in self.data.glob(f"{FILE}*"))
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def protect(self) -> None:
        """Remove the write permission from folder and files while the program runs."""
        self.data.chmod(0o555)
        for file in self.data.iterdir():
            file.chmod(0o444)

    def give_back(self) -> None:
        self.data.chmod(0o755)
        for file in self.data.iterdir():
            file.chmod(0o644)

    def fail(self) -> None:
        """Make every write fail with a read-only error, as after a card failure.

        Permissions and ``access`` stay unchanged, as on current kernels. The fault begins between two commands.
        """
        command = ["strace", "-qq", "-f", "-o", os.devnull, "-p", str(self.process.pid)]
        for path in (self.data / TRIED, *self.data.glob(f"{FILE}*")):
            command += ["-P", str(path)]
        self.hand = subprocess.Popen([*command, "-e", "inject=openat,write,pwrite64,ftruncate:error=EROFS"])
        assert until(self.traced)

    def traced(self) -> bool:
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/status")
        return all("TracerPid:\t0\n" not in status.read_text() for status in threads)

    def let_go(self) -> None:
        if self.hand is not None:
            self.hand.terminate()
            self.hand.wait(20)
            self.hand = None

    def act(self) -> tuple[int, Any]:
        """Submit the open throw, or undo the newest fact."""
        view = self.view()
        question = next((q for q in view["questions"] if q["kind"] == "throw"), None)
        if question is None:
            return self.post("/undo", {"seen": view["number"]})
        fact = {"type": "DiceThrown", "seat": question["seats"][0], "dice": DICE}
        return self.post("/command", {"seen": view["number"], "fact": fact})

    def told(self) -> str:
        """Return the trouble shown on every page."""
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
    """A fault, its message, whether facts can still be written, and what holds after a restart.

    ``said`` is the message on the page, and the refusal of a command that cannot be written.
    """

    begin: Callable[[Machine], None]
    mend: Callable[[Machine], None]
    said: str = ""
    noted: bool = True
    at_start: bool = False
    """Whether only a restart notices it."""
    opens: bool = True
    """Whether the program starts during the fault."""
    stays: bool = True
    """Whether the fault outlasts a restart."""


def wrong(what: str, said: str = "", **more: Any) -> Fault:
    """Return a fault that begins when the file names it."""
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
    """Return the machine without faults, whatever the previous test left."""
    machine.let_go()
    machine.breaks("")
    machine.give_back()
    if machine.process.poll() is None and machine.told():
        machine.kill()
    if machine.process.poll() is not None:
        machine.start()
    return machine


def refused(machine: Machine) -> str:
    """Return the refusal of a command, "" if it is written."""
    status, answer = machine.act()
    assert status in (200, 507), answer
    return answer["text"] if status == 507 else ""


def felt_now(machine: Machine, fault: Fault) -> None:
    """Check the message and which commands succeed."""
    if not fault.noted:
        assert until(lambda: fault.said in refused(machine))
        assert fault.said in machine.told(), "it stands on every page, not only where somebody tapped"
        return
    assert not refused(machine)
    if fault.said:
        assert until(lambda: fault.said in machine.told()), machine.told()


ENDS = {"asked to end": signal.SIGTERM, "plug pulled": signal.SIGKILL}


def fault_and_end(place: int, name: str, end: str) -> Any:
    """Return one case; each fault has one end in the usual run, by turns, and the other with ``--slow``."""
    usual = place % 2 == list(ENDS).index(end)
    return pytest.param(name, ENDS[end], id=f"{name}-{end}", marks=() if usual else pytest.mark.slow)


@pytest.mark.parametrize(
    ("name", "how"), [fault_and_end(place, name, end) for place, name in enumerate(FAULTS) for end in ENDS]
)
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
