"""Who is croupier first: everybody throws the two white dice, the smallest total it is (SN-SET-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.asks import Question, Throw
from companion.facts import DiceThrown
from companion.game import Asked
from companion.games.les_cases_si_no.throws import TWO_WHITE

if TYPE_CHECKING:
    from companion.games.les_cases_si_no.state import SiNo


def set_up(game: SiNo) -> Asked:
    """Take over an evening begun without Servi, or find the first croupier."""
    carried: Mapping[str, Any] = game.started.carried or {}
    game.order = list(game.players)
    for seat, points in carried.get("scores", {}).items():
        game.score(seat, points, "", "carried")
    game.stage = carried.get("stage", 1)
    game.bets = {seat: dict(bets) for seat, bets in carried.get("bets", {}).items()}
    game.throws = carried.get("throws", 0)
    if "circle" in carried:
        game.circle = carried["circle"]
        game.seven = {c: column[game.circle - 1] for c, column in game.board_of_bets.seven.items()}
    game.turn = carried.get("croupier") or game.started.first
    if not game.turn:
        game.turn = yield from lowest(game, game.order)
    game.starter = game.turn


def lowest(game: SiNo, seats: list[str]) -> Asked:
    """Everybody throws; while several have the lowest total, these throw again (AMB-SN-2)."""
    while True:
        totals: dict[str, int] = {}
        game.scene = {"kind": "start", "sides": tuple(seats), "totals": totals, "throws": {s: [] for s in seats}}
        while waiting := tuple(s for s in seats if s not in totals):

            def questions(waiting: tuple[str, ...] = waiting) -> tuple[Question, ...]:
                return (Throw(topic="start_throw", seats=waiting, dice=TWO_WHITE, rule="SN-SET-2"),)

            roll = yield from game.ask(questions)
            who = roll.seat if roll.seat in waiting else waiting[0]
            totals[who] = sum(values(roll))
            game.scene["throws"][who].append(values(roll))
        least = min(totals.values())
        seats = [s for s in seats if totals[s] == least]
        if len(seats) == 1 or game.house["start_tie"] == "next_clockwise":
            game.scene = None
            return seats[0]


def values(roll: DiceThrown) -> list[int]:
    """Return the faces of the ordinary dice of a throw."""
    return [d.value for d in roll.dice if isinstance(d.value, int) and d.kind == "d6"]
