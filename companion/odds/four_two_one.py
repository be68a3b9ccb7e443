"""Home Casino, 421: who is nearest, and how likely a 421 is in so many throws (HC-421-8 to HC-421-19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

from companion.odds.chance import EvenDuel, counts, even_duel, throws

BEST = 421
"""HC-421-15: « Le meilleur score est : 421 »."""

Dice = tuple[int, ...]
"""Three faces, largest first."""


def combination(faces: Sequence[int]) -> int:
    """Return three faces read as one number, the largest first (HC-421-16).

    >>> combination((1, 4, 1))
    411
    """
    high, middle, low = sorted(faces, reverse=True)
    return 100 * high + 10 * middle + low


def distance(combo: int) -> int:
    """Return how far a combination lies from 421 (HC-421-14 read as AMB-05 ``ranking_421=distance``)."""
    return abs(combo - BEST)


def combinations_by_distance() -> list[tuple[int, int, int]]:
    """Return (combination, distance, ways of 216) for all 56 combinations, nearest first, then smallest."""
    return sorted(
        ((combo, distance(combo), ways) for combo, ways in counts(3, combination).items()),
        key=lambda row: (row[1], row[0]),
    )


def equal_distance_pairs() -> list[tuple[int, int]]:
    """Return the pairs of different combinations that tie, nearest first (AMB-05 ``distance_tie``)."""
    rows = combinations_by_distance()
    return [(a[0], b[0]) for a, b in pairwise(rows) if a[1] == b[1]]


def one_throw_duel() -> EvenDuel:
    """Return the chances of either side when both throw once; a tie is void (HC-421-12, HC-421-19)."""
    return even_duel(counts(3, lambda faces: distance(combination(faces))))


def traditional_order() -> list[int]:
    """Return the 56 combinations, best first, as cafés rank them (AMB-05 ``ranking_421=traditional``).

    421 and 111; then for each face from 6 down the pair of aces with it and its triple; then the runs; then the rest,
    each by number.
    """
    return sorted(counts(3, combination), key=_traditional_rank)


def _traditional_rank(combo: int) -> tuple[int, int, int]:
    high, middle, low = combo // 100, combo // 10 % 10, combo % 10
    if combo == BEST:
        return (0, 0, 0)
    if middle == low == 1:
        return (1 if high == 1 else 2, -high, 0)
    if high == middle == low:
        return (2, -high, 1)
    if high - middle == middle - low == 1:
        return (3, -combo, 0)
    return (4, -combo, 0)


def reach_421(throws_left: int, *, forced: bool = False) -> Fraction:
    """Return the probability of 421 in at most so many throws, keeping the best dice each time (HC-421-8 to -10).

    With ``forced`` exactly so many throws must be made, each with at least one die, as by the second player
    (HC-421-11, HC-421-13): a 421 that comes too soon has to be broken.

    >>> reach_421(1)
    Fraction(1, 36)
    """
    return _after_throw((), throws_left - 1, forced)


@cache
def _after_throw(kept: Dice, throws_left: int, forced: bool) -> Fraction:
    """Return the chance of a 421 when the other dice are thrown now and so many throws follow."""
    thrown = 3 - len(kept)
    outcomes = [tuple(sorted(kept + faces, reverse=True)) for faces in throws(thrown)]
    return sum((_with_best_keep(dice, throws_left, forced) for dice in outcomes), Fraction(0)) / len(outcomes)


@cache
def _with_best_keep(dice: Dice, throws_left: int, forced: bool) -> Fraction:
    """Return the chance of a 421 from these three dice; any of them may be thrown again (AMB-21)."""
    here = Fraction(combination(dice) == BEST)
    if throws_left == 0:
        return here
    best = max(_after_throw(kept, throws_left - 1, forced) for kept in _keeps(dice))
    return best if forced else max(here, best)


def _keeps(dice: Dice) -> Iterator[Dice]:
    """Yield what may stay on the table while at least one die is thrown (HC-421-9, HC-421-18)."""
    for size in range(3):
        yield from set(combinations(dice, size))
