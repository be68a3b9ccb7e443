"""Several at 7000 in the same throw: the two coloured dice, the first 7 wins (SN-PRE-6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.asks import Question, Throw
from companion.game import Asked
from companion.games.les_cases_si_no.rounds import SEVEN
from companion.games.les_cases_si_no.setup import values
from companion.games.les_cases_si_no.throws import GREEN_AND_RED

if TYPE_CHECKING:
    from companion.games.les_cases_si_no.state import SiNo


def play_off(game: SiNo, contenders: Iterable[str]) -> Asked:
    """Throw in turn until somebody makes a 7; return the winner (AMB-SN-7, AMB-SN-8, AMB-SN-13)."""
    left = after_croupier(game, list(contenders))
    if game.house["playoff_start"] == "throw":
        first = yield from highest(game, left)
        at = left.index(first)
        left = left[at:] + left[:at]
    game.scene = {"kind": "playoff", "sides": tuple(left), "throws": {s: [] for s in left}}
    while True:
        made: list[str] = []
        for seat in left:
            total = yield from throw(game, seat, "playoff_throw")
            if total == SEVEN:
                made.append(seat)
                if game.house["playoff"] == "alternating":
                    return seat
        if len(made) == 1:
            return made[0]
        left = made or left


def after_croupier(game: SiNo, seats: list[str]) -> list[str]:
    """Return these seats in the order in which they sit after the croupier."""
    at = game.order.index(game.turn) if game.turn in game.order else -1
    return [s for s in game.order[at + 1 :] + game.order[: at + 1] if s in seats]


def highest(game: SiNo, seats: list[str]) -> Asked:
    """One throw each, the highest total begins, ties again (AMB-SN-13); return the seat."""
    while len(seats) > 1:
        totals: dict[str, int] = {}
        game.scene = {"kind": "playoff", "sides": tuple(seats), "throws": {s: [] for s in seats}, "totals": totals}
        for seat in seats:
            totals[seat] = yield from throw(game, seat, "playoff_start")
        seats = [s for s in seats if totals[s] == max(totals.values())]
    return seats[0]


def throw(game: SiNo, seat: str, topic: str) -> Asked:
    """One throw of green and red; return the sum."""

    def questions() -> tuple[Question, ...]:
        return (Throw(topic=topic, seats=(seat,), dice=GREEN_AND_RED, rule="SN-PRE-6"),)

    roll = yield from game.ask(questions)
    assert game.scene is not None
    game.scene["throws"][seat].append(values(roll))
    return sum(values(roll))
