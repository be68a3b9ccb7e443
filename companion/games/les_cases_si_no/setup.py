"""The first croupier: everybody throws the two white dice, the smallest total wins (SN-SET-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import DiceThrown
from companion.game.base import ScriptPart
from companion.games.les_cases_si_no.scenes import Start
from companion.games.les_cases_si_no.state import SiNoState
from companion.games.les_cases_si_no.throws import TWO_WHITE
from companion.questions import Throw


def set_up(game: SiNoState) -> ScriptPart:
    """Restore an evening begun without Servi, or find the first croupier."""
    carried: Mapping[str, Any] = game.started.carried or {}
    game.order = list(game.players)
    for seat, points in carried.get("scores", {}).items():
        game.score(seat, points, "", "carried")
    game.stage = carried.get("stage", 1)
    game.bets = {seat: dict(bets) for seat, bets in carried.get("bets", {}).items()}
    game.throws = carried.get("throws", 0)
    if "circle" in carried:
        game.circle = carried["circle"]
        game.seven = game.board_of_bets.worth_of_seven(game.circle)
    game.turn = carried.get("croupier") or game.started.first
    if not game.turn:
        game.turn = yield from lowest(game, game.order)
    game.starter = game.turn


def lowest(game: SiNoState, seats: list[str]) -> ScriptPart:
    """Ask everybody to throw; the lowest ones throw again (AMB-SN-2). Return the seat."""
    while True:
        scene = game.scene = Start(sides=tuple(seats))
        totals = scene.totals
        while waiting := tuple(s for s in seats if s not in totals):
            both = Throw(topic="start_throw", seats=waiting, dice=TWO_WHITE, rule="SN-SET-2")
            roll = yield from game.ask_for(both)
            who = roll.seat if roll.seat in waiting else waiting[0]
            totals[who] = sum(scene.thrown(who, values(roll)))
        least = min(totals.values())
        seats = [s for s in seats if totals[s] == least]
        if len(seats) == 1 or game.house["start_tie"] == "next_clockwise":
            game.scene = None
            return seats[0]


def values(roll: DiceThrown) -> list[int]:
    """Return the faces of the d6 of a throw."""
    return [d.value for d in roll.dice if isinstance(d.value, int) and d.kind == "d6"]
