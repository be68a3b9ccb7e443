"""Whether a read die is only print on a larger one: the loop of an 8 on a d20 looks like a small die with a single pip."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.dice import ReadDie
from vision.pictures import Image
from vision.reading.faces import OTHER, TEN, Faces
from vision.reading.locate import BEST_EDGE, Locator, edges_of
from vision.reading.places import place_of

LARGER = (2.5, 5.0)
"""Edges of the larger dice that are looked for, relative to those of the read dice; the first one is also the minimum."""
SCORE, NUMBERED = 0.5, 0.9
"""Minimum score of a larger die, and minimum probability that it has digits. Both were chosen on 300 drawn strangers, on which
four digits were certainly a d6, and 348 certain readings of other dice; they doubt all of the former and none of the latter."""


def printed(image: Image, dice: Sequence[ReadDie], locator: Locator, faces: Faces) -> bool:
    """Whether one of the ``dice`` read in ``image`` lies on the top of a larger die with digits."""
    places = [place_of(d) for d in dice]
    edge = float(np.median(edges_of(places)))
    for by in LARGER:
        scale = max(BEST_EDGE / (by * edge), 24 / max(image.shape[:2]))
        for hit in locator.find(image, min(scale, 4.0), SCORE):
            far = min(np.hypot(k.x - hit.x, k.y - hit.y) for k in places)
            if hit.edge >= LARGER[0] * edge and far <= hit.edge / 2:
                classes = faces.look(image, [hit], sure=0.0).classes[0]
                if classes[TEN] + classes[OTHER] >= NUMBERED:
                    return True
    return False
