"""The exported networks and beliefs; each loads only if its checksum agrees with ``checksums.json``."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import cv2

from vision.errors import ModelError

FOLDER = Path(__file__).parent


def data(name: str, folder: Path = FOLDER) -> bytes:
    """Return the content of the file ``name``; raise ``ModelError`` if it is missing or its checksum is wrong."""
    path = folder / name
    try:
        held = path.read_bytes()
    except OSError as error:
        raise ModelError(f"The eye's model {path} is missing: install Servi again to bring it back.") from error
    if hashlib.sha256(held).hexdigest() != _sums(folder).get(name):
        raise ModelError(f"The eye's model {path} is not the one that belongs here: install Servi again to replace it.")
    return held


def quickest(name: str, folder: Path = FOLDER) -> str:
    """Return the fastest file of the network ``name``: its integer copy if there is one."""
    return small if (small := f"{name}-int8.onnx") in _sums(folder) else f"{name}.onnx"


def seal(name: str, folder: Path = FOLDER) -> None:
    """Record the SHA-256 of the file ``name``; delete the integer copy that was made from an earlier file."""
    sums = _sums(folder)
    sums[name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    old = name.replace(".onnx", "-int8.onnx")
    if old in sums and old != name:
        del sums[old]
        (folder / old).unlink(missing_ok=True)
    (folder / "checksums.json").write_text(json.dumps(dict(sorted(sums.items())), indent=2) + "\n")


def _sums(folder: Path) -> dict[str, str]:
    """Return the checksum of each file, {} if the list is unreadable."""
    try:
        sums: dict[str, str] = json.loads((folder / "checksums.json").read_text())
    except (OSError, ValueError):
        return {}
    return sums


def load(name: str, folder: Path = FOLDER) -> cv2.dnn.Net:
    """Return the network in the file ``name``.onnx; raise ``ModelError`` if it is missing, changed or not loadable."""
    path = folder / f"{name}.onnx"
    data(path.name, folder)
    try:
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        net = cv2.dnn.readNetFromONNX(str(path)) if engine is None else cv2.dnn.readNetFromONNX(str(path), engine)
    except cv2.error as error:
        raise ModelError(
            f"OpenCV {cv2.__version__} cannot load the eye's model {path}: use OpenCV 4.10 or newer."
        ) from error
    net.setPreferableBackend(cv2.dnn.DNN_BACKEND_OPENCV)
    return net
