"""Matches the dice of one look of the reader with those of earlier looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import DieKind, Face, ReadDie
from vision.pictures import Image
from vision.reading.places import BOX
from vision.watching.arrival import How
from vision.watching.motion import patterned

SAME_PLACE = 0.35
"""Maximum distance, in edges, between the places of one die in two looks."""
SETTLED = 0.2
"""A die that moved farther between two looks, in edges, is not at rest yet."""
LOOKS, WHILE = 3, 0.09
"""A die is at rest after this many looks, or after two looks at least this many seconds apart."""
LONG = 0.3
"""Minimum time in seconds after which a die that moves a little was surely at rest. Another may still have been tipping over."""
PATCH = 24
"""Side, in pixels, of the small picture of a die that is compared between looks."""
LEVELS = 6.0
"""Two small pictures match if their mean difference in grey levels is at most this, or if they show the same pattern."""
Face_ = tuple[DieKind, Face | None]
Floats = NDArray[np.float32]


def middle(die: ReadDie) -> tuple[float, float]:
    """Return the centre of a die's box, in pixels."""
    x, y, wide, high = die.box
    return x + wide / 2, y + high / 2


def scaled(die: ReadDie, by: float) -> ReadDie:
    """Return the die with its box in a picture that is ``by`` times as wide."""
    x, y, wide, high = (round(side * by) for side in die.box)
    return replace(die, box=(x, y, wide, high))


def patch(image: Image, at: tuple[float, float], edge: float) -> Floats:
    """Return the grey picture (24, 24) of the square of 1.4 edges centred at ``at``; ``edge`` is in pixels."""
    scale = PATCH / (1.4 * edge)
    step = max(1, int(0.5 / scale))
    # inside the picture, even if a drift of the camera puts the die outside
    x0, y0 = (min(max(0, int(c - 0.8 * edge)), side - 1) for c, side in zip(at, image.shape[1::-1], strict=True))
    part = image[y0 : y0 + round(1.6 * edge) + 1 : step, x0 : x0 + round(1.6 * edge) + 1 : step]
    scale *= step
    x, y = (at[0] - x0) / step, (at[1] - y0) / step
    place = np.array([[scale, 0, PATCH / 2 - scale * x], [0, scale, PATCH / 2 - scale * y]])
    small = cv2.warpAffine(part, place, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)


def alike(a: Floats, b: Floats) -> bool:
    """Whether two small pictures of a place match, independent of brightness."""
    return float(np.abs((a - a.mean()) - (b - b.mean())).mean()) <= LEVELS or patterned(a, b)


@dataclass(slots=True, eq=False)
class Lying:
    """A die seen at one place: its place and edge in pixels, the number of looks that saw it, and how it arrived.

    ``how`` is None until it is known. ``told`` is set if the die was reported as part of a throw, or lay there from the
    start. ``missed`` counts the latest looks without the die. ``gone`` is the time at which it was covered or taken, ``back``
    that at which it was seen again; ``lifted`` is set if its place was later seen empty. ``drift`` estimates the movement of
    the whole picture, in pixels, since the die was covered; a hand in the picture makes it inexact.
    """

    at: tuple[float, float]
    edge: float
    view: Floats
    first: float
    last: float
    seen: int = 0
    missed: int = 0
    gone: float = 0.0
    back: float = 0.0
    lifted: bool = False
    how: How | None = None
    first_frame: int = 0
    told: bool = False
    sure: float = 0.0
    drift: tuple[float, float] = (0.0, 0.0)
    votes: list[Face_] = field(default_factory=list)

    def saw(self, die: ReadDie, view: Floats, time: float, drift: tuple[float, float]) -> None:
        """Record a look that saw the die here; if an unreported die moved, its time at rest starts again."""
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
        """Whether enough looks saw the die here, and fewer of the latest looks missed it."""
        if self.seen >= LOOKS:
            return self.missed < self.seen
        return self.seen > 1 and not self.missed and self.last - self.first >= WHILE

    def places(self, drift: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        """Return where the die may lie now: at its last place, or there plus the drift of the whole picture."""
        return self.at, (self.at[0] + drift[0], self.at[1] + drift[1])

    def unchanged(self, image: Image, drift: tuple[float, float]) -> tuple[float, float] | None:
        """Return the place where ``image`` looks as in the last look that saw the die; None if it looks so at neither."""
        return next((at for at in self.places(drift) if alike(self.view, patch(image, at, self.edge))), None)

    def moved(self, die: ReadDie, image: Image, drift: tuple[float, float]) -> bool:
        """Whether a look sees the die, now ``die``, elsewhere."""
        return self.distance(middle(die), drift) > SETTLED and not self.unchanged(image, drift)

    @property
    def was(self) -> bool:
        """Whether it lay there before the throw."""
        return self.how in (How.THERE, How.HIDDEN)

    def still_there(self, image: Image) -> tuple[float, float] | None:
        """Return the place of what lay there before, if ``image`` still looks the same there; else None."""
        return self.unchanged(image, self.drift) if self.was else None

    def distance(self, at: tuple[float, float], drift: tuple[float, float] | None = None) -> float:
        """Return the distance, in edges, of ``at`` from the nearer of the die's places (``places``).

        ``drift`` None means the stored drift of the die.
        """
        places = self.places(self.drift if drift is None else drift)
        return min(float(np.hypot(x - at[0], y - at[1])) for x, y in places) / self.edge

    @property
    def face(self) -> Face_:
        """The kind and value that most looks report."""
        return max(dict.fromkeys(self.votes), key=self.votes.count)


def matched(
    lying: Sequence[Lying], dice: Sequence[ReadDie], image: Image, drift: tuple[float, float]
) -> tuple[dict[int, Lying], list[Floats]]:
    """Return the known die for each read die (by index), and the small picture of each read die.

    A read die is a known one if it lies at the same place and shows the same face, or if the picture there is unchanged.
    """
    views = [patch(image, middle(d), d.box[2] / BOX) for d in dice]
    pairs = []
    for i, die in enumerate(dice):
        for j, old in enumerate(lying):
            far = old.distance(middle(die), drift) * old.edge / max(old.edge, die.box[2] / BOX)
            if far < SAME_PLACE and (
                (die.kind, die.value) == old.face or alike(old.view, views[i]) or old.unchanged(image, drift)
            ):
                pairs.append((far, i, j))
    found: dict[int, int] = {}
    for _, i, j in sorted(pairs):
        if i not in found and j not in found.values():
            found[i] = j
    return {i: lying[j] for i, j in found.items()}, views
