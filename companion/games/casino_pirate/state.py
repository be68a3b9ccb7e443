"""What Casino Pirate keeps track of: the leader, treasures and stakes, open cards, and what only a holder knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.facts import CardDrawn, Fact, GameStarted, MoneyMoved, SeatLeft, TableWord
from companion.game import Ended, Game, Scene
from companion.games.casino_pirate.held import HandChanged, Held
from companion.games.casino_pirate.pack import CARDS, GOAL, half, value
from companion.ledger import BANK
from companion.refusal import Refusal

TREASURES = 50
EACH = 10


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody sees of a player's cards: those face up, and how many there are."""

    open: tuple[str, ...]
    number: int


@dataclass(slots=True, kw_only=True)
class HandScene(Scene):
    """A hand: the leader's open cards, everybody's stake and cards, who is servi, called or settled."""

    kind: ClassVar[str] = "hand"
    leader: str
    leader_cards: tuple[str, ...]
    leader_total: str
    over: bool
    stakes: dict[str, int]
    servi: tuple[str, ...]
    settled: tuple[str, ...]
    called: str
    cards: dict[str, Shown]


class PirateState(Game):
    """A game of Casino Pirate; ``turn`` is the leader, the bank holds the treasures set aside."""

    name = "casino_pirate"
    players_allowed = (3, 5)
    first = "oldest"
    counters = ()
    going_on = ("deal",)
    office_plays = True
    piece = 1

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
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
        return [s for s in self.others(self.turn) if self.balance(s) and self.in_this_hand(s)]

    def in_this_hand(self, seat: str) -> bool:
        """Whether this seat may play: all do, but in a deciding hand."""
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

    def picture(self) -> Scene | None:
        """Draw the hand: what everybody sees, and nothing else."""
        if not self.held or self.phase == "over":
            return None
        return HandScene(
            leader=self.turn, leader_cards=tuple(self.cards), leader_total=half(self.total()) if self.cards else "",
            over=self.bust(), stakes=dict(self.stakes), servi=tuple(self.served), settled=tuple(self.settled),
            called=self.called, cards={s: Shown(tuple(h.open), len(h.open) + 1) for s, h in self.held.items()},
        )  # fmt: skip

    def secrets(self, seat: str) -> dict[str, Any]:
        """Tell a holder his own cards and what they are worth."""
        held = self.held.get(seat)
        if held is None:
            return {}
        known = held.known()
        return {"hidden": held.hidden, "open": list(held.open), "half_points": value(known) if known else None}

    # --- treasures -------------------------------------------------------------------------------------------

    def give(self, giver: str, taker: str, amount: int, reason: str, rule: str) -> int:
        """Pay what the purse holds; the rest is forgiven, or noted where the house says so (AMB-CP-4)."""
        paid = super().give(giver, taker, amount, reason, rule)
        if short := amount - paid:
            self.unpaid += short
            if self.house["debt_note"]:
                self.notes.append((giver, taker, short))
        self._pay_notes(taker, paid)
        return paid

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

    def start_chips(self) -> int:
        return EACH

    def joining_chips(self) -> int:
        """Return a guest's treasures, as far as there are some aside."""
        return max(0, min(super().joining_chips(), self.balance(BANK)))

    def hear(self, word: TableWord) -> None:
        super().hear(word)
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
        """Whether the leader is over 7 1/2."""
        return self.busted or self.total() > GOAL
