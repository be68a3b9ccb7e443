"""The location of the data folder, and checks for write access and exclusive use."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.disk import give_to_owner, why_unwritable
from companion.errors import CannotStart, Unwritable

OPEN = ".open"
"""File in a data folder that the program using the folder keeps locked."""


def state_folder() -> Path:
    """Return the user's state folder: ``$XDG_STATE_HOME/servi``, else ``~/.local/state/servi``."""
    stated = os.environ.get("XDG_STATE_HOME", "")
    base = Path(stated) if os.path.isabs(stated) else Path(os.path.expanduser("~")) / ".local" / "state"
    return base / "servi"


def writable_folder(folder: Path) -> Path:
    """Return the absolute path of a folder after a test with a temporary file; raise ``CannotStart``.

    If it is missing, create it for this user only, because it contains hidden cards.
    """
    folder = Path(os.path.abspath(folder))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"the data folder {folder} is not writable ({error.strerror}): choose another one with "
            "`./servi --data DIR`.",
            why_unwritable(error),
        ) from None
    return folder


def open_alone(folder: Path) -> None:
    """Lock a data folder until this process ends; raise ``CannotStart`` if another program uses it or if that fails.

    The lock belongs to the process (POSIX), so it also ends after a kill or if a child process lives on. Windows and
    file systems without locks get no lock.
    """
    if sys.platform == "win32":
        return
    import fcntl

    try:
        held = os.open(folder / OPEN, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        give_to_owner(folder / OPEN, folder)
    except OSError as error:
        raise CannotStart(
            f"{folder / OPEN} cannot be opened ({error.strerror}): make it writable for you, or choose another folder "
            "with `./servi --data DIR`.",
            why_unwritable(error),
        ) from None
    try:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        if error.errno not in (errno.EACCES, errno.EAGAIN):
            return  # the file system has no locks
        raise CannotStart(
            f"another Servi has the data folder {folder} open: close it, or choose another one with `./servi --data DIR`.",
            Unwritable.HELD,
        ) from None


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Run the block while no other process runs a block for this folder; without file locks, do not wait."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    held = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)
