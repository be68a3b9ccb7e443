"""The learnt heads: small linear corrections of the networks' outputs for the dice of one box under one camera.

A head adds to the logits of a network a linear function of its last hidden layer. It acts only on crops that look like the
learnt ones, and it moves a logit no further than the number of these crops justifies.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import faces, ten
from vision.reading.faces import softmax

Floats = NDArray[np.float32]
NETWORKS = ("faces", "ten", "bicolour")
"""The networks that get a head."""
CLASSES = {"faces": faces.CLASSES, "ten": ten.ANSWERS, "bicolour": 3}
"""Number of classes of each network: its first outputs."""
STRANGERS = {"faces": faces.STRANGE, "ten": ten.ANSWERS}
"""Index of the output for a stranger, in the networks that have one."""
NEAR = (0.75, 0.9)
"""Cosines to the nearest learnt crop: a correction begins to act at the first, and acts fully from the second on, where
the two crops count as alike."""
OFTEN, PART = 2, 0.1
"""Minimum number and minimum share of alike crops that somebody labelled with one other value, so that they count as a
correction to that value. So one wrong tap, or taps of many values, change nothing."""
HIDDEN = {"faces": faces.HIDDEN, "ten": ten.ANSWERS + 1}
"""Index of the first output of the last hidden layer, in the networks that return it."""


def hidden(name: str, out: Floats) -> Floats:
    """Return the features (n, m), of length 1, of a network's outputs (n, ...).

    They are its last hidden layer, or the logits of its classes if it does not return that layer.
    """
    first = HIDDEN.get(name, out.shape[1])
    rows = out[:, first:] if first < out.shape[1] else out[:, : CLASSES[name]]
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one network.

    ``weights`` (classes + 1, features + 1) corrects the logits of the classes and of a stranger; the last column is the
    bias. ``known`` (n, features) are the features of the learnt crops, of length 1; ``votes`` (n, classes) the weight
    of each one's label, ``against`` (n, classes) is 1 for labels that somebody touched. Corrections fade to 0 for crops
    unlike all of these.
    """

    name: str
    weights: Floats
    known: Floats
    votes: Floats
    against: Floats

    def __call__(self, out: Floats) -> Floats:
        """Return the outputs (n, ...) of the network with corrected logits."""
        count, better = CLASSES[self.name], out.copy()
        features = hidden(self.name, out)
        alike = features @ self.known.T
        acts = np.clip((alike.max(1) - NEAR[0]) / (NEAR[1] - NEAR[0]), 0, 1)[:, None]
        more = (features @ self.weights[:, :-1].T + self.weights[:, -1]) * acts
        near = (alike >= NEAR[1]).astype(np.float32)
        votes = near @ self.votes
        better[:, :count] = capped(out[:, :count], out[:, :count] + more[:, :count], votes, near @ self.against)
        if self.name in STRANGERS:
            most = np.log1p(votes.sum(1))
            better[:, STRANGERS[self.name]] += np.clip(more[:, count], -most, most)
        return better


def capped(before: Floats, after: Floats, votes: Floats, against: Floats) -> Floats:
    """Return corrected logits (n, classes) that are no more certain than the learnt crops justify.

    ``votes`` (n, classes) are the weights of the alike crops by label, ``against`` (n, classes) the number of those
    that somebody touched. The likeliest class gets at most the larger of two values. The first is the network's odds
    times one plus the votes of the class. The second is the share of its votes by Laplace's rule of succession. If
    alike crops were corrected to another value, the limit is the class's share of the votes for these two values.
    """
    rows = np.arange(len(after))
    old, new = softmax(before), softmax(after)
    best = new.argmax(1)
    own, all_ = votes[rows, best], votes.sum(1)
    odds = old[rows, best] / np.maximum(1 - old[rows, best], 1e-6) * (1 + own)
    share = (own + 1) / (all_ + 2)
    other = against.copy()
    other[rows, best] = 0
    other = other.max(1)
    put_right = (other >= OFTEN) & (other >= PART * (own + other))
    most = np.where(put_right, (own + 1) / (own + other + 2), np.maximum(odds / (1 + odds), share))
    over = new[rows, best] > most
    if not over.any():
        return after
    rest = (old + new)[over]
    which = np.arange(len(rest)), best[over]
    rest[which] = 0
    shared = rest / np.maximum(rest.sum(1, keepdims=True), 1e-9) * (1 - most[over])[:, None]
    shared[which] = most[over]
    limited = after.copy()
    limited[over] = np.log(np.maximum(shared, 1e-9))
    return limited


def packed(heads: Mapping[str, Head]) -> bytes:
    """Return heads as the content of a file."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, head in heads.items():
        arrays |= {f"{name}.weights": head.weights, f"{name}.known": head.known.astype(np.float16)}
        arrays |= {f"{name}.votes": head.votes.astype(np.float16), f"{name}.against": head.against.astype(np.float16)}
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def unpacked(data: bytes) -> dict[str, Head]:
    """Return the heads in a file's content; raise ``ValueError`` if it is damaged or belongs to other networks."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            read = {key: np.asarray(file[key], np.float32) for key in file.files}
        return _heads(read)
    except Exception as error:  # numpy and zipfile raise many kinds
        raise ValueError(f"no learnt heads: {error}") from error


def _heads(read: Mapping[str, Floats]) -> dict[str, Head]:
    heads = {}
    for name in NETWORKS:
        if f"{name}.weights" in read:
            weights, known = read[f"{name}.weights"], read[f"{name}.known"]
            if weights.shape != (CLASSES[name] + 1, known.shape[1] + 1) or not np.isfinite(weights).all():
                raise ValueError("other networks")
            votes, against = read[f"{name}.votes"], read[f"{name}.against"]
            if votes.shape != (len(known), CLASSES[name]) or against.shape != votes.shape:
                raise ValueError("other networks")
            heads[name] = Head(name, weights, known, votes, against)
    return heads
