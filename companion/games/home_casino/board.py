"""What each kind of square does (HC-CAS-1 to 8, HC-CSN-3, HC-CSN-4, HC-SLT-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.asks import Option, Question, Sell
from companion.facts import CardsSold, OptionChosen, Square
from companion.game import Asked, Payment, SquareEnded
from companion.games.home_casino import black_jack, cards, duel, four_two_one, roulette, zanzibar
from companion.ledger import BANK, POT

if TYPE_CHECKING:
    from companion.games.home_casino.state import HomeCasino

GAMES: dict[str, Callable[[HomeCasino, str], Asked]] = {
    "roulette": roulette.roulette,
    "zanzibar": zanzibar.zanzibar,
    "blackjack": black_jack.black_jack,
    "421": four_two_one.four_two_one,
    "jackpot": cards.jackpot,
    "acquisition": cards.acquisition,
}


def arrive(game: HomeCasino, player: str, square: Square) -> Asked:
    """Let a square act; return whether a card gives another throw."""
    game.square = {"kind": square.kind, "action": square.kind}
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
            return bool((yield from GAMES[kind](game, player)))
        case _:
            nothing(game)
    return False


def nothing(game: HomeCasino) -> None:
    """This square asks for nothing."""
    game.square["action"] = "none"


def casino(game: HomeCasino, player: str, square: Square) -> Asked:
    """Own casino: the bank pays; an opponent's: a duel; nobody's: nothing."""
    if square.colour is not None and square.colour == game.players[player].colour:
        game.this_turn["landed"] = True
        amount = game.house["own_casino_land"]
        game.settle(Payment(BANK, player, amount, "own_casino_landed", "HC-CSN-3"))
        return
    owner = game.owner_of(square)
    if owner and owner != player:
        yield from duel.casino_duel(game, player, owner)
    else:
        nothing(game)


def fine(game: HomeCasino, player: str, to: str, amount: int, reason: str, rule: str) -> Asked:
    """A compulsory payment, after an emergency sale where the house allows one (AMB-28)."""
    yield from emergency_sale(game, player, amount)
    game.settle(Payment(player, to, amount, reason, rule))


def emergency_sale(game: HomeCasino, player: str, amount: int) -> Asked:
    """Let a player who cannot pay sell cards to the bank before the payment (AMB-28)."""
    mode = game.house["emergency_sale"]
    if mode == "off" or game.balance(player) >= amount or not game.players[player].cards:
        return

    def prices() -> dict[str, int]:
        part = 2 if mode == "half" else 1
        return {str(c["name"]): int(c["sell"]) // part // 25 * 25 for c in game.players[player].cards}

    def questions() -> tuple[Question, ...]:
        if player in game.out:
            raise SquareEnded
        return (
            Sell(topic="emergency_sale", seats=(player,), prices=prices(), rule="HC-CAS-5"),
            Option(topic="no_sale", seats=(player,), must=False, options=("no_sale",)),
        )

    try:
        answer = yield from game.ask(questions)
    except SquareEnded:
        if player not in game.out:
            raise
        return
    if isinstance(answer, OptionChosen) or not isinstance(answer, CardsSold):
        return
    held = prices()
    for name in answer.cards:
        card = next(c for c in game.players[player].cards if c["name"] == name)
        game.players[player].cards.remove(card)
        game.discard("acquisition", name)
        game.pay(BANK, player, held[name], "emergency_sale", "HC-CAS-5")
