"""The moves of a pawn: payments on the way, and the square of arrival."""

from __future__ import annotations

from companion.facts import Landed, Square, SquareNamed
from companion.game.base import Payment, ScriptPart
from companion.games.home_casino.box import COLOURS, KINDS, NEEDS
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK
from companion.questions import SquareAsked

PASSED = 200


def move(game: HomeCasinoState, player: str, steps: int) -> ScriptPart:
    """Move the pawn, collect on the way, and return the square of arrival (HC-CSN-2, HC-CSN-3, HC-TRN-6)."""
    start = game.pawns.get(player)
    if start is None or not game.board.length:
        game.tell("moved", seat=player, steps=steps)
        named: SquareNamed = yield from ask_square(game, player, None)
        collect_if_passed(game, player, named)
        game.pawns[player] = find(game, player, named.square)
        return named.square
    end = (start + steps) % game.board.length
    game.pawns[player] = end
    game.tell("moved", seat=player, steps=steps, index=end)
    collect_on_the_way(game, player, start, steps)
    return (yield from square_at(game, player, end))


def collect_on_the_way(game: HomeCasinoState, player: str, start: int, steps: int) -> None:
    """Pay 200 for each pass over the player's casino and, by house rule, 500 over « Casino + 500 » (HC-CSN-2, AMB-12).

    The squares of start and arrival do not count.
    """
    home, also = game.home.get(player), game.house["plus500_on_pass"]
    for index in [(start + i) % game.board.length for i in range(1, steps)]:
        if index == home:
            game.this_turn.passed += 1
            game.settle(Payment(BANK, player, PASSED, "own_casino_passed", "HC-CSN-2"))
        if also and (square := game.board.at(index)) and square.kind == "casino_plus_500":
            game.settle(Payment(BANK, player, 500, "casino_plus_500", "HC-BNK-4"))


def find(game: HomeCasinoState, player: str, square: Square) -> int | None:
    """Return the index of a named square, None if it is ambiguous or unknown.

    A tracked pawn moves two to twelve squares; an untracked one may be anywhere. A square that is still unknown may be
    the named one. A casino is found by its colour, since each colour has only one.
    """
    if not game.board.followed:
        return None
    if square.kind == "casino":
        return game.board.casino(square.colour)
    length, start = game.board.length, game.pawns.get(player)
    reach = range(length) if start is None else [(start + i) % length for i in range(2, 13)] if length else []
    found = {i for i in reach if game.board.at(i) in (square, None)}
    return found.pop() if len(found) == 1 else None


def collect_if_passed(game: HomeCasinoState, player: str, answer: SquareNamed | Landed) -> None:
    """Pay 200 if the player said that he passed his own casino (HC-CSN-2)."""
    if answer.passed:
        game.this_turn.passed += 1
        game.settle(Payment(BANK, player, PASSED, "own_casino_passed", "HC-CSN-2"))


def square_at(game: HomeCasinoState, player: str, index: int) -> ScriptPart:
    """Return the square with this index; if it is unknown, ask for it and remember it."""
    if index == game.home.get(player):
        game.board.meet(index)
        return Square(kind="casino", colour=game.players[player].colour)
    square = game.board.at(index)
    if square is None:
        named: SquareNamed = yield from ask_square(game, player, index)
        square = named.square
        there = game.board.casino(square.colour) if square.kind == "casino" else None
        if there is None:
            game.board.learn(index, square)
        else:
            game.pawns[player] = there  # this casino is known: the pawn stands there, and this square stays unknown
    else:
        game.board.meet(index)
    return square


def ask_square(game: HomeCasinoState, player: str, index: int | None) -> ScriptPart:
    """Ask « Quelle case ? » and return the answer."""
    return game.ask_for(
        SquareAsked(
            topic="square", seats=(player,), kinds=KINDS, colours=COLOURS, needs=NEEDS, index=index, rule="HC-TRN-6"
        )
    )
