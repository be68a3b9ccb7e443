"""Draws scenes of sprites: ``python -m vision.training.scenes SPRITES OUT PART COUNT [--size=192] [--validation]``.

Each scene is stored with its dice (n, 9). The columns are x, y (middle of the top face) and edge in pixels, class,
digit, colour, tilt and spin in radians, and the hidden share of the top face. ``--grounds=FOLDER`` uses parts of the
photographs in FOLDER as grounds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.grounds import Photographs, camera, ground
from vision.training.looks import SIDES
from vision.training.sprites import D10, OTHER

MOST = 14
TILTS = (0.36, 0.16, 0.15, 0.13, 0.12, 0.08)
SLANTS = (0.26, 0.13, 0.15, 0.19, 0.17, 0.10)
"""Probabilities of a camera up to 8, 17, 26, 36, 46 or more degrees off the vertical; ``SLANTS`` for scenes with other things."""
Floats = NDArray[np.float32]


class Bank:
    """All sprites of one side of the split, in bins of similar camera tilt."""

    def __init__(self, folder: Path, tag: str = "training") -> None:
        names = sorted(folder.glob(f"rows_{tag}_*.npy"))
        self.rows = np.concatenate([np.load(n) for n in names])
        self.parts = [np.load(str(n).replace("rows_", "planes_"), mmap_mode="r") for n in names]
        self.starts = np.cumsum([0] + [len(p) for p in self.parts])
        self.bins = [
            np.flatnonzero(np.digitize(self.rows[:, 3], np.radians([8, 17, 26, 36, 46])) == b) for b in range(6)
        ]

    def planes(self, index: int) -> NDArray[np.uint8]:
        part = int(np.searchsorted(self.starts, index, side="right")) - 1
        return np.asarray(self.parts[part][index - self.starts[part]])


def paste(canvas: Floats, planes: NDArray[np.uint8], matrix: Floats) -> Floats:
    """Paste a sprite into ``canvas`` by the 2x3 ``matrix`` (sprite to canvas); return how much of each pixel it covers, 0..1."""
    h, w = canvas.shape[:2]
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    side = planes.shape[0]
    colour, shade = planes[..., :4].copy(), np.ascontiguousarray(planes[..., 4])
    colour[..., :3] = cv2.multiply(colour[..., :3], cv2.merge([colour[..., 3]] * 3), scale=1 / 255)
    if scale < 0.75:
        small = max(8, round(side * scale))
        colour = np.asarray(cv2.resize(colour, (small, small), interpolation=cv2.INTER_AREA), np.uint8)
        shade = np.asarray(cv2.resize(shade, (small, small), interpolation=cv2.INTER_AREA), np.uint8)
        matrix = matrix @ np.array([[side / small, 0, 0], [0, side / small, 0], [0, 0, 1]], np.float32)
        side = small
    corners = matrix[:, :2] @ np.array([[0, side, side, 0], [0, 0, side, side]], np.float32) + matrix[:, 2:]
    x0, y0 = np.maximum(np.floor(corners.min(1)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(corners.max(1)).astype(int), (w, h))
    cover = np.zeros((h, w), np.float32)
    if x1 <= x0 or y1 <= y0:
        return cover
    shifted = matrix.copy()
    shifted[:, 2] -= (x0, y0)
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpAffine(colour, shifted, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    dark = cv2.warpAffine(shade, shifted, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = warped[..., 3:4] / 255
    patch = canvas[y0:y1, x0:x1]
    patch *= 1 - dark[..., None] / 255
    patch *= 1 - alpha
    patch += warped[..., :3] / 255
    cover[y0:y1, x0:x1] = alpha[..., 0]
    return cover


def matrix_for(row: Floats, x: float, y: float, edge: float, turn: float, flip: bool) -> Floats:
    """Return the 2x3 matrix that puts a sprite's anchor at (x, y) with ``edge``, turned by ``turn`` radians.

    The sprite is mirrored first if ``flip``.
    """
    scale = edge / row[2]
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]], np.float32)
    if flip:
        linear = linear @ np.array([[-1, 0], [0, 1]], np.float32)
    shift = np.array([x, y], np.float32) - linear @ row[:2]
    return np.hstack([linear, shift[:, None]]).astype(np.float32)


def scene(
    rng: np.random.Generator,
    bank: Bank,
    size: int,
    low: float = 12,
    high: float = 46,
    margin: float = -0.2,
    things: float = 0.0,
    tens: float = 0.0,
    roll: float = 0.08,
    empty: float = 0.05,
    photographs: Photographs | None = None,
) -> tuple[NDArray[np.uint8], Floats]:
    """Return a picture (size, size, 3) and its dice (14, 9); unused rows hold -1.

    ``things`` is the probability of other objects, ``tens`` the share of scenes with d10 only, ``roll`` the standard
    deviation (radians) of a slanted camera's roll. ``empty`` is the probability of a scene without dice; in the others,
    the random number of dice may also be 0. ``photographs`` are the grounds; without them, grounds are drawn.
    """
    canvas = ground(rng, size, size, things=things, photographs=photographs)
    which = int(rng.choice(6, p=TILTS if not things else SLANTS))
    edge = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    room = size / edge
    count = int(min(rng.integers(0, 13) if rng.random() >= empty else 0, max(1, room * room / 5)))
    tilt = float(np.median(bank.rows[bank.bins[which], 3]))
    squash = np.cos(tilt)
    family = rng.random()
    pool = bank.bins[which]
    if family < 0.45:
        pool = pool[(bank.rows[pool, 4] >= 1) & (bank.rows[pool, 4] <= 6)]
    elif family > 1 - tens and (bank.rows[pool, 4] == D10).any():
        pool = pool[bank.rows[pool, 4] == D10]
    spots: list[tuple[float, float]] = []
    touching = rng.random() < 0.5
    for _ in range(count * 6):
        if len(spots) >= count:
            break
        if touching and spots and rng.random() < 0.6:
            near = spots[int(rng.integers(len(spots)))]
            way, gap = rng.uniform(0, 6.28), edge * rng.uniform(1.0, 1.35)
            x, y = near[0] + gap * np.cos(way), near[1] + gap * np.sin(way) * squash
        else:
            x, y = rng.uniform(margin * edge, size - margin * edge, 2)
        if min(x, y, size - x, size - y) < margin * edge:
            continue
        if all(np.hypot(x - a, (y - b) / squash) > edge * 1.0 for a, b in spots):
            spots.append((float(x), float(y)))
    spots.sort(key=lambda s: s[1])
    dice: list[Any] = []
    covers: list[Floats] = []
    lean_roll = float(rng.normal(0, roll))
    for x, y in spots:
        index = int(pool[rng.integers(len(pool))])
        row = bank.rows[index]
        mine = edge * float(rng.uniform(0.9, 1.1))
        free = row[3] < np.radians(8)
        flip = bool(1 <= row[4] <= 6 and rng.random() < 0.5)
        turn = float(rng.uniform(0, 6.28)) if free else lean_roll
        matrix = matrix_for(row, x, y, mine, turn, flip)
        cover = paste(canvas, bank.planes(index), matrix)
        top = max(1, round(mine * 0.35))
        for k, (die, old) in enumerate(zip(dice, covers, strict=True)):
            cx, cy = int(die[0]), int(die[1])
            ys, xs = slice(max(0, cy - top), cy + top + 1), slice(max(0, cx - top), cx + top + 1)
            hidden = float(cover[ys, xs].mean()) if cover[ys, xs].size else 1.0
            dice[k][8] = max(dice[k][8], hidden)
            del old
        dice.append([x, y, mine, row[4], row[5], row[6], row[3], row[7] - turn if not flip else row[7], 0.0])
        covers.append(cover)
    if rng.random() < 0.06:
        hand = np.array(rng.choice([0.3, 0.45, 0.6, 0.7]) * np.array([0.6, 0.75, 1.0]), np.float32)
        pts = rng.uniform(0, size, (4, 2)).astype(np.int32)
        drawn = np.zeros((size, size), np.float32)
        cv2.polylines(drawn, [pts], False, 1.0, int(rng.uniform(0.5, 1.2) * edge + 2), cv2.LINE_AA)
        mask = cv2.GaussianBlur(drawn, (0, 0), 1.0)[..., None]
        canvas = canvas * (1 - mask) + hand * mask
        for die in dice:
            cx, cy = int(np.clip(die[0], 0, size - 1)), int(np.clip(die[1], 0, size - 1))
            die[8] = max(die[8], float(mask[cy, cx, 0]))
    picture = camera(rng, np.clip(canvas, 0, 1))
    found = [d for d in dice if 0 <= d[0] < size and 0 <= d[1] < size]
    out = np.full((MOST, 9), -1, np.float32)
    out[: len(found)] = np.array(found[:MOST], np.float32).reshape(-1, 9)
    return picture, out


def main() -> None:
    """Draw COUNT scenes; one in nine has dice too large for the locator, which must not take their parts for dice."""
    sprites, out, part, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    options = dict(a[2:].split("=") for a in sys.argv if "=" in a)
    size, margin = int(options.get("size", "192")), float(options.get("margin", "-0.2"))
    low, high, large = (
        float(options.get("low", "12")),
        float(options.get("high", "46")),
        float(options.get("large", "0.11")),
    )
    extra = {k: float(options[k]) for k in ("things", "tens", "roll", "empty") if k in options}
    photographs = Photographs(Path(options["grounds"])) if "grounds" in options else None
    side = "validation" if "--validation" in sys.argv else "training"
    cv2.setNumThreads(1)
    rng = np.random.default_rng([7, part, SIDES.index(side)])
    bank = Bank(sprites, side)
    out.mkdir(parents=True, exist_ok=True)
    tag = f"{side}_{part}"
    pictures = np.lib.format.open_memmap(
        out / f"pictures_{tag}.npy", mode="w+", dtype=np.uint8, shape=(count, size, size, 3)
    )
    dice = np.zeros((count, MOST, 9), np.float32)
    for i in range(count):
        span = (60.0, 150.0) if rng.random() < large else (low, high)
        pictures[i], dice[i] = scene(rng, bank, size, *span, margin=margin, **extra, photographs=photographs)
    pictures.flush()
    np.save(out / f"dice_{tag}.npy", dice)


assert OTHER == 9

if __name__ == "__main__":
    main()
