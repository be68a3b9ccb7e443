"""The odds of Casino Pirate: the total after one more card, given the cards seen (CP-MAT-1, CP-VAL-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

GOAL = 15
"""7 1/2 in half points."""

PACK = {**dict.fromkeys("1234567", 4), "P": 11, "C": 4, "S": 1}
"""The 44 cards: gems, coins (P), pebbles (C) and the skeleton (S)."""


def unseen(seen: Iterable[str]) -> dict[str, int]:
    """Return the number of each card that is left, given the seen cards.

    >>> unseen(["S", "7"])["7"]
    3
    """
    left = dict(PACK)
    for card in seen:
        if left.get(card, 0):
            left[card] -= 1
    return left


def after(total: int, card: str) -> int:
    """Return the total in half points after one more card; a skeleton takes its best value (CP-VAL-4)."""
    if card == "S":
        return total + 2 * min(7, max(1, (GOAL - total) // 2))
    return total + (1 if card == "P" else 0 if card == "C" else 2 * int(card))


def totals(total: int, left: Mapping[str, int]) -> dict[int, Fraction]:
    """Return the probability of each total after one more card, lowest first."""
    cards = sum(left.values())
    found: dict[int, Fraction] = {}
    for card, number in left.items():
        if number:
            reached = after(total, card)
            found[reached] = found.get(reached, Fraction(0)) + Fraction(number, cards)
    return dict(sorted(found.items()))


def bust(total: int, seen: Iterable[str] = ()) -> Fraction:
    """Return the probability that one more card exceeds 7 1/2.

    >>> bust(0)
    Fraction(0, 1)
    """
    return sum((p for reached, p in totals(total, unseen(seen)).items() if reached > GOAL), Fraction(0))


def exactly(total: int, seen: Iterable[str] = ()) -> Fraction:
    """Return the probability that one more card makes exactly 7 1/2."""
    return totals(total, unseen(seen)).get(GOAL, Fraction(0))
