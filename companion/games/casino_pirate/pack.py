"""The 44 cards and the value of a hand, in half points: 15 is 7 1/2 (CP-MAT-1, CP-VAL-1 to 4)."""

from __future__ import annotations

from collections.abc import Iterable

GOAL = 15
COIN, PEBBLE, SKELETON = "P", "C", "S"
GEMS = tuple("1234567")
PACK = {**dict.fromkeys(GEMS, 4), COIN: 11, PEBBLE: 4, SKELETON: 1}
"""Number of each card: the skeleton is one of the twelve coins (AMB-CP-11)."""

NAMES = tuple(PACK)
CARDS = sum(PACK.values())


def worth(card: str) -> int:
    """Return the value of a card in half points, 0 for a skeleton.

    >>> worth("7"), worth("P"), worth("C")
    (14, 1, 0)
    """
    return 2 * int(card) if card in GEMS else 1 if card == COIN else 0


def value(cards: Iterable[str], skeleton: int = 0) -> int:
    """Return the value of a hand in half points; a skeleton takes its best whole value (1 to 7), or the announced one.

    >>> value(["S", "P"]), value(["S", "7"]), value(["5", "C", "C"])
    (15, 16, 10)
    """
    held = list(cards)
    total = sum(worth(card) for card in held)
    for _ in range(held.count(SKELETON)):
        total += 2 * (skeleton or min(7, max(1, (GOAL - total) // 2)))
    return total


def half(points: int) -> str:
    """Return half points as text.

    >>> half(15), half(12), half(1)
    ('7 ½', '6', '½')
    """
    whole, rest = divmod(points, 2)
    return f"{whole} ½" if whole and rest else "½" if rest else str(whole)
