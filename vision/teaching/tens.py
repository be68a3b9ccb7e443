"""The taught d10: its digits, its colour, and where its faces point."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from companion.dice import DieKind, ReadDie
from vision.pictures import Image
from vision.reading.locate import Hit
from vision.reading.ten import ANSWERS, TIGHT, TURNS, WRONG, Ten, view
from vision.teaching.heads import Floats, Seeing, TaughtTen, fit, unit, varied
from vision.teaching.lesson import KEPT_HIT, VIEWS, tint
from vision.teaching.ranked import SURE, ranked

LIKE_MINE, STRANGE = 0.95, 0.92
"""Similarities (cosine) of an upright digit to the taught ones. From the first on, an unknown die may count as the
taught d10. Below the second, a die counts as another d10 if all faces are taught. Both were chosen on dice of the
training split."""
OTHER_TINT = 0.5
"""Minimum distance in chroma (natural logarithms) from all taught faces for a d10 that is not the taught one."""
ELSEWHERE, TOGETHER, LAST = 0.4, 0.25, 10
"""A d10 is unsure if its facing differs by more than the first from the median of the last ``LAST`` facings, and half of
those lie within the second.

Seen from the side, another face of a d10 may look larger than its top. Under another camera the same picture could show
that face on top, so only the camera's position decides. In 99 of 100 drawn d10 the measured facing is within 0.26.
"""


class TaughtTens:
    """Reads the taught d10; ``facing`` returns the directions of the top faces at some hits (n, 2)."""

    def __init__(self, facing: Callable[[Image, list[Hit]], Floats]) -> None:
        self.pointed: deque[Floats] = deque(maxlen=LAST)
        self.known = False
        self._facing = facing
        self._digits, self._general = Seeing("ten"), Ten()

    def learn(self, rng: np.random.Generator, lessons: Sequence[tuple[int, Image]]) -> None:
        """Learn digits, colours and facing from lessons (digit, stored picture)."""
        self._tints = [tint(image, KEPT_HIT) for _, image in lessons]
        self.pointed.extend(self._facing(image, [KEPT_HIT])[0] for _, image in lessons)
        self.known = bool(lessons)
        if self.known:
            self._learn_digits(rng, lessons)

    def _learn_digits(self, rng: np.random.Generator, lessons: Sequence[tuple[int, Image]]) -> None:
        crops: list[Image] = []
        labels: list[int] = []
        for digit, image in lessons:
            angles = np.arange(2 * TURNS) * (np.pi / TURNS)
            seen = self._general.digits([view(image, KEPT_HIT, float(a)) for a in angles])[:, digit]
            best = angles[int(seen.argmax())]
            near = np.cos(angles - best) > 0.9  # their weighted mean is the angle at which the digit is upright
            upright = float(np.angle((seen[near] * np.exp(1j * angles[near])).sum()))
            crops += [varied(rng, image, KEPT_HIT, upright + float(rng.normal(0, 0.1)), TIGHT) for _ in range(VIEWS)]
            wrong = [np.pi + rng.normal(0, 0.2) if i % 3 == 0 else rng.uniform(0.44, 5.84) for i in range(VIEWS)]
            crops += [varied(rng, image, KEPT_HIT, upright + float(w), TIGHT) for w in wrong]
            labels += [digit] * VIEWS + [WRONG] * VIEWS
        hidden, answers = self._digits.see(crops)
        which = np.array(labels)
        self._upright = unit(hidden[which != WRONG])
        self._mine = TaughtTen(self._digits, fit(hidden, np.ascontiguousarray(answers[:, :ANSWERS]), which))

    def read(self, image: Image, die: ReadDie, hit: Hit, whole: bool) -> tuple[ReadDie, bool]:
        """Return the die as both readers together classify it, and whether it is another die than the taught one.

        ``whole``: all ten faces are taught.
        """
        general, _, _ = self._general.read(image, hit)
        mine, angle, _ = self._mine.read(image, hit)
        like = self._like_a_digit(image, hit, angle)
        if die.kind is DieKind.UNKNOWN and (like < LIKE_MINE or float(mine.max()) < SURE):
            return die, False
        far = min(float(np.linalg.norm((tint(image, hit) - t)[:2])) for t in self._tints)
        if whole and (like < STRANGE or far > OTHER_TINT):
            return die, True
        both = (general + mine) / 2
        if whole and int(general.argmax()) == int(mine.argmax()):
            # two readers that agree are more certain than one: multiply their probabilities, with a floor
            both = np.maximum(general, 0.02) * np.maximum(mine, 0.02)
            both = np.asarray(both / both.sum() * min(1.0, float(mine.max() + general.max())), np.float32)
        if self.elsewhere(self._facing(image, [hit])[0]):
            both = both * 0.5  # another face than the top may have been read; a low confidence makes the page ask
        return ranked(die, DieKind.D10, {d: float(p) for d, p in enumerate(both)}), False

    def elsewhere(self, facing: Floats) -> bool:
        """Whether a d10's facing differs from most of the last ones; store it, as the camera may have moved."""
        last = np.array(self.pointed)
        self.pointed.append(facing)
        level = np.median(last, axis=0)
        alike = float(np.median(np.linalg.norm(last - level, axis=1))) < TOGETHER
        return alike and float(np.linalg.norm(facing - level)) > ELSEWHERE

    def _like_a_digit(self, image: Image, hit: Hit, angle: float) -> float:
        """Return the similarity (cosine) of the upright digit to the nearest taught one, in the last hidden layer."""
        crops = [view(image, hit, angle + t, s) for t in (-0.06, 0.0, 0.06) for s in (0.96, 1.04)]
        hidden, _ = self._digits.see(crops)
        return float((unit(hidden) @ self._upright.T).max())
