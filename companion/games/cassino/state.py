"""The state of Cassino: the deal, the table's cards, builds, piles, and hidden hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.facts import CardPlayed, Fact, GameStarted, SeatLeft, TableWord
from companion.game.base import Game, Scene, SquareEnded
from companion.games.cassino.pack import HAND, NAMES, TABLE
from companion.money.ledger import SCOREBOARD
from companion.questions import PlayCard

SCORE_RULES = {
    "cards": "CS-SCO-1", "spades": "CS-SCO-1", "big": "CS-SCO-1", "little": "CS-SCO-1", "aces": "CS-SCO-1",
    "sweeps": "CS-VAR-2", "jack": "CS-VAR-15", "last": "CS-VAR-6",
}  # fmt: skip


@dataclass(slots=True)
class Build:
    """Cards captured only together, by a card of this value; a multiple build keeps its value (CS-BLD-14)."""

    value: int
    cards: list[str] = field(default_factory=list)
    multiple: bool = False
    owner: str = ""


@dataclass(slots=True, kw_only=True)
class TableScene(Scene):
    """The table followed card by card: loose cards, builds, and the sizes of piles and hands."""

    kind: ClassVar[str] = "table"
    dealer: str
    table: tuple[str, ...]
    builds: tuple[Build, ...]
    piles: dict[str, int]
    hands: dict[str, int]
    sweeps: dict[str, int]
    last_capturer: str
    deal: int
    deals: int
    seen: tuple[str, ...]


class CassinoState(Game):
    """The state of Cassino; the banker is the dealer. A hand is None while Servi does not know it."""

    name = "cassino"
    version = 3
    announcements = frozenset({"dealt", "deal"})
    replays_hands = 1
    source = SCOREBOARD
    counters = ()
    players_allowed = (2, 4)
    first = "after"

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.partners = False
        self.laid = False
        self.table: list[str] = []
        self.builds: list[Build] = []
        self.hands: dict[str, list[str] | None] = {}
        self.to_play: dict[str, int] = {}
        self.asked_to_play: dict[str, PlayCard] = {}
        self.piles: dict[str, list[str]] = {}
        self.sweeps: dict[str, int] = {}
        self.seen: set[str] = set()
        self.last_capturer = ""
        self.handed = 0
        self.won = 0
        self.points: dict[str, int] = {}
        self.scored: list[str] = []
        self.claimed: set[str] = set()
        self.decided_by = ""

    # --- queries ---------------------------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        """The seat that deals."""
        return self.banker

    @property
    def next_dealer(self) -> str:
        """The seat to the dealer's left (CS-DEAL-8)."""
        return self.after(self.banker)

    @property
    def royal(self) -> bool:
        """Whether court cards have numbers (AMB-CS-4)."""
        return bool(self.house["royal"])

    @property
    def deals(self) -> int:
        """Number of deals of four cards: 6, 4 or 3 (CS-DEAL-6)."""
        return (len(NAMES) - TABLE) // (HAND * len(self.playing()))

    def goal(self) -> int:
        """Return the target of this evening, or the house's (AMB-CS-5)."""
        return self.target or int(self.house["target"])

    def from_the_left(self) -> list[str]:
        """Return the order of play, from the dealer's left (CS-TRN-1)."""
        return [*self.others(self.banker), *([self.banker] if self.banker in self.playing() else [])]

    def sides(self) -> list[tuple[str, ...]]:
        """Return the sides: single seats, or two pairs of partners, who sit opposite each other (CS-PLY-2)."""
        seats = self.playing()
        if self.partners and len(seats) == 4:
            return [(seats[0], seats[2]), (seats[1], seats[3])]
        return [(s,) for s in seats]

    def side_of(self, seat: str) -> tuple[str, ...]:
        """Return the side of a seat."""
        return next((side for side in self.sides() if seat in side), (seat,))

    def score_of(self, side: tuple[str, ...]) -> int:
        """Return a side's score: the higher one of two partners, whose scores differ only after a money move."""
        balances = self.ledger.balances
        return balances[side[0]] if len(side) == 1 else max(balances[s] for s in side)

    def score(self, side: tuple[str, ...], amount: int, reason: str) -> None:
        """Add points of a side to each of its players' scores."""
        rule = SCORE_RULES.get(reason, "CS-SCO-1")
        for seat in side:
            self.pay(SCOREBOARD, seat, amount, reason, rule)

    def picture(self) -> Scene | None:
        """Return the table as a scene: open cards, and the sizes of piles and hands."""
        if not self.laid:
            return None
        return TableScene(
            dealer=self.banker, table=tuple(self.table), builds=tuple(replace(b) for b in self.builds),
            piles={s: len(p) for s, p in self.piles.items()}, hands=dict(self.to_play), sweeps=dict(self.sweeps),
            last_capturer=self.last_capturer, deal=self.handed, deals=self.deals, seen=tuple(sorted(self.seen)),
        )  # fmt: skip

    def secrets(self, seat: str) -> dict[str, Any]:
        """Return the holder's own hand."""
        hand = self.hand(seat)
        return {"hand": list(hand)} if hand is not None else {}

    def hand(self, seat: str) -> list[str] | None:
        """Return the cards of a seat, None if Servi does not know their names."""
        hand = self.hands.get(seat)
        return hand if hand is not None and all(hand) else None

    def own(self) -> tuple[tuple[str, ...], ...]:
        """Return the sides, for the columns of the score sheet."""
        return tuple(self.sides()) if self.order else ()

    # --- table words --------------------------------------------------------------------------------------

    def carry_out(self, word: TableWord) -> None:
        """Carry out a table word; a deal is void if a player leaves during it."""
        super().carry_out(word)
        if isinstance(word, SeatLeft) and self.phase == "turns":
            raise SquareEnded

    def overruled(self, fact: Fact) -> None:
        """Record an answer that no question expects, such as a played card, without effect on the table."""
        self.tell("noted", card=fact.card if isinstance(fact, CardPlayed) else "")
