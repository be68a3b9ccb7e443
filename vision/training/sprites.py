"""Draws sprites, pictures of one die each: ``python -m vision.training.sprites FOLDER PART PARTS COUNT [--edge=46]``.

``--validation`` uses the fonts of the validation side; ``--only=KIND`` draws one kind. ``scenes`` combines the sprites.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

import cv2
import numpy as np

from companion.dice import COLOURS
from vision.drawing.render import CANVAS, EDGE, Look, draw
from vision.training import looks
from vision.training.looks import look, pose, view

NONE, D10, BLANK, OTHER, LEANING = 0, 7, 8, 9, 10
"""Classes of the crop reader; 1 to 6 are the faces of a d6 with pips."""
SHARES = (("pips", 0.55), ("d10", 0.22), ("blank", 0.07), ("other", 0.12), ("lean", 0.04))


def meaning(kind: str, made: Look, face: int) -> tuple[int, int]:
    """Return the class and the digit of a die of ``kind`` with this face on top (digit: bicolour 1 red, 0 black; others -1)."""
    label = {"d10": D10, "blank": BLANK, "other": OTHER, "lean": LEANING}.get(kind, made.faces[face])
    if kind == "d10":
        return label, made.faces[face] % 100
    if kind == "blank":
        assert made.face_colours is not None
        return label, int(made.face_colours[face][2] > 0.3)
    return label, -1


def one(
    rng: np.random.Generator, kind: str, side: str, upright: bool = False, canvas: int = CANVAS, edge: float = EDGE
) -> tuple[np.ndarray, np.ndarray]:
    """Return one sprite: five planes (B, G, R, alpha, shadow), and its row x, y, edge, tilt, class, digit, colour, yaw."""
    tilt = float(rng.uniform(0, 0.12) if rng.random() < 0.35 else rng.uniform(0, np.radians(56)))
    if kind == "d10" or upright:
        tilt = float(rng.uniform(0, np.radians(48)) * rng.random() ** 0.25)
    lean = kind == "lean"
    made, colour = look(rng, "pips" if lean else kind, side)
    yaw = float(rng.uniform(0, 2 * np.pi))
    turn, face = pose(rng, made, lean, yaw)
    sprite = draw(made, turn, view(rng, tilt), canvas, edge)
    label, digit = meaning(kind, made, face)
    spin = yaw + (np.pi if kind == "d10" and made.faces[face] >= 100 else 0.0)
    planes = np.dstack([sprite.colour, sprite.alpha, sprite.shadow])
    row = [*sprite.anchor, sprite.edge, tilt, label, digit, COLOURS.index(colour), spin % (2 * np.pi)]
    return planes, np.array(row, np.float32)


def main() -> None:
    """Draw COUNT sprites of part PART of PARTS."""
    folder, part, parts, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    side = "validation" if "--validation" in sys.argv else "training"
    only = next((a.split("=")[1] for a in sys.argv if a.startswith("--only=")), None)
    edge = float(next((a.split("=")[1] for a in sys.argv if a.startswith("--edge=")), EDGE))
    canvas = round(CANVAS * edge / EDGE)
    cv2.setNumThreads(1)
    rng = np.random.default_rng([20261121, part, looks.SIDES.index(side), zlib.crc32((only or "").encode())])
    folder.mkdir(parents=True, exist_ok=True)
    tag = f"{side}{'_' + only if only else ''}_{part}_{parts}"
    names, odds = [name for name, _ in SHARES], [share for _, share in SHARES]
    planes = np.lib.format.open_memmap(
        folder / f"planes_{tag}.npy", mode="w+", dtype=np.uint8, shape=(count, canvas, canvas, 5)
    )
    rows = np.zeros((count, 8), np.float32)
    for i in range(count):
        kind = only or str(rng.choice(names, p=odds))
        planes[i], rows[i] = one(rng, kind, side, canvas=canvas, edge=edge)
    planes.flush()
    np.save(folder / f"rows_{tag}.npy", rows)


if __name__ == "__main__":
    main()
