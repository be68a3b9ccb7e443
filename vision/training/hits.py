"""Lists where the locator answers on the training scenes: ``python -m vision.training.hits SCENES LOC.onnx OUT.npy COUNT``.

Each row is part, scene, x, y, edge, class (0 where no die is), colour (-1 unknown), tilt.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from vision.locate import Locator
from vision.training.classifier import body
from vision.training.locator import real


def main() -> None:
    scenes, out, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    cv2.setNumThreads(1)
    locator = Locator()
    rows = []
    options = dict(a[2:].split("=") for a in sys.argv if "=" in a)
    names = sorted(scenes.glob("pictures_training_*.npy"))
    for part, name in enumerate(names):
        if part < int(options.get("first", "0")):
            continue
        pictures = np.load(name, mmap_mode="r")
        dice = np.load(str(name).replace("pictures_", "dice_"))
        for j in range(min(count, len(pictures))):
            known = dice[j][(dice[j][:, 3] >= 0) & (dice[j][:, 2] > 0)]
            for hit in locator.find(np.asarray(pictures[j]), 1.0, 0.12):
                label, colour, tilt = 0, -1, float(known[0, 6]) if len(known) else 0.0
                if len(known):
                    far = np.hypot(known[:, 0] - hit.x, known[:, 1] - hit.y) / known[:, 2]
                    k = int(far.argmin())
                    ratio = hit.edge / known[k, 2]
                    if far[k] < 0.28 and 0.6 < ratio < 1.6:
                        if known[k, 8] > 0.45:
                            continue
                        label, colour = int(known[k, 3]), body(known[k])
                    elif far[k] < 0.42:
                        continue
                rows.append((part, j, hit.x, hit.y, hit.edge, label, colour, tilt))
    photographs = [p for p in real(Path(options["real"])) if len(p[1])] if "real" in options else []
    for j, (picture, boxes) in enumerate(photographs):
        for scale in (0.8, 1.0, 1.3):
            for hit in locator.find(picture, scale, 0.12):
                far = np.hypot(boxes[:, 0] - hit.x, boxes[:, 1] - hit.y) / boxes[:, 2]
                k = int(far.argmin())
                if far[k] < 0.28 and 0.6 < hit.edge / boxes[k, 2] < 1.6:
                    rows.append((-1, j, hit.x, hit.y, hit.edge, int(boxes[k, 3]), -1, 0.0))
                elif far[k] > 0.42:
                    rows.append((-1, j, hit.x, hit.y, hit.edge, 0, -1, 0.0))
    array = np.array(rows, np.float32).reshape(-1, 8)
    none = array[array[:, 5] == 0]
    print(len(array), "hits,", len(none), "of them no die")
    repeat = max(1, int(0.25 * len(array) / max(1, len(none))))
    np.save(out, np.concatenate([array] + [none] * min(repeat, 6)))


if __name__ == "__main__":
    main()
