"""The folders of what was learnt, one for each box and camera. Only files are handled here, so erasing loads no eye."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

from companion.swap import LEARNT

FOLDER = LEARNT
HEADS, LABELS, SUMMARY = "heads.npz", "labels.json", "lesson.json"
PLACES = 12
"""Maximum number of pairs of box and camera; further ones replace the least recently used."""


def safe(name: str) -> str:
    """Return a valid folder name for a name; two names never share one.

    >>> safe("Boîte rouge"), safe("usb:0")
    ('Boîte rouge', 'usb_0 830617db')
    """
    kept = _shared(name)
    return kept if kept and kept == name else f"{kept} {hashlib.sha256(name.encode()).hexdigest()[:8]}".strip()


def _shared(name: str) -> str:
    """Return the folder name that the first version of this eye used; several names could share it."""
    return re.sub(r"[^\w\- ]", "_", name).strip()[:60]


def folder_of(data: Path, box: str, camera: str) -> Path:
    """Return the folder of a box and camera."""
    return data / FOLDER / safe(box) / safe(camera)


def cameras(data: Path, box: str) -> list[str]:
    """Return the folder names of the cameras under which the eye has learnt dice of a box."""
    folder = data / FOLDER / safe(box)
    return sorted(f.name for f in folder.iterdir() if f.is_dir()) if folder.is_dir() else []


def forget(data: Path, box: str) -> None:
    """Delete what the eye has learnt of a box under every camera, also in the folder of the eye's first version."""
    for name in {safe(box), _shared(box) or "-"}:
        shutil.rmtree(data / FOLDER / name, ignore_errors=True)


def drop_oldest(data: Path) -> None:
    """Delete the least recently used pairs of box and camera beyond ``PLACES``."""
    places = [f for f in (data / FOLDER).glob("*/*") if f.is_dir()]
    for old in sorted(places, key=lambda f: -f.stat().st_mtime)[PLACES:]:
        shutil.rmtree(old, ignore_errors=True)


def erase(data: Path, evening: str) -> None:
    """Delete the crops of an evening's throws, and before them the heads that may have learned from them."""
    files = list((data / FOLDER).glob(f"*/*/{evening}-*.throw"))
    for folder in {file.parent for file in files}:
        (folder / SUMMARY).unlink(missing_ok=True)
        (folder / HEADS).unlink(missing_ok=True)
    for file in files:
        file.unlink(missing_ok=True)
