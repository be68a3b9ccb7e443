"""Casino Pirate vectors on the real engine: sets up a hand, feeds cards and calls, reads treasures and leader."""

from __future__ import annotations

from typing import Any

from companion.facts import CardDrawn, CardsShown, OpponentChosen, OptionChosen, StakePlaced, Stood
from companion.games.casino_pirate.pack import CARDS, PACK, SKELETON, value
from companion.refusal import Refusal
from tests.vectors.common import Played

GIVEN = {"leader", "clockwise", "stakes", "treasures", "hands", "players", "ages", "first_777", "hand", "servi"}
STAGES = {"leader_card": "leader", "call": "leader", "stake": "stakes", "volunteer": "between"}


class Evening(Played):
    """One vector in play."""

    def __init__(self, vector: dict[str, Any]) -> None:
        super().__init__(vector, GIVEN)
        given, events = self.given, vector["events"]
        players = given.get("players")
        seats = list(given.get("clockwise") or given.get("ages") or ())
        if isinstance(players, list):
            seats = [given["leader"], *players]
        seats = seats or [given.get("leader", "L"), *"ABCDE"[: (players or 4) - 1]]
        carried: dict[str, Any] = {"chips": given.get("treasures", {})}
        if events:
            carried["stage"] = STAGES.get(events[0]["type"], "players")
            if given.get("stakes") == {}:
                carried["stage"] = "stakes"
            if "servi" in given:
                carried |= {"stage": "players", "servi": given["servi"]}
            if carried["stage"] in ("players", "leader"):
                carried["stakes"] = given.get(
                    "stakes", dict.fromkeys((s for s in seats if s != given.get("leader")), 1)
                )
            if "hand" in given:
                seat = events[0]["player"]
                carried["hands"] = {seat: {"hidden": given["hand"]["face_down"], "open": given["hand"]["visible"]}}
                self.seat = seat
        self.begin("casino_pirate", seats, carried, first=given.get("leader", "" if "ages" in given else seats[0]))
        if "dealt" in vector["expect"]:
            assert self.feed(OptionChosen(seat=self.play.game.turn, option="deal")) is None

    def answer(self, event: dict[str, Any]) -> Refusal | None:
        """Feed one event; return the engine's refusal, None if accepted."""
        leader = self.play.game.turn
        match event["type"]:
            case "leader_card":
                self.only(event, "card")
                return self.feed(CardDrawn(seat=leader, deck="pack", card={"name": event["card"]}))
            case "call":
                self.only(event, "player", "shows")
                seat, shows = event["player"], event["shows"]
                answer = OptionChosen(seat=seat, option="concede") if shows is None else (
                    CardsShown(seat=seat, cards=tuple(shows)))  # fmt: skip
                return self.feed(OpponentChosen(seat=leader, opponent=seat), answer)
            case "stake":
                self.only(event, "player", "amount")
                return self.feed(StakePlaced(seat=event["player"], amount=event["amount"]))
            case "servi":
                self.only(event, "player")
                return self.feed(Stood(seat=event["player"]))
            case "card":
                self.only(event, "player", "card", "hide_new")
                card = {"name": event.get("card", ""), "hidden": event.get("hide_new", True)}
                if event.get("hide_new"):  # the holder's page names the card that is turned up
                    card["turned"] = self.play.game.secrets(event["player"])["hidden"]
                return self.feed(CardDrawn(seat=event["player"], deck="pack", card=card))
            case "volunteer":
                self.only(event, "player")
                return self.feed(OptionChosen(seat=event["player"], option="volunteer"))
        raise AssertionError(f"unknown event {event['type']}")

    def read(self, key: str, expected: Any) -> Any:
        """Return the engine's value for this key, in the vector's format."""
        game: Any = self.play.game
        match key:
            case "leader_total_half":
                return game.total()
            case "leader_bust":
                return game.bust()
            case "transfers":
                return self.transfers()
            case "treasures":
                return {s: game.balance(s) for s in game.players}
            case "next_leader":
                return game.next_leader
            case "leader":
                return game.leader
            case "unpaid":
                return game.unpaid
            case "game_over":
                return game.outcome is not None
            case "values_half":
                return [value(hand.split()) for hand in self.given["hands"]]
            case "cards":
                return CARDS
            case "in_play":
                return sum(game.balance(s) for s in game.players)
            case "aside":
                return game.balance("bank")
            case "value_half_without_joker":
                return value(c for c, n in PACK.items() for _ in range(n) if c != SKELETON)
            case "order":
                return [*game.speaking(), game.leader]
            case "dealt":
                return len(game.held)
            case "left":
                return game.left
            case "hand":
                return {"face_down": game.held[self.seat].hidden, "visible": game.held[self.seat].open}
        raise AssertionError(f"unknown: {key}")
