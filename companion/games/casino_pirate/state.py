"""The state of Casino Pirate: the leader, treasures and stakes, open cards, and hidden ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from companion.facts import CardDrawn, Fact, GameStarted, MoneyMoved, SeatLeft, TableWord
from companion.game.base import Ended, Game, Scene
from companion.games.casino_pirate.held import HandChanged, Held
from companion.games.casino_pirate.pack import CARDS, GOAL, PACK, half, value
from companion.money.ledger import BANK
from companion.record import record
from companion.refusal import Refusal

TREASURES = 50
EACH = 10


@record()
class VisibleCards:
    """The public view of a player's cards: the open ones, and the number of all."""

    open: tuple[str, ...]
    number: int


@dataclass(slots=True, kw_only=True)
class HandScene(Scene):
    """A hand: the leader's cards, all stakes and cards, and who stands, is called or settled; ``last``: time is up."""

    kind: ClassVar[str] = "hand"
    leader: str
    leader_cards: tuple[str, ...]
    leader_total: str
    over: bool
    stakes: dict[str, int]
    servi: tuple[str, ...]
    settled: tuple[str, ...]
    called: str
    last: bool
    cards: dict[str, VisibleCards]


class PirateState(Game):
    """The state of Casino Pirate; ``turn`` is the leader, the bank holds the treasures set aside."""

    name = "casino_pirate"
    gifts = frozenset({"lent"})
    version = 3
    announcements = frozenset({"leader_bust", "uncalled", "time_up"})
    replays_hands = 1
    players_allowed = (3, 5)
    first = "oldest"
    counters = ()
    clock_of = "game"
    going_on = ("deal",)
    chance_topics = frozenset({"result", "outcome", "bust", "leader_bust"})
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
        self.followed = False
        """Whether Servi saw this hand from its deal, so that it knows how many cards each player has."""
        self.shown: dict[str, tuple[str, ...]] = {}
        self.time_up = False
        self.contenders: list[str] = []
        self.unpaid = 0
        self.notes: list[tuple[str, str, int]] = []

    # --- queries ---------------------------------------------------------------------------------------------

    @property
    def result_only(self) -> bool:
        """Whether the table enters stakes and results, and no cards."""
        return bool(self.house["result_only"])

    @property
    def leader(self) -> str:
        """The seat that deals, draws last and calls."""
        return self.turn

    @property
    def next_leader(self) -> str:
        """The next leader: the first who showed 7 1/2 in this hand, otherwise the present one (CP-777-3, CP-777-4)."""
        return self.first_777 or self.turn

    def clock(self) -> tuple[int, int] | None:
        """Return the agreed seconds of the game, and the number of its first fact; None without a limit (CP-DUR-1)."""
        minutes = self.house["minutes"] if self.house["end_mode"] == "timed" else None
        return (60 * int(minutes), 1) if minutes and self.phase == "turns" and not self.contenders else None

    def speaking(self) -> list[str]:
        """Return the seats with treasures that play against the leader, clockwise from his left (CP-ACT-1, 8)."""
        return [s for s in self.others(self.turn) if self.balance(s) and self.in_this_hand(s)]

    def in_this_hand(self, seat: str) -> bool:
        """Whether this seat plays the hand: always, except in a play-off of others."""
        return not self.contenders or seat in self.contenders

    def open_seats(self) -> list[str]:
        """Return the seats of the hand that are not settled yet, from the leader's left."""
        settled = self.settled
        return [s for s in self.held if s not in settled]

    def waiting(self) -> list[str]:
        """Return the seats of the hand that neither stand nor are settled."""
        gone = {*self.settled, *self.served}
        return [s for s in self.held if s not in gone]

    def total(self) -> int:
        """Return the value of the leader's open cards, in half points."""
        return value(self.cards)

    @property
    def left(self) -> int:
        """Number of cards left in the pack."""
        return CARDS - self.drawn

    def unseen(self) -> dict[str, int]:
        """Return the number of unseen cards by name; {} if the number is unknown."""
        if not self.followed or self.drawn > CARDS:  # more cards than the pack has: it was shuffled again
            return {}
        laid = [self.shown.get(s, h.open) for s, h in self.held.items()]
        seen = Counter(chain(self.cards, *laid))
        return {card: max(0, number - seen[card]) for card, number in PACK.items()}

    def picture(self) -> Scene | None:
        """Return the public part of the hand as a scene; it shows the time of a timed game also between two hands."""
        put_away = not self.held or self.turn in self.held  # the hand is over: one of its players is now the leader
        if self.phase == "over" or (put_away and self.clock() is None):
            return None
        return HandScene(
            leader=self.turn, leader_cards=tuple(self.cards), leader_total=half(self.total()) if self.cards else "",
            over=self.bust(), stakes=dict(self.stakes), servi=tuple(self.served), settled=tuple(self.settled),
            called=self.called, last=self.time_up,
            cards={} if put_away else {s: self._visible(s, tuple(h.open)) for s, h in self.held.items()},
        )  # fmt: skip

    def _visible(self, seat: str, open_: tuple[str, ...]) -> VisibleCards:
        shown = self.shown.get(seat)
        return VisibleCards(open_, len(open_) + 1) if shown is None else VisibleCards(shown, len(shown))

    def secrets(self, seat: str) -> dict[str, Any]:
        """Return the holder's own cards and their value."""
        held = self.held.get(seat)
        if held is None:
            return {}
        known = held.known()
        return {"hidden": held.hidden, "open": list(held.open), "half_points": value(known) if known else None}

    # --- treasures -------------------------------------------------------------------------------------------

    def give(self, giver: str, taker: str, amount: int, reason: str, rule: str) -> int:
        """Pay at most the giver's balance; the rest is forgiven, or by house rule becomes a debt note (AMB-CP-4)."""
        paid = super().give(giver, taker, amount, reason, rule)
        if short := amount - paid:
            self.unpaid += short
            self.tell("unpaid", seat=taker, giver=giver, amount=short, noted=bool(self.house["debt_note"]))
            if self.house["debt_note"]:
                self.notes.append((giver, taker, short))
        self._pay_notes(taker, paid)
        return paid

    def _pay_notes(self, debtor: str, gain: int) -> None:
        """Pay a debtor's notes from what he has just won."""
        left = []
        for giver, taker, amount in self.notes:
            part = min(amount, gain) if giver == debtor and taker not in self.out else 0
            gain -= part
            self.pay(giver, taker, part, "debt_note", "CP-LDR-3")
            if amount > part:
                left.append((giver, taker, amount - part))
        self.notes = left

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """End the game once fewer than two players have treasures, or with ``first_broke`` once any player has none.

        In a timed game, a house rule lends one treasure to each player without any, while the bank has some (CP-DUR-1,
        AMB-CP-7).
        """
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

    # --- table words --------------------------------------------------------------------------------------

    def start_chips(self) -> int:
        return EACH

    def joining_chips(self) -> int:
        """Return a guest's treasures, limited to those set aside."""
        return max(0, min(super().joining_chips(), self.balance(BANK)))

    def carry_out(self, word: TableWord) -> None:
        super().carry_out(word)
        if isinstance(word, SeatLeft | MoneyMoved) and self.phase == "turns":
            raise HandChanged

    def refuse_more(self, word: TableWord) -> Refusal | None:
        """Return a refusal if a player wants to leave during a play-off."""
        return Refusal("NOT_NOW", overrulable=False) if self.contenders and isinstance(word, SeatLeft) else None

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        self.held.pop(seat, None)
        self.stakes.pop(seat, None)

    def overruled(self, fact: Fact) -> None:
        """Add a card that the leader turns up, even against the rules."""
        if isinstance(fact, CardDrawn) and fact.seat == self.turn and fact.card.get("name"):
            self.cards.append(str(fact.card["name"]))
        else:
            super().overruled(fact)

    def bust(self) -> bool:
        """Whether the leader is over 7 1/2."""
        return self.busted or self.total() > GOAL
