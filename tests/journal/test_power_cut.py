"""Power cuts at every disk write of the real program, and ``kill -9``: no fact that was shown is lost.

As a control, ``synchronous=NORMAL`` does lose such facts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.evening import Entry, Evening
from companion.journal import FILE, Journal
from companion.table import Table
from tests import pages
from tests.companion.evenings import BOX
from tests.journal import disk
from tests.journal.disk import SECTOR, Disk, Write
from tests.journal.player import JPEG
from tests.tools import ROOT

FACTS = 70
PLAYER = [sys.executable, "-m", "tests.journal.player"]
SHOWN = "".join(f"\\x{b:02x}" for b in b"shown ")


@dataclass(frozen=True, slots=True)
class Cut:
    """The files after a power cut, and the number of the last fact shown before it."""

    shown: int
    files: dict[str, bytes]


def recorded(folder: Path, synchronous: str) -> Path:
    """Run the program under strace; return the record."""
    record = folder.parent / f"{synchronous}.strace"
    command = ["strace", "-f", "-xx", "-s", "10000000", "-e", f"trace={disk.CALLS}", "-o", str(record), *PLAYER,
               str(folder), "--facts", str(FACTS), "--synchronous", synchronous, "--checkpoint", "60"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=200)
    return record


def some(chance: Random) -> disk.Keep:
    """Return a random selection of unsynced writes, in any order, the last one torn at a sector."""

    def keep(since: Sequence[Write]) -> Sequence[Write]:
        kept = [w for w in since if chance.random() < 0.5]
        if chance.random() < 0.3:
            chance.shuffle(kept)
        if kept and kept[-1].data and len(kept[-1].data) > SECTOR:
            last = kept.pop()
            assert last.data is not None
            whole = len(last.data) // SECTOR
            kept.append(Write(last.at, last.data[: SECTOR * chance.randint(0, whole)]))
        return kept

    return keep


def cuts(record: Path, folder: Path) -> Iterator[Cut]:
    """Yield the files after a power cut at every write, in three models of unsynced writes."""
    watched, shown, chance = Disk(folder, FILE), 0, Random(1)
    last: dict[str, bytes] = {}
    for call, told, result in disk.calls(record):
        if call == "write" and told.startswith("1, ") and SHOWN in told:
            shown = int(disk.content(told).split()[1])
        elif not watched.take(call, told, result):
            continue
        sure = watched.image(disk.nothing)
        if sure != last or call == "write":
            last = sure
            yield Cut(shown, sure)
        yield Cut(shown, watched.image(disk.everything))
        yield Cut(shown, watched.image(some(chance)))


def left(cut: Cut, folder: Path) -> list[Entry]:
    """Open the files with the real journal; return the entries of the evening."""
    for file in folder.glob("*"):
        file.unlink()
    for name, content in cut.files.items():
        (folder / name).write_bytes(content)
    journal = Journal(folder)
    try:
        kept = journal.evenings()
        entries = journal.entries(kept[0].id) if kept else []
        assert all(journal.picture(1, e.number) == JPEG for e in entries if e.picture)
        return entries
    finally:
        journal.close()


def lost(folder: Path, synchronous: str) -> tuple[int, int]:
    """Cut everywhere; return the number of cuts, and of cuts that lost a shown fact."""
    played, again = folder / "played", folder / "again"
    played.mkdir()
    again.mkdir()
    record = recorded(played, synchronous)
    journal = Journal(played)
    whole = journal.entries(1)
    journal.close()
    assert len(whole) >= FACTS
    number = losing = 0
    replayed: set[int] = set()
    for cut in cuts(record, played):
        number += 1
        entries = left(cut, again)
        assert entries == whole[: len(entries)]
        losing += len(entries) < cut.shown
        if entries and len(entries) not in replayed:
            replayed.add(len(entries))
            ledger = Evening(entries).play.game.ledger
            assert ledger.total() == BOX
    assert len(replayed) > FACTS // 3
    return number, losing


@pytest.mark.needs("strace")
def test_a_power_cut_at_any_write_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    number, losing = lost(tmp_path, "FULL")
    print(f"{number} cuts")
    assert number > 500
    assert losing == 0


@pytest.mark.needs("strace")
def test_without_syncing_each_fact_a_power_cut_loses_some(tmp_path: Path) -> None:
    number, losing = lost(tmp_path, "NORMAL")
    print(f"{losing} of {number} cuts lose")
    assert losing > number // 20


def test_killed_at_any_moment_it_goes_on_where_it_was(tmp_path: Path) -> None:
    chance, shown = Random(7), 0
    for _ in range(20):
        child = subprocess.Popen([*PLAYER, str(tmp_path), "--seed", str(chance.random())[2:8]], cwd=ROOT,
                                 stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        for _ in range(chance.randint(1, 16)):  # count facts instead of time, so that the speed of the machine does not matter
            child.stdout.readline()
        time.sleep(chance.random() * 0.03)
        child.kill()
        rest, _ = child.communicate()
        complete = [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        shown = int(complete[-1].split()[1]) if complete else shown
        table = Table(tmp_path)
        evening = table.evening()
        assert evening is not None
        assert evening.number >= shown
        assert pages.view(table)["resumed"] == f"Repris après le lancer {evening.play.throws}."
        assert evening.play.game.ledger.total() == BOX
        table.close()
    assert shown > 100
