"""A backup as a file: SQLite's copy of the journal and the files of ``others``, in a tar.gz.

An archive may come from anywhere. Servi reads only plain tables of its journal, as SQLite advises for foreign files
(https://www.sqlite.org/security.html), and decodes each fact with the codec.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import sqlite3
import tarfile
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from companion.disk import PART, sync
from companion.errors import ServiError
from companion.evening import Entry, Evening
from companion.evening_file import BIGGEST_PICTURE
from companion.facts import GameStarted, decode, line
from companion.journal import SCHEMA
from companion.journal_reader import FILE
from companion.record import record
from companion.swap import NAMES, PEOPLE, stays

FORMAT = "servi-backup"
VERSION = 2
HEAD = "servi-backup.json"
LARGEST = 4 * 2**30
"""Maximum unpacked size of a backup, in bytes."""
TABLES = {"evening", "fact", "picture"}
COMPUTED = re.compile(r"\b(?:virtual|as)\b", re.IGNORECASE)
"""Words in the schema of a virtual table or computed column; SQLite does not always ask an authorizer about these."""
READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)


class BackupError(ServiError, OSError):
    """A backup that cannot be written or restored."""


@record()
class Content:
    """The number of readable facts by evening id, and a sentence about each damage that was found."""

    facts: Mapping[int, int]
    damages: tuple[str, ...] = ()


def write(data: Path, part: Path, *, pictures: bool = True) -> Content:
    """Write an archive of ``data`` to ``part``, synced and private. Return its content, read back from the file.

    Raise ``OSError``, or the error of SQLite or of ``unpack``.
    """
    copy, head = part.with_name(FILE), part.with_name(HEAD)
    _copy_journal(data / FILE, copy)
    if not pictures:
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.execute("DELETE FROM picture")
            db.execute("VACUUM")
    facts = _transcribe(copy, part.with_name("trial.sqlite")).facts
    content = {"format": FORMAT, "version": VERSION, "at": time.time(), "facts": list(facts.items())}
    head.write_text(json.dumps(content), encoding="utf-8")
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz") as whole:
            whole.add(head, HEAD)
            whole.add(copy, FILE)
            for other in others(data):
                whole.add(other, str(other.relative_to(data)), recursive=False)
    sync(part)
    _forget_cached(part)
    again = part.with_name("again")
    again.mkdir()
    return unpack(part, again, replay=True)


def facts_of(source: Path) -> dict[int, int]:
    """Return the number of facts by evening from the head of an archive, {} if the head is unreadable."""
    try:
        with tarfile.open(source, "r:gz") as whole, whole.extractfile(HEAD) as head:  # type: ignore[union-attr]
            return dict(json.loads(head.read())["facts"])
    except (tarfile.TarError, OSError, EOFError, zlib.error, ValueError, TypeError, KeyError):
        return {}


def others(data: Path) -> Iterator[Path]:
    """Yield the other files of a backup: regular files that are neither unfinished nor kept in place (``swap.stays``).

    All names that begin with ``FILE`` are left out: the journal, its mirrors, and damaged journals that were put aside.
    """
    for file in sorted(data.rglob("*")):
        if not file.is_file() or file.is_symlink() or file.name.startswith(FILE) or file.suffix == PART:
            continue
        if not stays(file.relative_to(data).parts[0]):
            yield file


def unpack(source: Path, new: Path, *, replay: bool = False) -> Content:
    """Unpack an archive into an empty folder and rewrite its journal; ``replay`` also plays each evening.

    Raise ``BackupError`` if the archive is missing, foreign or damaged.
    """
    foreign = BackupError(f"{source} is no backup of Servi: take a file that `./servi backup` wrote.")
    copy = new.with_name("foreign.sqlite")
    try:
        with gzip.open(source) as packed:
            while packed.read(2**20):  # read up to the gzip checksum at the end: only this detects a truncated copy
                pass
        with tarfile.open(source, "r:gz") as whole:
            members = whole.getmembers()
            if not {HEAD, FILE} <= {one.name for one in members} or sum(one.size for one in members) > LARGEST:
                raise foreign
            for one in members:
                if one.name not in (NAMES, PEOPLE):  # a backup of Servi 0.1 may hold names; leave them out
                    _extract(whole, one, copy if one.name == FILE else _inside(new, one, foreign))
        head = json.loads((new / HEAD).read_text(encoding="utf-8"))
        (new / HEAD).unlink()
        if head.get("format") != FORMAT or head.get("version") not in (1, VERSION):
            raise foreign
        content = _transcribe(copy, new / FILE)
        whole_evenings = not content.damages if head["version"] == 1 else dict(head["facts"]) == content.facts
        if not whole_evenings:
            raise BackupError(f"{source} is damaged ({content.damages or 'facts are missing'}): take an older backup.")
        return _replayed(new / FILE, content) if replay else content
    except FileNotFoundError:
        raise BackupError(f"there is no file {source}: name the file that `./servi backup` wrote.") from None
    except BackupError:
        raise
    except (tarfile.TarError, EOFError, zlib.error, ValueError, AttributeError, TypeError, KeyError) as error:
        raise BackupError(f"{source} is damaged ({error}): take an older backup.") from None
    except (sqlite3.Error, OSError) as error:
        raise BackupError(f"{source} could not be read ({error}): take an older backup.") from None
    finally:
        copy.unlink(missing_ok=True)


def _inside(new: Path, member: tarfile.TarInfo, foreign: BackupError) -> Path:
    """Return the path of a member in the folder; raise ``foreign`` if it is not a plain file of a data folder."""
    place = (new / member.name).resolve()
    if not member.isfile() or not place.is_relative_to(new.resolve()) or place == new.resolve():
        raise foreign
    first = place.relative_to(new.resolve()).parts[0]
    if stays(first) or place.name.startswith(FILE):
        raise foreign
    return place


def _extract(whole: tarfile.TarFile, member: tarfile.TarInfo, place: Path) -> None:
    """Write one member, readable by its owner only. ``extractall`` can refuse foreign paths only since Python 3.11.4."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(place, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with whole.extractfile(member) as content, os.fdopen(handle, "wb") as file:  # type: ignore[union-attr]
        shutil.copyfileobj(content, file)


# --- the journal ------------------------------------------------------------------------------------------------------


def _copy_journal(source: Path, target: Path) -> None:
    """Copy the journal with SQLite's backup function, so that the copy is consistent even while the table writes."""
    with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as with_source:
        with closing(sqlite3.connect(target)) as into:
            with_source.backup(into)
            into.execute("PRAGMA journal_mode=DELETE")  # merge the WAL, so that the copy is one file


@contextmanager
def _foreign(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a foreign journal for reading, without running its triggers, views, functions and virtual tables.

    Raise ``BackupError`` if a table of a journal is missing.
    """
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        db.execute("PRAGMA trusted_schema=OFF")
        db.execute("PRAGMA cell_size_check=ON")
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        plain = {name for name, sql in rows if not COMPUTED.search(str(sql))}
        if not plain >= TABLES:
            raise BackupError(f"{file.name} is no journal of Servi: take a file that `./servi backup` wrote.")
        db.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in READING else sqlite3.SQLITE_DENY)
        yield db


def _transcribe(source: Path, target: Path) -> Content:
    """Write a new journal with the readable facts and photographs of ``source``; return its content."""
    facts: dict[int, int] = {}
    damages = []
    with _foreign(source) as old, closing(sqlite3.connect(target, isolation_level=None)) as new:
        new.executescript(SCHEMA)
        new.execute("BEGIN")
        for evening, started, closed in old.execute("SELECT id, started, closed FROM evening ORDER BY id").fetchall():
            entries, damage = _readable(old, int(evening))
            if damage:
                damages.append(f"evening {evening}: fact {len(entries) + 1} {damage}")
            if not entries:
                continue
            facts[evening] = len(entries)
            first = entries[0].fact
            assert isinstance(first, GameStarted)
            row = (evening, first.game, float(started), int(bool(closed)))
            new.execute("INSERT INTO evening VALUES (?, ?, ?, ?)", row)
            rows = ((evening, one.number, one.at, line(one.fact)) for one in entries)
            new.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", rows)
            try:
                for number, jpeg in old.execute("SELECT number, jpeg FROM picture WHERE evening = ?", (evening,)):
                    if isinstance(number, int) and 1 <= number <= len(entries) and _is_photograph(jpeg):
                        new.execute("INSERT INTO picture VALUES (?, ?, ?)", (evening, number, jpeg))
            except sqlite3.DatabaseError:
                damages.append(f"evening {evening}: a photograph is unreadable")
        new.execute("COMMIT")
    return Content(facts, tuple(damages))


def _readable(db: sqlite3.Connection, evening: int) -> tuple[list[Entry], str]:
    """Return the entries of an evening up to the first damaged one, and a description of that damage, or ""."""
    entries: list[Entry] = []
    try:
        for number, at, text in db.execute(
            "SELECT number, at, fact FROM fact WHERE evening = ? ORDER BY number", (evening,)
        ):
            fact = decode(json.loads(text))
            if number != len(entries) + 1:
                return entries, "is missing"
            if isinstance(fact, GameStarted) != (number == 1) or not 0 <= at < 1e11:
                return entries, "is unreadable"
            entries.append(Entry(number, float(at), fact))
    except (sqlite3.Error, ValueError, TypeError, RecursionError, OverflowError):
        return entries, "is unreadable"
    return entries, "" if entries else "is missing"


def _is_photograph(jpeg: object) -> bool:
    return isinstance(jpeg, bytes) and jpeg.startswith(b"\xff\xd8") and len(jpeg) <= BIGGEST_PICTURE


def _replayed(journal: Path, content: Content) -> Content:
    """Return the content with a sentence about each evening that cannot be played."""
    damages = list(content.damages)
    with _foreign(journal) as db:
        for evening in content.facts:
            try:
                Evening(_readable(db, evening)[0])
            except Exception as error:  # a damaged fact may make any rule fail
                damages.append(f"evening {evening} cannot be played ({str(error)[:120]})")
    return Content(content.facts, tuple(damages))


def _forget_cached(file: Path) -> None:
    """Drop the file from the system's cache, so that the next read comes from the disk."""
    if hasattr(os, "posix_fadvise"):
        handle = os.open(file, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)
