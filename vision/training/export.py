"""Writes a trained network as ONNX with its checksum: ``python -m vision.training.export NAME WEIGHTS.pt [--half]``.

``--half`` writes the mean of the previously exported weights and the new ones. The mean keeps the earlier accuracy and
the fine-tuning for a rare case such as black faces (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.models import FOLDER, seal
from vision.reading.faces import CLASSES
from vision.training.nets import Digits, Faces, Facing, Locator, Tops, export

NETS: dict[str, Callable[[], nn.Module]] = {
    "locator": Locator,
    "faces": lambda: Faces(CLASSES + 8),
    "facing": Facing,
    "bicolour": Tops,
    "ten": Digits,
}
"""The networks that this script exports, by the name of the file."""


def meet(before: onnx.ModelProto, after: onnx.ModelProto) -> None:
    """Set every weight of ``after`` to the mean of both; raise ``ValueError`` if the networks have different layers."""
    old, new = ([n for n in m.graph.node if n.op_type in ("Conv", "Gemm")] for m in (before, after))
    known = {t.name: numpy_helper.to_array(t) for t in before.graph.initializer}
    twins = {b: a for x, y in zip(old, new, strict=True) for a, b in zip(x.input[1:], y.input[1:], strict=True)}
    for tensor in after.graph.initializer:
        if tensor.name in twins:
            mean = (known[twins[tensor.name]] + numpy_helper.to_array(tensor)) / 2
            tensor.CopyFrom(numpy_helper.from_array(mean, tensor.name))


def main() -> None:
    name, weights = sys.argv[1], Path(sys.argv[2])
    net = NETS[name]()
    told = {k: v for k, v in torch.load(weights).items() if k in net.state_dict()}
    net.load_state_dict(told)  # without the layers for the places of pips, which only training uses
    path = FOLDER / f"{name}.onnx"
    before = onnx.load(str(path)) if "--half" in sys.argv else None
    export(net, path, (1, 3, 192, 192) if name == "locator" else (1, 3, 64, 64), name == "locator")
    if before is not None:
        after = onnx.load(str(path))
        meet(before, after)
        onnx.save(after, str(path))
    seal(path.name)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
