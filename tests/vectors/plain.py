"""Vectors in Servi's own facts, as game packages contain them; they need no translation.

``given`` is the game with its seats and other fields of ``GameStarted``; each event is a fact as in the journal;
``expect`` names what is compared.
"""

from __future__ import annotations

from typing import Any

from companion.facts import decode
from companion.questions import Closed
from companion.refusal import Refusal
from tests.vectors.common import Played

GIVEN = {"game", "seats", "ages", "target", "banker", "first", "box"}


class Evening(Played):
    """One vector in play."""

    def __init__(self, vector: dict[str, Any]) -> None:
        super().__init__(vector, GIVEN)
        more = {key: self.given[key] for key in ("target", "banker", "first", "box") if key in self.given}
        self.begin(self.given["game"], self.given["seats"], {}, **more)

    def answer(self, event: dict[str, Any]) -> Refusal | None:
        """Feed one event; return the engine's refusal, None if accepted."""
        return self.feed(decode(event))

    def read(self, key: str, expected: Any) -> Any:
        """Return the engine's value for this key."""
        game = self.play.game
        match key:
            case "balances":
                assert expected.keys() <= game.ledger.balances.keys(), f"accounts are {', '.join(game.ledger.balances)}"
                return {account: game.balance(account) for account in expected}
            case "transfers":
                return self.transfers()
            case "open":
                return [q.topic for q in self.play.open if not isinstance(q, Closed)]
            case "turn":
                return game.turn
            case "winners":
                return [game.outcome.winner, *game.outcome.others] if game.outcome else None
            case "reason":
                return game.outcome.reason if game.outcome else None
        raise AssertionError(f"unknown: {key}")
