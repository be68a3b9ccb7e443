"""Reads the crop of one die: top face, kind, body colour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS
from vision.pictures import Image
from vision.reading.locate import Hit
from vision.reading.network import Network

SIDE = 64
REACH = 1.6
"""Width of a crop, in edges."""
NONE, TEN, BLANK, OTHER, LEANING = 0, 7, 8, 9, 10
CLASSES = 11
LOGITS = CLASSES + len(COLOURS)
"""Number of logits: classes, then colours. Then follow two outputs for the facing and two for the turn of a digit."""
STRANGE = LOGITS + 4
"""Index of the logit of a stranger, a die that no game uses."""
PLACE = STRANGE + 1
"""Index of the first of three outputs for the place of the top face."""
HIDDEN = PLACE + 3
OUTPUTS = HIDDEN + 96
"""Number of outputs; the last 96 are the network's last hidden layer, which ``vision.learning`` uses."""
TENTH = 0.1
"""Unit of the place, in edges, which gives it the range of the other outputs; an integer network has one scale for all."""
ASIDE = 0.12
"""A crop is cut out again if its top face lies further from its middle, in edges, or if its size differs by this share."""
BATCH = 16
"""Maximum crops of one network run; more take much memory and save no time."""
Floats = NDArray[np.float32]


def placing(x: float, y: float, edge: float, turn: float, flip: bool, side: int = SIDE) -> NDArray[np.float64]:
    """Return the 2x3 matrix from a picture to its square crop of 1.6 edges round (x, y); see ``crop``."""
    scale = side / (REACH * max(edge, 2.0))
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    mirror = -1 if flip else 1
    return np.array(
        [[mirror * c, -mirror * s, side / 2 - mirror * (c * x - s * y)], [s, c, side / 2 - (s * x + c * y)]]
    )


def crop(
    image: Image, x: float, y: float, edge: float, turn: float = 0.0, flip: bool = False, side: int = SIDE
) -> Image:
    """Return the square crop of 1.6 edges round (x, y), turned by ``turn`` radians and mirrored if ``flip``.

    ``image`` is BGR uint8, ``edge`` in pixels; the crop is ``side`` pixels wide.
    """
    halves = int(math.log2(max(1.0, REACH * edge / side)))
    if halves:  # shrink the part that a turned crop shows by averaging, because the warp alone would skip pixels
        by = 2**halves
        reach = math.ceil(0.72 * REACH * edge / by + 2) * by
        x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
        part: NDArray[Any] = image[y0 : int(y) + reach, x0 : int(x) + reach]
        high, wide = part.shape[0] // by, part.shape[1] // by
        if high and wide:
            for step in reversed(range(halves)):
                part = part[: high * 2 ** (step + 1), : wide * 2 ** (step + 1)]
                part = cv2.resize(part, (wide * 2**step, high * 2**step), interpolation=cv2.INTER_AREA)
            image, edge = np.asarray(part, np.uint8), edge / by
            x, y = (x - x0 + 0.5) / by - 0.5, (y - y0 + 0.5) / by - 0.5
    matrix = placing(x, y, edge, turn, flip, side)
    return np.asarray(
        cv2.warpAffine(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def sharpness(view: Image) -> tuple[float, float]:
    """Return how sharp the middle of a 64x64 crop is, and how equal its sharpness is in all directions.

    The first value is the steepest gradient per pixel, relative to the contrast; below 0.11 pips cannot be counted. The
    second (0 to 1) is the square root of the ratio of the eigenvalues of the structure tensor (Förstner & Gülch 1987).
    Pips are round, so a die at rest has at least 0.6 in 99 of 100 crops. With motion blur of 0.3 edges, half of the
    crops have less than 0.6.
    """
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY).astype(np.float32)[8:56, 8:56]
    right, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steep = cv2.magnitude(right, down) / 8
    contrast = _percentile(grey, 98) - _percentile(grey, 2)
    steepest = _percentile(np.asarray(steep, np.float32), 98) / max(contrast, 8.0)
    across, along, both = float((right * right).mean()), float((down * down).mean()), float((right * down).mean())
    apart = math.hypot(across - along, 2 * both)
    return steepest, math.sqrt(max(across + along - apart, 0.0) / max(across + along + apart, 1e-3))


def _percentile(values: Floats, part: float) -> float:
    """Return ``numpy.percentile(values, part)``, four times as fast for a few thousand values."""
    at = (values.size - 1) * part / 100
    low = int(at)
    near = np.partition(values.ravel(), (low, low + 1))
    return float(near[low] + (near[low + 1] - near[low]) * (at - low))


def softmax(logits: Floats) -> Floats:
    """Return the probabilities of logits along the last axis."""
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)


def sigmoid(logits: Floats) -> Floats:
    """Return the probability of each logit."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)


def surest(classes: Floats) -> float:
    """Return the largest probability of the level ``classes`` (11), given that the die does not lean.

    One view cannot decide whether a die leans.
    """
    return float(classes[:LEANING].max() / max(1 - float(classes[LEANING]), 1e-6))


VIEWS = (
    (0.0, 1.0, False),
    (0.09, 0.95, False),
    (-0.09, 0.95, True),
    (0.09, 1.06, True),
    (-0.09, 1.06, False),
    (0.0, 1.0, True),
)
"""Turn (radians), scale and mirror of the views that are averaged if the first one is unsure."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The crop reader's results for n places: probabilities of the classes (n, 11) and of the body's colour (n, 8).

    ``hits`` (n) are the places, moved to the middle of the top face.
    ``facing`` (n, 2) is the direction of the top face: the right and downward components of its unit normal in the picture.
    ``upright`` (n, 2) is the cosine and the sine of the turn that sets a d10's digit upright; a shorter vector means doubt.
    ``strange`` (n) is the probability of a die that no game uses: percentile, d4, d8, d12, d20, a d6 without pips.
    """

    hits: list[Hit]
    classes: Floats
    colours: Floats
    facing: Floats
    upright: Floats
    strange: Floats


class Faces:
    """The crop reader: the network that classifies the crop of one die. ``name`` "smeared" is its copy for smeared dice."""

    def __init__(self, name: str = "faces") -> None:
        self.net = Network(name)
        self._tells_places = name == "faces"  # that for smeared dice did not learn to

    def _run(self, crops: list[Image]) -> Floats:
        """Return all outputs (n, ``OUTPUTS``) for crops of 64x64 pixels."""
        batches = [crops[i : i + BATCH] for i in range(0, len(crops), BATCH)]
        parts = [self.net.run(some).reshape(len(some), -1) for some in batches]
        return np.concatenate(parts) if parts else np.zeros((0, OUTPUTS), np.float32)

    def _centred(self, image: Image, hits: list[Hit], out: Floats) -> list[Hit]:
        """Return ``hits``, moved to the top faces of what look like dice; update the rows of ``out`` for those moved far."""
        moved, far = list(hits), []
        for i in np.flatnonzero(out[:, :CLASSES].argmax(1) != NONE):
            right, down, size = (float(v) * TENTH for v in out[i, PLACE:HIDDEN])
            x, y = hits[i].x + right * hits[i].edge, hits[i].y + down * hits[i].edge
            if not (0 <= x < image.shape[1] and 0 <= y < image.shape[0]):
                continue  # a die cut off by the border of the picture
            moved[i] = Hit(x, y, hits[i].edge * math.exp(size), hits[i].score)
            if max(abs(right), abs(down), abs(size)) > ASIDE:
                far.append(i)
        if far:
            out[far] = self._run([crop(image, moved[i].x, moved[i].y, moved[i].edge) for i in far])
        return moved

    def look(self, image: Image, hits: list[Hit], sure: float = 0.93, crops: list[Image] | None = None) -> Looks:
        """Return the results for ``hits``; a place below probability ``sure`` is averaged over more views.

        ``crops`` are the crops of the hits, if the caller already has them.
        """
        out = self._run(crops or [crop(image, k.x, k.y, k.edge) for k in hits])
        if self._tells_places:
            hits = self._centred(image, hits, out)
        classes, colours, strange = softmax(out[:, :CLASSES]), softmax(out[:, CLASSES:LOGITS]), sigmoid(out[:, STRANGE])
        unsure = [i for i in range(len(hits)) if surest(classes[i]) < sure]
        views = [(i, v) for i in unsure for v in VIEWS[1:] if not v[2] or classes[i].argmax() < TEN]
        if views:
            turned = [
                crop(image, hits[i].x, hits[i].y, hits[i].edge * scale, turn, flip) for i, (turn, scale, flip) in views
            ]
            again, whose = self._run(turned), np.array([i for i, _ in views])
            more, odd = softmax(again[:, :CLASSES]), sigmoid(again[:, STRANGE])
            for i in unsure:
                classes[i] = np.vstack([classes[i : i + 1], more[whose == i]]).mean(0)
                strange[i] = np.append(odd[whose == i], strange[i]).mean()
        return Looks(hits, classes, colours, out[:, LOGITS : LOGITS + 2], out[:, LOGITS + 2 : STRANGE], strange)


class Facing:
    """The network for the direction of top faces and the rotation of digits; it is more exact than the crop reader."""

    def __init__(self) -> None:
        self._net = Network("facing")

    def look(self, image: Image, hits: list[Hit]) -> Floats:
        """Return the directions of the top faces at ``hits`` (n, 2), as in ``Looks``."""
        return self.tell(image, hits)[0]

    def tell(self, image: Image, hits: list[Hit]) -> tuple[Floats, Floats]:
        """Return the directions of the top faces at ``hits`` (n, 2), and the turns that set their digits upright (n, 2).

        Both are as in ``Looks``. A direction is the mean of those of a plain and a mirrored crop.
        """
        plain, mirrored = ([crop(image, k.x, k.y, k.edge, flip=flip) for k in hits] for flip in (False, True))
        if not hits:
            return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
        told, flipped = self._net.run(plain + mirrored).reshape(2, len(hits), 4)
        facing = (told[:, :2] + flipped[:, :2] * np.array([-1, 1], np.float32)) / 2
        return np.asarray(facing, np.float32), np.asarray(told[:, 2:], np.float32)
