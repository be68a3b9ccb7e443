"""The questions of a bet that two sides drive up: a protest with its stake, an answer, a raise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from companion.asks import Question, Refusal
from companion.facts import Protested, StakePlaced
from companion.record import record


@record(kw_only=True)
class Amount(Question):
    """A total stake, from ``minimum`` to ``limit`` in ``step``; only ``amounts`` where those are given.

    ``codes`` are this game's names for an amount that is under, over, or not in whole pieces.
    """

    minimum: int
    limit: int
    step: int
    own: int
    amounts: tuple[int, ...] = ()
    codes: Mapping[str, str] = field(default_factory=dict)

    def refuse_amount(self, seat: str, amount: int) -> Refusal | None:
        """Return why this amount cannot be staked."""
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


@record(kw_only=True)
class Bid(Amount):
    """A total stake is to be told."""

    kind = "bid"
    answers = (StakePlaced,)

    def check(self, fact: StakePlaced) -> Refusal | None:
        return self.refuse_amount(fact.seat, fact.amount)


@record(kw_only=True)
class Protest(Amount):
    """Somebody may say that it is not true; his stake comes with it or is told next. ``purses`` are what each has."""

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
