"""Rolling, settling, at rest, or a hand in the way: told from small grey frames, a fraction of a millisecond each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.watching.track import Track

Floats = NDArray[np.float32]
SMALL = (160, 120)
"""Width and height at which movement is looked for."""
POINTS = (320, 240)
"""Points across and down at which a picture is looked at."""
REST = 4
"""Still frames before the dice count as at rest: a rest may last only 8 frames."""
MOVED = 6.0
"""Least change of a grey level that is movement; noise that is stronger raises it."""
OTHER_THAN_EMPTY = 16.0
LEAVING = 8
"""Frames after a hand in which its last fingers at the border still count as the hand."""


class Phase(StrEnum):
    """What happens on the track."""

    ROLLING = "rolling"
    SETTLING = "settling"
    REST = "rest"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Movement:
    """The phase, and where something moves and where a hand is (boolean, (120, 160))."""

    phase: Phase
    moving: NDArray[np.bool_]
    hand: NDArray[np.bool_]


class Grid:
    """The points at which a picture is looked at for movement: of all of it, or of the track alone.

    Looking at 76 800 points instead of straightening the whole track takes a tenth of the time.
    """

    def __init__(self, track: Track | None = None) -> None:
        self._track = track
        self._shape: tuple[int, ...] = ()

    def seen(self, image: Image) -> Floats:
        """Return the picture (any size) as grey levels, (120, 160)."""
        if image.shape != self._shape:
            self._shape, self._points = image.shape, self._lay(image)
        grey = cv2.cvtColor(cv2.remap(image, *self._points, cv2.INTER_LINEAR), cv2.COLOR_BGR2GRAY)
        small = cv2.GaussianBlur(cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA), (3, 3), 0)
        return small.astype(np.float32)

    def _lay(self, image: Image) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        track = self._track
        wide, high = (track.width, track.height) if track else (image.shape[1], image.shape[0])
        x = (np.arange(POINTS[0], dtype=np.float32) + 0.5) * (wide / POINTS[0]) - 0.5
        y = (np.arange(POINTS[1], dtype=np.float32) + 0.5) * (high / POINTS[1]) - 0.5
        points = np.stack(np.meshgrid(x, y), axis=-1).astype(np.float32)
        if track:
            points = cv2.perspectiveTransform(points, np.linalg.inv(track.homography())).astype(np.float32)
        none: Any = None
        fixed, parts = cv2.convertMaps(points, none, cv2.CV_16SC2)
        return np.asarray(fixed, np.int16), np.asarray(parts, np.uint16)


@dataclass(frozen=True, slots=True)
class Levels:
    """Grey levels and their median."""

    grey: Floats
    median: float


def _levels(grey: Floats) -> Levels:
    return Levels(grey, _median(grey) + 1e-3)


def _median(values: Floats) -> float:
    """Return the median, of two middle values the larger."""
    middle = values.size // 2
    return float(np.partition(values, middle, axis=None)[middle])


def _difference(now: Levels, before: Levels) -> Floats:
    """Return by how much grey levels differ; light that flickers changes all by a factor, but for what is white."""
    plain = cv2.absdiff(now.grey, before.grey)
    gained = cv2.absdiff(now.grey, before.grey * np.float32(now.median / before.median))
    return np.asarray(cv2.min(plain, gained), np.float32)


class Stillness:
    """Follows the frames of one camera; ``edge`` is that of a die as a fraction of the picture's width."""

    def __init__(self, edge: float = 0.055, rest: int = REST, track: Track | None = None) -> None:
        self.edge = edge
        self.rest = rest
        self._grid = Grid(track)
        self._last: Levels | None = None
        self._ground: Levels | None = None
        self._still = 0
        self._noise = 1.0
        self._since_hand = 1000

    def empty(self, image: Image) -> None:
        """Take ``image``, the track seen from above, as what it looks like without a hand."""
        self._ground = _levels(Grid().seen(image))

    def feed(self, image: Image) -> Movement:
        """Return what happens in this frame of the camera."""
        now = _levels(self._grid.seen(image))
        last, self._last = self._last, now
        if self._ground is None:
            self._ground = now
        if last is None:
            nothing = np.zeros(now.grey.shape, np.bool_)
            return Movement(Phase.SETTLING, nothing, nothing)
        change = _difference(now, last)
        self._noise = 0.9 * self._noise + 0.1 * _median(change) * 1.5
        moving = np.asarray(change > max(MOVED, 6 * self._noise), np.bool_)
        hand = self._hand(now)
        self._since_hand = 0 if hand.any() else self._since_hand + 1
        die = (self.edge * SMALL[0]) ** 2
        if hand.any():
            phase, self._still = Phase.HAND, 0
        elif np.count_nonzero(moving) > max(3.0, 0.06 * die):
            phase, self._still = Phase.ROLLING, 0
        else:
            self._still += 1
            phase = Phase.REST if self._still >= self.rest else Phase.SETTLING
            if self._still > 60 and self._still % 10 == 0:
                self._ground = _levels(0.9 * self._ground.grey + 0.1 * now.grey)
        return Movement(phase, moving, hand)

    def _hand(self, now: Levels) -> NDArray[np.bool_]:
        """Return where something much larger than a die reaches in over the border."""
        assert self._ground is not None
        other = _difference(now, self._ground) > OTHER_THAN_EMPTY
        if not other.any():
            return np.asarray(other, np.bool_)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8), connectivity=8)
        die = (self.edge * SMALL[0]) ** 2
        found = np.zeros(other.shape, np.bool_)
        least = 3.2 if self._since_hand > LEAVING else 0.3
        for i in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[i])
            if area > least * die and (x == 0 or y == 0 or x + w == SMALL[0] or y + h == SMALL[1]):
                found |= labels == i
        return found
