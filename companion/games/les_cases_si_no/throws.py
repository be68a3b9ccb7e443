"""The croupier's throws: two white dice for the value of the 7, green and red for the draws."""

from __future__ import annotations

from functools import cache

from companion.games.les_cases_si_no.box import CIRCLES, DRAWS
from companion.odds.les_cases_si_no import draw as draw_of
from companion.questions import Number, Option, Throw, dice_set

TWO_WHITE = dice_set("2white")
GREEN_AND_RED = dice_set("1green+1red")
THROWS = 10
"""Draws of one croupier (SN-P3-6)."""


FACES = {draw_of((green, red)): (green, red) for green in range(1, 7) for red in range(1, 7)}
RESULTS = {draw: FACES[draw] for draw in DRAWS} | {"seven_green": (4, 3), "seven_red": (3, 4)}
"""A green and a red face for each result of a draw; the score depends only on the result."""


@cache
def value(seat: str, left: int, must: bool = True) -> Throw:
    """Return the question for the two white dice, with ``left`` throws left."""
    return Throw(topic="value_throw", seats=(seat,), dice=TWO_WHITE, throws_left=left, must=must, rule="SN-P1-1")


@cache
def seven_at(seat: str, tries: int, none: bool) -> Number:
    """Return the question for the number of the throw that made 7; the first ``tries`` throws did not.

    ``none``: one further number stands for "no throw made 7".
    """
    return Number(topic="seven_at", seats=(seat,), low=tries + 1, high=CIRCLES + none, rule="SN-P1-2")


@cache
def draw(seat: str, left: int, must: bool = True) -> Throw:
    """Return the question for the green and the red die, with ``left`` throws left."""
    return Throw(topic="draw", seats=(seat,), dice=GREEN_AND_RED, throws_left=left, must=must, rule="SN-P3-1")


def drawing(seat: str, left: int, result_only: bool) -> tuple[Option | Throw, ...]:
    """Return the questions for a draw: for its dice, and by house rule also for its result."""
    if not result_only:
        return (draw(seat, left),)
    return (result(seat), draw(seat, left, must=False))


@cache
def result(seat: str) -> Option:
    """Return the question for the result of a draw."""
    return Option(topic="draw_result", seats=(seat,), options=tuple(RESULTS), rule="SN-P3-1")
