"""What Casino Pirate keeps track of: the leader, treasures and stakes, open cards, and what only a holder knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.asks import Refusal
from companion.errors import BadCommand
from companion.facts import BankerNamed, CardDrawn, Fact, GameStarted, MoneyMoved, SeatLeft, TableWord
from companion.game import Ended, Game, Outcome, Script, TurnPassed
from companion.games.casino_pirate import hand, words
from companion.games.casino_pirate.held import HandChanged, Held
from companion.games.casino_pirate.pack import CARDS, GOAL, value
from companion.house import check
from companion.language import tr
from companion.ledger import BANK

TREASURES = 50
EACH = 10


class CasinoPirate(Game):
    """A game of Casino Pirate; ``turn`` is the leader, the bank holds the treasures set aside."""

    name = "casino_pirate"
    players_allowed = (3, 5)
    first = "oldest"
    counters = ()
    going_on = ("deal",)

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.house = check(self.name, self.house)
        self.stage = "between"
        self.stakes: dict[str, int] = {}
        self.served: list[str] = []
        self.settled: list[str] = []
        self.held: dict[str, Held] = {}
        self.cards: list[str] = []
        self.busted = False
        self.first_777 = ""
        self.volunteers: list[str] = []
        self.called = ""
        self.drawn = 0
        self.time_up = False
        self.contenders: list[str] = []
        self.unpaid = 0
        self.notes: list[tuple[str, str, int]] = []

    @classmethod
    def title(cls) -> str:
        return words.TITLE

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target not in (None, 0) or isinstance(target, bool):
            raise BadCommand(tr("Casino Pirate se joue sans objectif : le plus de trésors gagne."))
        return 0

    # --- the evening -------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Hand out the treasures, play hand after hand, and count them (CP-DUR-1, AMB-CP-8)."""
        self.set_up()
        try:
            self.phase = "turns"
            yield from hand.hands(self)
        except Ended as end:
            reason = end.reason
        while len(best := self.richest()) > 1 and self.house["playoff_hand"] and self.balance(best[0]):
            yield from hand.playoff_hand(self, best)
            reason = "playoff"
        self.outcome = Outcome(best[0], reason, tuple(best[1:]))
        self.phase = "over"
        self.scene = None
        self.ledger.clear_felt()
        self.tell("won", seat=best[0], reason=reason)

    def set_up(self) -> None:
        """Ten treasures each, the others aside (CP-SET-1); the oldest leads (CP-LED-1)."""
        carried: Mapping[str, Any] = self.started.carried or {}
        self.order = list(self.players)
        chips: Mapping[str, int] = carried.get("chips", {})
        self.ledger.balances[BANK] = max(TREASURES, sum(chips.get(s, EACH) for s in self.order))
        for seat in self.order:
            self.ledger.open(seat, chips.get(seat, EACH))
        ages = {s: self.players[s].age for s in self.order}
        self.turn = self.started.first or max(self.order, key=lambda s: ages[s])
        self.starter = self.turn
        self.stage = carried.get("stage", "between")
        self.stakes = dict(carried.get("stakes", {}))
        for seat, amount in self.stakes.items():
            self.ledger.stake(seat, amount)
        self.served = list(carried.get("servi", ()))
        if self.stage != "between":
            hand.deal_to(self, [s for s in self.speaking() if self.stage == "stakes" or s in self.stakes])
        for seat, cards in carried.get("hands", {}).items():
            self.held[seat] = Held(cards["hidden"], list(cards["open"]))

    def rematch(self) -> dict[str, str]:
        """The office of leader passes as after any hand (CP-777-3, CP-777-4)."""
        return {"first": self.next_leader}

    # --- who and what --------------------------------------------------------------------------------------

    @property
    def leader(self) -> str:
        """The seat that deals, draws last and calls."""
        return self.turn

    @property
    def next_leader(self) -> str:
        """The first who showed 7 1/2 in this hand, else the same (CP-777-3, CP-777-4)."""
        return self.first_777 or self.turn

    def speaking(self) -> list[str]:
        """Return who may play against the leader, from his left, clockwise (CP-ACT-1, CP-ACT-8); the broke sit out."""
        at = self.order.index(self.turn)
        around = self.order[at + 1 :] + self.order[:at]
        return [s for s in around if s not in self.out and self.balance(s) and self.in_this_hand(s)]

    def in_this_hand(self, seat: str) -> bool:
        """Tell whether this seat may play: all do, but in a deciding hand."""
        return not self.contenders or seat in self.contenders

    def open_seats(self) -> list[str]:
        """Return who is in the hand and not settled yet, from the leader's left; who leaves the table leaves the hand."""
        settled = self.settled
        return [s for s in self.held if s not in settled]

    def waiting(self) -> list[str]:
        """Return who is not servi yet."""
        gone = {*self.settled, *self.served}
        return [s for s in self.held if s not in gone]

    def total(self) -> int:
        """Return what the leader's open cards are worth, in half points."""
        return value(self.cards)

    @property
    def left(self) -> int:
        """The cards of the pack that are not dealt."""
        return CARDS - self.drawn

    def richest(self) -> list[str]:
        """Return who has most treasures, clockwise from the leader."""
        seats = [s for s in self.order if not self.players[s].left]
        most = max(self.balance(s) for s in seats)
        return [s for s in seats if self.balance(s) == most]

    def picture(self) -> dict[str, Any] | None:
        """Draw the hand: what everybody sees, and nothing else."""
        if not self.held or self.phase == "over":
            return None
        return {
            "kind": "hand", "sides": (), "leader": self.turn, "leader_cards": list(self.cards),
            "leader_total": words.half(self.total()) if self.cards else "", "over": self.bust(),
            "stakes": dict(self.stakes), "servi": list(self.served),
            "settled": list(self.settled), "called": self.called,
            "cards": {s: {"open": list(h.open), "number": len(h.open) + 1} for s, h in self.held.items()},
        }  # fmt: skip

    def secrets(self, seat: str) -> dict[str, Any]:
        """Tell a holder his own cards and what they are worth."""
        held = self.held.get(seat)
        if held is None:
            return {}
        known = held.known()
        return {"hidden": held.hidden, "open": list(held.open), "half_points": value(known) if known else None}

    # --- treasures -------------------------------------------------------------------------------------------

    def give(self, giver: str, taker: str, amount: int, reason: str, rule: str) -> None:
        """Pay what the purse holds; the rest is forgiven, or noted where the house says so (AMB-CP-4)."""
        paid = min(amount, self.balance(giver))
        short = amount - paid
        self.pay(giver, taker, paid, reason, rule)
        if short:
            self.unpaid += short
            if self.house["debt_note"]:
                self.notes.append((giver, taker, short))
        self._pay_notes(taker, paid)

    def _pay_notes(self, debtor: str, gain: int) -> None:
        """Hold what a debtor owes back from what he just won."""
        left = []
        for giver, taker, amount in self.notes:
            part = min(amount, gain) if giver == debtor and taker not in self.out else 0
            gain -= part
            self.pay(giver, taker, part, "debt_note", "CP-LDR-3")
            if amount > part:
                left.append((giver, taker, amount - part))
        self.notes = left

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """End where somebody has no treasure left, or lend one in a timed game (CP-DUR-1, AMB-CP-7)."""
        if self.phase != "turns":
            return
        if self.contenders:
            return
        broke = [s for s in self.playing() if not self.balance(s)]
        if broke and self.house["end_mode"] == "first_broke":
            raise Ended(self.playing(), "first_broke")
        if broke and self.house["lend_1"]:
            for seat in broke:
                if self.balance(BANK) > 0:
                    self.pay(BANK, seat, 1, "lent", "CP-DUR-1")
        if len([s for s in self.playing() if self.balance(s)]) < 2:
            raise Ended(self.playing(), "last_player")

    # --- the table's last word ---------------------------------------------------------------------------

    def first_pieces(self) -> dict[str, dict[int, int] | None]:
        """Treasures are all alike."""
        return {a: {1: n} for a, n in self.ledger.balances.items()}

    def start_chips(self) -> int:
        return EACH

    def joining_chips(self) -> int:
        """Return a guest's treasures, as far as there are some aside."""
        return max(0, min(super().joining_chips(), self.balance(BANK)))

    def hear(self, word: TableWord) -> None:
        super().hear(word)
        if isinstance(word, BankerNamed) and self.phase == "turns" and word.seat != self.turn:
            self.turn = word.seat
            raise TurnPassed
        if isinstance(word, SeatLeft | MoneyMoved) and self.phase == "turns":
            raise HandChanged

    def refuse_more(self, word: TableWord) -> Refusal | None:
        """In a deciding hand nobody comes or goes."""
        return Refusal("NOT_NOW", overrulable=False) if self.contenders and isinstance(word, SeatLeft) else None

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        self.held.pop(seat, None)
        self.stakes.pop(seat, None)

    def overruled(self, fact: Fact) -> None:
        """Cards are on the table whatever the rules say: what the leader turns up counts."""
        if isinstance(fact, CardDrawn) and fact.seat == self.turn and fact.card.get("name"):
            self.cards.append(str(fact.card["name"]))
        else:
            super().overruled(fact)

    def bust(self) -> bool:
        """Tell whether the leader is over 7 1/2."""
        return self.busted or self.total() > GOAL
