"""Writes text on pictures."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
from numpy.typing import NDArray

# OpenCV 5 loads 6 MB of fonts in each thread that writes, and keeps them. So one thread writes for all.
_writer = ThreadPoolExecutor(1, "lettering")


def write(
    image: NDArray[np.uint8], text: str, at: tuple[int, int], scale: float, ink: tuple[int, ...], thickness: int
) -> None:
    """Write ``text`` on ``image``, in place; ``at`` is the lower left corner of the text, in pixels."""
    font, smooth = cv2.FONT_HERSHEY_SIMPLEX, cv2.LINE_AA
    _writer.submit(cv2.putText, image, text, at, font, scale, ink, thickness, smooth).result()
