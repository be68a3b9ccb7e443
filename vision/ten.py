"""Reads the digit of a d10: the crop is turned through 24 angles and the best upright evidence wins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.faces import crop, softmax
from vision.locate import Hit
from vision.network import Network
from vision.pictures import Image

Floats = NDArray[np.float32]
TURNS = 24
WRONG = 10


class Ten:
    """The net of ten digits and "wrongly turned", run through OpenCV on one thread."""

    def __init__(self) -> None:
        self._net = Network("ten")

    def _run(self, crops: list[Image]) -> Floats:
        return softmax(self._net.run(crops).reshape(len(crops), -1))

    def read(self, image: Image, hit: Hit) -> tuple[Floats, float]:
        """Return the probabilities of the digits 0-9 (they sum to at most 1) and the best angle in radians.

        What is missing to 1 is the belief that no digit stands upright at any angle.
        """
        angles = np.arange(TURNS) * (2 * np.pi / TURNS)
        coarse = self._run([crop(image, hit.x, hit.y, hit.edge, float(a)) for a in angles])
        evidence = coarse[:, :WRONG]
        ranked = np.argsort(-evidence.max(1))[: 1 if float(evidence.max()) > 0.9 else 3]
        best = np.zeros(WRONG, np.float32)
        best_angle, best_sum = 0.0, -1.0
        for i in ranked:
            views = [(d, s) for d in (-0.08, 0.08) for s in (0.94, 1.05)] + [(0.0, 0.97)]
            fine = self._run([crop(image, hit.x, hit.y, hit.edge * s, float(angles[i] + d)) for d, s in views])
            here = np.vstack([coarse[i : i + 1], fine])[:, :WRONG]
            mean = np.sort(here, axis=0)[-4:].mean(0)  # the best four: the true angle lies between two of the grid
            if mean.max() > best_sum:
                best_sum, best_angle = float(mean.max()), float(angles[i])
            best = np.maximum(best, mean)
        best = np.maximum(best, evidence.max(0) * 0.8)  # digits that stand upright at another angle speak against it
        total = max(float(best.sum()), 1.0)
        return np.asarray(best / total, np.float32), best_angle
