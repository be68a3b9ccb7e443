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


def test_light_and_a_moved_camera_are_told() -> None:
    rng = np.random.default_rng(2)
    good = cv2.resize(rng.integers(60, 200, (30, 40, 3), np.uint8), (640, 480), interpolation=cv2.INTER_NEAREST)
    assert track.light(good) == []
    assert "trop sombre" in track.light((good * 0.1).astype(np.uint8))[0]
    assert track.changed(good, good) is None
    assert track.changed(good, np.roll(good, 12, axis=1)) == "moved"
    assert track.changed(good, (good * 0.5).astype(np.uint8)) == "light"
