"""The pictures of other generators (``tests/worlds``) that the networks learn from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

LEFT_OUT = 5
"""Of the pictures of a world, every fifth is left out, to judge with."""


def pictures(folder: Path) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Yield each picture in ``folder`` with its dice (n, 7 or 9), both as ``tests.worlds`` says, without those left out."""
    for i, name in enumerate(sorted(folder.glob("*.png"))):
        if i % LEFT_OUT:
            yield np.asarray(cv2.imread(str(name)), np.uint8), np.load(name.with_suffix(".npy"))


def facings(dice: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the facings (n, 2) of the top faces of such a picture; not a number where the world does not tell them."""
    told = dice.shape[1] > 7
    return dice[:, 7:9] if told else np.full((len(dice), 2), np.nan, np.float32)


def as_scene(dice: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the dice of such a picture in the form of those in a file of scenes (n, 9), none of them covered."""
    rows = np.full((len(dice), 9), -1, np.float32)
    rows[:, :5], rows[:, 6:8], rows[:, 8] = dice[:, :5], dice[:, 5:7], 0
    return rows
