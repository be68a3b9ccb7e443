"""Trains the locator: ``python -m vision.training.locator SCENES OUT.pt MINUTES [--real=FOLDER] [--from=OLD.pt]``.

``--resume`` continues from the exported weights. ``--worlds=FOLDER,…`` names folders of pictures drawn by ``tests/worlds``, to
learn from them, too: it found dice of strange makers less surely.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.reading.locate import shrunk
from vision.training import worlds
from vision.training.judge import FOLD
from vision.training.learning import Learner
from vision.training.nets import Locator, precision
from vision.training.sprites import BLANK

SIZE, CELL, UNIT = 192, 4, 24.0
SMALLEST, LARGEST = 10.0, 54.0
FOREIGN, LOW, HIGH = 0.3, 14.0, 46.0
"""Share of the pictures of other worlds, and the range to which the median edge of their dice is scaled, in pixels."""
DARK = 3
"""How often each scene with a blank black face occurs in a training round. That face looks like a shadow."""


def real(folder: Path) -> list[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Return the training photographs with the rows of their dice; the validation fold is left out."""
    rows = [r for r in json.loads((folder / "labels.json").read_text()) if r["file"].startswith("IMG_20191208")]
    rows.sort(key=lambda r: str(r["file"]))
    out = []
    for i, r in enumerate(rows):
        if i % FOLD == 0 or "EXCLUDE" in (r["note"] or ""):
            continue
        picture = cv2.imread(str(folder / "images" / r["file"]))
        assert picture is not None
        boxes = np.array([d["bbox"] for d in r["dice"]], np.float32).reshape(-1, 4)
        edge = np.maximum(boxes[:, 2], boxes[:, 3]) / 1.45
        where = boxes[:, :2] + boxes[:, 2:] / 2
        out.append(
            (
                np.asarray(picture, np.uint8),
                np.column_stack([where, edge, [d["value"] for d in r["dice"]]]).astype(np.float32),
            )
        )
    return out


def cut(rng: np.random.Generator, picture: NDArray[np.uint8], dice: NDArray[np.float32]) -> tuple[Any, Any]:
    """Return a random window of a photograph, rotated, scaled and recoloured, and its dice in the window's coordinates."""
    scale = float(np.exp(rng.uniform(np.log(0.6), np.log(1.5))))
    h, w = picture.shape[:2]
    if len(dice) and rng.random() < 0.9:
        middle = dice[rng.integers(len(dice)), :2] + rng.uniform(-50, 50, 2)
    else:
        middle = rng.uniform(0, (w, h))
    turn = rng.uniform(0, 6.28)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]])
    shift = np.array([SIZE / 2, SIZE / 2]) - linear @ middle
    matrix = np.hstack([linear, shift[:, None]])
    view = cv2.warpAffine(picture, matrix, (SIZE, SIZE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101)
    view = np.clip(view * rng.uniform(0.6, 1.3) * rng.uniform(0.92, 1.08, 3), 0, 255).astype(np.uint8)
    # mirrored borders may show dice twice, so blacken everything outside the photograph
    inside = cv2.warpAffine(np.ones((h, w), np.uint8), matrix, (SIZE, SIZE), flags=cv2.INTER_NEAREST)
    view = view * inside[..., None]
    rows = np.full((len(dice), 9), -1, np.float32)
    rows[:, :2] = dice[:, :2] @ linear.T + shift
    rows[:, 2] = dice[:, 2] * scale
    rows[:, 3], rows[:, 8] = 1, 0
    return view, rows


def window(rng: np.random.Generator, view: NDArray[np.uint8], rows: NDArray[np.float32]) -> tuple[Any, Any]:
    """Return a random window of ``SIZE`` pixels of a scene, and its dice in the window's coordinates."""
    y, x = (int(rng.integers(side - SIZE + 1)) for side in view.shape[:2])
    rows = rows.copy()
    rows[rows[:, 2] > 0, :2] -= (x, y)
    return view[y : y + SIZE, x : x + SIZE], rows


def framed(rng: np.random.Generator, picture: NDArray[np.uint8], dice: NDArray[np.float32]) -> tuple[Any, Any]:
    """Return a random window of a picture of another world, scaled and recoloured, and its dice in its coordinates."""
    scale = float(np.exp(rng.uniform(np.log(LOW), np.log(HIGH)))) / float(np.median(dice[:, 2])) if len(dice) else 0.5
    wide, high = (max(16, round(side * scale)) for side in (picture.shape[1], picture.shape[0]))
    small = np.asarray(shrunk(picture, wide, high) * rng.uniform(0.6, 1.3) * rng.uniform(0.92, 1.08, 3))
    rows = worlds.as_scene(dice)
    rows[:, 0] *= wide / picture.shape[1]
    rows[:, 1] *= high / picture.shape[0]
    rows[:, 2] *= scale
    left, top = (int(rng.integers(max(0, SIZE - side) + 1)) for side in (wide, high))
    view = np.zeros((max(SIZE, high), max(SIZE, wide), 3), np.uint8)
    view[top : top + high, left : left + wide] = np.clip(small, 0, 255)
    rows[:, :2] += (left, top)
    return window(rng, view, rows)


def quarter(view: NDArray[np.uint8], rows: NDArray[np.float32], turns: int) -> tuple[Any, Any]:
    """Return picture and dice rotated by ``turns`` times 90 degrees, counter-clockwise."""
    rows = rows.copy()
    real = rows[:, 2] > 0
    for _ in range(turns):
        x = rows[:, 0].copy()
        rows[:, 0] = np.where(real, rows[:, 1], rows[:, 0])
        rows[:, 1] = np.where(real, SIZE - x, rows[:, 1])
    return np.rot90(view, turns), rows


def targets(dice: NDArray[np.float32], sized: bool, side: int = SIZE // CELL) -> tuple[Any, Any, Any]:
    """Return the training targets of one picture: heat map, mask of the cells that count, and maps of size and offset."""
    heat = np.zeros((side, side), np.float32)
    mask = np.ones((side, side), np.float32)
    maps = np.zeros((5, side, side), np.float32)
    yy, xx = np.mgrid[0:side, 0:side].astype(np.float32)
    for d in dice:
        if d[3] < 0 and d[2] < 0:
            continue
        x, y, edge = d[0] / CELL - 0.5, d[1] / CELL - 0.5, d[2]
        square = (xx - x) ** 2 + (yy - y) ** 2
        if edge < SMALLEST or edge > LARGEST or d[8] > 0.45:
            mask[square < (0.3 * edge / CELL) ** 2 + 1] = 0
            continue
        sigma = max(0.75, 0.11 * edge / CELL)
        heat = np.maximum(heat, np.exp(-square / (2 * sigma * sigma)))
        cx, cy = round(float(x)), round(float(y))
        if 0 <= cx < side and 0 <= cy < side:
            heat[cy, cx] = 1
        for j in range(cy - 1, cy + 2):
            for i in range(cx - 1, cx + 2):
                if 0 <= i < side and 0 <= j < side:
                    maps[:, j, i] = (np.log(edge / UNIT), x - i, y - j, 1, float(sized))
    mask[heat > 0.3] = 1
    return heat, mask, maps


def loss_of(out: Tensor, heat: Tensor, mask: Tensor, maps: Tensor) -> Tensor:
    """Return the focal loss of the heat map (Law and Deng, CornerNet) plus the errors of size and offset."""
    out = out.float()
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    positive = -torch.log(p) * (1 - p) ** 2 * peak
    negative = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - peak)
    number = peak.sum().clamp(min=1)
    focal = ((positive + negative) * mask).sum() / number
    weight = maps[:, 3]
    n = weight.sum().clamp(min=1)
    size = ((out[:, 1] - maps[:, 0]).abs() * weight * maps[:, 4]).sum() / n
    shift = ((out[:, 2:4] - maps[:, 1:3]).abs() * weight[:, None]).sum() / n
    return focal + 0.7 * size + 0.3 * shift


def often(dice: NDArray[np.float32]) -> int:
    """Return how often a scene with these dice occurs in each training round."""
    dark = (dice[:, 3] == BLANK) & (dice[:, 4] != 1) & (dice[:, 2] > SMALLEST)
    return DARK if dark.any() else 1


def main() -> None:
    scenes, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    torch.set_num_threads(int(options.get("threads", "2")))
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    rng = np.random.default_rng(int(options.get("seed", "11")))
    names = sorted(scenes.glob("pictures_training_*.npy"))
    pictures = [np.load(n, mmap_mode="r") for n in names]
    dice = [np.load(str(n).replace("pictures_", "dice_")) for n in names]
    index = [(i, j) for i, d in enumerate(dice) for j, rows in enumerate(d) for _ in range(often(rows))]
    photographs = real(Path(options["real"])) if "real" in options else []
    foreign = [list(worlds.pictures(Path(name))) for name in options.get("worlds", "").split(",") if name]
    net = Locator().to(memory_format=torch.channels_last)
    if "from" in options:
        net.load_state_dict(torch.load(options["from"]))
    elif "--resume" in sys.argv:
        from vision.training.resume import resume

        some = [pictures[i][j][:SIZE, :SIZE] for i, j in rng.permutation(index)[:64]]
        resume(net, torch.from_numpy(np.stack(some)).permute(0, 3, 1, 2).float() / 255 - 0.5, "locator")
    learner = Learner(net, float(options.get("rate", "2.5e-3")))
    start, step, running = time.process_time(), 0, 0.0
    batch = 24
    order: list[int] = []
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        if len(order) < batch:
            order = [int(k) for k in rng.permutation(len(index))]
        views, heats, masks, maps = [], [], [], []
        for k in range(batch):
            if photographs and k < 3:
                view, rows = cut(rng, *photographs[rng.integers(len(photographs))])
                sized = False
            elif foreign and rng.random() < FOREIGN:
                world = foreign[rng.integers(len(foreign))]
                (view, rows), sized = framed(rng, *world[rng.integers(len(world))]), True
            else:
                i, j = index[order.pop()]
                (view, rows), sized = window(rng, np.asarray(pictures[i][j]), dice[i][j]), True
            if sized and rng.random() < 0.5:
                view = view[:, ::-1]
                rows[:, 0] = np.where(rows[:, 2] > 0, SIZE - rows[:, 0], rows[:, 0])
            # turn by quarters, as a wide lens shows sides in any direction; but not if a side could look like the top
            if sized and rows[:, 6].max(initial=0) < 0.44:
                view, rows = quarter(view, rows, int(rng.integers(4)))
            heat, mask, these = targets(rows, sized)
            views.append(view)
            heats.append(heat)
            masks.append(mask)
            maps.append(these)
        x = torch.from_numpy(np.ascontiguousarray(np.stack(views))).permute(0, 3, 1, 2).float() / 255 - 0.5
        x = x.contiguous(memory_format=torch.channels_last)
        with precision():
            y = net(x)
        loss = loss_of(y, *(torch.from_numpy(np.stack(a)) for a in (heats, masks, maps)))
        learner.step(loss, spent)
        running = 0.98 * running + 0.02 * float(loss.detach()) if step else float(loss.detach())
        step += 1
        if step % 100 == 0:
            print(f"{step} {time.process_time() - start:.0f}s {running:.3f}", flush=True)
        if step % 400 == 0:
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


if __name__ == "__main__":
    main()
