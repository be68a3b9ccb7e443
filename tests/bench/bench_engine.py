"""The engine: time to replay an evening, to preview a correction and to publish a command."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from companion.evening import Entry, Evening
from companion.facts import Amended, DiceThrown, Die, line
from companion.held import held
from companion.journal import Journal
from companion.journal_reader import FILE
from companion.mirror import Mirror, Row
from companion.money.chips import payment
from companion.table import Table
from tests import pages
from tests.bench import bench, milliseconds, percentile
from tests.companion import evenings
from tests.companion.money.test_chips import HARD

REPLAYED, WATCHED, COMMANDS, HELD = 5_000, 2_000, 400, 20_000
SUB_GAMES = {"zanzibar_throw", "421_throw", "black_jack_throw", "roulette_throw", "casino_duel_throw"}


@cache
def long_evening(number: int) -> tuple[Entry, ...]:
    """Return an evening of ``number`` random facts from a real table, with a throw in each of ``SUB_GAMES``."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), journal=Journal(Path(folder), synchronous="OFF"))
        table.start(evenings.setup(4))
        chance = Random(1)
        while (evening := table.evening()) and evening.number < number:
            assert table.submit(evenings.next_fact(evening.play, chance)).ok
        rows = tuple(table.journal.entries(1)[:number])
        table.close()
    assert {r.fact.on for r in rows} >= SUB_GAMES
    return rows


@contextmanager
def long_table() -> Iterator[Table]:
    """Yield a table on disk that continues a long evening."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        evening = evenings.kept_evening(table.journal, list(long_evening(WATCHED)))
        table.resume(evening)
        yield table
        table.close()


@bench("replay", unit="ms", limit=150, repeat=5)
def replay() -> float:
    """Time to replay an evening of 5 000 facts."""
    rows = long_evening(REPLAYED)
    gc.collect()
    return milliseconds(lambda: Evening(rows))


@bench("preview", unit="ms", limit=150, repeat=5)
def preview() -> float:
    """Time to preview the correction of an early throw in an evening of 2 000 facts."""
    with long_table() as table:
        evening = table.evening()
        assert evening is not None
        early = next(e for e in evening.entries[20:] if isinstance(e.fact, DiceThrown))
        assert isinstance(early.fact, DiceThrown)
        dice = tuple(Die(d.kind, 3 if d.value != 3 else 4) for d in early.fact.dice)
        amended = Amended(target=early.number, fact=replace(early.fact, dice=dice))
        gc.collect()
        return milliseconds(lambda: table.preview(amended))


@bench("proposal", unit="ms", limit=250, repeat=5)
def proposal() -> float:
    """Time of the hardest search for a payment; other proposals take about a hundredth of it."""
    payer, bank = HARD
    return milliseconds(lambda: payment(payer, {}, 375, bank))


@bench("publish", unit="ms", limit=5, repeat=3)
def publish() -> float:
    """Delay (p99) from a command to its published view, minus the p99 of the two synced appends, measured in turn."""
    chance, taken, bare = Random(3), [], []
    with long_table() as table, synced_files(table.folder) as sync:
        for _ in range(COMMANDS):
            evening = table.evening()
            assert evening is not None
            fact, version = evenings.next_fact(evening.play, chance), pages.view(table)["version"]

            def command(fact: object = fact, version: int = version) -> None:
                assert table.submit(fact).ok  # type: ignore[arg-type]
                assert table.wait(version, 1) > version

            taken.append(milliseconds(command))
            bare.append(milliseconds(sync))
    return max(0.0, percentile(taken, 0.99) - percentile(bare, 0.99))


@bench("view", unit="ms", limit=3, repeat=3)
def view() -> float:
    """Time (p50) to draw the view of pages after an announcement, in an evening of 2 000 facts."""
    with long_table() as table:

        def drawn() -> float:
            table.refresh()
            return milliseconds(lambda: pages.view(table))

        return percentile([drawn() for _ in range(COMMANDS)], 0.5)


@bench("disk", unit="ms", limit=15, repeat=3)
def disk() -> float:
    """Time (p99) of the two synced appends per fact, without Servi; a slow disk delays every tap."""
    with tempfile.TemporaryDirectory() as folder, synced_files(Path(folder)) as sync:
        return percentile([milliseconds(sync) for _ in range(COMMANDS)], 0.99)


@contextmanager
def synced_files(folder: Path) -> Iterator[Callable[[], None]]:
    """Yield a function that appends a mirror line to one file and three pages of the log to another, and syncs both."""
    with (folder / "line").open("ab", 0) as line_, (folder / "pages").open("ab", 0) as pages_:

        def sync() -> None:
            line_.write(b"x" * 250)
            os.fsync(line_)
            pages_.write(b"x" * 3 * 4120)
            os.fdatasync(pages_)

        yield sync


@bench("mirror", unit="ms", limit=3, repeat=3)
def mirror() -> float:
    """Time (p50) that the mirror adds to a fact: it appends and syncs one line."""
    with tempfile.TemporaryDirectory() as folder:
        mirrored = Mirror(Path(folder) / FILE)
        rows = [Row(entry.number, entry.at, line(entry.fact)) for entry in long_evening(WATCHED)[:COMMANDS]]
        return percentile([milliseconds(lambda row=row: mirrored.append(1, [row])) for row in rows], 0.5)


@bench("held", unit="ms", limit=1000, repeat=3)
def held_together() -> float:
    """Time to compare journal and mirror of 20 000 facts at a start."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder), synchronous="OFF")
        rows = long_evening(WATCHED)
        more = [replace(entry, number=at) for at, entry in enumerate(rows[1:] * 11, 2)][: HELD - 1]
        evening = evenings.kept_evening(journal, [rows[0], *more])
        gc.collect()
        taken = milliseconds(lambda: held(journal._db, journal.mirror, evening))
        assert len(held(journal._db, journal.mirror, evening).rows) == HELD
        journal.close()
        return taken
