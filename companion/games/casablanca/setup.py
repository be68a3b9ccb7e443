"""The set-up: leader, money, figures, three prime cards each, and the size of the stock (CB-MON, CB-FIG, CB-CRD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import CardsShown, NamesGiven
from companion.game.base import ScriptPart
from companion.games.casablanca.box import GIVEN, STAKED, SYMBOLS
from companion.games.casablanca.state import CasablancaState
from companion.money.ledger import BANK, POT
from companion.names import tidy
from companion.questions import Draw, Naming, Number, Show

STOCK = "stock"
DEALT = 3


def set_up(game: CasablancaState) -> ScriptPart:
    """Set up the table before the first token is taken."""
    carried: Mapping[str, Any] = game.started.carried or {}
    clockwise = list(game.players)
    if game.banker not in game.players:
        first = game.started.first
        game.banker = clockwise[clockwise.index(first) - 1] if first else clockwise[-1]
    at = clockwise.index(game.banker)
    game.order = clockwise[at + 1 :] + clockwise[: at + 1]
    game.turn = game.starter = game.order[0]
    money(game, carried)
    if not game.board.symbols:
        game.board.name((yield from symbols(game)))
    game.stock = game.cards - DEALT * len(game.order)
    for seat, cards in carried.get("cards", {}).items():
        game.players[seat].cards = [{"name": c} for c in cards]
    game.pawns = dict(carried.get("pawns", {}))
    if "cards" not in carried:
        yield from dealt(game)
    yield from figures(game)
    game.stock = carried.get("stock", game.stock)
    game.top = carried.get("top", "")
    game.turn = carried.get("turn", game.turn)


def symbols(game: CasablancaState) -> ScriptPart:
    """Ask once for this table's names of the symbols on the board (CB-BRD-2)."""
    named: NamesGiven = yield from game.ask_for(
        Naming(topic="symbols", seats=(game.banker,), number=SYMBOLS, rule="CB-BRD-2")
    )
    return tuple(map(tidy, named.names))


def money(game: CasablancaState, carried: Mapping[str, Any]) -> None:
    """Give each player 2000, of which 700 go to the cash with all other notes (CB-MON-2, CB-MON-3, AMB-CB-1)."""
    people = len(game.order)
    game.fill_bank(max(game.board.notes, people * GIVEN))
    for seat in game.order:
        game.ledger.open(seat, carried.get("chips", {}).get(seat, GIVEN - STAKED))
    cash = people * STAKED if game.house["rest_stays_aside"] else game.ledger.balances[BANK]
    game.ledger.open(POT, carried.get("cash", cash))
    if "cash" in carried or "chips" in carried:
        game.fill_bank(carried.get("bank", max(0, game.ledger.balances[BANK])))


def figures(game: CasablancaState) -> ScriptPart:
    """Let each player place his figure on any square (CB-FIG-1, CB-MSC-1)."""
    while waiting := tuple(s for s in game.order if game.pawns.get(s) is None):
        answer = yield from game.ask_for(
            *(
                Number(topic="figure", seats=(s,), low=0, high=game.board.length - 1, squares=True, rule="CB-FIG-1")
                for s in waiting
            )
        )
        game.pawns[answer.seat] = min(answer.number, game.board.length - 1)


def dealt(game: CasablancaState) -> ScriptPart:
    """Ask for each player's three open cards; a player exchanges one of three equal cards (CB-CRD-2 to 5)."""
    while waiting := tuple(s for s in game.order if not game.players[s].cards):
        answer: CardsShown = yield from game.ask_for(
            *(
                Show(
                    topic="dealt",
                    seats=(s,),
                    names=game.board.symbols,
                    least=DEALT,
                    most=DEALT,
                    left=game.unseen(),
                    rule="CB-CRD-2",
                )
                for s in waiting
            )  # fmt: skip
        )
        game.players[answer.seat].cards = [{"name": c} for c in answer.cards]
        yield from exchanged(game, answer.seat)


def exchanged(game: CasablancaState, seat: str) -> ScriptPart:
    """Exchange one of three equal cards, as often as needed (CB-CRD-3)."""
    while three := next((s for s, n in game.hand(seat).items() if n == DEALT), ""):
        another = Draw(
            topic="exchange", seats=(seat,), deck=STOCK, names=game.board.symbols, left=game.unseen(), rule="CB-CRD-3"
        )  # fmt: skip
        drawn = yield from game.ask_for(another)
        game.take_away(seat, three)
        game.players[seat].cards.append({"name": str(drawn.card["name"])})
        game.exchanges[seat] = game.exchanges.get(seat, 0) + 1
