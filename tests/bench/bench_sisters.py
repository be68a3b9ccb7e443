"""Time to replay 5 000 facts of each sister game; only run when named, because playing the evenings takes long."""

from __future__ import annotations

import gc

from companion.evening import Evening
from tests.bench import bench, milliseconds
from tests.games import tables


def replay(game: str) -> float:
    """Return the time to replay 5 000 facts of this game."""
    evenings = tables.long_evenings(game)
    gc.collect()  # collect the garbage of the play before timing the replay
    return min(milliseconds(lambda: [Evening(entries) for entries in evenings]) for _ in range(3))


for game in ("les_cases_si_no", "casino_pirate", "casablanca", "cassino"):
    bench(f"replay-{game}", unit="ms", limit=150, short=False)(lambda game=game: replay(game))
