"""The croupier's throws: two white dice for the value of the 7, green and red for the draws."""

from __future__ import annotations

from functools import cache

from companion.questions import Throw, dice_set

TWO_WHITE = dice_set("2white")
GREEN_AND_RED = dice_set("1green+1red")
THROWS = 10
"""Draws of one croupier (SN-P3-6)."""


@cache
def value(seat: str, left: int) -> Throw:
    """Return the question for the two white dice, with ``left`` throws left."""
    return Throw(topic="value_throw", seats=(seat,), dice=TWO_WHITE, throws_left=left, rule="SN-P1-1")


@cache
def draw(seat: str, left: int) -> Throw:
    """Return the question for the green and the red die, with ``left`` throws left."""
    return Throw(topic="draw", seats=(seat,), dice=GREEN_AND_RED, throws_left=left, rule="SN-P3-1")
