"""What all games share: seats, turns, money, and the table's last word.

A game is a rule script, a generator that yields the questions open now and is sent the fact that answers
one of them. Everything that the script needs is in the facts: no clock, no chance, no file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.asks import Closed, Question, Refusal
from companion.errors import BadCommand
from companion.facts import (
    BIGGEST,
    BankerNamed,
    CardCorrected,
    Fact,
    GameStarted,
    HouseChanged,
    LevelSet,
    MoneyMoved,
    PawnPlaced,
    Seat,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    SquareCorrected,
    SquareSkipped,
    TableWord,
    TurnGiven,
)
from companion.forms import Table
from companion.house import check
from companion.language import tr
from companion.ledger import BANK, POT, SCOREBOARD, Ledger
from companion.odds.chance import Luck

SHARED = "shared"
"""What a leaving player leaves goes to all others alike."""

Questions = tuple[Question, ...]
Script = Generator[Questions, Fact, None]
Asked = Generator[Questions, Fact, Any]


class SquareEnded(Exception):
    """Raised inside a script: what is going on at this square ends; stakes go back."""


class TurnPassed(Exception):
    """Raised inside a script: it is another seat's turn."""


class Ended(Exception):
    """Raised inside a script: the game is over, or a play-off between these seats decides it."""

    def __init__(self, contenders: Iterable[str], reason: str) -> None:
        super().__init__(reason)
        self.contenders = tuple(contenders)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Payment:
    """One compulsory payment of a settlement."""

    giver: str
    taker: str
    amount: int
    reason: str
    rule: str


@dataclass(slots=True)
class Player:
    """A seat and who sits there now."""

    id: str
    name: str
    colour: str | None
    age: int
    left: bool = False
    cards: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended."""

    winner: str
    reason: str
    others: tuple[str, ...] = ()
    """Who shares the win, where a rule book lets a tie stand."""


class Game:
    """The state that a script moves; each game derives from it."""

    name = ""
    unit = 1
    source = BANK
    """The account that the table gives from: the bank, or the scoreboard in a game without money."""
    first = "youngest"
    """Who begins where nobody is named: the youngest, the oldest, the seat after whoever holds the office, or the dice say."""
    clockwise = True
    """Which way turns go round the table."""
    turn_topics: tuple[str, ...] = ()
    square_rules: Mapping[str, tuple[str, ...]] = {}
    """The rules that tell what each kind of square does, where there is a board."""
    going_on: tuple[str, ...] = ()
    """Questions whose answer tells that the game goes on, as a throw does: what is owed has been handed over by then."""
    players_allowed = (2, 6)
    counters: tuple[str, ...] = (POT, BANK)
    """The accounts that the middle of the table shows, the great one first."""

    def __init__(self, started: GameStarted) -> None:
        self.started = started
        self.house: dict[str, Any] = dict(started.house)
        self.box: dict[str, Any] = dict(started.box)
        self.level = started.level
        self.target = started.target
        self.players = {s.id: Player(s.id, s.name, s.colour, s.age) for s in started.seats}
        if len(self.players) < len(started.seats) or not {BANK, POT, SCOREBOARD, SHARED, ""}.isdisjoint(self.players):
            raise BadCommand(tr("Chaque place a son propre nom court, autre que bank, pot ou shared."))
        self.order: list[str] = []
        self.out: set[str] = set()
        self.turn = ""
        self.starter = ""
        self.banker = started.banker
        self.ledger = Ledger(0) if self.source == BANK else Ledger.of_scores(self.players)
        self.scene: dict[str, Any] | None = None
        self.outcome: Outcome | None = None
        self.news: list[tuple[int, str, dict[str, Any]]] = []
        self.number = 1
        self.phase = "setup"

    # --- before it starts ------------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        """Hook: the name of the game on its box."""
        return cls.name

    @classmethod
    def colours(cls) -> tuple[str, ...]:
        """Hook: the colours that players may choose from."""
        return ()

    @classmethod
    def targets(cls) -> dict[str, int]:
        """Hook: the targets that the rule book proposes, by name."""
        return {}

    @classmethod
    def refuse_players(cls, number: int) -> Refusal | None:
        """Return why so many cannot play."""
        least, most = cls.players_allowed
        if number > most:
            return Refusal("TOO_MANY_PLAYERS", detail={"max": most}, overrulable=False)
        return Refusal("TOO_FEW_PLAYERS", detail={"min": least}, overrulable=False) if number < least else None

    @classmethod
    def check_target_given(cls, target: Any) -> int:
        """Hook: return the target; raise ``BadCommand`` with what is allowed."""
        return 0

    @classmethod
    def example_box(cls) -> dict[str, Any]:
        """Hook: the invented example box, marked as such."""
        return {}

    @classmethod
    def empty_box(cls) -> dict[str, Any]:
        """Hook: a box of which nothing is known."""
        return {}

    @classmethod
    def checked_box(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Hook: return the box; raise ``BadBox`` with the place and the reason."""
        return data

    @classmethod
    def box_form(cls) -> dict[str, Any] | None:
        """Hook: what a box that is learnt while playing holds (kinds of squares, decks, chips, dice); None: no such box."""
        return None

    @classmethod
    def box_tables(cls, data: Mapping[str, Any]) -> tuple[Table, ...]:
        """Hook: the tables of a box that is copied from what is printed, field by field; what is known shapes them."""
        return ()

    def box_data(self) -> dict[str, Any]:
        """Hook: the box with what was learnt this evening."""
        return self.box

    def board_trouble(self) -> str:
        """Hook: what cannot be on the board of the box and stands there since a square was corrected, "" for nothing."""
        return ""

    def rematch(self) -> dict[str, str]:
        """Hook: who is banker, or begins, in the next game of the same people, as the rule book says."""
        return {}

    def anew(self) -> GameStarted:
        """Return the first fact of a rematch: who is still here, with the box and the rules as they are by now."""
        seats = self.seated()
        named = {"banker": self.banker, "first": self.started.first, **self.rematch()}
        here = {"": "", **{s.id: s.id for s in seats}}
        return GameStarted(
            game=self.name,
            seats=seats,
            house=dict(self.house),
            box=self.checked_box(self.box_data()),
            target=self.target,
            level=self.level,
            banker=here.get(named["banker"], ""),
            first=here.get(named["first"], ""),
            simulated=self.started.simulated,
        )

    def seated(self) -> tuple[Seat, ...]:
        """Return who is still here, clockwise: guests sit where they play, and the turn may go either way round."""
        sat = [s.id for s in self.started.seats if s.id in self.order]
        played = [s for s in self.order if s in sat]
        at = played.index(sat[0])
        round_ = self.order if played[at:] + played[:at] == sat else self.order[::-1]
        at = round_.index(sat[0])
        here = [s for s in round_[at:] + round_[:at] if not self.players[s].left]
        people = [self.players[s] for s in here]
        return tuple(Seat(id=p.id, name=p.name, colour=p.colour, age=p.age) for p in people)

    def luck(self) -> list[Luck]:
        """Hook: what the bets of each seat won against their exact odds, as far as these do not hang on a choice."""
        return []

    def picture(self) -> dict[str, Any] | None:
        """Hook: what is going on, as the page draws it; only asked when a page is drawn."""
        return self.scene

    def goal(self) -> int:
        """Hook: the points that win, 0 where none do."""
        return self.target

    def secrets(self, seat: str) -> dict[str, Any]:
        """Hook: what only the holder of this seat may see; the common view holds nothing of it."""
        return {}

    # --- for the scripts -------------------------------------------------------------------------------

    def script(self) -> Script:
        """The rule book of this game."""
        raise NotImplementedError

    def ask(self, questions: Callable[[], Questions]) -> Asked:
        """Ask, hear the table's own words meanwhile, and return the answer.

        The questions are a function because the table may change what they hold (somebody leaves, chips are
        moved) while they are open.
        """
        while True:
            asked = questions()
            fact = yield asked
            if isinstance(fact, TableWord):
                self.hear(fact)
            elif not hears(asked, type(fact)):
                self.overruled(fact)
            else:
                return fact

    def overruled(self, fact: Fact) -> None:
        """Hook: what an answer does that no open question hears: an echo, or one that the table plays all the same."""
        self.tell("noted")

    def tell(self, code: str, **detail: Any) -> None:
        """Note something that happened, for the history and the page."""
        self.news.append((self.number, code, detail))

    def playing(self) -> list[str]:
        """Return the seats still in the game, in turn order."""
        return [s for s in self.order if s not in self.out] if self.out else self.order.copy()

    def after(self, seat: str) -> str:
        """Return the next seat still in the game after this one (which may be out)."""
        at = self.order.index(seat)
        for other in self.order[at + 1 :] + self.order[: at + 1]:
            if other not in self.out:
                return other
        return seat

    def within_reach(self, account: str) -> int:
        """Return what an account can pay at the very most: what it has and what the bank could advance."""
        bank = max(0, self.balance(BANK)) if self.source == BANK else BIGGEST
        return bank if account == self.source else self.ledger.purse(account) + bank

    def balance(self, account: str) -> int:
        return self.ledger.balances.get(account, 0)

    # --- the table's last word ---------------------------------------------------------------------------

    def refuse(self, word: TableWord) -> Refusal | None:
        """Return why the table's own word cannot be carried out."""
        known = self.ledger.balances
        for seat in (getattr(word, n) for n in ("seat", "giver", "taker", "account") if hasattr(word, n)):
            strange = seat not in known if seat not in self.players else seat in self.out
            if strange and not isinstance(word, SeatJoined):
                return Refusal("NO_SUCH_SEAT", seat, {"among": [*self.playing(), BANK, POT]}, overrulable=False)
        if self.phase != "turns" and isinstance(word, TurnGiven | SquareSkipped | SeatLeft | SeatJoined | PawnPlaced):
            return Refusal("GAME_OVER" if self.outcome else "NOT_NOW", overrulable=False)
        match word:
            case MoneyMoved(giver=giver, taker=taker, amount=amount):
                if giver not in known or taker not in known:  # before the chips are handed out
                    return Refusal("NOT_NOW", overrulable=False)
                if giver == taker:
                    return Refusal("SAME_ACCOUNT", giver, overrulable=False)
                if amount > self.within_reach(giver):
                    return Refusal(
                        "MORE_THAN_THE_BOX", giver, {"available": self.within_reach(giver)}, overrulable=False
                    )
                if giver != self.source and self.ledger.purse(giver) < amount:
                    return Refusal("NOT_ENOUGH_CHIPS", giver, {"available": self.ledger.purse(giver)})
            case TurnGiven(seat=seat) | SeatLeft(seat=seat) | SeatTaken(seat=seat) | BankerNamed(seat=seat):
                if seat not in self.players:
                    return Refusal("NO_SUCH_SEAT", seat, {"among": self.playing()}, overrulable=False)
                if isinstance(word, SeatLeft):
                    return self._refuse_leaving(word)
            case SeatJoined():
                return self._refuse_joining(word)
            case HouseChanged(key=key, value=value):
                if (why := self.refuse_house(key, value)) is not None:
                    return Refusal("NO_SUCH_HOUSE_RULE", "", {"why": why}, overrulable=False)
        return self.refuse_more(word)

    def refuse_more(self, word: TableWord) -> Refusal | None:
        """Hook: refusals that only one game knows."""
        return None

    def refuse_house(self, key: str, value: Any) -> str | None:
        """Tell why a house rule cannot be set so."""
        try:
            check(self.name, {key: value})
        except ValueError as error:
            return str(error)
        return None

    def _refuse_leaving(self, word: SeatLeft) -> Refusal | None:
        others = [s for s in self.playing() if s != word.seat]
        if word.to not in (BANK, SHARED, *others):
            return Refusal("NO_SUCH_HEIR", word.seat, {"among": [BANK, SHARED, *others]}, overrulable=False)
        if self.scene and word.seat in self.scene.get("sides", ()) and not word.void_duel:
            return Refusal("DUEL_RUNNING", word.seat, overrulable=False)
        return None

    def _refuse_joining(self, word: SeatJoined) -> Refusal | None:
        if word.seat in self.players or word.seat in (BANK, POT, SCOREBOARD, SHARED, ""):
            return Refusal("SEAT_EXISTS", word.seat, overrulable=False)
        if len(self.playing()) >= self.players_allowed[1]:
            return Refusal("TABLE_FULL", word.seat, {"most": self.players_allowed[1]}, overrulable=False)
        if word.after and word.after not in self.order:
            return Refusal("NO_SUCH_SEAT", word.after, {"among": self.order}, overrulable=False)
        if word.colour and any(p.colour == word.colour and p.id not in self.out for p in self.players.values()):
            return Refusal("COLOUR_TAKEN", word.seat, {"colour": word.colour}, overrulable=False)
        return None

    def hear(self, word: TableWord) -> None:
        """Carry out the table's own word; raise what ends a square, a turn or the game."""
        match word:
            case MoneyMoved():
                self.move_money(word)
                if self.phase == "turns":
                    self.check_after({word.giver: word.taker})
            case SquareSkipped():
                raise SquareEnded
            case TurnGiven(seat=seat):
                self.turn = seat
                raise TurnPassed
            case SeatJoined():
                self._join(word)
            case SeatLeft():
                self._leave(word)
            case SeatTaken(seat=seat, name=name):
                self.players[seat].name = name
            case BankerNamed(seat=seat):
                self.banker = seat
            case LevelSet(level=level):
                self.level = level
            case HouseChanged(key=key, value=value):
                self.house[key] = value
            case PawnPlaced() | SquareCorrected() | CardCorrected():
                self.hear_more(word)

    def hear_more(self, word: TableWord) -> None:
        """Hook: words about what only one game has."""

    def move_money(self, word: MoneyMoved) -> None:
        """Move points by the table's word; what the giver lacks the bank advances, visibly."""
        short = word.amount - self.ledger.purse(word.giver)
        if short > 0 and word.giver != self.source:
            self.pay(self.source, word.giver, short, "advance", "", done=word.done)
        self.pay(word.giver, word.taker, word.amount, "table", "", done=word.done)

    def pay(self, giver: str, taker: str, amount: int, reason: str, rule: str, done: bool = False) -> None:
        """Move points and note why."""
        self.ledger.transfer(giver, taker, amount, reason, rule, self.number, done)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """Hook: what a game checks after each settlement (bankruptcy, target)."""

    def joining_chips(self) -> int:
        """Return what a late guest gets from the bank (house rule ``join_chips``)."""
        totals = [self.balance(s) for s in self.playing()]
        rule = self.house.get("join_chips", "start")
        if rule == "lowest":
            amount = min(totals)
        elif rule == "average":
            amount = sum(totals) // len(totals)
        else:
            amount = self.start_chips()
        return round_to(amount, self.unit)

    def first_pieces(self) -> dict[str, dict[int, int] | None]:
        """Hook: return the chips by denomination that lie before each account at the start, None if unknown."""
        return {}

    def start_chips(self) -> int:
        """Hook: what everybody gets at the start."""
        return 0

    def _join(self, word: SeatJoined) -> None:
        chips = self.joining_chips()  # before he counts among those whose lowest or mean it is
        self.players[word.seat] = Player(word.seat, word.name, word.colour, word.age)
        at = self.order.index(word.after) + 1 if word.after else len(self.order)
        self.order.insert(at, word.seat)
        self.ledger.balances[word.seat] = 0
        self.pay(self.source, word.seat, chips, "joined", "")
        self.joined(word)

    def joined(self, word: SeatJoined) -> None:
        """Hook: where the guest's pawn stands."""

    def _leave(self, word: SeatLeft) -> None:
        seat = word.seat
        in_duel = bool(self.scene and seat in self.scene.get("sides", ()))
        if in_duel:
            self.ledger.clear_felt()
        self.withdraw(seat)
        player = self.players[seat]
        heirs = [s for s in self.playing() if s != seat]
        amount = self.balance(seat)
        if self.source == SCOREBOARD:
            self.pay(seat, SCOREBOARD, amount, "left", "")
        elif word.to == SHARED:
            share = amount // len(heirs) // self.unit * self.unit
            for heir in heirs:
                self.pay(seat, heir, share, "left", "")
            self.pay(seat, BANK, self.balance(seat), "left", "")
            for i, card in enumerate(player.cards):
                self.players[heirs[i % len(heirs)]].cards.append(card)
        else:
            self.pay(seat, word.to, amount, "left", "")
            self.give_cards(seat, word.to)
        player.cards = []
        player.left = True
        self.out.add(seat)
        if self.banker == seat:
            self.banker = self.after(seat)
        if not in_duel and self.turn != seat:
            self.check_after({})
            return
        if self.turn == seat:
            self.turn = self.after(seat)
            self.check_after({})
            raise TurnPassed
        self.check_after({})
        raise SquareEnded

    def withdraw(self, seat: str) -> None:
        """Hook: take what this seat has on the felt out of a running game of several."""
        self.ledger.felt.pop(seat, None)

    def give_cards(self, seat: str, to: str) -> None:
        """Give all cards of a seat to another; the bank's go under the pile."""
        if to in self.players:
            self.players[to].cards += self.players[seat].cards
        self.players[seat].cards = []


def hears(asked: Questions, kind: type[Fact]) -> bool:
    """Tell whether one of these questions, or a closed one that listens, takes this kind of fact."""
    for question in asked:
        if kind in question.answers:
            return True
        if isinstance(question, Closed) and question.listen and question.answer is kind:
            return True
    return False


def round_to(amount: int, unit: int) -> int:
    """Round to a multiple of the smallest chip, halves up.

    >>> round_to(1012, 25), round_to(1013, 25)
    (1000, 1025)
    """
    return (2 * amount + unit) // (2 * unit) * unit
