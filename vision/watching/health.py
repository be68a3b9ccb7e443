"""Whether a camera that gives frames still sees: a frozen one shows the same frame for ever, a covered one nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from companion.language import tr
from vision.pictures import Image

FROZEN, DARK = 1.5, 1.0
"""Seconds for which the same frame, or darkness, must come before it is said."""
BLACK = 14
"""Grey level under which all but a few points lie when a lens is covered; its noise stays below."""
STEP = 8


class Health:
    """Follows the frames of one camera, also while it is opened again."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: bytes = b""
        self._new = self._lit = now()
        self._frozen = False

    @property
    def frozen(self) -> bool:
        """Whether no frame has differed from the one before for too long; opening the camera anew may help."""
        return self._frozen

    def saw(self, image: Image) -> str | None:
        """Take note of a frame; return a sentence while the camera does not see."""
        some, now = image[::STEP, ::STEP], self._now()
        points = some.tobytes()
        if points != self._last:  # a sensor has noise: no two frames of a living one are alike
            self._last, self._new, self._frozen = points, now, False
        elif now - self._new >= FROZEN:
            self._frozen = True
        if some.size and float(np.percentile(some, 98)) >= BLACK:
            self._lit = now
        if self._frozen:
            return tr("La caméra montre toujours la même image : la débrancher, puis la rebrancher.")
        if now - self._lit >= DARK:
            return tr("Tout est noir devant la caméra : la découvrir, ou allumer la lampe.")
        return None
