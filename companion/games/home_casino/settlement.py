"""Compulsory payments, and the sale of cards to meet them."""

from __future__ import annotations

from companion.facts import CardsSold, OptionChosen
from companion.game.base import Payment, ScriptPart, SquareEnded
from companion.games.home_casino.state import HomeCasinoState
from companion.money.ledger import BANK
from companion.questions import Option, Question, Sell


def fine(game: HomeCasinoState, player: str, to: str, amount: int, reason: str, rule: str) -> ScriptPart:
    """Make a compulsory payment, after an emergency sale if the house allows one (AMB-28)."""
    yield from emergency_sale(game, player, amount)
    game.settle(Payment(player, to, amount, reason, rule))


def emergency_sale(game: HomeCasinoState, player: str, amount: int) -> ScriptPart:
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
        offer = Sell(
            topic="emergency_sale", seats=(player,), prices=prices(), owed=amount, balance=game.balance(player),
            rule="HC-CAS-5",
        )  # fmt: skip
        if game.rules >= 2:  # since version 2 an empty sale means "no sale", so no second question is needed
            return (offer,)
        return (offer, Option(topic="no_sale", seats=(player,), must=False, options=("no_sale",)))

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


def sell(game: HomeCasinoState, seat: str, names: tuple[str, ...]) -> None:
    """Let the bank pay the sell price of each card, in the given order; the cards go under the pile.

    Stakes stay on the felt, since the table may force a sale during a duel.
    """
    player = game.players[seat]
    for name in names:
        card = next((c for c in player.cards if c["name"] == name), None)
        if card is None:
            continue
        player.cards.remove(card)
        game.discard("acquisition", name)
        game.pay(BANK, seat, int(card["sell"]), "sale", "HC-CAS-5")
    game.check_after({})
