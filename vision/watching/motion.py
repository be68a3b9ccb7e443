"""Cheap motion detection: reduces every frame to a small picture and finds the cells that changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image, Mask
from vision.watching.track import Track

Floats = NDArray[np.float32]
LONGER = 160
"""Number of cells along the longer side of the picture."""
FINE = 2
"""Number of sampled pixels along each side of a cell."""
PATTERN = 0.85
"""Minimum correlation of the grey levels of two pictures that show the same pattern."""
MOVED, MOST = 6.0, 14.0
"""Threshold of movement, in grey levels: its minimum, and the maximum to which camera noise raises it."""


@dataclass(frozen=True, slots=True)
class Levels:
    """Grey levels (rows, columns; 0 to 255) with their median, and the tint of each cell: red minus blue."""

    grey: Floats
    median: float
    tint: Floats

    @classmethod
    def of(cls, grey: Floats, tint: Floats) -> Levels:
        """Return these levels with their median."""
        return cls(grey, median(grey) + 1e-3, tint)


class Grid:
    """Makes the small picture of the whole frame or, if there is a track, of the track alone.

    It samples single points, which takes a tenth of the time of rectifying the whole track.
    """

    def __init__(self, track: Track | None = None) -> None:
        self._track = track
        self._shape: tuple[int, ...] = ()

    def levels(self, image: Image) -> Levels:
        """Return the levels of a frame (BGR uint8, any size)."""
        if image.shape != self._shape:
            self._shape, self._points = image.shape, self._lay(image)
        fine = cv2.remap(image, *self._points, cv2.INTER_LINEAR)
        grey = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, (grey.shape[1] // FINE, grey.shape[0] // FINE), interpolation=cv2.INTER_AREA)
        tint = cv2.subtract(fine[::FINE, ::FINE, 2], fine[::FINE, ::FINE, 0], dtype=cv2.CV_32F)
        return Levels.of(*(cv2.GaussianBlur(one, (3, 3), 0).astype(np.float32) for one in (small, tint)))

    def _lay(self, image: Image) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        track = self._track
        wide, high = (track.width, track.height) if track else (image.shape[1], image.shape[0])
        columns, rows = (max(8, round(LONGER * side / max(wide, high))) * FINE for side in (wide, high))
        x = (np.arange(columns, dtype=np.float32) + 0.5) * (wide / columns) - 0.5
        y = (np.arange(rows, dtype=np.float32) + 0.5) * (high / rows) - 0.5
        points = np.stack(np.meshgrid(x, y), axis=-1).astype(np.float32)
        if track:
            points = cv2.perspectiveTransform(points, np.linalg.inv(track.homography())).astype(np.float32)
        none: Any = None
        fixed, parts = cv2.convertMaps(points, none, cv2.CV_16SC2)
        return np.asarray(fixed, np.int16), np.asarray(parts, np.uint16)


def median(values: Floats) -> float:
    """Return the median; of two middle values the larger one."""
    middle = values.size // 2
    return float(np.partition(values, middle, axis=None)[middle])


def difference(now: Levels, before: Levels) -> Floats:
    """Return the absolute difference in grey levels of each cell; a change of the overall brightness does not count."""
    plain = cv2.absdiff(now.grey, before.grey)
    gained = cv2.absdiff(now.grey, before.grey * np.float32(now.median / before.median))
    return np.asarray(cv2.min(plain, gained), np.float32)


def recoloured(now: Levels, before: Levels) -> Floats:
    """Return the absolute difference in tint of each cell; a change of the white balance does not count."""
    change: Floats = now.tint - before.tint
    return np.asarray(np.abs(change - median(change[::4, ::4])), np.float32)


def patterned(a: Floats, b: Floats, least: float = PATTERN) -> bool:
    """Whether grey levels show the same pattern, whatever their brightness and contrast; plain ones show none.

    ``least`` is the minimum correlation.
    """
    p, q = a - a.mean(), b - b.mean()
    return float((p * q).sum()) >= least * float(np.sqrt((p * p).sum() * (q * q).sum()) + 1e-6)


class Motion:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        self.noise = 1.0
        self._last: Levels | None = None

    def changed(self, now: Levels) -> Mask:
        """Return the cells that changed by more than noise since the last call and have two changed neighbours or more.

        The first call returns all cells.
        """
        last, self._last = self._last, now
        if last is None or last.grey.shape != now.grey.shape:
            return np.ones(now.grey.shape, np.bool_)
        change = difference(now, last)
        self.noise = 0.9 * self.noise + 0.1 * median(change) * 1.5
        moving = change > max(MOVED, min(6 * self.noise, MOST))
        if not moving.any():
            return moving
        near = cv2.boxFilter(moving.astype(np.float32), -1, (3, 3), normalize=False)
        return np.asarray(moving & (near >= 3), np.bool_)


def something_free(moving: Mask, die: float) -> bool:
    """Whether something as small as a few dice moves; ``die`` is the area of one die in cells."""
    if not moving.any():
        return False
    near = cv2.dilate(moving.astype(np.uint8), np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    area = stats[1:, cv2.CC_STAT_AREA]
    return bool(((area > 0.3 * die) & (area < 6 * die)).any())
