"""The eye of a table without a camera: it reads what phones photograph."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.dice import DiceSet
    from companion.eye import Look


class PhoneEye:
    """Reads photographs taken with a phone and learns dice from them.

    OpenCV and the networks load at the first call that needs them, so that the page opens at once.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._box: str | None = None
        self._made: Any = None
        self._one_makes_it = threading.Lock()

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return the reading of a photograph; raise ``UnreadablePicture`` if it fails."""
        from vision.reading.photograph import read

        return read(self._teaching().reader, data, expected)

    def play_with(self, box: str) -> None:
        """Use what was taught for this box from now on."""
        self._box = box
        if self._made is not None:
            self._made.play_with(box)

    def __getattr__(self, name: str) -> Any:
        """Return the other methods of a teacher (``companion.eye.Teacher``)."""
        return getattr(self._teaching(), name)

    def _teaching(self) -> Any:
        with self._one_makes_it:
            if self._made is None:
                from vision.teaching.shared import SharedReader
                from vision.teaching.teacher import Teaching

                self._made = Teaching(SharedReader(data=self._data))
                if self._box is not None:
                    self._made.play_with(self._box)
            return self._made
