"""The set-up: casinos, chips, turn order, and the size of the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.facts import CasinoChosen, NumberGiven, OptionChosen, Square
from companion.game.base import ScriptPart
from companion.games.home_casino.box import COLOURS, LONGEST, SHORTEST
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import POT
from companion.questions import Casino, Number, Option, Question


def set_up(game: HomeCasinoState) -> ScriptPart:
    """Choose casinos (HC-SET-2, HC-SET-4), distribute chips (HC-SET-8), fix the turn order (HC-TRN-1)."""
    game.fill_bank(sum(v * n for v, n in game.board.chips.items()))
    yield from choose_casinos(game)
    distribute(game)
    order_turns(game)
    carried = game.started.carried or {}
    yield from measure(game)
    for seat in game.order:
        home = game.board.casino(game.players[seat].colour)
        if home is not None:
            game.home[seat] = home
        game.pawns[seat] = home if game.board.followed else None
    game.home.update(carried.get("home", {}))
    game.pawns.update(carried.get("pawns", {}))


def choose_casinos(game: HomeCasinoState) -> ScriptPart:
    """Ask each player without a colour to choose one; no two may have the same casino (HC-SET-4, HC-SET-5).

    While parts of the board are unknown, a casino may have any colour.
    """
    board = game.board
    known = tuple(s.colour for s in board.ring.values() if s.kind == "casino" and s.colour)
    whole = board.default is not None or len(board.ring) >= board.length > 0
    if not whole or len(known) < len(game.players):
        known = tuple(dict.fromkeys((*known, *COLOURS)))
    while waiting := tuple(s for s, p in game.players.items() if p.colour is None):
        taken = {p.colour: s for s, p in game.players.items() if p.colour}
        which = Casino(topic="casino", seats=waiting, colours=known, taken=taken, rule="HC-SET-4")
        choice: CasinoChosen = yield from game.ask_for(which)
        game.players[choice.seat].colour = choice.colour


def distribute(game: HomeCasinoState) -> None:
    """Give each player his chips from the bank (HC-SET-8 to 13), or those of an evening begun without Servi."""
    carried: Mapping[str, Any] = game.started.carried or {}
    chips: Mapping[str, int] = carried.get("chips", {})
    for seat in game.players:
        game.ledger.open(seat, chips.get(seat, 0) if "chips" in carried else game.start_chips())
    if "chips" in carried:
        game.fill_bank(carried["bank"])
        game.ledger.balances[POT] = carried.get("pot", 0)
    for seat, cards in carried.get("cards", {}).items():
        game.players[seat].cards = [dict(card) for card in cards]
    for seat in carried.get("out", ()):
        game.out.add(game.players[seat].id)  # an unknown seat raises KeyError: this evening cannot be played


def order_turns(game: HomeCasinoState) -> None:
    """Order the turns counter-clockwise from the youngest, and name a banker if none is named (HC-TRN-1, HC-TRN-2)."""
    clockwise = list(game.players)
    carried = game.started.carried or {}
    at = clockwise.index(game.beginner())
    game.order = list(carried.get("order") or [*reversed(clockwise[: at + 1]), *reversed(clockwise[at + 1 :])])
    game.turn = game.starter = game.started.first or game.order[0]
    if game.banker not in game.players or game.banker in game.out:
        game.banker = next((s for s in game.playing() if s != game.turn), game.turn)


def measure(game: HomeCasinoState) -> ScriptPart:
    """Ask for the length of the board and the places of the casinos, to track the pawns.

    Squares count from the starting player's casino, in the direction of travel. The answer "unknown" turns tracking
    off; the table then names each square of arrival.
    """
    board = game.board
    everybody = tuple(game.order)
    if not board.followed or board.default is not None:
        return
    if not board.length:
        answer = yield from game.ask_for(
            Number(topic="board_length", seats=everybody, low=SHORTEST, high=LONGEST),
            Option(topic="board_unknown", seats=everybody, must=False, options=("unknown",)),
        )
        if isinstance(answer, OptionChosen):
            board.followed = False
            return
        assert isinstance(answer, NumberGiven)
        board.length = answer.number
    for seat in everybody:
        colour = game.players[seat].colour
        if board.casino(colour) is not None or seat in (game.started.carried or {}).get("home", {}):
            continue
        if not any(s.kind == "casino" for s in board.ring.values()):
            board.learn(0, Square(kind="casino", colour=colour))
            board.meet(0)  # certain by definition: squares count from here
            continue
        answer = yield from game.ask(partial(where_is, game, seat))
        board.learn(answer.number, Square(kind="casino", colour=colour))


def where_is(game: HomeCasinoState, seat: str) -> tuple[Question, ...]:
    """Return the question for the place of this seat's casino."""
    taken = tuple(i for i, s in game.board.ring.items() if s.kind == "casino")
    origin = game.board.ring.get(0)
    first = next((s for s in game.order if origin and game.players[s].colour == origin.colour), "")
    last = game.board.length - 1
    return (Number(topic="casino_index", seats=(seat,), low=0, high=last, taken=taken, squares=True, first=first),)
