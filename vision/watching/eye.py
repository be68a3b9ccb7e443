"""The eye for a source of single pictures (the port ``companion.eye.Eye``); ``live.py`` has the eye for streams."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from companion.dice import DiceSet
from companion.eye import Look, NoTrack, no_camera
from vision.errors import VisionError
from vision.learning.learner import Learner
from vision.reading.photograph import shrunk
from vision.reading.reader import DiceReader
from vision.teaching.shared import CAMERA, SharedReader
from vision.teaching.teacher import Teaching
from vision.watching.sources import FrameSource, open_source


class CameraEye:
    """The eye for one source. It loads the networks at the first reading, so that the page opens at once."""

    def __init__(self, source: str, load: Callable[[], DiceReader] = DiceReader, data: Path | None = None) -> None:
        self._frames: FrameSource = open_source(source)
        self.source = self._frames.name
        self.button = self.source != "none"
        self.trouble: str | None = None
        self.photographs = True
        self.learner = Learner(data)
        self._reader = SharedReader(load, data, self.learner)
        self.teacher = Teaching(self._reader)
        self.track = NoTrack()
        self._one_at_a_time = threading.Lock()

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return the reading of an encoded photograph; raise ``UnreadablePicture``."""
        return self._reader.photographed(data, expected)

    def recording(self) -> bytes:
        """Raise ``EyeError``: single pictures are not recorded."""
        raise no_camera()

    def look(self, expected: DiceSet | None) -> Look | None:
        """Return the reading of the next picture, None without a picture or after an error; set ``trouble``."""
        with self._one_at_a_time:
            try:
                frame = self._frames.next_throw()
                self.trouble = " ".join(self._frames.notices()) or None
                if frame is None:
                    return None
                reading = self._reader.read(frame.image, expected)
                seen = self.learner.saw(frame.image, reading, CAMERA)
                return Look(shrunk(reading, frame.image), frame.jpeg(), frame.name, eye=seen.eye, seen=seen)
            except VisionError as error:
                self.trouble = str(error)
                return None
