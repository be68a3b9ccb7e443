"""The mirror: a second file for each evening, one line for each fact with a hash of this and all earlier lines.

A line is ``HASH {"at":…,"fact":{…},"number":…}``. The hash is the SHA-256 of the previous hash and the row, so the last
hash is the head of the chain. Photographs are not mirrored.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.disk import stamped, sync, write_whole
from companion.record import record

LINE = re.compile(r'([0-9a-f]{64}) (\{"at":(-?[0-9.e+-]+),"fact":(.*),"number":([1-9][0-9]{0,8})\})')
USUAL_LINE, LONGEST_LINE = 2**12, 2**20
"""Bytes to read at the end of a file to find its last line: first try, and second try for a longer line."""


class Row(NamedTuple):
    """One stored fact: its number, its time in seconds since 1970, and its canonical line."""

    number: int
    at: float
    fact: str

    def __str__(self) -> str:
        return f'{{"at":{self.at!r},"fact":{self.fact},"number":{self.number}}}'


@record()
class Line:
    """One readable line; ``sound``: its hash follows from the previous line in the file."""

    hash: str
    row: Row
    text: str
    sound: bool


def chained(head: str, row: str) -> str:
    """Return the hash of a row and of all rows before it, whose hash is ``head``."""
    return hashlib.sha256((head + row).encode("utf-8", "surrogatepass")).hexdigest()


def lines_of(rows: Iterable[Row], head: str = "") -> Iterator[str]:
    """Yield the lines of these rows; ``head`` is the hash of the line before them."""
    for row in rows:
        head = chained(head, str(row))
        yield f"{head} {row}\n"


class End(NamedTuple):
    """The end of a file: its size in bytes, its head, and the number of its last row, -1 if that row is unreadable."""

    size: int = 0
    head: str = ""
    number: int = 0


class Mirror:
    """The mirrors of one data folder."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._ends: dict[int, End] = {}
        """The end of each file after the last append or removal of this process."""
        self._open: tuple[int, int] | None = None
        """The evening of the last append and its open file, which stays writable in a protected folder."""

    def file(self, evening: int) -> Path:
        """Return the file of an evening."""
        return self._journal.with_name(f"{self._journal.name}.{evening}.mirror")

    def evenings(self) -> list[int]:
        """Return the evenings that have a mirror."""
        names = (file.name.split(".")[-2] for file in self._journal.parent.glob(f"{self._journal.name}.*.mirror"))
        return sorted(int(name) for name in names if name.isascii() and name.isdigit())

    def end(self, evening: int) -> End:
        """Return the end of an evening's file without reading the whole file, ``End()`` without a file."""
        try:
            size = self.file(evening).stat().st_size
        except FileNotFoundError:
            return End()
        except OSError:
            return End(number=-1)
        if (known := self._ends.get(evening)) and known.size == size:
            return known
        with self.file(evening).open("rb") as file:
            for most in (USUAL_LINE, LONGEST_LINE):
                file.seek(max(0, size - most))
                *_, last, rest = (b"\n" + file.read()).rsplit(b"\n", 2)
                if (line := _line(last, "")) is not None:
                    break
        return End(size, line.hash, line.row.number) if line and not rest else End(size, number=-1)

    def append(self, evening: int, rows: Sequence[Row]) -> End:
        """Append rows, synced on return; return the end before them. Raise ``OSError``."""
        before = self.end(evening)
        data = "".join(lines := list(lines_of(rows, before.head))).encode()
        handle = self._handle(evening)
        try:
            left = data
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        except OSError:
            self.take_back(evening, before)
            raise
        if not before.size:
            sync(self._journal.parent)
        self._ends[evening] = End(before.size + len(data), lines[-1][:64], rows[-1].number)
        return before

    def take_back(self, evening: int, end: End) -> None:
        """Remove the rows after an end. If that fails, ``read`` ignores them; the journal then rewrites the file."""
        self._ends[evening] = end
        try:
            os.ftruncate(self._handle(evening), end.size)
        except OSError:
            pass

    def _handle(self, evening: int) -> int:
        if self._open is None or self._open[0] != evening:
            self.close()
            self._open = evening, os.open(self.file(evening), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return self._open[1]

    def close(self) -> None:
        """Close the file that ``append`` keeps open."""
        if self._open is not None:
            os.close(self._open[1])
            self._open = None

    def read(self, evening: int) -> dict[int, Line] | None:
        """Return the readable lines of an evening by number; None if it has no mirror that can be opened."""
        try:
            content = self.file(evening).read_bytes()
        except OSError:
            return None
        if evening in self._ends:
            content = content[: self._ends[evening].size]  # later bytes are rows that could not be removed
        found: dict[int, Line] = {}
        before = ""
        for each in content.split(b"\n")[:-1]:
            line = _line(each, before)
            before = line.hash if line else ""
            if line is not None and (line.sound or line.row.number not in found):
                found[line.row.number] = line
        return found

    def rewrite(self, evening: int, rows: Iterable[Row]) -> None:
        """Replace a whole mirror; on failure, leave the old one. Raise ``OSError``."""
        self.close()
        self._ends.pop(evening, None)
        write_whole(self.file(evening), "".join(lines_of(rows)))

    def set_aside(self, evening: int) -> None:
        """Rename the file of an evening, so that a new one begins. Raise ``OSError``."""
        self.close()
        self._ends.pop(evening, None)
        file = self.file(evening)
        if file.exists():
            file.rename(stamped(file.with_name(f"{file.name}-")))
            sync(file.parent)

    def delete(self, evening: int) -> None:
        """Delete the mirror of an evening. Raise ``OSError``."""
        self.close()
        self._ends.pop(evening, None)
        self.file(evening).unlink(missing_ok=True)
        sync(self._journal.parent)


def _line(data: bytes, before: str) -> Line | None:
    try:
        found = LINE.fullmatch(data.lstrip(b"\0").decode())  # zeros come from sectors that the disk never wrote
        if not found:
            return None
        row = Row(int(found[5]), float(found[3]), found[4])
        return Line(found[1], row, found[2], found[1] == chained(before, found[2]))
    except ValueError:
        return None
