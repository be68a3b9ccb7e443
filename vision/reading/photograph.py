"""A photograph that a phone took: decoded within bounds and read like the camera's own pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from companion.dice import DiceSet, Reading
from companion.errors import UnreadablePicture
from companion.eye import Look
from companion.language import tr
from vision import pictures
from vision.errors import ModelError, PictureError

MOST_PIXELS = 64_000_000
"""Maximum number of pixels, checked before decoding: three bytes per pixel must fit into a small machine's memory."""

SIDE = 1280
"""Longer side of a stored picture, in pixels."""


class Reader(Protocol):
    """A reader of pictures."""

    def read(
        self,
        image: pictures.Image,
        expected: DiceSet | None = None,
        edge: float | None = None,
        odds: pictures.Odds | None = None,
    ) -> Reading:
        """Return the reading of a picture; the arguments are those of ``DiceReader.read``."""


def decoded(data: bytes) -> pictures.Image:
    """Return a photograph as BGR uint8; raise ``UnreadablePicture`` with a sentence for the photographer."""
    if pictures.is_heic(data):
        told = tr(
            "Cette photo est au format HEIC, qui ne se lit pas ici : dans les réglages de l'appareil photo, choisir le "
            "format « le plus compatible » (JPEG), puis reprendre la photo."
        )
        raise UnreadablePicture(told)
    try:
        return pictures.decode(data, MOST_PIXELS)
    except PictureError as error:
        told = tr(
            "Cette photo ne se lit pas : il faut une image JPEG, PNG ou WebP, entière, de 64 millions de points au plus."
        )
        raise UnreadablePicture(told) from error


def no_reader() -> UnreadablePicture:
    """Return the error for a page if the networks are missing."""
    told = tr("Le lecteur de dés manque sur cette machine (./servi doctor dit pourquoi) : touchez les dés.")
    return UnreadablePicture(told)


def read(reader: Reader, data: bytes, expected: DiceSet | None) -> Look:
    """Return the reading of an encoded photograph; raise ``UnreadablePicture`` with a sentence for the photographer."""
    image = decoded(data)
    try:
        reading = reader.read(image, expected)
    except ModelError as error:
        raise no_reader() from error
    return Look(shrunk(reading, image), pictures.jpeg(image, SIDE))


def shrunk(reading: Reading, image: pictures.Image) -> Reading:
    """Return ``reading`` with its boxes in pixels of the stored picture, whose longer side is at most ``SIDE``."""
    factor = SIDE / max(image.shape[:2])
    if factor >= 1:
        return reading
    dice = []
    for die in reading.dice:
        x, y, width, height = (round(side * factor) for side in die.box)
        dice.append(replace(die, box=(x, y, width, height)))
    return replace(reading, dice=tuple(dice))
