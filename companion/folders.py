"""The location of the data folder, and a check that it is writable."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import CannotStart


def state_folder() -> Path:
    """Return the user's state folder: ``$XDG_STATE_HOME/servi``, else ``~/.local/state/servi``."""
    stated = os.environ.get("XDG_STATE_HOME", "")
    base = Path(stated) if os.path.isabs(stated) else Path(os.path.expanduser("~")) / ".local" / "state"
    return base / "servi"


def writable_folder(folder: Path) -> Path:
    """Return the absolute path of a folder, created if missing and tested with a temporary file; raise ``CannotStart``."""
    folder = Path(os.path.abspath(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"the data folder {folder} is not writable ({error.strerror}): choose another one with "
            "`./servi --data DIR`."
        ) from None
    return folder
