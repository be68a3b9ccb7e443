"""Writes a copy of each network in eight-bit integers: ``python -m vision.training.quantize [TABLES]``.

Weights get seven bits and one scale for each channel; eight bits would overflow on x86 processors without VNNI.
Activations get eight bits over the range that they take while the eye reads drawn tables, three for each of ``TABLES``
seeds (Jacob et al. 2018, "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only
Inference").
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.models import FOLDER, seal
from vision.pictures import Image
from vision.reading import uppermost
from vision.reading.faces import SIDE
from vision.reading.network import Floats, Network, blob, by_onnxruntime
from vision.reading.reader import DiceReader

TABLES = 40
FIRST = 100
"""The first seed of the drawn tables."""
DICE = ("5d6", "3d6", "roulette")
SEEN = 150
"""The ranges of a network are computed from at least this number of its inputs, if there are as many, and from fewer
than twice this number."""

CROPS = ("faces", "ten", "bicolour")
"""The networks that read crops of found dice."""

Given = dict[str, list[Floats]]


class Inputs(CalibrationDataReader):
    """The recorded inputs of one network, in the form that onnxruntime asks for."""

    def __init__(self, blobs: list[Floats]) -> None:
        self._left: Iterator[Floats] = iter(blobs)

    def get_next(self) -> dict[str, Floats] | None:
        one = next(self._left, None)
        return None if one is None else {"image": one}


def given(tables: int) -> Given:
    """Return the inputs of each floating-point network while the eye reads drawn tables, with and without a known die size."""
    heard: Given = defaultdict(list)
    floats = cache(lambda name: by_onnxruntime(f"{name}.onnx"))

    def run(network: Network, images: list[Image]) -> Floats:
        heard[network.name].append(blob(images))
        found = floats(network.name)
        assert found is not None, "onnxruntime reads every network that it exports"
        return found(heard[network.name][-1])

    # Without the network for smeared dice, whose floating-point copy is not sealed; it shares the crop reader's inputs. The side
    # faces of each d10 are looked at, too: without such steep faces, the integers of the facing network could not tell them.
    with (
        patch.object(Network, "run", run),
        patch("vision.reading.search.runs", return_value=False),
        patch.object(uppermost, "STEEP", 0),
    ):
        reader = DiceReader()
        for seed in range(FIRST, FIRST + tables):
            for dice in map(DiceSet.parse, DICE):
                play = throw(dice, seed)
                frame = play.still()
                reader.read(frame, dice, play.edge)
                if seed % 4 == 0:
                    reader.read(frame, dice)
    for name in CROPS:  # in a trial run, a hardly trained locator finds no dice; then one picture must do
        heard[name] = heard[name] or [blob([np.asarray(cv2.resize(frame, (SIDE, SIDE)), np.uint8)])]
    heard["facing"] = heard["facing"] or heard["faces"]
    return heard


def quantize(name: str, blobs: list[Floats], folder: Path = FOLDER) -> Path:
    """Write the integer copy of the network ``name`` beside it; return the file."""
    path = folder / f"{name}-int8.onnx"
    step = max(1, len(blobs) // SEEN)
    with tempfile.TemporaryDirectory() as work:
        folded = Path(work) / "folded.onnx"
        quant_pre_process(str(folder / f"{name}.onnx"), str(folded), skip_symbolic_shape=True)
        quantize_static(
            str(folded),
            str(path),
            Inputs(blobs[::step]),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
        )
    small = onnx.load(str(path))
    del small.opset_import[:]  # remove declared operator sets that older runtimes refuse
    small.opset_import.extend(onnx.load(str(folder / f"{name}.onnx")).opset_import)
    onnx.save(small, str(path))
    return path


def main() -> None:
    heard = given(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
    for name in sorted(heard):
        path = quantize(name, heard[name])
        seal(path.name)
        print(path, len(heard[name]), path.stat().st_size)
    if (floats := FOLDER / "smeared.onnx").exists():  # only its integer copy is kept (see vision.training.smeared)
        seal(quantize("smeared", heard["faces"]).name)
        floats.unlink()


if __name__ == "__main__":
    main()
