"""Blurs of a camera that moves or is out of focus; scores the reader on photographs blurred so.

``python -m vision.training.blur FOLDER [--every=4] [--kind=d6]``: FOLDER holds labelled photographs, of which every fourth is
blurred, by shares of the edge of its dice. The edge is measured in the sharp photograph. The reader is told the dice.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import DiceSet
from vision import pictures
from vision.reading.places import place_of
from vision.reading.reader import DiceReader

LENGTHS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4)
"""Lengths of the blurs, in edges of a die."""


def line(length: float, way: float) -> NDArray[np.float32]:
    """Return the kernel of a smear by ``length`` pixels in the direction ``way`` (radians)."""
    side = 2 * int(np.ceil(length / 2)) + 3
    out, middle = np.zeros((side, side), np.float32), side // 2
    for at in np.linspace(-length / 2, length / 2, max(2, round(length * 8))):
        x, y = middle + at * np.cos(way), middle + at * np.sin(way)
        left, top = int(np.floor(x)), int(np.floor(y))
        across, down = x - left, y - top
        out[top : top + 2, left : left + 2] += np.outer((1 - down, down), (1 - across, across)).astype(np.float32)
    return np.asarray(out / out.sum(), np.float32)


def disc(across: float) -> NDArray[np.float32]:
    """Return the kernel of a lens that is out of focus, ``across`` pixels wide."""
    reach = int(np.ceil(across / 2)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    out = np.clip(across / 2 + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(out / out.sum(), np.float32)


def moved(picture: NDArray[Any], length: float, way: float) -> NDArray[Any]:
    """Return the picture as a camera takes it that moves by ``length`` pixels in the direction ``way``."""
    return cv2.filter2D(picture, -1, line(length, way), borderType=cv2.BORDER_REFLECT_101)


def unfocused(picture: NDArray[Any], length: float, way: float) -> NDArray[Any]:
    """Return the picture as a lens takes it that makes a disc, ``length`` pixels wide, of each point."""
    return cv2.filter2D(picture, -1, disc(length), borderType=cv2.BORDER_REFLECT_101)


def soft(picture: NDArray[Any], length: float, way: float) -> NDArray[Any]:
    """Return the picture blurred by a Gaussian, as by grease on a lens, with the spread of a disc ``length`` pixels wide."""
    return cv2.GaussianBlur(picture, (0, 0), length / 4, borderType=cv2.BORDER_REFLECT_101)


BLURS = (moved, unfocused, soft)


def smear(rng: np.random.Generator, picture: NDArray[Any], length: float) -> NDArray[Any]:
    """Return the picture blurred by ``length`` pixels, in half of the cases by a movement."""
    by = BLURS[int(rng.choice(len(BLURS), p=(0.5, 0.25, 0.25)))]
    return by(picture, length, float(rng.uniform(0, np.pi)))


def main() -> None:
    """Print for each blur how many photographs are read rightly, certainly, and silently wrong."""
    folder = Path(sys.argv[1])
    options = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a)
    kind, reader, rng = options.get("kind", "d6"), DiceReader(), np.random.default_rng(6)
    rows = [
        r
        for r in json.loads((folder / "labels.json").read_text())
        if r["dice"] and all(d["type"] == kind and type(d["value"]) is int for d in r["dice"])
    ]
    told: dict[tuple[str, float], Counter[str]] = {}
    for row in rows[:: int(options.get("every", "4"))]:
        image, values = pictures.load(folder / "images" / row["file"]), sorted(d["value"] for d in row["dice"])
        expected = DiceSet.parse(f"{len(values)}{kind}")
        dice = reader.read(image, expected).dice
        if not dice:
            continue
        edge = float(np.median([place_of(die).edge for die in dice]))
        for blur in BLURS:
            for share in LENGTHS:
                blurred = np.asarray(blur(image, share * edge, float(rng.uniform(0, np.pi))), np.uint8)
                reading = reader.read(blurred, expected)
                right = sorted(int(str(d.value or 0)) for d in reading.dice) == values
                count = told.setdefault((blur.__name__, share), Counter())
                count.update(all=1, right=right, certain=reading.certain, silent=reading.certain and not right)
                if reading.certain and not right:
                    print(row["file"], blur.__name__, share, values, [d.value for d in reading.dice], flush=True)
    for (name, share), count in sorted(told.items()):
        print(
            f"{name} {share:.2f}: "
            + ", ".join(f"{what} {count[what]}" for what in ("all", "right", "certain", "silent"))
        )


if __name__ == "__main__":
    main()
