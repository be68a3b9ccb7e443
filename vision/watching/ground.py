"""Smooths the ground of a picture, so that its pattern shows no dice."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Image
from vision.watching.motion import Floats

MARGIN = 1.2
"""Width of the unsmoothed border around the cells to keep, in edges of a die."""
SOFT = 0.35
"""Standard deviation of the blur that softens the transition to the smooth ground, in edges of a die."""
COARSE = 3.0
"""Pixels along the edge of a die to which the ground is reduced: too few for a face."""


def smoothed(image: Image, keep: Floats, edge: float) -> Image:
    """Return ``image`` (BGR uint8), smoothed except near the cells to keep.

    ``keep`` (rows, columns) is 1 in the cells to keep, else 0. ``edge`` is the edge of a die in cells.
    """
    wide = 2 * round(MARGIN * edge) + 1
    keep = np.asarray(cv2.dilate(keep, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))), np.float32)
    if keep.all():
        return image
    high, broad = image.shape[:2]
    by = COARSE * keep.shape[1] / (edge * broad)
    small = cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.GaussianBlur(small, (0, 0), COARSE / 2), (broad, high), interpolation=cv2.INTER_LINEAR)
    weight = cv2.resize(cv2.GaussianBlur(keep, (0, 0), SOFT * edge), (broad, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.blendLinear(image, ground, weight, 1 - weight), np.uint8)
