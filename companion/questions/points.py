"""Points on a score sheet: one entry of a seat in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from random import Random
from typing import Any, TypedDict

from companion.facts import Fact, PointsEntered
from companion.language import tr
from companion.questions.base import Echo, Question
from companion.questions.pad import Choice, PadContext, rungs
from companion.questions.words import Words
from companion.record import record
from companion.refusal import Refusal
from companion.words import amount

MOST_LINES = 999
"""Maximum number of lines of a sheet."""
AHEAD = 20
"""Maximum lines that an entry may be ahead of the others, to leave room after a voided line."""


class PointsRow(TypedDict):
    blank: dict[str, list[int]]
    low: dict[str, int]
    high: dict[str, int]
    lines: list[str]


@record(kw_only=True)
class Points(Question):
    """A request for points, from ``low`` to ``high``, in an empty line of a sheet.

    ``seats`` are asked, the next one first; ``blank`` are the empty lines of each seat, the proposed one first.
    ``filled`` are the written lines of each seat; ``most`` is the number of lines (0: no limit). ``line`` is the word
    for a line; ``names`` are names of lines. ``why`` returns a further refusal or None.
    """

    kind = "points"
    answers = (PointsEntered,)

    blank: Mapping[str, tuple[int, ...]]
    filled: Mapping[str, tuple[int, ...]]
    most: int
    low: Mapping[str, int]
    high: Mapping[str, int]
    line: str
    names: tuple[str, ...] = ()
    why: Callable[[PointsEntered], Refusal | None] | None = field(default=None, repr=False, compare=False)

    def check(self, fact: PointsEntered) -> Refusal | None:
        seat, blank = fact.seat, self.blank.get(fact.seat, ())
        filled = self.filled.get(seat, ())
        if fact.line in filled:
            return Refusal("LINE_TAKEN", seat, {"line": fact.line}, self.rule, overrulable=False)
        if fact.line not in blank and (self.most or fact.line > max((0, *filled, *blank)) + AHEAD):
            return Refusal("NO_SUCH_LINE", seat, {"lines": list(blank)}, self.rule, overrulable=False)
        low, high = self.low.get(seat, 0), self.high.get(seat, 0)
        if not low <= fact.points <= high:
            return Refusal("NUMBER_OUT_OF_RANGE", seat, {"low": low, "high": high}, overrulable=False)
        return self.why(fact) if self.why else None

    def answer(self, seat: str, random: Random) -> Fact | None:
        if not self.blank[seat]:
            return None
        low, high = max(self.low[seat], -30), min(self.high[seat], 70)
        for points in (random.randint(low, max(low, high)), 0, *range(1, high + 1)):
            fact = PointsEntered(seat=seat, points=points, line=self.blank[seat][0])
            if self.check(fact) is None:
                return fact
        return None

    def line_words(self, line: int) -> str:
        """Return the name of a line."""
        return self.names[line - 1] if line <= len(self.names) else f"{tr(self.line)} {line}"

    def text_values(self, words: Words) -> dict[str, Any]:
        blank = self.blank.get(self.seats[0], ()) if self.seats else ()
        return {"line": self.line_words(blank[0]) if blank else tr(self.line)}

    def row(self, words: Words) -> PointsRow:
        lines = max((0, *(line for blank in self.blank.values() for line in blank)))
        return {
            "blank": {seat: list(blank) for seat, blank in self.blank.items()},
            "low": dict(self.low),
            "high": dict(self.high),
            "lines": [self.line_words(line) for line in range(1, lines + 1)],
        }

    def choices(self, pad: PadContext) -> Iterator[Choice]:
        seat, blank = pad.seat, self.blank.get(pad.seat, ())
        if not blank:
            return
        up = rungs(0, min(self.high[seat], 1000), 1)
        down = [-one for one in rungs(1, min(-self.low[seat], 1000), 1)]
        yield Choice(
            pad.id,
            pad.text,
            tr("les points"),
            lambda points: PointsEntered(seat=seat, points=points, line=blank[0]),
            lambda points: tr("Confirmer : {seat} marque {points}.", seat=pad.name, points=amount(points)),
            rungs=(*reversed(down), *up),
            start=0,
        )


@record(kw_only=True)
class Late(Echo):
    """A question that pages do not show; it accepts the answers that ``like`` accepts, out of turn as well."""

    like: Question

    def check(self, fact: Any) -> Refusal | None:
        return self.like.check(fact)
