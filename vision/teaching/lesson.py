"""One lesson: the stored picture of a die's face, and the colour of that face."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.dice import Face
from companion.eye import TaughtFace
from companion.language import tr
from companion.standin import face_of, kind_of
from vision import pictures
from vision.pictures import Image
from vision.reading.faces import crop
from vision.reading.locate import Hit
from vision.reading.places import place_of
from vision.reading.reader import DiceReader
from vision.teaching.box import Box, TeachError

ROOM, SHOWN = 2.6, 208
"""Width of a stored picture, in edges of the die and in pixels."""
VIEWS = 24
"""Half the number of augmented crops made of one picture."""


def shown(image: Image, hit: Hit) -> Image:
    """Return the picture of a face to store: BGR uint8, ``SHOWN`` pixels wide."""
    return crop(image, hit.x, hit.y, hit.edge * ROOM / 1.6, side=SHOWN)


KEPT_HIT = Hit(SHOWN / 2, SHOWN / 2, SHOWN / ROOM, 1.0)
"""The place of the face in a stored picture."""


def tint(image: Image, hit: Hit) -> NDArray[np.float64]:
    """Return the colour of a top face (3): the logarithms of red / green and blue / green, and of a weighted green."""
    r = max(2, round(hit.edge * 0.28))
    x, y = round(hit.x), round(hit.y)
    top = image[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1].reshape(-1, 3).astype(np.float64)
    b, g, red = np.median(top, axis=0) + 4
    return np.array([np.log(red / g), np.log(b / g), 0.35 * np.log(g)])


def show(
    reader: DiceReader, box: Box, kind: str, value: Face, picture: bytes | Image, edge: float | None = None
) -> TaughtFace:
    """Store the face of the only die in ``picture``; return it with its number of pictures.

    ``edge`` is that of a die in pixels, if the track is known. Raise ``TeachError`` unless there is exactly one die and
    the face exists, ``PictureError`` for an unreadable picture, ``OSError`` if it cannot be stored.
    """
    which = kind_of(kind)
    face = face_of(which, value)
    image = pictures.decode(picture) if isinstance(picture, bytes) else picture
    dice = reader.read(image, None, edge).dice
    if not dice:
        raise TeachError(tr("Aucun dé n'est vu : le poser seul sur la piste, la face à apprendre en haut."))
    if len(dice) > 1:
        told = tr("Plusieurs dés sont vus : n'en laisser qu'un sur la piste, la face à apprendre en haut.")
        raise TeachError(told)
    box.keep(which, face, shown(image, place_of(dice[0])))
    return next(t for t in box.taught() if (t.kind, t.value) == (which.value, face))
