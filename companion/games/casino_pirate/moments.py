"""Questions that stay open beside the others: for the end of the time, and for unknown first cards."""

from __future__ import annotations

from functools import cache

from companion.facts import CardsHeld, OptionChosen
from companion.games.casino_pirate.pack import NAMES
from companion.games.casino_pirate.state import PirateState
from companion.questions import Hold, Option, Question

PACK = "pack"


def clock(game: PirateState) -> tuple[Question, ...]:
    """Return the question that ends a timed game after the current hand; () in other games or once answered."""
    if game.house["end_mode"] != "timed" or game.time_up or game.contenders:
        return ()
    return ending(tuple(game.playing()))


@cache
def ending(seats: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the question that ends a timed game, cached for the evening."""
    return (Option(topic="time_up", seats=seats, must=False, rare=True, options=("time_up",), rule="CP-DUR-1"),)


def holding(game: PirateState) -> tuple[Question, ...]:
    """Return the question for unknown first cards of seats without open cards; () if none. Only Servi learns them."""
    settled = game.settled
    return untold(tuple([s for s, h in game.held.items() if not h.hidden and not h.open and s not in settled]))


@cache
def untold(seats: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the question for the first cards of these seats, cached."""
    if not seats:
        return ()
    return (Hold(topic="own_card", seats=seats, must=False, names=NAMES, most=1, rule="CP-STK-1"),)


def handled(game: PirateState, answer: object) -> bool:
    """Record the answer to a question of this module; return whether it was one."""
    if isinstance(answer, CardsHeld):
        if answer.seat in game.held and answer.cards:
            game.held[answer.seat].hidden = answer.cards[0]
        return True
    if isinstance(answer, OptionChosen) and answer.option == "time_up":
        game.time_up = True
        game.tell("time_up")
        return True
    return False
