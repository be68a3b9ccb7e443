"""Scores the reader on variants of the d10 photographs: turned by 24 angles, scaled, tilted, darkened and blurred.

``python -m vision.training.turned FOLDER [--list=FOLDER]``: FOLDER is the folder ``burks`` of the photographs. They are
test pictures, so record each run. The variants are made in memory. ``--list`` stores those that are read wrongly
although the reader knows the expected die.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import pictures

Image = NDArray[np.uint8]
ANGLES = 24
MOST_TILT = 20.0


def turned(image: Image, degrees: float, scale: float, tilt: float, towards: float) -> Image:
    """Return the picture turned by ``degrees``, tilted by ``tilt`` degrees in the direction ``towards``, and scaled."""
    h, w = image.shape[:2]
    far = 2.0 * w  # the camera's distance, in pixels of the picture
    lean, azimuth = np.radians(tilt), np.radians(towards)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    k = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    tip = np.eye(3) + np.sin(lean) * cross + (1 - np.cos(lean)) * cross @ cross
    flat = (tip @ spin)[:, :2]
    middle = np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])
    plane = np.vstack([flat[:2] @ np.eye(2, 3), [*(-flat[2] / far), 1.0]])
    out_w, out_h = max(64, round(w * scale)), max(64, round(h * scale))
    back = np.array([[scale, 0, out_w / 2], [0, scale, out_h / 2], [0, 0, 1]])
    matrix = back @ plane @ middle
    method = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
    if scale < 0.6:  # shrink first: a warp samples single points, which would lose detail of the die
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=method)
        matrix = matrix @ np.diag([1 / scale, 1 / scale, 1.0])
        image = np.asarray(small, np.uint8)
    return np.asarray(
        cv2.warpPerspective(image, matrix, (out_w, out_h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def variants(image: Image, name: str) -> Iterator[tuple[int, Image]]:
    """Yield the 24 variants of one photograph with their numbers; ``name`` seeds them, so they are always the same."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for n in range(ANGLES):
        scale, tilt = float(rng.uniform(0.3, 1.0)), float(rng.uniform(0, MOST_TILT))
        out = turned(image, 360 / ANGLES * n, scale, tilt, float(rng.uniform(0, 360)))
        dark, blur = float(rng.uniform(0.45, 1.0)), float(rng.uniform(0, 1.2))
        dimmed = np.asarray(out, np.float32) * dark
        if blur > 0.3:
            dimmed = np.asarray(cv2.GaussianBlur(dimmed, (0, 0), blur), np.float32)
        yield n, np.clip(dimmed, 0, 255).astype(np.uint8)


def main() -> None:
    """Score the reader on all variants, without and with one d10 as the expected dice."""
    from companion.dice import DiceSet
    from vision.reading.reader import DiceReader

    folder = Path(sys.argv[1])
    options = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a)
    rows = [r for r in json.loads((folder / "labels.json").read_text()) if "D10" in r["file"]]
    reader = DiceReader()
    count = {"blind": [0, 0, 0], "told": [0, 0, 0]}
    total = 0
    for r in rows:
        want = [("d10", str(d["value"])) for d in r["dice"]]
        for n, picture in variants(pictures.load(folder / "images" / r["file"]), r["file"]):
            total += 1
            for way, expected in (("blind", None), ("told", DiceSet.parse("1d10"))):
                reading = reader.read(picture, expected)
                matches = [(d.kind.value, str(d.value)) for d in reading.dice] == want
                count[way][0] += matches
                count[way][1] += reading.certain
                count[way][2] += reading.certain and not matches
                if "list" in options and not matches and way == "told":
                    cv2.imwrite(f"{options['list']}/{Path(r['file']).stem}_{n}.jpg", picture)
    for way, (right, certain, silent) in count.items():
        print(f"{way}: {total} pictures, right {right / total:.1%}, certain {certain / total:.1%}, silent {silent}")


if __name__ == "__main__":
    main()
