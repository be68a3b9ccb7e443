"""Brightens what the networks have hardly learnt: dim pictures for all of them, and black dice for the locator."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Image

DIM = 110.0
"""A picture whose brightest small area (grey level) is darker than this is dim."""
BRIGHT, DUSK = 220.0, 60.0
"""Grey level of the brightest small area after brightening: for the d6 and the d10, and for the red and black die. At
``BRIGHT`` a black face is as grey as one that reflects a lamp, and its network took one in twenty for red."""
BLOCKS, FEW = 100, 4
"""Number of blocks along the shorter side, whose grey levels are averaged, and the rank of the block taken for the
brightest area. A die with an edge of a fiftieth of that side has the area of ``FEW`` blocks, so even a small light die
on a dark table is not overexposed."""
MOST = 32.0
"""Maximum gain."""
LIFT = 0.65
"""Exponent of the tone curve for the locator if a red and black die is expected. It has hardly learnt dark faces without a glint
at their edges: of flat black cubes it finds 90 % with this curve, and 80 % without it. The exponents 0.8 and 0.5: 89 and 93 %."""
LIFTED = np.round(255 * (np.arange(256) / 255) ** LIFT).astype(np.uint8)


def brightened(image: Image, to: float = BRIGHT) -> tuple[Image, float]:
    """Return the picture and 1, or a brighter one and its gain if the picture (BGR, (height, width, 3)) is dim.

    ``to`` is the grey level of its brightest small area after brightening; a picture that reaches it is not dim.
    """
    high, wide = image.shape[:2]
    side = max(1, min(high, wide) // BLOCKS)
    small = cv2.resize(image, (max(1, wide // side), max(1, high // side)), interpolation=cv2.INTER_AREA)
    grey = np.sort(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), axis=None)
    dark, light = float(grey[len(grey) // 200]), float(grey[-min(FEW, len(grey))])
    if light >= min(DIM, to):
        return image, 1.0
    gain = min(MOST, to / max(1.0, light - dark / 2))
    levels = np.clip((np.arange(256) - dark / 2) * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, levels), np.uint8), float(gain)


def lifted(image: Image) -> Image:
    """Return ``image`` (BGR, (height, width, 3)) with lighter dark and middle tones, as the locator sees it."""
    return np.asarray(cv2.LUT(image, LIFTED), np.uint8)
