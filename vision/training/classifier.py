"""Trains the crop reader: ``python -m vision.training.classifier SCENES OUT.pt MINUTES [--real=DIR] [--hits=FILE] [--from=]``.

Crops are cut from the scenes as training goes, at the dice themselves, at misses beside them and (``--hits``) where the
locator itself answered. Outputs: 11 classes (see sprites.py), then 8 body colours. ``--resume`` goes on from the exported
weights. What is kept is the running average of the weights, which reads better than the last of them.
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
from torch import Tensor
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from companion.dice import COLOURS
from vision.training.locator import real
from vision.training.nets import Crop, precision
from vision.training.sprites import BLANK

SIDE, REACH, CLASSES = 64, 1.6, 11
KEEPING = 0.995
"""How much of the average of the weights a step leaves as it was."""
READABLE = 15.0
"""Dice with a shorter edge (pixels) are not learned: nobody could read them."""


def crop(picture: Any, x: float, y: float, edge: float, turn: float = 0.0, flip: bool = False) -> NDArray[np.uint8]:
    """Return the 64x64 crop of 1.6 edges round (x, y), turned and mirrored, averaged when it must shrink much."""
    scale = SIDE / (REACH * edge)
    if scale < 0.5:
        half = int(REACH * edge) + 2
        x0, y0 = max(0, int(x) - half), max(0, int(y) - half)
        part = picture[y0 : int(y) + half, x0 : int(x) + half]
        if part.size:
            small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            return crop(small, (x - x0) * scale, (y - y0) * scale, edge * scale, turn, flip)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]])
    if flip:
        linear = np.array([[-1, 0], [0, 1]]) @ linear
    shift = SIDE / 2 - linear @ np.array([x, y])
    matrix = np.hstack([linear, shift[:, None]])
    return np.asarray(
        cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def light(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Change brightness, contrast and sharpness a little."""
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
        out = out + rng.normal(0, rng.uniform(2, 9), out.shape)
    return np.clip(out, 0, 255).astype(np.uint8)


def glinting(rng: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a crop with the small reflection of a lamp on its die: soft, and no pip."""
    x, y = rng.normal(SIDE / 2, 8, 2)
    long, way = float(rng.uniform(1.3, 5)), float(rng.uniform(0, np.pi))
    yy, xx = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    along, across = (xx - x) * np.cos(way) + (yy - y) * np.sin(way), (yy - y) * np.cos(way) - (xx - x) * np.sin(way)
    square = (along / long) ** 2 + (across / (long * rng.uniform(0.45, 1))) ** 2
    bright = np.exp(-0.5 * square ** float(rng.uniform(0.7, 1.6))) * float(rng.uniform(0.25, 1))
    return np.asarray(picture + (255 - picture) * bright[..., None], np.float32)


def moved(rng: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a crop as if its die had moved by some pixels while the picture was taken."""
    size, way = int(rng.integers(3, 10)), float(rng.uniform(0, np.pi))
    kernel, middle = np.zeros((size, size), np.float32), (size - 1) / 2
    dx, dy = middle * np.cos(way), middle * np.sin(way)
    ends = [(round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1)]
    cv2.line(kernel, *ends, 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.float32)


def spin(rng: np.random.Generator, tilt: float) -> float:
    """Return how far a crop may be turned (radians): any way from above, little where a side could pass for the top.

    A wide lens sees dice at its edges from any side, so slanted views up to 25 degrees are turned freely too.
    """
    return float(rng.uniform(0, 2 * np.pi) if tilt < 0.44 else rng.normal(0, 0.35 if tilt < 0.6 else 0.15))


def body(d: Any) -> int:
    """Return the colour to learn for a die of a scene: its body's, or its top face's for the bicolour die."""
    if int(d[3]) == BLANK:
        return COLOURS.index("red" if d[4] == 1 else "black")
    return int(d[5])


class Source:
    """Gives crops with class and colour (-1 unknown)."""

    def __init__(self, scenes: Path, photographs: list[Any], hits: Path | None) -> None:
        names = sorted(scenes.glob("pictures_training_*.npy"))
        self.pictures = [np.load(n, mmap_mode="r") for n in names]
        self.dice = [np.load(str(n).replace("pictures_", "dice_")) for n in names]
        places = []
        for i, d in enumerate(self.dice):
            scene, slot = np.nonzero((d[..., 3] >= 0) & (d[..., 2] > READABLE) & (d[..., 2] < 60) & (d[..., 8] < 0.3))
            places.append(np.column_stack([np.full(len(scene), i), scene, slot]))
        self.places = np.concatenate(places)
        self.photographs = photographs
        self.hits = np.load(hits) if hits else None
        if self.hits is not None:
            self.hits = self.hits[(self.hits[:, 4] > READABLE) | (self.hits[:, 5] == 0)]
            if not len(self.hits):
                self.hits = None  # a locator that was hardly trained finds nothing

    def wrong(self, rng: np.random.Generator, picture: Any, dice: Any, any_turn: bool) -> Any:
        """Return a crop that is not centred on a die: a side, a pip, two dice, the ground."""
        h, w = picture.shape[:2]
        known = dice[(dice[:, 3] >= 0) & (dice[:, 2] > 0)]
        for _ in range(20):
            edge = float(known[rng.integers(len(known)), 2]) if len(known) else float(rng.uniform(12, 46))
            if len(known) and rng.random() < 0.75:
                near = known[rng.integers(len(known))]
                if rng.random() < 0.3:
                    factor = float(rng.uniform(0.2, 0.55) if rng.random() < 0.5 else rng.uniform(1.9, 3.0))
                    x, y = near[:2] + rng.normal(0, 0.2, 2) * near[2]
                    return crop(picture, x, y, max(edge * factor, 4), rng.uniform(0, 6.28) if any_turn else 0)
                way, far = rng.uniform(0, 6.28), edge * rng.uniform(0.5, 1.3)
                x, y = near[0] + far * np.cos(way), near[1] + far * np.sin(way)
            else:
                x, y = rng.uniform(0, (w, h))
            if not len(known) or (np.hypot(known[:, 0] - x, known[:, 1] - y) > 0.42 * known[:, 2]).all():
                return crop(
                    picture, x, y, edge * float(np.exp(rng.normal(0, 0.15))), rng.uniform(0, 6.28) if any_turn else 0
                )
        return crop(picture, 0, 0, 20)

    def get(self, rng: np.random.Generator) -> tuple[Any, int, int]:
        pick = rng.random()
        if self.photographs and pick < 0.16:
            picture, dice = self.photographs[rng.integers(len(self.photographs))]
            if rng.random() < 0.2 or not len(dice):
                return light(rng, self.wrong(rng, picture, dice, True)), 0, -1
            d = dice[rng.integers(len(dice))]
            edge = d[2] * float(np.exp(rng.normal(0, 0.12)))
            x, y = d[:2] + rng.normal(0, 0.07, 2) * edge
            out = crop(picture, x, y, edge, rng.uniform(0, 6.28), rng.random() < 0.5)
            return light(rng, out), int(d[3]), -1
        if self.hits is not None and pick < 0.62:
            i, j, x, y, edge, label, colour, tilt = self.hits[rng.integers(len(self.hits))]
            turn = spin(rng, float(tilt))
            edge *= float(np.exp(rng.normal(0, 0.05)))
            x, y = x + rng.normal(0, 0.03) * edge, y + rng.normal(0, 0.03) * edge
            picture = self.photographs[int(j)][0] if i < 0 else self.pictures[int(i)][int(j)]
            out = crop(picture, x, y, edge, turn, 0 <= label <= 6 and rng.random() < 0.5)
            return light(rng, out), int(label), int(colour)
        i, j, k = self.places[rng.integers(len(self.places))]
        picture, dice = np.asarray(self.pictures[i][j]), self.dice[i][j]
        d = dice[k]
        if rng.random() < 0.15:
            return light(rng, self.wrong(rng, picture, dice, bool(d[6] < 0.44))), 0, -1
        edge = d[2] * float(np.exp(rng.normal(0, 0.08)))
        x, y = d[:2] + rng.normal(0, 0.05, 2) * edge
        turn = spin(rng, float(d[6]))
        out = crop(picture, x, y, edge, turn, 1 <= d[3] <= 6 and rng.random() < 0.5)
        return light(rng, out), int(d[3]), body(d)


def tensor(crops: Sequence[NDArray[np.uint8]]) -> torch.Tensor:
    """Return crops as the network takes them."""
    x = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255 - 0.5
    return x.contiguous(memory_format=torch.channels_last)


def batch(source: Source, rng: np.random.Generator, count: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return crops (count, 3, 64, 64), their classes and their colours."""
    crops, labels, colours = zip(*(source.get(rng) for _ in range(count)), strict=True)
    return tensor(crops), torch.tensor(labels), torch.tensor(colours)


def main() -> None:
    scenes, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    torch.set_num_threads(int(options.get("threads", "2")))
    cv2.setNumThreads(1)
    torch.manual_seed(2)
    rng = np.random.default_rng(int(options.get("seed", "21")))
    photographs = [p for p in (real(Path(options["real"])) if "real" in options else []) if len(p[1])]
    source = Source(scenes, photographs, Path(options["hits"]) if "hits" in options else None)
    net = Crop(CLASSES + 8).to(memory_format=torch.channels_last)
    if "from" in options:
        net.load_state_dict(torch.load(options["from"]))
    elif "--resume" in sys.argv:
        from vision.training.resume import resume

        resume(net, batch(source, rng, 512)[0], "faces")
    frozen = net.body[: int(options.get("freeze", "0"))].requires_grad_(False)
    kept = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEEPING), use_buffers=True)
    best = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=1e-3, weight_decay=1e-3)
    start, step, running, right = time.process_time(), 0, 3.0, 0.0
    peak = float(options.get("rate", "2.5e-3"))
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        for group in best.param_groups:
            group["lr"] = peak * min(1, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        frozen.eval()
        x, label, colour = batch(source, rng, 128)
        with precision():
            y = net(x)
        y = y.float()
        loss = torch.nn.functional.cross_entropy(y[:, :CLASSES], label, label_smoothing=0.02)
        if (colour >= 0).any():
            loss = loss + 0.2 * torch.nn.functional.cross_entropy(y[:, CLASSES:], colour, ignore_index=-1)
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        kept.update_parameters(net)
        running = 0.98 * running + 0.02 * float(loss.detach())
        right = 0.98 * right + 0.02 * float((y[:, :CLASSES].argmax(1) == label).float().mean())
        step += 1
        if step % 100 == 0:
            print(f"{step} {time.process_time() - start:.0f}s loss {running:.3f} right {right:.4f}", flush=True)
        if step % 400 == 0:
            torch.save(kept.module.state_dict(), out)
    torch.save(kept.module.state_dict(), out)


if __name__ == "__main__":
    main()
