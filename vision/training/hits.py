"""Lists the locator's hits on the training scenes: ``python -m vision.training.hits SCENES [--real=FOLDER]``.

Writes ``hits_*.npy`` beside every file of scenes that has none yet, and ``hits_real.npy`` for the training photographs. Each
row is scene, x, y, edge, class (0 if there is no die), slot of the die in its scene (-1: none).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.locate import Hit, Locator
from vision.training.locator import real

Row = tuple[float, ...]
LEAST = 0.12
"""Minimum score of a listed hit."""


def answer(number: int, hit: Hit, dice: NDArray[np.float32]) -> Row | None:
    """Return the row of one hit; None if it is near a die but not at it, or if the die is almost half hidden.

    ``dice`` (n, 9) are those of its scene, with columns as in ``scenes.py``.
    """
    slots = np.flatnonzero((dice[:, 3] >= 0) & (dice[:, 2] > 0))
    place = (number, hit.x, hit.y, hit.edge)
    if not len(slots):
        return (*place, 0, -1)
    known = dice[slots]
    far = np.hypot(known[:, 0] - hit.x, known[:, 1] - hit.y) / known[:, 2]
    k = int(far.argmin())
    if far[k] < 0.28 and 0.6 < hit.edge / known[k, 2] < 1.6:
        return None if known[k, 8] > 0.45 else (*place, known[k, 3], float(slots[k]))
    return None if far[k] < 0.42 else (*place, 0, -1)


def listed(locator: Locator, pictures: Any, dice: Any, scales: tuple[float, ...] = (1.0,)) -> NDArray[np.float32]:
    """Return the rows (n, 6) of all pictures, each searched at all ``scales``."""
    rows = []
    for number, (picture, known) in enumerate(zip(pictures, dice, strict=True)):
        for scale in scales:
            found = locator.find(np.asarray(picture), scale, LEAST)
            rows += [row for hit in found if (row := answer(number, hit, known)) is not None]
    return np.array(rows, np.float32).reshape(-1, 6)


def main() -> None:
    scenes = Path(sys.argv[1])
    options = dict(a[2:].split("=") for a in sys.argv if "=" in a)
    cv2.setNumThreads(1)
    locator = Locator()
    for name in sorted(scenes.glob("dice_training_*.npy")):
        out = Path(str(name).replace("dice_", "hits_"))
        if not out.exists():
            np.save(
                out, listed(locator, np.load(str(name).replace("dice_", "pictures_"), mmap_mode="r"), np.load(name))
            )
    if "real" in options:
        photographs = [p for p in real(Path(options["real"])) if len(p[1])]
        pictures, dice = zip(*photographs, strict=True)
        padded = [np.pad(d, ((0, 0), (0, 9 - d.shape[1]))) for d in dice]
        np.save(scenes / "hits_real.npy", listed(locator, pictures, padded, (0.8, 1.0, 1.3)))


if __name__ == "__main__":
    main()
