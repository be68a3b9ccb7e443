"""Power cuts at every disk write of the real program, and ``kill -9``: no fact that was shown is lost.

As a control, ``synchronous=NORMAL`` does lose shown facts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion import held
from companion.damage import Damage
from companion.errors import JournalError
from companion.evening import Entry, Evening
from companion.journal import Journal
from companion.journal_reader import FILE
from companion.swap import NAMES
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

    def digest(self) -> frozenset[tuple[str, bytes]]:
        """Return what identifies the files."""
        return frozenset((name, sha256(content).digest()) for name, content in self.files.items())


def record_of(played: Path) -> Path:
    return played.with_suffix(".strace")


def recorded(played: Path, synchronous: str = "FULL") -> Path:
    """Run the program under strace; return its folder, beside which the record lies."""
    played.mkdir()
    command = ["strace", "-f", "-xx", "-s", "10000000", "-e", f"trace={disk.CALLS}", "-o", str(record_of(played)), *PLAYER,
               str(played), "--facts", str(FACTS), "--synchronous", synchronous, "--checkpoint", "60"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=200)
    return played


def some(chance: Random) -> disk.Keep:
    """Return a function that keeps random unsynced writes, at times shuffled, and may cut the last at a sector."""

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


def cuts(record: Path, folder: Path, lies: Callable[[str], bool]) -> Iterator[Cut]:
    """Yield the files after a power cut at every write, in three models of unsynced writes."""
    watched, shown, chance = Disk(folder, FILE, lies), 0, Random(1)
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


def left(cut: Cut, folder: Path, mirror: bool, honest: bool) -> tuple[list[Entry], Damage | None]:
    """Open the files with the real journal; return what is left of the evening, and the named damage."""
    for file in folder.glob(f"{FILE}*"):
        file.unlink()
    for name, content in cut.files.items():
        if mirror or not is_mirror(name):
            (folder / name).write_bytes(content)
    journal = Journal(folder, "OFF")
    try:
        kept = journal.evenings()
        entries, lost = journal.read(kept[0].id) if kept else ([], next(iter(journal.lost), None))
        assert lost is None or lost.number == len(entries) + 1
        assert not honest or all(journal.picture(1, e.number) == JPEG for e in entries if e.picture)
        return entries, lost
    finally:
        journal.close()


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a recorded evening whose facts are all synced."""
    return recorded(tmp_path_factory.mktemp("synced") / "played")


@pytest.fixture(autouse=True)
def _no_syncing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip syncing here, so that a thousand journals reopen quickly; the recorded program syncs in its own process."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(autouse=True)
def _each_row_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember the fact of each row, because the thousand journals hold the same rows; other tests cover the decoder."""
    monkeypatch.setattr(held, "_fact", cache(held._fact))


def is_mirror(name: str) -> bool:
    return name.endswith(".mirror")


def lost(
    played: Path, again: Path, *, synced: bool = True, lies: Callable[[str], bool] | None = None, mirror: bool = True
) -> tuple[int, int]:
    """Cut the power at every write; return the number of cuts, and of cuts that lost a shown fact without naming it.

    The files after a cut are opened in the folder ``again``, equal ones only once. A journal that cannot be opened
    counts as a loss. If the disk lies, every third cut is tried.
    """
    shutil.copy(played / NAMES, again / NAMES)  # the names are synced before any fact that needs them
    journal = Journal(played)
    whole = journal.entries(1)
    journal.close()
    assert len(whole) >= FACTS
    honest = synced and not (lies and lies(FILE))
    number = losing = 0
    replayed: set[int] = set()
    opened: dict[frozenset[tuple[str, bytes]], tuple[list[Entry], Damage | None]] = {}
    for cut in islice(cuts(record_of(played), played, lies or (lambda name: False)), 0, None, 3 if lies else 1):
        number += 1
        try:
            if (files := cut.digest()) not in opened:
                opened[files] = left(cut, again, mirror, honest)
            entries, damage = opened[files]
        except JournalError:
            assert not mirror
            losing += 1
            continue
        assert [replace(one, picture=False) for one in entries] == [
            replace(one, picture=False) for one in whole[: len(entries)]
        ]
        if honest:  # only the journal holds photographs
            assert entries[: cut.shown] == whole[: min(cut.shown, len(entries))]
        if len(entries) < cut.shown and damage is None:
            losing += 1
            tail = [content for name, content in cut.files.items() if mirror and is_mirror(name)]
            line = rb'(?:^|[\n\0])[0-9a-f]{64} \{"at":[^\n\0]*"number":%d\}\n' % cut.shown
            assert not any(re.search(line, content) for content in tail)
        if entries and len(entries) not in replayed:
            replayed.add(len(entries))
            ledger = Evening(entries).play.game.ledger
            assert ledger.total() == BOX
    assert len(replayed) > FACTS // 4
    return number, losing


@pytest.mark.needs("strace")
@pytest.mark.parametrize("mirror", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_power_cut_at_any_write_loses_nothing_that_was_shown(synced: Path, tmp_path: Path, mirror: bool) -> None:
    number, losing = lost(synced, tmp_path, mirror=mirror)
    print(f"{number} cuts")
    assert number > 500
    assert losing == 0


@pytest.mark.slow
@pytest.mark.needs("strace")
def test_without_syncing_each_fact_a_power_cut_loses_some(tmp_path: Path) -> None:
    number, losing = lost(recorded(tmp_path / "played", "NORMAL"), tmp_path, synced=False, mirror=False)
    print(f"{losing} of {number} cuts lose")
    assert losing > number // 20


@pytest.mark.needs("strace")
@pytest.mark.parametrize("liar", [FILE, pytest.param(".mirror", marks=pytest.mark.slow)])
def test_where_the_disk_lies_about_one_file_the_other_brings_every_shown_fact_back(
    synced: Path, tmp_path: Path, liar: str
) -> None:
    number, losing = lost(synced, tmp_path, lies=lambda name: is_mirror(name) == (liar == ".mirror"))
    print(f"{number} cuts")
    assert number > 300
    assert losing == 0


@pytest.mark.slow
@pytest.mark.needs("strace")
def test_where_the_disk_lies_the_journal_alone_loses_shown_facts(synced: Path, tmp_path: Path) -> None:
    number, losing = lost(synced, tmp_path, lies=lambda name: True, mirror=False)
    print(f"{losing} of {number} cuts lose")
    assert losing > number // 4


@pytest.mark.needs("strace")
def test_where_the_disk_lies_about_both_files_only_an_end_that_neither_holds_is_lost(synced: Path, tmp_path: Path) -> None:
    number, losing = lost(synced, tmp_path, lies=lambda name: True)
    print(f"{losing} of {number} cuts lose")
    assert losing < number // 3


@pytest.mark.parametrize("rounds", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_any_moment_it_goes_on_where_it_was(tmp_path: Path, rounds: int) -> None:
    chance, shown, waited = Random(7), 0, 0
    for _ in range(rounds):
        child = subprocess.Popen([*PLAYER, str(tmp_path), "--seed", str(chance.random())[2:8]], cwd=ROOT,
                                 stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        facts = chance.randint(1, 16)  # count facts instead of time, so that the speed of the machine does not matter
        read = [child.stdout.readline() for _ in range(facts)]
        time.sleep(chance.random() * 0.03)
        child.kill()
        rest, _ = child.communicate()
        complete = [line for line in (*read, *rest.splitlines(keepends=True)) if line.endswith("\n")]
        shown, waited = int(complete[-1].split()[1]), waited + facts
        table = Table(tmp_path)
        evening = table.evening()
        assert evening is not None
        assert evening.number >= shown
        assert pages.view(table)["resumed"] == f"Repris après le lancer {evening.play.throws}."
        assert evening.play.game.ledger.total() == BOX
        table.close()
    assert shown >= waited
