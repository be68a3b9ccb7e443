"""The journal: one SQLite file of facts and photographs. Append, read, heal, import.

WAL with ``synchronous=FULL``: committed facts survive a power cut. Pages show a fact only after its commit.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.damage import Damage
from companion.disk import protected, refuses_files, stamped, why_unwritable, write_whole
from companion.errors import JournalError, Unwritable
from companion.evening import Entry
from companion.facts import Fact, GameStarted, canonical, decode, encode, kept
from companion.held import Held, held
from companion.journal_reader import FILE, OTHER_FOLDER, JournalReader, picture_in
from companion.mirror import End, Mirror, Row
from companion.record import record

LOG = logging.getLogger(__name__)
CHECKS = ("PRAGMA quick_check(evening)", "PRAGMA quick_check(fact)")
"""SQLite's checks of its own structure; they skip photographs, which take long to read."""
CURES = {
    Unwritable.FULL: f"free some space or {OTHER_FOLDER}",
    Unwritable.PROTECTED: f"make the folder and its files writable for you or {OTHER_FOLDER}",
    Unwritable.HELD: "close the other program that uses it",
}

SCHEMA = """
CREATE TABLE IF NOT EXISTS evening (id INTEGER PRIMARY KEY, game TEXT NOT NULL, started REAL NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS fact (evening INTEGER NOT NULL REFERENCES evening(id), number INTEGER NOT NULL,
    at REAL NOT NULL, fact TEXT NOT NULL, PRIMARY KEY (evening, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS picture (evening INTEGER NOT NULL, number INTEGER NOT NULL, jpeg BLOB NOT NULL,
    PRIMARY KEY (evening, number));
"""


@record()
class Kept:
    """The summary of one evening in the journal: ``started`` in seconds since 1970, ``facts`` is their number."""

    id: int
    game: str
    started: float
    closed: bool
    facts: int


class Journal(JournalReader):
    """The evenings of one data folder. Only a test changes ``synchronous``, to show that SQLite needs FULL."""

    def __init__(self, folder: Path, synchronous: str = "FULL") -> None:
        super().__init__(folder)
        self.healed: list[Damage] = []
        """Facts that one file had lost and the other restored, since the opening of the journal."""
        self.lost: list[Damage] = []
        """The damage of each evening that the journal lost and whose mirror begins with a damaged fact."""
        self._refused: Unwritable | None = None
        self._written: tuple[int, End] | None = None
        """The evening mirrored in the present transaction, and the end of its mirror before it."""
        self.set_aside: Path | None = None
        """The damaged file that mirrors replaced at the opening of the journal, None if there was no damage."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.mirror.evenings() and _damaged(self.path, *CHECKS):
                self.set_aside = put_aside(self.path)
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute(f"PRAGMA synchronous={synchronous}")
            self._db.execute("PRAGMA cache_size=-256")  # kB: Servi reads an evening once, then only appends to it
            self._db.executescript(SCHEMA)
            if self.protected():  # SQLite opens a read-only file without an error and refuses only the writes
                raise PermissionError("it may only be read")
        except (sqlite3.Error, OSError) as error:
            if hasattr(self, "_db"):
                self._db.close()
            why = Unwritable.PROTECTED if self.protected() else Unwritable.FULL
            cure = CURES[why] if why is Unwritable.PROTECTED else OTHER_FOLDER + ", or move that file away"
            raise JournalError(f"the journal {self.path} cannot be opened ({error}): {cure}", why) from None
        self._hold_together()

    def _hold_together(self) -> None:
        """Compare the ends of journal and mirror; compare an evening fully if its ends differ."""
        ends = dict(self._db.execute("SELECT id, (SELECT max(number) FROM fact WHERE evening = id) FROM evening"))
        for evening in sorted({*ends, *self.mirror.evenings()}):
            if self.mirror.end(evening).number != ends.get(evening):
                entries, lost = self.read(evening, adopt=evening not in ends)
                if lost and not entries and evening not in ends:
                    self.lost.append(lost)
        if self.set_aside is not None:
            self._take_pictures(self.set_aside)

    def _take_pictures(self, file: Path) -> None:
        """Copy readable data from a damaged file: photographs, and which evenings were closed."""
        old = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            with self._transaction() as db:
                for closed, evening in _readable(old, "SELECT closed, id FROM evening"):
                    db.execute("UPDATE evening SET closed = ? WHERE id = ?", (closed, evening))
                for row in _readable(old, "SELECT evening, number, jpeg FROM picture"):
                    db.execute("INSERT OR IGNORE INTO picture VALUES (?, ?, ?)", row)
        except JournalError as error:
            LOG.warning("nothing could be taken over from %s: %s", file, error)
        finally:
            old.close()

    def close(self) -> None:
        """Close the files."""
        self.mirror.close()
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit all statements of the block, synced to the disk, or none of them; raise ``JournalError``."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
                self._refused = None
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                if self._written is not None:
                    self.mirror.take_back(*self._written)
                raise
            finally:
                self._written = None
        except (sqlite3.Error, OSError) as error:
            why = self._why(error) if isinstance(error, sqlite3.Error) else why_unwritable(error)
            self._refused = None if why is Unwritable.HELD else why  # another program's lock is temporary
            raise JournalError(
                f"the journal cannot be written ({error}): {CURES[why]}, then do it again", why
            ) from None

    def _why(self, error: sqlite3.Error) -> Unwritable:
        """Return why a transaction failed. SQLite calls a protected disk an I/O error, so also test the folder."""
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Unwritable.HELD
        if kind == sqlite3.SQLITE_READONLY or self.protected() or refuses_files(self.path.parent):
            return Unwritable.PROTECTED
        return Unwritable.FULL

    @property
    def trouble(self) -> Unwritable | None:
        """Why the last write failed, or why the next opening will fail; None if all is well or only locked for now."""
        return self._refused or (Unwritable.PROTECTED if self.protected() else None)

    def protected(self) -> bool:
        """Whether folder or file is write-protected now; an already open file may still accept writes."""
        return protected(self.path.parent, self.path)

    def begin(self, at: float, started: GameStarted, leaving: int = 0) -> int:
        """Write the first fact of a new evening, close the evening ``leaving``, and return the new id."""
        first, _ = self._kept(started)
        with self._transaction() as db:
            db.execute("UPDATE evening SET closed = 1 WHERE id = ?", (leaving,))
            rowid = db.execute("INSERT INTO evening (game, started) VALUES (?, ?)", (started.game, at)).lastrowid
            evening = int(rowid or 0)
            self.mirror.set_aside(evening)
            self._insert(evening, [Row(1, float(at), first)])
        return evening

    def append(self, evening: int, entries: Sequence[Entry], picture: bytes | None = None) -> list[Entry]:
        """Write entries and the photograph of the last one in one transaction; return them in the form of ``read``."""
        stored = [self._kept(e.fact) for e in entries]
        rows = [Row(e.number, float(e.at), line) for e, (line, _) in zip(entries, stored, strict=True)]
        with self._transaction() as db:
            if picture is not None:
                db.execute("INSERT INTO picture VALUES (?, ?, ?)", (evening, rows[-1].number, picture))
            self._insert(evening, rows)
        return [replace(e, fact=fact) for e, (_, fact) in zip(entries, stored, strict=True)]

    def _kept(self, fact: Fact) -> tuple[str, Fact]:
        """Return the line of a fact without names, and the fact in the form of ``read``.

        Raise ``BadCommand`` if the line cannot be read back, and ``JournalError`` if a new name cannot be written.
        """
        line, fact = kept(fact)
        try:
            hidden = self.names.hidden(fact)
        except OSError as error:
            why = why_unwritable(error)
            raise JournalError(f"the names cannot be written ({error}): {CURES[why]}, then do it again", why) from None
        return (line if hidden is fact else canonical(encode(hidden))), fact

    def _insert(self, evening: int, rows: Sequence[Row]) -> None:
        """Write rows into both files. After a power cut before the commit, only the mirror holds these facts."""
        self._db.executemany(f"INSERT INTO fact VALUES ({evening}, ?, ?, ?)", rows)
        if self.mirror.end(evening).number != rows[0].number - 1:
            self.mirror.rewrite(evening, held(self._db, self.mirror, evening).rows[: rows[0].number - 1])
        self._written = evening, self.mirror.append(evening, rows)

    def evenings(self) -> list[Kept]:
        """Return all evenings, the newest first."""
        rows = self._db.execute(
            "SELECT id, game, started, closed, (SELECT count(*) FROM fact WHERE evening = id) FROM evening"
            " ORDER BY id DESC"
        ).fetchall()
        return [Kept(i, g, s, bool(c), n) for i, g, s, c, n in rows]

    def read(self, evening: int, *, adopt: bool = False) -> tuple[list[Entry], Damage | None]:
        """Return the entries of one evening in order, up to the first lost one, and that damage.

        Facts that one file lost come from the other, and both files are healed. ``adopt``: the journal may take over a
        part of an evening.
        """
        found = held(self._db, self.mirror, evening)
        if found.rows and (adopt or (found.lost is None and not (found.journal and found.mirror))):
            try:
                found = self._heal(evening)
            except (JournalError, OSError) as error:
                LOG.warning("evening %d is read, but not healed: %s", evening, error)
        return [
            replace(e, fact=shown) if (shown := self.names.shown(e.fact)) is not e.fact else e for e in found.entries
        ], found.lost

    def _heal(self, evening: int) -> Held:
        """Write the valid rows of an evening into journal and mirror; compare both again inside the lock.

        If facts are lost, leave the mirror unchanged.
        """
        with self._transaction() as db:
            found = held(db, self.mirror, evening)
            if not found.journal:
                started = found.entries[0].fact
                assert isinstance(started, GameStarted)
                db.execute(
                    "INSERT OR IGNORE INTO evening (id, game, started) VALUES (?, ?, ?)",
                    (evening, started.game, found.rows[0].at),
                )
                db.execute("DELETE FROM fact WHERE evening = ?", (evening,))
                db.executemany(f"INSERT INTO fact VALUES ({evening}, ?, ?, ?)", found.rows)
            if found.foreign:
                self.mirror.set_aside(evening)
            if found.lost is None and not found.mirror:
                self.mirror.rewrite(evening, found.rows)
        for damage in found.healed:
            LOG.warning("%s", damage)
        self.healed += found.healed
        return found

    def cut(self, evening: int, last: int) -> None:
        """Drop the facts after ``last``, so that a damaged evening continues there; keep copies of facts and mirror."""
        query = "SELECT number, at, CAST(fact AS BLOB) FROM fact WHERE evening = ? AND number > ? ORDER BY number"
        try:
            dropped = b"".join(
                b"%d %r %s\n" % (n, at, fact) for n, at, fact in _readable(self._db, query, evening, last)
            )
            write_whole(stamped(self.path.with_name(f"{self.path.name}.{evening}.after-{last}-")), dropped)
            rows = held(self._db, self.mirror, evening).rows[:last]
            self.mirror.set_aside(evening)
        except OSError as error:
            why = why_unwritable(error)
            raise JournalError(f"the damaged facts cannot be kept ({error}): {CURES[why]}", why) from None
        with self._transaction() as db:
            db.execute("DELETE FROM fact WHERE evening = ?", (evening,))
            db.executemany(f"INSERT INTO fact VALUES ({evening}, ?, ?, ?)", rows)
            db.execute("DELETE FROM picture WHERE evening = ? AND number > ?", (evening, last))
            self.mirror.rewrite(evening, rows)

    def entries(self, evening: int) -> list[Entry]:
        """Return the entries of one evening in order, up to the first damaged one."""
        return self.read(evening)[0]

    def started(self, evening: int) -> GameStarted | None:
        """Return the first fact of an evening, None if it is unreadable."""
        try:
            row = self._db.execute("SELECT fact FROM fact WHERE evening = ? AND number = 1", (evening,)).fetchone()
            fact = decode(json.loads(row[0]))
        except Exception:  # flipped bits may raise anything in SQLite or the decoder
            return None
        started = self.names.shown(fact)
        return started if isinstance(started, GameStarted) else None

    def close_evening(self, evening: int) -> None:
        """Mark an evening as closed; it stays in the journal."""
        with self._transaction() as db:
            db.execute("UPDATE evening SET closed = 1 WHERE id = ?", (evening,))

    def go_on_with(self, evening: int, leaving: int = 0) -> None:
        """Reopen an earlier evening, and close the evening ``leaving``."""
        with self._transaction() as db:
            db.execute("UPDATE evening SET closed = 1 WHERE id = ?", (leaving,))
            db.execute("UPDATE evening SET closed = 0 WHERE id = ?", (evening,))

    def picture(self, evening: int, number: int) -> bytes | None:
        """Return the photograph of a throw as JPEG, None without a readable one."""
        return picture_in(self._db, evening, number)

    def erase_pictures(self, evening: int | None = None) -> None:
        """Erase the photographs of one evening, or of all evenings, also from the disk; keep the facts."""
        with self._transaction() as db:
            if evening is None:
                db.execute("DELETE FROM picture")
            else:
                db.execute("DELETE FROM picture WHERE evening = ?", (evening,))
        self._wipe("the photographs are")

    def delete(self, evening: int) -> None:
        """Delete an evening with its facts and photographs, also from the disk."""
        with self._transaction() as db:
            self.mirror.delete(evening)  # first: a mirror without its evening would restore the evening
            for statement in ("picture WHERE evening", "fact WHERE evening", "evening WHERE id"):
                db.execute(f"DELETE FROM {statement} = ?", (evening,))
        self._wipe("the evening is")

    def _wipe(self, what: str) -> None:
        """Rewrite the file without the deleted data and empty its log; raise ``JournalError``."""
        try:
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise JournalError(
                f"{what} out of the journal, but could not be wiped from the disk ({error}): free some space and do it again"
            ) from None

    def bring_in(self, entries: Sequence[Entry], pictures: Mapping[int, bytes]) -> int:
        """Store a whole evening read by ``evening_file.read`` as a closed one; return its new id."""
        started = entries[0].fact
        assert isinstance(started, GameStarted)
        with self._transaction() as db:
            rowid = db.execute(
                "INSERT INTO evening (game, started, closed) VALUES (?, ?, 1)", (started.game, entries[0].at)
            ).lastrowid
            evening = int(rowid or 0)
            db.executemany("INSERT INTO picture VALUES (?, ?, ?)", [(evening, n, p) for n, p in pictures.items()])
            self.mirror.set_aside(evening)
            self._insert(evening, [Row(e.number, e.at, self._kept(e.fact)[0]) for e in entries])
        return evening


def make_openable(folder: Path) -> None:
    """Put an unreadable journal without mirrors aside, so that a table opens; raise ``OSError``."""
    path = folder / FILE
    if (
        path.exists()
        and not Mirror(path).evenings()
        and _damaged(path, "SELECT id, game, started, closed FROM evening")
    ):
        put_aside(path)


def put_aside(path: Path) -> Path:
    """Rename a damaged journal and its log; return the new name. Raise ``OSError``."""
    aside = stamped(path.with_name(f"{path.name}.damaged-"))
    LOG.warning("the journal is damaged: it is kept as %s", aside)
    for end in ("-shm", "-wal", ""):  # the file itself last: until then, the next start tries again
        file = path.with_name(path.name + end)
        if file.exists():
            file.rename(f"{aside}{end}")
    return aside


def set_aside(folder: Path) -> list[str]:
    """Return the names of the damaged journals kept in a folder, the newest first."""
    names = (file.name for file in folder.glob(f"{FILE}.damaged-*"))
    return sorted((name for name in names if not name.endswith(("-wal", "-shm"))), reverse=True)


def _damaged(path: Path, *checks: str) -> bool:
    """Whether one of these checks finds damage in the file; a read-only connection leaves the log unchanged."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as db:
            return any(row[0] != "ok" for check in checks for row in db.execute(check) if check.startswith("PRAGMA"))
    except sqlite3.DatabaseError as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _readable(db: sqlite3.Connection, wanted: str, *values: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query up to the first unreadable one."""
    try:
        yield from db.execute(wanted, values)
    except sqlite3.Error as error:
        LOG.warning("not everything could be taken over: %s", error)
