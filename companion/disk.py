"""Safe writing in the data folder: complete files or none, and checks for write access."""

from __future__ import annotations

import errno
import os
import tempfile
import time
from pathlib import Path

from companion.errors import Unwritable

TRIED = ".servi-may-write"
"""Temporary file for the test whether a folder is writable."""
PART = ".part"
"""Suffix of an unfinished file; backups skip it."""
PROTECTED = (errno.EACCES, errno.EPERM, errno.EROFS)


def protected(*paths: Path) -> bool:
    """Whether one of these existing paths is write-protected, by its permissions or its file system."""
    return any(path.exists() and not os.access(path, os.W_OK) for path in paths)


def why_unwritable(error: OSError) -> Unwritable:
    """Return the reason for a failed write."""
    return Unwritable.PROTECTED if error.errno in PROTECTED else Unwritable.FULL


def refuses_files(folder: Path) -> bool:
    """Whether a folder refuses a new file as protected, even if the permissions allow it; a failed disk does that."""
    try:
        (folder / TRIED).open("wb").close()
        (folder / TRIED).unlink()
    except OSError as error:
        return why_unwritable(error) is Unwritable.PROTECTED
    return False


def write_whole(file: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write a complete file or none, synced on return, and create its folder. Raise ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=PART)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content.encode("utf-8") if isinstance(content, str) else content)
        part.chmod(mode)
        give_to_owner(part, file.parent)
        put_in_place(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def put_in_place(part: Path, file: Path) -> None:
    """Rename a finished file on the same disk to ``file``, synced before and after. Raise ``OSError``."""
    sync(part)
    part.replace(file)
    sync(file.parent)


def give_to_owner(path: Path, folder: Path) -> None:
    """Give a file that root made to the owner of a folder: root may run a verb for the service's user."""
    if os.name != "nt" and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def stamped(path: Path) -> Path:
    """Return the path with local date and time after its name, and a number if that exists: clocks may be set back."""
    number, free = 1, path.with_name(f"{path.name}{time.strftime('%Y%m%d-%H%M%S')}")
    stamp = free.name
    while free.exists():
        number += 1
        free = path.with_name(f"{stamp}-{number}")
    return free


def sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are stored on the disk. Raise ``OSError``."""
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot open a folder
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
