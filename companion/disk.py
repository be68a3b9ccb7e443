"""The data folder: small files in it, written whole or not at all, and whether anything can be written there."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from companion.errors import Unwritable

TRIED = ".servi-may-write"
"""A file that is made and removed again to see whether that is allowed."""
PROTECTED = (errno.EACCES, errno.EPERM, errno.EROFS)


def protected(*paths: Path) -> bool:
    """Tell whether one of these, a folder or a file that is there, may not be written: by its rights or by its disk's."""
    return any(path.exists() and not os.access(path, os.W_OK) for path in paths)


def why_unwritable(error: OSError) -> Unwritable:
    """Return what a failed writing failed of."""
    return Unwritable.PROTECTED if error.errno in PROTECTED else Unwritable.FULL


def refuses_files(folder: Path) -> bool:
    """Tell whether no file can be made in a folder, tried by making one: a disk that failed denies what its rights allow."""
    try:
        (folder / TRIED).open("wb").close()
        (folder / TRIED).unlink()
    except OSError as error:
        return why_unwritable(error) is Unwritable.PROTECTED
    return False


def write_whole(file: Path, text: str) -> None:
    """Write a file whole or not at all, safe on the disk on return; raise ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
