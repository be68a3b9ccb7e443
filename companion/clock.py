"""The port through which devices read the time (tests pass a clock that they control), and the length of play.

A Raspberry Pi has no battery clock: until it finds the network, its time of day may be wrong by years; then it jumps.
Devices therefore measure intervals with the monotonic clock, and the numbers of facts give their order. ``lasted``
leaves out jumps of the time of day.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import pairwise
from typing import Protocol

BREAK = 3 * 3600.0
"""Minimum seconds between two facts that count as a break in play or a jump of the clock."""


class Clock(Protocol):
    """A monotonic clock; not the time of day, which may jump."""

    def now(self) -> float:
        """Return seconds since an arbitrary start."""


class SteadyClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        return time.monotonic()


def lasted(times: Iterable[float]) -> float:
    """Return the seconds of play between facts at these times of day, without breaks and jumps of the clock.

    >>> lasted([0, 60, 10**9, 10**9 + 60, 120])  # a clock that was ahead for a minute
    120.0
    """
    gaps = (later - earlier for earlier, later in pairwise(times))
    return float(sum(gap for gap in gaps if 0 < gap < BREAK))
