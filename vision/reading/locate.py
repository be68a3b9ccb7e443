"""Finds dice: the middle of each top face and the length of its edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image, Odds, odds_at
from vision.reading.light import lifted
from vision.reading.network import Network

CELL = 4
UNIT = 24.0
BEST_EDGE, TRACK_EDGE = 26.0, 18.0
"""Edge of a die, in pixels, to which a picture is scaled for the locator: without a track, and on one. On a track the
smaller edge is as accurate and takes three quarters of the time. In a film without a track it serves for a second scan."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A possible top face of a die: middle and edge in pixels of the picture, and score (0..1)."""

    x: float
    y: float
    edge: float
    score: float


class Locator:
    """The fully convolutional locator (after CenterNet, Zhou et al. 2019)."""

    def __init__(self) -> None:
        self._net = Network("locator")

    def find(
        self, image: Image, scale: float, least: float = 0.15, odds: Odds | None = None, lift: bool = False
    ) -> list[Hit]:
        """Return the hits in ``image``, best first, one for each die, with scores over ``least``.

        ``scale`` is the factor by which the picture is resized for the search. Hits in a cell of ``odds`` with factor 0 are
        left out. With ``lift`` the picture is searched as ``light.lifted`` shows it.
        """
        h, w = image.shape[:2]
        wide, high = max(32, round(w * scale)), max(32, round(h * scale))
        padded = cv2.copyMakeBorder(shrunk(image, wide, high), 0, -high % 16, 0, -wide % 16, cv2.BORDER_REPLICATE)
        seen = np.asarray(padded, np.uint8)
        out = self._net.run([lifted(seen) if lift else seen])[0]
        heat = 1 / (1 + np.exp(-np.clip(out[0], -30, 30)))
        peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
        ys, xs = np.nonzero(peak)
        edges = UNIT * np.exp(np.clip(out[1, ys, xs], -3, 3))
        x = (xs + out[2, ys, xs] + 0.5) * CELL * w / wide
        y = (ys + out[3, ys, xs] + 0.5) * CELL * h / high
        edges = edges * w / wide
        found = [Hit(*map(float, row)) for row in zip(x, y, edges, heat[ys, xs], strict=True)]
        found = [f for f in found if 0 <= f.x < w and 0 <= f.y < h]
        if odds is not None:
            found = [f for f in found if odds_at(odds, f.x, f.y, image)]
        return distinct(found)


def shrunk(image: Image, wide: int, high: int) -> Image:
    """Return ``image`` at this size: halved while both sides are even and at least twice as long, then interpolated.

    Averaging four whole pixels is much faster than averaging parts of pixels.
    """
    while min(image.shape[1] // wide, image.shape[0] // high) > 1 and image.shape[0] % 2 == image.shape[1] % 2 == 0:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)


def distinct(hits: list[Hit], apart: float = 0.55) -> list[Hit]:
    """Return ``hits``, best first, without those whose middle lies on a better hit (non-maximum suppression)."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda k: -k.score):
        if all(np.hypot(hit.x - k.x, hit.y - k.y) > apart * max(min(hit.edge, k.edge), 0.6 * k.edge) for k in kept):
            kept.append(hit)
    return kept


def edges_of(hits: list[Hit]) -> NDArray[np.float32]:
    """Return the edges of ``hits`` as an array."""
    return np.array([hit.edge for hit in hits], np.float32)


def typical_edge(hits: list[Hit], weight: NDArray[np.floating]) -> float:
    """Return the median of the edges of ``hits`` (n), in pixels, weighted by ``weight`` (n).

    A few false hits of small weight do not determine it.
    """
    edges = edges_of(hits)
    order = np.argsort(edges)
    below = np.cumsum(weight[order])
    return float(edges[order][np.searchsorted(below, below[-1] / 2)])
