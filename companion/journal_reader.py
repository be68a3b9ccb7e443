"""Reading the journal while the table writes to it, without writes, healing or locks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from companion import evening_file
from companion.damage import Damage
from companion.errors import BadEvening, JournalError
from companion.evening import Entry
from companion.held import held
from companion.mirror import Mirror
from companion.name_table import NameTable

FILE = "servi.sqlite"
OTHER_FOLDER = "choose another folder with --data"


class JournalReader:
    """The evenings of one data folder, read-only."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.mirror = Mirror(self.path)
        self.names = NameTable(folder)

    def entries_beside(self, evening: int) -> list[Entry]:
        """Return the entries of an evening as ``read`` does, but heal nothing, so that it may run beside a write."""
        with self._connected() as db:
            return self._read_beside(db, evening)[0]

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """Open a connection to the present state of the journal while others write; raise ``JournalError``."""
        try:
            with closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as db:
                db.isolation_level = None
                db.execute("BEGIN")
                yield db
        except sqlite3.Error as error:
            cure = "open the table, which heals what it can" if self.path.exists() else OTHER_FOLDER
            raise JournalError(f"the journal {self.path} cannot be read ({error}): {cure}") from None

    def _read_beside(self, db: sqlite3.Connection, evening: int) -> tuple[list[Entry], Damage | None]:
        (last,) = db.execute("SELECT coalesce(max(number), 0) FROM fact WHERE evening = ?", (evening,)).fetchone()
        found = held(db, Mirror(self.path), evening)
        entries = [entry for entry in found.entries if entry.number <= last]  # the mirror may be ahead of the commit
        return [replace(entry, fact=self.names.shown(entry.fact)) for entry in entries], found.lost

    def contents(self, evening: int, pictures: bool = True) -> tuple[list[Entry], dict[int, bytes]]:
        """Return an evening's entries up to any damage, and its photographs, for ``evening_file.write``.

        Photographs take long, but the method may run beside a write. Raise ``BadEvening`` if the evening is missing or
        has no readable fact, and ``JournalError`` if the journal cannot be read.
        """
        with self._connected() as db:
            known = [number for (number,) in db.execute("SELECT id FROM evening ORDER BY id DESC")]
            if evening not in known:
                listed = ", ".join(map(str, known)) or "none yet"
                raise BadEvening(f"there is no evening {evening} in this journal: known are {listed}")
            entries, damage = self._read_beside(db, evening)
            if not entries:
                raise BadEvening(f"nothing of it can be exported: {damage}")
            found = ((entry.number, picture_in(db, evening, entry.number)) for entry in entries if pictures)
            return entries, {number: jpeg for number, jpeg in found if jpeg}

    def export(self, evening: int, pictures: bool = True) -> str:
        """Return an evening as the text of its file; raise ``BadEvening``."""
        return evening_file.write(*self.contents(evening, pictures))


def picture_in(db: sqlite3.Connection, evening: int, number: int) -> bytes | None:
    """Return a throw's photograph as JPEG; None if it is missing or unreadable."""
    try:
        row = db.execute("SELECT jpeg FROM picture WHERE evening = ? AND number = ?", (evening, number)).fetchone()
    except sqlite3.Error:  # the journal is damaged
        return None
    return bytes(row[0]) if row else None
