"""The track is found or tapped, stored over a restart, and checked again; every error is one sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import EyeError
from companion.eye import Known, TrackState
from tests.vision.watching.test_sheet import rasterised, svg_boxes
from vision import pictures
from vision.watching import keeper
from vision.watching.keeper import Keeper
from vision.watching.sheet import A4
from vision.watching.sources import Frame


def sheet_seen(shift: float = 0.0, light: float = 1.0) -> np.ndarray:
    """Return the printed sheet as a camera sees it, ``shift`` pixels to the right and ``light`` times as bright."""
    flat = rasterised(A4, svg_boxes(A4))
    h, w = flat.shape[:2]
    goal = np.array([[120, 60], [820, 50], [900, 560], [60, 580]], np.float32) + np.array([shift, 0], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), goal)
    seen = cv2.warpPerspective(flat, matrix, (960, 640), borderValue=(120, 120, 120))
    return (seen * light).astype(np.uint8)


def test_the_markers_of_the_first_picture_are_the_track(tmp_path: Path) -> None:
    changes: list[int] = []
    keep = Keeper(tmp_path, lambda: changes.append(1))
    assert keep.state() == TrackState()
    keep.saw(sheet_seen())
    state = keep.state()
    assert (state.how, state.empty, len(state.corners), changes) == (Known.MARKERS, False, 4, [1])
    assert keep.picture().found == state.corners
    assert pictures.decode(keep.picture().jpeg).shape[:2] == (640, 960)


def test_what_was_set_up_comes_back_at_the_next_start(tmp_path: Path) -> None:
    keep = Keeper(tmp_path)
    keep.saw(sheet_seen(light=0.8))
    keep.find()
    state = keep.take_empty()
    assert state.empty and state.light == ()
    again = Keeper(tmp_path)
    assert again.state() == state
    assert again.displaced(sheet_seen(light=0.8)) is None


def test_a_moved_camera_and_other_light_are_told_until_the_empty_track_is_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "CHECK", 0.0)
    keep = Keeper(tmp_path)
    keep.saw(sheet_seen(light=0.8))
    keep.take_empty()
    for other, words in ((sheet_seen(14, 0.8), "a bougé"), (sheet_seen(0, 0.4), "lumière a changé")):
        assert words in str(keep.displaced(other))
        assert words in str(keep.state().changed)
    keep.saw(sheet_seen(14, 0.8))
    keep.find()
    assert keep.take_empty().changed is None
    assert keep.displaced(sheet_seen(14, 0.8)) is None


def test_tapped_corners_are_kept_and_have_no_strip_on_a_track_of_ones_own(tmp_path: Path) -> None:
    keep = Keeper(tmp_path)
    grey = np.full((480, 640, 3), 90, np.uint8)
    keep.saw(grey)
    taps = [(0.9, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)]
    state = keep.set_corners(taps, (300, 200))
    assert state.how is Known.HAND
    assert np.allclose(state.corners, [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    place = keep.known(grey)
    assert place is not None and place.size == (300, 200) and not place.kept(100, place.height - 2)
    keep.set_corners(taps)
    place = keep.known(grey)
    assert place is not None and place.kept(100, place.height - 2)


def test_a_corner_that_is_put_right_leaves_the_size_of_the_track_as_it_is(tmp_path: Path) -> None:
    """Regression: a corner dragged on the page made an A4 sheet of a home-made track and of one on A3."""
    keep = Keeper(tmp_path)
    grey = np.full((480, 640, 3), 90, np.uint8)
    keep.saw(grey)
    keep.set_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], (300, 200))
    keep.move_corners([(0.12, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    place = keep.known(grey)
    assert place is not None and place.size == (300, 200) and not place.strip and place.corners[0][0] == pytest.approx(0.12 * 640)
    with pytest.raises(EyeError, match="quatre"):
        keep.move_corners([(0.1, 0.1)])
    keep.saw(cv2.rotate(sheet_seen(), cv2.ROTATE_180))
    found = keep.find()
    corners = keep.move_corners(found.corners).corners
    assert np.allclose(corners, found.corners, atol=0.01) and corners[0][1] > 0.5, "a camera upside down"
    assert keep.track is not None and keep.track.strip == "lower" and keep.track.size == pytest.approx(A4.span)


def test_a_turned_picture_stays_turned_and_its_track_turns_along(tmp_path: Path) -> None:
    """A camera that hangs sideways or upside down sees the sides of the dice above their tops."""
    seen = sheet_seen()
    keep = Keeper(tmp_path)
    keep.saw(seen)
    keep.find()
    keep.take_empty()
    before = keep.known(seen)
    assert before is not None
    flat = before.rectify(seen)
    for quarters in (1, 2, 3, 0):
        state = keep.turn()
        assert state.how is Known.MARKERS and state.empty
        frame = Keeper(tmp_path).turned(Frame(seen, "", 0.0, lambda: seen))
        turned = np.rot90(seen, -quarters)
        assert np.array_equal(frame.image, turned) and frame.settled is not None and np.array_equal(frame.settled(), turned)
        keep.saw(frame.image)
        place = keep.known(frame.image)
        assert place is not None and np.abs(place.rectify(frame.image).astype(int) - flat).mean() < 4
        assert keep.displaced(frame.image) is None
        assert np.allclose(keep.picture().found, state.corners, atol=0.01)


def test_a_picture_without_a_track_is_turned_too(tmp_path: Path) -> None:
    with pytest.raises(EyeError, match="Aucune caméra"):
        Keeper(tmp_path).turn()
    keep = Keeper(tmp_path)
    keep.saw(np.zeros((480, 640, 3), np.uint8))
    assert keep.turn() == TrackState() and (keep.picture().width, keep.picture().height) == (480, 640)
    for text in ("", "[]", '{"quarters": "x"}'):
        (tmp_path / "turned.json").write_text(text)
        frame = Frame(np.zeros((480, 640, 3), np.uint8), "")
        assert Keeper(tmp_path).turned(frame) is frame


def test_a_track_fits_a_camera_that_now_gives_larger_pictures(tmp_path: Path) -> None:
    keep = Keeper(tmp_path)
    keep.saw(np.full((480, 640, 3), 90, np.uint8))
    before = keep.set_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]).corners
    place = Keeper(tmp_path).known(np.zeros((960, 1280, 3), np.uint8))
    assert place is not None and np.allclose(place.corners[2], (0.9 * 1280, 0.9 * 960))
    assert Keeper(tmp_path).state().corners == before


def test_forgotten_is_forgotten(tmp_path: Path) -> None:
    keep = Keeper(tmp_path)
    keep.saw(sheet_seen())
    keep.find()
    keep.take_empty()
    assert keep.forget() == TrackState()
    assert Keeper(tmp_path).state() == TrackState()
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_done_is_a_sentence(tmp_path: Path) -> None:
    keep = Keeper(tmp_path)
    for ask in (keep.picture, keep.find, keep.take_empty, lambda: keep.set_corners([(0, 0)] * 4)):
        with pytest.raises(EyeError, match="Aucune caméra"):
            ask()
    keep.saw(np.full((480, 640, 3), 90, np.uint8))
    with pytest.raises(EyeError, match="0 des quatre carrés"):
        keep.find()
    with pytest.raises(EyeError, match="d'abord savoir où"):
        keep.take_empty()
    for corners in ([(0, 0)] * 4, [(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, 2), (0, 1)]):
        with pytest.raises(EyeError, match="quatre"):
            keep.set_corners(corners)
    with pytest.raises(EyeError, match="millimètres"):
        keep.set_corners([(0, 0), (1, 0), (1, 1), (0, 1)], (5, 5))


def test_a_damaged_store_is_no_track(tmp_path: Path) -> None:
    for text in (
        "",
        "[]",
        "{}",
        '{"corners": 1, "size": 2, "width": 3}',
        '{"corners": [], "size": [1, 1], "width": 960}',
    ):
        (tmp_path / "track.json").write_text(text)
        assert Keeper(tmp_path).state() == TrackState()
