"""Training rows from a stored crop: outputs of the networks, each with its true class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dice import DieKind, ReadDie
from vision.learning.heads import CLASSES
from vision.learning.labels import NO_DIE, Label
from vision.pictures import Image
from vision.reading import bicolour, faces, ten
from vision.reading.faces import REACH, crop, softmax
from vision.reading.light import DUSK, brightened
from vision.reading.locate import Hit
from vision.reading.network import Network
from vision.reading.places import place_of

Floats = NDArray[np.float32]
ROOM, SIDE = 2.6, 128
"""Width of a stored crop, in edges of the die and in pixels."""
PLACE = Hit(SIDE / 2 - 0.5, SIDE / 2 - 0.5, SIDE / ROOM, 1.0)
"""The place of the die in a stored crop."""
ASTRAY = ((0.05, 0.03), (-0.05, -0.05))
"""Shifts, in edges, of further views: the reader never finds the middle of a die exactly."""
WRONGLY = (np.pi, 0.6, -0.6, 1.6)
"""Rotations, in radians, that serve as examples of a wrongly turned digit."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The outputs (n, ...) of one network for the views of one crop, and the true class (n) of each."""

    out: Floats
    wanted: NDArray[np.int64]


def cut(image: Image, dice: Iterable[ReadDie]) -> list[Image]:
    """Return the crop of each read die to store, brightened as its value is read: BGR uint8, ``SIDE`` pixels wide."""
    bright, dusk = brightened(image)[0], brightened(image, DUSK)[0]
    crops = []
    for die in dice:
        at, lit = place_of(die), dusk if die.kind is DieKind.BICOLOUR else bright
        crops.append(crop(lit, at.x, at.y, at.edge * ROOM / REACH, side=SIDE))
    return crops


class Eyes:
    """The networks without learnt heads, for a lesson."""

    def __init__(self) -> None:
        self._nets = {name: Network(name) for name in CLASSES}

    def rows(self, picture: Image, label: Label) -> dict[str, Rows]:
        """Return the training rows of a crop with this label, for each network that it can teach."""
        kind, value = label
        found = {"faces": self._faces(picture, _face_class(label))}
        if kind == DieKind.D10:
            upright = self._upright(picture, int(value))
            if upright is not None:
                found["ten"] = upright
        if kind == DieKind.BICOLOUR:
            views = [
                crop(picture, PLACE.x, PLACE.y, PLACE.edge * bicolour.WIDE * scale, turn, flip)
                for turn, scale, flip in bicolour.VIEWS[:6]
            ]
            side = bicolour.RED if value == "red" else bicolour.BLACK
            found["bicolour"] = self._told("bicolour", views, [side] * len(views))
        return found

    def _told(self, name: str, views: list[Image], wanted: list[int]) -> Rows:
        out = self._nets[name].run(views).reshape(len(views), -1)
        return Rows(out, np.array(wanted, np.int64))

    def _faces(self, picture: Image, wanted: int) -> Rows:
        level = [v for v in faces.VIEWS[:4] if not v[2] or wanted < faces.TEN]
        views = [crop(picture, PLACE.x, PLACE.y, PLACE.edge * scale, turn, flip) for turn, scale, flip in level]
        views += [crop(picture, PLACE.x + x * PLACE.edge, PLACE.y + y * PLACE.edge, PLACE.edge) for x, y in ASTRAY]
        return self._told("faces", views, [wanted] * len(views))

    def _upright(self, picture: Image, digit: int) -> Rows | None:
        """Return the rows of a d10's digit, upright and wrongly turned; None if no angle shows a digit."""
        angles = np.arange(ten.TURNS) * ten.STEP
        chances = softmax(
            self._told("ten", [ten.view(picture, PLACE, float(a)) for a in angles], []).out[:, : ten.ANSWERS]
        )
        upright = chances[:, digit] + 0.05 * chances[:, : ten.WRONG].max(1)
        if float(upright.max()) < 0.03:
            return None
        best = angles[int(upright.argmax())]
        near = np.cos(angles - best) > 0.9
        middle = float(np.angle((upright[near] * np.exp(1j * angles[near])).sum()))
        views = [ten.view(picture, PLACE, middle + turn, scale) for turn, scale in ten.VIEWS]
        views += [ten.view(picture, PLACE, middle + turn) for turn in WRONGLY]
        return self._told("ten", views, [digit] * len(ten.VIEWS) + [ten.WRONG] * len(WRONGLY))


def _face_class(label: Label) -> int:
    kind, value = label
    if kind == NO_DIE:
        return faces.NONE
    return {DieKind.D10: faces.TEN, DieKind.BICOLOUR: faces.BLANK}.get(DieKind(kind)) or int(value)


def joined(rows: list[Rows]) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Return the outputs and true classes of all rows, and the index of each row's crop."""
    whose = np.repeat(np.arange(len(rows)), [len(r.wanted) for r in rows])
    return np.concatenate([r.out for r in rows]), np.concatenate([r.wanted for r in rows]), whose
