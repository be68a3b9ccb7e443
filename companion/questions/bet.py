"""Bets on the fields of a cloth: before a throw, or declared after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from random import Random
from typing import TypedDict

from companion.facts import BetPlaced, BetsClosed, BetsTold, BetTakenBack, Fact
from companion.language import tr
from companion.questions.base import Question
from companion.questions.pad import Choice, PadContext, chips, rungs
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal
from companion.words import amount

LARGE = 1500
"""Maximum bet of a simple player, in points."""


class PlacedBet(TypedDict):
    seat: str
    field: str
    amount: int


class BetRow(TypedDict):
    fields: list[str]
    step: int
    limit: int | None
    available: dict[str, int]
    bets: list[PlacedBet]


@record(kw_only=True)
class Bet(Question):
    """The open bets on the fields of a cloth.

    ``available`` are the points that each seat can still bet, in multiples of ``step``. ``bets`` are the placed points
    by (seat, field). ``limit`` is a seat's maximum on one field (None: no limit), by ``limit_rule``. ``groups`` maps
    each field to its group; a seat bets in one group only. ``why`` returns the refusal for a seat and a field.
    ``drawn`` returns the missing pieces that the page draws in advance, each (seat, field).
    """

    kind = "bet"
    answers = (BetPlaced, BetTakenBack)

    fields: tuple[str, ...]
    step: int
    available: Mapping[str, int]
    bets: Mapping[tuple[str, str], int]
    limit: int | None = None
    limit_rule: str = ""
    groups: Mapping[str, str] | None = None
    why: Callable[[str, str], Refusal | None] | None = field(default=None, repr=False, compare=False)
    drawn: Callable[[], tuple[tuple[str, str], ...]] | None = field(default=None, repr=False, compare=False)

    def room(self, seat: str, field: str) -> int:
        """Return the points that a seat can still bet on a field, in multiples of ``step``."""
        purse = self.available.get(seat, 0)
        if self.limit is None:
            return purse
        return min(purse, (self.limit - self.bets.get((seat, field), 0)) // self.step * self.step)

    def check(self, fact: BetPlaced | BetTakenBack) -> Refusal | None:
        if isinstance(fact, BetTakenBack):
            there = (fact.seat, fact.field) in self.bets
            return None if there else Refusal("NO_SUCH_BET", fact.seat, overrulable=False)
        if fact.field not in self.fields:
            return Refusal("NO_SUCH_FIELD", fact.seat, {"fields": list(self.fields)}, self.rule)
        if self.why and (refusal := self.why(fact.seat, fact.field)):
            return refusal
        if fact.amount % self.step:
            return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": self.step}, self.rule)
        if fact.amount > (available := self.available.get(fact.seat, 0)):
            return Refusal("NOT_ENOUGH_CHIPS", fact.seat, {"available": available}, self.rule)
        laid = self.bets.get((fact.seat, fact.field), 0)
        if self.limit is not None and laid + fact.amount > self.limit:
            return Refusal("BET_OVER_LIMIT", fact.seat, {"limit": self.limit}, self.limit_rule or self.rule)
        if self.groups and any(
            s == fact.seat and self.groups[f] != self.groups[fact.field] for s, f in self.bets if f in self.groups
        ):
            return Refusal("ONE_KIND_OF_BET", fact.seat, {}, self.rule)
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        betting = {who for who, _ in self.bets}
        able = [s for s in self.seats if s in betting or self.available[s] >= self.step]
        if not able:
            return None
        seat = random.choice(able)
        mine = [field for who, field in self.bets if who == seat]
        if self.why:
            left = self.available[seat] >= self.step
            free = [field for field in self.fields if left and not self.why(seat, field)]
            if free and not (mine and random.random() < 0.05):
                return BetPlaced(seat=seat, field=random.choice(free), amount=self.step)
            if mine and (left or random.random() < 0.05):
                return BetTakenBack(seat=seat, field=random.choice(mine))
            return None
        groups = self.groups or {}
        kinds = {groups.get(field) for field in mine}  # several groups, if the table limited them to one after the bets
        if mine and (random.random() < 0.2 or self.available[seat] < self.step or len(kinds) > 1):
            return BetTakenBack(seat=seat, field=random.choice(mine))
        fields = [f for f in self.fields if not groups or not kinds or groups.get(f) in kinds]
        where = random.choice(fields)
        points = chips(self.step, min(self.room(seat, where), LARGE), self.step, random)
        return BetPlaced(seat=seat, field=where, amount=points) if points else None

    def row(self, words: Words) -> BetRow:
        return {
            "fields": list(self.fields),
            "step": self.step,
            "limit": self.limit,
            "available": dict(self.available),
            "bets": [{"seat": s, "field": f, "amount": n} for (s, f), n in self.bets.items()],
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        seat = pad.seat
        open_ = pad.words.free(self, seat)
        single = open_ is not None  # one piece for each field: there is no amount to choose
        free = open_ if open_ is not None else self.fields
        names = {field: pad.words.field(field) for field in self.fields}
        laid = {field for who, field in self.bets if who == seat}

        def does(where: str, points: int) -> str:
            values = {"seat": pad.name, "field": where}
            if single:
                return tr("Confirmer : {seat} mise sur {field}.", **values)
            return tr("Confirmer : {seat} mise {amount} sur {field}.", **values, amount=amount(points))

        for where in self.fields:
            room = self.room(seat, where) if where in free else 0
            steps = rungs(self.step, min(room, self.step) if single else room, self.step)
            if where in laid or steps:
                yield Choice(
                    f"{pad.id}/{where}",
                    pad.text,
                    names[where],
                    lambda points, where=where: BetPlaced(seat=seat, field=where, amount=points),  # type: ignore[misc]
                    lambda points, where=where: does(names[where], points),  # type: ignore[misc]
                    rungs=steps,
                    start=self.step if single and where in free else None,
                    back=True,
                )


class ToldRow(TypedDict):
    fields: list[str]
    step: int
    available: dict[str, int]


@record(kw_only=True)
class Told(Question):
    """A question after a throw: a player's total bet, and his bets on the winning ``fields``.

    ``must_bet`` is the seat whose total may not be 0, "" for none.
    """

    kind = "told"
    answers = (BetsTold,)

    fields: tuple[str, ...]
    step: int
    available: Mapping[str, int]
    must_bet: str = ""

    def check(self, fact: BetsTold) -> Refusal | None:
        if not set(fact.won) <= set(self.fields):
            return Refusal("NO_SUCH_FIELD", fact.seat, {"fields": list(self.fields)}, self.rule, overrulable=False)
        if any(amount % self.step for amount in (fact.total, *fact.won.values())):
            return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": self.step}, self.rule, overrulable=False)
        if (won := sum(fact.won.values())) > fact.total:
            return Refusal("TOLD_MORE_THAN_ALL", fact.seat, {"won": won, "total": fact.total}, overrulable=False)
        if fact.total > (available := self.available.get(fact.seat, 0)):
            return Refusal("NOT_ENOUGH_CHIPS", fact.seat, {"available": available}, self.rule, overrulable=False)
        if fact.seat == self.must_bet and not fact.total:
            return Refusal("ACTIVE_MUST_BET", fact.seat, {"seat": fact.seat}, self.rule)
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        total = chips(self.step, min(self.available[seat], LARGE), self.step, random) or 0
        if not total or (seat != self.must_bet and random.random() < 0.3):
            return None if seat == self.must_bet else BetsTold(seat=seat, won={}, total=0)
        won = {random.choice(self.fields): self.step} if self.fields and random.random() < 0.4 else {}
        return BetsTold(seat=seat, won=won, total=total)

    def row(self, words: Words) -> ToldRow:
        return {"fields": list(self.fields), "step": self.step, "available": dict(self.available)}


class CloseRow(TypedDict):
    spare: bool


@record(kw_only=True)
class Close(Question):
    """An offer to close the bets; ``waits_for`` is a seat that must bet first, ``refused`` another refusal.

    ``spare``: the next step that the table waits for also closes them.
    """

    kind = "close"
    answers = (BetsClosed,)

    waits_for: str = ""
    refused: Refusal | None = None
    spare: bool = False

    def check(self, fact: BetsClosed) -> Refusal | None:
        if self.refused:
            return self.refused
        return Refusal("ACTIVE_MUST_BET", fact.seat, {"seat": self.waits_for}, self.rule) if self.waits_for else None

    def answer(self, seat: str, random: Random) -> Fact | None:
        return None if self.waits_for or self.refused else BetsClosed(seat=seat)

    def row(self, words: Words) -> CloseRow:
        return {"spare": self.spare}
