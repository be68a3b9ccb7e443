"""Reads the digit of a d10: first at up to 18 rotations of its crop, then in several views near the best angle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image
from vision.reading.faces import REACH, crop, sigmoid, softmax
from vision.reading.locate import Hit
from vision.reading.network import Network

Floats = NDArray[np.float32]
WRONG = 10
ANSWERS = 11
"""Number of logits: ten digits and "wrongly turned". The logit of a stranger and the last hidden layer follow."""
TURNS = 18
"""Number of angles tried, 20 degrees apart: the network accepts a digit up to 11 degrees off upright."""
STEP = 2 * np.pi / TURNS
GUESSED, STANDS = 0.6, 0.8
"""Only angles near the guess are tried if the guessed direction has at least the first length, and a digit there has at
least the second probability."""
AGAINST, ASIDE = 0.5, 0.1
"""Weights of the digits at all other angles, relative to those at the best one. The second holds if the guess agrees with the
best angle: a 1 turned by 20 degrees looks like a 7. The first is also the maximum probability of a digit at the angle opposite
to a guess."""
REVERSED = (6, 9)
"""Digits that look like another one when they stand on their heads, where ``AGAINST`` always holds."""
VIEWS = ((0.0, 1.0), (-0.08, 0.94), (0.08, 1.05), (0.08, 0.94), (-0.08, 1.05), (0.0, 0.97))
"""Rotation (radians) and scale of each view of an upright digit; the views are averaged."""
FIRST, SURE = 3, 0.97
"""Stop after ``FIRST`` views if the mean probability is at least ``SURE``."""
TIGHT = 1.3 / REACH
"""Width of a digit's crop relative to that of the usual crop; 1.3 edges hold the whole kite-shaped face."""


def view(image: Image, hit: Hit, turn: float, scale: float = 1.0) -> Image:
    """Return the crop for reading the digit of the d10 at ``hit``, rotated by ``turn`` radians."""
    return crop(image, hit.x, hit.y, hit.edge * scale * TIGHT, turn)


class Ten:
    """The network that classifies a crop as one of ten digits or "wrongly turned"; for use by one thread."""

    def __init__(self) -> None:
        self.net = Network("ten")

    def _run(self, crops: list[Image]) -> tuple[Floats, Floats]:
        """Return the probabilities of the answers (n, 11), and of a stranger (n), for ``n`` crops."""
        out = self.net.run(crops).reshape(len(crops), -1)
        return softmax(out[:, :ANSWERS]), sigmoid(out[:, ANSWERS])

    def digits(self, crops: list[Image]) -> Floats:
        """Return the probabilities of the digits 0-9 and "wrongly turned" (n, 11)."""
        return self._run(crops)[0]

    def read(self, image: Image, hit: Hit, guess: Floats | None = None) -> tuple[Floats, float, float]:
        """Return the probabilities of the digits 0-9, the best angle in radians, and the probability of a stranger.

        The digits sum to at most 1; the rest is the probability that no angle shows an upright digit. A stranger is a
        percentile die, a d8 or any other die with numbers. ``guess`` is ``Looks.upright`` of this place: if that angle
        shows a digit, and the opposite angle does not, only angles near the guess are tried.
        """
        guess = guess if guess is not None and np.hypot(*guess) >= GUESSED else None
        found = self._near(image, hit, guess) if guess is not None else None
        turns, coarse, angle = found or self._anywhere(image, hit)
        fine, strange = self._fine(image, hit, angle, VIEWS[:FIRST])
        if fine.mean(0).max() < SURE:
            fine = np.vstack([fine, self._fine(image, hit, angle, VIEWS[FIRST:])[0]])
        against = np.full(len(turns), AGAINST, np.float32)
        if guess is not None and np.cos(angle - np.arctan2(guess[1], guess[0])) > np.cos(STEP):
            on_head = (np.cos(turns - angle) < -np.cos(STEP)) & (fine.mean(0).argmax() in REVERSED)
            against[~on_head] = ASIDE
        best = np.maximum(fine.mean(0), (coarse * against[:, None]).max(0))
        total = max(float(best.sum()), 1.0)
        return np.asarray(best / total, np.float32), angle % (2 * np.pi), float(strange.mean())

    def _fine(
        self, image: Image, hit: Hit, angle: float, views: tuple[tuple[float, float], ...]
    ) -> tuple[Floats, Floats]:
        answers, strange = self._run([view(image, hit, angle + turn, scale) for turn, scale in views])
        return answers[:, :WRONG], strange

    def _near(self, image: Image, hit: Hit, guess: Floats) -> tuple[Floats, Floats, float] | None:
        """Return the angles near and opposite the guessed one (4), the probabilities of digits there (4, 10), and the best angle.

        Angles are in radians. Return None in doubt.
        """
        middle = float(np.arctan2(guess[1], guess[0]))
        turns = np.array([-STEP, 0.0, STEP, np.pi], np.float32) + middle
        coarse = self.digits([view(image, hit, float(turn)) for turn in turns])[:, :WRONG]
        before, here, after, turned = (float(p) for p in coarse.max(1))
        if max(before, here, after) < STANDS or turned > AGAINST:
            return None
        return turns, coarse, middle + STEP * (after - before) / (before + here + after)

    def _anywhere(self, image: Image, hit: Hit) -> tuple[Floats, Floats, float]:
        """Return all 18 angles, the probabilities of digits there (18, 10), and the best angle; angles are in radians."""
        turns = np.arange(TURNS, dtype=np.float32) * STEP
        coarse = self.digits([view(image, hit, float(turn)) for turn in turns])[:, :WRONG]
        upright = coarse.max(1)
        n = int(upright.argmax())
        before, here, after = (float(upright[(n + k) % TURNS]) for k in (-1, 0, 1))
        # interpolate: the best angle may lie between two of those tried
        return turns, coarse, STEP * (n + (after - before) / max(before + here + after, 1e-6))
