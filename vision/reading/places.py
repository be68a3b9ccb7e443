"""A place of a picture where a die may lie, and which of several places are faces of one die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dice import DieKind, ReadDie
from vision.reading import belief
from vision.reading.bicolour import NEITHER
from vision.reading.faces import TEN
from vision.reading.locate import Hit

Floats = NDArray[np.float32]

BOX = 1.44
"""Side of the box of a read die, in edges."""
STACKED = 0.72
"""Distance, in edges, below which two places are a die upon another, or two faces of one d10."""
BLURRED, BLURRED_TEN = 0.11, 0.12
"""Minimum sharpness of the crop of a d6, and of a d10. Black and red faces have no detail that blur could change."""
SOFT, MOVED = 0.2, 0.55
"""Minimum sharpness, and minimum ratio of the sharpness in two directions, of a crop for the network for other dice. Below
them, the crop is out of focus or shows motion blur, and the network for smeared dice reads it. The network for other dice
read a smeared 4 as a 6 in 5 of 132 photographs, with a probability of 0.996, and blurred 4s as 5s."""
FAINT, LONG, SURE = 0.18, 0.45, 0.9
"""With less sharpness, or a lower ratio, a face needs the probability ``SURE``. Of 1,003 certain readings of blurred
photographs, 10 were wrong; this asks about 9 of them, and about 208 others."""


def place_of(die: ReadDie) -> Hit:
    """Return the place of a read die's top face."""
    x, y, wide, high = die.box
    return Hit(x + wide / 2, y + high / 2, wide / BOX, 1.0)


@dataclass(frozen=True, slots=True)
class Place:
    """A possible die: its place and the outputs of each network.

    ``presence`` is the belief (0..1) that a die's top face is there; ``facing``, ``upright`` and ``strange`` are as in
    ``Looks``, ``sharp`` is the ``sharpness`` of its crop. ``bicolour`` holds the probabilities of the bicolour network (3),
    None if it did not run. ``smeared``: the network for smeared dice read this place. ``margin``: by how much the other faces
    of a d10 are more slanted than the one found (``uppermost``); negative if another one lies flatter.
    """

    hit: Hit
    classes: Floats
    colours: Floats
    facing: Floats
    upright: Floats
    strange: float
    presence: float
    features: NDArray[np.float64]
    sharp: tuple[float, float]
    bicolour: Floats | None = None
    smeared: bool = False
    margin: float = 1.0

    @property
    def where(self) -> tuple[float, float, float]:
        """The middle of the top face and its edge, in pixels."""
        return self.hit.x, self.hit.y, self.hit.edge

    @property
    def top(self) -> float | None:
        """The bicolour network's probability of a top face at this place; None if it did not run."""
        return None if self.bicolour is None else 1 - float(self.bicolour[NEITHER])

    def blurred(self, kind: DieKind) -> bool:
        """Whether the pips or the digit of a die of this kind are too blurred to be read."""
        sharp, evenly = self.sharp
        if kind is DieKind.D10:
            return sharp < BLURRED_TEN or evenly < MOVED
        if kind is not DieKind.D6 or not is_smeared(self.sharp):
            return False
        doubtful = (sharp < FAINT or evenly < LONG) and float(self.classes.max()) < SURE
        return sharp < BLURRED or doubtful or not self.smeared


def is_smeared(sharp: tuple[float, float]) -> bool:
    """Whether the network for smeared dice reads a crop of this ``sharpness``."""
    return sharp[0] < SOFT or sharp[1] < MOVED


def is_side(one: Hit, every: list[Hit]) -> bool:
    """Whether a hit may be the side face of a die with a higher score just above it in a slanted view."""
    for other in every:
        edge = other.edge
        dx, dy = (one.x - other.x) / edge, (one.y - other.y) / edge
        if abs(dx) < 0.45 and 0.4 < dy < 0.88 and one.edge < 1.02 * edge and one.score < other.score:
            return True
    return False


def top_faces(seen: list[Place]) -> list[Place]:
    """Return the places without those that are another face of a d10 with a higher presence."""
    kept: list[Place] = []
    for one in sorted(seen, key=lambda s: -s.presence):
        tens = [k for k in kept if k.classes.argmax() == one.classes.argmax() == TEN]
        if all(belief.nearest([one.where, k.where]) >= STACKED for k in tens):
            kept.append(one)
    return kept
