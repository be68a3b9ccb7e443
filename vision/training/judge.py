"""Scores the reader on rendered scenes and on the validation fold of photographs, for the choice of thresholds.

``python -m vision.training.judge SCENES REALFOLDER [--count=200]``
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.dice import Reading
from vision.reading.reader import DiceReader
from vision.training.sprites import BLANK, D10

Row = tuple[bool, bool, float]
"""Whether a reading is right, whether it is certain, and its duration in milliseconds."""

FOLD = 4
"""Every fourth photograph is a validation picture: it serves to choose settings and thresholds, never for training."""


def truth(dice: Any) -> tuple[Counter[tuple[str, str]], bool]:
    """Return the kinds and values of a scene, and whether it can be read.

    A scene can be read if it has dice, and none of them is hidden, leaning or strange.
    """
    known = dice[(dice[:, 3] >= 0) & (dice[:, 2] > 0)]
    want: Counter[tuple[str, str]] = Counter()
    fair = len(known) > 0
    for d in known:
        label = int(d[3])
        if d[8] > 0.25 or label > BLANK:
            fair = False
        if label <= 6:
            want["d6", str(label)] += 1
        elif label == D10:
            want["d10", str(int(d[4]))] += 1
        elif label == BLANK:
            want["bicolour", "red" if d[4] == 1 else "black"] += 1
    return want, fair


def told(reading: Reading) -> Counter[tuple[str, str]]:
    """Return the kinds and values of a reading."""
    return Counter((str(d.kind), str(d.value)) for d in reading.dice)


def report(name: str, rows: list[Row]) -> None:
    """Print the shares of right and of certain readings, and the number of certain but wrong ("silently wrong") ones."""
    if rows:
        n = len(rows)
        right, certain = sum(r for r, _, _ in rows), sum(c for _, c, _ in rows)
        silent = sum(c and not r for r, c, _ in rows)
        print(
            f"{name}: {n} pictures, right {right / n:.3f}, certain {certain / n:.3f}, silently wrong {silent}, "
            f"median {np.median([m for *_, m in rows]):.0f} ms"
        )


def main() -> None:
    options = dict(a[2:].split("=") for a in sys.argv if "=" in a)
    reader = DiceReader()
    rows: list[Row] = []
    unfair: list[Row] = []
    tens: list[Row] = []
    rest: list[Row] = []
    for name in sorted(Path(sys.argv[1]).glob("pictures_validation_*.npy")):
        pictures, dice = np.load(name, mmap_mode="r"), np.load(str(name).replace("pictures_", "dice_"))
        for j in range(min(int(options.get("count", "200")), len(pictures))):
            want, fair = truth(dice[j])
            reading = reader.read(np.asarray(pictures[j]))
            row = (told(reading) == want, reading.certain, reading.milliseconds)
            if not fair:
                unfair.append(row)
                continue
            rows.append(row)
            kinds = {k for k, _ in want}
            (tens if "d10" in kinds else rest).append(row)
            if "list" in options and row[1] and not row[0]:
                print("silent", name.name, j, want - told(reading), told(reading) - want)
                cv2.imwrite(f"{options['list']}/silent_{j}.png", np.asarray(pictures[j]))
    report("renders", rows)
    report("renders without d10", rest)
    report("renders with d10", tens)
    report("renders hidden, strange or leaning (certain should be 0)", unfair)
    folder = Path(sys.argv[2])
    labels = sorted(
        (r for r in json.loads((folder / "labels.json").read_text()) if r["file"].startswith("IMG_20191208")),
        key=lambda r: str(r["file"]),
    )
    for counted in (False, True):
        real = []
        for r in labels[::FOLD]:
            if "EXCLUDE" in (r["note"] or "") or not 0 < len(r["dice"]):
                continue
            picture = cv2.imread(str(folder / "images" / r["file"]))
            assert picture is not None
            reading = reader.read(np.asarray(picture, np.uint8))
            good = told(reading) == Counter(("d6", str(d["value"])) for d in r["dice"])
            real.append((good, reading.certain, reading.milliseconds))
            if not counted and (not good):
                have, want = told(reading), Counter(("d6", str(d["value"])) for d in r["dice"])
                print(
                    " ",
                    r["file"],
                    "missed",
                    dict(want - have),
                    "extra",
                    dict(have - want),
                    "SILENT" if reading.certain else reading.why,
                )
        if not counted:
            report("real fold", real)


if __name__ == "__main__":
    main()
