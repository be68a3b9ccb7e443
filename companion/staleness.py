"""Staleness: whether a tap still counts if its page has not seen the newest fact."""

from __future__ import annotations

from collections.abc import Sequence

from companion.evening import Evening
from companion.facts import (
    BetPlaced,
    BetsTold,
    BetTakenBack,
    CardsHeld,
    CardsShown,
    ChipsCounted,
    Fact,
    HandedOver,
    LaidOut,
    PointsEntered,
    Protested,
    SeatFact,
    StakePlaced,
)
from companion.questions import Closed, Question

TOGETHER = (BetPlaced, BetTakenBack, BetsTold, StakePlaced, Protested, CardsHeld, CardsShown, PointsEntered)
"""Facts that several seats may give as answers to the same question."""

NEUTRAL = (HandedOver, ChipsCounted)
"""Facts that change no question."""


def is_stale(evening: Evening, fact: Fact, question: Question | None, seen: int) -> bool:
    """Whether the question has changed since the caller last saw fact ``seen``.

    Ignore other seats' answers to the same question, and cards that another seat showed to Servi alone.
    """
    if seen == evening.number:
        return False
    if not 1 <= seen < evening.number:
        return True
    mine = fact.seat if isinstance(fact, SeatFact) else ""
    later = [f for f in _later(evening, seen) if not (isinstance(f, CardsHeld) and f.seat != mine)]
    if isinstance(fact, LaidOut) and all(isinstance(f, LaidOut) for f in later):
        return False
    if not isinstance(fact, NEUTRAL) and all(isinstance(f, NEUTRAL) for f in later):
        return False
    if not isinstance(fact, TOGETHER):
        return True
    topic = question.topic if question and not isinstance(question, Closed) else None
    return not all(isinstance(f, SeatFact) and f.on == topic and f.seat != fact.seat for f in later)


def is_stale_hand_over(evening: Evening, seen: int) -> bool:
    """Whether anything except hand-overs and counts has happened since the caller last saw fact ``seen``."""
    return seen > evening.number or not all(isinstance(f, NEUTRAL) for f in _later(evening, seen))


def _later(evening: Evening, seen: int) -> Sequence[Fact]:
    return [entry.fact for entry in evening.entries if entry.number > seen]
