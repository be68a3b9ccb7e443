"""The world that the shipped networks learn from: ``vision/drawing`` and ``vision/training``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training import lens
from vision.training.sprites import LEANING

HIDDEN = 0.3
"""Maximum hidden share of a listed die's top face."""


def scene(rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a picture (h, w, 3; BGR) and its dice (n, 7), as ``tests.worlds`` says."""
    picture, dice, _ = lens.scene(rng, slanted=bool(rng.random() < 1 / 3))
    shown = dice[(dice[:, 3] > 0) & (dice[:, 3] != LEANING) & (dice[:, 8] < HIDDEN)]
    return picture, shown[:, [0, 1, 2, 3, 4, 6, 7]]
