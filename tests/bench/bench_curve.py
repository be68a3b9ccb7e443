"""The win-chance curve of an evening of 180 throws; only run when named, because it takes minutes."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from random import Random

from companion import players
from companion.evening import Entry
from companion.facts import DiceThrown
from companion.luck.values import Values
from companion.luck.worker import begin, plan, sample
from tests.bench import bench
from tests.games import tables

THROWS = 180


def evening() -> list[Entry]:
    """Return an evening of four players that ends after about ``THROWS`` throws."""
    for seed in range(1000):
        random = Random(f"curve {seed}")
        table = tables.Evening("home_casino", "ABCD", target=8000)
        while table.winner is None and table.play.throws <= THROWS + 5:
            fact = players.turn(table.play, random)
            assert fact is not None
            table.happens(replace(fact, on=getattr(table.play.place(fact)[0], "topic", "")))
        if table.winner and table.play.throws >= THROWS - 5 and isinstance(table.facts[-1], DiceThrown):
            return table.told().entries
    raise AssertionError("no evening of this length")


@cache
def curve() -> tuple[Values, float]:
    """Return the finished values, and the processor time in seconds, with that of child processes."""
    entries = evening()
    before, values = os.times(), begin(entries)
    while wanted := plan(values):
        for each in sample(entries, values, wanted):
            values.add(*each)
    used = [now - then for now, then in zip(os.times()[:4], before[:4], strict=True)]
    return values, sum(used)


@bench("curve", unit="s", limit=600, short=False)
def seconds() -> float:
    """Time to compute the curve of an evening of 180 throws on one processor."""
    return curve()[1]


@bench("curve-error", unit="%", limit=10, short=False)
def error() -> float:
    """Largest standard error of a win chance on that curve."""
    values = curve()[0]
    seats, links = range(len(values.seats)), range(len(values.links))
    return 100 * max(values.error({link: 1}, seat) for link in links for seat in seats)
