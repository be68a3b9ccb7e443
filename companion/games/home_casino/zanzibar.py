"""Zanzibar: two rounds of three dice each, 1 = 100, 6 = 60; the higher sum takes both stakes."""

from __future__ import annotations

from companion.game.base import ScriptPart
from companion.games.home_casino.duel import (
    NOT_FOR_SALE,
    both_stake,
    finish,
    side,
    values,
)
from companion.games.home_casino.scenes import Zanzibar
from companion.games.home_casino.settlement import fine
from companion.games.home_casino.state import HomeCasinoState
from companion.questions import d6

WORTH = {1: 100, 2: 2, 3: 3, 4: 4, 5: 5, 6: 60}
"""Value of each face (HC-ZAN-10 to 15)."""


ROUNDS = 2
"""Throws of each side before a tie-break (HC-ZAN-7)."""


def points(faces: list[int]) -> int:
    """Return the value of a throw.

    >>> points([1, 3, 6])
    163
    """
    return sum(WORTH[face] for face in faces)


def zanzibar(game: HomeCasinoState, player: str) -> ScriptPart:
    """Play a Zanzibar: both throw three dice in turn, with another round while they tie (HC-ZAN-1 to 21)."""
    down = yield from both_stake(game, player, "zanzibar", opponent_rule="HC-ZAN-3", stake_rule="HC-ZAN-1")
    if not down:
        return
    sides: tuple[str, str] = tuple(down)
    opponent = sides[1]
    duel = game.scene = Zanzibar(sides=sides, stake=down[player], totals=dict.fromkeys(sides, 0))
    rounds = ROUNDS
    while rounds:
        for thrower in sides * rounds:
            roll = yield from game.throw(thrower, d6(3), "zanzibar_throw", "HC-ZAN-8", NOT_FOR_SALE)
            who = side(roll, thrower, sides)
            duel.points[who] = points(duel.thrown(who, values(roll)))
            duel.totals[who] += duel.points[who]
        duel.rounds += rounds
        rounds = 1 if duel.totals[player] == duel.totals[opponent] else 0
    winner, loser = sides if duel.totals[player] > duel.totals[opponent] else (opponent, player)
    finish(game, duel, winner=winner)
    yield from fine(game, loser, winner, down[loser], "zanzibar", "HC-ZAN-6")
