"""Replacement of the whole content of the data folder. After a kill, ``finish`` leaves all the old or all the new.

The name of one subfolder is the state, and each change of state is one rename:

    UNFINISHED  the new content is being written; the next start deletes it
    COMPLETE    the new content is complete and synced; the old one moves out
    EMPTIED     the old content is moved out; the new one moves in
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from companion.disk import give_to_owner, stamped, sync
from companion.folders import OPEN

UNFINISHED, COMPLETE, EMPTIED = ".restore-unfinished", ".restore-complete", ".restore-emptied"
BACKUPS = "backups"
NAMES, PEOPLE, JOINED = "names.json", "people.json", "joined.json"
"""Files about people; no backup contains them, so a forgotten name stays forgotten."""
CHRONICLE = "chronicle"
"""Folder of values computed from the evenings; Servi computes missing ones again."""
LEARNT = "learnt"
"""Folder of what the eye learns during play, valid only for this machine's camera; « oublier » deletes it for ever."""
BEFORE = "before-"
"""Prefix of the folders that keep replaced content."""


def stays(name: str) -> bool:
    """Whether this entry of the data folder is not content: Servi neither replaces it nor backs it up."""
    return name in (
        UNFINISHED,
        COMPLETE,
        EMPTIED,
        BACKUPS,
        OPEN,
        NAMES,
        PEOPLE,
        JOINED,
        CHRONICLE,
        LEARNT,
    ) or name.startswith(BEFORE)


def is_half_done(data: Path) -> bool:
    """Whether a replacement is waiting for ``finish``."""
    return (data / COMPLETE).is_dir() or (data / EMPTIED).is_dir()


def begin(data: Path) -> Path:
    """Return an empty folder for the new content of ``data``."""
    shutil.rmtree(data / UNFINISHED, ignore_errors=True)
    new = data / UNFINISHED / "new"
    new.mkdir(parents=True)
    (data / UNFINISHED).chmod(0o700)
    return new


def cancel(data: Path) -> None:
    """Delete the new content."""
    shutil.rmtree(data / UNFINISHED, ignore_errors=True)


def commit(data: Path) -> Path | None:
    """Replace the content by the new one; return the folder with the old content, None if there was none."""
    complete(data)
    return finish(data)


def complete(data: Path) -> None:
    """Sync the new content and mark it as complete; the next ``finish`` then replaces the old content by it."""
    (data / UNFINISHED / "old").mkdir()
    for folder, _, files in os.walk(data / UNFINISHED, topdown=False):
        for one in (*(Path(folder) / name for name in files), Path(folder)):
            give_to_owner(one, data)
            one.chmod(0o700 if one.is_dir() else 0o600)
            sync(one)
    os.rename(data / UNFINISHED, data / COMPLETE)
    sync(data)


def finish(data: Path) -> Path | None:
    """Finish a replacement in progress; return the folder with the old content, None if there is none."""
    cancel(data)
    whole, emptied = data / COMPLETE, data / EMPTIED
    if whole.is_dir():
        for one in sorted(data.iterdir()):
            if not stays(one.name):
                os.rename(one, whole / "old" / one.name)
        sync(whole / "old")
        sync(data)
        os.rename(whole, emptied)
        sync(data)
    if not emptied.is_dir():
        return None
    for one in sorted((emptied / "new").iterdir()):
        os.rename(one, data / one.name)
    sync(data)
    kept, old = None, emptied / "old"
    if old.is_dir() and any(old.iterdir()):
        kept = stamped(data / BEFORE)
        os.rename(old, kept)
    os.rename(emptied, data / UNFINISHED)
    cancel(data)
    sync(data)
    return kept
