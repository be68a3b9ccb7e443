"""Casablanca vectors on the real engine: sets up a turn, feeds announcements and bets, reads money and cards."""

from __future__ import annotations

from typing import Any

from companion.facts import (
    CardDrawn,
    CardsShown,
    CardsSold,
    NumberGiven,
    OptionChosen,
    Protested,
    StakePlaced,
)
from companion.game.library import game_class
from companion.games.casablanca.box import TOKENS
from companion.games.casablanca.rulebook import Casablanca
from companion.refusal import Refusal
from tests.vectors.common import Played

GIVEN = {
    "players", "notes_total", "pos", "ring", "player", "money", "cash", "held_same", "lands_on_top_symbol", "active",
    "pos_before", "card_at_stake", "held_same_by_B", "token", "hands", "stock", "dealt", "draws", "pos_symbol_is_top",
    "loser_cards", "clockwise", "cards", "leader", "winner",
}  # fmt: skip
LANDS = ("lands_on_top_symbol", "card_at_stake", "pos_symbol_is_top")


class Evening(Played):
    """One vector in play. The engine learns the token only when it is revealed."""

    def __init__(self, vector: dict[str, Any]) -> None:
        super().__init__(vector, GIVEN)
        given, events = self.given, vector["events"]
        self.board = Casablanca.example_box()
        if "notes_total" in given:
            self.board["notes_total"] = given["notes_total"]
        self.active = given.get("active", given.get("player", "A"))
        if any(e["type"] == "start" for e in events):
            return
        if set(given) <= {"players", "notes_total", "leader", "clockwise", "winner"} and not any(
            e["type"] != "new_game" for e in events
        ):
            seats = given.get("clockwise") or "ABCD"[: given.get("players", 4)]
            self.begin("casablanca", seats, {}, box=self.board, banker=given.get("leader", ""))
            return
        if "dealt" in given:
            self.begin("casablanca", "AB", {}, box=self.board)
            assert self.feed(CardsShown(seat="A", cards=tuple(given["dealt"]))) is None
            for name in given["draws"]:
                if self.play.question("exchange"):
                    assert self.feed(CardDrawn(seat="A", deck="stock", card={"name": name})) is None
            return
        self.begin_turn(given, events)

    def begin_turn(self, given: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Set up a turn of the active player, with all figures and cards placed."""
        ring = self.board["ring"]
        money = given.get("money", {})
        if not isinstance(money, dict):
            money = {self.active: money}
        hands = given.get("hands", {})
        seats = given.get("clockwise") or sorted({"A", "B", *money, *hands, self.active})
        steps = next((e["n"] for e in events if e["type"] == "announce"), 0)
        at = given.get("pos", given.get("pos_before", 0))
        there = ring[(at + max(0, steps)) % len(ring)]
        lands = any(given.get(k) for k in LANDS)
        self.top = there if lands else next(s for s in self.board["symbols"] if s != there)
        cards: dict[str, list[str]] = {s: [n for n, k in hands.get(s, {}).items() for _ in range(k)] for s in seats}
        symbol = next((e["symbol"] for e in events if e["type"] == "take_card"), None)
        wanted = symbol or self.top
        cards[self.active] += [wanted] * given.get("held_same", 0)
        if "held_same_by_B" in given:
            cards["B"] += [wanted] * given["held_same_by_B"]
        for e in events:
            if e["type"] == "take_card":
                cards[e["from"]] += [wanted, next(s for s in self.board["symbols"] if s != wanted)]
        for seat, number in given.get("cards", {}).items():
            cards[seat] += self.board["symbols"][:number]
        carried = {
            "chips": {s: money.get(s, 1300) for s in seats}, "cash": given.get("cash", 4800), "cards": cards,
            "pawns": {s: at if s == self.active else 0 for s in seats}, "stock": given.get("stock", 20),
            "top": self.top if given.get("stock", 20) else "", "turn": self.active,
        }  # fmt: skip
        self.begin("casablanca", seats, carried, box=self.board)

    def answer(self, event: dict[str, Any]) -> Refusal | None:
        """Feed one event; return the engine's refusal, None if accepted."""
        seat = event.get("player", self.active)
        match event["type"]:
            case "start":
                self.only(event)
                return game_class("casablanca").refuse_players(self.given["players"])
            case "new_game":
                self.only(event)
                self.begin("casablanca", "ABCD", {}, box=self.board, banker=self.given["winner"])
                return None
            case "start_turn":
                self.only(event)
                return None
            case "announce" | "reveal":
                self.only(event, "n")
                return self.feed(NumberGiven(seat=self.active, number=event["n"]))
            case "no_protest" | "confess" | "fold" | "call" | "reshuffle":
                self.only(event, "player")
                return self.feed(OptionChosen(seat=seat, option=event["type"]))
            case "protest":
                self.only(event, "player", "stake")
                return self.feed(Protested(seat=seat, amount=event["stake"]))
            case "protest_together":
                self.only(event, "players")
                return self.feed(*(Protested(seat=s) for s in event["players"]))
            case "accept" | "raise":
                self.only(event, "player", "stake")
                return self.feed(StakePlaced(seat=seat, amount=event["stake"]))
            case "take_card":
                self.only(event, "from", "symbol")
                return self.feed(OptionChosen(seat=self.play.game.winner_of_bet, option=event["symbol"]))  # type: ignore[attr-defined]
            case "sell_cards":
                self.only(event, "player", "n")
                held = [c["name"] for c in self.play.game.players[seat].cards]
                return self.feed(CardsSold(seat=seat, cards=tuple(held[: event["n"]])))
        raise AssertionError(f"unknown event {event['type']}")

    def read(self, key: str, expected: Any) -> Any:
        """Return the engine's value for this key, in the vector's format."""
        game: Any = self.play.game
        match key:
            case "money":
                return {s: game.balance(s) for s in expected} if isinstance(expected, dict) else game.balance(self.active)
            case "cash":
                return game.balance("pot")
            case "hand" if isinstance(expected, int):
                return game.balance(game.order[0])
            case "hand":
                return [c["name"] for c in game.players["A"].cards]
            case "hands":
                return {s: dict(game.hand(s)) for s in expected}
            case "tokens_in_ring":
                return len(TOKENS) - len(game.order)
            case "stock" | "challenger" | "winner_of_bet" | "token_shown" | "leader":
                return getattr(game, key)
            case "pos":
                return game.pawns[self.active]
            case "prime":
                return sum(t.amount for t in game.ledger.transfers if t.reason == "prime")
            case "cards_same":
                return game.hand(self.active)[self.top]
            case "game_over":
                return game.outcome is not None
            case "winner":
                return game.outcome.winner if game.outcome else None
            case "cards" if isinstance(expected, int):
                return game.cards
            case "cards":
                return {s: len(game.players[s].cards) for s in expected}
            case "out":
                return [s for s in game.players if s in game.out]
            case "order":
                return game.order
            case "exchanges":
                return game.exchanges.get("A", 0)
            case "squares":
                return game.board.length
            case "tokens":
                return len(TOKENS)
            case "token_sum":
                return sum(TOKENS)
        raise AssertionError(f"unknown: {key}")


