"""Which face of a d10 is its top: another one than the one that was found may lie flatter.

On a d10 that is slanted, rounded, close to the camera or lit from the side, the locator or the crop reader may take a side
face for the top. Other dice beside it show how a level face is turned: the flattest face is read. Without them the page asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading.belief import NEVER
from vision.reading.faces import LEANING, OTHER, TEN, Faces, Facing, Looks
from vision.reading.lean import USUAL
from vision.reading.locate import Hit
from vision.reading.places import Place

Floats = NDArray[np.float32]

NEAR = 0.35
"""Distance, in edges, of the crops for the scatter from the middle of a face."""
FARTHEST = 0.6
"""The most, in edges, that one crop counts in the scatter."""
SCATTERED, WIDELY = 0.25, 0.3
"""Scatter above which another face may be the top; the second is for a face that is hardly slanted, if no die beside it shows
what is level: 22 of 23 such d10 with a scatter from 0.25 to 0.4 were read at their top."""
SLIGHT = 0.3
"""A face that is slanted less than this against the dice beside it is the top, even if crops beside it disagree. Of 440 such
d10 (MuJoCo) 438 were read at their top, among them all 13 about which the crops disagreed."""
RING, CROPS = 0.65, 12
"""Distance, in edges, and number of the crops in which the other faces are sought."""
APART, DIE = (0.4, 0.9), 0.3
"""Least and greatest distance of another face, in edges, and the minimum probability of a d10 there."""
FLATTER = 0.1
"""Another face may be the top if it lies flatter by this much, as the sine of an angle. So it was for 25 of 36 single d10 by
another maker, up to 28 degrees off the vertical, of which a side face was found, and for 3 of the 232 others; by MuJoCo for
3 of 9 and 7 of 389. From 25 to 42 degrees it was so for 18 of 131 that were surely right."""
STEEP = 0.3
"""The other faces of one that is slanted less than this are not examined, to save time: a side face is seldom so flat."""
LIKELY = 0.5
"""Minimum presence of a die that shows how a level face is turned."""
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


def moved(faces: Faces, facing: Facing, image: Image, places: list[Place]) -> list[Place]:
    """Return ``places``, each d10 with its ``margin``, and each one beside other dice at the face that lies flattest."""
    likely = [one for one in places if one.presence >= LIKELY]
    return [_on_top(faces, facing, image, one, level(likely, one.hit, image.shape[1])) for one in places]


def _on_top(faces: Faces, facing: Facing, image: Image, one: Place, flat: Floats | None) -> Place:
    if one.classes.argmax() != TEN or one.presence < NEVER:
        return one
    known = VERTICAL if flat is None else flat
    if _slants(one.facing, known).min() < STEEP:
        return one
    top, margin = flattest(faces, facing, image, one, known)
    if top is None or flat is None or margin > -FLATTER:
        return replace(one, margin=margin)
    return replace(
        one,
        hit=top.hits[0],
        classes=top.classes[0],
        colours=top.colours[0],
        facing=top.facing[0],
        upright=top.upright[0],
        strange=float(top.strange[0]),
        margin=-margin,
    )


def doubted(faces: Faces, image: Image, one: Place, flat: Floats | None) -> bool:
    """Whether the face of the d10 at ``one`` may not be its top; ``flat`` (n, 2): the facing of a level face, if known."""
    if one.margin < -FLATTER:
        return True
    slight = _slants(one.facing, VERTICAL if flat is None else flat).max() < SLIGHT
    if slight and flat is not None:
        return False
    return scatter(faces, image, one.hit) > (WIDELY if slight else SCATTERED)


def scatter(faces: Faces, image: Image, hit: Hit) -> float:
    """Return how far from ``hit``, in edges and on average, crops beside it show the middle of the top face."""
    tops, weights = faces.tops(image, hit, NEAR)
    return float(np.average(np.hypot(*tops.T).clip(max=FARTHEST), weights=weights))


def flattest(faces: Faces, facing: Facing, image: Image, one: Place, flat: Floats) -> tuple[Looks | None, float]:
    """Return the look at the flattest other face of the d10 at ``one``, and by how much it is more slanted than that.

    The difference is that of the sines, on average over both networks that tell how a face is turned; it is negative if the
    other face lies flatter. ``flat`` (n, 2) holds the possible facings of a level face; the one least in favour of the
    other face counts. Without another face the result is None and 1.
    """
    hit, angles = one.hit, np.arange(CROPS) * 2 * np.pi / CROPS
    ring = [
        Hit(hit.x + RING * hit.edge * x, hit.y + RING * hit.edge * y, hit.edge, hit.score)
        for x, y in zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True)
    ]
    seen = faces.look(image, ring, sure=0.0)
    away = np.array([np.hypot(k.x - hit.x, k.y - hit.y) / hit.edge for k in seen.hits])
    others = np.flatnonzero((away >= APART[0]) & (away <= APART[1]) & (seen.classes[:, TEN] >= DIE))
    if not len(others):
        return None, 1.0
    exact = facing.look(image, [hit, *(seen.hits[i] for i in others)])
    own = _slants(one.facing, flat) + _slants(exact[0], flat)
    margins = [
        float((_slants(seen.facing[i], flat) + _slants(e, flat) - own).max()) / 2
        for i, e in zip(others, exact[1:], strict=True)
    ]
    i = others[int(np.argmin(margins))]
    parts = (part[[i]] for part in (seen.classes, seen.colours, seen.facing, seen.upright, seen.strange))
    return Looks([seen.hits[i]], *parts), min(margins)


def _slants(facing: Floats, flat: Floats) -> Floats:
    """Return how much a face is slanted (n), as the sine of an angle, by each of the possible facings of a level one."""
    return np.asarray(np.hypot(*(facing - flat).T))
