"""Trains the digit reader of the d10: ``python -m vision.training.ten SPRITES OUT.pt MINUTES [--count=24000]``.

A crop counts only when its digit stands upright within about 7 degrees; eleventh answer: "wrongly turned, or no d10".
``--resume`` goes on from the exported weights, ``--freeze=3`` leaves the first three parts of the network as they are.
``python -m vision.training.ten SPRITES judge [--count=500]`` scores the exported reader on fonts not trained on.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.classifier import crop, light
from vision.training.grounds import camera, ground
from vision.training.nets import Crop, precision
from vision.training.scenes import Bank, matrix_for, paste
from vision.training.sprites import D10, OTHER

CANVAS, WRONG = 112, 10
STRANGE = 0.1
"""The share of pictures that show another printed die: no way up of it is a digit of a d10."""


def make(
    folder: Path, tag: str, count: int, seed: int, strange: float = STRANGE
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return pictures (count, 112, 112, 3) of one die each, some with a neighbour, and x, y, edge, digit, spin, tilt."""
    bank = Bank(folder, tag)
    slight = bank.rows[:, 3] < np.radians(38)
    tens = np.flatnonzero((bank.rows[:, 4] == D10) & slight)
    others = np.flatnonzero((bank.rows[:, 4] == OTHER) & slight)
    rng = np.random.default_rng([31, seed])
    pictures = np.zeros((count, CANVAS, CANVAS, 3), np.uint8)
    rows = np.zeros((count, 6), np.float32)
    for n in range(count):
        pool = others if len(others) and rng.random() < strange else tens
        index = int(pool[rng.integers(len(pool))])
        row = bank.rows[index]
        edge = float(np.exp(rng.uniform(np.log(25), np.log(58))))
        canvas = ground(rng, CANVAS, CANVAS, 0.3, 0.4)
        x, y = CANVAS / 2 + rng.normal(0, 3, 2)
        if rng.random() < 0.3:
            other = int(rng.integers(len(bank.rows)))
            way = rng.uniform(0, 6.28)
            far = edge * rng.uniform(1.25, 1.6)
            paste(
                canvas,
                bank.planes(other),
                matrix_for(bank.rows[other], x + far * np.cos(way), y + far * np.sin(way), edge, 0, False),
            )
        paste(canvas, bank.planes(index), matrix_for(row, x, y, edge, 0, False))
        pictures[n] = camera(rng, np.clip(canvas, 0, 1))
        rows[n] = (x, y, edge, row[5] if row[4] == D10 else WRONG, row[7], row[3])
    return pictures, rows


def sample(rng: np.random.Generator, picture: Any, row: Any) -> tuple[NDArray[np.uint8], int]:
    """Return a turned crop and its digit, or WRONG."""
    x, y, edge, digit, spin, _ = (float(v) for v in row)
    if rng.random() < 0.55:
        off, label = float(rng.normal(0, np.radians(3.5))), int(digit)
        if abs(off) > np.radians(8):
            off = 0.0
    else:
        label = WRONG
        off = float(rng.uniform(np.radians(13), 2 * np.pi - np.radians(13)))
        pick = rng.random()
        if pick < 0.3:
            off = np.pi + float(rng.normal(0, 0.15))
        elif pick < 0.5:
            off = float(rng.choice([-1, 1]) * rng.uniform(np.radians(13), np.radians(30)))
    # as far off as the locator is, and a little more: 95 % within 0.16 edges
    size = edge * float(np.exp(rng.normal(0, 0.11)))
    x, y = x + rng.normal(0, 0.08) * edge, y + rng.normal(0, 0.08) * edge
    return light(rng, crop(picture, x, y, size, spin + off)), label


def tensor(crops: list[NDArray[np.uint8]]) -> torch.Tensor:
    """Return crops as the network takes them."""
    x = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255 - 0.5
    return x.contiguous(memory_format=torch.channels_last)


def judge(folder: Path, count: int) -> None:
    """Print how often the exported reader is right on dice of the validation side, placed as the locator places them."""
    from vision.locate import Hit
    from vision.ten import Ten

    pictures, rows = make(folder, "validation", count, 1, 0.0)
    reader, rng, answers = Ten(), np.random.default_rng(9), []
    for picture, (x, y, edge, digit, _, tilt) in zip(pictures, rows, strict=True):
        size = edge * float(np.exp(rng.normal(0, 0.08)))
        where = Hit(x + rng.normal(0, 0.06) * edge, y + rng.normal(0, 0.06) * edge, size, 1.0)
        digits, _ = reader.read(picture, where)
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
    pictures, rows = make(folder, "training", int(options.get("count", "24000")), 0)
    print("made", flush=True)
    net = Crop(11).to(memory_format=torch.channels_last)
    if "from" in options:
        net.load_state_dict(torch.load(options["from"]))
    elif "--resume" in sys.argv:
        from vision.training.resume import resume

        resume(net, tensor([sample(rng, pictures[i], rows[i])[0] for i in range(256)]), "ten")
    net.body[: int(options.get("freeze", "0"))].requires_grad_(False)
    best = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=1e-3, weight_decay=1e-3)
    start, step, running, right = time.process_time(), 0, 2.5, 0.0
    peak = float(options.get("rate", "2.5e-3"))
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        for group in best.param_groups:
            group["lr"] = peak * min(1, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        which = rng.integers(len(pictures), size=128)
        got = [sample(rng, pictures[i], rows[i]) for i in which]
        label = torch.tensor([g[1] for g in got])
        with precision():
            y = net(tensor([g[0] for g in got]))
        loss = torch.nn.functional.cross_entropy(y.float(), label, label_smoothing=0.02)
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        running = 0.98 * running + 0.02 * float(loss.detach())
        right = 0.98 * right + 0.02 * float((y.argmax(1) == label).float().mean())
        step += 1
        if step % 50 == 0:
            print(f"{step} {time.process_time() - start:.0f}s loss {running:.3f} right {right:.4f}", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


if __name__ == "__main__":
    main()
