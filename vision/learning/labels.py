"""The label of each crop: the dice that the table recorded, matched with the dice that the eye read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import log

from companion.dice import Face, ReadDie

MOST = 6
"""Maximum number of dice whose assignments are all tried."""
FLOOR = 0.003
"""Probability of a value that a reading does not list."""
IN_PLACE = 2.0
"""Bonus, in natural logarithms, for a die in the same place of both lists: pages keep the order of the dice."""
NO_DIE = "none"
"""The label of a crop that shows no die."""
Label = tuple[str, Face]
"""Kind and value of a die."""


def _fit(read: ReadDie, label: Label) -> float:
    """Return how well a read die fits a label, as a logarithm."""
    kind, value = label
    if read.kind != kind:
        return log(FLOOR) - 1.0
    chances = dict(read.alternatives or ((read.value, read.confidence),))
    return log(max(FLOOR, min(1.0, float(chances.get(value, 0.0)))))


def matched(read: Sequence[ReadDie], labels: Sequence[Label]) -> list[Label | None] | None:
    """Return the label of each read die, None for one that the table removed; None if the lists cannot be matched.

    The likeliest assignment wins. A die added by hand has no crop, so its label is left out.
    """
    if len(read) > MOST or len(labels) > MOST:
        # too many assignments to try: trust the order of lists of equal length
        return list(labels) if len(read) == len(labels) else None
    size = max(len(read), len(labels))
    wanted: list[Label | None] = [*labels, *[None] * (size - len(labels))]
    best, chosen = -1e9, None
    for order in permutations(range(size)):
        total = 0.0
        for place, which in enumerate(order):
            label = wanted[which]
            if place >= len(read) or label is None:
                continue
            total += _fit(read[place], label) + IN_PLACE * (place == which)
        if total > best:
            best, chosen = total, order
    assert chosen is not None
    return [wanted[which] for which in chosen[: len(read)]]
