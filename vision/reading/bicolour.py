"""Reads the bicolour die: a red top face, a black one, or neither."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading.faces import crop, softmax
from vision.reading.locate import Hit
from vision.reading.network import Network

Floats = NDArray[np.float32]
RED, BLACK, NEITHER = range(3)
WIDE = 1.5
"""Width of a crop, relative to the crop reader's; the added sides and ground show the colour of the light."""
VIEWS = (
    (0.0, 1.0, False),
    (0.12, 0.95, True),
    (-0.12, 1.05, True),
    (0.0, 1.0, True),
    (0.25, 1.1, False),
    (-0.25, 0.9, False),
    (0.25, 0.9, True),
    (-0.25, 1.1, True),
    (0.0, 0.8, False),
    (0.0, 1.25, True),
    (0.12, 1.25, False),
    (-0.12, 0.8, True),
)
"""Turn (radians), scale and mirror of the averaged views."""
FIRST, SURE = 2, 0.97
"""Stop after ``FIRST`` views if the mean confidence is at least ``SURE``."""


class Bicolour:
    """The network that classifies a top face as red, black or neither."""

    def __init__(self) -> None:
        self.net = Network("bicolour")

    def read(self, image: Image, hit: Hit) -> Floats:
        """Return the probabilities (3) of a red top face at ``hit``, a black one, and neither."""
        told = self._answers(image, hit, VIEWS[:FIRST])
        if told.mean(0).max() < SURE:
            told = np.vstack([told, self._answers(image, hit, VIEWS[FIRST:])])
        return np.asarray(told.mean(0), np.float32)

    def _answers(self, image: Image, hit: Hit, views: tuple[tuple[float, float, bool], ...]) -> Floats:
        crops = [crop(image, hit.x, hit.y, hit.edge * WIDE * scale, turn, flip) for turn, scale, flip in views]
        return softmax(self.net.run(crops).reshape(len(crops), 3))
