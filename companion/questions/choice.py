"""Choices: an opponent, one of a few options, a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from random import Random
from typing import Any, NotRequired, TypedDict

from companion.facts import Fact, NumberGiven, OpponentChosen, OptionChosen
from companion.language import tr
from companion.questions.base import Question
from companion.questions.pad import MOST_CHOICES, Choice, PadContext, rungs
from companion.questions.words import RefusalWords, Words
from companion.record import record
from companion.refusal import Refusal
from companion.words import amount


class PossibleOpponent(TypedDict):
    seat: str
    limit: int
    possible: bool
    note: str


class OpponentRow(TypedDict):
    among: list[PossibleOpponent]


@record(kw_only=True)
class Opponent(Question):
    """A choice of an opponent; ``limits`` are the highest stakes by opponent, which must be at least ``minimum``."""

    kind = "opponent"
    answers = (OpponentChosen,)

    limits: Mapping[str, int]
    minimum: int = 0

    def check(self, fact: OpponentChosen) -> Refusal | None:
        if fact.opponent not in self.limits:
            return Refusal("NO_SUCH_OPPONENT", fact.seat, {"among": list(self.limits)}, self.rule, overrulable=False)
        if self.limits[fact.opponent] < self.minimum:
            return Refusal("NO_POSSIBLE_STAKE", fact.seat, {"opponent": fact.opponent}, self.rule)
        return None

    def only(self) -> Fact | None:
        able = [s for s, limit in self.limits.items() if limit >= self.minimum]
        return OpponentChosen(seat=self.seats[0], opponent=able[0], how="auto") if len(able) == 1 else None

    def answer(self, seat: str, random: Random) -> Fact | None:
        able = [s for s, limit in self.limits.items() if limit >= self.minimum]
        return OpponentChosen(seat=seat, opponent=random.choice(able)) if able else None

    def row(self, words: Words) -> OpponentRow:
        return {
            "among": [
                {
                    "seat": s,
                    "limit": n,
                    "possible": n >= self.minimum,
                    "note": tr("{amount} au plus", amount=amount(n)) if self.minimum else "",
                }
                for s, n in self.limits.items()
            ]
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        for other, limit in self.limits.items():
            if limit >= self.minimum:
                fact = OpponentChosen(seat=pad.seat, opponent=other)
                yield pad.one(other, pad.words.name(other), fact, tr("Confirmer : {seat} choisit {choice}."))


class OfferedOption(TypedDict):
    option: str
    text: str
    own: str | None
    danger: bool
    refused: RefusalWords | None


class OptionRow(TypedDict):
    personal: bool
    rare: bool
    also: list[str]
    options: list[OfferedOption]


@record(kw_only=True)
class Option(Question):
    """A choice among a few options; ``refused`` maps the options that are not allowed now to their refusals.

    ``personal``: it matters which of several seats answers. ``detail`` holds values for the question's text.
    ``rare``: pages show it only in the menu. ``also``: further seats whose pages may record the answer of ``seats``.
    The text of an option may name the ``{seat}``.
    """

    kind = "option"
    answers = (OptionChosen,)

    options: tuple[str, ...]
    personal: bool = False
    rare: bool = False
    also: tuple[str, ...] = ()
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)

    def check(self, fact: OptionChosen) -> Refusal | None:
        if fact.option not in self.options:
            return Refusal("NO_SUCH_OPTION", fact.seat, {"options": list(self.options)}, self.rule, overrulable=False)
        return self.refused.get(fact.option)

    def only(self) -> Fact | None:
        if len(self.options) == 1:
            return OptionChosen(seat=self.seats[0], option=self.options[0], how="auto")
        return None

    def answer(self, seat: str, random: Random) -> Fact | None:
        allowed = [o for o in self.options if o not in self.refused]
        return OptionChosen(seat=seat, option=random.choice(allowed)) if allowed else None

    def text_values(self, words: Words) -> dict[str, Any]:
        return {k: amount(v) if isinstance(v, int) else v for k, v in self.detail.items()}

    def _text(self, option: str, words: Words) -> str:
        return words.option(option, words.name(self.seats[0]) if self.seats else "")

    def row(self, words: Words) -> OptionRow:
        return {
            "personal": self.personal,
            "rare": self.rare,
            "also": list(self.also),
            "options": [
                {
                    "option": o,
                    "text": self._text(o, words),
                    "own": words.own_option(self.topic, o),
                    "danger": o == "decline",
                    "refused": words.refused(self.refused[o]) if o in self.refused else None,
                }
                for o in self.options
            ],
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        for option in self.options:
            if option not in self.refused:
                fact = OptionChosen(seat=pad.seat, option=option)
                yield pad.one(option, self._text(option, pad.words), fact)


class NumberChoice(TypedDict):
    number: int
    text: str


class NumberRow(TypedDict):
    low: int
    high: int
    taken: list[int]
    squares: bool
    choices: NotRequired[list[NumberChoice]]


@record(kw_only=True)
class Number(Question):
    """A question for a number that only the table knows; ``code`` is the refusal code of a number outside the range.

    ``taken`` are numbers no longer allowed. ``squares``: the number is the index of a square, which the player taps on
    the page; players count squares from 1. ``first`` is the seat whose casino is square 1. ``step``: the number is an
    amount of money or points, usually a multiple of ``step``. ``detail`` holds values for the question's text.
    """

    kind = "number"
    answers = (NumberGiven,)

    low: int
    high: int
    taken: tuple[int, ...] = ()
    code: str = ""
    squares: bool = False
    first: str = ""
    step: int = 1
    detail: Mapping[str, Any] = field(default_factory=dict)

    def check(self, fact: NumberGiven) -> Refusal | None:
        one = int(self.squares)
        if not self.low <= fact.number <= self.high:
            detail = {"low": self.low + one, "high": self.high + one}
            return Refusal(self.code or "NUMBER_OUT_OF_RANGE", fact.seat, detail, overrulable=False)
        if fact.number in self.taken:
            return Refusal("NUMBER_TAKEN", fact.seat, {"taken": [n + one for n in self.taken]}, overrulable=False)
        return None

    def text_values(self, words: Words) -> dict[str, Any]:
        return {"first": words.name(self.first), **self.detail} if self.first else dict(self.detail)

    def answer(self, seat: str, random: Random) -> Fact | None:
        if self.step > 1:
            return NumberGiven(seat=seat, number=max(random.randint(0, 40), -(-self.low // self.step)) * self.step)
        free = [n for n in range(self.low, self.high + 1) if n not in self.taken]
        return NumberGiven(seat=seat, number=random.choice(free)) if free else None

    def row(self, words: Words) -> NumberRow:
        row: NumberRow = {
            "low": self.low,
            "high": self.high,
            "taken": list(self.taken),
            "squares": self.squares,
        }
        if named := words.hook(self):
            row["choices"] = [{"number": n, "text": t} for n, t in named.items()]
        return row

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        one = int(self.squares)
        if self.high - self.low <= MOST_CHOICES:
            for number in range(self.low, self.high + 1):
                if number not in self.taken:
                    fact = NumberGiven(seat=pad.seat, number=number)
                    yield pad.one(number, str(number + one), fact, tr("Confirmer : {seat} dit {choice}."))
            return
        yield Choice(
            pad.id,
            pad.text,
            tr("la somme"),
            lambda points: NumberGiven(seat=pad.seat, number=points - one),
            lambda points: tr("Confirmer : {seat} dit {amount}.", seat=pad.name, amount=amount(points)),
            rungs=rungs(self.low + one, self.high + one, pad.words.chip),
            start=self.low + one,
        )
