"""The state of Home Casino, and the checks after each settlement: bankruptcy, target, winner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts import (
    CardCorrected,
    GameStarted,
    SeatJoined,
    Square,
    SquareCorrected,
    TableWord,
)
from companion.game.base import Ended, Game, Payment, SquareEnded
from companion.games.home_casino import box as boxes
from companion.games.home_casino.known import Board
from companion.games.home_casino.scenes import Arrival, Drawn, Held, Turn
from companion.money.ledger import BANK, POT
from companion.questions import square_trouble
from companion.record import record
from companion.refusal import Refusal

UNIT = 25


@record()
class HomeCasinoWordData:
    """Public data for the words.

    ``given``: the starting chips. ``again``: the seat that throws again ("" for none); ``double``: because of a double.
    """

    given: Mapping[int, int]
    again: str
    double: bool
    croupier: str


class HomeCasinoState(Game):
    """The state of Home Casino. ``pawns`` are indices on the ring, None if they are not tracked."""

    name = "home_casino"
    gifts = frozenset({"sale", "emergency_sale"})
    feats = frozenset({"quick_421"})
    announcements = frozenset({"bankrupt"})
    version = 2
    unit = UNIT
    square_rules = boxes.SQUARE_RULES
    clockwise = False
    turn_topics = ("move", "land")
    chance_topics = frozenset({"jackpot_text", "jackpot_steps"})
    setting_up = frozenset({"casino", "casino_index", "board_length", "board_unknown"})

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.board: Board = Board(self.box)
        self.home: dict[str, int] = {}
        self.under: dict[str, list[str]] = {"jackpot": [], "acquisition": []}
        self.removed: dict[tuple[str, str], int] = {}
        self.selling = ""
        self.stopped = ""
        self.this_turn = Turn()
        self.turn_before = Turn()
        self.square = Arrival()
        self.unpaid: dict[str, int] = {}
        self.choices: list[Drawn | Held] = []
        self.bankrupt: dict[str, str] = {}
        self.reached: list[str] = []

    def own(self) -> HomeCasinoWordData:
        turn = self.this_turn
        return HomeCasinoWordData(
            dict(self.board.start_chips), turn.seat if turn.throws else "", turn.double, self.square.croupier
        )

    def box_data(self) -> dict[str, Any]:
        return self.board.as_data(self.box)

    # --- money -------------------------------------------------------------------------------------------

    def settle(self, *payments: Payment) -> None:
        """Carry out one settlement: all its payments, then bankruptcy and target (HC-BKR-2, HC-END-1).

        A payer pays at most what he has; the rest is forgiven. By house rule, the pot or the bank receives a partly
        paid fine (AMB-08).
        """
        creditors: dict[str, str] = {}
        self.unpaid = {}
        for p in payments:
            taker, amount = p.taker, p.amount
            if p.giver != BANK:
                amount = min(amount, self.balance(p.giver))
                short = p.amount - amount
                if short and taker == POT and self.house["pot_debt_goes_to"] == "bank":
                    taker = BANK
                if p.giver not in self.unpaid:  # the creditor: the first taker who got less, otherwise the last taker
                    creditors[p.giver] = taker
                if short:
                    self.unpaid[p.giver] = self.unpaid.get(p.giver, 0) + short
            self.pay(p.giver, taker, amount, p.reason, p.rule)
        self.ledger.clear_felt()
        self.check_after(creditors)

    def advance(self, seat: str, amount: int) -> None:
        """Let the bank advance the part of a forced payment above the purse."""
        self.pay(BANK, seat, amount - self.ledger.purse(seat), "advance", "")

    def stake(self, seat: str, amount: int) -> None:
        """Put a stake on the felt; the bank advances the part of a forced one above the purse."""
        self.advance(seat, amount)
        self.ledger.stake(seat, amount)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """Put out seats without chips; end the game if one is left or the target is reached."""
        if self.phase != "turns":
            return
        before = left = self.playing()
        for seat in before:
            if self.balance(seat) <= 0 and seat not in self.out:
                self._bankrupt(seat, creditors.get(seat, BANK))
                left = self.playing()
        if len(left) < 2:
            raise Ended(left or before, "last_player")
        if self.house["end_check"] == "each_settlement":
            self.check_target()

    def _bankrupt(self, seat: str, creditor: str) -> None:
        """Put a seat out (HC-BKR-1 to 4).

        Its cards go to the creditor or under the pile. If it was the banker, the next seat becomes the banker.
        """
        self.out.add(seat)
        self.bankrupt[seat] = creditor
        self.tell("bankrupt", seat=seat, creditor=creditor)
        self.give_cards(seat, creditor)
        self.withdraw(seat)
        if self.banker == seat and self.playing():
            self.banker = self.after(seat)

    def give_cards(self, seat: str, to: str) -> None:
        if to not in self.players:
            for card in self.players[seat].cards:
                self.discard("acquisition", str(card["name"]))
        super().give_cards(seat, to)

    def check_target(self) -> None:
        """End the game if a seat holds the target (HC-END-1).

        The highest total wins. A play-off decides a tie; by house rule, the player who has the turn wins it instead.
        """
        if not self.target:
            return
        seats = self.playing()
        self.reached = [s for s in seats if self.balance(s) >= self.target]
        if not self.reached:
            return
        at = seats.index(self.turn) if self.turn in seats else 0
        self.reached = [s for s in seats[at:] + seats[:at] if s in self.reached]
        best = max(self.balance(s) for s in self.reached)
        first = [s for s in self.reached if self.balance(s) == best]
        if len(first) > 1 and self.house["tie"] == "active_player" and self.turn in first:
            first = [self.turn]
        raise Ended(first, "target")

    def discard(self, deck: str, name: str) -> None:
        """Put a card under its pile, or out of the game by house rule (AMB-25)."""
        self.under[deck].append(name)
        if self.house["used_cards"] == "removed":
            self.removed[deck, name] = self.removed.get((deck, name), 0) + 1

    # --- who owns what -----------------------------------------------------------------------------------

    def owner_of(self, square: Square) -> str:
        """Return the playing seat that owns this casino, "" for none (HC-CSN-4, AMB-06)."""
        if square.colour is None:
            return ""
        for seat, player in self.players.items():
            if player.colour == square.colour:
                return "" if seat in self.out else seat
        if self.house["acquisition_owns_square"]:
            for seat in self.playing():
                if any(card.get("colour") == square.colour for card in self.players[seat].cards):
                    return seat
        return ""

    # --- table words ----------------------------------------------------------------------------------------

    def start_chips(self) -> int:
        return sum(v * n for v, n in self.board.start_chips.items())

    def denominations(self) -> tuple[int, ...]:
        return tuple(self.board.chips)

    def first_pieces(self) -> dict[str, dict[int, int] | None]:
        accounts = [BANK, POT, *self.order]
        if self.started.carried is not None and "chips" in self.started.carried:
            return dict.fromkeys(accounts, None)
        bank = dict(self.board.chips)
        for value, number in self.board.start_chips.items():
            bank[value] = bank.get(value, 0) - number * len(self.order)
        if any(n < 0 for n in bank.values()):
            return dict.fromkeys(accounts, None)
        stocks: dict[str, dict[int, int] | None] = {s: dict(self.board.start_chips) for s in self.order}
        return {BANK: bank, POT: {}, **stocks}

    def carry_out(self, word: TableWord) -> None:
        """Carry out a table word; end the current square if it made a side of the scene bankrupt (HC-BKR-1)."""
        super().carry_out(word)
        if self.phase != "turns":
            return
        if self.scene and any(s in self.out for s in self.scene.sides):
            raise SquareEnded

    def refuse_more(self, word: TableWord) -> Refusal | None:
        match word:
            case SquareCorrected(square=square):
                return square_trouble(square, boxes.KINDS, boxes.COLOURS, boxes.NEEDS)
            case CardCorrected(deck=deck, card=card):
                if boxes.card_trouble(deck, card):
                    return Refusal("BAD_CARD", "", {"why": boxes.card_trouble(deck, card)}, overrulable=False)
        return None

    def correct(self, word: SquareCorrected | CardCorrected) -> None:
        match word:
            case SquareCorrected(index=index, square=square):
                self.board.learn(index, square)
                self.homes()
            case CardCorrected(deck=deck, name=name, card=card):
                self.board.learn_card(deck, dict(card), instead_of=name)
                for player in self.players.values():
                    player.cards = [dict(card) if c["name"] == name else c for c in player.cards]

    def homes(self) -> None:
        """Find each seat's casino again after a correction of the board."""
        for seat, player in self.players.items():
            there = self.board.casino(player.colour)
            if there is not None:
                self.home[seat] = there
            elif self.home.get(seat) in self.board.ring:
                del self.home[seat]

    def joined(self, word: SeatJoined) -> None:
        """Start the guest's pawn on the casino of his colour (HC-SET-2)."""
        home = self.board.casino(word.colour)
        if home is not None:
            self.home[word.seat] = home
        self.pawns[word.seat] = home
        chips = dict(self.board.start_chips) if self.balance(word.seat) == self.start_chips() else {}
        self.tell("joined", seat=word.seat, colour=word.colour, index=home, chips=chips)

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        if self.selling == seat:
            self.selling = ""
