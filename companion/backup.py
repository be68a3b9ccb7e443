"""The verbs ``backup`` and ``restore``: the whole data folder as one file, consistent even during an evening."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import sqlite3
import sys
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.disk import PART, put_in_place
from companion.errors import ServiError
from companion.journal import FILE

FORMAT = "servi-backup"
HEAD = "servi-backup.json"
LARGEST = 4 * 2**30
"""Maximum unpacked size of a backup, in bytes."""


class BackupError(ServiError, OSError):
    """A backup that cannot be written or restored."""


def main(argv: Sequence[str], data: Path) -> int:
    """Run ``backup [FILE]`` or ``restore FILE``; return the exit status."""
    verb = argv[0]
    parser = argparse.ArgumentParser(
        prog=f"./servi {verb}",
        description={
            "backup": "Write everything that Servi keeps (evenings, photographs, boxes, taught dice) into one file.",
            "restore": "Take everything back from such a file. What lies there now is kept beside it.",
        }[verb],
    )
    if verb == "backup":
        parser.add_argument("file", type=Path, nargs="?", help="where to (servi-DATE.tar.gz)")
    else:
        parser.add_argument("file", type=Path, help="what ./servi backup wrote")
    parser.add_argument("--data", type=Path, default=data, metavar="DIR", help="folder of the journal (%(default)s)")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    arguments = parser.parse_args(argv[1:])
    try:
        print(backup(arguments) if verb == "backup" else restore(arguments))
    except BackupError as error:
        print(f"servi: {error}", file=sys.stderr)
        return 1
    return 0


def backup(arguments: argparse.Namespace) -> str:
    """Write the backup; return one sentence about what was done. Raise ``BackupError``."""
    data: Path = arguments.data
    target: Path = arguments.file or Path(time.strftime("servi-%Y-%m-%d-%H%M.tar.gz"))
    if not (data / FILE).is_file():
        raise BackupError(f"there is no journal in {data}: name the data folder with --data DIR.")
    others = list(_others(data))
    if arguments.dry_run:
        return f"would write the journal and {len(others)} other files of {data} to {target}."
    try:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            copy, part = Path(folder) / FILE, Path(folder) / "whole.tar.gz"
            _copy_journal(data / FILE, copy)
            with tarfile.open(part, "w:gz") as whole:
                head = Path(folder) / HEAD
                head.write_text(json.dumps({"format": FORMAT, "version": 1, "at": time.time()}), encoding="utf-8")
                whole.add(head, HEAD)
                whole.add(copy, FILE)
                for file in others:
                    whole.add(file, str(file.relative_to(data)), recursive=False)
            put_in_place(part, target)
    except (OSError, sqlite3.Error, tarfile.TarError) as error:
        raise BackupError(f"{target} could not be written ({error}): name another place.") from None
    return f"wrote {target} ({target.stat().st_size / 2**20:.1f} MB)."


def restore(arguments: argparse.Namespace) -> str:
    """Restore a backup; return one sentence about what was done. Raise ``BackupError``, also while a table is open."""
    data, source = Path(os.path.abspath(arguments.data)), Path(arguments.file)
    _nobody_plays(data)
    aside = data.with_name(data.name + time.strftime("-before-%Y%m%d-%H%M%S"))
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=data.parent) as folder:
            new = Path(folder) / "data"
            evenings = _unpack(source, new)
            number = f"{evenings} evening{'' if evenings == 1 else 's'}"
            if arguments.dry_run:
                return f"would put {number} from {source} into {data}, and keep what lies there as {aside}."
            (new / HEAD).unlink()
            if data.exists():
                data.rename(aside)
            new.rename(data)
    except BackupError:
        raise
    except OSError as error:
        raise BackupError(f"{source} could not be taken back ({error}): nothing was changed.") from None
    kept = f"; what lay there before is in {aside}" if aside.exists() else ""
    return f"took {number} back into {data}{kept}."


def _others(data: Path) -> Iterator[Path]:
    """Yield every regular file of the data folder except the journal and unfinished files."""
    for file in sorted(data.rglob("*")):
        if file.is_file() and not file.is_symlink() and not file.name.startswith(FILE) and file.suffix != PART:
            yield file


def _copy_journal(source: Path, target: Path) -> None:
    """Copy the journal with SQLite's backup function, so that the copy is consistent even while the table writes."""
    with_source = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
    into = sqlite3.connect(target)
    try:
        with_source.backup(into)
        into.execute("PRAGMA journal_mode=DELETE")  # merges the WAL: one file results
    finally:
        into.close()
        with_source.close()


def _nobody_plays(data: Path) -> None:
    """Raise ``BackupError`` if a table has this journal open: then an exclusive lock fails, even if the table is idle."""
    file = data / FILE
    if not file.is_file():
        return
    db = sqlite3.connect(file, timeout=0.2, isolation_level=None)
    try:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    except sqlite3.Error:
        raise BackupError(f"a table plays with {data}: close it (sudo systemctl stop servi), then restore.") from None
    finally:
        db.close()


def _unpack(source: Path, target: Path) -> int:
    """Unpack into an empty folder and check the content; return its number of evenings. Raise ``BackupError``."""
    foreign = BackupError(f"{source} is no backup of Servi: take a file that `./servi backup` wrote.")
    try:
        with gzip.open(source) as packed:
            while packed.read(2**20):  # reads up to the gzip checksum at the end: a truncated copy is damaged
                pass
        with tarfile.open(source, "r:gz") as whole:
            members = whole.getmembers()
            if HEAD not in {one.name for one in members} or sum(one.size for one in members) > LARGEST:
                raise foreign
            places = {one: (target / one.name).resolve() for one in members}
            if not all(one.isfile() and place.is_relative_to(target.resolve()) for one, place in places.items()):
                raise foreign
            for one, place in places.items():  # extractall refuses foreign paths only from Python 3.11.4 on
                place.parent.mkdir(parents=True, exist_ok=True)
                with whole.extractfile(one) as content, place.open("wb") as file:  # type: ignore[union-attr]
                    shutil.copyfileobj(content, file)
        head = json.loads((target / HEAD).read_text(encoding="utf-8"))
        if head.get("format") != FORMAT or head.get("version") != 1:
            raise foreign
        db = sqlite3.connect(f"{(target / FILE).resolve().as_uri()}?mode=ro", uri=True)
        try:
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise BackupError(f"{source} is damaged: take an older backup.")
            return int(db.execute("SELECT count(*) FROM evening").fetchone()[0])
        finally:
            db.close()
    except FileNotFoundError:
        raise BackupError(f"there is no file {source}: name the file that `./servi backup` wrote.") from None
    except BackupError:
        raise
    except (tarfile.TarError, EOFError, zlib.error, ValueError, AttributeError, sqlite3.Error, OSError) as error:
        raise BackupError(f"{source} is damaged ({error}): take an older backup.") from None
