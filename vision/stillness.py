"""Rolling, settling, at rest, or a hand in the way: told from small grey frames, a fraction of a millisecond each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

SMALL = (160, 120)
"""Width and height at which movement is looked for."""
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


class Stillness:
    """Follows the frames of one camera; ``edge`` is that of a die as a fraction of the picture's width."""

    def __init__(self, edge: float = 0.055, rest: int = REST) -> None:
        self.edge = edge
        self.rest = rest
        self._last: NDArray[np.float32] | None = None
        self._ground: NDArray[np.float32] | None = None
        self._still = 0
        self._noise = 1.0
        self._since_hand = 1000

    def empty(self, image: Image) -> None:
        """Take ``image`` as what the track looks like without a hand."""
        self._ground = self._small(image)

    def _small(self, image: Image) -> NDArray[np.float32]:
        step = max(1, image.shape[1] // 480)
        grey = cv2.cvtColor(cv2.resize(image[::step, ::step], SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32), np.float32)

    def feed(self, image: Image) -> Movement:
        """Return what happens in this frame."""
        small = self._small(image)
        last, self._last = self._last, small
        if self._ground is None:
            self._ground = small
        if last is None:
            nothing = np.zeros(small.shape, np.bool_)
            return Movement(Phase.SETTLING, nothing, nothing)
        level = float(np.median(small)) + 1e-3
        # light that flickers changes all grey levels by a factor, but for what is already white
        change = np.minimum(np.abs(small - last * (level / (float(np.median(last)) + 1e-3))), np.abs(small - last))
        self._noise = 0.9 * self._noise + 0.1 * float(np.median(change)) * 1.5
        moving = np.asarray(change > max(MOVED, 6 * self._noise), np.bool_)
        hand = self._hand(small, level)
        self._since_hand = 0 if hand.any() else self._since_hand + 1
        die = (self.edge * SMALL[0]) ** 2
        if hand.any():
            phase, self._still = Phase.HAND, 0
        elif float(moving.sum()) > max(3.0, 0.06 * die):
            phase, self._still = Phase.ROLLING, 0
        else:
            self._still += 1
            phase = Phase.REST if self._still >= self.rest else Phase.SETTLING
            if self._still > 60 and self._still % 10 == 0:
                self._ground = 0.9 * self._ground + 0.1 * small
        return Movement(phase, moving, hand)

    def _hand(self, small: NDArray[np.float32], level: float) -> NDArray[np.bool_]:
        """Return where something much larger than a die reaches in over the border."""
        assert self._ground is not None
        ground = self._ground
        gain = level / (float(np.median(ground)) + 1e-3)
        other = np.minimum(np.abs(small - ground * gain), np.abs(small - ground)) > OTHER_THAN_EMPTY
        if not other.any():
            return np.asarray(other, np.bool_)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8), connectivity=8)
        die = (self.edge * SMALL[0]) ** 2
        found = np.zeros(small.shape, np.bool_)
        least = 3.2 if self._since_hand > LEAVING else 0.3
        for i in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[i])
            if area > least * die and (x == 0 or y == 0 or x + w == SMALL[0] or y + h == SMALL[1]):
                found |= labels == i
        return found
