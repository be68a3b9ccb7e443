"""The odds of Zanzibar in Home Casino: three dice, two rounds, more while tied (HC-ZAN-7 to HC-ZAN-20)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.odds.chance import EvenDuel, convolved, counts, even_duel

WORTH = {1: 100, 2: 2, 3: 3, 4: 4, 5: 5, 6: 60}
"""Points of a face (HC-ZAN-10 to HC-ZAN-15)."""


def points(faces: Sequence[int]) -> int:
    """Return the value of a throw.

    >>> points((1, 3, 6))  # HC-ZAN-17: « soit un total de 163 points »
    163
    """
    return sum(WORTH[face] for face in faces)


def one_throw() -> dict[int, int]:
    """Return the number of throws of each total, out of 216, lowest first (HC-ZAN-9)."""
    return dict(sorted(counts(3, points).items()))


def two_throws() -> dict[int, int]:
    """Return the number of pairs of throws of each total of two rounds, out of 46 656 (HC-ZAN-18)."""
    return convolved(one_throw(), one_throw())


def after_two_rounds() -> EvenDuel:
    """Return the chances of both sides after two rounds (HC-ZAN-19)."""
    return even_duel(two_throws())


def replay_round() -> EvenDuel:
    """Return the chances of both sides in a further round (HC-ZAN-20: « En cas d'égalité on rejoue un tour »)."""
    return even_duel(one_throw())


def expected_replay_rounds() -> Fraction:
    """Return the mean number of further rounds (HC-ZAN-20)."""
    return after_two_rounds().tie / (1 - replay_round().tie)
