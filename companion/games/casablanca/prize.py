"""Prime cards: winning one, its bonus (« prime ») from the cash, four of a kind, and a new stock (CB-PRM, CB-STK)."""

from __future__ import annotations

from companion.game.base import Ended, ScriptPart
from companion.games.casablanca.setup import STOCK
from companion.games.casablanca.state import CasablancaState
from companion.money.ledger import POT
from companion.questions import Draw

FOUR = 4
PRIMES = {1: (100, "CB-PRM-2"), 2: (200, "CB-PRM-3"), 3: (300, "CB-PRM-3")}
STAKE_CARD = "stake_card"


def arrive(game: CasablancaState, seat: str) -> None:
    """Give the player the top card if his figure stands on its symbol (CB-PRM-1)."""
    if game.lands_on_top(seat):
        take_top(game, seat)


def take_top(game: CasablancaState, seat: str) -> None:
    """Give a player the top card of the stock, with its prime."""
    symbol, game.top, game.next_top = game.top, game.next_top, ""
    game.stock = max(0, game.stock - 1)
    take(game, seat, symbol)


def take(game: CasablancaState, seat: str, symbol: str) -> None:
    """Add a card to a hand and pay its prime; the fourth of a kind wins the cash and ends the game (CB-PRM-2 to 4)."""
    game.players[seat].cards.append({"name": symbol})
    number = game.hand(seat)[symbol]
    game.tell("card", seat=seat, name=symbol, number=number)
    if number >= FOUR:
        game.give(POT, seat, game.balance(POT), "four", "CB-PRM-4")
        raise Ended(game.playing(), "four")
    amount, rule = PRIMES[number]
    game.give(POT, seat, amount, "prime", rule)


def won(game: CasablancaState, winner: str, loser: str, at_stake: bool) -> ScriptPart:
    """Give the winner the card at stake or one of the loser's, with its prime (CB-CHL-10, CB-CHL-11, AMB-CB-3)."""
    if at_stake and game.house["stake_card_first"]:
        take_top(game, winner)
        return
    choices = (*((STAKE_CARD,) if at_stake and game.top else ()), *game.hand(loser))
    chosen = choices[0] if choices else ""
    if len(choices) > 1:
        chosen = yield from game.choose(winner, choices, "prize", "CB-CHL-12")
    if chosen == STAKE_CARD:
        take_top(game, winner)
    elif chosen and game.take_away(loser, chosen):
        take(game, winner, chosen)


def new_stock(game: CasablancaState) -> ScriptPart:
    """Replace an empty stock by everybody's single cards; ask for an unknown top card (CB-STK-1, 2, AMB-CB-13)."""
    if not game.stock:
        game.top = ""
        for seat in game.playing():
            for symbol in [s for s, n in game.hand(seat).items() if n == 1]:
                game.take_away(seat, symbol)
                game.stock += 1
        if not game.stock and game.house["end_now"]:
            raise Ended(game.playing(), "no_stock")
        game.tell("new_stock", number=game.stock)

    if game.stock and not game.top:
        game.top = str((yield from game.ask(lambda: (top_card(game),))).card["name"])


def top_card(game: CasablancaState) -> Draw:
    """Return the question for the top card of the stock (CB-CRD-4)."""
    leader = game.banker if game.banker in game.playing() else game.turn
    return Draw(
        topic="top", seats=(leader,), deck=STOCK, names=game.board.symbols, left=game.unseen(), rule="CB-CRD-4"
    )  # fmt: skip
