"""Picture files and bytes to BGR images, whatever they hold; and images to JPEG for storing."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError

Image = NDArray[np.uint8]
"""BGR uint8, (height, width, 3)."""

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 120_000_000
"""Larger pictures are refused before they are unpacked."""


def load(path: str | os.PathLike[str]) -> Image:
    """Return the picture in the file ``path``; raise ``PictureError`` with one sentence that names the file."""
    name = os.fspath(path)
    try:
        size = os.stat(name).st_size
        if not Path(name).is_file():
            raise PictureError(f"{name} is not a file.")
        if size > MOST_BYTES:
            raise PictureError(f"{name} is larger than {MOST_BYTES // 2**20} MB: give a smaller picture.")
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        reason = (error.strerror or "unknown reason").lower() if isinstance(error, OSError) else "not a file name"
        raise PictureError(f"{name} cannot be opened: {reason}.") from error
    try:
        return decode(data)
    except PictureError as error:
        raise PictureError(f"{name}: {error}") from error


def decode(data: bytes, most_pixels: int = MOST_PIXELS) -> Image:
    """Return the picture in ``data`` (JPEG, PNG, WebP, BMP, TIFF ...); raise ``PictureError`` with one sentence.

    Turned pictures stand upright (EXIF), 16 bits become 8, grey and CMYK become colour, what is transparent lies on
    white. A JPEG that breaks off is refused: half a track could hide a die.
    """
    if not data:
        raise PictureError("the picture is empty.")
    if len(data) > MOST_BYTES:
        raise PictureError(f"the picture is larger than {MOST_BYTES // 2**20} MB.")
    size = _claimed_size(data)
    if size is not None and size[0] * size[1] > most_pixels:
        raise PictureError(
            f"the picture has {size[0]} x {size[1]} pixels; at most {most_pixels // 10**6} million are read."
        )
    if data[:3] == b"\xff\xd8\xff" and not _whole_jpeg(data):
        raise PictureError("the JPEG is cut off before its end: copy or take it again.")
    buffer = np.frombuffer(data, np.uint8)
    try:
        raw = (
            cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED) if data[:4] == b"\x89PNG" or data[:2] in (b"II", b"MM") else None
        )
        image = _flat(raw) if raw is not None else cv2.imdecode(buffer, cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError) as error:
        raise PictureError("this is not a picture that can be read: use JPEG or PNG.") from error
    if image is None or image.ndim != 3 or image.size == 0:
        raise PictureError("this is not a picture that can be read: use JPEG or PNG.")
    return np.ascontiguousarray(image, np.uint8)


def _flat(raw: NDArray[np.generic]) -> Image:
    """Return any decoded array as BGR uint8, transparent parts on white."""
    array = np.asarray(raw)
    if array.dtype == np.uint16:
        array = (array >> 8).astype(np.uint8)
    elif array.dtype != np.uint8:
        top = float(np.nanmax(array)) if array.size else 1.0
        array = np.clip(np.nan_to_num(array.astype(np.float64)) * (255.0 / top if top > 0 else 1.0), 0, 255).astype(
            np.uint8
        )
    if array.ndim == 2:
        array = array[..., None]
    if array.shape[2] in (2, 4):
        alpha = array[..., -1:].astype(np.float32) / 255
        array = (array[..., :-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    if array.shape[2] == 1:
        array = np.repeat(array, 3, axis=2)
    return np.ascontiguousarray(array[..., :3], np.uint8)


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield marker, start and length of the segments of a JPEG before its first scan, and the scan itself."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        yield marker, at + 4, length - 2
        if marker == 0xDA:
            return
        at += 2 + length


def _whole_jpeg(data: bytes) -> bool:
    """Tell whether an end marker follows the first scan of a JPEG."""
    for marker, start, _ in _segments(data):
        if marker == 0xDA:
            return data.rfind(b"\xff\xd9", start) >= 0
    return False


def _claimed_size(data: bytes) -> tuple[int, int] | None:
    """Return (width, height) as the header claims it, where the format is known."""
    if data[:4] == b"\x89PNG" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:2] == b"BM" and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        return abs(width), abs(height)
    if data[:2] == b"\xff\xd8":
        for marker, start, length in _segments(data):
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and length >= 5:
                height, width = struct.unpack(">HH", data[start + 1 : start + 5])
                return width, height
    return None


def jpeg(image: Image, max_side: int = 1280, quality: int = 85) -> bytes:
    """Return ``image`` as JPEG, shrunk so that its longer side is at most ``max_side`` pixels."""
    factor = max_side / max(image.shape[:2])
    if factor < 1:
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PictureError("the picture cannot be stored as JPEG.")
    return data.tobytes()
