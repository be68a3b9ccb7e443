"""Time of the livre d'or over 300 evenings of 400 throws: its first page after a start, and its full computation."""

from __future__ import annotations

import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from companion.chronicle.outline import OUTLINE
from companion.facts import DiceThrown
from companion.journal import Journal
from companion.table import Table
from tests.bench import bench
from tests.companion import evenings
from web import create_app

EVENINGS = 300
THROWS = 400
FACTS = 2_000
DIFFERENT = 3
"""Number of evenings that are played; the other evenings are copies with another start."""


@bench("book", unit="ms", limit=300)
def book() -> float:
    """Processor time of the first page of the livre d'or after a start, over 300 evenings of 400 throws."""
    return opened()


@cache
def opened() -> float:
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        begun = time.perf_counter()
        table = Table(Path(folder))
        found = table.chronicle.all(OUTLINE, 3600)
        once = time.perf_counter() - begun
        table.close()
        throws = sum(one.throws for one in found.evenings.values())
        size = sum(file.stat().st_size for file in (Path(folder) / "chronicle").iterdir()) / 1e6
        print(f"{throws} throws: computed once in {once:.1f} s, {size:.1f} MB", file=sys.stderr)
        table = Table(Path(folder))
        client = create_app(table).test_client()
        times = []
        for _ in range(3):
            begun = time.process_time()  # processor time excludes other programs
            assert client.get("/book").status_code == 200
            times.append((time.process_time() - begun) * 1000)
        table.close()
    print(f"pages: {', '.join(f'{one:.0f}' for one in times)} ms", file=sys.stderr)
    return times[0]


def fill(folder: Path) -> None:
    """Store ``EVENINGS`` evenings of at most ``THROWS`` throws in a journal in this folder."""
    journal = Journal(folder, synchronous="OFF")
    played = []
    for seed in range(DIFFERENT):
        thrown = 0
        rows = []
        for entry in evenings.entries(FACTS, seed):
            thrown += isinstance(entry.fact, DiceThrown)
            if thrown > THROWS:
                break
            rows.append(entry)
        played.append(rows)
    for number in range(EVENINGS):
        rows = [type(one)(one.number, one.at + 86_400.0 * number + 1e9, one.fact) for one in played[number % DIFFERENT]]
        journal.bring_in(rows, {})
    journal.close()
