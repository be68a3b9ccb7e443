"""Every game on the shelf: playing evenings of 5 000 facts again."""

from __future__ import annotations

import gc

from companion.evening import Evening
from companion.games import NAMES
from tests.bench import bench, milliseconds
from tests.games.tables import long_evenings


def replayed(game: str) -> float:
    """Evenings of 5 000 facts in all, without a correction."""
    evenings = long_evenings(game)
    gc.collect()
    return milliseconds(lambda: [Evening(entries) for entries in evenings])


for name in NAMES[1:]:  # the first has a benchmark of its own, with hand-overs

    def measure(game: str = name) -> float:
        return replayed(game)

    measure.__doc__ = f"Evenings of {name} with 5 000 facts are played again."
    bench(f"replay_{name}", unit="ms", limit=150, repeat=3)(measure)
