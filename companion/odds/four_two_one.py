"""The odds of 421 in Home Casino: the order of combinations, and probabilities by number of throws (HC-421-8 to 19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from companion.odds.chance import EvenDuel, counts, even_duel, throws

BEST = 421
"""HC-421-15: « Le meilleur score est : 421 »."""
TRIPLE = 3
"""HC-421-6: a 421 wins three times the stake."""
THROWS = 3
"""HC-421-8: the maximum number of throws of each side."""

Dice = tuple[int, ...]
"""Up to three faces, largest first."""


def combination(faces: Sequence[int]) -> int:
    """Return three faces read as one number, the largest first (HC-421-16).

    >>> combination((1, 4, 1))
    411
    """
    high, middle, low = sorted(faces, reverse=True)
    return 100 * high + 10 * middle + low


def distance(combo: int) -> int:
    """Return the distance of a combination from 421 (HC-421-14 read as AMB-05 ``ranking_421=distance``)."""
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
    """Return the chances of a duel of one throw each; a tie is void (HC-421-12, HC-421-19)."""
    return even_duel(counts(3, lambda faces: distance(combination(faces))))


def traditional_order() -> list[int]:
    """Return the 56 combinations in the order used in cafés, best first (AMB-05 ``ranking_421=traditional``).

    First 421 and 111. Then, for each face from 6 down to 2, two aces with that face and the face's triple. Then runs,
    then the rest by number.
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
    """Return the probability of 421 in at most ``throws_left`` throws, with the best dice kept (HC-421-8 to -10).

    ``forced`` requires exactly that number of throws, each with at least one die. The second player has this duty: he
    must throw again even after an early 421 (HC-421-11, HC-421-13).

    >>> reach_421(1)
    Fraction(1, 36)
    """
    return _after_throw((), throws_left - 1, forced)


def best_keep(dice: Sequence[int], throws_left: int, *, forced: bool = False) -> tuple[Dice, Fraction]:
    """Return the dice to keep for a 421, and its probability with ``throws_left`` throws (see ``reach_421``).

    If choices are equally good, it keeps the fewest dice.

    >>> best_keep((4, 2, 2), 1)
    ((4, 2), Fraction(1, 6))
    """
    keeps = sorted(_keeps(tuple(sorted(dice, reverse=True))), key=lambda kept: (len(kept), kept))
    return max(((kept, _after_throw(kept, throws_left - 1, forced)) for kept in keeps), key=lambda one: one[1])


@cache
def _after_throw(kept: Dice, throws_left: int, forced: bool) -> Fraction:
    """Return the probability of 421 after throwing the other dice now, with ``throws_left`` later throws."""
    thrown = 3 - len(kept)
    outcomes = [tuple(sorted(kept + faces, reverse=True)) for faces in throws(thrown)]
    return sum((_with_best_keep(dice, throws_left, forced) for dice in outcomes), Fraction(0)) / len(outcomes)


@cache
def _with_best_keep(dice: Dice, throws_left: int, forced: bool) -> Fraction:
    """Return the probability of 421 from these three dice; any of them may be thrown again (AMB-21)."""
    here = Fraction(combination(dice) == BEST)
    if throws_left == 0:
        return here
    best = max(_after_throw(kept, throws_left - 1, forced) for kept in _keeps(dice))
    return best if forced else max(here, best)


def _keeps(dice: Dice) -> Iterator[Dice]:
    """Yield the dice that may be kept while at least one is thrown (HC-421-9, HC-421-18)."""
    for size in range(3):
        yield from set(combinations(dice, size))


# The duel as a zero-sum game: a 421 wins three stakes from the loser (AMB-07 ``421_triple_payer=loser``).


class Order(NamedTuple):
    """The order of combinations: the house rules ``ranking_421`` and ``distance_tie`` (AMB-05)."""

    ranking: str = "distance"
    tie: str = "void"


def options(order: Order, dice: Sequence[int], throws_left: int, target: int = 0) -> dict[Dice, Fraction]:
    """Return the mean gain in stakes of each choice, by the kept dice, if both sides play their best afterwards.

    The first side (``target`` 0) may keep all three to stop. The other side has ``target`` to beat, and must throw.

    >>> round(float(options(Order(), (4, 2, 6), 2)[4, 2]), 2)
    0.71
    """
    lying = ordered(dice)
    if target:
        return {
            kept: Fraction(_second_thrown(order, target, kept, throws_left), SCALE**throws_left)
            for kept in _keeps(lying)
        }
    scale = SCALE ** (THROWS + throws_left)
    worth = {kept: _first_thrown(order, kept, throws_left) for kept in _keeps(lying)}
    return {
        kept: Fraction(gain, scale) for kept, gain in [(lying, _stopped(order, lying, throws_left)), *worth.items()]
    }


SCALE = 6**3
"""Factor of gains, so that they are integers: a mean gain in stakes is multiplied by ``SCALE`` for each later throw.

A gain of the first side has ``THROWS`` further factors, for the throws of the other side.
"""


def _second_thrown(order: Order, target: int, kept: Dice, left: int) -> int:
    return sum(ways * _second(order, target, dice, left - 1) for dice, ways in _outcomes(kept))


@cache
def _second(order: Order, target: int, dice: Dice, left: int) -> int:
    """Return the other side's gain with ``left`` later throws, each of at least one die (HC-421-11, HC-421-13)."""
    if left:
        return max(_second_thrown(order, target, kept, left) for kept in _keeps(dice))
    mine = combination(dice)
    won = _better(order, mine, target)
    return won * (TRIPLE if BEST in (mine, target) else 1)


def _first_thrown(order: Order, kept: Dice, left: int) -> int:
    return sum(ways * _first(order, dice, left - 1) for dice, ways in _outcomes(kept))


@cache
def _first(order: Order, dice: Dice, left: int) -> int:
    """Return the first side's gain with at most ``left`` later throws (HC-421-8)."""
    stopped = _stopped(order, dice, left)
    return max(stopped, *(_first_thrown(order, kept, left) for kept in _keeps(dice))) if left else stopped


def _stopped(order: Order, dice: Dice, left: int) -> int:
    """Return the first side's gain if it stops: the other side then throws equally often."""
    scale: int = SCALE ** (2 * left)
    return -_second_thrown(order, combination(dice), (), THROWS - left) * scale


@cache
def _outcomes(kept: Dice) -> tuple[tuple[Dice, int], ...]:
    """Return all results of throwing the dice that are not kept, each with its number of ways out of ``SCALE``."""
    found = counts(3 - len(kept), lambda faces: ordered((*kept, *faces)))
    return tuple((dice, ways * 6 ** len(kept)) for dice, ways in found.items())


def _better(order: Order, mine: int, theirs: int) -> int:
    """Return 1 if ``mine`` wins, -1 if ``theirs`` does, 0 for a draw."""
    if order.ranking == "traditional":
        a, b = _traditional_rank(mine), _traditional_rank(theirs)
        return (a < b) - (a > b)
    near, far = distance(mine), distance(theirs)
    if near != far or order.tie == "void":
        return (near < far) - (near > far)
    return ((mine < theirs) - (mine > theirs)) * (1 if order.tie == "lower_wins" else -1)


def ordered(dice: Sequence[int]) -> Dice:
    """Return dice with the largest first."""
    return tuple(sorted(dice, reverse=True))
