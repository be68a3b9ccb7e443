"""Calibrated beliefs (probabilities) that a place is a die, that its value is right, that all dice of a kind are right.

The weights were fitted by ``python -m vision.training.calibrate`` on drawn scenes and validation photographs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import log

import numpy as np
from numpy.typing import NDArray

from vision import models
from vision.reading.faces import LEANING, NONE, OTHER, TEN

Floats = NDArray[np.float64]
FEATURES = 11
PLACES = 0.4
"""Exponent of the belief in the places. It is below 1 because on validation pictures this belief is too low: readings
are right more often. The mistakes with the highest belief are wrong values."""
NEVER = 0.2
"""Limit on the influence of the expected number: it adds no die with a presence below this limit, and removes none with
a presence above 1 minus this limit."""
CLEAR = 0.8
"""Minimum belief in the value of a die that is called clearly read."""
UNSEEN = 0.05
"""Score of a scan that found nothing."""


def logit(p: float, most: float = 0.9995) -> float:
    """Return the log odds of ``p``, which is first limited to 1 - ``most`` … ``most``."""
    p = min(max(float(p), 1 - most), most)
    return log(p / (1 - p))


def features(scores: tuple[float, float], classes: NDArray[np.float32], ratio: float, side: bool) -> Floats:
    """Return the features (11) of one place for the belief that it is a die.

    ``scores`` are those of the locator's two scans, ``classes`` the probabilities of the crop reader (11). ``ratio`` is the
    edge relative to the typical one; ``side``: the place may be the side face of a more certain die. The kinds are features
    because the locator misses some kinds more often than others.
    """
    first, second = (logit(max(s, UNSEEN)) for s in scores)
    clear, level = logit(1 - float(classes[NONE])), classes[NONE + 1 : LEANING]
    best = float(level.max() / max(float(level.sum()), 1e-6))
    kinds = [float(classes[1:TEN].sum()), float(classes[TEN]), float(classes[OTHER])]
    odd = [abs(np.log(ratio)), float(side)]
    return np.array([1, first + second, min(first, second), clear, min(clear, 0.0), best, *odd, *kinds])


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted weights.

    ``die`` (11) are those of ``features``. ``top`` combines their sum with the bicolour network: two slopes and a shift.
    ``value`` holds slopes and shift of each kind's value, ``certain`` the belief that a certain reading needs, by kind.
    """

    die: Floats
    top: tuple[float, float, float]
    value: dict[str, tuple[float, ...]]
    certain: dict[str, float]


@cache
def weights() -> Weights:
    """Return the fitted weights; raise ``ModelError`` if they are missing or changed."""
    read = json.loads(models.data("belief.json", models.FOLDER))
    return Weights(
        np.array(read["die"]), tuple(read["top"]), {k: tuple(w) for k, w in read["value"].items()}, read["certain"]
    )


def least(kind: str) -> float:
    """Return the minimum belief in all dice of a kind for a certain reading; 1.0 for an unknown kind."""
    return weights().certain.get(kind, 1.0)


def of_die(row: Floats, top: float | None = None) -> float:
    """Return the belief (0..1) that a die's top face is at a place with these features.

    ``top`` is the probability by the bicolour network, None if it did not run.
    """
    total = float(np.clip(row @ weights().die, -12, 12))
    if top is not None:
        first, second, shift = weights().top
        total = first * total + second * logit(top) + shift
    return float(1 / (1 + np.exp(-total)))


def weighed(belief: float, by: float) -> float:
    """Return the belief after its odds are multiplied by ``by``."""
    return belief * by / (1 - belief + belief * by)


def of_value(kind: str, *confidences: float) -> float:
    """Return the calibrated belief in a value, given its network probabilities (for a d10 those of digit and kind)."""
    *slopes, shift = weights().value.get(kind, (1.0,) * len(confidences) + (0.0,))
    total = sum(slope * logit(c) for slope, c in zip(slopes, confidences, strict=True))
    return float(1 / (1 + np.exp(-(total + shift))))


def of_kinds(places: float, values: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the belief that all dice of a kind are right, by kind.

    ``places`` is the belief in the places (see ``choose``), ``values`` are the kind of each die and the belief in its value.
    """
    found: dict[str, float] = {}
    for kind, value in values:
        found[kind] = found.get(kind, places**PLACES) * value
    return found


def choose(presences: Sequence[float], least: int, most: int, never: float = NEVER) -> tuple[int, float]:
    """Return how many of the most certain places are dice, and the belief that exactly those are.

    ``presences`` are sorted, largest first. The expected number, ``least`` to ``most``, is evidence: the belief is
    conditional on it. It adds no place below ``never`` and removes none above 1 - ``never``. An expected number that
    contradicts the presences is ignored.
    """
    odds = np.array([p / (1 - p) for p in np.clip(presences, 1e-6, 1 - 1e-6)])
    numbers = np.zeros(len(odds) + 1)  # the weight of there being 0, 1, 2 … dice
    numbers[0] = 1.0
    for o in odds:
        numbers[1:] += numbers[:-1] * o
    blind = int((np.asarray(presences) >= 0.5).sum()) if len(odds) else 0
    sure, possible = (int((np.asarray(presences) > t).sum()) if len(odds) else 0 for t in (1 - never, never))
    low, high = max(least, sure), min(most, possible)
    given = numbers[least : most + 1].sum()
    if low > high or given / numbers.sum() < 0.02:
        return blind, float(np.prod(odds[:blind]) / numbers.sum())
    count = min(max(blind, low), high)
    return count, float(np.prod(odds[:count]) / given)


def nearest(places: Sequence[tuple[float, float, float]]) -> float:
    """Return the smallest distance of two places (x, y, edge), in edges of the larger one; 9 without two places."""
    gaps = (float(np.hypot(a[0] - b[0], a[1] - b[1]) / max(a[2], b[2])) for a, b in combinations(places, 2))
    return min(gaps, default=9.0)
