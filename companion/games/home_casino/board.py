"""The effects of the squares (HC-CAS-1 to 8, HC-CSN-3, HC-CSN-4, HC-SLT-1)."""

from __future__ import annotations

from collections.abc import Callable

from companion.facts import Square
from companion.game.base import Payment, ScriptPart
from companion.games.home_casino import black_jack, cards, duel, four_two_one, roulette, zanzibar
from companion.games.home_casino.scenes import Arrival
from companion.games.home_casino.settlement import fine
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK, POT

GAMES: dict[str, Callable[[HomeCasinoState, str], ScriptPart]] = {
    "roulette": roulette.roulette,
    "zanzibar": zanzibar.zanzibar,
    "blackjack": black_jack.black_jack,
    "421": four_two_one.four_two_one,
    "jackpot": cards.jackpot,
    "acquisition": cards.acquisition,
}


def arrive(game: HomeCasinoState, player: str, square: Square) -> ScriptPart:
    """Apply the square of arrival and the squares that cards lead to; return whether a card gives another throw."""
    while True:
        follows: Square | bool = yield from act(game, player, square)
        if not isinstance(follows, Square):
            return follows
        square = follows


def act(game: HomeCasinoState, player: str, square: Square) -> ScriptPart:
    """Apply a square; return the square that a card leads to, or whether a card gives another throw."""
    game.square = Arrival(kind=square.kind, action=square.kind)
    game.tell("arrived", seat=player, kind=square.kind, colour=square.colour, amount=square.amount)
    match square.kind:
        case "casino":
            yield from casino(game, player, square)
        case "mafia":
            yield from fine(game, player, POT, 500, "mafia", "HC-CAS-1")
        case "casino_plus_500":
            game.settle(Payment(BANK, player, 500, "casino_plus_500", "HC-CAS-2"))
        case "pot":
            nothing(game) if not game.balance(POT) else game.settle(
                Payment(POT, player, game.balance(POT), "pot", "HC-CAS-6")
            )
        case "slot":
            amount = square.amount or 0
            if amount < 0:
                yield from fine(game, player, POT, -amount, "slot", "HC-SLT-1")
            else:
                game.settle(Payment(BANK, player, amount, "slot", "HC-SLT-1"))
        case "a_vendre":
            if game.players[player].cards:
                game.selling = player
            else:
                nothing(game)
        case kind if kind in GAMES:
            return (yield from GAMES[kind](game, player)) or False
        case _:
            nothing(game)
    return False


def nothing(game: HomeCasinoState) -> None:
    """Mark the square as without effect."""
    game.square.action = "none"


def casino(game: HomeCasinoState, player: str, square: Square) -> ScriptPart:
    """Apply a casino: the bank pays a player on his own casino; an opponent's casino starts a duel."""
    if square.colour is not None and square.colour == game.players[player].colour:
        game.this_turn.landed = True
        amount = game.house["own_casino_land"]
        game.settle(Payment(BANK, player, amount, "own_casino_landed", "HC-CSN-3"))
        return
    owner = game.owner_of(square)
    if owner and owner != player:
        yield from duel.casino_duel(game, player, owner)
    else:
        nothing(game)
