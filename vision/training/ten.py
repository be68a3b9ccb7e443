"""Trains the digit reader of the d10: ``python -m vision.training.ten SPRITES OUT.pt MINUTES [--count=30000]``.

A crop counts only when its digit stands upright within about 7 degrees; eleventh answer: "wrongly turned".
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
from vision.training.nets import Crop
from vision.training.scenes import Bank, matrix_for, paste
from vision.training.sprites import D10

CANVAS, WRONG = 112, 10


def make(folder: Path, tag: str, count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return pictures (count, 112, 112, 3) of one d10 each, some with a neighbour, and x, y, edge, digit, spin, tilt."""
    bank = Bank(folder, tag)
    tens = np.flatnonzero((bank.rows[:, 4] == D10) & (bank.rows[:, 3] < np.radians(38)))
    rng = np.random.default_rng([31, seed])
    pictures = np.zeros((count, CANVAS, CANVAS, 3), np.uint8)
    rows = np.zeros((count, 6), np.float32)
    for n in range(count):
        index = int(tens[rng.integers(len(tens))])
        row = bank.rows[index]
        edge = float(np.exp(rng.uniform(np.log(30), np.log(58))))
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
        rows[n] = (x, y, edge, row[5], row[7], row[3])
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
    # as far off as the locator is: 95 % within 0.16 edges
    size = edge * float(np.exp(rng.normal(0, 0.09)))
    x, y = x + rng.normal(0, 0.07) * edge, y + rng.normal(0, 0.07) * edge
    return light(rng, crop(picture, x, y, size, spin + off)), label


def main() -> None:
    folder, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    torch.set_num_threads(int(options.get("threads", "1")))
    cv2.setNumThreads(1)
    torch.manual_seed(3)
    rng = np.random.default_rng(33)
    pictures, rows = make(folder, "train", int(options.get("count", "24000")), 0)
    print("made", flush=True)
    net = Crop(11).to(memory_format=torch.channels_last)
    if "from" in options:
        net.load_state_dict(torch.load(options["from"]))
    best = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)
    start, step, running, right = time.time(), 0, 2.5, 0.0
    peak = float(options.get("rate", "2.5e-3"))
    while (spent := (time.time() - start) / (minutes * 60)) < 1:
        for group in best.param_groups:
            group["lr"] = peak * min(1, step / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        which = rng.integers(len(pictures), size=128)
        got = [sample(rng, pictures[i], rows[i]) for i in which]
        x = torch.from_numpy(np.stack([g[0] for g in got])).permute(0, 3, 1, 2).float() / 255 - 0.5
        label = torch.tensor([g[1] for g in got])
        with torch.autocast("cpu", torch.bfloat16):
            y = net(x.contiguous(memory_format=torch.channels_last))
        loss = torch.nn.functional.cross_entropy(y.float(), label, label_smoothing=0.02)
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        running = 0.98 * running + 0.02 * float(loss.detach())
        right = 0.98 * right + 0.02 * float((y.argmax(1) == label).float().mean())
        step += 1
        if step % 100 == 0:
            print(f"{step} {time.time() - start:.0f}s loss {running:.3f} right {right:.4f}", flush=True)
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


if __name__ == "__main__":
    main()
