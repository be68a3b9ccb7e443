"""What depends on hidden hands: the legal plays of a card, and whether an evening still holds a secret."""

from __future__ import annotations

import itertools

from companion.evening import Evening
from companion.facts import CardPlayed, public
from companion.questions import PlayCard

PLAYS = 24
"""Maximum number of proposed plays for one card."""


def plays(evening: Evening, seat: str, card: str, own: bool) -> tuple[CardPlayed, ...]:
    """Return legal plays of a card, at most ``PLAYS``, larger captures first; () if ``seat`` may not play a card now.

    ``own``: the caller may know the seat's hand.
    """
    asked = next((q for q in evening.play.open if isinstance(q, PlayCard) and seat in q.seats), None)
    if asked is None:
        return ()
    return tuple(itertools.islice((asked.plays if own else asked.known_to_all)(card), PLAYS))


def holds_any(evening: Evening) -> bool:
    """Whether this evening's journal still contains a secret of one seat."""
    if evening.play.game.outcome is not None or not evening.play.game.here:
        return False
    return any(public(entry.fact) != entry.fact for entry in evening.entries)
