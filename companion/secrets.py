"""What only the holder of a seat may see, and whether an evening holds such things."""

from __future__ import annotations

import itertools

from companion.evening import Evening
from companion.facts import CardPlayed, public
from companion.questions import PlayCard

PLAYS = 24
"""Most proposals for one card."""


def plays(evening: Evening, seat: str, card: str, *, own: bool) -> tuple[CardPlayed, ...]:
    """Return what this seat's card may do, the best first; only with ``own`` after a look at the hand."""
    asked = next((q for q in evening.play.open if isinstance(q, PlayCard) and seat in q.seats), None)
    if asked is None:
        return ()
    return tuple(itertools.islice((asked.plays if own else asked.known_to_all)(card), PLAYS))


def holds_any(evening: Evening) -> bool:
    """Whether something in the journal of this evening may still be seen by one seat only."""
    if evening.play.game.outcome is not None or not evening.play.game.here:
        return False
    return any(public(entry.fact) != entry.fact for entry in evening.entries)
