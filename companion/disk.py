"""The data folder: small files in it, written whole or not at all, and whether anything can be written there."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from companion.errors import Unwritable

TRIED = ".servi-may-write"
"""A file that is made and removed again to see whether that is allowed."""
PART = ".part"
"""Suffix of a file that is still being written; a backup leaves it out."""
PROTECTED = (errno.EACCES, errno.EPERM, errno.EROFS)


def protected(*paths: Path) -> bool:
    """Whether one of these, a folder or a file that is there, may not be written: by its rights or by its disk's."""
    return any(path.exists() and not os.access(path, os.W_OK) for path in paths)


def why_unwritable(error: OSError) -> Unwritable:
    """Return why a write failed."""
    return Unwritable.PROTECTED if error.errno in PROTECTED else Unwritable.FULL


def refuses_files(folder: Path) -> bool:
    """Whether no file can be made in a folder, tried by making one: a disk that failed denies what its rights allow."""
    try:
        (folder / TRIED).open("wb").close()
        (folder / TRIED).unlink()
    except OSError as error:
        return why_unwritable(error) is Unwritable.PROTECTED
    return False


def write_whole(file: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write a file whole or not at all, safe on the disk on return; make its folder if missing. Raise ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=PART)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content.encode("utf-8") if isinstance(content, str) else content)
        part.chmod(mode)
        put_in_place(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def put_in_place(part: Path, file: Path) -> None:
    """Rename a finished file of the same disk to ``file``, synced before and after. Raise ``OSError``."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.replace(file)
    if os.name != "nt":  # Windows cannot open a folder
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
