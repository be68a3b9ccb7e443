"""Runs a network on one thread, with onnxruntime or OpenCV.

onnxruntime, if installed, runs the network's integer copy; otherwise OpenCV runs the floating-point network. The
integer copy takes less than half the time that either library takes for the floating-point network.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import models
from vision.errors import ModelError
from vision.pictures import Image

Floats = NDArray[np.float32]
MIDDLE = (127.5, 127.5, 127.5)


def by_onnxruntime(file: str) -> Callable[[Floats], Floats] | None:
    """Return the function that runs a file of ``vision.models``; None if onnxruntime is missing or refuses the file.

    Raise ``ModelError`` if the file is missing or changed.
    """
    try:
        import onnxruntime as ort
    except ImportError:
        return None
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # The input's shape differs between pictures. By default onnxruntime keeps memory for every shape, 17 MB and more.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    try:
        session: Any = ort.InferenceSession(models.data(file), options, providers=["CPUExecutionProvider"])
    except ModelError:
        raise
    except Exception:  # onnxruntime has many error classes; OpenCV may still read the floating-point network
        return None
    told = session.get_inputs()[0].name
    return lambda blob: np.asarray(session.run(None, {told: blob})[0], np.float32)


def _by_opencv(name: str) -> Callable[[Floats], Floats]:
    net = models.load(name)

    def run(blob: Floats) -> Floats:
        net.setInput(blob)
        return np.array(net.forward(), np.float32)

    return run


def runs(name: str) -> bool:
    """Whether the network ``name`` has an integer copy that runs here; raise ``ModelError`` if the copy was changed."""
    small = f"{name}-int8.onnx"
    return models.quickest(name) == small and by_onnxruntime(small) is not None


def blob(images: list[Image]) -> Floats:
    """Return BGR uint8 images of one size as the input of a network (n, 3, height, width)."""
    return np.asarray(cv2.dnn.blobFromImages(images, 1 / 255, mean=MIDDLE), np.float32)


class Network:
    """A network of ``vision.models``; raise ``ModelError`` if it is missing or changed."""

    def __init__(self, name: str, opencv: bool = False) -> None:
        self.name = name
        self._run = (None if opencv else by_onnxruntime(models.quickest(name))) or _by_opencv(name)
        self.head: Callable[[Floats], Floats] | None = None
        """A learnt correction of the outputs (n, ...); None means no correction."""

    def run(self, images: list[Image], corrected: bool = True) -> Floats:
        """Return the outputs (n, ...) for n BGR uint8 images of equal size; ``head`` acts only if ``corrected``."""
        out = self._run(blob(images))
        return self.head(out) if self.head is not None and corrected else out
