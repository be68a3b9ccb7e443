"""Writes a trained network as ONNX with its checksum: ``python -m vision.training.export NAME WEIGHTS.pt``."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import torch

from vision.models import FOLDER
from vision.training.classifier import CLASSES
from vision.training.nets import Crop, Locator, export


def main() -> None:
    name, weights = sys.argv[1], Path(sys.argv[2])
    net = {"locator": Locator, "faces": lambda: Crop(CLASSES + 8), "ten": lambda: Crop(11)}[name]()
    net.load_state_dict(torch.load(weights))
    path = FOLDER / f"{name}.onnx"
    export(net, path, (1, 3, 192, 192) if name == "locator" else (1, 3, 64, 64), name == "locator")
    sums_file = FOLDER / "checksums.json"
    sums = json.loads(sums_file.read_text()) if sums_file.exists() else {}
    sums[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    sums_file.write_text(json.dumps(dict(sorted(sums.items())), indent=2) + "\n")
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
