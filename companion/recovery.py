"""Recovery: the last good state of an evening that is damaged, or whose folder is not writable."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.damage import Damage, Harm
from companion.evening import Entry, Evening
from companion.held import held
from companion.journal_reader import FILE
from companion.mirror import Mirror
from companion.name_table import NameTable
from companion.observe import observe


def opened(evening: int, entries: Sequence[Entry], damage: Damage | None) -> Evening | None:
    """Return the evening up to its damage, read-only if there is damage; None if even its first fact is lost.

    A readable fact may still make the replay fail; then the evening ends before it.
    """
    low, high = 0, len(entries)  # the first ``low`` entries can be replayed
    tried = high
    found: Evening | None = None
    while low < high:
        try:
            played = Evening(entries[:tried])
            observe(played)
            found, low = played, tried
        except Exception:  # a damaged fact may make any rule fail
            bad = entries[tried - 1]
            damage, high = Damage(evening, bad.number, Harm.UNPLAYABLE, bad.at), tried - 1
        tried = (low + high + 1) // 2
    if found is not None:
        found.damage = damage
    return found


def last_evening(folder: Path) -> Evening | None:
    """Return the last evening in play from its mirror, None if that is unreadable. Write nothing."""
    mirror, names = Mirror(folder / FILE), NameTable(folder)
    try:
        newest = max(mirror.evenings(), key=lambda evening: mirror.file(evening).stat().st_mtime)
        with closing(sqlite3.connect(":memory:")) as empty:
            found = held(empty, mirror, newest)
    except (OSError, ValueError):
        return None
    return opened(newest, [replace(entry, fact=names.shown(entry.fact)) for entry in found.entries], found.lost)
