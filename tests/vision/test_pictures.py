"""Every file gives a picture or an error of one clear sentence."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import UnreadablePicture
from tests.tools import ROOT
from vision import limited, pictures
from vision.errors import PictureError, VisionError
from vision.reading import photograph, read
from vision.reading.reader import DiceReader


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


def test_a_cmyk_jpeg_keeps_its_colours() -> None:
    pillow = pytest.importorskip("PIL.Image")
    buffer = io.BytesIO()
    pillow.fromarray(photo()[..., ::-1]).convert("CMYK").save(buffer, "JPEG", quality=95)
    got = pictures.decode(buffer.getvalue())
    assert np.abs(got.astype(int) - photo()).mean() < 12


HEADS = {
    "webp": b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\x07\xff\xff\x07",
    "bmp": b"BM" + b"\0" * 16 + struct.pack("<ii", 90000, -90000),
}


@pytest.mark.parametrize("kind", HEADS)
def test_a_picture_that_claims_to_be_huge_is_refused_before_it_is_unpacked(kind: str) -> None:
    with pytest.raises(PictureError, match=r"has \d+ x \d+ pixels"):
        pictures.decode(HEADS[kind] + b"\0" * 64)


def test_a_jpeg_with_endless_scans_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    image = np.zeros((64, 64, 3), np.uint8)
    whole = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert pictures.decode(whole).shape == (64, 64, 3)
    last = whole.rfind(b"\xff\xda")
    monkeypatch.setattr(pictures, "_decoder", lambda data: pytest.fail("such a file of 660 kB is decoded for 30 s"))
    with pytest.raises(PictureError, match="not a picture that can be read"):
        pictures.decode(whole[:last] + whole[last:-2] * 3000 + b"\xff\xd9")


@pytest.mark.parametrize("suffix", [".webp", ".bmp", ".png", ".jpg"])
@pytest.mark.parametrize("size", [(120, 160), (1, 1), (33, 7)])
def test_the_size_stands_in_front_of_every_kind_that_phones_send(suffix: str, size: tuple[int, int]) -> None:
    data = encoded(np.full((*size, 3), 90, np.uint8), suffix)
    assert pictures.claimed_size(data) == (size[1], size[0])
    assert pictures.decode(data).shape == (*size, 3)
    for end in (4, 9, 13, 20, 25, 28):
        with pytest.raises(PictureError):
            pictures.decode(data[:end])


def test_a_hidden_size_is_no_way_to_all_memory() -> None:
    assert pictures.claimed_size(two_sizes(16, 24)) == (8, 8)
    assert pictures.decode(two_sizes(16, 24)).shape == (16, 24, 3)
    with pytest.raises(PictureError, match="not a picture"):
        pictures.decode(two_sizes(30_000, 30_000))
    assert pictures.decode(encoded(photo())).shape == photo().shape  # the next picture is decoded normally


def forever(data: bytes) -> np.ndarray:
    while data:
        pass
    return np.zeros((1, 2, 3), np.uint8)


def test_what_takes_too_long_is_ended() -> None:
    process = limited.Limited(__name__, "forever", seconds=1)
    with pytest.raises(limited.OverLimit):
        process(b"begin")
    again = process(b"")
    assert again is not None and again.shape == (1, 2, 3)  # the next call works
    process.end()


def test_a_script_without_a_main_guard_reads_dice(tmp_path: Path) -> None:
    picture = tmp_path / "dice.png"
    picture.write_bytes(encoded(photo()))
    script = f"import vision.pictures; print(vision.pictures.load({str(picture)!r}).shape)"
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (told.stdout.strip(), told.stderr) == ("(120, 160, 3)", "")


def test_a_lossless_and_a_transparent_webp_are_read() -> None:
    for image in (photo(), np.zeros((30, 20, 4), np.uint8)):
        done, data = cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, 101])
        assert done and pictures.claimed_size(data.tobytes()) == (image.shape[1], image.shape[0])
        got = pictures.decode(data.tobytes())
        assert got.min() == 255 if image.shape[2] == 4 else np.array_equal(got, image)


def heic() -> bytes:
    """Return the first bytes of a photograph in an iPhone's format (HEIC)."""
    return struct.pack(">I", 24) + b"ftypheic\0\0\0\0mif1heic" + b"\0" * 64


def two_sizes(high: int, wide: int) -> bytes:
    """Return a JPEG that a simple segment reader takes for 8x8 pixels, but the decoder for another size.

    The decoder knows that a restart marker has no length. It finds another frame header where the simple reader skips.
    """
    data = encoded(photo()[:8, :8], ".jpg")
    at = data.index(b"\xff\xc0")
    header = data[at : at + 19]
    other = header[:5] + struct.pack(">HH", high, wide) + header[9:]
    comment = b"\xff\xe1" + struct.pack(">H", 2 + len(header))  # this segment hides the small header from the decoder
    hidden = b"\xff\xd0" + struct.pack(">H", 2 + len(other) + len(comment)) + other + comment
    return data[:2] + hidden + header + data[2:at] + data[at + 19 :]


def bad_pictures() -> dict[str, bytes]:
    whole = encoded(cv2.resize(photo(), (640, 480)), ".jpg")
    return {
        "a letter": b"Dear Anna, this is no picture.",
        "nothing": b"",
        "heic": heic(),
        "truncated": whole[: len(whole) // 2],
        "truncated webp": encoded(photo(), ".webp")[:200],
        "huge": HEADS["webp"],
        "a kind that nobody sends": encoded(photo(), ".tiff"),
        "larger than it says": two_sizes(60000, 60000),
    }


def strange_pictures() -> dict[str, bytes]:
    return {
        "1x1": encoded(np.full((1, 1, 3), 9, np.uint8)),
        "a line": encoded(np.full((1, 900, 3), 9, np.uint8)),
        "16 bits": encoded(np.full((60, 80, 3), 40000, np.uint16)),
        "grey": encoded(np.full((60, 80), 90, np.uint8), ".jpg"),
        "transparent": encoded(np.full((60, 80, 4), 90, np.uint8)),
        "webp": encoded(photo(), ".webp"),
    }


@pytest.mark.parametrize("name", bad_pictures())
def test_every_door_answers_a_bad_picture_with_one_sentence(
    name: str, reader: DiceReader, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bad_pictures()[name]
    with pytest.raises(UnreadablePicture) as told:
        photograph.read(reader, data, None)
    assert str(told.value).endswith(".") and ("HEIC" in str(told.value)) == (name == "heic")
    (tmp_path / "dice.jpg").write_bytes(data)
    monkeypatch.setattr(read, "DiceReader", lambda: reader)
    assert read.main([str(tmp_path / "dice.jpg")]) == 1
    said = capsys.readouterr().err.strip()
    assert "dice.jpg" in said and "\n" not in said and said.endswith((".", "most compatible)."))


@pytest.mark.parametrize("name", strange_pictures())
def test_a_strange_picture_is_read_and_never_certain(name: str, reader: DiceReader) -> None:
    look = photograph.read(reader, strange_pictures()[name], None)
    assert not look.reading.certain and look.jpeg


def test_fifty_megapixels_are_looked_at_like_any_photograph(reader: DiceReader) -> None:
    data = encoded(np.full((6200, 8100), 90, np.uint8), ".jpg")
    look = photograph.read(reader, data, None)
    assert not look.reading.certain and look.jpeg is not None and len(look.jpeg) < 400_000


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
