"""The first croupier: everybody throws the two white dice, and the smallest total wins (SN-SET-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import DiceThrown, NamesGiven
from companion.game.base import ScriptPart
from companion.games.les_cases_si_no.box import DRAWS, LIKELY, LINES
from companion.games.les_cases_si_no.scenes import Start
from companion.games.les_cases_si_no.state import SiNoState
from companion.games.les_cases_si_no.throws import TWO_WHITE
from companion.questions import Naming, Throw


def set_up(game: SiNoState) -> ScriptPart:
    """Restore an evening begun without Servi, or find the first croupier."""
    carried: Mapping[str, Any] = game.started.carried or {}
    game.order = list(game.players)
    for seat, points in carried.get("scores", {}).items():
        game.score(seat, points, "", "carried")
    yield from printed_lines(game)
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


def printed_lines(game: SiNoState) -> ScriptPart:
    """Ask which draws each still unknown line of the betting table shows (SN-P2-2)."""
    board = game.board_of_bets
    for line in [line for line in LINES if not board.lines[line]]:
        asked = Naming(
            topic=f"line_{line}", seats=(game.order[0],), among=DRAWS, proposed=LIKELY.get(line, DRAWS), rule="SN-P2-2"
        )
        named: NamesGiven = yield from game.ask_for(asked)
        board.lines[line] = tuple(draw for draw in DRAWS if draw in named.names)


def lowest(game: SiNoState, seats: list[str]) -> ScriptPart:
    """Ask these seats to throw; return the lowest. Tied lowest seats throw again, or the first one wins (AMB-SN-2)."""
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
