"""Trains the network for the direction of top faces and for the rotation of digits.

``python -m vision.training.facing SCENES FACES.pt OUT.pt MINUTES``.

Options: ``[--worlds=FOLDER,…] [--resume]``: worlds of ``tests/worlds`` that tell this direction; begin with the exported weights.

The crop reader predicts this direction too, with a median error of 0.1 for leaning dice and 0.06 for dice at rest (the sine of
the angle), and the rotation of a d10's digit, within 15 degrees for three of four dice of another maker. This network predicts
nothing else. Its training starts from the crop reader's first layers and uses as many leaning dice as dice at rest, and as many
of each other world. It runs if a die seems to lean (``vision/reading/lean.py``), and for all faces of a d10 and the dice beside
it (``uppermost.py``). So one world shows d10 turned at random, with all their faces.
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

from vision.reading.faces import REACH, SIDE, crop, placing
from vision.training.classifier import light, part, spin, tensor
from vision.training.learning import Learner
from vision.training.nets import Facing, precision
from vision.training.resume import resume
from vision.training.sprites import D10, LEANING, OTHER
from vision.training.wider import world

Floats = NDArray[np.float64]

TURN = 0.3
"""Weight of the rotation of a digit in the loss, relative to the direction of the face."""


class Dice:
    """The readable dice of a folder of scenes whose top face's direction is known: at rest, leaning, and those of each world."""

    def __init__(self, scenes: Path, folders: Sequence[Path] = ()) -> None:
        ours = [part(name) for name in sorted(scenes.glob("dice_training_*.npy"))]
        theirs = [world(folder, searched=False) for folder in folders]
        self._parts = [one for one in (*ours, *theirs) if one.marks is not None]
        own = sum(one.marks is not None for one in ours)
        rest, leaning = [np.zeros((0, 3), np.int64)], [np.zeros((0, 3), np.int64)]
        foreign = list[NDArray[np.int64]]()
        for n, one in enumerate(self._parts):
            labels = one.dice[one.places[:, 0], one.places[:, 1], 3]
            lying = rest if n < own else foreign
            for which, found in ((labels == LEANING, leaning), ((labels > 0) & (labels < OTHER), lying)):
                found.append(np.column_stack([np.full(which.sum(), n), one.places[which]]))
        self.kinds = [k for k in (np.concatenate(rest), np.concatenate(leaning), *foreign) if len(k)]

    def some(self, rng: np.random.Generator, count: int) -> tuple[list[NDArray[np.uint8]], Floats]:
        """Return crops of ``count`` dice and what the network is to tell of them (count, 4).

        That is the direction of the top face and the rotation of its digit, as in ``reading.faces.Looks``; the rotation is not a
        number where no digit is, or where the crop is mirrored.
        """
        crops, told = [], np.full((count, 4), np.nan)
        for i in range(count):
            kind = self.kinds[i % len(self.kinds)]
            n, number, slot = kind[rng.integers(len(kind))]
            crops.append(self._one(rng, self._parts[n], int(number), int(slot), told[i]))
        return crops, told

    def _one(self, rng: np.random.Generator, of: Any, number: int, slot: int, told: Floats) -> NDArray[np.uint8]:
        x, y, edge, label, tilt, digit = (float(of.dice[number, slot, i]) for i in (0, 1, 2, 3, 6, 7))
        size = edge * float(np.exp(rng.normal(0, 0.06)))
        x, y = x + float(rng.normal(0, 0.04)) * edge, y + float(rng.normal(0, 0.04)) * edge
        turn, flip = spin(rng, tilt), bool(rng.random() < 0.5)
        told[:2] = placing(x, y, size, turn, flip)[:, :2] @ of.marks[number, slot, :2] * (REACH * size / SIDE)
        if label == D10 and not flip:
            told[2:] = np.cos(digit - turn), np.sin(digit - turn)
        return light(rng, crop(np.asarray(of.pictures[number]), x, y, size, turn, flip))


def main() -> None:
    """Train for MINUTES on one processor core and store the running average of the weights."""
    scenes, faces, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4])
    options = dict(a[2:].split("=") for a in sys.argv[5:] if "=" in a)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(5)
    rng = np.random.default_rng(int(options.get("seed", "51")))
    folders = [Path(name) for name in options.get("worlds", "").split(",") if name]
    dice, net = Dice(scenes, folders), Facing().to(memory_format=torch.channels_last)
    if "--resume" in sys.argv:
        resume(net, tensor(dice.some(rng, 512)[0]), "facing")
    else:
        net.load_state_dict({k: v for k, v in torch.load(faces).items() if k.startswith("body.")}, strict=False)
    learner = Learner(net, float(options.get("rate", "2e-3")))
    kinds = len(dice.kinds)
    start, step, running = time.process_time(), 0, np.full((kinds, 2), 0.3)
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        crops, wanted = dice.some(rng, 128)
        with precision():
            told = net(tensor(crops)).float()
        away = (told - torch.from_numpy(wanted).float()).unflatten(1, (2, 2))
        away = torch.linalg.vector_norm(away.nan_to_num(), dim=2)  # 0 for an unknown rotation
        loss = torch.nn.functional.smooth_l1_loss(away[:, 0], torch.zeros(len(away)), beta=0.05)
        learner.step(loss + TURN * away[:, 1].mean(), spent)
        now = away.detach().numpy()
        running = 0.98 * running + 0.02 * np.array([now[i::kinds].mean(0) for i in range(kinds)])
        step += 1
        if step % 50 == 0:
            seconds = time.process_time() - start
            print(f"{step} {seconds:.0f}s off by {' '.join(f'{r:.3f}/{t:.3f}' for r, t in running)}", flush=True)
            torch.save(learner.kept.state_dict(), out)
    torch.save(learner.kept.state_dict(), out)


if __name__ == "__main__":
    main()
