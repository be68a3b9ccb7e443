"""Table words: decisions of the table about money, seats, turns, house rules and the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import BadHouseRule
from companion.facts import (
    BankerNamed,
    CardCorrected,
    HouseChanged,
    LevelSet,
    MoneyMoved,
    PawnPlaced,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    SquareCorrected,
    SquareSkipped,
    TableWord,
    TurnGiven,
)
from companion.game.script import Ended, SquareEnded, TurnPassed
from companion.game.seats import SHARED, Player, Seats
from companion.house import check, rules_of
from companion.language import tr
from companion.money.ledger import BANK, POT, SCOREBOARD
from companion.refusal import Refusal
from companion.scene import Betting


class LastWord(Seats):
    """The part of a game that checks and carries out table words."""

    players_allowed = (2, 6)
    """Minimum and maximum number of players."""
    office_plays = False
    """Whether the banker, croupier or leader has the turn, so that naming a new one also gives him the turn."""

    def holder(self) -> str:
        """Return the seat that deals, banks or leads, "" if nobody does now."""
        return (self.turn if self.office_plays else self.banker) if self.phase == "turns" else ""

    # --- refusals ------------------------------------------------------------------------------------------

    def refuse(self, word: TableWord) -> Refusal | None:
        """Return why a table word is refused, None if it is allowed."""
        known = self.ledger.balances
        if isinstance(word, MoneyMoved) and self.phase == "setup" and not {word.giver, word.taker} <= known.keys():
            return Refusal("NOT_NOW", overrulable=False)  # the chips are not distributed yet
        for seat in (getattr(word, n) for n in ("seat", "giver", "taker", "account") if hasattr(word, n)):
            strange = seat not in known if seat not in self.players else seat in self.out
            if strange and not isinstance(word, SeatJoined):
                return Refusal("NO_SUCH_SEAT", seat, {"among": self._accounts()}, overrulable=False)
        if self.phase != "turns" and isinstance(word, TurnGiven | SquareSkipped | SeatLeft | SeatJoined | PawnPlaced):
            return Refusal("GAME_OVER" if self.outcome else "NOT_NOW", overrulable=False)
        match word:
            case MoneyMoved():
                if (refusal := self._refuse_moving(word)) is not None:
                    return refusal
            case TurnGiven(seat=seat) | SeatLeft(seat=seat) | SeatTaken(seat=seat) | BankerNamed(seat=seat):
                if seat not in self.players:
                    return Refusal("NO_SUCH_SEAT", seat, {"among": self.playing()}, overrulable=False)
                if isinstance(word, SeatLeft):
                    return self._refuse_leaving(word)
            case SeatJoined():
                return self._refuse_joining(word)
            case PawnPlaced(seat=seat, index=index) if self.board.kinds and index >= self.board.length:
                return Refusal("NO_SUCH_INDEX", seat, {"length": self.board.length}, overrulable=False)
            case SquareCorrected(index=index, other=other) if self.board.kinds:
                if max(index, other or 0) >= self.board.length:
                    return Refusal("NO_SUCH_INDEX", "", {"length": self.board.length}, overrulable=False)
            case HouseChanged(key=key, value=value):
                if (why := self.refuse_house(key, value)) is not None:
                    return Refusal("NO_SUCH_HOUSE_RULE", "", {"why": why}, overrulable=False)
        return self.refuse_more(word)

    def _accounts(self) -> list[str]:
        return [*self.playing(), *(account for account in self.ledger.balances if account not in self.players)]

    def refuse_more(self, word: TableWord) -> Refusal | None:
        """Hook: return why the rules of one game refuse a table word, None if they allow it."""
        return None

    def refuse_house(self, key: str, value: Any) -> str | None:
        """Return why this value of a house rule is refused, None if it is allowed."""
        try:
            check(self.name, {key: value})
        except BadHouseRule as error:
            return str(error)
        rule = rules_of(self.name)[key]
        if rule.fixed and value != self.house[key]:
            return tr("« {rule} » se convient avant la partie", rule=tr(rule.label_fr))
        return None

    def _refuse_moving(self, word: MoneyMoved) -> Refusal | None:
        giver = word.giver
        if giver == word.taker:
            return Refusal("SAME_ACCOUNT", giver, overrulable=False)
        if word.amount > self.within_reach(giver):
            return Refusal("MORE_THAN_THE_BOX", giver, {"available": self.within_reach(giver)}, overrulable=False)
        if giver != self.source and self.ledger.purse(giver) < word.amount:
            return Refusal("NOT_ENOUGH_CHIPS", giver, {"available": self.ledger.purse(giver)})
        return None

    def _refuse_leaving(self, word: SeatLeft) -> Refusal | None:
        others = [s for s in self.playing() if s != word.seat]
        if word.to not in (BANK, SHARED, *others):
            return Refusal("NO_SUCH_HEIR", word.seat, {"among": [BANK, SHARED, *others]}, overrulable=False)
        if self.in_scene(word.seat) and not word.void_duel:
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

    # --- execution -----------------------------------------------------------------------------------------

    def carry_out(self, word: TableWord) -> None:
        """Carry out a table word; if it ends a square, a turn or the game, raise the signal for that."""
        match word:
            case MoneyMoved():
                self.move_money(word)
                if self.phase == "turns":
                    self.check_after({word.giver: word.taker})
                    if self.turn in self.out:
                        self.turn = self.after(self.turn)
                        raise TurnPassed
            case SquareSkipped():
                raise SquareEnded
            case TurnGiven(seat=seat):
                self.tell("given", seat=seat)
                self.turn = seat
                raise TurnPassed
            case SeatJoined():
                self._join(word)
            case SeatLeft():
                self._leave(word)
            case SeatTaken(seat=seat, name=name):
                before = self.players[seat].name
                self.takeovers.append((self.number, seat, before))
                self.tell("taken", seat=seat, name=name, before=before)
                self.players[seat].name, self.players[seat].age = name, 0  # 0: unknown
            case BankerNamed(seat=seat):
                self.banker = seat
                if self.office_plays and self.phase == "turns" and seat != self.turn:
                    self.turn = seat
                    raise TurnPassed
            case LevelSet(level=level):
                self.level = level
            case HouseChanged(key=key, value=value):
                self.house[key] = value
            case PawnPlaced(seat=seat, index=index):
                if self.board.kinds:
                    self.pawns[seat] = index
            case SquareCorrected() | CardCorrected():
                self.correct(word)

    def correct(self, word: SquareCorrected | CardCorrected) -> None:
        """Hook: correct a square or a card of the game."""

    def move_money(self, word: MoneyMoved) -> None:
        """Move points by table word; the account ``source`` first advances what the giver lacks."""
        short = word.amount - self.ledger.purse(word.giver)
        if short > 0 and word.giver != self.source:
            self.pay(self.source, word.giver, short, "advance", "", done=word.done)
        self.pay(word.giver, word.taker, word.amount, "table", "", done=word.done)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """Hook: after a settlement, check for bankruptcy or the target; by default, end the game below two players.

        ``creditors`` maps each account that paid to the one that it paid.
        """
        if self.phase == "turns" and len(self.playing()) < 2:
            raise Ended(self.playing() or self.order, "last_player")

    # --- joining and leaving -------------------------------------------------------------------------------

    def in_scene(self, seat: str) -> bool:
        """Whether a seat takes part in the current scene."""
        return self.scene is not None and seat in self.scene.sides

    def start_chips(self) -> int:
        """Hook: the points that each player starts with."""
        return 0

    def joining_chips(self) -> int:
        """Return the points with which a late guest starts (house rule ``join_chips``); they may be negative."""
        totals = [self.balance(s) for s in self.playing()]
        rule = self.house["join_chips"]
        if rule == "lowest":
            amount = min(totals)
        elif rule == "average":
            amount = sum(totals) // len(totals)
        else:
            amount = self.start_chips()
        return round_to(amount, self.unit)

    def _join(self, word: SeatJoined) -> None:
        chips = self.joining_chips()  # computed first: the guest must not count in the lowest or average total
        self.players[word.seat] = Player(word.seat, word.name, word.colour, word.age)
        at = self.order.index(word.after) + 1 if word.after else len(self.order)
        self.order.insert(at, word.seat)
        self.ledger.balances[word.seat] = 0
        giver, taker = (self.source, word.seat) if chips > 0 else (word.seat, self.source)
        self.pay(giver, taker, abs(chips), "joined", "")
        self.joined(word)

    def joined(self, word: SeatJoined) -> None:
        """Hook: place the guest's pawn, and record what he takes."""
        self.tell("joined", seat=word.seat)

    def _leave(self, word: SeatLeft) -> None:
        seat = word.seat
        in_duel = self.in_scene(seat)
        if in_duel:
            self.ledger.clear_felt()
        self.withdraw(seat)
        self._leave_chips(seat, word.to)
        player = self.players[seat]
        player.cards = []
        player.left = True
        self.out.add(seat)
        self.tell("left", seat=seat)
        if self.banker == seat:
            self.banker = self.after(seat)
        if self.turn == seat:
            self.turn = self.after(seat)
            self.check_after({})
            raise TurnPassed
        self.check_after({})
        if in_duel:
            raise SquareEnded

    def _leave_chips(self, seat: str, to: str) -> None:
        """Give a leaver's chips and cards to the heir or equally to all others; points go back to the scoreboard."""
        heirs = [s for s in self.playing() if s != seat]
        amount = self.balance(seat)
        if self.source == SCOREBOARD:
            self.pay(seat, SCOREBOARD, amount, "left", "")
        elif to == SHARED:
            share = amount // len(heirs) // self.unit * self.unit
            for heir in heirs:
                self.pay(seat, heir, share, "left", "")
            self.pay(seat, BANK, self.balance(seat), "left", "")
            for i, card in enumerate(self.players[seat].cards):
                self.players[heirs[i % len(heirs)]].cards.append(card)
        else:
            self.pay(seat, to, amount, "left", "")
            self.give_cards(seat, to)

    def withdraw(self, seat: str) -> None:
        """Hook: remove a seat's stake from the felt, and its bets from a betting scene."""
        self.ledger.felt.pop(seat, None)
        if isinstance(self.scene, Betting):
            self.scene.bets = {place: points for place, points in self.scene.bets.items() if place[0] != seat}

    def give_cards(self, seat: str, to: str) -> None:
        """Give all cards of a seat to another seat; if ``to`` is no seat, only take them from the hand."""
        if to in self.players:
            self.players[to].cards += self.players[seat].cards
        self.players[seat].cards = []


def round_to(amount: int, unit: int) -> int:
    """Round to a multiple of the smallest chip, halves up.

    >>> round_to(1012, 25), round_to(1013, 25)
    (1000, 1025)
    """
    return (2 * amount + unit) // (2 * unit) * unit
