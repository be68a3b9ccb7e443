"""Whether a die leans: the top faces of dice at rest all point the same way, up to the camera's perspective.

A face out of line may also be a side that was taken for the top: to ask is right then too. One die alone does not tell:
leaning under a camera straight above looks like lying under one that stands aside.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import BLANK, OTHER, TEN

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

BESIDE, APART, WITHOUT_PIPS = 0.18, 0.26, 0.2
"""Of two dice one that is out of line by so much (the sine of the angle, about) is asked about: beside another one, on
which it may lean; apart from all; and so much more without pips. By half as much, it is looked at again.

Where the face of a d10 or of the bicolour die points to is told less exactly than where one with pips does. Chosen on
drawn tables and on the fold of photographs kept apart (``docs/eye.md``).
"""
NEAR = 1.6
"""A die leans on one whose top face is no farther away than this, in edges."""
MORE = 0.4
"""The more dice, the likelier one is told wrong by chance: what is asked about grows with this power of their number."""
PERSPECTIVE = np.linspace(0, 2, 21)
"""How much the direction of faces may change across the picture's width: not at all, to that of a lens of 90 degrees."""
USUAL, SPREAD, CLOSE, EXACT = 0.5, 0.4, 0.05, 0.14
"""The usual perspective and how much others differ from it; how much more the direction changes from one edge to the next
as a camera comes closer (a twentieth: one that stands twenty edges away); how exactly it is told where a face points to.

A die that leans on another points away from it, which perspective would have it do as well, if it were strong enough.
"""


def leans(places: Floats, facing: Floats, classes: Numbers, again: Callable[[Numbers], Floats], width: int) -> bool:
    """Tell whether one of these dice leans; ``again`` looks more exactly at the top faces of those that one look doubts.

    ``classes`` (n) are what the crop reader takes them for: a strange die is in line with none. The rest is as in
    ``out_of_line``.
    """
    known = np.flatnonzero(classes != OTHER)
    places, facing, classes = places[known], facing[known], classes[known]
    most = np.where(_beside(places), BESIDE, APART) + WITHOUT_PIPS * np.isin(classes, (TEN, BLANK))
    most = most * (len(known) / 2) ** MORE
    doubted = np.flatnonzero(out_of_line(places, facing, width) >= most / 2)
    if not len(doubted):
        return False
    facing[doubted] = again(known[doubted])
    return bool((out_of_line(places, facing, width) > most).any())


def _beside(places: Floats) -> NDArray[np.bool_]:
    """Tell of each die whether another one lies beside it (n)."""
    far = np.linalg.norm(places[:, None, :2] - places[None, :, :2], axis=2)
    near = far < NEAR * np.maximum(places[:, None, 2], places[None, :, 2])
    return np.asarray(near.sum(1) > 1)  # itself is one


def out_of_line(places: Floats, facing: Floats, width: int) -> Floats:
    """Return by how much each die is out of line with the others (n); 0 where there are not two.

    ``places`` (n, 3) are x, y and the edge in pixels of a picture ``width`` wide, ``facing`` (n, 2) is as in
    ``faces.Looks``. The camera's perspective is not known: the likeliest is taken, which explains the dice well and
    is not unusual.
    """
    if len(places) < 2:
        return np.zeros(len(places))
    level = facing - PERSPECTIVE[:, None, None] / width * places[:, :2]  # (perspectives, n, 2)
    others = np.array([[j for j in range(len(places)) if j != i] for i in range(len(places))])
    away = np.linalg.norm(level - np.median(level[:, others], 2), axis=2)
    close = PERSPECTIVE * float(np.median(places[:, 2])) / width
    unlikely = ((away / EXACT) ** 2).sum(1) + ((PERSPECTIVE - USUAL) / SPREAD) ** 2 + (close / CLOSE) ** 2
    return np.asarray(away[unlikely.argmin()])
