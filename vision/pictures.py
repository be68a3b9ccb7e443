"""Decodes picture files and bytes to BGR images, and encodes images as JPEG."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError
from vision.limited import Limited, OverLimit

Image = NDArray[np.uint8]
"""BGR uint8, (height, width, 3)."""
Mask = NDArray[np.bool_]
"""Cells of a picture, (rows, columns)."""
Odds = NDArray[np.float32]
"""The factor on the odds that a die lies in each cell of a picture, (rows, columns)."""

ROWS = 256
MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 120_000_000
"""Maximum number of pixels, checked before decoding."""

MOST_SCANS = 100
"""Maximum number of scans of a JPEG. Phones write ten; each further scan takes as much time as another picture."""

_decoder = Limited(__name__, "unpacked")


def odds_at(odds: Odds, x: float, y: float, image: Image) -> float:
    """Return the factor of the cell at a place in pixels of ``image``."""
    (rows, columns), (high, wide) = odds.shape, image.shape[:2]
    return float(odds[int(y * rows / high), int(x * columns / wide)])


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
    """Return the picture in ``data`` (JPEG, PNG, WebP or BMP); raise ``PictureError`` with one sentence.

    Rotated pictures are set upright (EXIF), 16 bits become 8, grey and CMYK become colour, and the background of
    transparent parts is white. A truncated JPEG is refused, because a die could be in its missing part. The decoders
    run in a limited process, because the picture may be larger than its header says.
    """
    if not data:
        raise PictureError("the picture is empty.")
    if is_heic(data):
        raise PictureError("HEIC pictures are not read: save it as JPEG, or let the phone take JPEG (most compatible).")
    if len(data) > MOST_BYTES:
        raise PictureError(f"the picture is larger than {MOST_BYTES // 2**20} MB.")
    if data[:3] == b"\xff\xd8\xff" and not _whole_jpeg(data):
        raise PictureError("the JPEG is cut off before its end: copy or take it again.")
    size = claimed_size(data)
    if size is None or data[:2] == b"\xff\xd8" and data.count(b"\xff\xda") > MOST_SCANS:
        raise _unreadable()
    if size[0] * size[1] > most_pixels:
        raise PictureError(
            f"the picture has {size[0]} x {size[1]} pixels; at most {most_pixels // 10**6} million are read."
        )
    try:
        image = _decoder(data)
    except OverLimit as error:
        raise _unreadable() from error
    if image is None:
        raise _unreadable()
    return image


def _unreadable() -> PictureError:
    return PictureError("this is not a picture that can be read: use JPEG or PNG.")


def unpacked(data: bytes) -> Image | None:
    """Return the picture in ``data`` as BGR uint8, None if OpenCV refuses it."""
    buffer = np.frombuffer(data, np.uint8)
    try:
        raw = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED) if data[:4] in (b"\x89PNG", b"RIFF") else None
        image = _flat(raw) if raw is not None else cv2.imdecode(buffer, cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None or not image.size else np.ascontiguousarray(image, np.uint8)


def _flat(raw: NDArray[np.generic]) -> Image:
    """Return a decoded array of 8 or 16 bits as BGR uint8, with white behind transparent parts."""
    whole = np.asarray(raw)
    if whole.ndim == 2:
        whole = whole[..., None]
    out = np.empty((*whole.shape[:2], 3), np.uint8)
    for row in range(0, len(out), ROWS):  # in parts, because deep and transparent pictures need many bytes per pixel
        out[row : row + ROWS] = _flat_rows(whole[row : row + ROWS])
    return out


def _flat_rows(rows: NDArray[Any]) -> Image:
    if rows.dtype == np.uint16:
        rows = (rows >> 8).astype(np.uint8)
    if rows.shape[2] in (2, 4):
        alpha = rows[..., -1:].astype(np.float32) / 255
        rows = (rows[..., :-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return np.asarray(rows[..., :3] if rows.shape[2] >= 3 else np.repeat(rows[..., :1], 3, axis=2), np.uint8)


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
    """Whether an end marker follows the first scan of a JPEG."""
    for marker, start, _ in _segments(data):
        if marker == 0xDA:
            return data.rfind(b"\xff\xd9", start) >= 0
    return False


def claimed_size(data: bytes) -> tuple[int, int] | None:
    """Return (width, height) according to the file's header; None if the format is unknown or the header is cut off."""
    try:
        if data[:4] == b"\x89PNG":
            return struct.unpack(">II", data[16:24])
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            return abs(width), abs(height)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
    except struct.error:
        return None
    if data[:2] == b"\xff\xd8":
        for marker, start, length in _segments(data):
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and length >= 5:
                height, width = struct.unpack(">HH", data[start + 1 : start + 5])
                return width, height
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """Return the size in a WebP header: lossy, lossless or extended (WebP container specification)."""
    kind = data[12:16]
    if kind == b"VP8X":
        wide, high = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return wide, high
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        wide, high = struct.unpack("<HH", data[26:30])
        return wide & 0x3FFF, high & 0x3FFF
    return None


def is_heic(data: bytes) -> bool:
    """Whether this is HEIF with HEVC, as iPhones store pictures, which OpenCV cannot decode."""
    return data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")


def jpeg(image: Image, max_side: int = 1280, quality: int = 85) -> bytes:
    """Return ``image`` as JPEG, its longer side shrunk to at most ``max_side`` pixels; raise ``PictureError``."""
    factor = max_side / max(image.shape[:2])
    if factor < 1:
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PictureError("the picture cannot be stored as JPEG.")
    return data.tobytes()


def smaller(data: bytes, most_bytes: int) -> bytes | None:
    """Return a picture as a JPEG of at most ``most_bytes``, None if it cannot be read or made that small."""
    try:
        image = decode(data)
    except PictureError:
        return None
    for side, quality in ((1280, 80), (960, 75), (720, 70), (560, 65), (400, 60), (280, 55), (160, 50)):
        if len(made := jpeg(image, side, quality)) <= most_bytes:
            return made
    return None
