"""Conversion between throws, dice sets and readings."""

from __future__ import annotations

from companion.dice import DiceSet, Reading
from companion.evening import Evening
from companion.facts import DiceThrown, Die
from companion.questions import Throw, d6


def awaited(evening: Evening, seat: str = "") -> Throw | None:
    """Return the open throw, of ``seat`` if given; None in a pause."""
    if evening.play.pause:
        return None
    throws = (q for q in evening.play.open if isinstance(q, Throw))
    return next((q for q in throws if not seat or seat in q.seats), None)


def expected(question: Throw, kept: tuple[int, ...] | None) -> DiceSet:
    """Return the dice expected in a picture; ``kept`` ones lie outside it."""
    stayed = kept if kept is not None else question.kept
    if question.lying is None or stayed is None:
        return question.dice
    return d6(max(1, len(question.lying) - len(stayed)))


def rolling(question: Throw) -> DiceSet | None:
    """Return the dice to throw now, None if all are kept."""
    if question.lying is None or question.kept is None:
        return question.dice
    number = len(question.lying) - len(question.kept)
    return d6(number) if number else None


def thrown(reading: Reading, question: Throw, seat: str, kept: tuple[int, ...] | None) -> DiceThrown | None:
    """Return the throw of a certain reading; None if somebody must confirm it.

    Dice that the eye saw unmoved take precedence over ``kept``, which the player named.
    """
    if not reading.certain or any(die.value is None for die in reading.dice):
        return None
    coloured = any(term.colour for term in question.dice.terms)
    dice = tuple(
        Die(die.kind.value, die.value, die.colour if coloured else None)
        for die in reading.dice
        if die.value is not None and not die.kept
    )
    stayed = tuple(int(die.value) for die in reading.dice if die.kept and die.value is not None)
    return DiceThrown(seat=seat, dice=dice, kept=stayed or kept)
