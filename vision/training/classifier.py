"""Trains the crop reader: ``python -m vision.training.classifier SCENES OUT.pt MINUTES``.

Options: ``[--real=FOLDER] [--from=OLD.pt] [--resume]``.

Crops are cut from the scenes during training: at the dice, at places beside them and, if ``hits.py`` listed them, at
the locator's own hits. Outputs: 11 classes (see sprites.py), then 8 body colours. If the scenes have these labels, it
also predicts the direction of the top face and the places of its pips. ``--resume`` continues from the exported
weights. The stored weights are the running average, which is more accurate than the last weights.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from companion.dice import COLOURS
from vision.reading.faces import CLASSES, REACH, SIDE, crop, placing
from vision.training.learning import Learner
from vision.training.locator import real
from vision.training.nets import Faces, Marked, precision
from vision.training.sprites import BLANK

MAP, SPOT = 32, 1.0
"""Side of the map of pips, and the standard deviation of one pip in it, both in cells."""
OFF_FACE = 0.28
"""The class of a crop whose top face lies further from its middle, in edges, is unknown."""
READABLE = 15.0
"""Minimum edge, in pixels, of a die to train on; smaller ones are not readable."""


def light(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture with random changes of light, contrast and sharpness, reflections and noise (augmentation)."""
    out = picture.astype(np.float32)
    if rng.random() < 0.5:
        mean = out.mean()
        out = (out - mean) * rng.uniform(0.6, 1.3) + mean * rng.uniform(0.6, 1.3)
    if rng.random() < 0.25:
        out = out * rng.uniform(0.3, 1.0)  # a dim room
    if rng.random() < 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.5, 1.6))), np.float32)
    elif rng.random() < 0.08:
        out = moved(rng, out)
    if rng.random() < 0.2:
        out = glinting(rng, out)
    if rng.random() < 0.2:
        out = out + rng.normal(0, rng.uniform(2, 9), out.shape).astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def glinting(rng: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the crop with a small soft reflection of a lamp on its die, which must not be read as a pip."""
    x, y = rng.normal(SIDE / 2, 8, 2)
    long, way = float(rng.uniform(1.3, 5)), float(rng.uniform(0, np.pi))
    yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    along, across = (xx - x) * np.cos(way) + (yy - y) * np.sin(way), (yy - y) * np.cos(way) - (xx - x) * np.sin(way)
    square = (along / long) ** 2 + (across / (long * rng.uniform(0.45, 1))) ** 2
    bright = np.exp(-0.5 * square ** float(rng.uniform(0.7, 1.6))) * float(rng.uniform(0.25, 1))
    return np.asarray(picture + (255 - picture) * bright[..., None], np.float32)


def moved(rng: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the crop with motion blur of 3 to 9 pixels."""
    size, way = int(rng.integers(3, 10)), float(rng.uniform(0, np.pi))
    kernel, middle = np.zeros((size, size), np.float32), (size - 1) / 2
    dx, dy = middle * np.cos(way), middle * np.sin(way)
    here, there = ((round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1))
    cv2.line(kernel, here, there, 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.float32)


def spin(rng: np.random.Generator, tilt: float) -> float:
    """Return a random rotation of a crop in radians: any up to a tilt of 25 degrees, small above it.

    ``tilt`` is the angle off the vertical, in radians, at which the camera sees the die. In a slanted view, a side
    could be taken for the top. But a wide lens shows dice at the picture's border from any side.
    """
    return float(rng.uniform(0, 2 * np.pi) if tilt < 0.44 else rng.normal(0, 0.35 if tilt < 0.6 else 0.15))


def body(d: Any) -> int:
    """Return the colour label of a die of a scene: that of its body, or of its top face for the bicolour die."""
    if int(d[3]) == BLANK:
        return COLOURS.index("red" if d[4] == 1 else "black")
    return int(d[5])


@dataclass(frozen=True, slots=True)
class Sample:
    """A crop with its labels: class, colour (-1 unknown), the direction of its top face, its pips and its place.

    ``pips`` is (n, 2) in pixels of the crop. ``place`` (3) is how far the middle of the top face lies right of and below that
    of the crop, in edges of the crop, and the logarithm of the ratio of their edges. None means unknown.
    """

    crop: NDArray[np.uint8]
    label: int
    colour: int = -1
    facing: NDArray[np.float64] | None = None
    pips: NDArray[np.float64] | None = None
    place: NDArray[np.float64] | None = None


NOTHING = np.zeros((0, 2))
UNPRINTED = (*range(7), BLANK)
"""Classes whose crops may be mirrored, because they have no print."""


class Hits:
    """The locator's hits as listed by ``hits.py``: those at dice and those beside all dice."""

    def __init__(self, rows: NDArray[np.float32]) -> None:
        self._dice, self._none = rows[rows[:, 4] > 0], rows[rows[:, 4] == 0]

    def __bool__(self) -> bool:
        return len(self._dice) + len(self._none) > 0

    def beside(self) -> Hits:
        """Return only those beside all dice."""
        return Hits(self._none)

    def any(self, rng: np.random.Generator) -> NDArray[np.float32]:
        """Return a random hit; about one in four lies beside all dice."""
        none = len(self._none) and (rng.random() < 0.27 or not len(self._dice))
        rows = self._none if none else self._dice
        return np.asarray(rows[rng.integers(len(rows))])


@dataclass(slots=True)
class Part:
    """One file of scenes: pictures, dice, the readable dice as (scene, slot), the locator's hits, and the marks."""

    pictures: Any
    dice: Any
    places: NDArray[np.intp]
    hits: Hits | None
    marks: Any | None


def _beside(name: Path, what: str) -> Any | None:
    path = Path(str(name).replace("dice_", what))
    return np.load(path, mmap_mode="r" if what == "pictures_" else None) if path.exists() else None


def fair(dice: NDArray[np.float32]) -> NDArray[np.intp]:
    """Return the scene and the slot (n, 2) of each die in ``dice`` (scenes, slots, 9) that is readable."""
    shown = (dice[..., 3] >= 0) & (dice[..., 2] > READABLE) & (dice[..., 2] < 60) & (dice[..., 8] < 0.3)
    return np.column_stack(np.nonzero(shown))


def part(name: Path) -> Part:
    """Return the scenes whose dice are stored in the file ``name``."""
    dice = np.load(name)
    hits = _beside(name, "hits_")
    if hits is not None:
        hits = Hits(hits[(hits[:, 3] > READABLE) | (hits[:, 4] == 0)])
    return Part(_beside(name, "pictures_"), dice, fair(dice), hits, _beside(name, "marks_"))


class Source:
    """Gives crops of the scenes in a folder, and of ``photographs`` (picture, dice); ``refresh`` loads scenes added since.

    The crops are ``wide`` times as wide as the crop reader's. Of the crops cut at labelled dice of scenes, the share
    ``beside`` is moved off the die, and the share ``astray`` is moved aside on the die; the class is unknown (-1) where it
    was moved far. ``change`` is the augmentation applied to each crop. ``parts`` are further scenes; ``scenes`` may be None.
    """

    def __init__(
        self,
        scenes: Path | None,
        photographs: list[Any],
        wide: float = 1.0,
        beside: float = 0.15,
        change: Callable[[np.random.Generator, NDArray[np.uint8]], NDArray[np.uint8]] = light,
        astray: float = 0.0,
        parts: Sequence[Part] = (),
    ) -> None:
        self._scenes, self._photographs, self._wide, self._beside = scenes, photographs, wide, beside
        self._change, self._astray, self._more = change, astray, list(parts)
        found = scenes / "hits_real.npy" if scenes else None
        self._real = Hits(np.load(found)) if photographs and found and found.exists() else None
        self._parts: dict[Path, Part] = {}
        self.refresh()

    def refresh(self) -> None:
        for name in sorted(self._scenes.glob("dice_training_*.npy")) if self._scenes else ():
            if name not in self._parts:
                self._parts[name] = part(name)
        self._every = [p for p in (*self._more, *self._parts.values()) if len(p.places)]
        weight = np.array([len(p.places) for p in self._every], float)
        self._odds = np.cumsum(weight) / weight.sum()

    def _wrong(self, rng: np.random.Generator, picture: Any, dice: Any, any_turn: bool) -> Sample:
        """Return a crop that is not centred on a die: a side, a pip, two dice, the ground."""
        h, w = picture.shape[:2]
        known = dice[(dice[:, 3] >= 0) & (dice[:, 2] > 0)]
        turn = float(rng.uniform(0, 6.28)) if any_turn else 0.0
        for _ in range(20):
            edge = float(known[rng.integers(len(known)), 2]) if len(known) else float(rng.uniform(12, 46))
            if len(known) and rng.random() < 0.75:
                near = known[rng.integers(len(known))]
                if rng.random() < 0.3:
                    factor = float(rng.uniform(0.2, 0.55) if rng.random() < 0.5 else rng.uniform(1.9, 3.0))
                    x, y = near[:2] + rng.normal(0, 0.2, 2) * near[2]
                    size = max(edge * factor, 4) * self._wide
                    return Sample(self._change(rng, crop(picture, x, y, size, turn)), 0, pips=NOTHING)
                way, far = rng.uniform(0, 6.28), edge * rng.uniform(0.5, 1.3)
                x, y = near[0] + far * np.cos(way), near[1] + far * np.sin(way)
            else:
                x, y = rng.uniform(0, (w, h))
            if not len(known) or (np.hypot(known[:, 0] - x, known[:, 1] - y) > 0.42 * known[:, 2]).all():
                size = edge * self._wide * float(np.exp(rng.normal(0, 0.15)))
                return Sample(self._change(rng, crop(picture, x, y, size, turn)), 0, pips=NOTHING)
        return Sample(crop(picture, 0, 0, 20), 0, pips=NOTHING)

    def _photograph(self, rng: np.random.Generator) -> Sample:
        """Return a crop of a photograph: at a labelled die, beside all dice, or at a hit of the locator."""
        if self._real and rng.random() < 0.5:
            number, x, y, edge, label, _ = self._real.any(rng)
            picture, spread = self._photographs[int(number)][0], (0.05, 0.03)
        else:
            picture, dice = self._photographs[rng.integers(len(self._photographs))]
            if rng.random() < 0.2 or not len(dice):
                return self._wrong(rng, picture, dice, True)
            (x, y, edge, label), spread = dice[rng.integers(len(dice))][:4], (0.12, 0.07)
        size = edge * self._wide * float(np.exp(rng.normal(0, spread[0])))
        x, y = x + rng.normal(0, spread[1]) * edge, y + rng.normal(0, spread[1]) * edge
        out = crop(picture, x, y, size, rng.uniform(0, 6.28), rng.random() < 0.5)
        return Sample(self._change(rng, out), int(label), pips=None if label else NOTHING)

    def get(self, rng: np.random.Generator) -> Sample:
        pick = rng.random()
        if self._photographs and pick < 0.16:
            return self._photograph(rng)
        mine = self._every[int(np.searchsorted(self._odds, rng.random()))]
        if mine.hits and pick < 0.62:
            number, x, y, edge, label, slot = mine.hits.any(rng)
            spread = (0.05, 0.03)
        else:
            number, slot = mine.places[rng.integers(len(mine.places))]
            d = mine.dice[number, slot]
            if rng.random() < self._beside:
                return self._wrong(rng, np.asarray(mine.pictures[number]), mine.dice[number], bool(d[6] < 0.44))
            (x, y, edge, label), spread = d[:4], (0.08, 0.05)
        number, slot = int(number), int(slot)
        d = mine.dice[number, max(slot, 0)]
        size = edge * self._wide * float(np.exp(rng.normal(0, spread[0])))
        x, y = float(x + rng.normal(0, spread[1]) * edge), float(y + rng.normal(0, spread[1]) * edge)
        if slot >= 0 and rng.random() < self._astray:
            way, far = rng.uniform(0, 2 * np.pi), edge * rng.uniform(0.1, 0.7)
            x, y, size = x + far * np.cos(way), y + far * np.sin(way), size * float(np.exp(rng.normal(0.05, 0.1)))
        turn, flip = spin(rng, float(d[6])), bool(label in UNPRINTED and rng.random() < 0.5)
        out = self._change(rng, crop(np.asarray(mine.pictures[number]), x, y, size, turn, flip))
        if slot < 0:
            return Sample(out, 0, pips=NOTHING)
        matrix = placing(x, y, size, turn, flip)
        middle = (matrix @ (d[0], d[1], 1.0) - SIDE / 2) / SIDE * REACH
        place = np.array([*middle, np.log(d[2] * self._wide / size)])
        if self._astray and np.hypot(*middle) > OFF_FACE:
            label = -1
        if mine.marks is None:
            return Sample(out, int(label), body(d), place=place)
        marks = mine.marks[number, slot]
        pips = marks[2:].reshape(-1, 2)
        pips = pips[pips[:, 0] >= 0] @ matrix[:, :2].T + matrix[:, 2]
        facing = matrix[:, :2] @ marks[:2] * (REACH * size / SIDE)
        return Sample(out, int(label), body(d), facing, pips, place)


def tensor(crops: Sequence[NDArray[np.uint8]]) -> torch.Tensor:
    """Return crops (BGR uint8) as the network's input (n, 3, side, side), scaled to -0.5..0.5."""
    x = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255 - 0.5
    return x.contiguous(memory_format=torch.channels_last)


def spots(pips: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return a map (32, 32) with a Gaussian of height 1 at the middle of each pip."""
    at = np.arange(MAP) + 0.5
    out = np.zeros((MAP, MAP), np.float32)
    for x, y in pips * MAP / SIDE:
        wide, high = (np.exp(-((at - v) ** 2) / (2 * SPOT**2)).astype(np.float32) for v in (x, y))
        out = np.maximum(out, high[:, None] * wide)
    return out


def loss(net: Marked, samples: list[Sample]) -> tuple[Tensor, float]:
    """Return the loss of these samples, and the share whose class is predicted correctly."""
    with precision():
        y, facing, pips = net.marks(tensor([s.crop for s in samples]))
    y, facing, pips = y.float(), facing.float(), pips.float()
    label, colour = torch.tensor([s.label for s in samples]), torch.tensor([s.colour for s in samples])
    total = torch.nn.functional.cross_entropy(y[:, :CLASSES], label, label_smoothing=0.02)
    if (colour >= 0).any():
        total = total + 0.2 * torch.nn.functional.cross_entropy(y[:, CLASSES:], colour, ignore_index=-1)
    pointing = [i for i, s in enumerate(samples) if s.facing is not None]
    if pointing:
        wanted = torch.tensor(np.array([samples[i].facing for i in pointing]), dtype=torch.float32)
        total = total + 2 * torch.nn.functional.smooth_l1_loss(facing[pointing], wanted, beta=0.1)
    told = [i for i, s in enumerate(samples) if s.pips is not None]
    if told:
        wanted = torch.from_numpy(np.stack([spots(s.pips) for i, s in enumerate(samples) if s.pips is not None]))
        each = torch.nn.functional.binary_cross_entropy_with_logits(pips[told], wanted, reduction="none")
        total = total + 0.02 * each.sum((1, 2)).mean()
    return total, float((y[:, :CLASSES].argmax(1) == label).float().mean())


def main() -> None:
    scenes, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    torch.set_num_threads(int(options.get("threads", "2")))
    cv2.setNumThreads(1)
    torch.manual_seed(2)
    rng = np.random.default_rng(int(options.get("seed", "21")))
    photographs = [p for p in (real(Path(options["real"])) if "real" in options else []) if len(p[1])]
    source = Source(scenes, photographs)
    net = Marked(CLASSES + 8).to(memory_format=torch.channels_last)
    if "from" in options:
        net.load_state_dict(torch.load(options["from"]), strict=False)
    elif "--resume" in sys.argv:
        from vision.training.resume import resume

        plain = Faces(CLASSES + 8)
        resume(plain, tensor([source.get(rng).crop for _ in range(512)]), "faces")
        net.load_state_dict(plain.state_dict(), strict=False)  # the layers for the places of pips are not exported
    learner = Learner(net, float(options.get("rate", "2.5e-3")))
    start, step, running, right = time.monotonic(), 0, 3.0, 0.0
    while (spent := (time.monotonic() - start) / (minutes * 60)) < 1:
        total, correct = loss(net, [source.get(rng) for _ in range(128)])
        learner.step(total, spent)
        running, right = 0.98 * running + 0.02 * float(total.detach()), 0.98 * right + 0.02 * correct
        step += 1
        if step % 100 == 0:
            print(f"{step} {time.monotonic() - start:.0f}s loss {running:.3f} right {right:.4f}", flush=True)
        if step % 400 == 0:
            torch.save(learner.kept.state_dict(), out)
            source.refresh()
    torch.save(learner.kept.state_dict(), out)


if __name__ == "__main__":
    main()
