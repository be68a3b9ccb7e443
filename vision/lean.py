"""Whether a die leans: the top faces of dice at rest all point the same way, up to the camera's perspective.

A face out of line may also be a side that was taken for the top: to ask is right then too. One die alone does not tell:
leaning under a camera straight above looks like lying under one that stands aside.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

DOUBTED, LEANS = 0.12, 0.27
"""A die that is out of line by so much (the sine of the angle, about) is looked at again; by so much, it is asked about.

Chosen on drawn tables and on the fold of photographs kept apart (``docs/eye.md``).
"""
PERSPECTIVE = np.linspace(0, 2, 11)
"""How much the direction of faces may change across the picture's width: not at all, to that of a lens of 90 degrees."""


def leans(places: Floats, facing: Floats, again: Callable[[], Floats], width: int) -> bool:
    """Tell whether one of these dice leans; ``again`` looks at their top faces once more, where one look leaves a doubt."""
    if out_of_line(places, facing, width) < DOUBTED:
        return False
    return out_of_line(places, (facing + again()) / 2, width) > LEANS


def out_of_line(places: Floats, facing: Floats, width: int) -> float:
    """Return by how much the die that is most out of line with the others is so; 0 where there are not two.

    ``places`` (n, 2) are pixels of a picture ``width`` wide, ``facing`` (n, 2) is as in ``vision.faces.Looks``. Of all
    perspectives the one that explains the dice best is taken, for the camera's is not known.
    """
    if len(places) < 2:
        return 0.0
    level = facing - PERSPECTIVE[:, None, None] / width * places  # (perspectives, n, 2)
    others = np.array([[j for j in range(len(places)) if j != i] for i in range(len(places))])
    away = np.linalg.norm(level - np.median(level[:, others], 2), axis=2)
    return float(away.max(1).min())
