"""The state of Casablanca: money and cash, figures on the ring, prime cards, the announcement and its bet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.facts import (
    BankerNamed,
    CardCorrected,
    GameStarted,
    PawnPlaced,
    SeatJoined,
    SeatLeft,
    SquareCorrected,
    TableWord,
)
from companion.game.base import Game, Scene, SquareEnded
from companion.games.casablanca import box as boxes
from companion.games.casablanca.box import COPIES, GIVEN, NOTE, STAKED, SYMBOLS
from companion.money.ledger import BANK, POT
from companion.record import record
from companion.refusal import Refusal


@dataclass(slots=True, kw_only=True)
class TurnScene(Scene):
    """A turn: the top card, the announcement, the landing square, and the bet on it."""

    kind: ClassVar[str] = "turn"
    top: str
    stock: int
    active: str
    announced: int | None
    figure: int | None
    before: int | None
    lands: bool
    protested: tuple[str, ...]
    challenger: str
    stakes: dict[str, int]
    tokens: int


@record()
class CasablancaWordData:
    """Public data for the words: symbols, ring and pawns; ``counted``: the box gives the sum of its notes."""

    symbols: tuple[str, ...]
    ring: tuple[str | None, ...]
    pawns: Mapping[str, int | None]
    counted: bool


class CasablancaState(Game):
    """The state of Casablanca; the pot is the cash, the bank holds the notes out of play."""

    name = "casablanca"
    gifts = frozenset({"sold"})
    version = 2
    announcements = frozenset({"out", "new_stock", "reshuffled", "bet_won"})
    unit = NOTE
    players_allowed = (2, 4)
    first = "after"
    counters = (POT,)
    going_on = ("announce",)
    chance_topics = frozenset({"reveal"})
    setting_up = frozenset({"dealt", "exchange", "figure"})
    has_pot = False  # the cash uses the pot's account
    piece = NOTE

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.board: boxes.SymbolBoard = boxes.SymbolBoard(self.box)
        self.settle_aside = bool(self.house["result_only"])
        self.stock = 0
        self.top = ""
        self.announced: int | None = None
        self.before: int | None = None
        self.announced_next = ("", 0)
        """The next seat and its announcement, if this replaced the answer "nobody protests" (rule ``result_only``)."""
        self.next_top = ""
        """The card below the won top card, if naming it replaced the answer "nobody protests" (``result_only``)."""
        self.protested: list[str] = []
        self.challenger = ""
        self.raised: dict[str, int] = {}
        self.active = ""
        self.token_shown = False
        self.winner_of_bet = ""
        self.reshuffled: list[str] = []
        self.exchanges: dict[str, int] = {}

    def own(self) -> CasablancaWordData:
        return CasablancaWordData(
            tuple(self.board.symbols), tuple(self.board.ring), dict(self.pawns), self.board.notes > 0
        )

    # --- queries ---------------------------------------------------------------------------------------------

    @property
    def leader(self) -> str:
        """The player who shuffles tokens and cards."""
        return self.banker

    def hand(self, seat: str) -> Counter[str]:
        """Return a player's prime cards by symbol."""
        return Counter(str(c["name"]) for c in self.players[seat].cards)

    def unseen(self) -> dict[str, int]:
        """Return the number of cards of each symbol in no hand and not on top (CB-MAT-4); {} in version 1."""
        if self.rules < 2:
            return {}
        seen = sum((self.hand(seat) for seat in self.playing()), Counter([self.top]))
        return {symbol: max(0, COPIES - seen[symbol]) for symbol in self.board.symbols}

    def take_away(self, seat: str, symbol: str) -> bool:
        """Take one card of a symbol from a hand; return whether there was one."""
        cards = self.players[seat].cards
        card = next((c for c in cards if c["name"] == symbol), None)
        if card is not None:
            cards.remove(card)
        return card is not None

    def lands_on_top(self, seat: str) -> bool:
        """Whether a figure stands on the symbol of the top card (CB-PRM-1)."""
        at = self.pawns.get(seat)
        return at is not None and bool(self.top) and self.board.ring[at] == self.top

    def picture(self) -> Scene | None:
        """Return the current turn as a scene, None outside the turns."""
        if self.phase != "turns":
            return None
        return TurnScene(
            top=self.top, stock=self.stock, active=self.active, announced=self.announced,
            figure=self.pawns.get(self.active), before=self.before,
            lands=self.announced is not None and self.lands_on_top(self.active), protested=tuple(self.protested),
            challenger=self.challenger, stakes=dict(self.raised), tokens=len(boxes.TOKENS) - len(self.order),
        )  # fmt: skip

    # --- table words --------------------------------------------------------------------------------------

    def start_chips(self) -> int:
        return GIVEN - STAKED

    def joining_chips(self) -> int:
        """Return the part of a guest's money that comes from the notes out of play; the cash adds the rest."""
        return max(0, min(super().joining_chips(), self.balance(BANK)))

    def joined(self, word: SeatJoined) -> None:
        """Start a guest on the first square without cards; the cash adds what he lacks to 1300."""
        super().joined(word)
        self.give(POT, word.seat, self.start_chips() - self.balance(word.seat), "joined", "")
        self.pawns[word.seat] = 0

    def carry_out(self, word: TableWord) -> None:
        super().carry_out(word)
        match word:
            case PawnPlaced(seat=seat, index=index) if seat == self.active and self.announced is not None:
                self.before = (index - self.announced) % self.board.length
            case SeatLeft(seat=seat) if seat == self.challenger and self.phase == "turns":
                raise SquareEnded

    def refuse_more(self, word: TableWord) -> Refusal | None:
        match word:
            case SquareCorrected(square=square):
                if square.kind not in self.board.symbols:
                    return Refusal("NO_SUCH_SQUARE", "", {"kinds": list(self.board.symbols)}, overrulable=False)
            case CardCorrected():
                return Refusal("NOT_NOW", overrulable=False)
            case BankerNamed() if self.phase == "setup":
                return Refusal("NOT_NOW", overrulable=False)
        return None

    def correct(self, word: SquareCorrected | CardCorrected) -> None:
        match word:
            case SquareCorrected(index=index, square=square, other=other):
                if other is not None:
                    self.board.ring[other] = self.board.ring[index]
                self.board.ring[index] = square.kind

    def give_cards(self, seat: str, to: str) -> None:
        """Put cards without an heir under the stock (CB-ARG-1)."""
        if to not in self.players:
            self.stock += len(self.players[seat].cards)
        super().give_cards(seat, to)

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        self.raised.pop(seat, None)

    @property
    def cards(self) -> int:
        """The number of prime cards (CB-MAT-4)."""
        return SYMBOLS * COPIES
