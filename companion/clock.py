"""The port through which devices read the time, so that a test can set the clock."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """What tells how much time has passed; no hour of the day, which may jump."""

    def now(self) -> float:
        """Return seconds that only grow."""


class SteadyClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.monotonic()
