"""The odds of the casino duel in Home Casino: two dice each (HC-DUE-4 to HC-DUE-7)."""

from __future__ import annotations

from companion.odds.chance import EvenDuel, counts, even_duel


def casino_duel() -> EvenDuel:
    """Return the chances of either side; a tie is void (HC-DUE-7: « En cas d'égalité, la partie est nul »)."""
    return even_duel(counts(2, sum))
