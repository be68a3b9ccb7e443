"""Trains the network for smeared dice: ``python -m vision.training.smeared SCENES OUT.pt MINUTES``.

Options: ``[--real=FOLDER] [--resume] [--windows=6000]``; the last is the number of windows to draw smeared.

A smear is the blur of a moving camera, a line, or that of a lens that is out of focus, a disc. Training starts from the
exported crop reader; with ``--resume``, from the shipped integers, and the mean with their weights is written. The target
for a smeared crop is the crop reader's answer to the same crop without the smear (Hinton et al. 2015, "Distilling the
Knowledge in a Neural Network"), mixed with the label. The target for a sharp crop is the answer to that crop, mixed with the
label. With a longer smear, the target is spread over all faces, because a 4 smeared along its pips looks like a 6. The script
also writes the network to ``smeared.onnx``, from which ``quantize`` makes the integer copy that the eye uses.
"""

from __future__ import annotations

import sys
import time
from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.models import FOLDER
from vision.reading.faces import CLASSES, LOGITS, REACH, SIDE, STRANGE, TEN, crop
from vision.reading.locate import Locator
from vision.training import lens, strangers
from vision.training.blur import smear
from vision.training.classifier import READABLE as SMALL
from vision.training.classifier import UNPRINTED, Hits, Source, light, spin, tensor
from vision.training.export import meet
from vision.training.grounds import camera
from vision.training.hits import listed
from vision.training.learning import Learner
from vision.training.locator import real
from vision.training.nets import Faces, export, precision
from vision.training.resume import resume

EDGE = SIDE / REACH
"""Edge of the die in a crop, in pixels."""
SMEARED, SHORTEST, LONGEST = 0.4, 0.05, 0.45
"""Share of single crops that are smeared, and the minimum and maximum length of the smear in edges: of a line, or across a
disc."""
READABLE, LOST, DOUBT = 0.25, 0.45, 0.5
"""A share of a d6's target moves to all six faces alike. It grows from 0, for a smear of ``READABLE`` edges, to
``DOUBT``, for a smear of ``LOST`` edges or more."""
SMOOTHING = 0.02
ODD, WHOLE = 0.15, 0.3
"""Share of the crops that show strangers, and share of the crops from windows that are smeared as a whole."""
PIXELS, GONE = (1.5, 14.0), 0.5
"""Range of the smear of a window in pixels, and the smear, in edges, from which on a die is not trained on."""


class Pairs:
    """An augmentation that returns two crops side by side: what the former network sees, and what the new one sees.

    ``length`` is the smear of the last crop, in edges.
    """

    def __init__(self) -> None:
        self.length = 0.0

    def __call__(self, rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        self.length = float(rng.uniform(SHORTEST, LONGEST)) if rng.random() < SMEARED else 0.0
        if not self.length:
            seen = light(rng, picture)
            return np.hstack([seen, seen])
        moved = smear(rng, picture, self.length * EDGE)
        if rng.random() < 0.3:  # flat light, worn pips: they look like a longer smear
            mean = float(moved.mean())
            moved = np.clip((moved - mean) * rng.uniform(0.35, 0.9) + mean, 0, 255).astype(np.uint8)
        return np.hstack([picture, light(rng, np.asarray(moved, np.uint8))])


class Shaken:
    """A camera that moves or is out of focus. It keeps the length of the smear in pixels, and the same picture without it."""

    def __init__(self) -> None:
        self.pixels, self.still = 0.0, np.zeros((1, 1, 3), np.uint8)

    def __call__(self, rng: np.random.Generator, canvas: NDArray[np.float32]) -> NDArray[np.uint8]:
        self.pixels = float(np.exp(rng.uniform(*np.log(PIXELS))))
        seed = int(rng.integers(2**31))
        self.still = camera(np.random.default_rng(seed), canvas)
        moved = smear(rng, canvas, self.pixels)
        return camera(np.random.default_rng(seed), np.asarray(moved, np.float32))


class Windows:
    """Smeared windows of a wide lens, each with the same window at rest, and the locator's hits in the smeared one."""

    def __init__(self, rng: np.random.Generator, count: int) -> None:
        shaken, locator = Shaken(), Locator()
        self._smeared, self._still, self._pixels, dice = [], [], [], []
        for n in range(count):
            picture, rows, _ = lens.scene(rng, n % 3 == 2, taken=shaken)
            self._smeared.append(picture)
            self._still.append(shaken.still)
            self._pixels.append(shaken.pixels)
            dice.append(rows)
        self._dice = np.stack(dice)
        rows = listed(locator, self._smeared, self._dice)
        lengths = np.array(self._pixels)[rows[:, 0].astype(int)] / rows[:, 3]
        self._hits = Hits(rows[((rows[:, 3] > SMALL) | (rows[:, 4] == 0)) & (lengths < GONE)])

    def __bool__(self) -> bool:
        return bool(self._hits)

    def get(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], int, float]:
        """Return a pair of crops as ``Pairs`` does, the label, and the smear in edges."""
        number, x, y, edge, label, slot = self._hits.any(rng)
        number, slot = int(number), int(slot)
        size = edge * float(np.exp(rng.normal(0, 0.05)))
        x, y = float(x + rng.normal(0, 0.03) * edge), float(y + rng.normal(0, 0.03) * edge)
        turn = spin(rng, float(self._dice[number, max(slot, 0), 6]))
        flip = bool(label in UNPRINTED and rng.random() < 0.5)
        before, after = (crop(p[number], x, y, size, turn, flip) for p in (self._still, self._smeared))
        return np.hstack([before, light(rng, after)]), int(label), self._pixels[number] / float(edge)


def loss(given: Tensor, answers: Tensor, labels: Tensor, lengths: Tensor, doubt: float = DOUBT) -> Tensor:
    """Return the loss of ``answers`` (n, ...) against those of the former network, ``given``, and the labels (-1 unknown)."""
    named = functional.one_hot(labels.clamp(min=0), CLASSES).float() * (1 - SMOOTHING) + SMOOTHING / CLASSES
    before = given[:, :CLASSES].softmax(1)
    share = torch.where(labels < 0, 0.0, torch.where(lengths > 0, 0.6, 0.3))[:, None]
    wanted = share * named + (1 - share) * before
    lost = ((lengths - READABLE) / (LOST - READABLE)).clamp(0, 1) * doubt * ((labels >= 1) & (labels <= 6))
    alike = torch.zeros_like(wanted)
    alike[:, 1:7] = 1 / 6
    wanted = wanted + lost[:, None] * (alike - wanted)
    total = functional.cross_entropy(answers[:, :CLASSES], wanted)
    total = total + 0.2 * functional.cross_entropy(answers[:, CLASSES:LOGITS], given[:, CLASSES:LOGITS].softmax(1))
    total = total + 2 * functional.smooth_l1_loss(
        answers[:, LOGITS : LOGITS + 2], given[:, LOGITS : LOGITS + 2], beta=0.1
    )
    ten = before[:, TEN]
    turn = functional.smooth_l1_loss(
        answers[:, LOGITS + 2 : STRANGE], given[:, LOGITS + 2 : STRANGE], beta=0.1, reduction="none"
    ).mean(1)
    total = total + 2 * (turn * ten).mean()
    odd = functional.binary_cross_entropy_with_logits(answers[:, STRANGE], given[:, STRANGE].sigmoid())
    return total + 0.5 * odd


def main() -> None:
    scenes, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    torch.set_num_threads(int(options.get("threads", "2")))
    cv2.setNumThreads(1)
    torch.manual_seed(3)
    rng = np.random.default_rng(int(options.get("seed", "91")))
    photographs = [p for p in (real(Path(options["real"])) if "real" in options else []) if len(p[1])]
    pairs = Pairs()
    source, windows = Source(scenes, photographs, change=pairs), Windows(rng, int(options.get("windows", "6000")))
    kinds, odds = zip(*strangers.STRANGE, strict=True)
    odd = [strangers.one(rng, str(rng.choice(kinds, p=odds))) for _ in range(int(options.get("windows", "6000")) // 8)]

    def one() -> tuple[NDArray[np.uint8], int, float]:
        pick = rng.random()
        if pick < ODD:
            picture, place = odd[rng.integers(len(odd))]
            return pairs(rng, strangers.cut(rng, *strangers.squeezed(rng, picture, place))), -1, pairs.length
        if pick < ODD + WHOLE and windows:  # in a trial run the locator may find nothing
            return windows.get(rng)
        pairs.length = 0.0
        sample = source.get(rng)
        both = sample.crop if sample.crop.shape[1] > SIDE else np.hstack([sample.crop, sample.crop])
        return both, sample.label, pairs.length

    some = tensor([one()[0][:, :SIDE] for _ in range(512)])
    former, net = (begun(some) for _ in range(2))
    path, before = FOLDER / "smeared.onnx", None
    if "--resume" in sys.argv:
        resume(net, some, "smeared-int8")
        export(deepcopy(net), path, (1, 3, SIDE, SIDE), False)
        before = onnx.load(str(path))
    former.eval()
    learner = Learner(net, float(options.get("rate", "1.2e-3")))
    start, step = time.monotonic(), 0
    while (spent := (time.monotonic() - start) / (minutes * 60)) < 1:
        crops, labels, lengths = zip(*(one() for _ in range(128)), strict=True)
        with torch.no_grad(), precision():
            given = former(tensor([c[:, :SIDE] for c in crops]))
        with precision():
            answers = net(tensor([c[:, SIDE:] for c in crops]))
        total = loss(given.float(), answers.float(), torch.tensor(labels), torch.tensor(lengths))
        learner.step(total, spent)
        step += 1
        if step % 100 == 0:
            print(f"{step} loss {float(total.detach()):.3f}", flush=True)
    torch.save(learner.kept.state_dict(), out)
    export(learner.kept, path, (1, 3, SIDE, SIDE), False)
    if before:
        after = onnx.load(str(path))
        meet(before, after)
        onnx.save(after, str(path))


def begun(some: Tensor) -> nn.Module:
    """Return the exported crop reader, ready for further training."""
    net = Faces(LOGITS).to(memory_format=torch.channels_last)
    resume(net, some, "faces")
    return net


if __name__ == "__main__":
    main()
