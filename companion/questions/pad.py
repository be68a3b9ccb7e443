"""One place on the row of choices that a seat walks along at the pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.facts import Fact
from companion.language import tr
from companion.questions.words import Words

MOST_CHOICES = 99
"""Numbers up to this many are walked along; a wider range is told in chips."""

GROWTH = ((4, 1), (40, 4), (200, 20), (400, 40), (4000, 200))
"""Up to so many steps, an amount grows by so many at a time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One place on the row.

    ``rungs`` are the amounts that chips can make here, ``start`` the first one shown (None: no chip yet). ``bag`` names
    the answer that this is only a part of: several are marked, then confirmed together, at most ``most`` of this one.
    ``back`` tells that the seat can take the answer back as long as its question is open.
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
    """Return the amounts from ``low`` to ``high`` that chips go through: small steps first, larger ones later.

    >>> rungs(25, 700, 25)
    (25, 50, 75, 100, 200, 300, 400, 500, 600, 700)
    """
    found, value = [], low
    while value < high:
        found.append(value)
        unit = step * next((by for most, by in GROWTH if value < most * step), GROWTH[-1][1])
        value = value // unit * unit + unit
    return (*found, high) if low <= high else ()


@dataclass(frozen=True, slots=True)
class Place:
    """Who stands at the pad, before which question: its id and its text."""

    words: Words
    seat: str
    id: str
    text: str

    @property
    def name(self) -> str:
        """The name of whoever answers."""
        return self.words.name(self.seat)

    def one(self, key: Any, label: str, fact: Fact, says: str = "") -> Choice:
        """Return a choice that is only confirmed."""
        does = (says or tr("Confirmer : {seat}, {choice}.")).format(seat=self.name, choice=label)
        return Choice(f"{self.id}/{key}", self.text, label, lambda _: fact, lambda _: does)

    def several(
        self,
        things: Iterable[tuple[str, str, int]],
        make: Callable[[list[str]], Fact],
        does: Callable[[list[str]], str],
        start: tuple[str, ...] = (),
    ) -> Iterator[Choice]:
        """Yield choices of which several are marked: ``things`` are name, label, and how many there are."""
        for name, label, most in things:
            yield Choice(f"{self.id}/{name}", self.text, label, make, does, bag=self.id, most=most, marked=start)


def counted(names: Iterable[str]) -> str:
    """Return names in one text, those met several times with their number.

    >>> counted(["7", "7", "roi"])
    '7 × 2, roi'
    """
    return ", ".join(f"{name} × {n}" if n > 1 else name for name, n in Counter(names).items())


def chips(least: int, most: int, step: int, random: Any) -> int | None:
    """Return an amount in whole chips, small ones oftener; None where there is none."""
    low, high = -(-max(least, 1) // step), most // step
    return min(random.randint(low, high), random.randint(low, high)) * step if low <= high else None
