"""Bets placed together: « Comme avant », as the seat bet last, and « Comme dessiné », as the page draws them."""

from __future__ import annotations

from companion.evening import Evening
from companion.facts import BetPlaced, BetTakenBack, SeatFact, SquareSkipped, TurnGiven
from companion.questions import Bet

Bets = dict[str, dict[str, int]]
"""Points by seat, then by field."""


def last_bets(evening: Evening, topic: str) -> Bets:
    """Return each seat's bets of the last finished round of ``topic`` in which it bet.

    A round ends with the first answer to another question. A round that the table skipped does not count.
    """
    last: Bets = {}
    now: Bets = {}
    for _, fact in evening.played:
        if isinstance(fact, BetPlaced) and fact.on == topic:
            mine = now.setdefault(fact.seat, {})
            mine[fact.field] = mine.get(fact.field, 0) + fact.amount
        elif isinstance(fact, BetTakenBack) and fact.on == topic:
            now.get(fact.seat, {}).pop(fact.field, None)
        elif isinstance(fact, SquareSkipped | TurnGiven):
            now = {}
        elif isinstance(fact, SeatFact):
            last |= {seat: mine for seat, mine in now.items() if mine}
            now = {}
    return last


def as_drawn(evening: Evening, question: Bet, seat: str) -> tuple[BetPlaced, ...]:
    """Return the missing chips that the question proposes, of ``seat`` or, if it is "", of all seats."""
    drawn = question.drawn() if question.drawn else ()
    return tuple(BetPlaced(seat=s, field=f, amount=1, on=question.topic) for s, f in drawn if seat in ("", s))


def as_before(evening: Evening, question: Bet, seat: str) -> tuple[BetPlaced, ...]:
    """Return the bets that ``seat`` still has to place to repeat its last bets; none if one of the fields is closed to it."""
    before = last_bets(evening, question.topic).get(seat, {})
    if any(field not in question.fields or (question.why and question.why(seat, field)) for field in before):
        return ()
    there = {field: points for (who, field), points in question.bets.items() if who == seat}
    missing = {field: points - there.get(field, 0) for field, points in before.items()}
    return tuple(BetPlaced(seat=seat, field=f, amount=n, on=question.topic) for f, n in missing.items() if n > 0)
