"""Which face of a d10 is its top: another one than the one that was read may lie flatter.

On a d10 that is slanted, close to the camera or lit from the side, the locator or the crop reader may take a side face for
the top. Other dice beside it show how a level face is turned; without them the page asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading.faces import LEANING, OTHER, TEN, Faces, Looks
from vision.reading.lean import USUAL
from vision.reading.locate import Hit
from vision.reading.places import Place

Floats = NDArray[np.float32]

NEAR, FAR = 0.35, 0.65
"""Distances, in edges, of the crops beside a place: still on its face, and on the faces beside it."""
FARTHEST = 0.6
"""The most, in edges, that one crop counts in the scatter."""
SCATTERED = 0.25
"""Scatter above which another face may be the top. It was chosen with ``FLATTER`` on 1,282 d10 (MuJoCo, Blender) up to 28
degrees off the vertical: without both 1,139 are surely right and 16 surely wrong, without this one 1,138 and 5, with both
1,128 and 3."""
SLIGHT = 0.3
"""A face that is slanted less than this against the dice beside it is the top, even if crops beside it disagree. Of 440 such
d10 (MuJoCo) 438 were read at their top, among them all 13 about which the crops disagreed."""
AROUND = 0.25
"""Radius, in edges, of a group of crops that show the top face at the same place."""
RIVAL, APART, DIE = 0.45, (0.35, 0.8), 0.3
"""Minimum share of the crops in the group that shows another top face, its least and greatest distance in edges, and the
minimum probability of a d10 there."""
FLATTER = 0.25
"""Another face may be the top if it lies flatter by this much, as the sine of an angle. So it was for 16 of the 25 d10 whose
side face was read, and for 1 of the others; seen at 20 to 40 degrees, for 8 of 200."""
BESIDE = 0.15
"""The same, if other dice show how a level face is turned: the flatter face is then read. Of 691 d10 beside other dice (MuJoCo,
opened films) this concerned 7: all had been read wrongly, and 6 were read rightly at the flatter face. Without the perspective
in ``level`` it would have concerned 10 of 462, of which 5 had been right."""
STEEP = 0.4
"""A face that is slanted less than this is not compared with those beside it, to save time: a side face is seldom so flat."""
LIKELY = 0.5
"""Minimum presence of a die that is moved to another face, and of one that shows how a level face is turned."""
VERTICAL = np.zeros((1, 2), np.float32)
"""The facing of a top face below a vertical camera."""


def level(places: Sequence[Place], hit: Hit, width: int) -> Floats | None:
    """Return possible facings (2, 2) of a level face at ``hit`` in a picture ``width`` wide; None without dice that show it.

    The first is the mean of the top faces of dice without digits, as for a camera far away. The second is that mean with the
    usual perspective (``lean.USUAL``) from those dice to ``hit``. The perspective of this camera is not known.
    """
    shown = [one for one in places if one.classes.argmax() not in (TEN, OTHER, LEANING)]
    if not shown:
        return None
    facing = np.mean([one.facing for one in shown], axis=0)
    away = np.mean([(hit.x - one.hit.x, hit.y - one.hit.y) for one in shown], axis=0)
    return np.asarray([facing, facing + USUAL / width * away], np.float32)


def moved(faces: Faces, image: Image, places: list[Place]) -> list[Place]:
    """Return ``places``, but each d10 beside other dice at the face that lies flattest."""
    likely = [one for one in places if one.presence >= LIKELY]
    return [_on_top(faces, image, one, level(likely, one.hit, image.shape[1])) for one in places]


def _on_top(faces: Faces, image: Image, one: Place, flat: Floats | None) -> Place:
    if flat is None or one.classes.argmax() != TEN or one.presence < LIKELY or _slants(one.facing, flat).min() < STEEP:
        return one
    top = rival(faces, image, one.hit, one.facing, flat, BESIDE)
    if top is None or top.classes[0].argmax() != TEN:
        return one
    return replace(
        one,
        hit=top.hits[0],
        classes=top.classes[0],
        colours=top.colours[0],
        facing=top.facing[0],
        upright=top.upright[0],
        strange=float(top.strange[0]),
    )


def doubted(faces: Faces, image: Image, hit: Hit, facing: Floats, flat: Floats | None) -> bool:
    """Whether the face of the d10 at ``hit`` may not be its top.

    ``facing`` (2) is that of the face (``Looks.facing``), ``flat`` (n, 2) that of a level face in this picture, if known.
    """
    if (flat is None or _slants(facing, flat).max() >= SLIGHT) and scatter(faces, image, hit) > SCATTERED:
        return True
    return rival(faces, image, hit, facing, VERTICAL if flat is None else flat, FLATTER) is not None


def scatter(faces: Faces, image: Image, hit: Hit) -> float:
    """Return how far from ``hit``, in edges and on average, crops beside it show the middle of the top face."""
    tops, weights = faces.tops(image, hit, NEAR)
    return float(np.average(np.hypot(*tops.T).clip(max=FARTHEST), weights=weights))


def rival(faces: Faces, image: Image, hit: Hit, facing: Floats, flat: Floats, by: float) -> Looks | None:
    """Return the look at another top face that crops beside the hit show; None unless it lies flatter by more than ``by``.

    ``flat`` (n, 2) holds the possible facings of a level face; the other face must lie flatter whichever of them is true.
    """
    slants = _slants(facing, flat)
    if slants.min() <= by:  # none can lie flatter by so much
        return None
    tops, weights = faces.tops(image, hit, FAR)
    far = np.hypot(*tops.T) > APART[0]
    if weights[far].sum() < RIVAL * weights.sum():
        return None
    tops, share = tops[far], weights[far] / weights.sum()
    near = np.hypot(*(tops[:, None] - tops[None]).transpose(2, 0, 1)) < AROUND
    group = near[(near @ share).argmax()]
    x, y = np.average(tops[group], axis=0, weights=share[group])
    there = faces.look(image, [Hit(hit.x + x * hit.edge, hit.y + y * hit.edge, hit.edge, hit.score)], sure=0.0)
    away = np.hypot(there.hits[0].x - hit.x, there.hits[0].y - hit.y) / hit.edge
    found = (
        share[group].sum() >= RIVAL
        and APART[0] <= away <= APART[1]
        and there.classes[0, TEN] >= DIE
        and (slants - _slants(there.facing[0], flat)).min() > by
    )
    return there if found else None


def _slants(facing: Floats, flat: Floats) -> Floats:
    """Return how much a face is slanted (n), as the sine of an angle, by each of the possible facings of a level one."""
    return np.asarray(np.hypot(*(facing - flat).T))
