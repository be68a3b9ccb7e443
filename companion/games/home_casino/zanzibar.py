"""Zanzibar: two rounds of three dice each, 1 = 100, 6 = 60, the higher sum takes both stakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.asks import Question, Throw, d6
from companion.game import Asked
from companion.games.home_casino import board
from companion.games.home_casino.duel import (
    NOT_FOR_SALE,
    both_stake,
    finish,
    scene,
    side,
    values,
)

if TYPE_CHECKING:
    from companion.games.home_casino.state import HomeCasino

WORTH = {1: 100, 2: 2, 3: 3, 4: 4, 5: 5, 6: 60}
"""What a face counts (HC-ZAN-10 to 15)."""


ROUNDS = 2
"""Throws of each side, but for a tie (HC-ZAN-7)."""


def points(faces: list[int]) -> int:
    """Return what a throw counts.

    >>> points([1, 3, 6])
    163
    """
    return sum(WORTH[face] for face in faces)


def zanzibar(game: HomeCasino, player: str) -> Asked:
    """P, O, P, O throw three dice; while the sums are equal one more round (HC-ZAN-1 to 21)."""
    down = yield from both_stake(game, player, "zanzibar", opponent_rule="HC-ZAN-3", stake_rule="HC-ZAN-1")
    if not down:
        return
    sides: tuple[str, str] = tuple(down)
    opponent = sides[1]
    duel = scene(game, "zanzibar", sides, down[player])
    totals = duel["totals"] = {player: 0, opponent: 0}
    duel["points"] = {}
    duel["rounds"] = 0
    rounds = ROUNDS
    while rounds:
        for thrower in sides * rounds:

            def questions(thrower: str = thrower) -> tuple[Question, ...]:
                return (Throw(topic="zanzibar_throw", seats=(thrower,), dice=d6(3), rule="HC-ZAN-8"), NOT_FOR_SALE)

            roll = yield from game.ask(questions)
            who = side(roll, thrower, sides)
            duel["throws"][who].append(values(roll))
            duel["points"][who] = points(values(roll))
            totals[who] += points(values(roll))
        duel["rounds"] += rounds
        rounds = 1 if totals[player] == totals[opponent] else 0
    winner, loser = sides if totals[player] > totals[opponent] else (opponent, player)
    finish(game, winner=winner, multiplier=1)
    yield from board.fine(game, loser, winner, down[loser], "zanzibar", "HC-ZAN-6")
