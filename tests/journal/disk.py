"""A model of a disk, rebuilt from a program's writes: which content is certain at any moment, and which is possible.

`strace` records the calls. A write is certain once its file is synced, a name once its folder is. After a power cut,
unsynced writes may be there, missing, or partial.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
KNOWN = ("openat", "open", "creat", "close", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename",
         "renameat", "renameat2", "unlink", "unlinkat")
UNKNOWN = ("pwritev", "writev", "truncate", "fallocate", "copy_file_range", "sendfile", "lseek", "dup", "dup2", "dup3")
"""Calls outside the model: on a followed file they raise an error."""

CALLS = ",".join((*KNOWN, *UNKNOWN))

LINE = re.compile(r"^(\d+)\s+(\w+)\((.*)\)\s+= (-?\d+|\?)", re.S)
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes written at an offset; None truncates or extends the file to ``at``."""

    at: int
    data: bytes | None


@dataclass(slots=True)
class File:
    """A file's content at its last sync, and the writes since."""

    sure: bytes = b""
    since: list[Write] = field(default_factory=list)
    named: bool = False
    gone: bool = False


Keep = Callable[[Sequence[Write]], Sequence[Write]]


def nothing(since: Sequence[Write]) -> Sequence[Write]:
    """Keep no unsynced write."""
    return ()


def everything(since: Sequence[Write]) -> Sequence[Write]:
    """Keep every unsynced write."""
    return since


def apply(content: bytes, writes: Sequence[Write]) -> bytes:
    """Return the content after these writes."""
    out = bytearray(content)
    for write in writes:
        end = write.at + len(write.data or b"")
        if len(out) < end:
            out.extend(bytes(end - len(out)))
        if write.data is None:
            del out[write.at :]
        else:
            out[write.at : end] = write.data
    return bytes(out)


CACHE = 12
"""Number of last writes of a file that a disk with false syncs may still lose."""


class Disk:
    """The files of one folder with this name prefix, as stored on the disk; ``lies`` picks those with false syncs."""

    def __init__(self, folder: Path, prefix: str, lies: Callable[[str], bool] = lambda name: False) -> None:
        self.folder, self.prefix, self.lies = folder, prefix, lies
        self.files: dict[str, File] = {}
        self.open: dict[int, str] = {}
        self.places: dict[int, int] = {}
        self.appending: set[int] = set()

    def image(self, keep: Keep) -> dict[str, bytes]:
        """Return the files after a power cut now; ``keep`` selects the unsynced writes that survive."""
        out = {}
        for name, file in self.files.items():
            there = file.named if keep is nothing else not (file.gone and keep is everything)
            if there:
                out[name] = apply(file.sure, keep(file.since))
        return out

    def take(self, call: str, told: str, result: int) -> bool:
        """Apply one call; return whether it wrote to a followed file or removed it."""
        fd = int(found[0]) if (found := re.match(r"\d+", told)) else -1
        match call:
            case "openat" | "open" | "creat":
                return self._open(path(told), told, result)
            case "close":
                self.open.pop(fd, None)
            case "unlink" | "unlinkat":
                name = self._name(path(told))
                if name in self.files:
                    self.files[name].gone = True
                    return True
            case "rename" | "renameat" | "renameat2":
                assert self._name(path(told)) is None, told
        name = self.open.get(fd, "")
        if not name or call in ("close", "openat", "open", "creat"):
            return False
        if name == "/":
            if call in ("fsync", "fdatasync"):
                self._sync_folder()
            return False
        assert call not in UNKNOWN, (call, told[:80])
        file = self.files[name]
        match call:
            case "pwrite64" | "write":
                data = content(told)
                assert len(data) >= result, "the record holds only a part of what was written"
                if call == "pwrite64":
                    at = int(told.rsplit(",", 1)[1])
                else:
                    at = len(apply(file.sure, file.since)) if fd in self.appending else self.places[fd]
                self.places[fd] = at + result
                self._note(name, Write(at, data[:result]))
                return True
            case "ftruncate":
                self._note(name, Write(int(told.rsplit(",", 1)[1]), None))
                return True
            case "fsync" | "fdatasync":
                if not self.lies(name):
                    file.sure, file.since = apply(file.sure, file.since), []
        return False

    def _note(self, name: str, write: Write) -> None:
        file = self.files[name]
        file.since.append(write)
        if self.lies(name):
            file.sure, file.since = apply(file.sure, file.since[:-CACHE]), file.since[-CACHE:]

    def _name(self, where: str) -> str | None:
        told = Path(where)
        followed = told.parent == self.folder and told.name.startswith(self.prefix) and not where.endswith("-shm")
        return told.name if followed else None

    def _open(self, where: str, told: str, fd: int) -> bool:
        if Path(where) == self.folder:
            self.open[fd] = "/"
        elif "O_RDONLY" in told:
            self.open.pop(fd, None)
        elif name := self._name(where):
            self.open[fd] = name
            self.places[fd] = 0
            if name not in self.files or self.files[name].gone:
                self.files[name] = File()
            assert "O_TRUNC" not in told
            self.appending = self.appending | {fd} if "O_APPEND" in told else self.appending - {fd}
        else:
            self.open.pop(fd, None)
        return False

    def _sync_folder(self) -> None:
        for name, file in list(self.files.items()):
            file.named = True
            if file.gone:
                del self.files[name]


def path(told: str) -> str:
    """Return the first path in a call's arguments."""
    found = TEXT.search(told)
    return content(found[0]).decode() if found else ""


def content(told: str) -> bytes:
    """Return the first text in a call's arguments, as bytes."""
    found = TEXT.search(told)
    assert found, told[:80]
    assert not found[2], "the record was cut off"
    return bytes.fromhex(found[1].replace("\\x", ""))


def calls(record: Path) -> Iterator[tuple[str, str, int]]:
    """Yield every successful call of a record: name, arguments, result."""
    begun: dict[str, str] = {}
    with record.open(encoding="ascii") as lines:
        for line in lines:
            pid = line.split(None, 1)[0]
            if line.rstrip().endswith("<unfinished ...>"):
                begun[pid] = line.rstrip().removesuffix("<unfinished ...>")
                continue
            if (at := line.find(" resumed>")) > 0 and "<..." in line:
                line = begun.pop(pid) + line[at + len(" resumed>") :]
            if (found := LINE.match(line)) and found[4] != "?" and int(found[4]) >= 0:
                yield found[2], found[3], int(found[4])
