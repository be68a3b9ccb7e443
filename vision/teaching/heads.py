"""A small logistic head on a network's last hidden layer, fitted in a second from one picture of each face, without torch.

A linear function of the last hidden layer corrects the network's own output; regularisation pulls it towards 0.
Fine-tuning the whole network is little better and would need torch.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import models
from vision.pictures import Image
from vision.reading.faces import SIDE, crop, sigmoid, softmax
from vision.reading.locate import Hit
from vision.reading.ten import ANSWERS, Ten

Floats = NDArray[np.float32]
PULL = 0.01
"""Weight of the regularisation, which pulls the correction towards 0."""
STEPS, RATE = 150, 0.02


class Seeing:
    """A network of ``vision.models`` that also returns its last hidden layer."""

    def __init__(self, name: str) -> None:
        self._net = models.load(name)
        names = list(self._net.getLayerNames())
        self._hidden = [n for n in names if self._net.getLayer(n).type == "ReLU"][-1]
        self._out = self._net.getUnconnectedOutLayersNames()[0]

    def see(self, crops: list[Image]) -> tuple[Floats, Floats]:
        """Return the hidden layer (n, 96) and the outputs (n, m) for n crops of 64x64 pixels."""
        hidden, answers = [], []
        for start in range(0, len(crops), 16):
            part = crops[start : start + 16]
            self._net.setInput(cv2.dnn.blobFromImages(part, 1 / 255, (SIDE, SIDE), (127.5, 127.5, 127.5)))
            a, b = self._net.forward([self._hidden, self._out])
            hidden.append(np.array(a, np.float32).reshape(len(part), -1))
            answers.append(np.array(b, np.float32).reshape(len(part), -1))
        return np.concatenate(hidden), np.concatenate(answers)


def fit(
    hidden: Floats,
    answers: Floats,
    labels: NDArray[np.int64],
    pull: float = PULL,
    weights: NDArray[np.float64] | None = None,
) -> Floats:
    """Return the correction (classes, 97) that Adam fits to ``labels`` (n); its last column is the bias.

    ``hidden`` (n, 96) and ``answers`` (n, classes) are the network's; ``weights`` (n) are those of the rows.
    """
    share = np.ones(len(hidden)) / len(hidden) if weights is None else weights / weights.sum()
    x = np.column_stack([hidden, np.ones(len(hidden), np.float32)])
    wanted = np.eye(answers.shape[1], dtype=np.float32)[labels]
    w = np.zeros((answers.shape[1], x.shape[1]), np.float32)
    mean, square = np.zeros_like(w), np.zeros_like(w)
    for step in range(1, STEPS + 1):
        slope = np.asarray((softmax(answers + x @ w.T) - wanted) * share[:, None], np.float32).T @ x + pull * w
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        w = w - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return np.asarray(w, np.float32)


def corrected(hidden: Floats, answers: Floats, correction: Floats) -> Floats:
    """Return the corrected outputs as probabilities (n, classes)."""
    return softmax(np.asarray(answers + hidden @ correction[:, :-1].T + correction[:, -1], np.float32))


def unit(rows: Floats) -> Floats:
    """Return the rows (n, m) scaled to length 1."""
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


def varied(rng: np.random.Generator, image: Image, hit: Hit, turn: float, scale: float = 1.0) -> Image:
    """Return one randomly augmented crop of ``hit``, ``scale`` times as wide as that of the crop reader."""
    edge = hit.edge * scale * float(np.exp(rng.normal(0, 0.07)))
    x, y = hit.x + rng.normal(0, 0.05) * hit.edge, hit.y + rng.normal(0, 0.05) * hit.edge
    out: NDArray[Any] = crop(image, x, y, edge, turn).astype(np.float32)
    mean = float(out.mean())
    out = (out - mean) * rng.uniform(0.6, 1.3) + mean * rng.uniform(0.6, 1.3)
    if rng.random() < 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.2))), np.float32)
    if rng.random() < 0.3:
        out = out + rng.normal(0, rng.uniform(2, 7), out.shape)
    return np.clip(out, 0, 255).astype(np.uint8)


class TaughtTen(Ten):
    """The d10 digit reader with a fitted head."""

    def __init__(self, seeing: Seeing, correction: Floats) -> None:
        self._seeing, self._correction = seeing, correction

    def _run(self, crops: list[Image]) -> tuple[Floats, Floats]:
        hidden, answers = self._seeing.see(crops)
        return corrected(hidden, answers[:, :ANSWERS], self._correction), sigmoid(answers[:, ANSWERS])
