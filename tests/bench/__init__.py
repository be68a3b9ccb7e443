"""The framework of the benchmarks: name, unit, limit and measure of each.

A file ``tests/bench/bench_*.py`` holds benchmarks such as:

    @bench("replay", unit="ms", limit=150)
    def replay() -> float:
        '''Replay of an evening of 5 000 facts.'''
        evening = long_evening(5_000)          # the set-up is not timed
        return milliseconds(lambda: replayed(evening))
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Measure = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Bench:
    """One benchmark: the median of ``repeat`` measures, in ``unit``, must not exceed ``limit``."""

    name: str
    unit: str
    limit: float
    short: bool
    repeat: int
    measure: Measure


REGISTRY: dict[str, Bench] = {}

_told: float | None = None


def last(minutes: float | None) -> None:
    """Set the duration of long benchmarks, in minutes; None keeps their usual one."""
    global _told
    _told = minutes


def minutes(usual: float) -> float:
    """Return the duration of a long benchmark: ``--minutes`` or ``--hours`` of the command line, otherwise ``usual``."""
    return usual if _told is None else _told


def bench(name: str, *, unit: str, limit: float, short: bool = True, repeat: int = 1) -> Callable[[Measure], Measure]:
    """Register the function as a benchmark; without ``short`` it runs only when named."""

    def enter(measure: Measure) -> Measure:
        if name in REGISTRY:
            raise ValueError(f"two benchmarks are called {name!r}")
        REGISTRY[name] = Bench(name, unit, limit, short, repeat, measure)
        return measure

    return enter


def milliseconds(work: Callable[[], object]) -> float:
    """Return the duration of the work in milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def percentile(values: Sequence[float], part: float) -> float:
    """Return the smallest value such that at least ``part`` (0 to 1) of the values are at or below it.

    >>> percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.99)
    (2, 4)
    """
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]
