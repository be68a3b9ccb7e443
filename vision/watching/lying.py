"""Dice that lie on the table, followed from one look of the reader to the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import DieKind, Face, ReadDie
from vision.pictures import Image
from vision.watching.arrival import How

SAME_PLACE = 0.35
"""A die within this many edges of where it lay did not move."""
SETTLED = 0.2
"""A die that moved by more edges between two looks does not rest yet."""
LOOKS, WHILE = 3, 0.12
"""Looks that a die at rest is seen in, or seconds between two."""
BOX = 1.44
"""Side of a read die's box, in edges."""
PATCH = 24
"""Pixels along a side of the picture of a die that is compared between looks."""
ALIKE, LEVELS = 0.85, 6.0
"""Two pictures of a die show the same if their correlation is the first at least, or they differ by no more grey levels on
the average than the second."""
Face_ = tuple[DieKind, Face | None]
Floats = NDArray[np.float32]


def middle(die: ReadDie) -> tuple[float, float]:
    """Return where the middle of a die lies, in pixels."""
    x, y, wide, high = die.box
    return x + wide / 2, y + high / 2


def patch(image: Image, at: tuple[float, float], edge: float) -> Floats:
    """Return the grey picture (24, 24) of 1.4 edges round a place."""
    scale = PATCH / (1.4 * edge)
    step = max(1, int(0.5 / scale))
    x0, y0 = (max(0, int(c - 0.8 * edge)) for c in at)
    part = image[y0 : y0 + round(1.6 * edge) + 1 : step, x0 : x0 + round(1.6 * edge) + 1 : step]
    scale *= step
    x, y = (at[0] - x0) / step, (at[1] - y0) / step
    place = np.array([[scale, 0, PATCH / 2 - scale * x], [0, scale, PATCH / 2 - scale * y]])
    small = cv2.warpAffine(part, place, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)


def alike(a: Floats, b: Floats) -> bool:
    """Whether two pictures of a place show the same, whatever the light."""
    p, q = a - a.mean(), b - b.mean()
    if float(np.abs(p - q).mean()) <= LEVELS:
        return True
    return float((p * q).sum()) >= ALIKE * float(np.sqrt((p * p).sum() * (q * q).sum()) + 1e-6)


@dataclass(slots=True, eq=False)
class Lying:
    """A die that was seen at one place: where, in which looks, as what, and how it came there.

    ``at`` and ``edge`` are in pixels of the watched picture; ``how`` is None until that is known, ``told`` is whether the
    die belongs to a throw that was told or lay there from the start. ``missed`` counts the last looks without it; ``drift`` is
    by how much the picture moved since it is covered, as far as a hand in it lets one tell.
    """

    at: tuple[float, float]
    edge: float
    view: Floats
    first: float
    last: float
    seen: int = 0
    missed: int = 0
    how: How | None = None
    first_frame: int = 0
    told: bool = False
    sure: float = 0.0
    drift: tuple[float, float] = (0.0, 0.0)
    votes: list[Face_] = field(default_factory=list)

    def saw(self, die: ReadDie, view: Floats, time: float, drift: tuple[float, float]) -> None:
        """Take note of a look in which it lay here; one that still moved a little has lain here since then only."""
        at, edge = middle(die), die.box[2] / BOX
        moved = self.distance(at, drift) > SETTLED
        if not self.told and self.seen and moved:
            self.first, self.seen, self.how, self.votes = time, 0, None, []
        self.at, self.edge, self.view, self.last, self.missed = at, edge, view, time, 0
        self.drift = (0.0, 0.0)
        self.seen += 1
        self.sure = max(self.sure, die.confidence)
        self.votes = [*self.votes[-8:], (die.kind, die.value)]

    @property
    def rests(self) -> bool:
        """Whether it was seen here often enough."""
        if self.seen >= LOOKS:
            return self.missed < self.seen
        return self.seen > 1 and not self.missed and self.last - self.first >= WHILE

    def places(self, drift: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        """Return where it may lie now: where it lay, or moved along with the whole picture."""
        return self.at, (self.at[0] + drift[0], self.at[1] + drift[1])

    def distance(self, at: tuple[float, float], drift: tuple[float, float] | None = None) -> float:
        """Return how far a place is from where it may lie now, in edges."""
        places = self.places(self.drift if drift is None else drift)
        return min(float(np.hypot(x - at[0], y - at[1])) for x, y in places) / self.edge

    @property
    def face(self) -> Face_:
        """Kind and value as most looks see them."""
        return max(dict.fromkeys(self.votes), key=self.votes.count)


def matched(
    lying: Sequence[Lying], dice: Sequence[ReadDie], image: Image, drift: tuple[float, float]
) -> tuple[dict[int, Lying], list[Floats]]:
    """Return which lying die each read die (index) is, and the picture of each read die.

    A read die is the one that lay at its place if it shows the same face or its picture is unchanged.
    """
    views = [patch(image, middle(d), d.box[2] / BOX) for d in dice]
    pairs = []
    for i, die in enumerate(dice):
        for j, old in enumerate(lying):
            far = old.distance(middle(die), drift) * old.edge / max(old.edge, die.box[2] / BOX)
            if far < SAME_PLACE and ((die.kind, die.value) == old.face or alike(old.view, views[i])):
                pairs.append((far, i, j))
    found: dict[int, int] = {}
    for _, i, j in sorted(pairs):
        if i not in found and j not in found.values():
            found[i] = j
    return {i: lying[j] for i, j in found.items()}, views


def weighed(looks: Sequence[Sequence[tuple[Face_, float]]]) -> list[Face_]:
    """Return the face of each die by the confidences of all looks; each look tells (face, confidence) of every die."""
    out = []
    for told in zip(*looks, strict=True):
        total: defaultdict[Face_, float] = defaultdict(float)
        for face, confidence in told:
            total[face] += confidence + 1e-3
        out.append(max(total, key=lambda f: total[f]))
    return out
