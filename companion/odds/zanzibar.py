"""Home Casino, Zanzibar: three dice, two rounds, further rounds while equal (HC-ZAN-7 to HC-ZAN-20)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.odds.chance import EvenDuel, convolved, counts, even_duel

WORTH = {1: 100, 2: 2, 3: 3, 4: 4, 5: 5, 6: 60}
"""Points of a face (HC-ZAN-10 to HC-ZAN-15)."""


def points(faces: Sequence[int]) -> int:
    """Return what a throw is worth.

    >>> points((1, 3, 6))  # HC-ZAN-17: « soit un total de 163 points »
    163
    """
    return sum(WORTH[face] for face in faces)


def one_throw() -> dict[int, int]:
    """Return in how many of the 216 throws each total comes up, lowest first (HC-ZAN-9)."""
    return dict(sorted(counts(3, points).items()))


def two_throws() -> dict[int, int]:
    """Return in how many of the 46 656 pairs of throws each total of two rounds comes up (HC-ZAN-18)."""
    return convolved(one_throw(), one_throw())


def after_two_rounds() -> EvenDuel:
    """Return the chances of either side when the two rounds are over (HC-ZAN-19)."""
    return even_duel(two_throws())


def replay_round() -> EvenDuel:
    """Return the chances of either side in one further round (HC-ZAN-20: « En cas d'égalité on rejoue un tour »)."""
    return even_duel(one_throw())


def expected_replay_rounds() -> Fraction:
    """Return the mean number of further rounds: one after a tie, and again while that one is a tie too (HC-ZAN-20)."""
    return after_two_rounds().tie / (1 - replay_round().tie)
