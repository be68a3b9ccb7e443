"""The odds of movement in Home Casino: the sum of two dice, and doubles, which throw again (HC-TRN-3 to HC-TRN-5)."""

from __future__ import annotations

from fractions import Fraction

from companion.odds.chance import counts


def sum_counts() -> dict[int, int]:
    """Return the number of throws of each sum, out of 36 (HC-TRN-3: « avancez votre pion selon la somme »)."""
    return counts(2, sum)


def double() -> Fraction:
    """Return the probability of a double (HC-TRN-4: « un double avec les dés »)."""
    return Fraction(counts(2, lambda faces: faces[0] == faces[1])[True], 36)


def at_least(throws: int) -> Fraction:
    """Return the probability that a turn has at least ``throws`` throws, without a limit on doubles (HC-TRN-5)."""
    return double() ** (throws - 1)


def expected_throws() -> Fraction:
    """Return the mean number of throws of a turn: the sum of ``at_least(1)``, ``at_least(2)`` ... (HC-TRN-5)."""
    return 1 / (1 - double())
