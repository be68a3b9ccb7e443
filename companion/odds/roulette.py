"""The odds of roulette in Home Casino: d10 and colour die; 0 is void, 5 loses all even chances (HC-ROU-11 to 15)."""

from __future__ import annotations

from fractions import Fraction

from companion.record import record

NUMBERS = tuple(str(number) for number in range(1, 10))
EVEN_CHANCES = ("pair", "impair", "rouge", "noir")
FIELDS = (*NUMBERS, *EVEN_CHANCES)
"""The 13 fields of the cloth (HC-ROU-4)."""


@record()
class BetOdds:
    """The odds of a stake of one on one field; a win or a void throw returns the stake."""

    win: Fraction
    lose: Fraction
    void: Fraction
    ev_per_unit: Fraction
    """Mean net gain of a throw."""
    ev_per_resolved_bet: Fraction
    """Mean net gain of a throw that is not void."""
    variance: Fraction
    """Variance of the net gain of a throw."""


def net_gain(field: str, digit: int, colour: str) -> int | None:
    """Return the net gain of a stake of one, None if the throw is void.

    Sources: HC-ROU-11 (number: 7 x), HC-ROU-12 (even chance: 1 x), HC-ROU-13 and HC-ROU-14 (5 pays as a number and
    loses all even chances), HC-ROU-15 (0: « Chacun reprend sa mise de départ »).
    """
    if digit == 0:
        return None
    if field in NUMBERS:
        return 7 if field == str(digit) else -1
    if digit == 5:
        return -1
    return 1 if field in ("impair" if digit % 2 else "pair", colour) else -1


def bet(field: str, red_faces: int = 3) -> BetOdds:
    """Return the odds of one field; a fair colour die has 3 ``red_faces`` of 6.

    >>> bet("rouge").ev_per_unit
    Fraction(-1, 10)
    """
    share = {"rouge": Fraction(red_faces, 6), "noir": Fraction(6 - red_faces, 6)}
    gains = [(net_gain(field, digit, colour), p / 10) for digit in range(10) for colour, p in share.items()]
    resolved = [(gain, p) for gain, p in gains if gain is not None]
    void = 1 - sum((p for _, p in resolved), Fraction(0))
    ev = sum((gain * p for gain, p in resolved), Fraction(0))
    return BetOdds(
        win=sum((p for gain, p in resolved if gain > 0), Fraction(0)),
        lose=sum((p for gain, p in resolved if gain < 0), Fraction(0)),
        void=void,
        ev_per_unit=ev,
        ev_per_resolved_bet=ev / (1 - void),
        variance=sum((gain * gain * p for gain, p in resolved), Fraction(0)) - ev * ev,
    )
