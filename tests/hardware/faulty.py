"""A camera on a simulated table, with faults that a test sets."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from hardware.simulated import SimulatedTable
from vision.errors import SourceError
from vision.watching.sources import Frame


class Faulty:
    """The camera; ``fault`` names its current fault, "" for none. Reopening gives the same camera."""

    name = "usb:0"
    live = True

    def __init__(self, dice: SimulatedTable) -> None:
        self.dice = dice
        self.fault = ""
        self.opened = 1
        self.given = 0
        self._last: Frame | None = None

    def again(self) -> Faulty:
        self.opened += 1
        return self

    def ails(self) -> str:
        """Return the current fault."""
        return self.fault

    def next_throw(self) -> Frame | None:
        while self.ails() == "hangs":
            time.sleep(0.02)
        fault = self.ails()
        if fault == "busy":
            raise SourceError("La caméra sert à un autre programme : le fermer.")
        if fault == "gone":
            return None
        frame = self.dice.next_throw()
        assert frame is not None
        if fault == "frozen" and self._last is not None:
            self.given += 1
            return self._last
        if fault == "black":
            frame = replace(frame, image=np.asarray(frame.image // 40, np.uint8))
        if fault == "moved":
            frame = replace(frame, image=np.roll(frame.image, 30, axis=1))
        self._last = frame
        self.given += 1
        return frame

    def notices(self) -> list[str]:
        return []

    def close(self) -> None:
        pass
