"""Whether a die leans: the top faces of level dice point in the same direction, apart from the camera's perspective.

A face out of line may also be a side face that was taken for the top; then, too, the page should ask. A single die
shows nothing: a leaning die under a vertical camera looks like a level die under a tilted camera.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import BLANK, OTHER, TEN

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

BESIDE, APART, WITHOUT_PIPS = 0.18, 0.26, 0.2
"""Thresholds, roughly the sine of an angle, above which one of two dice counts as leaning. The first is for a die
beside another one, on which it may lean, the second for a die apart. Dice without pips, whose direction is less exact,
add the third.

A die above half its threshold is measured again. The values were chosen on drawn tables and validation photographs.
"""
NEAR = 1.6
"""Maximum distance of a die that another leans on, in edges."""
MORE = 0.4
"""More dice give more chance outliers, so the threshold grows with ``(n / 2) ** MORE``."""
PERSPECTIVE = np.linspace(0, 2, 21)
"""Candidate changes of the facing across the picture's width: from none to that of a lens of 90 degrees."""
USUAL, SPREAD, CLOSE, EXACT = 0.5, 0.4, 0.05, 0.14
"""Prior of the perspective: its mean and deviation; deviation of its change over one edge length (0.05: a camera twenty
edges away); deviation of a measured facing.

The prior is needed because a die that leans on another points away from it, as it would with a strong perspective.
"""


def leans(
    places: Floats,
    facing: Floats,
    classes: Numbers,
    again: Callable[[Numbers], Floats],
    width: int,
) -> bool:
    """Whether one of these dice leans; ``again`` measures the facing of doubtful dice more exactly.

    ``classes`` (n) are those of the crop reader; strange dice are ignored. The other arguments are as in ``out_of_line``.
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
    """Return whether each die (n) lies beside another one."""
    far = np.linalg.norm(places[:, None, :2] - places[None, :, :2], axis=2)
    near = far < NEAR * np.maximum(places[:, None, 2], places[None, :, 2])
    return np.asarray(near.sum(1) > 1)  # each die is near itself


def out_of_line(places: Floats, facing: Floats, width: int) -> Floats:
    """Return how far each die is out of line with the others (n), as the length of the difference; 0 for a single die.

    ``places`` (n, 3) are x, y and edge in pixels of a picture ``width`` wide, ``facing`` (n, 2) is as in ``faces.Looks``.
    The camera's perspective is unknown; the likeliest one, given the dice and the prior, is used.
    """
    if len(places) < 2:
        return np.zeros(len(places))
    level = facing - PERSPECTIVE[:, None, None] / width * places[:, :2]  # (perspectives, n, 2)
    others = np.array([[j for j in range(len(places)) if j != i] for i in range(len(places))])
    away = np.linalg.norm(level - np.median(level[:, others], 2), axis=2)
    close = PERSPECTIVE * float(np.median(places[:, 2])) / width
    unlikely = ((away / EXACT) ** 2).sum(1) + ((PERSPECTIVE - USUAL) / SPREAD) ** 2 + (close / CLOSE) ** 2
    return np.asarray(away[unlikely.argmin()])
