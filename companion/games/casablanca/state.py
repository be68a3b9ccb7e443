"""What Casablanca keeps track of: money and the cash, figures on the ring, prime cards, the announcement and its bet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.asks import Refusal
from companion.errors import BadCommand
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
from companion.forms import Table
from companion.game import Ended, Game, Outcome, Script, SquareEnded
from companion.games.casablanca import box as boxes
from companion.games.casablanca import setup, turn, words
from companion.games.casablanca.box import COPIES, GIVEN, NOTE, STAKED, SYMBOLS
from companion.house import check
from companion.language import tr
from companion.ledger import BANK, POT


class Casablanca(Game):
    """A game of Casablanca; the pot is the cash, the bank holds the notes that are not in the game."""

    name = "casablanca"
    unit = NOTE
    players_allowed = (2, 4)
    first = "after"
    counters = (POT,)
    going_on = ("announce",)

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.house = check(self.name, self.house)
        self.board = boxes.Board(self.box)
        self.pawns: dict[str, int | None] = {}
        self.stock = 0
        self.top = ""
        self.announced: int | None = None
        self.before: int | None = None
        self.protested: list[str] = []
        self.challenger = ""
        self.raised: dict[str, int] = {}
        self.active = ""
        self.token_shown = False
        self.winner_of_bet = ""
        self.reshuffled: list[str] = []
        self.exchanges: dict[str, int] = {}

    # --- before it starts --------------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        return words.TITLE

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target not in (None, 0) or isinstance(target, bool):
            raise BadCommand(tr("Casablanca se joue sans objectif : la quatrième carte finit, le plus riche gagne."))
        return 0

    @classmethod
    def example_box(cls) -> dict[str, Any]:
        return boxes.example()

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        """The rule book names neither the symbols nor their order, so that a game needs a board: that of the example."""
        return boxes.example()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        boxes.Board(data)
        return data

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[Table, ...]:
        return boxes.tables(data)

    def box_data(self) -> dict[str, Any]:
        return self.board.as_data(self.box)

    def board_trouble(self) -> str:
        even = set(Counter(self.board.ring).values()) == {boxes.EACH}
        return "" if even else boxes.box_trouble(self.box_data())

    # --- the evening -------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Set up, turn after turn, until four of a kind; then the richest has won (CB-END-1, CB-END-2)."""
        yield from setup.set_up(self)
        try:
            self.phase = "turns"
            yield from turn.turns(self)
        except Ended as end:
            self.ledger.clear_felt()
            seats = [s for s in self.order if not self.players[s].left]
            most = max(self.balance(s) for s in seats)
            best = [s for s in seats if self.balance(s) == most]
            self.outcome = Outcome(best[0], end.reason, tuple(best[1:]))
            self.phase = "over"
            self.challenger = ""
            self.tell("won", seat=best[0])

    def rematch(self) -> dict[str, str]:
        """The winner leads the next game (CB-TOK-2)."""
        return {"banker": self.outcome.winner} if self.outcome else {}

    # --- who and what --------------------------------------------------------------------------------------

    @property
    def leader(self) -> str:
        """The player who mixes tokens and cards."""
        return self.banker

    def hand(self, seat: str) -> Counter[str]:
        """Return a player's prime cards by symbol."""
        return Counter(str(c["name"]) for c in self.players[seat].cards)

    def take_away(self, seat: str, symbol: str) -> bool:
        """Take one card of a symbol from a hand; tell whether there was one."""
        cards = self.players[seat].cards
        card = next((c for c in cards if c["name"] == symbol), None)
        if card is not None:
            cards.remove(card)
        return card is not None

    def lands_on_top(self, seat: str) -> bool:
        """Tell whether a figure stands on the symbol of the top card (CB-PRM-1)."""
        at = self.pawns.get(seat)
        return at is not None and bool(self.top) and self.board.ring[at] == self.top

    def give(self, giver: str, taker: str, amount: int, reason: str, rule: str) -> int:
        """Pay as far as the purse holds (AMB-CB-7, AMB-CB-8, AMB-CB-14); return what was paid."""
        paid = max(0, min(amount, self.balance(giver)))
        self.pay(giver, taker, paid, reason, rule)
        return paid

    def picture(self) -> dict[str, Any] | None:
        """Draw the turn: the top card, the announcement, and the bet."""
        if self.phase != "turns":
            return None
        return {
            "kind": "turn", "sides": (), "top": self.top, "stock": self.stock, "active": self.active,
            "announced": self.announced, "figure": self.pawns.get(self.active), "before": self.before,
            "lands": self.announced is not None and self.lands_on_top(self.active), "protested": list(self.protested),
            "challenger": self.challenger, "stakes": dict(self.raised),
            "tokens": len(boxes.TOKENS) - len(self.order),
        }  # fmt: skip

    # --- the table's last word ---------------------------------------------------------------------------

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """End the game where one is left."""
        if self.phase == "turns" and len(self.playing()) < 2:
            raise Ended(self.playing() or self.order, "last_player")

    def first_pieces(self) -> dict[str, dict[int, int] | None]:
        """All notes are of 50 (CB-MON-1)."""
        return {a: {NOTE: n // NOTE} for a, n in self.ledger.balances.items()}

    def start_chips(self) -> int:
        return GIVEN - STAKED

    def joining_chips(self) -> int:
        """Return what the notes beside the game can give a guest; the cash adds the rest."""
        return max(0, min(super().joining_chips(), self.balance(BANK)))

    def joined(self, word: SeatJoined) -> None:
        """A guest begins on the first square with 1300, and without cards."""
        self.give(POT, word.seat, self.start_chips() - self.balance(word.seat), "joined", "")
        self.pawns[word.seat] = 0

    def hear(self, word: TableWord) -> None:
        super().hear(word)
        if isinstance(word, SeatLeft) and self.phase == "turns" and self.challenger == word.seat:
            raise SquareEnded

    def refuse_more(self, word: TableWord) -> Refusal | None:
        match word:
            case PawnPlaced(seat=seat, index=index) if index >= self.board.length:
                return Refusal("NO_SUCH_INDEX", seat, {"length": self.board.length}, overrulable=False)
            case SquareCorrected(index=index, square=square):
                if index >= self.board.length:
                    return Refusal("NO_SUCH_INDEX", "", {"length": self.board.length}, overrulable=False)
                if word.other is not None and word.other >= self.board.length:
                    return Refusal("NO_SUCH_INDEX", "", {"length": self.board.length}, overrulable=False)
                if square.kind not in self.board.symbols:
                    return Refusal("NO_SUCH_SQUARE", "", {"kinds": list(self.board.symbols)}, overrulable=False)
            case CardCorrected():
                return Refusal("NOT_NOW", overrulable=False)
            case BankerNamed() if self.phase == "setup":
                return Refusal("NOT_NOW", overrulable=False)
        return None

    def hear_more(self, word: TableWord) -> None:
        match word:
            case PawnPlaced(seat=seat, index=index):
                self.pawns[seat] = index
                if seat == self.active and self.announced is not None:
                    self.before = (index - self.announced) % self.board.length
            case SquareCorrected(index=index, square=square, other=other):
                if other is not None:
                    self.board.ring[other] = self.board.ring[index]
                self.board.ring[index] = square.kind

    def give_cards(self, seat: str, to: str) -> None:
        """Cards that go to nobody go under the stock (CB-ARG-1)."""
        if to not in self.players:
            self.stock += len(self.players[seat].cards)
        super().give_cards(seat, to)

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        self.raised.pop(seat, None)

    @property
    def cards(self) -> int:
        """How many prime cards there are (CB-MAT-4)."""
        return SYMBOLS * COPIES
