"""Which face of a d10 is its top: another one than the one that was found may lie flatter.

On a d10 that is slanted, rounded, close to the camera or lit from the side, the locator or the crop reader may take a side
face for the top. Other dice beside it show how a level face is turned: the flattest face is read. Without them the page asks,
and proposes another face only if that one is almost level.
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

RING, CROPS = 0.58, 12
"""Distance from the face found, in edges, and number of the crops in which the other faces are sought."""
APART, DIE = (0.35, 0.9), 0.3
"""Least and greatest distance of another face, in edges, and the minimum probability of a d10 there."""
UNSEEN = 0.7
"""If no other face is seen, the one found counts as if there were one slanted so much, as the sine of an angle. This and the ring
were chosen on 260 single d10 by another maker, up to 28 degrees off the vertical, and 700 by MuJoCo, up to 42 degrees."""
LEVEL = 0.25
"""A face slanted less than this is read instead of a steeper one, though no die beside it shows what is level, and always asked
about. So 16 more of 240 d10 by another maker were read rightly; of 150 by MuJoCo, from 25 to 42 degrees, 6 no longer were."""
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
    """Return ``places``, each d10 with its ``margin``, and each one beside other dice at the face that lies flattest.

    If there is a d10, ``facing`` measures how all dice and their digits are turned; it is more exact than the crop reader.
    """
    shown = [one for one in places if one.presence >= NEVER]
    if not any(_is_ten(one) for one in shown):
        return places
    exact = zip(*facing.tell(image, [one.hit for one in shown]), strict=True)
    shown = [replace(one, facing=turned, upright=upright) for one, (turned, upright) in zip(shown, exact, strict=True)]
    likely = [one for one in shown if one.presence >= LIKELY]
    tops = [
        _on_top(faces, facing, image, one, level(likely, one.hit, image.shape[1])) if _is_ten(one) else one
        for one in shown
    ]
    return tops + [one for one in places if one.presence < NEVER]


def doubted(one: Place) -> bool:
    """Whether the face of the d10 at ``one`` may not be its top."""
    return one.margin < 0


def flattest(faces: Faces, facing: Facing, image: Image, one: Place, flat: Floats) -> tuple[Looks | None, float]:
    """Return the look at the flattest other face of the d10 at ``one``, and by how much it is more slanted than that.

    The difference is that of the sines; it is negative if the other face lies flatter. ``flat`` (n, 2) holds the possible
    facings of a level face; the one least in favour of the other face counts. Without another face the first result is None.
    """
    hit, angles = one.hit, np.arange(CROPS) * 2 * np.pi / CROPS
    ring = [
        Hit(hit.x + RING * hit.edge * x, hit.y + RING * hit.edge * y, hit.edge, hit.score)
        for x, y in zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True)
    ]
    seen = faces.look(image, ring, sure=0.0)
    away = np.array([np.hypot(k.x - hit.x, k.y - hit.y) / hit.edge for k in seen.hits])
    others = np.flatnonzero((away >= APART[0]) & (away <= APART[1]) & (seen.classes[:, TEN] >= DIE))
    own = _slants(one.facing, flat)
    if not len(others):
        return None, float((UNSEEN - own).max())
    exact, upright = facing.tell(image, [seen.hits[i] for i in others])
    margins = [float((_slants(turned, flat) - own).max()) for turned in exact]
    best = int(np.argmin(margins))
    i = others[[best]]
    top = Looks([seen.hits[i[0]]], seen.classes[i], seen.colours[i], exact[[best]], upright[[best]], seen.strange[i])
    return top, margins[best]


def _is_ten(one: Place) -> bool:
    return bool(one.classes.argmax() == TEN)


def _on_top(faces: Faces, facing: Facing, image: Image, one: Place, flat: Floats | None) -> Place:
    known = VERTICAL if flat is None else flat
    if _slants(one.facing, known).min() < STEEP:
        return one
    top, margin = flattest(faces, facing, image, one, known)
    if top is None or margin >= 0 or (flat is None and _slants(top.facing[0], known).max() > LEVEL):
        return replace(one, margin=margin)
    return replace(
        one,
        hit=top.hits[0],
        classes=top.classes[0],
        colours=top.colours[0],
        facing=top.facing[0],
        upright=top.upright[0],
        strange=float(top.strange[0]),
        margin=margin if flat is None else -margin,
    )


def _slants(facing: Floats, flat: Floats) -> Floats:
    """Return how much a face is slanted (n), as the sine of an angle, by each of the possible facings of a level one."""
    return np.asarray(np.hypot(*(facing - flat).T))
