"""What Home Casino keeps track of, and what follows every settlement: bankruptcy, target, winner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.asks import Refusal, Throw, d6, square_trouble
from companion.errors import BadCommand
from companion.facts import (
    CardCorrected,
    CardsSold,
    CasinoChosen,
    DiceThrown,
    Fact,
    GameStarted,
    MoneyMoved,
    PawnPlaced,
    SeatJoined,
    Square,
    SquareCorrected,
    TableWord,
)
from companion.game import Asked, Ended, Game, Outcome, Payment, Script, SquareEnded, TurnPassed
from companion.games.home_casino import box as boxes
from companion.games.home_casino import luck, setup, turn, words
from companion.house import check
from companion.language import tr
from companion.ledger import BANK, POT
from companion.odds.chance import Luck

UNIT = 25


class HomeCasino(Game):
    """A game of Home Casino. ``pawns`` are indices on the ring, None where they are not followed."""

    name = "home_casino"
    unit = UNIT
    square_rules = boxes.SQUARE_RULES
    clockwise = False
    turn_topics = ("move", "land")
    players_allowed = (2, 6)

    def __init__(self, started: GameStarted) -> None:
        super().__init__(started)
        self.house = check(self.name, self.house)
        self.board = boxes.Board(self.box)
        self.pawns: dict[str, int | None] = {}
        self.home: dict[str, int] = {}
        self.under: dict[str, list[str]] = {"jackpot": [], "acquisition": []}
        self.removed: dict[tuple[str, str], int] = {}
        self.selling = ""
        self.stopped = ""
        self.this_turn: dict[str, Any] = {}
        self.turn_before: dict[str, Any] = {}
        self.square: dict[str, Any] = {}
        self.unpaid: dict[str, int] = {}
        self.bankrupt: dict[str, str] = {}
        self.reached: list[str] = []

    # --- before it starts --------------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        return words.TITLE

    @classmethod
    def colours(cls) -> tuple[str, ...]:
        return boxes.COLOURS

    @classmethod
    def targets(cls) -> dict[str, int]:
        """The rule book's short, medium and long game (HC-DUR-3 to 5)."""
        return {"courte": 8000, "moyenne": 10000, "longue": 15000}

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        if target is None:
            return 8000
        if type(target) is not int or not 4000 < target <= 150_000 or target % UNIT:
            raise BadCommand(tr("L'objectif est un multiple de 25 au-dessus de 4 000."))
        return target

    @classmethod
    def example_box(cls) -> dict[str, Any]:
        return boxes.example()

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        return boxes.empty()

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        boxes.Board(data)
        return data

    @classmethod
    def box_form(cls) -> dict[str, Any]:
        return {
            "kinds": boxes.KINDS,
            "needs": boxes.NEEDS,
            "colours": boxes.COLOURS,
            "length": (boxes.SHORTEST, boxes.LONGEST),
            "decks": boxes.DECKS,
            "chips": boxes.CHIPS,
            "start_chips": boxes.START_CHIPS,
            "dice": boxes.DICE,
        }

    def box_data(self) -> dict[str, Any]:
        return self.board.as_data(self.box)

    def luck(self) -> list[Luck]:
        return luck.luck(self.ledger.transfers, self.players)

    # --- the evening -------------------------------------------------------------------------------------

    def script(self) -> Script:
        """Set the table up, play turns, and decide who won."""
        yield from setup.set_up(self)
        try:
            self.phase = "turns"
            yield from turn.turns(self)
        except Ended as end:
            self.phase = "deciding"
            winner, by = end.contenders[0], end.reason
            if len(end.contenders) > 1:
                by = "playoff"
                for seat in end.contenders:
                    self.out.discard(seat)  # who went out in the same throw still throw for the win
                winner = yield from play_off(self, end.contenders)
            self.outcome = Outcome(winner, by)
            self.phase = "over"
            self.scene = None
            self.ledger.clear_felt()
            self.tell("won", seat=winner, reason=by)

    # --- money -------------------------------------------------------------------------------------------

    def settle(self, *payments: Payment) -> None:
        """Carry out one settlement: all its payments, then bankruptcy and target (HC-BKR-2, HC-END-1).

        Who cannot pay gives all he has; the rest is forgiven. A fine that cannot be paid in full goes where
        the house sends it (AMB-08).
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
                if p.giver not in self.unpaid:  # the first who is owed in vain is the creditor
                    creditors[p.giver] = taker
                if short:
                    self.unpaid[p.giver] = self.unpaid.get(p.giver, 0) + short
            self.pay(p.giver, taker, amount, p.reason, p.rule)
        self.ledger.clear_felt()
        self.check_after(creditors)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """Put out who has no chips left; end the game where one is left or the target is reached."""
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
        """Put a seat out (HC-BKR-1 to 4): the cards go to the creditor or under the pile, the office passes."""
        self.out.add(seat)
        self.bankrupt[seat] = creditor
        self.tell("bankrupt", seat=seat, creditor=creditor)
        self.give_cards(seat, creditor)
        self.withdraw(seat)
        if self.banker == seat and self.playing():
            self.banker = self.after(seat)
            self.tell("banker", seat=self.banker)

    def give_cards(self, seat: str, to: str) -> None:
        if to not in self.players:
            for card in self.players[seat].cards:
                self.discard("acquisition", str(card["name"]))
        super().give_cards(seat, to)

    def check_target(self) -> None:
        """End the game where somebody holds the target (HC-END-1): the highest total, on a tie a play-off."""
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
        """Put a card under its pile, or out of the game where the house says so (AMB-25)."""
        self.under[deck].append(name)
        if self.house["used_cards"] == "removed":
            self.removed[deck, name] = self.removed.get((deck, name), 0) + 1

    # --- who owns what -----------------------------------------------------------------------------------

    def owner_of(self, square: Square) -> str:
        """Return the seat in the game that owns this casino square, "" for nobody (HC-CSN-4, AMB-06)."""
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

    def right_of(self, seat: str) -> str:
        """Return the right-hand neighbour still in the game: the next in turn order (HC-TRN-2)."""
        return self.after(seat)

    # --- the table's last word -----------------------------------------------------------------------------

    def start_chips(self) -> int:
        return sum(v * n for v, n in self.board.start_chips.items())

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

    def hear(self, word: TableWord) -> None:
        """Carry out the table's own word; nobody is asked who went out by it (HC-BKR-1)."""
        super().hear(word)
        if self.phase != "turns":
            return
        if self.turn in self.out:
            self.turn = self.after(self.turn)
            raise TurnPassed
        if self.scene and any(s in self.out for s in self.scene["sides"]):
            raise SquareEnded

    def refuse(self, word: TableWord) -> Refusal | None:
        accounts = self.ledger.balances
        if isinstance(word, MoneyMoved) and not {word.giver, word.taker} <= accounts.keys() and self.phase == "setup":
            return Refusal("NOT_NOW", overrulable=False)  # the chips are not handed out yet
        return super().refuse(word)

    def refuse_house(self, key: str, value: Any) -> str | None:
        try:
            check(self.name, {key: value})
        except ValueError as error:
            return str(error)
        return None

    def refuse_more(self, word: TableWord) -> Refusal | None:
        match word:
            case PawnPlaced(seat=seat, index=index):
                if not self.board.length or index >= self.board.length:
                    return Refusal("NO_SUCH_INDEX", seat, {"length": self.board.length}, overrulable=False)
            case SquareCorrected(index=index, square=square):
                if not self.board.length or index >= self.board.length:
                    return Refusal("NO_SUCH_INDEX", "", {"length": self.board.length}, overrulable=False)
                return square_trouble(square, boxes.KINDS, boxes.COLOURS, boxes.NEEDS)
            case CardCorrected(deck=deck, card=card):
                if boxes.card_trouble(deck, card):
                    return Refusal("BAD_CARD", "", {"why": boxes.card_trouble(deck, card)}, overrulable=False)
        return None

    def hear_more(self, word: TableWord) -> None:
        match word:
            case PawnPlaced(seat=seat, index=index):
                self.pawns[seat] = index
            case SquareCorrected(index=index, square=square):
                self.board.learn(index, square)
                self.homes()
            case CardCorrected(deck=deck, name=name, card=card):
                self.board.learn_card(deck, dict(card), instead_of=name)
                for player in self.players.values():
                    player.cards = [dict(card) if c["name"] == name else c for c in player.cards]

    def homes(self) -> None:
        """Look up where everybody's casino lies, after the board was corrected."""
        for seat, player in self.players.items():
            there = self.board.casino(player.colour)
            if there is not None:
                self.home[seat] = there
            elif self.home.get(seat) in self.board.ring:
                del self.home[seat]

    def joined(self, word: SeatJoined) -> None:
        """Let the guest's pawn start on the casino of his colour (HC-SET-2)."""
        home = self.board.casino(word.colour)
        if home is not None:
            self.home[word.seat] = home
        self.pawns[word.seat] = home

    def withdraw(self, seat: str) -> None:
        """Take a seat's chips off the felt, and its bets off the cloth."""
        super().withdraw(seat)
        if self.scene and self.scene["kind"] == "roulette":
            bets = self.scene["bets"]
            for key in [k for k in bets if k[0] == seat]:
                del bets[key]
        if self.selling == seat:
            self.selling = ""

    def overruled(self, fact: Fact) -> None:
        """Sell anywhere, take a colour twice: the table has the last word; anything else is only noted."""
        match fact:
            case CardsSold(seat=seat, cards=names):
                turn.sell(self, seat, names)
            case CasinoChosen(seat=seat, colour=colour):
                self.players[seat].colour = colour
            case _:
                super().overruled(fact)


def play_off(game: HomeCasino, contenders: tuple[str, ...]) -> Asked:
    """Two dice each, the highest wins, as often as needed (AMB-10); return the winner."""
    left = list(contenders)
    while len(left) > 1:
        game.scene = {"kind": "playoff", "sides": tuple(left), "sums": {}}
        for seat in left:

            def questions(seat: str = seat) -> tuple[Throw, ...]:
                return (Throw(topic="playoff_throw", seats=(seat,), dice=d6(2), rule="HC-END-1"),)

            roll: DiceThrown = yield from game.ask(questions)
            game.scene["sums"][seat] = sum(int(d.value) for d in roll.dice if d.kind == "d6")
        sums = game.scene["sums"]
        left = [s for s in left if sums[s] == max(sums.values())]
    return left[0]
