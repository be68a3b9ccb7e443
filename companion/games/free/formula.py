"""The formulas that turn thrown dice into points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.dice import DiceSet
from companion.questions import dice_set

FORMULAS: Mapping[str, Callable[[Sequence[int], int], int]] = {
    "sum": lambda faces, number: sum(faces),
    "best": lambda faces, number: sum(sorted(faces)[-number:]) if number else 0,
    "lowest": lambda faces, number: sum(sorted(faces)[:number]),
    "count": lambda faces, number: faces.count(number),
    "face": lambda faces, number: number * faces.count(number),
}
"""Points of a throw by formula; ``number`` is how many dice count, or the face that counts."""


def points(formula: str, faces: Sequence[int], number: int) -> int:
    """Return the points of a throw.

    >>> [points(one, (6, 2, 6, 3), 3) for one in FORMULAS], points("count", (6, 2, 6, 3), 6)
    ([17, 15, 11, 1, 3], 2)
    """
    return FORMULAS[formula](faces, number)


def dice(d6: int, d10: int) -> DiceSet:
    """Return the dice of a turn; one d6 if none are named.

    >>> str(dice(5, 1)), str(dice(0, 0))
    ('5d6+1d10', '1d6')
    """
    return dice_set("+".join(f"{n}{kind}" for n, kind in ((d6, "d6"), (d10, "d10")) if n) or "1d6")
