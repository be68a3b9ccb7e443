"""Writes a trained network as ONNX with its checksum: ``python -m vision.training.export NAME WEIGHTS.pt``."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from vision.faces import CLASSES
from vision.models import FOLDER, seal
from vision.training.nets import Crop, Faces, Locator, export


def main() -> None:
    name, weights = sys.argv[1], Path(sys.argv[2])
    net = {"locator": Locator, "faces": lambda: Faces(CLASSES + 8), "ten": lambda: Crop(11)}[name]()
    told = {k: v for k, v in torch.load(weights).items() if k in net.state_dict()}
    net.load_state_dict(told)  # what the crop reader learned along about pips is left out
    path = FOLDER / f"{name}.onnx"
    export(net, path, (1, 3, 192, 192) if name == "locator" else (1, 3, 64, 64), name == "locator")
    seal(path.name)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
