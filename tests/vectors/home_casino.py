"""Home Casino vectors on the real engine: sets up a start, feeds answers, reads ledger and view.

It computes no rules. An unknown key or event fails.
"""

from __future__ import annotations

from typing import Any

from companion.facts import (
    BetPlaced,
    BetsClosed,
    CardDrawn,
    CardsSold,
    CasinoChosen,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    Landed,
    OpponentChosen,
    OptionChosen,
    Seat,
    Square,
    StakePlaced,
    Stood,
)
from companion.games.home_casino.box import CHIPS
from companion.games.home_casino.rulebook import HomeCasino
from companion.money.chips import fewest
from companion.play import Play
from companion.questions import Opponent, Sell, Stake
from companion.refusal import Refusal

COLOURS = {"rouge": "red", "noir": "black"}
GIVEN = {
    "chips", "bank", "pot", "active", "square", "ring", "positions", "own_casino", "banker", "target", "squares",
    "turn_order", "cards", "pay_from", "amount", "croupier", "out", "seats_clockwise", "ages",
}  # fmt: skip


class Evening:
    """One vector in play."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.vector = vector
        given = self.given = vector["given"]
        assert not set(given) - GIVEN, f"unknown: {set(given) - GIVEN}"
        self.number = 1
        self.limit: int | None = None
        self.limits: dict[str, int] = {}
        if "pay_from" in given:
            return
        self.play = Play(self.start(given))
        first = vector["events"][0] if vector["events"] else {}
        opens = first.get("type") in ("bet", "close_bets") or "d10" in first or "colour" in first
        if given.get("square") == "roulette" and opens:
            self.feed(Landed(seat=given["active"], square=Square(kind="roulette")))
        self.watch()

    # --- build a start ---------------------------------------------------------------------------------

    def colour(self, seat: str | None) -> str:
        return f"casino of {seat}"

    def start(self, given: dict[str, Any]) -> GameStarted:
        choosers = [e["player"] for e in self.vector["events"] if e["type"] == "choose_casino"]
        people = [*given["chips"], *given.get("out", [])]
        order = [*given.get("turn_order", given["chips"]), *given.get("out", [])]
        clockwise = given.get("seats_clockwise") or list(reversed(order))
        if choosers:
            clockwise = list(dict.fromkeys(choosers))
        ages = given.get("ages", {})
        seats = tuple(
            Seat(id=s, name=s, colour=None if choosers else self.colour(s), age=ages.get(s, 0)) for s in clockwise
        )
        carried: dict[str, Any] = {"out": given.get("out", [])}
        if not choosers and "seats_clockwise" not in given:
            carried["order"] = order
        fresh = set(given["chips"].values()) == {4000} and not given["pot"] and not given.get("out")
        if people and not fresh:
            carried |= {"chips": given["chips"], "bank": given["bank"], "pot": given["pot"]}
        carried["cards"] = {
            seat: [{"name": c, "sell": 25} if isinstance(c, str) else {"name": c["card"], **c} for c in cards]
            for seat, cards in given.get("cards", {}).items()
        }
        carried["pawns"] = given.get("positions", {})
        carried["home"] = given.get("own_casino", {})
        return GameStarted(
            game="home_casino",
            seats=seats,
            house=self.vector["house"],
            box=self.box(given),
            target=given.get("target", 0),
            banker=given.get("banker") or given.get("croupier") or "",
            first=given.get("active", ""),
            carried=carried,
            rules=HomeCasino.version,
        )

    def box(self, given: dict[str, Any]) -> dict[str, Any]:
        if "ring" not in given:
            return {"followed": False}
        homes = {int(i): s for s, i in given.get("own_casino", {}).items()}
        ring = [{"index": i, "kind": "casino", "colour": self.colour(s)} for i, s in homes.items()]
        ring += [{"index": int(i), "kind": k} for i, k in given.get("squares", {}).items() if int(i) not in homes]
        return {"length": given["ring"], "complete": True, "ring": ring}

    # --- feed answers ----------------------------------------------------------------------------------

    def seat(self, name: str) -> str:
        if name != "croupier":
            return name
        return str(self.play.game.square.croupier or self.play.game.banker)

    def asked(self, kind: type) -> str:
        return next((q.seats[0] for q in self.play.open if isinstance(q, kind)), self.play.game.turn)

    def fact(self, event: dict[str, Any]) -> Fact:
        game = self.play.game
        known = set(event) - {"type"}

        def only(*keys: str) -> None:
            assert known <= set(keys), f"unknown: {known - set(keys)}"

        match event["type"]:
            case "land":
                only("player", "square", "owner", "amount")
                colour = self.colour(event["owner"]) if event["square"] == "casino" else None
                square = Square(kind=event["square"], colour=colour, amount=event.get("amount"))
                return Landed(seat=event["player"], square=square)
            case "roll":
                only("by", "d6", "kept", "d10", "colour")
                dice = [Die("d6", v) for v in event.get("d6", [])]
                dice += [Die("d10", event["d10"])] if "d10" in event else []
                dice += [Die("bicolour", COLOURS[event["colour"]])] if "colour" in event else []
                kept = tuple(event["kept"]) if "kept" in event else None
                return DiceThrown(seat=self.seat(event["by"]), dice=tuple(dice), kept=kept)
            case "servi":
                only("player")
                return Stood(seat=self.seat(event["player"]))
            case "stake":
                only("player", "amount")
                return StakePlaced(seat=event["player"], amount=event["amount"])
            case "bet":
                only("player", "on", "amount")
                return BetPlaced(seat=event["player"], field=event["on"], amount=event["amount"])
            case "close_bets":
                only()
                return BetsClosed(seat=game.turn)
            case "choose_opponent":
                only("player", "opponent")
                return OpponentChosen(seat=event["player"], opponent=event["opponent"])
            case "choose_casino":
                only("player", "colour")
                return CasinoChosen(seat=event["player"], colour=event["colour"])
            case "card":
                only("deck", "card", "buy", "sell", "effect")
                card = {k: v for k, v in event.items() if k in ("buy", "sell", "effect")}
                return CardDrawn(seat=game.turn, deck=event["deck"], card={"name": event.get("card", "carte"), **card})
            case "buy":
                only("accept")
                return OptionChosen(seat=game.turn, option="buy" if event["accept"] else "leave")
            case "sell":
                only("cards")
                return CardsSold(seat=self.asked(Sell), cards=tuple(event["cards"]))
        raise AssertionError(f"unknown event {event['type']}")

    def answer(self, event: dict[str, Any]) -> Refusal | None:
        """Feed one event; return the engine's refusal, None if accepted."""
        return self.feed(self.fact(event))

    def feed(self, fact: Fact) -> Refusal | None:
        refusal = self.play.refuse(fact)
        if refusal is None:
            self.number += 1
            self.play.apply(self.number, fact)
            self.watch()
        return refusal

    def watch(self) -> None:
        """Store the limits of the open questions."""
        for question in self.play.open:
            if isinstance(question, Stake):
                self.limit = question.limit
                self.limits[question.against] = question.limit
            elif isinstance(question, Opponent):
                self.limits |= question.limits
        game = self.play.game
        self.limits |= game.square.limits

    def state(self) -> Any:
        """Return the state that a refused answer must not change."""
        game = self.play.game
        return (
            dict(game.ledger.balances),
            dict(game.ledger.felt),
            list(game.ledger.transfers),
            game.turn,
            dict(game.pawns),
            repr(game.scene),
            repr(self.play.open),
        )

    def same_refusal(self, expected: dict[str, Any] | str, refusal: Refusal) -> bool:
        if isinstance(expected, str):
            return expected == refusal.code
        details = {k: v for k, v in expected.items() if k not in ("event", "code", "note")}
        if "turn" in details:
            details["turn"] = self.seat(details["turn"])
        return refusal.code == expected["code"] and all(refusal.detail.get(k) == v for k, v in details.items())

    # --- read ledger and view --------------------------------------------------------------------------

    def read(self, key: str, expected: Any) -> Any:
        """Return the engine's value for this key, in the vector's format."""
        if "pay_from" in self.given:
            paid = fewest({int(v): n for v, n in self.given["pay_from"].items()}, self.given["amount"])
            if key == "payout":
                return None if paid is None else {str(v): n for v, n in paid.items()}
            assert key == "chips", f"unknown: {key}"
            return None if paid is None else sum(paid.values())
        game, ledger = self.play.game, self.play.game.ledger
        duel: Any = game.square.duel or game.scene
        turn = game.this_turn

        def named(values: dict[str, Any]) -> dict[str, Any]:
            return {name: values.get(self.seat(name)) for name in expected}

        match key:
            case "transfers":
                return [
                    {"from": t.giver, "to": t.taker, "amount": t.amount, "reason": t.reason} for t in ledger.transfers
                ]
            case "balances":
                return {a: n for a, n in ledger.balances.items() if a not in self.given.get("out", [])}
            case "bankrupt":
                return game.bankrupt
            case "unpaid":
                return sum(game.unpaid.values())
            case "winner":
                return game.outcome.winner if game.outcome else None
            case "reason" | "by":
                return game.outcome.reason if game.outcome else None
            case "reached":
                return game.reached
            case "next_player":
                return game.turn
            case "throws_again":
                return turn.seat == game.turn and bool(turn.throws) and self.play.question("move") is not None
            case "throws" if isinstance(expected, int):
                return turn.throws or self.last("throws")
            case "throws":
                return named({s: len(t) for s, t in duel.throws.items()})
            case "position":
                return named(game.pawns)
            case "passed_own":
                return turn.passed if turn.throws else self.last("passed")
            case "landed_own":
                return turn.landed if turn.throws else self.last("landed")
            case "double":
                return turn.double if turn.throws else self.last("double")
            case "banker":
                return game.banker
            case "croupier":
                return game.square.croupier
            case "limit":
                return self.limit
            case "limits":
                return {name: self.limits.get(name) for name in expected}
            case "skipped":
                return game.square.skipped or None
            case "action":
                return game.square.action
            case "cards":
                return named({s: [c["name"] for c in p.cards] for s, p in game.players.items()})
            case "acquisition_deck_bottom":
                return game.under["acquisition"]
            case "remaining":
                return sorted(game.playing())
            case "turn_order":
                return game.order
            case "points":
                worth = getattr(duel, "points", {})
                return {name: worth.get(name, game.balance(name)) for name in expected}
            case "totals" | "combos" | "distances":
                return named(getattr(duel, key))
            case "sums":
                return named(duel.totals)
            case "winner_of_duel":
                return duel.winner or None
            case "multiplier" | "rounds" | "result":
                return getattr(duel, key)
            case "void":
                return duel.void
            case "pot_unchanged":
                return game.balance("pot") == self.given["pot"]
            case "extra_turn_from_duel":
                return turn.seat == game.turn and bool(turn.throws)
            case "chips_per_player":
                stocks = [self.play.pieces.of(s) for s in game.order]
                assert all(s == stocks[0] for s in stocks)
                return {str(v): n for v, n in (stocks[0] or {}).items()}
            case "bank_chips":
                return {str(v): n for v, n in (self.play.pieces.of("bank") or {}).items()}
            case "box_total":
                return ledger.total()
            case "box_chip_count":
                return sum((self.play.pieces.box or CHIPS).values())
        raise AssertionError(f"unknown: {key}")

    def last(self, key: str) -> Any:
        """Return a value of the previous turn."""
        return getattr(self.play.game.turn_before, key)
