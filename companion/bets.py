"""Bets placed together: « Comme avant » repeats a seat's last bets, « Comme dessiné » places bets that pages draw."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.evening import Evening
from companion.facts import BetPlaced, BetTakenBack, SeatFact, SquareSkipped, TurnGiven
from companion.questions import Bet

Bets = dict[str, dict[str, int]]
"""Points by seat, then by field."""


def last_bets(evening: Evening, topic: str, seats: Collection[str]) -> Bets:
    """Return the last bets of each of these seats: those of its last finished round of ``topic`` with a bet.

    A round ends with the first answer to another question. A round that a ``SquareSkipped`` or ``TurnGiven`` ended does
    not count.
    """
    last: Bets = {}
    later: list[BetPlaced | BetTakenBack] = []
    finished = False
    for entry in reversed(evening.played):  # the search ends once each seat has a round
        fact = entry.fact
        if isinstance(fact, BetPlaced | BetTakenBack) and fact.on == topic:
            if finished:
                later.append(fact)
            continue
        if not isinstance(fact, SeatFact | SquareSkipped | TurnGiven):
            continue
        if later:
            last = _placed(later[::-1]) | last
            later = []
            if last.keys() >= set(seats):
                break
        finished = not isinstance(fact, SquareSkipped | TurnGiven)
    last = _placed(later[::-1]) | last
    return {seat: mine for seat, mine in last.items() if seat in seats}


def _placed(round_: Sequence[BetPlaced | BetTakenBack]) -> Bets:
    """Return the bets at the end of a round, by seat, without seats that have none."""
    found: Bets = {}
    for fact in round_:
        mine = found.setdefault(fact.seat, {})
        if isinstance(fact, BetPlaced):
            mine[fact.field] = mine.get(fact.field, 0) + fact.amount
        else:
            mine.pop(fact.field, None)
    return {seat: mine for seat, mine in found.items() if mine}


def as_drawn(evening: Evening, question: Bet, seat: str) -> tuple[BetPlaced, ...]:
    """Return the missing chips that the question proposes, for ``seat`` or, if it is "", for all seats."""
    drawn = question.drawn() if question.drawn else ()
    return tuple(BetPlaced(seat=s, field=f, amount=1, on=question.topic) for s, f in drawn if seat in ("", s))


def as_before(evening: Evening, question: Bet, seat: str) -> tuple[BetPlaced, ...]:
    """Return the bets that ``seat`` must still place to repeat its last bets; () if one field is closed or missing."""
    before = last_bets(evening, question.topic, (seat,)).get(seat, {})
    if any(field not in question.fields or (question.why and question.why(seat, field)) for field in before):
        return ()
    there = {field: points for (who, field), points in question.bets.items() if who == seat}
    missing = {field: points - there.get(field, 0) for field, points in before.items()}
    return tuple(BetPlaced(seat=seat, field=f, amount=n, on=question.topic) for f, n in missing.items() if n > 0)
