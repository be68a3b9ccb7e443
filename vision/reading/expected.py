"""What the expected dice say about the places of a picture: of which kind each is, and which of them are dice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.dice import DiceSet, DieKind, ReadDie
from vision.reading import belief
from vision.reading.faces import BLANK, LEANING, NONE, OTHER, TEN
from vision.reading.places import Place

KINDS = {NONE: DieKind.UNKNOWN, TEN: DieKind.D10, BLANK: DieKind.BICOLOUR, OTHER: DieKind.UNKNOWN}
"""Kind of each class other than a d6."""
UNEXPECTED = 0.15
"""Factor on the belief in an unexpected kind, which makes it less likely but not impossible."""


def kind_of(label: int) -> DieKind:
    """Return the kind of die of a class of the crop reader."""
    return KINDS.get(label, DieKind.D6)


def kinds(expected: DiceSet | None) -> set[DieKind]:
    """Return the expected kinds; if nothing is known of the dice, d6 and d10."""
    return {t.kind for t in expected.terms} if expected else {DieKind.D6, DieKind.D10}


def factors(expected: DiceSet | None) -> NDArray[np.float64]:
    """Return the factor on each class (11): 1 for expected kinds and leaning, ``UNEXPECTED`` for others, 0 for no die.

    A game never expects a strange die.
    """
    wanted = kinds(expected)
    out = np.where([kind_of(label) in wanted for label in range(11)], 1.0, UNEXPECTED)
    out[NONE], out[LEANING] = 0.0, 1.0
    return out


def classed(one: Place, expected: DiceSet | None) -> tuple[int, NDArray[np.float64]]:
    """Return the likeliest class of a die, and the beliefs in all classes (11), in which leaning counts little."""
    p = one.classes.astype(np.float64)
    if expected:
        p *= factors(expected)
    p[NONE] = 0
    best = int(p.argmax())
    p[LEANING] *= UNEXPECTED  # one crop hardly distinguishes a leaning die from one seen at an angle (see ``lean``)
    return best, p / max(float(p.sum()), 1e-9)


def chosen(seen: Sequence[Place], expected: DiceSet | None) -> tuple[list[Place], float]:
    """Return the places taken for dice, by falling presence, and the belief that exactly these are dice."""
    seen = sorted(seen, key=lambda s: -s.presence)
    least, most = (expected.least, expected.most) if expected else (0, 99)
    count, places = belief.choose([s.presence for s in seen], least, most)
    return seen[:count], places


def of_the_throw(dice: list[ReadDie], expected: DiceSet) -> list[ReadDie]:
    """Return ``dice``; if they are too many, without the doubtful ones if the clear ones alone are the expected dice."""
    clear = [d for d in dice if d.confidence >= belief.CLEAR]
    return clear if len(dice) > expected.most and expected.accepts([(d.kind, d.colour) for d in clear]) else dice
