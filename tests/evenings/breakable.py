"""The real ``./servi`` on a machine with faults; a file names the current one.

``python -m tests.evenings.breakable FILE play …`` runs the program. Only its camera (``--camera breakable``), its mock
pins, its time of day and its disk space follow the file."""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

JUMPS = {"clock in 1970": -1.7e9, "clock a day ahead": 86_400.0}
"""Error of the time of day in seconds; the monotonic clock is right."""
TAKEN = 22
"""The pin held by another program."""
FILE = Path(sys.argv[1])


def broken() -> str:
    """Return the current fault."""
    return FILE.read_text(encoding="utf-8")


def hour(real: Any = time.time) -> float:
    return float(real()) + JUMPS.get(broken(), 0.0)


class Pins(MockFactory):
    """Pins, one of which may be busy."""

    def pin(self, name: Any) -> Any:
        if name == TAKEN and broken() == "pins":
            raise OSError("GPIO busy")
        return super().pin(name)


class Room(sqlite3.Connection):
    """A connection to a database that cannot grow during the fault ``pages``."""

    def execute(self, sql: str, *more: Any) -> Any:
        if sql.startswith("BEGIN"):
            super().execute(f"PRAGMA max_page_count={1 if broken() == 'pages' else 1_000_000}")
        return super().execute(sql, *more)


def main() -> int:
    time.time = hour
    connect = sqlite3.connect
    sqlite3.connect = lambda *path, **more: connect(*path, factory=Room, **more)

    from hardware.__main__ import main as servi
    from hardware.simulated import SimulatedTable
    from tests.hardware.faulty import Faulty
    from vision.watching.sources import register

    class Breakable(Faulty):
        def ails(self) -> str:
            return broken()

    Device.pin_factory = Pins()
    camera = Breakable(SimulatedTable())
    register("breakable", "breakable", lambda _: camera.again())
    return servi(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
