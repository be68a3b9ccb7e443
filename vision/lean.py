"""Whether a die leans: the top faces of dice at rest all point the same way, up to the camera's perspective.

A face out of line may also be a side that was taken for the top: to ask is right then too. One die alone does not tell:
leaning under a camera straight above looks like lying under one that stands aside.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.faces import BLANK, OTHER, TEN

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

LEANS, LEANS_WITHOUT_PIPS = 0.22, 0.32
"""Of two dice one that is out of line by so much (the sine of the angle, about) is asked about; by half as much, it is
looked at again.

Where the face of a d10 or of the bicolour die points to is told half as exactly as where one with pips does. Chosen on
drawn tables and on the fold of photographs kept apart (``docs/eye.md``).
"""
MORE = 0.2
"""The more dice, the likelier one is told wrong by chance: what is asked about grows with this power of their number."""
PERSPECTIVE = np.linspace(0, 2, 21)
"""How much the direction of faces may change across the picture's width: not at all, to that of a lens of 90 degrees."""
USUAL, SPREAD, EXACT = 0.5, 0.4, 0.14
"""The usual perspective, how much others differ from it, and how exactly it is told where a face points to.

A die that leans on another points away from it, which perspective would have it do as well, if it were strong enough.
"""


def leans(places: Floats, facing: Floats, classes: Numbers, again: Callable[[Numbers], Floats], width: int) -> bool:
    """Tell whether one of these dice leans; ``again`` looks once more at the top faces of those that one look doubts.

    ``classes`` (n) are what the crop reader takes them for: a strange die is in line with none. The rest is as in
    ``out_of_line``.
    """
    known = np.flatnonzero(classes != OTHER)
    places, facing = places[known], facing[known]
    most = np.where(np.isin(classes[known], (TEN, BLANK)), LEANS_WITHOUT_PIPS, LEANS) * (len(known) / 2) ** MORE
    doubted = np.flatnonzero(out_of_line(places, facing, width) >= most / 2)
    if not len(doubted):
        return False
    facing[doubted] = (facing[doubted] + again(known[doubted])) / 2
    return bool((out_of_line(places, facing, width) > most).any())


def out_of_line(places: Floats, facing: Floats, width: int) -> Floats:
    """Return by how much each die is out of line with the others (n); 0 where there are not two.

    ``places`` (n, 2) are pixels of a picture ``width`` wide, ``facing`` (n, 2) is as in ``vision.faces.Looks``. The camera's
    perspective is not known: the likeliest is taken, which explains the dice well and is not unusual.
    """
    if len(places) < 2:
        return np.zeros(len(places))
    level = facing - PERSPECTIVE[:, None, None] / width * places  # (perspectives, n, 2)
    others = np.array([[j for j in range(len(places)) if j != i] for i in range(len(places))])
    away = np.linalg.norm(level - np.median(level[:, others], 2), axis=2)
    unlikely = ((away / EXACT) ** 2).sum(1) + ((PERSPECTIVE - USUAL) / SPREAD) ** 2
    return np.asarray(away[unlikely.argmin()])
