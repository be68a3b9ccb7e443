"""Readers of the taught cubes: the d6 by its pips, the bicolour die by its colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.dice import FACES, DieKind, Face, ReadDie
from vision.pictures import Image
from vision.reading.faces import CLASSES, crop
from vision.reading.locate import Hit
from vision.teaching.heads import Seeing, corrected, fit, unit, varied
from vision.teaching.lesson import KEPT_HIT, VIEWS, tint
from vision.teaching.ranked import ranked

MINE = 0.80
"""Minimum similarity (cosine) to a taught face for a die that may be the taught one."""


class TaughtPips:
    """Reads the taught d6."""

    def __init__(self) -> None:
        self.known = False
        self._seeing = Seeing("faces")

    def learn(self, rng: np.random.Generator, lessons: Sequence[tuple[int, Image]]) -> None:
        """Fit a new correction to lessons (value, stored picture)."""
        self.known = bool(lessons)
        crops = [varied(rng, i, KEPT_HIT, float(rng.uniform(0, 6.28))) for _, i in lessons for _ in range(2 * VIEWS)]
        if crops:
            self._labels = np.repeat([v for v, _ in lessons], 2 * VIEWS)
            hidden, answers = self._seeing.see(crops)
            self._hidden = unit(hidden)
            self._correction = fit(hidden, np.ascontiguousarray(answers[:, :CLASSES]), self._labels)

    def read(self, image: Image, die: ReadDie, hit: Hit) -> ReadDie:
        """Return the die as the taught faces classify it.

        It is unchanged if it is similar to no taught face, or if it is a d6 whose likeliest face was not taught.
        """
        crops = [crop(image, hit.x, hit.y, hit.edge * s, t) for t in np.arange(8) * np.pi / 4 for s in (0.95, 1.05)]
        hidden, answers = self._seeing.see(crops)
        like = float(np.median((unit(hidden) @ self._hidden.T).max(1)))
        if like < MINE:
            return die
        p = corrected(hidden, answers[:, :CLASSES], self._correction).mean(0)[1:7]
        best = int(p.argmax()) + 1
        if die.kind is DieKind.D6 and best not in self._labels:
            return die
        if die.kind is DieKind.D6 and best != die.value and like < (1 + MINE) / 2:
            p = p * 0.5  # the general reader disagrees: a low confidence makes the page ask
        return ranked(die, DieKind.D6, {v: float(p[v - 1]) for v in range(1, 7)})


class TaughtSides:
    """Reads the taught bicolour die."""

    def __init__(self) -> None:
        self.known = False

    def learn(self, lessons: Sequence[tuple[Face, Image]]) -> None:
        """Learn the colours from lessons (side, stored picture); the die is known if both sides are taught."""
        self._tints = [(side, tint(image, KEPT_HIT)) for side, image in lessons]
        self.known = len({side for side, _ in lessons}) == 2

    def read(self, image: Image, die: ReadDie, hit: Hit) -> tuple[ReadDie, bool]:
        """Return the die, classified by its distance from the taught colours, and whether it is far from all of them."""
        now = tint(image, hit)
        sides = FACES[DieKind.BICOLOUR]
        far = {v: min(float(np.linalg.norm(now - t)) for w, t in self._tints if w == v) for v in sides}
        if min(far.values()) > 1.2:
            return die, True
        near = {v: np.exp(-d / 0.15) for v, d in far.items()}
        total = sum(near.values())
        general = dict(die.alternatives)
        mixed = {v: (float(near[v] / total) + general.get(v, 0.5)) / 2 for v in far}
        return ranked(die, DieKind.BICOLOUR, mixed), False
