"""Dim pictures, made brighter before they are read: the networks have learnt dice in ordinary light."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Image

DIM = 110.0
"""A picture whose brightest points (grey, 99.5th percentile) are darker than this is dim."""
BRIGHT = 220.0
"""Grey level that these points get."""
MOST = 32.0
"""Maximum gain."""


def brightened(image: Image) -> tuple[Image, float]:
    """Return the picture and 1, or a brighter one and its gain if the picture (BGR, (height, width, 3)) is dim."""
    step = max(1, min(image.shape[:2]) // 240)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    dark, light = np.percentile(grey, (0.5, 99.5))
    if light >= DIM:
        return image, 1.0
    gain = min(MOST, BRIGHT / max(1.0, light - dark / 2))
    levels = np.clip((np.arange(256) - dark / 2) * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, levels), np.uint8), float(gain)
