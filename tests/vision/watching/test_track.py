"""The track is found by its markers or by taps, stored, and compared with later pictures."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.watching import sheet, track


def drawn(scale: float = 4.0) -> np.ndarray:
    """Return a picture of the printed sheet, drawn from its own SVG."""
    image = np.full((round(210 * scale), round(297 * scale)), 255, np.uint8)
    for x, y, w, h in re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', sheet.svg()
    ):
        a, b = (round(float(x) * scale), round(float(y) * scale))
        cv2.rectangle(image, (a, b), (a + round(float(w) * scale) - 1, b + round(float(h) * scale) - 1), 0, -1)
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)


def test_the_printed_markers_are_found_in_a_slanted_picture() -> None:
    printed = drawn()
    h, w = printed.shape[:2]
    goal = np.array([[150, 90], [1050, 60], [1180, 780], [40, 820]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), goal)
    picture = cv2.warpPerspective(printed, matrix, (1280, 860), borderValue=(120, 120, 120))
    found = sheet.find(picture)
    assert found is not None
    outer = np.array([[10, 10], [287, 10], [287, 200], [10, 200]], np.float32)[None] * 4
    assert np.abs(cv2.perspectiveTransform(outer, matrix)[0] - np.array(found.corners)).max() < 4
    flat = found.rectify(picture)
    assert flat.shape == (found.height, found.width, 3)
    assert found.kept(300, found.height - 5) and not found.kept(300, 20)


def test_without_markers_nothing_is_found() -> None:
    assert sheet.find(np.full((200, 300, 3), 90, np.uint8)) is None


def test_four_taps_in_any_order_are_the_same_track() -> None:
    taps = [(10.0, 12.0), (300.0, 20.0), (310.0, 200.0), (5.0, 190.0)]
    assert track.from_taps(taps) == track.from_taps([taps[2], taps[0], taps[3], taps[1]])
    with pytest.raises(ValueError, match="quatre coins"):
        track.from_taps([(0, 0), (1, 1), (2, 2), (3, 3)])


def test_a_stored_track_comes_back(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="empty track"):
        track.Track.load(tmp_path)
    here = track.from_taps([(10.0, 12.0), (300.0, 20.0), (310.0, 200.0), (5.0, 190.0)])
    here.save(tmp_path, np.full((20, 30, 3), 9, np.uint8))
    again, empty = track.Track.load(tmp_path)
    assert again == here and empty is not None and empty.shape == (20, 30, 3)


def seen_from(side: int, slant: float, roll: float = 0.0) -> tuple[track.Track, np.ndarray]:
    """Return the printed track before a camera beyond its edge ``side`` (of ``EDGES``), and the matrix from mm to pixels."""
    around = np.radians(90 * side)
    back = np.array([np.sin(slant) * np.sin(around), -np.sin(slant) * np.cos(around), -np.cos(slant)])  # z is down
    up = np.array([-np.cos(slant) * np.sin(around), np.cos(slant) * np.cos(around), -np.sin(slant)])
    right = np.cross(up, back)
    right, up = np.cos(roll) * right + np.sin(roll) * up, np.cos(roll) * up - np.sin(roll) * right
    axes = np.stack([right, -up, -back])  # right, down and forward
    eye = np.array([track.SHEET[0] / 2, track.SHEET[1] / 2, 0]) + 500 * back
    lens = np.array([[900, 0, 640], [0, 900, 360], [0, 0, 1.0]])
    matrix = lens @ np.column_stack([axes[:, 0], axes[:, 1], -axes @ eye])
    wide, high = track.SHEET
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], float), matrix)[0]
    return track.Track(tuple((float(x), float(y)) for x, y in corners)), matrix


@pytest.mark.parametrize("roll", [0.0, 1.0, np.pi])
@pytest.mark.parametrize("side", range(4))
def test_what_is_farthest_from_the_camera_is_at_the_top_of_the_rectified_track(side: int, roll: float) -> None:
    """Regression: a camera that looked over the track from the far side saw the dice upside down, and half were not read."""
    found, matrix = seen_from(side, np.radians(35), roll)
    upright = found.upright()
    assert upright.turns() == 0 and upright.upright() == upright and upright.edge == pytest.approx(found.edge, abs=0.1)
    wide, high = track.SHEET
    middles = [(wide / 2, 0), (wide, high / 2), (wide / 2, high), (0, high / 2)]
    nearest, farthest = (np.array([[middles[i % 4]]], float) for i in (side, side + 2))
    for place, y in ((nearest, upright.height), (farthest, 0)):
        shown = cv2.perspectiveTransform(cv2.perspectiveTransform(place, matrix), upright.homography())[0, 0]
        assert shown == pytest.approx((upright.width / 2, y), abs=1)
    line = high - track.KEPT
    for x, y, kept in ((20, high - 5, True), (wide - 20, line + 3, True), (20, line - 3, False), (20, 5, False)):
        seen = cv2.perspectiveTransform(np.array([[[x, y]]], float), matrix)
        point = cv2.perspectiveTransform(seen, upright.homography())[0, 0]
        assert upright.kept(*point.tolist()) is kept


def test_below_a_vertical_camera_the_track_stays_as_it_is_printed() -> None:
    for roll in (0.0, 2.0, np.pi):
        found, _ = seen_from(2, np.radians(2), roll)
        assert found.turns() == 0 and found.upright() == found


def test_a_track_that_an_earlier_version_stored_is_turned_with_its_empty_picture(tmp_path: Path) -> None:
    found, _ = seen_from(1, np.radians(35))
    empty = np.zeros((found.height, found.width, 3), np.uint8)
    empty[:, -9:] = 200  # nearest to the camera
    found.save(tmp_path, empty)
    place = tmp_path / track.PLACE
    place.write_text(place.read_text().replace('"strip": "lower"', '"strip": true'))
    again, turned = track.Track.load(tmp_path)
    assert again == found.upright() and again.strip == "left"
    assert turned is not None and (turned[-9:] == 200).all()
    assert turned.shape[1] == again.width and abs(turned.shape[0] - again.height) <= 1


def test_light_and_a_moved_camera_are_told() -> None:
    rng = np.random.default_rng(2)
    good = cv2.resize(rng.integers(60, 200, (30, 40, 3), np.uint8), (640, 480), interpolation=cv2.INTER_NEAREST)
    assert track.light(good) == []
    assert "trop sombre" in track.light((good * 0.1).astype(np.uint8))[0]
    assert track.changed(good, good) is None
    assert track.changed(good, np.roll(good, 12, axis=1)) == "moved"
    assert track.changed(good, (good * 0.5).astype(np.uint8)) == "light"
