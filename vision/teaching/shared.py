"""The reader that camera, photographs and teaching of a table share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.dice import DiceSet, Face, Reading
from companion.eye import EXAMPLE, Look, TaughtFace
from vision.learning import familiar
from vision.learning.learner import Learner
from vision.learning.store import Seen
from vision.pictures import Image, Odds
from vision.reading import photograph
from vision.reading.reader import DiceReader
from vision.teaching.box import Box
from vision.teaching.lesson import show
from vision.teaching.taught import TaughtReader

CAMERA, PHONE = "camera", "phone"
"""Names of the two sources, the camera above the track and the photographs of phones; each has its own light and
view."""


class SharedReader:
    """The reader with the taught dice of the current box. It loads its networks at first use; a lock serialises threads."""

    def __init__(
        self, load: Callable[[], Any] = DiceReader, data: Path | None = None, learner: Learner | None = None
    ) -> None:
        self._load, self.data = load, data
        self.learner = learner or Learner(None)
        self._plain: Any = None
        self._mine: Any = None
        self._learned: object = None
        """The marker of the lesson that ``_mine`` has learned; another ``_lesson`` means that it must learn again."""
        self._lesson = object()
        self._box = EXAMPLE
        self._one_at_a_time = threading.RLock()

    def play_with(self, box: str) -> None:
        """Use the taught dice of this box from the next reading on."""
        self._box = box
        self.learn_anew()

    def learn_anew(self) -> None:
        """Learn the taught dice again before the next reading; return at once, as the table's lock is held."""
        self._lesson = object()

    def read(
        self,
        image: Image,
        expected: DiceSet | None = None,
        edge: float | None = None,
        odds: Odds | None = None,
        camera: str = CAMERA,
    ) -> Reading:
        """Return the dice in ``image``; raise ``ModelError`` if a network is missing. See ``DiceReader.read``.

        Only what was learnt in play under this ``camera`` is used.
        """
        with self._one_at_a_time:
            lesson = self._lesson
            if self._learned is not lesson:
                self._mine, self._learned = self._reader(), lesson
            heads = self.learner.heads(camera)
            if heads and isinstance(self._plain, DiceReader):
                return familiar.read(self._plain, self._mine, heads, image, expected, edge, odds)
            reading: Reading = self._mine.read(image, expected, edge, odds)
            return reading

    def photographed(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return the reading of a phone's photograph; raise ``UnreadablePicture`` with a sentence for the photographer."""
        phone = _Phone(self)
        look = photograph.read(phone, data, expected)
        return look if phone.seen is None else replace(look, eye=phone.seen.eye, seen=phone.seen)

    def show(self, box: Box, kind: str, value: Face, image: Image, edge: float | None) -> TaughtFace:
        """Store the face of the only die in ``image``, which the general reader finds; raise ``EyeError``."""
        with self._one_at_a_time:
            return show(self._general(), box, kind, value, image, edge)

    def _general(self) -> Any:
        if self._plain is None:
            self._plain = self._load()
        return self._plain

    def _reader(self) -> Any:
        if self.data is None:
            return self._general()
        box = Box(self.data, self._box)
        return TaughtReader(self._general(), box) if box.taught() or box.stand_ins() else self._general()


class _Phone:
    """The reader of one phone's photograph; ``seen`` holds what the learner stores of it."""

    def __init__(self, reader: SharedReader) -> None:
        self._reader = reader
        self.seen: Seen | None = None

    def read(
        self, image: Image, expected: DiceSet | None = None, edge: float | None = None, odds: Odds | None = None
    ) -> Reading:
        reading = self._reader.read(image, expected, edge, odds, PHONE)
        self.seen = self._reader.learner.saw(image, reading, PHONE)
        return reading
