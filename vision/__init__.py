"""The eye: it finds and reads the dice in a picture.

>>> from vision import read_dice
>>> reading = read_dice("photo.jpg", "2d6")  # doctest: +SKIP
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.dice import Reading
    from vision.pictures import Image
    from vision.reading.reader import DiceReader


def read_dice(picture: Image | Path | str, expect: str | None = None) -> Reading:
    """Return the dice in ``picture``: a file, or BGR uint8 of shape (height, width, 3).

    ``expect`` names the expected dice, if known: ``3d6``, ``roulette``, ``1green+1red`` … Raise ``PictureError`` if the
    file is no readable picture, ``ValueError`` for an array of another type or shape and for unknown dice,
    ``ModelError`` if a network is missing. The networks are loaded once.
    """
    from companion.dice import DiceSet
    from vision import pictures

    image = pictures.load(Path(picture)) if isinstance(picture, str | Path) else picture
    return _reader().read(image, DiceSet.parse(expect) if expect else None)


@cache
def _reader() -> DiceReader:
    from vision.reading.reader import DiceReader

    return DiceReader()
