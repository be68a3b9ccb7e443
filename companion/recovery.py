"""Recovery: the last good state of a damaged evening."""

from __future__ import annotations

from collections.abc import Sequence

from companion.damage import Damage, Harm
from companion.evening import Entry, Evening
from companion.observe import observe


def opened(evening: int, entries: Sequence[Entry], damage: Damage | None) -> Evening | None:
    """Return the evening up to its damage, read-only if there is any; None if not even its first fact is left.

    A readable fact may still break the replay; then the evening ends before it.
    """
    low, high = 0, len(entries)  # the first ``low`` entries play
    tried = high
    found: Evening | None = None
    while low < high:
        try:
            played = Evening(entries[:tried])
            observe(played)
            found, low = played, tried
        except Exception:  # a damaged fact may break a rule anywhere
            bad = entries[tried - 1]
            damage, high = Damage(evening, bad.number, Harm.UNPLAYABLE, bad.at), tried - 1
        tried = (low + high + 1) // 2
    if found is not None:
        found.damage = damage
    return found
