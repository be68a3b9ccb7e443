"""The odds of Les cases Si-No: the first 7, the draws of green and red, the first croupier, and the play-off."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.odds.chance import counts, throws

SEVEN = Fraction(counts(2, sum)[7], 36)
"""The probability that two dice make 7."""

LAST_CIRCLE = 10


def first_seven(throw: int) -> Fraction:
    """Return the probability that the first 7 comes at this throw of phase 1 (SN-P1-1, SN-P1-2)."""
    return (1 - SEVEN) ** (throw - 1) * SEVEN


def no_seven(throws_made: int) -> Fraction:
    """Return the probability of no 7 in ``throws_made`` throws (SN-P1-3)."""
    return (1 - SEVEN) ** throws_made


def chip_on(circle: int) -> Fraction:
    """Return the probability that the chip ends on this circle, 1 to 10 (SN-P1-3: « il va jusqu'au numéro 10 »)."""
    return no_seven(LAST_CIRCLE - 1) if circle == LAST_CIRCLE else first_seven(circle)


def mean_circle() -> Fraction:
    """Return the mean circle of the chip at the end of phase 1 (SN-P1-4)."""
    return sum((circle * chip_on(circle) for circle in range(1, LAST_CIRCLE + 1)), Fraction(0))


def draw(faces: Sequence[int]) -> str:
    """Return the name of a draw: ``7``, a double as ``n.n``, otherwise the sum (section c, phase 3).

    >>> draw((3, 3)), draw((2, 4))
    ('3.3', '6')
    """
    first, second = faces
    return f"{first}.{second}" if first == second else str(first + second)


def draws() -> dict[str, int]:
    """Return the number of throws of each draw, out of 36 (SN-P2-3)."""
    return counts(2, draw)


def green_seven() -> Fraction:
    """Return the probability of a 7 with the green die higher (SN-P3-3)."""
    return Fraction(sum(green + red == 7 and green > red for green, red in throws(2)), 36)


def red_seven() -> Fraction:
    """Return the probability of a 7 with the red die higher (SN-P3-3)."""
    return Fraction(sum(green + red == 7 and red > green for green, red in throws(2)), 36)


def first_thrower_wins_playoff() -> Fraction:
    """Return the probability that the first of two alternating throwers makes the first 7 (AMB-SN-7)."""
    return SEVEN / (1 - (1 - SEVEN) ** 2)


def lowest_total_tie(players: int) -> Fraction:
    """Return the probability that several players tie for the lowest total of two dice (SN-SET-2, AMB-SN-2)."""
    ways = counts(2, sum)
    above = {low: sum(count for total, count in ways.items() if total > low) for low in ways}
    alone = sum(players * count * above[low] ** (players - 1) for low, count in ways.items())
    return 1 - Fraction(alone, 36**players)
