"""The recorder stores the last half minute within its limits, and its file can be replayed."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from companion.dice import DiceSet
from companion.errors import EyeError
from vision import pictures
from vision.drawing.throws import throw
from vision.errors import SourceError
from vision.reading.reader import DiceReader
from vision.watching import recorder
from vision.watching.eye import CameraEye
from vision.watching.live import LiveEye
from vision.watching.recorder import Recorder
from vision.watching.sources import Frame, open_source
from vision.watching.watch import main
from vision.watching.watcher import Watcher


def noise(seed: int, size: tuple[int, int] = (720, 1280)) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (*size, 3), np.uint8)


def thoughts(file: bytes) -> list[dict[str, object]]:
    with zipfile.ZipFile(BytesIO(file)) as pack:
        rows: list[dict[str, object]] = json.loads(pack.read("thoughts.json"))
        assert len(pack.namelist()) == len(rows) + 1
    return rows


def test_ten_pictures_a_second_of_the_last_half_minute_are_kept() -> None:
    kept, image = Recorder(), noise(1, (48, 64))
    for i in range(60 * 30):
        kept.saw(image, i / 30, {"lying": []})
    times = [row["time"] for row in thoughts(kept.file())]
    assert 290 <= len(times) <= 302 and times[-1] == pytest.approx(60, abs=0.2) and times[0] >= 29.8


def test_pictures_are_small_and_so_are_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST", 300_000)
    kept = Recorder()
    for i in range(20):
        kept.saw(noise(i), i / 5, {})
    file = kept.file()
    assert 0 < len(file) < 310_000
    with zipfile.ZipFile(BytesIO(file)) as pack:
        assert max(pictures.decode(pack.read("0000.jpg")).shape) == recorder.SIDE


def test_another_cameras_clock_begins_anew() -> None:
    kept, image = Recorder(), noise(1, (48, 64))
    kept.saw(image, 900.0, {})
    kept.saw(image, 3.0, {})
    assert [row["time"] for row in thoughts(kept.file())] == [3.0]


def test_a_recording_is_replayed_with_what_the_eye_thought(
    reader: DiceReader, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, watcher = Recorder(), Watcher(reader)
    for i, image in enumerate(throw(DiceSet.parse("2d6"), 1, rest=30).frames()):
        watcher.feed(image, i / 30)
        kept.saw(image, 50 + i / 30, watcher.thought)
    file = tmp_path / "oeil.zip"
    file.write_bytes(kept.file())
    frame = open_source(str(file)).next_throw()
    assert frame is not None and frame.time == 0 and "lying" in frame.name
    assert main([str(file), "--json", "--expect", "2d6"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 1 and len(rows[0]["dice"]) == 2


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_recording_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "oeil.zip").write_bytes(data)
    with pytest.raises(SourceError, match="no recording"):
        open_source(f"recording:{tmp_path / 'oeil.zip'}")


class Silent:
    """A camera without a frame."""

    name = "usb:0"
    live = True

    def next_throw(self) -> Frame | None:
        return None

    def notices(self) -> list[str]:
        return []

    def close(self) -> None:
        pass


def test_where_nothing_was_seen_there_is_no_recording(tmp_path: Path) -> None:
    for eye in (LiveEye(Silent(), Silent), CameraEye(f"folder:{tmp_path}")):
        with pytest.raises(EyeError):
            eye.recording()
