"""The exported networks: loaded only when their checksum is the one that the card names."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import cv2

from vision.errors import ModelError

FOLDER = Path(__file__).parent


def load(name: str, folder: Path = FOLDER) -> cv2.dnn.Net:
    """Return the network ``name`` (locator, faces, ten); raise ``ModelError`` when it is missing or not ours."""
    path = folder / f"{name}.onnx"
    try:
        sums = json.loads((folder / "checksums.json").read_text())
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ModelError(f"The eye's model {path} is missing: install Servi again to bring it back.") from error
    if hashlib.sha256(data).hexdigest() != sums.get(path.name):
        raise ModelError(f"The eye's model {path} is not the one that belongs here: install Servi again to replace it.")
    try:
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        net = cv2.dnn.readNetFromONNX(str(path)) if engine is None else cv2.dnn.readNetFromONNX(str(path), engine)
    except cv2.error as error:
        raise ModelError(
            f"OpenCV {cv2.__version__} cannot load the eye's model {path}: use OpenCV 4.10 or newer."
        ) from error
    net.setPreferableBackend(cv2.dnn.DNN_BACKEND_OPENCV)
    return net
