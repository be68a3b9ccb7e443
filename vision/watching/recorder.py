"""Keeps the camera's last half minute in memory, with the eye's readings, for a download when a reading was wrong.

The file is a ZIP of JPEGs with one JSON object for each; ``./servi watch FILE`` replays it.
"""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections import deque
from typing import Any

import cv2

from vision.pictures import Image
from vision.watching.sources import THOUGHTS

SECONDS, RATE = 30.0, 10.0
"""Length of the recording in seconds, and its pictures per second."""
SIDE, QUALITY = 640, 75
"""Longer side of a picture in pixels, and its JPEG quality."""
MOST = 30_000_000
"""Maximum size of all pictures, in bytes."""


class Recorder:
    """Keeps the last pictures. The eye's thread calls ``saw``; any thread may call ``file``."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, bytes, dict[str, Any]]] = deque()
        self._bytes = 0
        self._one_at_a_time = threading.Lock()

    def saw(self, image: Image, time: float, thought: dict[str, Any]) -> None:
        """Record a frame (BGR uint8) with its time in seconds and the eye's state.

        Every frame with a reading is recorded, other frames at most ``RATE`` times per second.
        """
        if self._kept and 0 <= time - self._kept[-1][0] < 1 / RATE - 0.01 and not thought.get("told"):
            return
        kept = time, small(image), thought
        with self._one_at_a_time:
            if self._kept and time < self._kept[-1][0]:  # a reopened camera may have another clock
                self._kept.clear()
                self._bytes = 0
            self._kept.append(kept)
            self._bytes += len(kept[1])
            while self._bytes > MOST or self._kept[0][0] < time - SECONDS:
                self._bytes -= len(self._kept.popleft()[1])

    def file(self) -> bytes:
        """Return the recording as a ZIP file; it holds no picture if none was recorded."""
        with self._one_at_a_time:
            kept = list(self._kept)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as pack:
            for n, (_, jpeg, _) in enumerate(kept):
                pack.writestr(f"{n:04}.jpg", jpeg)
            rows = [{"time": round(time, 3), **thought} for time, _, thought in kept]
            pack.writestr(THOUGHTS, json.dumps(rows, ensure_ascii=False))
        return out.getvalue()

    @property
    def empty(self) -> bool:
        """Whether no frame was recorded yet."""
        return not self._kept


def small(image: Image) -> bytes:
    """Return the frame as JPEG whose longer side has at most ``SIDE`` pixels."""
    while max(image.shape[:2]) >= 2 * SIDE:
        image = image[::2, ::2]
    by = min(1.0, SIDE / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * by)), max(1, round(image.shape[0] * by)))
    done, data = cv2.imencode(".jpg", cv2.resize(image, size), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(data) if done else b""
