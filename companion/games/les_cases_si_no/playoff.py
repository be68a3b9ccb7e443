"""The play-off of several seats with 7000: they throw green and red, and the first 7 wins (SN-PRE-6)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.game.base import ScriptPart
from companion.games.les_cases_si_no.rounds import SEVEN
from companion.games.les_cases_si_no.scenes import SevenPlayOff
from companion.games.les_cases_si_no.setup import values
from companion.games.les_cases_si_no.state import SiNoState
from companion.games.les_cases_si_no.throws import GREEN_AND_RED


def play_off(game: SiNoState, contenders: Iterable[str]) -> ScriptPart:
    """Throw in turn until somebody makes a 7; return the winner (AMB-SN-7, AMB-SN-8, AMB-SN-13)."""
    left = after_croupier(game, list(contenders))
    if game.house["playoff_start"] == "throw":
        first = yield from highest(game, left)
        at = left.index(first)
        left = left[at:] + left[:at]
    scene = game.scene = SevenPlayOff(sides=tuple(left))
    while True:
        made: list[str] = []
        for seat in left:
            total = yield from throw(game, scene, seat, "playoff_throw")
            if total == SEVEN:
                made.append(seat)
                if game.house["playoff"] == "alternating":
                    return seat
        if len(made) == 1:
            return made[0]
        left = made or left


def after_croupier(game: SiNoState, seats: list[str]) -> list[str]:
    """Return these seats in clockwise order after the croupier."""
    at = game.order.index(game.turn) if game.turn in game.order else -1
    return [s for s in game.order[at + 1 :] + game.order[: at + 1] if s in seats]


def highest(game: SiNoState, seats: list[str]) -> ScriptPart:
    """Throw for the start of the play-off: the highest total begins (AMB-SN-13). Return its seat."""
    while len(seats) > 1:
        scene = game.scene = SevenPlayOff(sides=tuple(seats))
        for seat in seats:
            scene.totals[seat] = yield from throw(game, scene, seat, "playoff_start")
        seats = [s for s in seats if scene.totals[s] == max(scene.totals.values())]
    return seats[0]


def throw(game: SiNoState, scene: SevenPlayOff, seat: str, topic: str) -> ScriptPart:
    """Ask for one throw of green and red; return the sum."""
    roll = yield from game.throw(seat, GREEN_AND_RED, topic, "SN-PRE-6")
    return sum(scene.thrown(seat, values(roll)))
