"""The 52 cards, their numbers, and the split of cards into groups of equal sum (CS-CRD-1, CS-CRD-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURTS = {"J": 11, "Q": 12, "K": 13}
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
KNOWN = frozenset((*NAMES, *RANKS))
"""All cards, and bare ranks for cards whose suit does not matter."""

BIG, LITTLE, JACK = "10D", "2S", "JS"
HAND, TABLE = 4, 4
MOST_TAKEN = 30


def rank(card: str) -> str:
    """Return the rank of a card.

    >>> rank("10D"), rank("A")
    ('10', 'A')
    """
    return card[:-1] if card[-1:] in SUITS and len(card) > 1 else card


def suit(card: str) -> str:
    """Return the suit of a card, "" if it is unknown."""
    return card[-1] if len(card) > 1 and card[-1] in SUITS else ""


@lru_cache(2 * len(KNOWN))
def number(card: str, royal: bool = False) -> int | None:
    """Return a card's number; None for an unknown card, or a court card outside Royal Casino (CS-INT-6, AMB-CS-4)."""
    name = rank(card)
    if name in COURTS:
        return COURTS[name] if royal else None
    return 1 if name == "A" else int(name) if name.isdigit() else None


def numbers(cards: Iterable[str], royal: bool) -> list[int] | None:
    """Return the numbers of cards, None if one has none."""
    found = [number(card, royal) for card in cards]
    return None if None in found else [n for n in found if n is not None]


def groups(values: Sequence[int], total: int) -> bool:
    """Whether these values split into groups that each sum to the total, every value in one group (CS-NUM-3).

    >>> groups([8, 6, 2, 5, 3], 8), groups([1, 2, 3, 5, 6, 8], 8)
    (True, False)
    """
    if total <= 0 or len(values) > MOST_TAKEN or (made := sum(values)) % total or any(v > total for v in values):
        return False
    return made == total or _fill(tuple(sorted(values, reverse=True)), total, {})


def _fill(left: tuple[int, ...], total: int, tried: dict[tuple[int, ...], bool]) -> bool:
    if not left:
        return True
    if left not in tried:
        tried[left] = any(_fill(rest, total, tried) for rest in _group(left[1:], total - left[0]))
    return tried[left]


def _group(left: tuple[int, ...], missing: int) -> Iterable[tuple[int, ...]]:
    """Yield the remaining values after removing a group with the sum ``missing``, for each possible group."""
    if not missing:
        yield left
        return
    before = 0
    for at, value in enumerate(left):
        if value <= missing and value != before:
            before = value
            for rest in _group(left[at + 1 :], missing - value):
                yield left[:at] + rest
