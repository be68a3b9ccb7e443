"""A ring of squares, as the page draws it and the table's own words name it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.facts import Square


class Ring:
    """The squares of a board as far as they are known; ``length`` is 0 where there is no board, or nobody counted it."""

    length = 0
    kinds: tuple[str, ...] = ()
    """The kinds of squares that there are."""
    needs: Mapping[str, str] = {}
    """What a square of some kinds says beside its kind: ``amount`` or ``colour``."""
    colours: tuple[str, ...] = ()
    """The colours that a square may have."""
    swaps = False
    """Whether two squares that were taken for one another are corrected together."""
    unsure: Collection[int] = ()
    """Squares that are to be checked when a pawn meets them again."""
    decks: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    """The cards that are known, by deck and name."""

    def at(self, index: int) -> Square | None:
        """Return the square with this index, None while nobody told it."""
        return None
