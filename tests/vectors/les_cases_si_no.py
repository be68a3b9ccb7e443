"""Les cases Si-No vectors on the real engine: sets up a start, feeds throws and chips, reads scores and stage."""

from __future__ import annotations

from typing import Any

from companion.facts import BetPlaced, BetsClosed, DiceThrown, Die
from companion.game.library import game_class
from companion.refusal import Refusal
from tests.vectors.common import Played

GIVEN = {
    "box", "players", "croupier", "phase", "circle", "bets", "scores", "throws_done", "seats_clockwise", "playoff",
}  # fmt: skip


class Evening(Played):
    """The evening of one vector."""

    def __init__(self, vector: dict[str, Any]) -> None:
        super().__init__(vector, GIVEN)
        given = self.given
        self.accepted = 0
        if any(e["type"] == "start" for e in vector["events"]):
            return
        named = [*given.get("scores", {}), *given.get("bets", {}), *given.get("playoff", [])]
        named += [e[k] for e in vector["events"] for k in ("by", "player") if k in e]
        told = given.get("seats_clockwise") or given.get("players")
        seats = list(told) if told else sorted({"A", "B", *named, given.get("croupier", "A")})
        carried: dict[str, Any] = {"scores": given.get("scores", {})}
        if "phase" in given:
            carried |= {"croupier": given.get("croupier", "A"), "bets": given.get("bets", {}),
                        "throws": given.get("throws_done", 0)}  # fmt: skip
            if given["phase"] == "playoff":
                carried["playoff"] = given["playoff"]
            else:
                carried["stage"] = given["phase"]
            if given["phase"] == 3:
                carried["circle"] = given.get("circle", 1)
        self.begin("les_cases_si_no", seats, carried, box=self.box())

    def answer(self, event: dict[str, Any]) -> Refusal | None:
        """Feed one event; return the engine's refusal, None if accepted."""
        match event["type"]:
            case "start":
                self.only(event)
                return game_class("les_cases_si_no").refuse_players(len(self.given["players"]))
            case "roll":
                self.only(event, "by", "white", "green", "red")
                dice = [Die("d6", v, "white") for v in event.get("white", [])]
                dice += [Die("d6", event[c], c) for c in ("green", "red") if c in event]
                return self.feed(DiceThrown(seat=event.get("by", self.play.game.turn), dice=tuple(dice)))
            case "bet":
                self.only(event, "player", "line", "draw")
                field = f"{event['line']}:{event['draw']}"
                refusal = self.feed(BetPlaced(seat=event["player"], field=field, amount=1))
                self.accepted += refusal is None
                return refusal
            case "start_phase3":
                self.only(event)
                return self.feed(BetsClosed(seat=self.play.game.turn))
        raise AssertionError(f"unknown event {event['type']}")

    def read(self, key: str, expected: Any) -> Any:
        """Return the engine's value for this key, in the vector's format."""
        game: Any = self.play.game
        match key:
            case "croupier":
                return game.croupier
            case "phase":
                return game.stage
            case "circle" | "seven" | "draw" | "raw_gains" | "cancelled" | "bets":
                return getattr(game, key)
            case "scores":
                return {s: game.balance(s) for s in expected}
            case "winners":
                return game.reached
            case "playoff":
                return [s for q in self.play.open for s in game.scene.sides] if game.phase == "deciding" else None
            case "winner":
                return game.outcome.winner if game.outcome else None
            case "throws_done":
                return game.throws
            case "counter_square":
                return game.scene.counter
            case "accepted":
                return self.accepted
        raise AssertionError(f"unknown: {key}")
