"""Trains a small fixed recipe on all worlds but one, and judges it on that one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from tests.worlds import SEED, WORLDS
from vision.reading.faces import crop
from vision.training.classifier import light, spin, tensor
from vision.training.grounds import enlarged
from vision.training.learning import Learner
from vision.training.nets import Crop, precision
from vision.training.sprites import OTHER

JUDGES = ("blender",)
BATCH, RATE = 128, 2e-3
KEPT = 5
"""Of the pictures of a world every fifth is kept back, to tell what is lost only because a world is new."""
NOTHING = 0.2
"""Share of the training crops that lie beside the dice."""
SURE = 0.85
"""Share of the dice, the surest, of which the errors are counted, too: those that the eye would not ask about."""

Image = NDArray[np.uint8]
Change = Callable[[np.random.Generator, Image], Image]
CHANGES: dict[str, Change] = {
    "none": lambda _, picture: picture,
    "light": light,
    "enlarged": lambda rng, picture: light(rng, enlarged(rng, picture)),
}


@dataclass(frozen=True, slots=True)
class World:
    """The pictures of one world, and the dice of each (n, 7), as ``tests.worlds`` says."""

    pictures: list[Image]
    dice: list[NDArray[np.float32]]

    def some(self, kept: bool) -> World:
        """Return the pictures kept back from training, or the others."""
        which = [i for i in range(len(self.pictures)) if (i % KEPT == 0) is kept]
        return World([self.pictures[i] for i in which], [self.dice[i] for i in which])

    def any(self, rng: np.random.Generator, change: Change) -> tuple[Image, int]:
        """Return a crop at a random die, or sometimes beside all dice, with its class."""
        while True:
            i = int(rng.integers(len(self.pictures)))
            if len(self.dice[i]):
                break
        dice = self.dice[i]
        x, y, edge, label, _, tilt, *_ = (float(v) for v in dice[rng.integers(len(dice))])
        if rng.random() < NOTHING:
            way, far = rng.uniform(0, 2 * np.pi), edge * rng.uniform(0.5, 2.5)
            x, y, label = x + far * np.cos(way), y + far * np.sin(way), 0
            if (np.hypot(dice[:, 0] - x, dice[:, 1] - y) < 0.42 * dice[:, 2]).any():
                return self.any(rng, change)
        size = edge * float(np.exp(rng.normal(0, 0.08)))
        x, y = x + rng.normal(0, 0.05) * edge, y + rng.normal(0, 0.05) * edge
        return change(rng, crop(self.pictures[i], x, y, size, spin(rng, tilt))), int(label)

    def all(self) -> tuple[list[Image], NDArray[np.intp]]:
        """Return the crops at all dice, with their classes."""
        rows = [(p, d) for p, dice in zip(self.pictures, self.dice, strict=True) for d in dice]
        crops = [crop(p, float(d[0]), float(d[1]), float(d[2])) for p, d in rows]
        return crops, np.array([int(d[3]) for _, d in rows], np.intp)


def stored(folder: Path) -> World:
    """Return the world stored in ``folder``."""
    names = sorted(folder.glob("*.png"))
    return World(
        [np.asarray(cv2.imread(str(n)), np.uint8) for n in names], [np.load(n.with_suffix(".npy")) for n in names]
    )


def trained(worlds: list[World], steps: int, change: Change) -> torch.nn.Module:
    """Return a crop reader trained on these worlds, all equally often."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    net = Crop(OTHER + 1).to(memory_format=torch.channels_last)
    learner = Learner(net, RATE)
    for step in range(steps):
        crops, labels = zip(*(worlds[i % len(worlds)].any(rng, change) for i in range(BATCH)), strict=True)
        with precision():
            out = net(tensor(crops))
        learner.step(cross_entropy(out.float(), torch.tensor(labels), label_smoothing=0.02), step / steps)
    return learner.kept.eval()


def judged(net: torch.nn.Module, world: World) -> tuple[float, float, int]:
    """Return the share of dice read rightly, the same of the surest ones, and the number of dice."""
    crops, labels = world.all()
    with torch.no_grad():
        beliefs = torch.cat([net(tensor(crops[i : i + 256])).softmax(1) for i in range(0, len(crops), 256)])
    sure, told = (t.numpy() for t in beliefs[:, 1:].max(1))
    right = told + 1 == labels
    surest = np.argsort(-sure)[: round(SURE * len(right))]
    return float(right.mean()), float(right[surest].mean()), len(right)


def judge(folder: Path, steps: int, change: str) -> None:
    """Print, for each world, how the recipe reads it when it is left out, and when it is not."""
    torch.set_num_threads(1)
    worlds = {name: stored(folder / name) for name in WORLDS if (folder / name).is_dir()}
    teachers = {name: world.some(kept=False) for name, world in worlds.items() if name not in JUDGES}
    knows_all = trained(list(teachers.values()), steps, CHANGES[change])
    means = []
    for name, world in worlds.items():
        exam = world.some(kept=True) if name in teachers else world
        others = [other for key, other in teachers.items() if key != name]
        net = trained(others, steps, CHANGES[change]) if name in teachers else knows_all
        (right, surest, dice), line = judged(net, exam), f"{name}, left out:"
        means.append((right, surest))
        line += f" right {right:.3f}, of the surest {SURE:.0%} {surest:.4f} ({dice} dice)"
        if name in teachers:
            right, surest, _ = judged(knows_all, exam)
            line += f"; learned from, too: {right:.3f}, {surest:.4f}"
        print(line, flush=True)
    right, surest = np.mean(means, 0)
    print(f"mean over the worlds left out: right {right:.3f}, of the surest {SURE:.0%} {surest:.4f}")
