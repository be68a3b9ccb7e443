"""The common part of the translators: the play, its facts, and the state that a refusal must not change.

It computes no rules. An unknown key or event fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.facts import Fact, GameStarted, Seat
from companion.game.library import game_class
from companion.play import Play
from companion.refusal import Refusal
from tests.games.tables import followed

RULES = Path(__file__).resolve().parents[3] / "shared" / "rules"


class Played:
    """One vector in play."""

    play: Play

    def __init__(self, vector: dict[str, Any], known: set[str]) -> None:
        self.vector = vector
        self.given: dict[str, Any] = vector["given"]
        assert not set(self.given) - known, f"unknown: {set(self.given) - known}"
        self.number = 1

    def box(self) -> dict[str, Any]:
        """Return the box named in the vector."""
        loaded: dict[str, Any] = json.loads((RULES / self.given["box"]).read_text(encoding="utf-8"))
        return loaded

    def begin(self, game: str, seats: Iterable[str], carried: dict[str, Any], **more: Any) -> None:
        """Start the evening."""
        ages = self.given.get("ages", {})
        people = tuple(Seat(id=s, name=s, age=ages.get(s, 0)) for s in seats)
        started = GameStarted(game=game, seats=people, house=followed(game, self.vector["house"]), carried=carried,
                              rules=game_class(game).version, **{"box": {}, **more})  # fmt: skip
        self.play = Play(started)

    def only(self, event: dict[str, Any], *keys: str) -> None:
        """Fail if the event has any other key."""
        assert set(event) <= {"type", *keys}, f"unknown: {set(event) - {'type', *keys}}"

    def feed(self, *facts: Fact) -> Refusal | None:
        """Apply facts; return the first refusal on the holder's own page, whose fact is not applied."""
        for fact in facts:
            question, refusal = self.play.place(fact)
            refusal = refusal or (question.check_holder(fact) if question else None)
            if refusal is not None:
                return refusal
            self.number += 1
            self.play.apply(self.number, fact)
        return None

    def state(self) -> Any:
        """Return the state that a refused answer must not change."""
        if not hasattr(self, "play"):
            return None
        game = self.play.game
        return (dict(game.ledger.balances), dict(game.ledger.felt), list(game.ledger.transfers), game.turn,
                repr(game.scene), repr(self.play.open), len(game.news))  # fmt: skip

    def same_refusal(self, expected: dict[str, Any] | str, refusal: Refusal) -> bool:
        """Whether the refusal has this code and these details."""
        if isinstance(expected, str):
            return expected == refusal.code
        details = {k: v for k, v in expected.items() if k not in ("event", "code", "note")}
        return refusal.code == expected["code"] and all(refusal.detail.get(k) == v for k, v in details.items())

    def transfers(self) -> list[dict[str, Any]]:
        """Return the settlements in chronological order."""
        return [{"from": t.giver, "to": t.taker, "amount": t.amount, "reason": t.reason}
                for t in self.play.game.ledger.transfers]  # fmt: skip
