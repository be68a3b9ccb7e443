"""``./servi`` on a machine that can break: a file tells what is broken now.

``python -m tests.evenings.breakable FILE play …`` is the real program. Only its camera (``--camera breakable``), its pins
(gpiozero's mock ones), its hour and the room of its journal are as the file says.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

JUMPS = {"clock in 1970": -1.7e9, "clock a day ahead": 86_400.0}
"""Seconds by which the hour of the day is wrong; the steady clock goes on as it does."""
TAKEN = 22
"""The pin that another program holds."""
FILE = Path(sys.argv[1])


def broken() -> str:
    """What is broken now."""
    return FILE.read_text(encoding="utf-8")


def hour(real: Any = time.time) -> float:
    return float(real()) + JUMPS.get(broken(), 0.0)


class Pins(MockFactory):
    """Pins of which one may be in other hands."""

    def pin(self, name: Any) -> Any:
        if name == TAKEN and broken() == "pins":
            raise OSError("GPIO busy")
        return super().pin(name)


class Room(sqlite3.Connection):
    """A database that may not grow while the disk is full."""

    def execute(self, sql: str, *more: Any) -> Any:
        if sql.startswith("BEGIN"):
            super().execute(f"PRAGMA max_page_count={1 if broken() == 'pages' else 1_000_000}")
        return super().execute(sql, *more)


def main() -> int:
    time.time = hour
    connect = sqlite3.connect
    sqlite3.connect = lambda *path, **more: connect(*path, factory=Room, **more)

    from companion.__main__ import main as servi
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
