"""A photograph that a phone took: decoded within bounds and read like the camera's own pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.dice import DiceSet, Reading
from companion.errors import UnreadablePicture
from companion.eye import Look
from vision import pictures
from vision.errors import ModelError, PictureError
from vision.reader import DiceReader

MOST_PIXELS = 64_000_000
"""Larger photographs are refused before they are unpacked: three bytes a pixel must fit into a small machine."""


KINDS = (b"\xff\xd8\xff", b"\x89PNG")
"""How the pictures begin that phones send and whose size stands in front, to be checked before they are unpacked."""

SIDE = 1280
"""Pixels of the longer side of a picture as it is kept."""


class PhotoReader:
    """Reads photographs one at a time. The networks are loaded with the first, so that the page opens at once."""

    def __init__(self, load: Callable[[], Any] = DiceReader) -> None:
        self._load = load
        self._reader: Any = None
        self._one_at_a_time = threading.Lock()

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return what lies in ``data``; raise ``UnreadablePicture`` with a sentence for the person who took it."""
        with self._one_at_a_time:
            try:
                if self._reader is None:
                    self._reader = self._load()
                if not data.startswith(KINDS):
                    raise PictureError("neither JPEG nor PNG.")
                image = pictures.decode(data, MOST_PIXELS)
                reading: Reading = self._reader.read(image, expected)
            except PictureError as error:
                raise UnreadablePicture(
                    "Cette photo ne se lit pas : il faut une image JPEG ou PNG, entière, de 64 millions de points au plus."
                ) from error
            except ModelError as error:
                raise UnreadablePicture(
                    "Le lecteur de dés manque sur cette machine (./servi doctor dit pourquoi) : touchez les dés."
                ) from error
            return Look(shrunk(reading, image), pictures.jpeg(image, SIDE))


def shrunk(reading: Reading, image: pictures.Image) -> Reading:
    """Return ``reading`` with its boxes in pixels of the picture as it is kept, ``SIDE`` at its longer side."""
    factor = SIDE / max(image.shape[:2])
    if factor >= 1:
        return reading
    dice = []
    for die in reading.dice:
        x, y, width, height = (round(side * factor) for side in die.box)
        dice.append(replace(die, box=(x, y, width, height)))
    return replace(reading, dice=tuple(dice))
