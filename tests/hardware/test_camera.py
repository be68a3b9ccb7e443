"""The Raspberry Pi's camera on a strict fake, and USB cameras: frames, exposure, every failure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware import camera, exposure
from hardware.camera import PiCamera, UsbCamera
from hardware.exposure import Exposure
from tests.hardware import fake_picamera2
from tests.hardware.fake_picamera2 import Table
from vision.errors import SourceError
from vision.watching.sources import Frame, open_source


def grey(_: float) -> np.ndarray[Any, Any]:
    return np.full((90, 160, 3), 100, np.uint8)


def halves(_: float) -> np.ndarray[Any, Any]:
    """Return a picture with a blue left and a red right half, which shows swapped colours or columns."""
    picture = np.zeros((90, 160, 3), np.uint8)
    picture[:, :80] = (200, 40, 40)
    picture[:, 80:] = (40, 40, 200)
    return picture


def clock(t: float) -> np.ndarray[Any, Any]:
    """Return a picture whose grey level is the start of its exposure in sixtieths of a second, at most 255."""
    return np.full((90, 160, 3), max(0, min(255, int(t * 60))), np.uint8)


def opened(table: Table, data: Path | None = None) -> PiCamera:
    return PiCamera(data, lambda: table)


def frame(source: PiCamera | UsbCamera) -> Frame:
    found = source.next_throw()
    assert found is not None
    return found


def tuned(source: PiCamera) -> None:
    for _ in range(60):
        frame(source)


# --- frames --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wide", [640, 608])
def test_padded_rows_and_planes_come_out_as_the_picture(wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "MOVED", wide)
    source = opened(Table(halves, automatic={**fake_picamera2.AUTOMATIC, "ExposureTime": 10_000}))
    tuned(source)
    image = frame(source).image
    assert image.shape == (wide * 9 // 16, wide, 3)
    assert image[:, 4 : wide // 2 - 4].std(axis=(0, 1)).max() < 3  # the padding is not in the picture
    assert image[:, wide // 2 + 4 :].std(axis=(0, 1)).max() < 3
    assert image[10, 10, 0] > 150 > 80 > image[10, 10, 2]
    assert image[10, -10, 2] > 150 > 80 > image[10, -10, 0]


def test_the_settled_picture_is_large_and_in_the_same_colours() -> None:
    source = opened(Table(halves))
    tuned(source)
    settled = frame(source).settled
    assert settled is not None
    image = settled()
    assert image.shape == (864, 1536, 3)
    assert image[10, 10, 0] > image[10, 10, 2]


def test_the_settled_picture_was_never_taken_before_it_was_asked_for() -> None:
    """Without a flush, the queued older frame could show rolling dice."""
    source = opened(Table(clock))
    tuned(source)
    camera_ = source._camera
    for _ in range(5):
        asked = camera_._now / 1e9 * 60
        assert int(source.settled()[5, 5, 0]) >= int(asked) - 1
        assert int(frame(source).image[5, 5, 0]) < camera_._now / 1e9 * 60 - 2  # a frame without a flush is stale
    assert camera_.held == 0


def test_no_request_stays_held() -> None:
    source = opened(Table(grey))
    for _ in range(200):
        frame(source)
    assert source._camera.held == 0


def test_time_is_the_sensors_own() -> None:
    source = opened(Table(grey))
    times = [frame(source).time for _ in range(5)]
    assert np.allclose(np.diff(times), 1 / 30, atol=1e-3)


# --- exposure ------------------------------------------------------------------------------------------------------


def test_exposure_is_found_once_fixed_and_stored(tmp_path: Path) -> None:
    table = Table(grey)
    source = opened(table, tmp_path)
    tuned(source)
    stored = Exposure.load(tmp_path)
    assert stored is not None
    assert stored.time == 20_000  # the time is rounded to whole flicker periods
    assert stored.time * stored.gain == pytest.approx(17_300 * 2.0, rel=0.01)
    assert (stored.red, stored.blue, stored.lens) == (1.7, 2.1, 3.2)
    assert len(table.log) == 1
    assert table.log[0] == stored.controls()
    assert abs(int(frame(source).image[9, 9, 0]) - 100) <= 2


def test_a_stored_exposure_is_in_force_before_the_first_frame_is_shown(tmp_path: Path) -> None:
    Exposure(10_000, 1.5, 1.6, 2.0, 3.0).save(tmp_path)
    table = Table(grey)
    source = opened(table, tmp_path)
    first = frame(source).image
    later = [frame(source).image for _ in range(10)][-1]
    assert np.array_equal(first, later)
    assert table.log == [Exposure(10_000, 1.5, 1.6, 2.0, 3.0).controls()]


def test_a_camera_that_never_takes_what_was_set_still_gives_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Exposure(10_000, 1.5, 1.6, 2.0, 3.0).save(tmp_path)
    monkeypatch.setattr(fake_picamera2, "LATE", 10**6)
    assert frame(opened(Table(grey), tmp_path)).image.shape == (360, 640, 3)


def test_a_lens_that_cannot_move_is_never_told_to(tmp_path: Path) -> None:
    table = Table(grey, lens=False)
    tuned(opened(table, tmp_path))
    stored = Exposure.load(tmp_path)
    assert stored is not None
    assert stored.lens is None
    assert "LensPosition" not in table.log[0]


def test_showing_the_empty_track_again_finds_the_exposure_anew(tmp_path: Path) -> None:
    table = Table(grey)
    source = opened(table, tmp_path)
    tuned(source)
    table.automatic = {**table.automatic, "ExposureTime": 9_000, "ColourGains": (2.4, 1.2)}
    source._tuning.done.set()
    exposure_before = Exposure.load(tmp_path)
    source.calibrate_begun()
    tuned(source)
    assert source._tuning.done.is_set()
    stored = Exposure.load(tmp_path)
    assert stored != exposure_before
    assert stored is not None
    assert (stored.time, stored.red) == (9_000, 2.4)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"time": 0, "gain": 1, "red": 1, "blue": 1, "lens": null}', '{"time": "x"}']
)
def test_a_damaged_file_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / exposure.FILE).write_text(text)
    assert Exposure.load(tmp_path) is None
    tuned(opened(Table(grey), tmp_path))
    assert json.loads((tmp_path / exposure.FILE).read_text())["time"] == 20_000


def test_a_folder_that_cannot_be_written_is_told_and_frames_go_on(tmp_path: Path) -> None:
    (tmp_path / "nowhere").write_text("a file where the folder should be")
    source = opened(Table(grey), tmp_path / "nowhere")
    tuned(source)
    assert any("réglage" in words for words in source.notices())
    assert source.notices() == []
    frame(source)


# --- what can fail -------------------------------------------------------------------------------------------------


def test_a_camera_that_is_not_there_is_told_and_comes_when_it_is() -> None:
    table = Table(grey, cameras=0)
    source = opened(table)
    with pytest.raises(SourceError, match="câble plat"):
        source.next_throw()
    table.cameras = 1
    frame(source)


def test_a_camera_that_another_program_holds_is_told() -> None:
    table = Table(grey, busy=True)
    source = opened(table)
    with pytest.raises(SourceError, match="autre programme"):
        source.next_throw()
    table.busy = False
    frame(source)


def test_a_missing_library_is_told() -> None:
    def missing() -> Any:
        raise ImportError

    with pytest.raises(SourceError, match="./servi doctor"):
        PiCamera(None, missing).next_throw()


def test_a_cable_that_is_pulled_is_told_and_the_camera_opened_again() -> None:
    table = Table(grey)
    source = opened(table)
    frame(source)
    table.dead = True
    with pytest.raises(SourceError, match="câble"):
        source.next_throw()
    assert table.opened == 0
    table.dead = False
    frame(source)
    assert table.opened == 1


def test_a_settled_picture_that_does_not_come_is_told() -> None:
    table = Table(grey)
    source = opened(table)
    settled = frame(source).settled
    table.dead = True
    assert settled is not None
    with pytest.raises(SourceError, match="câble"):
        settled()


def test_closing_twice_is_fine() -> None:
    source = opened(Table(grey))
    frame(source)
    source.close()
    source.close()


# --- USB -----------------------------------------------------------------------------------------------------------


class Capture:
    """A fake of OpenCV's camera; ``there`` says whether it is plugged in."""

    there = True
    released = 0

    def __init__(self, number: int, api: int) -> None:
        self.number = number

    def isOpened(self) -> bool:
        return Capture.there

    def set(self, key: int, value: float) -> bool:
        return True

    def read(self) -> tuple[bool, np.ndarray[Any, Any] | None]:
        return (True, grey(0)) if Capture.there else (False, None)

    def release(self) -> None:
        Capture.released += 1


def test_a_usb_camera_can_be_pulled_out_and_put_back() -> None:
    Capture.there = True
    source = UsbCamera("97", Capture)
    assert frame(source).image.shape == (90, 160, 3)
    Capture.there = False
    with pytest.raises(SourceError, match="câble"):
        source.next_throw()
    with pytest.raises(SourceError, match="Aucune caméra usb:97"):
        source.next_throw()
    Capture.there = True
    frame(source)
    source.close()
    source.close()
    assert Capture.released == 3


def test_cameras_are_known_by_name(tmp_path: Path) -> None:
    camera.register(tmp_path)
    assert isinstance(open_source("usb:0"), UsbCamera)
    assert isinstance(open_source("pi"), PiCamera)
    with pytest.raises(SourceError, match="usb:0"):
        open_source("usb:first")


def test_a_real_usb_device_that_is_not_there_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match="Aucune caméra usb:63"):
        UsbCamera("63").next_throw()
    assert capfd.readouterr().err == ""
