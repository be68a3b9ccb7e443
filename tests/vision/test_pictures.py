"""Any file becomes a picture or one clear sentence."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import pictures
from vision.errors import PictureError, VisionError


def encoded(image: np.ndarray, suffix: str = ".png") -> bytes:
    done, data = cv2.imencode(suffix, image)
    assert done
    return data.tobytes()


def photo() -> np.ndarray:
    rng = np.random.default_rng(1)
    return cv2.resize(rng.integers(0, 255, (12, 16, 3), np.uint8), (160, 120))


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "empty"),
        (b"hello, I am a letter", "not a picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "not a picture"),
        (b"\xff\xd8\xff\xe0", "cut off"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 90000, 90000) + b"\0" * 20, "90000 x 90000"),
    ],
)
def test_what_is_no_picture_gets_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words) as caught:
        pictures.decode(data)
    assert isinstance(caught.value, VisionError) and isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".") or words == "not a picture"


def test_a_truncated_jpeg_is_refused() -> None:
    data = encoded(photo(), ".jpg")
    with pytest.raises(PictureError, match="cut off"):
        pictures.decode(data[: len(data) // 2])


def test_a_jpeg_with_a_thumbnail_inside_is_not_taken_for_whole() -> None:
    data, small = encoded(photo(), ".jpg"), encoded(photo()[:20, :20], ".jpg")
    segment = b"\xff\xe1" + struct.pack(">H", len(small) + 2) + small
    assert pictures.decode(data[:2] + segment + data[2:]).shape == (120, 160, 3)
    with pytest.raises(PictureError, match="cut off"):
        pictures.decode((data[:2] + segment + data[2:])[:-200])


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((40, 30), np.uint8),
        np.full((40, 30), 40000, np.uint16),
        np.full((40, 30, 3), 40000, np.uint16),
        np.full((40, 30, 4), 120, np.uint8),
    ],
)
def test_every_depth_and_number_of_channels_becomes_bgr(image: np.ndarray) -> None:
    got = pictures.decode(encoded(image))
    assert got.dtype == np.uint8 and got.shape == (*image.shape[:2], 3)


def test_what_is_transparent_lies_on_white() -> None:
    assert pictures.decode(encoded(np.zeros((4, 4, 4), np.uint8))).min() == 255


def test_sixteen_bits_keep_their_brightness() -> None:
    got = pictures.decode(encoded(np.full((4, 4, 3), 0x8000, np.uint16)))
    assert abs(int(got.max()) - 128) <= 1


def test_fifty_megapixels_are_read() -> None:
    assert pictures.decode(encoded(np.zeros((6200, 8100), np.uint8), ".jpg")).shape == (6200, 8100, 3)


def test_a_cmyk_jpeg_is_read_or_refused_in_words() -> None:
    data = bytearray(encoded(photo(), ".jpg"))
    at = data.index(b"\xff\xc0")
    assert data[at + 9] == 3
    try:
        assert pictures.decode(bytes(data)).ndim == 3
    except PictureError as error:
        assert "\n" not in str(error)


def test_files_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.jpg"):
        with pytest.raises(PictureError, match=path.name):
            pictures.load(path)
    with pytest.raises(PictureError):
        pictures.load("a\0b")
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(PictureError, match="empty"):
        pictures.load(tmp_path / "empty.jpg")


def test_a_jpeg_for_the_journal_is_small() -> None:
    image = cv2.resize(photo(), (2000, 1500))
    assert max(pictures.decode(pictures.jpeg(image, 640)).shape) == 640
    assert pictures.decode(pictures.jpeg(photo(), 640)).shape == (120, 160, 3)
