"""Detects a frozen camera, which repeats one frame, and a covered one, which shows only black."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from companion.language import tr
from vision.pictures import Image

FROZEN, DARK = 1.5, 1.0
"""Seconds of the same frame, or of darkness, before the eye reports it."""
BLACK = 14
"""Level (0 to 255) below which 98 % of a picture's values lie when the lens is covered."""
STEP = 8


class Health:
    """Follows the frames of one camera, also across reopening."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last: bytes = b""
        self._new = self._lit = now()
        self._frozen = False

    @property
    def frozen(self) -> bool:
        """Whether the frame has not changed for ``FROZEN`` seconds; reopening the camera may help."""
        return self._frozen

    def saw(self, image: Image) -> str | None:
        """Examine a frame (BGR uint8); return a sentence while the camera is frozen or dark, otherwise None."""
        some, now = image[::STEP, ::STEP], self._now()
        points = some.tobytes()
        if points != self._last:  # a working sensor has noise, so no two of its frames are equal
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
