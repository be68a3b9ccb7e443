"""Functions that the odds of several games share: counts of throws, and duels with equal chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, TypeVar

from companion.record import record

T = TypeVar("T", bound=Hashable)

D6 = range(1, 7)
"""The faces of an ordinary die."""


def throws(dice: int) -> Iterator[tuple[int, ...]]:
    """Yield every throw of ``dice`` d6: ``6 ** dice`` equally likely tuples of faces."""
    return product(D6, repeat=dice)


def counts(dice: int, worth: Callable[[Sequence[int]], T]) -> dict[T, int]:
    """Return the number of throws of ``dice`` d6 for each worth, in order of first appearance.

    >>> counts(2, sum)[7]
    6
    """
    return dict(Counter(worth(faces) for faces in throws(dice)))


@cache
def sums(dice: int) -> tuple[tuple[int, Fraction], ...]:
    """Return (sum, probability) of ``dice`` d6, lowest sum first."""
    return tuple((total, Fraction(ways, 6**dice)) for total, ways in sorted(counts(dice, sum).items()))


def mean(ways: Mapping[int, int]) -> Fraction:
    """Return the mean of a distribution that maps each value to its number of ways."""
    return Fraction(sum(value * count for value, count in ways.items()), sum(ways.values()))


def convolved(ways: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Return the number of ways of each sum of two independent values, lowest sum first."""
    result: Counter[int] = Counter()
    for a, n in ways.items():
        for b, m in other.items():
            result[a + b] += n * m
    return dict(sorted(result.items()))


@record()
class EvenDuel:
    """A duel with equal chances: ``2 * win_each + tie == 1``."""

    win_each: Fraction
    tie: Fraction


@record()
class Decision:
    """A choice of a seat: its code, the values for its words, and its mean ``cost`` in points against the best one."""

    seat: str
    code: str
    detail: Mapping[str, Any]
    cost: Fraction


def even_duel(ways: Mapping[int, int]) -> EvenDuel:
    """Return the chances of a duel in which both values have this distribution.

    >>> even_duel({0: 1, 1: 1}).tie
    Fraction(1, 2)
    """
    tie = Fraction(sum(count * count for count in ways.values()), sum(ways.values()) ** 2)
    return EvenDuel(win_each=(1 - tie) / 2, tie=tie)
