"""Cassino vectors on the real engine: sets up a table, feeds cards and counts, reads piles, builds and scores."""

from __future__ import annotations

from itertools import product
from typing import Any

from companion.facts import CardPlayed, Counted, TurnGiven
from companion.games.cassino.pack import SUITS
from companion.refusal import Refusal
from tests.vectors.common import Played

GIVEN = {
    "table", "builds", "hand", "piles", "sweeps", "last_capturer", "players", "before", "deal", "clockwise", "dealer",
    "spades", "cards",
}  # fmt: skip
ELEVEN = {"cards": 3, "spades": 1, "big": 2, "little": 1, "ace_S": 1, "ace_C": 1, "ace_H": 1, "ace_D": 1}
MOST = {"cards": (27, 25), "spades": (7, 6)}


class Evening(Played):
    """One vector in play."""

    def __init__(self, vector: dict[str, Any]) -> None:
        super().__init__(vector, GIVEN)
        given = self.given
        seats = list(given.get("clockwise") or "ABCD"[: given.get("players") or len(given.get("piles", "AB"))])
        dealer = given.get("dealer", "B" if "B" in seats else "")
        carried: dict[str, Any] = {"scores": given.get("before", {}), "partners": False}
        piles = given.get("piles", {})
        counted = any(isinstance(p, dict) for p in piles.values())
        if "hand" in given or "table" in given:
            carried |= {"table": given.get("table", []), "builds": given.get("builds", []), "turn": "A",
                        "last_capturer": given.get("last_capturer", "")}  # fmt: skip
            if "hand" in given:
                carried["hands"] = {"A": given["hand"]}
            if piles:
                carried["piles"] = {s: ["9H"] * n for s, n in piles.items()}
                carried |= {"to_play": dict.fromkeys(seats, 0), "last": True}
        if "spades" in given:
            pile = ["9S"] * given["spades"] + ["9H"] * (given["cards"] - given["spades"])
            carried |= {"table": ["3S"], "piles": {"A": pile}, "turn": "A"}
        self.begin("cassino", seats, carried, banker=dealer)
        if counted:
            last = given.get("last_capturer")
            extra = {"last": last} if last else {}
            self.count({s: {**p, "sweeps": given.get("sweeps", {}).get(s, 0), **{k: int(v == s) for k, v in extra.items()}}
                        for s, p in piles.items()})  # fmt: skip
        if "deal" in given:
            self.count(self.dealt(given["deal"]))

    def count(self, rows: dict[str, dict[str, int]]) -> None:
        """Count the piles, with only the items that the house needs."""
        keys = set(self.play.question("count").keys)  # type: ignore[union-attr]
        counts = {s: {k: n for k, n in row.items() if k in keys} for s, row in rows.items()}
        refusal = self.feed(Counted(seat=next(iter(rows)), counts=counts))
        assert refusal is None, refusal

    def dealt(self, deal: dict[str, Any]) -> dict[str, dict[str, int]]:
        """Return piles that match a deal given by cards or only by points."""
        if isinstance(next(iter(deal.values())), int):
            seats = list(deal)
            for winners in product(seats, repeat=len(ELEVEN)):
                got = dict(zip(ELEVEN, winners, strict=True))
                if all(sum(ELEVEN[k] for k in got if got[k] == s) == deal[s] for s in seats):
                    break
        else:
            got = {k: v for k, v in deal.items() if k != "aces"}
            got |= {f"ace_{suit}": s for suit, s in deal["aces"].items()}
        seats = list(self.play.game.players)
        rows = {s: {k: int(got[k] == s) for k in got} for s in seats}
        for s in seats:
            rows[s]["aces"] = sum(rows[s][f"ace_{suit}"] for suit in SUITS)
            for key, (most, least) in MOST.items():
                rows[s][key] = most if got[key] == s else least
        return rows

    def answer(self, event: dict[str, Any]) -> Refusal | None:
        """Feed one event; return the engine's refusal, None if accepted."""
        if event["type"] == "enter_piles":
            self.only(event, "cards")
            return self.feed(Counted(seat="A", counts={s: {"cards": n} for s, n in event["cards"].items()}))
        if event["type"] == "capture_counts":
            self.only(event, "spades", "cards")
            assert (event["spades"], event["cards"]) == (1, 2)
            return self.feed(CardPlayed(seat="A", card="3H", use="capture", take=("3S",)))
        seat = event.get("player", "A")
        if self.play.game.turn != seat:
            assert self.feed(TurnGiven(seat=seat)) is None
        built = self.play.game.builds[0].value if self.play.game.builds else 0  # type: ignore[attr-defined]
        more = {k: tuple(event[k]) for k in ("take", "with_table") if k in event}
        take = more.get("take", more.get("with_table", ()))
        match event["type"]:
            case "capture":
                self.only(event, "card", "take", "take_build")
                return self.feed(CardPlayed(seat=seat, card=event["card"], use="capture", take=take,
                                            build=event.get("take_build", 0)))  # fmt: skip
            case "build":
                self.only(event, "card", "with_table", "value")
                return self.feed(CardPlayed(seat=seat, card=event["card"] or "", use="build", take=take,
                                            value=event["value"]))  # fmt: skip
            case "add_to_build":
                self.only(event, "card", "with_table")
                return self.feed(CardPlayed(seat=seat, card=event["card"], use="add", take=take, build=built))
            case "raise_build":
                self.only(event, "card", "to", "with_table", "add_sets")
                take += tuple(c for group in event.get("add_sets", ()) for c in group)
                return self.feed(CardPlayed(seat=seat, card=event["card"], use="raise", take=take, build=built,
                                            value=event["to"]))  # fmt: skip
            case "trail":
                self.only(event, "player", "card")
                return self.feed(CardPlayed(seat=seat, card=event["card"], use="trail"))
        raise AssertionError(f"unknown event {event['type']}")

    def feed(self, *facts: Any) -> Refusal | None:
        refusal = super().feed(*facts)
        self.legal = refusal is None
        return refusal

    def read(self, key: str, expected: Any) -> Any:
        """Return the engine's value for this key, in the vector's format."""
        game: Any = self.play.game
        match key:
            case "legal":
                return self.legal
            case "won" | "deals" | "next_dealer" | "scored" | "table":
                return getattr(game, key)
            case "build":
                built = {"value": game.builds[0].value, "multiple": game.builds[0].multiple,
                         "cards": len(game.builds[0].cards)}  # fmt: skip
                return {k: built[k] for k in expected}
            case "piles":
                return {s: len(game.piles[s]) for s in expected}
            case "sweeps":
                return game.sweeps
            case "points":
                return game.balance("A") if isinstance(expected, int) else {s: game.points[s] for s in expected}
            case "totals":
                return {s: game.balance(s) for s in expected}
            case "winner":
                return game.outcome.winner if game.outcome else None
            case "another_deal":
                return game.outcome is None and self.play.question("count") is not None
            case "at":
                return game.decided_by
            case "order":
                return game.from_the_left()
            case "total":
                keys = {"cards": 52, "spades": 13, "aces": 4, "big": 1, "little": 1, "jack": 1}
                self.count({"A": keys})
                return game.points["A"]
        raise AssertionError(f"unknown: {key}")

