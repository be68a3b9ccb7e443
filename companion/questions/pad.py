"""The choices of a seat at the pad, where buttons step through them and confirm one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any

from companion.facts import Fact
from companion.language import tr
from companion.questions.words import Words
from companion.record import record

MOST_CHOICES = 99
"""Maximum range of numbers with one choice each; a number from a wider range is entered as an amount."""

GROWTH = ((4, 1), (40, 4), (200, 20), (400, 40), (4000, 200))
"""Growth of the offered amounts, as (limit, increment) in multiples of the step: below the limit, add the increment."""


@record()
class Choice:
    """One choice at the pad: ``make`` returns its fact, ``does`` the sentence to confirm.

    ``rungs`` are the amounts to step through; ``start`` is the first one (None: no chip yet). ``bag`` is the id of an
    answer that combines several marked choices, with this one at most ``most`` times; ``marked`` are the names marked
    at first. ``back``: the seat can take the answer back while its question is open.
    """

    key: str
    question: str
    label: str
    make: Callable[[Any], Fact] = field(compare=False, repr=False)
    does: Callable[[Any], str] = field(compare=False, repr=False)
    rungs: tuple[int, ...] = ()
    start: int | None = None
    bag: str = ""
    most: int = 0
    marked: tuple[str, ...] = ()
    back: bool = False


def rungs(low: int, high: int, step: int) -> tuple[int, ...]:
    """Return the amounts from ``low`` to ``high``, in steps that grow.

    >>> rungs(25, 700, 25)
    (25, 50, 75, 100, 200, 300, 400, 500, 600, 700)
    """
    found, value = [], low
    while value < high:
        found.append(value)
        unit = step * next((by for most, by in GROWTH if value < most * step), GROWTH[-1][1])
        value = value // unit * unit + unit
    return (*found, high) if low <= high else ()


@record()
class PadContext:
    """The seat at the pad, and its question by id and text."""

    words: Words
    seat: str
    id: str
    text: str

    @property
    def name(self) -> str:
        """The name of the player who answers."""
        return self.words.name(self.seat)

    def one(self, key: Any, label: str, fact: Fact, says: str = "") -> Choice:
        """Return a choice that the seat only confirms."""
        does = (says or tr("Confirmer : {seat}, {choice}.")).format(seat=self.name, choice=label)
        return Choice(f"{self.id}/{key}", self.text, label, lambda _: fact, lambda _: does)

    def several(
        self,
        things: Iterable[tuple[str, str, int]],
        make: Callable[[list[str]], Fact],
        does: Callable[[list[str]], str],
        start: tuple[str, ...] = (),
    ) -> Iterator[Choice]:
        """Yield choices that together form one answer; ``things`` are (name, label, available number)."""
        for name, label, most in things:
            yield Choice(f"{self.id}/{name}", self.text, label, make, does, bag=self.id, most=most, marked=start)


def counted(names: Iterable[str]) -> str:
    """Return names joined in one text; a repeated name has its number.

    >>> counted(["7", "7", "roi"])
    '7 × 2, roi'
    """
    return ", ".join(f"{name} × {n}" if n > 1 else name for name, n in Counter(names).items())


def chips(least: int, most: int, step: int, random: Any) -> int | None:
    """Return a random amount in whole chips, more often a small one; None if none is possible."""
    low, high = -(-max(least, 1) // step), most // step
    return min(random.randint(low, high), random.randint(low, high)) * step if low <= high else None
