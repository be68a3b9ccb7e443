"""The port through which devices read the time; tests pass a clock that they can set."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock; not the time of day, which may jump."""

    def now(self) -> float:
        """Return seconds since an arbitrary start."""


class SteadyClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        return time.monotonic()
