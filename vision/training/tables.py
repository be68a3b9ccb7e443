"""Draws tables like those of players, for validation: ``python -m vision.training.tables FOLDER FIRST COUNT``.

Most dice are d6, some d10 or bicolour, a few strange or leaning. The camera has a field of view of 36 to 70 degrees, so that
dice in the corners show their sides. Other things seldom lie on the table. ``--slanted``: the camera stands beside the table.
``--only=tens`` draws only the scenes with a d10 or a strange die, ``--only=blanks`` those with bicolour dice alone. No network
is trained on these pictures, nor on their fonts.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS
from vision.drawing.render import Look, View, draw
from vision.training.grounds import camera, ground
from vision.training.layout import spots
from vision.training.looks import look, pose, view
from vision.training.scenes import paste
from vision.training.sprites import meaning

Floats = NDArray[np.float32]
FRAMES = ((640, 480), (800, 600), (1024, 768), (1280, 720), (1536, 864))
SEED = 8
STEADY, SLANTED = (0, 32), (28, 50)
"""Range of the camera's angle off the vertical in degrees: above the table, and beside it."""
MARKS = 14
LARGEST = 75.0
"""Maximum edge, in pixels, at which a die is drawn. A larger die is drawn at this size and enlarged, because a crop
scales it down to 40 pixels anyway."""


def kinds_for(rng: np.random.Generator) -> list[str]:
    """Return the kinds of a scene's dice at random."""
    pick = rng.random()
    if pick < 0.04:
        return []
    if pick < 0.56:
        kinds = ["pips"] * int(rng.choice(12, p=[0.1, 0.16, 0.2, 0.14, 0.16] + [0.24 / 7] * 7) + 1)
    elif pick < 0.74:
        kinds = ["d10"]
    elif pick < 0.82:
        kinds = ["blank"] * int(rng.integers(1, 3))
    else:
        kinds = ["d10", "blank"] + ["pips"] * int(rng.integers(0, 4))
    if rng.random() < 0.09:
        kinds[-1] = "other" if rng.random() < 0.65 else "lean"
    return kinds


class Camera:
    """The geometry of a camera ``tilt`` radians off the vertical, with a focal length of ``focal`` pixels."""

    def __init__(self, size: tuple[int, int], tilt: float, focal: float) -> None:
        self.middle = (size[0] / 2, size[1] / 2)
        self.tilt, self.focal = tilt, focal

    def _down(self, y: float) -> float:
        return float(np.cos(self.tilt) + (y - self.middle[1]) / self.focal * np.sin(self.tilt))

    def nearness(self, y: float) -> float:
        """Return the size of a die at row ``y`` of the picture relative to one in the middle."""
        return self._down(y) / float(np.cos(self.tilt))

    def tilt_at(self, x: float, y: float) -> float:
        """Return the angle off the vertical at which the camera sees a die at (x, y), in radians."""
        a, b = (x - self.middle[0]) / self.focal, (y - self.middle[1]) / self.focal
        return float(np.arccos(np.clip(self._down(y) / np.sqrt(1 + a * a + b * b), -1, 1)))

    def up_at(self, x: float, y: float) -> tuple[float, float]:
        """Return the direction of "up" in the picture at (x, y), as a unit vector: away from the point below the camera."""
        dx, dy = x - self.middle[0], y - self.middle[1] - self.focal * float(np.tan(self.tilt))
        far = float(np.hypot(dx, dy))
        return (dx / far, dy / far) if far > 1 else (0.0, -1.0)


def lay(
    canvas: Floats,
    made: Look,
    turn: NDArray[np.float64],
    seen: View,
    lens: Camera,
    at: tuple[float, float],
    edge: float,
) -> tuple[float, float, Floats, Floats]:
    """Draw one die at ``at``; return its edge (pixels), its tilt, the share 0..1 of each pixel it covers, and its marks.

    Marks (14,) are the right and downward components of the top face's unit normal, then x and y in the canvas for each
    of six pips; missing pips have -1.
    """
    tilt, (ux, uy) = lens.tilt_at(*at), lens.up_at(*at)
    side = edge * lens.nearness(at[1])
    sun, window = (_turned(v, ux, uy) for v in (seen.sun, seen.window))
    mine = replace(seen, tilt=tilt, distance=float(np.clip(lens.focal / side, 5, 40)), sun=sun, window=window)
    small = min(side, LARGEST)
    sprite = draw(made, turn, mine, 2 * round(small * 1.4) + 8, small)
    planes = np.dstack([sprite.colour, sprite.alpha, sprite.shadow])
    linear = np.array([[-uy, -ux], [ux, -uy]], np.float32) * np.float32(side / small)
    shift = np.array(at, np.float32) - linear @ np.array(sprite.anchor, np.float32)
    cover = paste(canvas, planes, np.hstack([linear, shift[:, None]]).astype(np.float32))
    marks = np.full(MARKS, -1, np.float32)
    marks[:2] = linear / np.linalg.norm(linear[0]) @ np.array(sprite.facing, np.float32)
    marks[2 : 2 + 2 * len(sprite.pips)] = (sprite.pips @ linear.T + shift).ravel()
    return sprite.edge * side / small, tilt, cover, marks


def spun(made: Look, turn: NDArray[np.float64], face: int, lens: Camera, at: tuple[float, float]) -> float:
    """Return by how many radians the print on ``face`` of a die at ``at`` is turned anticlockwise in the picture.

    Digits of 100 and more stand away from the pole.
    """
    x, y, z = turn @ made.solid.upward[face] * (-1 if made.faces[face] >= 100 else 1)
    tilt, (ux, uy) = lens.tilt_at(*at), lens.up_at(*at)
    up = y * np.cos(tilt) + z * np.sin(tilt)
    return float(np.arctan2(uy * x - ux * up, -ux * x - uy * up)) % (2 * np.pi)


def plain(made: Look, turn: NDArray[np.float64], tilt: float) -> bool:
    """Whether the top face is also the face that a camera ``tilt`` radians off the vertical sees largest.

    If not, the picture does not show which face is on top: a camera at another place could take the same picture with
    the other face on top.
    """
    normals = made.solid.normals @ turn.T
    seen = normals @ np.array([0, -np.sin(tilt), np.cos(tilt)])
    return bool(normals[:, 2].argmax() == seen.argmax())


def hide(dice: list[list[Any]], cover: Floats) -> None:
    """Update the hidden share of each die drawn so far (columns as in ``scenes.py``) by the ``cover`` of the newest one."""
    for die in dice:
        x, y, r = int(die[0]), int(die[1]), max(1, round(die[2] * 0.35))
        die[8] = max(die[8], float(cover[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1].mean()))


def _turned(light: tuple[float, float, float], ux: float, uy: float) -> tuple[float, float, float]:
    """Return the light's direction for drawing a die whose picture is later turned so that "up" becomes (ux, uy)."""
    sin, cos = -ux, -uy
    return (cos * light[0] + sin * light[1], -sin * light[0] + cos * light[1], light[2])


def scene(seed: int, tilts: tuple[float, float] = STEADY) -> tuple[NDArray[np.uint8], Floats]:
    """Return the picture of this number and its dice (n, 10): columns as in ``scenes.py``, then ``plain``."""
    rng = np.random.default_rng([SEED, seed])
    kinds = kinds_for(rng)
    size = FRAMES[int(rng.integers(len(FRAMES)))]
    low = 45 if "d10" in kinds or "other" in kinds else 22
    high = min(150.0, (size[0] * size[1] / (max(len(kinds), 1) * 7)) ** 0.5)
    edge = float(np.exp(rng.uniform(np.log(low), np.log(max(low + 1, high)))))
    half = float(np.radians(rng.uniform(18, 35)))
    lens = Camera(size, float(np.radians(rng.uniform(*tilts))), size[0] / 2 / float(np.tan(half)))
    seen = view(rng, 0.0)
    canvas = ground(rng, size[1], size[0], 0.2, 0.12)
    touching, yaw = rng.random() < 0.4, float(rng.uniform(0, 6.28))
    widest = edge * lens.nearness(size[1])
    places = spots(rng, kinds, size, widest, float(np.cos(lens.tilt)), touching, yaw)
    dice: list[list[Any]] = []
    alike: dict[str, tuple[Look, str]] = {}
    same = rng.random() < 0.6
    for kind, at in sorted(zip(kinds, places, strict=False), key=lambda p: p[1][1]):
        drawn = "hard" if kind in ("pips", "lean") and rng.random() < 0.12 else "pips" if kind == "lean" else kind
        made, colour = alike.get(drawn) or look(rng, drawn, "validation")
        if same and kind == "pips":
            alike[drawn] = (made, colour)
        spin = yaw if touching and "d10" not in kinds else float(rng.uniform(0, 6.28))
        turn, face = pose(rng, made, kind == "lean", spin)
        mine, tilt, cover, _ = lay(canvas, made, turn, seen, lens, at, edge)
        hide(dice, cover)
        shown = COLOURS.index(colour), tilt, spun(made, turn, face, lens, at), 0.0
        dice.append([*at, mine, *meaning(kind, made, face), *shown, float(plain(made, turn, tilt))])
    return camera(rng, np.clip(canvas, 0, 1)), np.array(dice, np.float32).reshape(-1, 10)


def holds(seed: int, only: str) -> bool:
    """Whether the table of this number matches the command-line option ``only``; every table matches ""."""
    kinds = set(kinds_for(np.random.default_rng([SEED, seed])))
    if only == "blanks":
        return kinds == {"blank"}
    return not only or not kinds.isdisjoint({"d10", "other"})


def main() -> None:
    folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    tilts = SLANTED if "--slanted" in sys.argv else STEADY
    only = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a).get("only", "")
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        if (folder / f"{number}.npy").exists() or not holds(number, only):
            continue
        picture, dice = scene(number, tilts)
        cv2.imwrite(str(folder / f"{number}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        np.save(folder / f"{number}.npy", dice)


if __name__ == "__main__":
    main()
