"""Stakes: a single stake, and a stake that two sides raise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from random import Random
from typing import Any, TypedDict

from companion.facts import Fact, Protested, StakePlaced
from companion.language import tr
from companion.questions.base import Question
from companion.questions.pad import Choice, PadContext, chips, rungs
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal
from companion.words import amount


class StakeRow(TypedDict):
    minimum: int
    limit: int
    step: int
    against: str | None
    own: int
    worst: str | None


@record(kw_only=True)
class Stake(Question):
    """A request for a stake from ``minimum`` to ``limit``, in steps of ``step``.

    ``own`` are the seat's points, ``against`` is the opponent. ``code`` is the game's refusal code for a wrong amount
    that the seat can afford, "" for the common codes.
    """

    kind = "stake"
    answers = (StakePlaced,)

    minimum: int
    limit: int
    step: int
    own: int
    against: str = ""
    code: str = ""

    def check(self, fact: StakePlaced) -> Refusal | None:
        if self.code:
            return self._check_by_its_name(fact)
        if fact.amount % self.step:
            return Refusal("NOT_A_CHIP_AMOUNT", fact.seat, {"step": self.step}, self.rule)
        if fact.amount > self.limit:
            return Refusal("STAKE_OVER_LIMIT", fact.seat, {"limit": self.limit, "against": self.against}, self.rule)
        if fact.amount < self.minimum:
            return Refusal("STAKE_UNDER_MINIMUM", fact.seat, {"minimum": self.minimum}, self.rule)
        return None

    def _check_by_its_name(self, fact: StakePlaced) -> Refusal | None:
        if fact.amount > self.own:
            return Refusal("NOT_ENOUGH", fact.seat, {"available": self.own}, self.rule)
        if not self.minimum <= fact.amount <= self.limit or fact.amount % self.step:
            return Refusal(self.code, fact.seat, {"minimum": self.minimum, "limit": self.limit}, self.rule)
        return None

    def only(self) -> Fact | None:
        return StakePlaced(seat=self.seats[0], amount=self.limit, how="auto") if self.minimum == self.limit else None

    def answer(self, seat: str, random: Random) -> Fact | None:
        points = chips(self.minimum, self.limit, self.step, random)
        return StakePlaced(seat=seat, amount=points) if points else None

    def text_values(self, words: Words) -> dict[str, Any]:
        return {"against": words.name(self.against)}

    def row(self, words: Words) -> StakeRow:
        return {
            "minimum": self.minimum,
            "limit": self.limit,
            "step": self.step,
            "against": self.against or None,
            "own": self.own,
            "worst": words.hook(self),
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        return staked(pad, rungs(self.minimum, min(self.limit, self.own), self.step))


class AmountRow(TypedDict):
    minimum: int
    limit: int
    step: int
    own: int
    amounts: list[int]
    purses: dict[str, int]


@record(kw_only=True)
class Amount(Question):
    """A total stake, from ``minimum`` to ``limit`` in steps of ``step``, or one of ``amounts``.

    ``codes`` are the game's refusal codes for an amount that is too low ("under"), too high ("over"), or not in whole
    pieces ("step").
    """

    minimum: int
    limit: int
    step: int
    own: int
    amounts: tuple[int, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)

    def refuse_amount(self, seat: str, amount: int) -> Refusal | None:
        """Return why this amount cannot be staked, None if it can."""
        code = self.codes.get
        if amount % self.step:
            return Refusal(code("step", "NOT_A_CHIP_AMOUNT"), seat, {"step": self.step}, self.rule)
        if amount < self.minimum:
            return Refusal(code("under", "STAKE_UNDER_MINIMUM"), seat, {"minimum": self.minimum}, self.rule)
        if amount > self.limit and self.limit < self.own:
            return Refusal(code("over", "STAKE_OVER_LIMIT"), seat, {"max": self.limit, "limit": self.limit}, self.rule)
        if amount > self.own:
            return Refusal("NOT_ENOUGH_CHIPS", seat, {"available": self.own}, self.rule)
        if self.amounts and amount not in self.amounts:
            return Refusal("NOT_AN_OFFER", seat, {"amounts": list(self.amounts)}, self.rule)
        return None

    def row(self, words: Words) -> AmountRow:
        return {
            "purses": {},
            "minimum": self.minimum,
            "limit": self.limit,
            "step": self.step,
            "own": self.own,
            "amounts": list(self.amounts),
        }


@record(kw_only=True)
class Bid(Amount):
    """A request to name a total stake."""

    kind = "bid"
    answers = (StakePlaced,)

    def check(self, fact: StakePlaced) -> Refusal | None:
        return self.refuse_amount(fact.seat, fact.amount)

    def answer(self, seat: str, random: Random) -> Fact | None:
        total = (
            random.choice(self.amounts)
            if self.amounts
            else chips(self.minimum, min(self.limit, self.own), self.step, random)
        )
        return StakePlaced(seat=seat, amount=total) if total else None

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        return staked(pad, self.amounts or rungs(self.minimum, min(self.limit, self.own), self.step))


@record(kw_only=True)
class Protest(Amount):
    """An offer to challenge an announcement, with the stake now or in the next answer; ``purses``: points by seat."""

    kind = "protest"
    answers = (Protested,)

    purses: Mapping[str, int]

    def check(self, fact: Protested) -> Refusal | None:
        purse = self.purses.get(fact.seat, 0)
        if purse < self.minimum:
            return Refusal("NOT_ENOUGH_CHIPS", fact.seat, {"available": purse}, self.rule)
        if fact.amount is None:
            return None
        if fact.amount > purse:
            return Refusal("NOT_ENOUGH_CHIPS", fact.seat, {"available": purse}, self.rule)
        return self.refuse_amount(fact.seat, fact.amount)

    def answer(self, seat: str, random: Random) -> Fact | None:
        able = [s for s in self.seats if self.purses[s] >= self.minimum]
        if not able:
            return None
        seat = random.choice(able)
        most = min(self.purses[seat], 4 * self.minimum)
        total = chips(self.minimum, most, self.step, random) if random.random() < 0.7 else None
        return Protested(seat=seat, amount=total)

    def row(self, words: Words) -> AmountRow:
        return {**Amount.row(self, words), "purses": dict(self.purses)}

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        steps = rungs(self.minimum, min(self.limit, pad.words.points(pad.seat)), self.step)
        if steps:
            yield Choice(
                pad.id,
                pad.text,
                pad.text,
                lambda points: Protested(seat=pad.seat, amount=points),
                lambda points: tr(
                    "Confirmer : {seat} proteste et mise {amount}.", seat=pad.name, amount=amount(points)
                ),
                rungs=steps,
                start=steps[0],
            )


def staked(pad: PadContext, steps: tuple[int, ...]) -> Iterator[Choice]:
    """Yield the choice of a stake, if one is possible."""
    if steps:
        yield Choice(
            pad.id,
            pad.text,
            tr("la mise"),
            lambda points: StakePlaced(seat=pad.seat, amount=points),
            lambda points: tr("Confirmer : {seat} mise {amount}.", seat=pad.name, amount=amount(points)),
            rungs=steps,
            start=steps[0],
        )
