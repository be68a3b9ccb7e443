"""Whether another face of a d10 than the one that was read may be its top.

On a d10 that is slanted, close to the camera or lit from the side, the crop reader may take a side face for the top.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading.faces import TEN, Faces
from vision.reading.locate import Hit

Floats = NDArray[np.float32]

NEAR, FAR = 0.35, 0.65
"""Distances, in edges, of the crops beside a place: still on its face, and on the faces beside it."""
FARTHEST = 0.6
"""The most, in edges, that one crop counts in the scatter."""
SCATTERED = 0.25
"""Scatter above which another face may be the top. It was chosen with ``FLATTER`` on 1,282 d10 (MuJoCo, Blender) up to 28
degrees off the vertical: without both 1,139 are surely right and 16 surely wrong, without this one 1,138 and 5, with both
1,128 and 3."""
AROUND = 0.25
"""Radius, in edges, of a group of crops that show the top face at the same place."""
RIVAL, APART, DIE = 0.45, (0.35, 0.8), 0.3
"""Minimum share of the crops in the group that shows another top face, its least and greatest distance in edges, and the
minimum probability of a d10 there."""
FLATTER = 0.25
"""Another face may be the top if it lies flatter by this much, as the sine of an angle. So it was for 16 of the 25 d10 whose
side face was read, and for 1 of the others; seen at 20 to 40 degrees, for 8 of 200."""
VERTICAL = np.zeros(2, np.float32)
"""The facing of a top face below a vertical camera."""


def level(facing: Sequence[Floats]) -> Floats:
    """Return the facing of a level face: the mean of the top faces of dice without digits; ``VERTICAL`` without such dice."""
    return np.asarray(np.mean(facing, axis=0) if facing else VERTICAL, np.float32)


def doubted(faces: Faces, image: Image, hit: Hit, facing: Floats, flat: Floats = VERTICAL) -> bool:
    """Whether the face of the d10 at ``hit`` may not be its top.

    ``facing`` (2) is that of the face (``Looks.facing``), ``flat`` that of a level face in this picture.
    """
    return scatter(faces, image, hit) > SCATTERED or rivalled(faces, image, hit, facing, flat)


def scatter(faces: Faces, image: Image, hit: Hit) -> float:
    """Return how far from ``hit``, in edges and on average, crops beside it show the middle of the top face."""
    tops, weights = faces.tops(image, hit, NEAR)
    return float(np.average(np.hypot(*tops.T).clip(max=FARTHEST), weights=weights))


def rivalled(faces: Faces, image: Image, hit: Hit, facing: Floats, flat: Floats) -> bool:
    """Whether crops on the faces beside show another top face, which lies flatter than the one at ``hit``."""
    slant = np.hypot(*(facing - flat))
    if slant <= FLATTER:  # none can lie flatter by so much
        return False
    tops, weights = faces.tops(image, hit, FAR)
    far = np.hypot(*tops.T) > APART[0]
    if weights[far].sum() < RIVAL * weights.sum():
        return False
    tops, share = tops[far], weights[far] / weights.sum()
    near = np.hypot(*(tops[:, None] - tops[None]).transpose(2, 0, 1)) < AROUND
    group = near[(near @ share).argmax()]
    x, y = np.average(tops[group], axis=0, weights=share[group])
    there = faces.look(image, [Hit(hit.x + x * hit.edge, hit.y + y * hit.edge, hit.edge, hit.score)], sure=0.0)
    away = np.hypot(there.hits[0].x - hit.x, there.hits[0].y - hit.y) / hit.edge
    return bool(
        share[group].sum() >= RIVAL
        and APART[0] <= away <= APART[1]
        and there.classes[0, TEN] >= DIE
        and slant - np.hypot(*(there.facing[0] - flat)) > FLATTER
    )
