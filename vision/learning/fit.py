"""Fits a head to labelled crops, without torch, and decides on held-back crops whether it may be used (see ``together``).

The fit drops a label that both the networks and the other crops contradict (after Northcutt et al. 2021, "Confident
Learning"). A reading that nobody touched is a weak label, dropped as soon as the other crops contradict it: a silent
mistake must not reinforce itself. All crops of one throw are held back together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.learning.heads import CLASSES, STRANGERS, Head, hidden
from vision.learning.rows import Rows, joined
from vision.reading.faces import NONE, sigmoid, softmax

Floats = NDArray[np.float32]
FOLDS = 4
PULL = 1.0
"""Weight of the regularisation, in crops: it pulls the correction towards 0."""
STEPS, RATE = 80, 0.08
SCALE = 8.0
"""Norm of each feature vector during the fit, for numerical conditioning."""
UNTOUCHED = 0.2
"""Weight of a crop that nobody touched, relative to one that somebody confirmed or corrected."""
AGAINST, OTHER = 0.1, 0.8
"""A label is contradicted by the other crops if they give it less than the first, and another value more than the second."""
DROPPED = 0.05
"""Maximum share of untouched crops that may be contradicted; above it the head itself may be wrong and is not used."""
LEAST, TOUCHED = 8, 4
"""Minimum number of throws to learn from, and of crops that somebody touched."""
SURE = 0.9
"""A held-back crop that is wrong at this probability or more counts as silently wrong."""
EVIDENT = 1.0
"""Minimum gain on held-back throws, in standard errors of its mean."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled crop for one network: its throw, whether somebody ``touched`` the label, and the network's outputs.

    ``crop`` is the number of the crop in its throw.
    """

    throw: str
    touched: bool
    rows: Rows
    crop: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """The comparison on held-back crops: their number, and mistakes and silent mistakes without and with the head.

    ``gain`` is the mean gain in log-likelihood per throw, in standard errors. ``trusted`` counts the crops of nonzero
    weight.
    """

    crops: int = 0
    wrong: tuple[int, int] = (0, 0)
    silent: tuple[int, int] = (0, 0)
    gain: float = 0.0
    used: bool = False
    trusted: int = 0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A head if it is better on its own crops, else None, and what the network predicts for each crop.

    ``chances`` (2, n, classes + 1) are the probabilities of the classes and of a stranger. The first are by the network
    alone, the second with a head that never saw the crop's throw. ``weights`` (n) is 0 for crops that are not trusted.
    """

    head: Head | None
    trial: Trial
    samples: Sequence[Sample] = ()
    chances: Floats = field(default_factory=lambda: np.zeros((2, 0, 1), np.float32))
    label: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    weights: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


class _Set:
    """The rows of all samples as arrays."""

    def __init__(self, name: str, samples: Sequence[Sample]) -> None:
        self.name, self.count = name, CLASSES[name]
        self.out, self.wanted, self.whose = joined([s.rows for s in samples])
        self.features = hidden(name, self.out)
        self.logits = np.ascontiguousarray(self.out[:, : self.count])
        first = np.concatenate([[0], np.flatnonzero(np.diff(self.whose)) + 1])
        self.plain = self.features[first]
        self.label = self.wanted[first]
        self.touched = np.array([s.touched for s in samples])
        throws = {t: i for i, t in enumerate(dict.fromkeys(s.throw for s in samples))}
        self.throw = np.array([throws[s.throw] for s in samples])
        self.size = np.bincount(self.whose)

    def weights(self) -> NDArray[np.float64]:
        """Return the weight of each crop."""
        return np.where(self.touched, 1.0, UNTOUCHED)


def _odd(name: str, wanted: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return 1 for each row (n) that shows a die of the box, which is no stranger, and 0 for the others."""
    return (wanted != NONE).astype(np.float64) if name == "faces" else np.ones(len(wanted))


def _weights(data: _Set, share: NDArray[np.float64]) -> Floats:
    """Return the correction (classes + 1, features + 1) that Adam fits to the crops with the weights ``share`` (n)."""
    kept = share[data.whose] > 0
    x = np.column_stack([data.features[kept] * SCALE, np.ones(int(kept.sum()), np.float32)]).astype(np.float32)
    each = (share / data.size)[data.whose[kept]].astype(np.float32)
    total = float(share.sum())
    each /= total
    goal = np.eye(data.count, dtype=np.float32)[data.wanted[kept]]
    logits = data.logits[kept]
    strange = data.out[kept][:, STRANGERS[data.name]] if data.name in STRANGERS else None
    own = (_odd(data.name, data.wanted[kept]) * each).astype(np.float32)
    w = np.zeros((data.count + 1, x.shape[1]), np.float32)
    mean, square = np.zeros_like(w), np.zeros_like(w)
    slope = np.zeros_like(w)
    for step in range(1, STEPS + 1):
        more = x @ w.T
        error = (softmax(logits + more[:, :-1]) - goal) * each[:, None]
        slope[:-1] = error.T @ x
        if strange is not None:
            slope[-1] = (sigmoid(strange + more[:, -1]) * own) @ x
        slope += PULL / total / SCALE * w
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        w = w - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    w[:, :-1] *= SCALE
    return np.asarray(w, np.float32)


def _head(data: _Set, share: NDArray[np.float64], there: NDArray[np.bool_]) -> Head:
    """Return the head fitted to crops with the weights ``share`` (n).

    It also stores the touched crops where the mask ``there`` (n) is true, even those of weight 0.
    """
    kept = np.flatnonzero((share > 0) | (data.touched & there))
    votes, against = np.zeros((2, len(kept), data.count), np.float32)
    votes[np.arange(len(kept)), data.label[kept]] = share[kept]
    against[np.arange(len(kept)), data.label[kept]] = data.touched[kept]
    return Head(data.name, _weights(data, share), data.plain[kept], votes, against)


def _told(data: _Set, head: Head | None, crops: NDArray[np.bool_]) -> Floats:
    """Return the probabilities (n, classes + 1) of the n crops in the mask ``crops``, averaged over each crop's views.

    The last probability is that of a stranger.
    """
    rows = crops[data.whose]
    out = data.out[rows]
    out = out if head is None else head(out)
    strange = sigmoid(out[:, STRANGERS[data.name]]) if data.name in STRANGERS else np.zeros(len(out), np.float32)
    chances = np.column_stack([softmax(out[:, : data.count]), strange])
    right = data.wanted[rows] == data.label[data.whose[rows]]  # leave out the views turned on purpose
    whose = data.whose[rows][right]
    total = np.zeros((len(data.label), data.count + 1), np.float32)
    np.add.at(total, whose, chances[right])
    return np.asarray(total[crops] / np.bincount(whose, minlength=len(data.label))[crops][:, None], np.float32)


def _held_back(data: _Set, share: NDArray[np.float64]) -> Floats:
    """Return the probabilities (n, classes + 1) of each crop by a head that was fitted without its throw."""
    found = np.zeros((len(data.label), data.count + 1), np.float32)
    for fold in range(FOLDS):
        out = data.throw % FOLDS == fold
        rest = np.where(out, 0.0, share)
        found[out] = _told(data, _head(data, rest, ~out) if (rest > 0).any() else None, out)
    return found


def learnt(name: str, samples: Sequence[Sample]) -> Fitted:
    """Return the head for these samples, None unless it is better on held-back crops, and the predictions for them."""
    if not samples:
        return Fitted(None, Trial())
    data = _Set(name, samples)
    every = np.ones(len(samples), bool)
    rows = np.arange(len(samples))
    before = _told(data, None, every)
    told = Fitted(None, Trial(len(samples)), samples, np.stack([before, before]), data.label, data.weights())
    if data.throw.max() + 1 < LEAST or data.touched.sum() < TOUCHED:
        return told
    share = data.weights()
    for _ in range(2):
        held = _held_back(data, share)[:, :-1]
        bad = (held[rows, data.label] < AGAINST) & (held.max(1) > OTHER)
        bad &= ~data.touched | (before[:, :-1].argmax(1) != data.label)  # a touched label stays if the networks agree
        share = np.where(bad, 0.0, data.weights())
    if (bad & ~data.touched).sum() > DROPPED * max(1, (~data.touched).sum()):
        return told
    held = _held_back(data, share)
    head, trial = _judged(data, share, before[:, :-1], held[:, :-1])
    return Fitted(head, trial, samples, np.stack([before, held]), data.label, share)


def _judged(data: _Set, share: NDArray[np.float64], before: Floats, held: Floats) -> tuple[Head | None, Trial]:
    """Return the head, None unless it is better on the trusted crops without more mistakes, and the comparison."""
    good = share > 0
    rows = np.arange(len(good))
    wrong, silent, told = [], [], []
    for chances in (before, held):
        missed = (chances.argmax(1) != data.label) & good
        wrong.append(int(missed.sum()))
        silent.append(int((missed & (chances.max(1) >= SURE)).sum()))
        told.append(np.log(np.clip(chances[rows, data.label], 1e-3, 1)))
    gains = np.array(
        [((told[1] - told[0]) * share)[(data.throw == t) & good].sum() for t in np.unique(data.throw[good])]
    )
    error = float(gains.std(ddof=1) / len(gains) ** 0.5) if len(gains) > 1 else 1.0
    gain = float(gains.mean() / max(error, 1e-6)) if len(gains) else 0.0
    used = len(gains) >= LEAST and gain > EVIDENT and wrong[1] <= wrong[0] and silent[1] <= silent[0]
    trial = Trial(len(good), (wrong[0], wrong[1]), (silent[0], silent[1]), gain, used, int(good.sum()))
    return (_head(data, share, np.ones(len(good), bool)) if used else None), trial
