"""The frame of the benchmarks: what is measured, in which unit, against which limit.

A benchmark stands in a file ``tests/bench/bench_*.py``, found by its name:

    @bench("replay", unit="ms", limit=150)
    def replay() -> float:
        '''Replay of an evening of 5 000 facts.'''
        evening = long_evening(5_000)          # preparing is not measured: the function says what it measured
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
    """One figure: the median of ``repeat`` measures, in ``unit``, must not exceed ``limit``."""

    name: str
    unit: str
    limit: float
    short: bool
    repeat: int
    measure: Measure


REGISTRY: dict[str, Bench] = {}

_told: float | None = None


def last(minutes: float | None) -> None:
    """Let the long benchmarks run that long instead of their usual time."""
    global _told
    _told = minutes


def minutes(usual: float) -> float:
    """How many minutes a long benchmark runs: ``--minutes`` or ``--hours`` of the command line, else its usual time."""
    return usual if _told is None else _told


def bench(name: str, *, unit: str, limit: float, short: bool = True, repeat: int = 1) -> Callable[[Measure], Measure]:
    """Enter the function as a benchmark; without ``short`` it only runs when it is named."""

    def enter(measure: Measure) -> Measure:
        if name in REGISTRY:
            raise ValueError(f"two benchmarks are called {name!r}")
        REGISTRY[name] = Bench(name, unit, limit, short, repeat, measure)
        return measure

    return enter


def milliseconds(work: Callable[[], object]) -> float:
    """How long the work takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least ``part`` (0 to 1) of the values do not exceed.

    >>> percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.99)
    (2, 4)
    """
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]
