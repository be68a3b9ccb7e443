"""The verbs ``backup`` and ``restore``: all data of Servi as one file. ``backup`` reads each new file back."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sqlite3
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from companion import archive, swap
from companion.archive import BackupError, Content
from companion.disk import put_in_place, why_unwritable, write_whole
from companion.errors import CannotStart, JournalError
from companion.folders import alone_in, open_alone
from companion.journal import CURES
from companion.journal_reader import FILE

DAYS, WEEKS = 7, 4
"""Number of days, and of weeks, with a kept nightly backup."""
NIGHTLY = re.compile(r"servi-(\d{4}-\d\d-\d\d)\.tar\.gz")
FORGET = "forget.json"
"""File with the id and start of each deleted evening that nightly backups may still hold."""
DAMAGED = "servi-damaged.tar.gz"
"""Nightly backup of a journal with damaged facts; it never replaces a good one."""
PREFIX = ".servi-"
"""Prefix of the folders in which a backup is written."""


def main(argv: Sequence[str], data: Path) -> int:
    """Run ``backup [FILE]`` or ``restore FILE``; return the exit status."""
    verb = argv[0]
    parser = argparse.ArgumentParser(
        prog=f"./servi {verb}",
        description={
            "backup": "Write everything that Servi keeps (evenings, photographs, boxes, taught dice) into one file.",
            "restore": "Take everything back from such a file. What lies there now is kept in the data folder.",
        }[verb],
    )
    if verb == "backup":
        parser.add_argument("file", type=Path, nargs="?", help="where to (servi-DATE.tar.gz)")
        parser.add_argument(
            "--nightly", action="store_true", help="into the data folder, without photographs, old ones deleted"
        )
    else:
        parser.add_argument("file", type=Path, help="what ./servi backup wrote")
    parser.add_argument("--data", type=Path, default=data, metavar="DIR", help="folder of the journal (%(default)s)")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    arguments = parser.parse_args(argv[1:])
    arguments.data = Path(os.path.abspath(arguments.data))
    try:
        print(backup(arguments) if verb == "backup" else restore(arguments))
    except BackupError as error:
        print(f"servi: {error}", file=sys.stderr)
        return 1
    return 0


def backup(arguments: argparse.Namespace) -> str:
    """Write a backup and return a sentence about it. Raise ``BackupError``, also if facts are damaged."""
    data: Path = arguments.data
    folder = data / swap.BACKUPS
    today = folder / time.strftime("servi-%Y-%m-%d.tar.gz")
    target: Path = arguments.file or (today if arguments.nightly else Path(time.strftime("servi-%Y-%m-%d-%H%M.tar.gz")))
    if data.exists() and not os.access(data, os.R_OK | os.X_OK):
        raise BackupError(f"{data} belongs to another user: run the same with sudo.")
    if swap.is_half_done(data):
        raise BackupError(f"a restore of {data} is not finished: start Servi once, then back up.")
    if not (data / FILE).is_file():
        raise BackupError(f"there is no journal in {data}: name the data folder with --data DIR.")
    if arguments.dry_run:
        return f"would write the journal and {len(list(archive.others(data)))} other files of {data} to {target}."
    try:
        if arguments.nightly:
            folder.mkdir(mode=0o700, exist_ok=True)
        with alone_in(target.parent):
            if arguments.nightly:
                for left in folder.glob(PREFIX + "*"):  # leftovers of a backup that was killed
                    shutil.rmtree(left, ignore_errors=True)
            content, target = _write(data, target, nightly=arguments.nightly)
            if arguments.nightly:
                for old in outdated([one.name for one in folder.iterdir()], target.name):
                    (folder / old).unlink()
                _forget(data, folder)
    except BackupError:
        raise
    except (OSError, sqlite3.Error, tarfile.TarError) as error:
        raise BackupError(f"{target} could not be written ({error}): name another place.") from None
    if content.damages:
        raise BackupError(f"wrote {target}, but of a damaged journal ({'; '.join(content.damages)}): keep older ones.")
    return f"wrote {target} ({target.stat().st_size / 2**20:.1f} MB): {_number(content)}, read again and replayed."


def restore(arguments: argparse.Namespace) -> str:
    """Restore a backup and return a sentence about it. Raise ``BackupError``, also while a table is open."""
    data, source = Path(arguments.data), Path(arguments.file)
    try:
        data.mkdir(parents=True, exist_ok=True)
        open_alone(data)
        _nobody_plays(data)
        swap.finish(data)
        try:
            content = archive.unpack(source, swap.begin(data))
            if arguments.dry_run:
                return f"would put {_number(content)} from {source} into {data}, and keep what lies there beside it."
            aside = swap.commit(data)
        finally:
            swap.cancel(data)
    except BackupError:
        raise
    except CannotStart as error:
        raise BackupError(str(error)) from None
    except OSError as error:
        raise BackupError(f"{source} could not be taken back ({error}): mend that; the next start goes on.") from None
    kept = f"; what lay there before is in {aside}" if aside else ""
    lost = f"; it was written without what is damaged: {'; '.join(content.damages)}" if content.damages else ""
    return f"took {_number(content)} back into {data}{kept}{lost}."


def outdated(names: Sequence[str], newest: str) -> set[str]:
    """Return the nightly backups to delete. Keep ``newest`` and the last backup of each of seven days and four weeks.

    Days and weeks without a backup do not count, so a pause in play or a wrong clock deletes no good backup.

    >>> sorted(outdated([f"servi-2026-03-{day:02}.tar.gz" for day in range(1, 21)], "servi-2026-03-20.tar.gz"))[-2:]
    ['servi-2026-03-12.tar.gz', 'servi-2026-03-13.tar.gz']
    """
    days = sorted((name for name in names if NIGHTLY.fullmatch(name)), reverse=True)
    weeks: dict[str, str] = {}
    for name in days:
        with suppress(ValueError):  # the name holds no valid date
            weeks.setdefault(time.strftime("%G-%V", time.strptime(name, "servi-%Y-%m-%d.tar.gz")), name)
    return {*days} - {newest, *days[:DAYS], *list(weeks.values())[:WEEKS]}


def _write(data: Path, target: Path, *, nightly: bool) -> tuple[Content, Path]:
    """Write the backup, read it back, then put it in its place; return its content and that place."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=target.parent) as folder:
        part = Path(folder) / "whole.tar.gz"
        content = archive.write(data, part, pictures=not nightly)
        if nightly and content.damages:
            target = target.with_name(DAMAGED)
        put_in_place(part, target)
    return content, target


def forget(data: Path, evening: int, started: float) -> None:
    """Record a deleted evening, so that the next nightly backup removes it from earlier ones.

    Do nothing without a backup folder. Raise ``JournalError`` if the record cannot be written.
    """
    folder = data / swap.BACKUPS
    if not folder.is_dir():
        return
    try:
        write_whole(folder / FORGET, json.dumps([*_forgotten(folder), (evening, started)]))
    except OSError as error:
        why = why_unwritable(error)
        raise JournalError(f"the backups cannot be changed ({error}): {CURES[why]}, then do it again", why) from None


def _forgotten(folder: Path) -> list[tuple[int, float]]:
    try:
        return [(int(evening), float(started)) for evening, started in json.loads((folder / FORGET).read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def _forget(data: Path, folder: Path) -> None:
    """Rewrite the backups in ``folder`` that may hold a deleted evening; delete those that cannot be read."""
    with closing(sqlite3.connect(f"{(data / FILE).as_uri()}?mode=ro", uri=True)) as db:
        kept = set(db.execute("SELECT id, started FROM evening"))
    gone = set(_forgotten(folder)) - kept
    for file in sorted(folder.glob("*.tar.gz")) if gone else ():
        facts = archive.facts_of(file)
        if facts and not any(evening in facts for evening, _ in gone):
            continue
        with tempfile.TemporaryDirectory(prefix=PREFIX, dir=folder) as room:
            old, part = Path(room) / "data", Path(room) / "whole.tar.gz"
            old.mkdir()
            try:
                archive.unpack(file, old)
            except BackupError:
                file.unlink()
                continue
            with closing(sqlite3.connect(old / FILE, isolation_level=None)) as db:
                for evening, started in gone:
                    if db.execute("DELETE FROM evening WHERE id = ? AND started = ?", (evening, started)).rowcount:
                        db.execute("DELETE FROM fact WHERE evening = ?", (evening,))
                db.execute("VACUUM")
            archive.write(old, part, pictures=False)
            put_in_place(part, file)
    (folder / FORGET).unlink(missing_ok=True)


def _number(content: Content) -> str:
    evenings = len(content.facts)
    return f"{evenings} evening{'' if evenings == 1 else 's'}"


def _nobody_plays(data: Path) -> None:
    """Raise ``BackupError`` if a table has this journal open: even an idle table prevents an exclusive lock."""
    file = data / FILE
    if not file.is_file():
        return
    db = sqlite3.connect(file, timeout=0.2, isolation_level=None)
    try:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    except sqlite3.OperationalError:
        raise BackupError(f"a table plays with {data}: close it (sudo systemctl stop servi), then restore.") from None
    except sqlite3.DatabaseError:
        pass  # a damaged journal: a reason to restore
    finally:
        db.close()


if __name__ == "__main__":  # `nightly.py` runs this as a process and names the data folder
    sys.exit(main(sys.argv[1:], Path()))
