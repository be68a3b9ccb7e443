"""Draws windows of wide-lens pictures for training: ``python -m vision.training.lens OUT PART COUNT``.

Options: ``[--slanted] [--blanks] [--tens]``.

As in ``tables.py``, every die is drawn for its own place under the lens, so dice in the corners show their sides. But
the dice, fonts and grounds are those for training, and each picture is only a window. ``--slanted``: a camera beside
the table, and more light dice on light wood, which contrast little. ``--blanks``: mostly bicolour dice; ``--tens``: mostly d10.

The files are those of ``scenes.py``, and ``marks`` with the direction of each die's top face and the places of its pips
(see ``tables.lay``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS
from vision.drawing.render import Look
from vision.training.grounds import camera, ground
from vision.training.layout import spots
from vision.training.looks import look, pose, view
from vision.training.scenes import MOST
from vision.training.sprites import meaning
from vision.training.tables import MARKS, Camera, Floats, hide, lay, spun

WINDOW = 224
"""Side of a window in pixels."""
SHARES = (("pips", 0.52), ("hard", 0.13), ("blank", 0.09), ("d10", 0.10), ("other", 0.06), ("lean", 0.10))
BLANKS = (("pips", 0.10), ("hard", 0.04), ("blank", 0.74), ("d10", 0.05), ("other", 0.04), ("lean", 0.03))
TENS = (("pips", 0.10), ("hard", 0.03), ("blank", 0.07), ("d10", 0.70), ("other", 0.06), ("lean", 0.04))
"""The probability of each kind of die: usually, for training the bicolour reader (``BLANKS``), and that for the rotation of a
digit (``TENS``)."""
EMPTY, THINGS = 0.1, 0.75
"""The probability of a window without dice, and of one with other things; both teach the networks what is not a die."""
SEED = 9
WOOD = (0.45, 0.62, 0.75)
"""The colour of light wood, BGR 0..1."""


def aimed(rng: np.random.Generator, slanted: bool) -> Camera:
    """Return a camera with a field of view of 36 to 76 degrees; the window lies anywhere in its picture.

    The camera is up to 40 degrees off the vertical; if ``slanted``, 25 to 48 degrees.
    """
    wide = float(rng.uniform(1.2, 3.2)) * WINDOW
    half = float(np.radians(rng.uniform(18, 38)))
    tilt = float(np.radians(rng.uniform(25, 48) if slanted else rng.uniform(0, 40) * rng.random() ** 0.7))
    lens = Camera((round(wide), round(0.75 * wide)), tilt, wide / 2 / float(np.tan(half)))
    away = [float(rng.uniform(-1, 1)) * max(0.0, s - WINDOW * 0.8) / 2 for s in (wide, 0.75 * wide)]
    lens.middle = (WINDOW / 2 - away[0], WINDOW / 2 - away[1])
    return lens


def made_of(rng: np.random.Generator, kind: str, light: bool) -> tuple[Look, str]:
    """Return a random die of ``kind`` and its colour; if ``light``, a d6 with pips is usually white or ivory."""
    for _ in range(20):
        made, colour = look(rng, kind)
        if not light or kind != "pips" or colour in ("white", "ivory"):
            break
    return made, colour


def scene(
    rng: np.random.Generator,
    slanted: bool = False,
    shares: tuple[tuple[str, float], ...] = SHARES,
    taken: Callable[[np.random.Generator, Floats], NDArray[np.uint8]] = camera,
) -> tuple[NDArray[np.uint8], Floats, Floats]:
    """Return a window, its dice (14, 9) with columns as in ``scenes.py``, and their marks (14, 14) as in ``tables.lay``.

    ``taken`` makes the camera's picture of the drawn canvas.
    """
    names, odds = zip(*shares, strict=True)
    edge = float(np.exp(rng.uniform(np.log(15), np.log(46))))
    most = max(1, int((WINDOW / edge) ** 2 / 5))
    count = 0 if rng.random() < EMPTY else min(int(rng.integers(1, 13)), most)
    kinds = [str(k) for k in rng.choice(names, count, p=odds)]
    if kinds and rng.random() < 0.4:
        kinds = [kinds[0]] * len(kinds) if kinds[0] in ("pips", "hard", "blank") else kinds
    lens, seen = aimed(rng, slanted), view(rng, 0.0)
    canvas = ground(rng, WINDOW, WINDOW, things=THINGS)
    if slanted and rng.random() < 0.4:
        canvas *= np.array(WOOD, np.float32) * np.float32(rng.uniform(0.7, 1.2)) / canvas.mean((0, 1)).clip(0.05)
    light = slanted and rng.random() < 0.5
    touching, yaw = bool(rng.random() < 0.6), float(rng.uniform(0, 6.28))
    places = spots(rng, kinds, (WINDOW, WINDOW), edge * 1.1, float(np.cos(lens.tilt)), touching, yaw)
    dice: list[list[Any]] = []
    marks = np.full((MOST, MARKS), -1, np.float32)
    alike: dict[str, tuple[Look, str]] = {}
    same = rng.random() < 0.5
    for kind, at in sorted(zip(kinds, places, strict=False), key=lambda p: p[1][1]):
        drawn = "pips" if kind == "lean" else kind
        made, colour = alike.get(drawn) or made_of(rng, drawn, light)
        if same:
            alike[drawn] = (made, colour)
        spin = yaw if touching and "d10" not in kinds else float(rng.uniform(0, 6.28))
        turn, face = pose(rng, made, kind == "lean", spin)
        mine, tilt, cover, marks[len(dice)] = lay(canvas, made, turn, seen, lens, at, edge)
        hide(dice, cover)
        shown = COLOURS.index(colour), tilt, spun(made, turn, face, lens, at), 0.0
        dice.append([*at, mine, *meaning(kind, made, face), *shown])
    out = np.full((MOST, 9), -1, np.float32)
    out[: len(dice)] = np.array(dice[:MOST], np.float32).reshape(-1, 9)
    return taken(rng, np.clip(canvas, 0, 1)), out, marks


def main() -> None:
    folder, part, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    slanted = "--slanted" in sys.argv
    shares = BLANKS if "--blanks" in sys.argv else TENS if "--tens" in sys.argv else SHARES
    cv2.setNumThreads(1)
    rng = np.random.default_rng([SEED, part])
    folder.mkdir(parents=True, exist_ok=True)
    tag = f"training_lens_{part}"
    shape = (count, WINDOW, WINDOW, 3)
    pictures = np.lib.format.open_memmap(folder / f"pictures_{tag}.npy", mode="w+", dtype=np.uint8, shape=shape)
    dice, marks = np.zeros((count, MOST, 9), np.float32), np.zeros((count, MOST, MARKS), np.float32)
    for i in range(count):
        pictures[i], dice[i], marks[i] = scene(rng, slanted, shares)
    pictures.flush()
    np.save(folder / f"marks_{tag}.npy", marks)
    np.save(folder / f"dice_{tag}.npy", dice)


if __name__ == "__main__":
    main()
