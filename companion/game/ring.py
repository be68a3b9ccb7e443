"""The ring of squares on a board, as pages and table words use it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.facts import Square


class Ring:
    """The known squares of a board; ``length`` is 0 without a board, or while nobody has counted it."""

    length = 0
    kinds: tuple[str, ...] = ()
    """The kinds of squares."""
    needs: Mapping[str, str] = {}
    """The extra value of some kinds: ``amount`` or ``colour``."""
    colours: tuple[str, ...] = ()
    """The colours that a square may have."""
    swaps = False
    """Whether a correction swaps two confused squares at once."""
    unsure: Collection[int] = ()
    """Indices to confirm when a pawn next lands there."""
    decks: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    """The known cards by deck and name."""

    def at(self, index: int) -> Square | None:
        """Return the square with this index, None if it is unknown."""
        return None
