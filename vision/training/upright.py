"""Trains the crop reader to predict the rotation of a d10: ``python -m vision.training.upright SPRITES FACES.pt``.

The script trains only the last layers, on the features of pictures of single d10 (``ten.py``) turned at random, and
writes them into FACES.pt. The output is a vector (cosine, sine). A short vector means an uncertain angle, because the
mean of several candidates is short. Options: ``[--count=6000] [--seed=5]``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.reading.faces import CLASSES, crop
from vision.reading.ten import GUESSED
from vision.training.classifier import light, tensor
from vision.training.nets import Marked
from vision.training.ten import Pictures

VIEWS, ROUNDS, BATCH = 5, 16, 256
RATE = 2e-3


def seen(net: Marked, pictures: Pictures, count: int, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return the body's features for ``count`` dice (n, 1536), and the cosine and sine of each die's rotation (n, 2)."""
    bodies, turns = [], []
    for _ in range(count // 64):
        some, rows = pictures.some(64)
        for _ in range(VIEWS):
            crops = []
            for picture, (x, y, edge, _digit, spin, _tilt) in zip(some, rows.astype(float), strict=True):
                turn, size = float(rng.uniform(0, 2 * np.pi)), edge * float(np.exp(rng.normal(0, 0.08)))
                x, y = x + rng.normal(0, 0.06) * edge, y + rng.normal(0, 0.06) * edge
                crops.append(light(rng, crop(picture, x, y, size, turn)))
                turns.append(spin - turn)
            with torch.no_grad():
                bodies.append(net.body(tensor(crops)).flatten(1))
    return torch.cat(bodies), torch.tensor(np.column_stack([np.cos(turns), np.sin(turns)]), dtype=torch.float32)


def off(answers: Tensor, wanted: Tensor) -> Tensor:
    """Return the error of each predicted angle in degrees."""
    across = answers[:, 0] * wanted[:, 1] - answers[:, 1] * wanted[:, 0]
    return torch.rad2deg(torch.atan2(across, (answers * wanted).sum(1)).abs())


def main() -> None:
    sprites, weights = Path(sys.argv[1]), Path(sys.argv[2])
    options = dict(a[2:].split("=") for a in sys.argv[3:] if "=" in a)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    seed = int(options.get("seed", "5"))
    torch.manual_seed(seed)
    net = Marked(CLASSES + 8).to(memory_format=torch.channels_last)
    told = {k: v for k, v in torch.load(weights).items() if not k.startswith("upright.")}
    net.load_state_dict(told, strict=False)
    net.eval()
    rng = np.random.default_rng(seed)
    x, y = seen(net, Pictures(sprites, "training", seed, 0.0), int(options.get("count", "6000")), rng)
    best = torch.optim.AdamW(net.upright.parameters(), lr=RATE, weight_decay=1e-2)
    for done in range(ROUNDS):
        for group in best.param_groups:
            group["lr"] = RATE * (1 - done / ROUNDS)
        for some in torch.randperm(len(x)).split(BATCH):
            loss = (net.upright(x[some]) - y[some]).norm(dim=1).mean()
            best.zero_grad()
            loss.backward()
            best.step()
    torch.save(net.state_dict(), weights)
    with torch.no_grad():
        x, y = seen(net, Pictures(sprites, "validation", seed + 1, 0.0), 320, rng)
        answers = net.upright(x)
    wrong, sure = off(answers, y), answers.norm(dim=1) > GUESSED
    print(f"turn: median {wrong.median():.1f} degrees off, within 20 {(wrong < 20).float().mean():.3f}; ", end="")
    print(f"sure {sure.float().mean():.3f}, of these within 20 {(wrong[sure] < 20).float().mean():.3f}")


if __name__ == "__main__":
    main()
