"""The rule book of Casino Pirate: its house rules, and the evening as one script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.base import ScriptPart
from companion.games.casino_pirate.hand import deal_to, hands, playoff_hand
from companion.games.casino_pirate.held import Held
from companion.games.casino_pirate.state import EACH, TREASURES, PirateState
from companion.games.casino_pirate.words import CasinoPirateWords


class CasinoPirate(PirateState):
    """A game of Casino Pirate."""

    words = CasinoPirateWords()

    def set_up(self) -> None:
        """Give ten treasures to each player (CP-SET-1); the oldest leads (CP-LED-1)."""
        carried: Mapping[str, Any] = self.started.carried or {}
        self.order = list(self.players)
        chips: Mapping[str, int] = carried.get("chips", {})
        self.fill_bank(max(TREASURES, sum(chips.get(s, EACH) for s in self.order)))
        for seat in self.order:
            self.ledger.open(seat, chips.get(seat, EACH))
        self.turn = self.starter = self.beginner()
        self.stage = carried.get("stage", "between")
        self.stakes = dict(carried.get("stakes", {}))
        for seat, amount in self.stakes.items():
            self.ledger.stake(seat, amount)
        self.served = list(carried.get("servi", ()))
        if self.stage != "between":
            deal_to(self, [s for s in self.speaking() if self.stage == "stakes" or s in self.stakes])
        for seat, cards in carried.get("hands", {}).items():
            self.held[seat] = Held(cards["hidden"], list(cards["open"]))

    def turns(self) -> ScriptPart:
        return hands(self)

    def decide(self, contenders: Sequence[str], reason: str) -> ScriptPart:
        """Return the seats with the most treasures; by house rule, tied seats first play further hands (AMB-CP-8)."""
        while len(best := self.richest()) > 1 and self.house["playoff_hand"] and self.balance(best[0]):
            self.phase = "turns"
            yield from playoff_hand(self, best)
            reason = "playoff"
        return best, reason

    def rematch(self) -> dict[str, str]:
        """Return the leader of the rematch, chosen as after any hand (CP-777-3, CP-777-4)."""
        return {"first": self.next_leader}
