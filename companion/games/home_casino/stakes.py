"""The limits of stakes (HC-DUE-1, HC-DUE-2, HC-ZAN-1, HC-421-1, HC-BJ-1)."""

from __future__ import annotations

from companion.games.home_casino.state import HomeCasinoState

STEP = 25
CASINO_CAP = 500
DUEL_CAP = 1000
POOR = 500


def f25(amount: int) -> int:
    """Round down to the smallest chip.

    >>> f25(237)
    225
    """
    return amount // STEP * STEP


def half(amount: int, rounding: str) -> int:
    """Return 50 % of an opponent's chips, in whole chips (AMB-17).

    >>> half(475, "down"), half(475, "up"), half(475, "nearest"), half(25, "down")
    (225, 250, 250, 0)
    """
    if rounding == "up":
        return -(-amount // (2 * STEP)) * STEP
    if rounding == "nearest":
        return (amount + STEP) // (2 * STEP) * STEP
    return amount // (2 * STEP) * STEP


def limit(game: HomeCasinoState, player: str, opponent: str, cap: int) -> int:
    """Return the highest stake of ``player`` against ``opponent``.

    An opponent with less than 500 risks only half of it: one with 500 allows a stake of 500, one with 475 only 225.
    """
    own, theirs = game.balance(player), game.balance(opponent)
    if theirs < POOR:
        most = half(theirs, game.house["round_50"])
    elif game.house["opponent_all_in_match"] and cap == DUEL_CAP:
        most = cap
    else:
        most = min(cap, theirs)
    return f25(min(own, most))


def black_jack_limit(game: HomeCasinoState, player: str) -> int:
    """Return the highest stake at Black Jack; the 50 % limit does not apply to the bank (HC-BJ-1)."""
    return f25(min(game.balance(player), DUEL_CAP))
