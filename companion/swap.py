"""Replaces the content of the data folder as a whole: a kill at any step leaves the old or the new, after ``finish``.

The name of one subfolder is the state, and each change of state is one rename:

    UNFINISHED  the new content is being written; the next start throws it away
    COMPLETE    the new content is whole and synced; the old one moves out
    EMPTIED     the old content is out; the new one moves in
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
"""Files of people, which no backup holds: a forgotten name stays forgotten."""
CHRONICLE = "chronicle"
"""Folder of values computed from the evenings; if it is missing, they are computed again."""
LEARNT = "learnt"
"""Folder of what the eye learns during play: it belongs to this machine's camera, and « oublier » deletes it for ever."""
BEFORE = "before-"
"""Prefix of the folders that keep replaced content."""


def stays(name: str) -> bool:
    """Whether this entry of the data folder is no content: it is neither replaced nor backed up."""
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
    """Whether a replacement was begun and waits for ``finish``."""
    return (data / COMPLETE).is_dir() or (data / EMPTIED).is_dir()


def begin(data: Path) -> Path:
    """Return an empty folder for the new content of ``data``."""
    shutil.rmtree(data / UNFINISHED, ignore_errors=True)
    new = data / UNFINISHED / "new"
    new.mkdir(parents=True)
    (data / UNFINISHED).chmod(0o700)
    return new


def cancel(data: Path) -> None:
    """Throw the new content away."""
    shutil.rmtree(data / UNFINISHED, ignore_errors=True)


def commit(data: Path) -> Path | None:
    """Replace the content by the new one; return the folder that keeps the old, None if there was none."""
    complete(data)
    return finish(data)


def complete(data: Path) -> None:
    """Sync the new content and decide that it replaces the old one; the next ``finish`` does it, at the latest at a start."""
    (data / UNFINISHED / "old").mkdir()
    for folder, _, files in os.walk(data / UNFINISHED, topdown=False):
        for one in (*(Path(folder) / name for name in files), Path(folder)):
            give_to_owner(one, data)
            one.chmod(0o700 if one.is_dir() else 0o600)
            sync(one)
    os.rename(data / UNFINISHED, data / COMPLETE)
    sync(data)


def finish(data: Path) -> Path | None:
    """Finish a replacement that was begun; return the folder that keeps the old content, None if there is none."""
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
