"""Trains the digit reader of the d10: ``python -m vision.training.ten SPRITES OUT.pt MINUTES``.

Options: ``[--count=4000] [--worlds=FOLDER,…] [--resume] [--freeze=3]``.

The outputs are the ten digits, upright within 11 degrees, and an eleventh: "turned by 25 degrees or more, or no d10".
The running average of the weights is stored. ``--worlds`` names folders of pictures that ``tests/worlds`` drew, to train on,
too. ``--resume`` continues from the exported weights; ``--freeze=3`` does not train the first three parts of the network.
``python -m vision.training.ten SPRITES judge [--count=500]`` scores the exported reader on fonts not trained on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.reading.faces import crop
from vision.reading.ten import ANSWERS, TIGHT, WRONG
from vision.training import worlds
from vision.training.classifier import light, tensor
from vision.training.grounds import camera, enlarged, ground
from vision.training.learning import Learner
from vision.training.nets import Digits, precision
from vision.training.scenes import Bank, matrix_for, paste
from vision.training.sprites import D10, OTHER

Picture = tuple[NDArray[np.uint8], NDArray[np.float32]]
CANVAS = 128
SMALLEST = 20
"""Minimum edge in pixels of a die of another world."""
BATCH, WORLDS = 128, 0.5
"""Number of crops in each step, and the share of them that shows dice of other worlds."""
STRANGE = 0.1
"""Share of pictures with another printed die, which shows no d10 digit at any rotation."""
FRESH = 4
"""Number of pictures that each step replaces by new ones."""
SLANTED = 48
"""Maximum angle of the camera off the vertical in degrees."""
UPRIGHT, TURNED = 11.0, 25.0
"""Angles in degrees: a digit is upright up to the first, wrongly turned from the second on, and unused in between."""
READABLE = 14
"""Minimum contrast within a face, in grey levels; below it the print is not legible and training omits the picture."""


class Pictures:
    """Draws pictures (128, 128, 3) of one die, some with a neighbour, from the sprites of one side of the split."""

    def __init__(self, folder: Path, tag: str, seed: int, strange: float = STRANGE, least: float = READABLE) -> None:
        self._bank = Bank(folder, tag)
        slight = self._bank.rows[:, 3] < np.radians(SLANTED)
        self._tens = np.flatnonzero((self._bank.rows[:, 4] == D10) & slight)
        self._others = np.flatnonzero((self._bank.rows[:, 4] == OTHER) & slight)
        self._strange, self._least = strange * bool(len(self._others)), least
        self._rng = np.random.default_rng([31, seed])

    def one(self) -> Picture:
        """Return a picture and its die: x, y, edge, digit, spin, tilt."""
        while True:
            pool = self._others if self._rng.random() < self._strange else self._tens
            picture, row = self._lay(int(pool[self._rng.integers(len(pool))]))
            if row[3] == WRONG or _contrast(picture, row) >= self._least:
                return picture, row

    def some(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return ``count`` pictures and their dice."""
        pictures, rows = np.zeros((count, CANVAS, CANVAS, 3), np.uint8), np.zeros((count, 6), np.float32)
        for n in range(count):
            pictures[n], rows[n] = self.one()
        return pictures, rows

    def _lay(self, index: int) -> Picture:
        rng, bank = self._rng, self._bank
        row = bank.rows[index]
        edge = float(np.exp(rng.uniform(np.log(26), np.log(66))))
        canvas = ground(rng, CANVAS, CANVAS, 0.3, 0.4)
        x, y = (float(v) for v in CANVAS / 2 + rng.normal(0, 3, 2))
        if rng.random() < 0.3:
            other = int(rng.integers(len(bank.rows)))
            way = float(rng.uniform(0, 6.28))
            far = edge * float(rng.uniform(1.25, 1.6))
            beside = (x + far * float(np.cos(way)), y + far * float(np.sin(way)))
            paste(canvas, bank.planes(other), matrix_for(bank.rows[other], *beside, edge, 0, False))
        paste(canvas, bank.planes(index), matrix_for(row, x, y, edge, 0, False))
        digit = row[5] if row[4] == D10 else WRONG
        return enlarged(rng, camera(rng, np.clip(canvas, 0, 1))), np.array(
            (x, y, edge, digit, row[7], row[3]), np.float32
        )


def others(folders: Sequence[Path]) -> list[Picture]:
    """Return the legible d10 and the strangers of other worlds, each as ``Pictures.one`` does."""
    found = []
    for picture, dice in (one for folder in folders for one in worlds.pictures(folder)):
        for x, y, edge, label, digit, tilt, spin in dice[:, :7]:
            row = np.array((x, y, edge, digit if label == D10 else WRONG, spin, tilt), np.float32)
            near = label in (D10, OTHER) and edge >= SMALLEST and tilt < np.radians(SLANTED)
            if near and _contrast(picture, row) >= READABLE:
                found.append((picture, row))
    return found


def _contrast(picture: NDArray[np.uint8], row: NDArray[np.float32]) -> float:
    """Return the range of grey levels in the area of the digit."""
    face = crop(picture, float(row[0]), float(row[1]), float(row[2]), float(row[4]))[22:46, 22:42]
    low, high = np.percentile(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (2, 98))
    return float(high - low)


def sample(rng: np.random.Generator, picture: Any, row: Any) -> tuple[NDArray[np.uint8], int]:
    """Return a crop turned at random and its label: the digit, or WRONG."""
    x, y, edge, digit, spin, _ = (float(v) for v in row)
    wrong = np.radians(TURNED)
    pick = rng.random()
    if pick < 0.52:
        off, label = float(rng.uniform(-1, 1) * np.radians(UPRIGHT)), int(digit)
    else:
        off, label = float(rng.uniform(wrong, 2 * np.pi - wrong)), WRONG
        if pick < (0.75 if digit in (6, 9) else 0.65):  # upside down: a 6 then looks like a 9
            off = np.pi + float(rng.normal(0, 0.2))
        elif pick < 0.78:
            off = float(rng.choice([-1, 1]) * rng.uniform(wrong, 2 * wrong))
    # displaced like the hits: 95 % within 0.16 edges at our own dice, further at those of other worlds; in films too small
    size = edge * float(np.exp(rng.normal(-0.03, 0.13)))
    far = edge * (0.06 if rng.random() < 0.7 else 0.11)
    x, y = x + rng.normal(0, far), y + rng.normal(0, far)
    return light(rng, crop(picture, x, y, size * TIGHT, spin + off)), label


def judge(folder: Path, count: int) -> None:
    """Print the exported reader's accuracy on validation pictures, at positions with simulated locator errors."""
    from vision.reading.locate import Hit
    from vision.reading.ten import Ten

    pictures, rows = Pictures(folder, "validation", 1, 0.0, 0).some(count)
    reader, rng, answers = Ten(), np.random.default_rng(9), []
    for picture, (x, y, edge, digit, _, tilt) in zip(pictures, rows, strict=True):
        size = edge * float(np.exp(rng.normal(0, 0.08)))
        where = Hit(x + rng.normal(0, 0.06) * edge, y + rng.normal(0, 0.06) * edge, size, 1.0)
        digits, _, _ = reader.read(picture, where)
        answers.append((float(digits.max()), int(digits.argmax()) == int(digit), edge, tilt))
    answers.sort(key=lambda a: -a[0])
    right = np.array([a[1] for a in answers], float)
    large = np.array([a[2] > 40 for a in answers])
    best = ", ".join(f"surest {s:.0%} {right[: int(s * count)].mean():.4f}" for s in (0.5, 0.75, 0.85, 0.9))
    print(f"{count} d10: right {right.mean():.4f}, above 40 pixels {right[large].mean():.4f}; {best}")


def main() -> None:
    options = dict(a[2:].split("=") for a in sys.argv[3:] if "=" in a)
    folder = Path(sys.argv[1])
    if sys.argv[2] == "judge":
        judge(folder, int(options.get("count", "500")))
        return
    out, minutes = Path(sys.argv[2]), float(sys.argv[3])
    torch.set_num_threads(int(options.get("threads", "1")))
    cv2.setNumThreads(1)
    torch.manual_seed(3)
    rng = np.random.default_rng(33)
    source = Pictures(folder, "training", int(options.get("seed", "0")))
    pictures, rows = source.some(int(options.get("count", "4000")))
    print("made", flush=True)
    net = Digits().to(memory_format=torch.channels_last)
    if "from" in options:
        net.load_state_dict(torch.load(options["from"]))
    elif "--resume" in sys.argv:
        from vision.training.resume import resume

        resume(net, tensor([sample(rng, pictures[i], rows[i])[0] for i in range(256)]), "ten")
    net.body[: int(options.get("freeze", "0"))].requires_grad_(False)
    foreign = others([Path(name) for name in options.get("worlds", "").split(",") if name])
    theirs = round(WORLDS * BATCH) * bool(foreign)
    print(f"{len(foreign)} dice of other worlds", flush=True)
    learner = Learner(net, float(options.get("rate", "2.5e-3")))
    start, step, running, right = time.process_time(), 0, 2.5, 0.0
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        for i in rng.integers(len(pictures), size=FRESH):
            pictures[i], rows[i] = source.one()
        which = rng.integers(len(pictures), size=BATCH - theirs)
        got = [sample(rng, *foreign[rng.integers(len(foreign))]) for _ in range(theirs)]
        got += [sample(rng, pictures[i], rows[i]) for i in which]
        label = torch.tensor([g[1] for g in got])
        with precision():
            y = net(tensor([g[0] for g in got]))[:, :ANSWERS]
        loss = torch.nn.functional.cross_entropy(y.float(), label, label_smoothing=0.02)
        learner.step(loss, spent)
        running = 0.98 * running + 0.02 * float(loss.detach())
        right = 0.98 * right + 0.02 * float((y.argmax(1) == label).float().mean())
        step += 1
        if step % 50 == 0:
            print(f"{step} {time.process_time() - start:.0f}s loss {running:.3f} right {right:.4f}", flush=True)
            torch.save(learner.kept.state_dict(), out)
    torch.save(learner.kept.state_dict(), out)


if __name__ == "__main__":
    main()
