"""The mirror: facts that one of the two files loses are restored from the other, and reported with number and time."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from companion.damage import clock
from companion.errors import JournalError
from companion.evening import Entry
from companion.journal import Journal
from companion.journal_reader import FILE
from companion.mirror import chained
from companion.swap import NAMES
from companion.table import Table
from hardware import doctor
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import state

FACTS = 40
MIRROR = f"{FILE}.1.mirror"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    begun = evenings.table(tmp_path / "data")
    chance = Random(3)
    while begun.snapshot().number < FACTS:
        evening = begun.evening()
        assert evening is not None
        assert begun.submit(evenings.next_fact(evening.play, chance)).ok
    return begun


@pytest.fixture
def whole(table: Table) -> list[Entry]:
    return table.journal.entries(1)


@pytest.fixture
def cut(table: Table, whole: list[Entry], tmp_path: Path) -> Path:
    """Return a copy of the data folder as a power cut leaves it: the log is not merged into the journal."""
    shutil.copytree(tmp_path / "data", tmp_path / "cut")
    table.close()
    return tmp_path / "cut"


def flip(file: Path, at: int, bit: int = 3) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1 << bit
    file.write_bytes(content)


def change(data: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(data / FILE)
    db.execute(statement, values)
    db.commit()
    db.close()


def notice(data: Path, whole: list[Entry]) -> str:
    """Open a table on this folder and check that the evening is whole; return its notice."""
    table = Table(data)
    evening = table.evening()
    assert evening is not None and evening.damage is None
    assert evening.entries == whole
    told = str(pages.view(table)["notice"] or "")
    evenings.play_on(table, Random(1), 1)
    played, number = state(evening), evening.number
    table.close()
    again = Table(data)
    assert again.snapshot().number == number and state(again.evening()) == played  # type: ignore[arg-type]
    assert again.journal.healed == []
    again.close()
    return told


def test_each_line_holds_the_hash_of_all_before_it(table: Table, tmp_path: Path) -> None:
    head = ""
    for number, line in enumerate((tmp_path / "data" / MIRROR).read_text().splitlines(), 1):
        written, row = line.split(" ", 1)
        head = chained(head, row)
        assert written == head and row.endswith(f'"number":{number}}}')
    table.close()


def test_a_flipped_bit_in_the_log_loses_no_shown_fact(cut: Path, whole: list[Entry]) -> None:
    """Without the mirror, SQLite silently drops everything after the flipped bit."""
    log = cut / f"{FILE}-wal"
    flip(log, log.stat().st_size // 2)
    alone = cut.parent / "alone"
    shutil.copytree(cut, alone, ignore=shutil.ignore_patterns("*.mirror"))
    journal = Journal(alone)
    left = len(journal.entries(1))
    journal.close()
    assert 0 < left < FACTS
    told = notice(cut, whole)
    assert f"les lignes {left + 1} à {FACTS} (dès le {clock(whole[left].at)}) sont revenues du miroir" in told


@pytest.mark.parametrize("number", [1, 7, FACTS])
@pytest.mark.parametrize("text", ["x", '{"giver":"bank","taker":"A","amount":975,"type":"MoneyMoved"}'])
def test_an_altered_fact_is_set_right_and_named(cut: Path, whole: list[Entry], number: int, text: str) -> None:
    change(cut, "UPDATE fact SET fact = ? WHERE number = ?", text, number)
    found = doctor.database(doctor.Host(cut))
    assert found.ok is False and f"fact {number} is altered, whole in the mirror" in found.text
    assert f"les lignes {number} à {number} (" in notice(cut, whole)


def test_missing_facts_come_back(cut: Path, whole: list[Entry]) -> None:
    change(cut, "DELETE FROM fact WHERE number BETWEEN 5 AND 9")
    assert "les lignes 5 à 9 (" in notice(cut, whole)


def test_any_flipped_bit_of_a_mirror_is_named_and_mended(cut: Path, whole: list[Entry]) -> None:
    chance = Random(5)
    mirror = cut / MIRROR
    good = mirror.read_bytes()
    for _ in range(60):
        at = chance.randrange(len(good))
        flip(mirror, at, chance.randrange(8))
        number = good[:at].count(b"\n") + 1
        journal = Journal(cut)
        assert journal.entries(1) == whole
        (damage,) = journal.healed
        journal.close()
        assert damage.healed == "journal" and damage.number <= number <= damage.last <= number + 1
        assert mirror.read_bytes() == good


@pytest.mark.parametrize("left", [0, 100, 3000])
def test_a_mirror_that_was_cut_is_completed(cut: Path, whole: list[Entry], left: int) -> None:
    good = (cut / MIRROR).read_bytes()
    os.truncate(cut / MIRROR, left)
    journal = Journal(cut)
    assert journal.entries(1) == whole and len(journal.healed) == 1
    journal.close()
    assert (cut / MIRROR).read_bytes() == good


def test_a_folder_without_mirrors_gets_them(cut: Path, whole: list[Entry]) -> None:
    good = (cut / MIRROR).read_bytes()
    (cut / MIRROR).unlink()
    assert notice(cut, whole) == ""
    assert (cut / MIRROR).read_bytes().startswith(good)


@pytest.mark.parametrize("harm", ["missing", "zeros", "cut"])
def test_evenings_are_rebuilt_from_their_mirrors(cut: Path, whole: list[Entry], harm: str) -> None:
    journal = Journal(cut)
    journal.close()  # closing merges the log
    file = cut / FILE
    if harm == "missing":
        file.unlink()
    elif harm == "zeros":
        file.write_bytes(bytes(file.stat().st_size))
    else:
        os.truncate(file, file.stat().st_size // 2)
    notice(cut, whole)
    assert bool(list(cut.glob(f"{FILE}.damaged-*"))) == (harm != "missing")


def test_what_both_files_lost_is_named(cut: Path, whole: list[Entry]) -> None:
    change(cut, "UPDATE fact SET fact = 'x' WHERE number = 7")
    lines = (cut / MIRROR).read_bytes().split(b"\n")
    (cut / MIRROR).write_bytes(b"\n".join([*lines[:6], b"?", *lines[7:]]))
    before = (cut / MIRROR).read_bytes()
    table = Table(cut)
    assert table.snapshot().number == 6
    assert f"La ligne 7 de la soirée ({clock(whole[6].at)})" in str(pages.view(table)["machine"]["trouble"])
    table.close()
    assert (cut / MIRROR).read_bytes() == before  # the mirror is unchanged


def test_the_mirror_of_another_evening_is_put_aside(cut: Path, tmp_path: Path) -> None:
    other = evenings.table(tmp_path / "other", seats=2)
    evenings.play_on(other, Random(2), 5)
    entries = other.journal.entries(1)
    other.close()
    for name in (FILE, NAMES):
        shutil.copy(tmp_path / "other" / name, cut / name)
    (cut / f"{FILE}-wal").unlink()
    journal = Journal(cut)
    assert journal.entries(1) == entries
    journal.close()
    assert len(list(cut.glob(f"{MIRROR}-*"))) == 1


def test_a_deleted_evening_stays_deleted(table: Table, tmp_path: Path) -> None:
    assert table.start(evenings.setup()).ok
    assert table.delete_evening(1).ok
    assert table.journal.mirror.evenings() == [2]
    table.close()
    assert [kept.id for kept in Journal(tmp_path / "data").evenings()] == [2]


def test_a_fact_whose_mirror_cannot_be_written_is_refused(
    table: Table, whole: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = (tmp_path / "data" / MIRROR).stat().st_size
    evening = table.evening()
    assert evening is not None
    fact = evenings.next_fact(evening.play, Random(1))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", lambda handle: os.write(-1, b""))
        with pytest.raises(JournalError, match="free some space"):
            table.submit(fact)
    assert evening.entries == whole == table.journal.entries(1)
    assert (tmp_path / "data" / MIRROR).stat().st_size == size
    assert table.submit(fact).ok
    table.close()


def test_a_fact_that_the_journal_refuses_leaves_no_line(table: Table, tmp_path: Path) -> None:
    size = (tmp_path / "data" / MIRROR).stat().st_size
    evening = table.evening()
    assert evening is not None
    with pytest.raises(JournalError):
        table.journal.append(1, [Entry(FACTS + 1, 1.0, evening.entries[-1].fact), evening.entries[-1]])
    assert (tmp_path / "data" / MIRROR).stat().st_size == size
    assert table.submit(evenings.next_fact(evening.play, Random(1))).ok
    table.close()


@pytest.mark.parametrize("restarted", [False, True])
def test_a_fact_refused_by_a_disk_that_failed_between_both_files_is_replaced_or_named(
    table: Table, whole: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    evening = table.evening()
    assert evening is not None
    fact = evenings.next_fact(evening.play, Random(1))

    def fails(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    def no_commit(action: int, operation: str | None, *_: object) -> int:
        commits = action == sqlite3.SQLITE_TRANSACTION and operation == "COMMIT"
        return sqlite3.SQLITE_DENY if commits else sqlite3.SQLITE_OK

    with monkeypatch.context() as failing:
        failing.setattr(os, "ftruncate", fails)
        table.journal._db.set_authorizer(no_commit)
        with pytest.raises(JournalError):
            table.submit(fact)
        table.journal._db.set_authorizer(None)
    assert evening.entries == whole
    if restarted:
        shutil.copytree(tmp_path / "data", tmp_path / "cut")
        again = Table(tmp_path / "cut")
        (named,) = again.journal.healed
        assert (named.number, named.healed) == (FACTS + 1, "mirror")
        assert again.undo_last().ok
        again.close()
    else:
        assert table.journal.entries(1) == whole
        assert table.submit(evenings.next_fact(evening.play, Random(2)), who="Anna").ok
        entries = table.journal.entries(1)
        again = Table(tmp_path / "data")
        assert again.journal.healed == [] and again.journal.entries(1) == entries
        again.close()
    table.close()
