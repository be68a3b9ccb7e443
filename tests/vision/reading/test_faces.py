"""A crop shows the same part of a die at any size of the die in the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.reading.faces import SIDE, Faces, crop, placing, sharpness, surest
from vision.reading.locate import Hit


def test_a_large_die_is_shown_as_the_same_die_seen_from_farther_away() -> None:
    rng = np.random.default_rng(3)
    small = cv2.GaussianBlur(rng.integers(0, 255, (200, 240, 3), np.uint8), (0, 0), 3)
    for by in (2, 4):
        large = np.asarray(cv2.resize(small, None, fx=by, fy=by, interpolation=cv2.INTER_LINEAR), np.uint8)
        for turn, flip in ((0.0, False), (0.7, True)):
            near = crop(large, by * (120.5) - 0.5, by * (90.5) - 0.5, by * 39.0, turn, flip)
            assert np.abs(near.astype(int) - crop(small, 120, 90, 39.0, turn, flip)).mean() < 3


@pytest.mark.parametrize("edge", [81, 100, 159, 161, 400])
def test_no_pixel_of_a_large_die_is_skipped(edge: float) -> None:
    """A fine checkerboard must become grey; if pixels are skipped, it becomes black, white or striped."""
    board = ((np.indices((700, 700)).sum(0) % 2) * 255).astype(np.uint8)
    seen = crop(np.asarray(cv2.cvtColor(board, cv2.COLOR_GRAY2BGR), np.uint8), 350, 350, edge)
    assert np.abs(seen.astype(int) - 127).max() <= 1


@pytest.mark.parametrize("where", [(3.0, 5.0), (398.0, 2.0), (200.0, 299.0)])
def test_a_large_die_at_the_rim_of_the_picture_is_shown(where: tuple[float, float]) -> None:
    image = np.full((300, 400, 3), 90, np.uint8)
    assert (crop(image, *where, 260.0, 0.4) == 90).all()


def test_a_turned_and_mirrored_crop_has_its_middle_where_it_was_asked() -> None:
    for turn, flip in ((0.0, False), (1.1, False), (2.5, True)):
        assert np.allclose(placing(31.0, 47.0, 20.0, turn, flip) @ (31.0, 47.0, 1.0), SIDE / 2)


def test_what_is_smeared_one_way_is_less_evenly_sharp_than_what_is_only_out_of_focus() -> None:
    dots = np.full((64, 64, 3), 230, np.uint8)
    for x, y in ((22, 22), (42, 22), (22, 42), (42, 42)):
        cv2.circle(dots, (x, y), 4, (20, 20, 20), -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(dots, (0, 0), 2.5), np.uint8)
    smeared = np.asarray(cv2.blur(dots, (13, 1)), np.uint8)
    assert sharpness(dots)[1] > 0.9 and sharpness(soft)[1] > 0.9
    assert sharpness(smeared)[1] < 0.6
    assert 0 <= sharpness(np.zeros((64, 64, 3), np.uint8))[1] <= 1


def test_a_die_seen_aslant_is_no_less_sure_for_what_leaning_takes() -> None:
    classes = np.zeros(11, np.float32)
    classes[[0, 3, 10]] = 0.02, 0.78, 0.2
    assert surest(classes) == pytest.approx(0.975)


@pytest.mark.parametrize("dice", ["5d6", "roulette"])
def test_a_place_beside_the_middle_of_the_top_face_is_moved_there(dice: str) -> None:
    """The locator often marks the middle of a whole d10, so that its digit is cut off, or the side below it is read."""
    faces, aside, after = Faces(), 0.25, []
    for seed in range(40, 52):
        play = throw(DiceSet.parse(dice), seed)
        rng, frame = np.random.default_rng(seed), play.still()
        for body in play.bodies:
            rest = body.path[play.rest[0]]
            assert rest is not None
            way, edge = rng.uniform(0, 2 * np.pi), play.edge * np.exp(rng.normal(0, 0.1))
            off = aside * play.edge * np.array([np.cos(way), np.sin(way)])
            hit = faces.look(frame, [Hit(rest[0] + off[0], rest[1] + off[1], edge, 0.9)]).hits[0]
            after.append(np.hypot(hit.x - rest[0], hit.y - rest[1]) / play.edge)
    assert np.mean(after) < 0.4 * aside


def test_no_place_is_moved_out_of_the_picture() -> None:
    play = throw(DiceSet.parse("5d6"), 41)
    faces, frame = Faces(), play.still()
    for body in play.bodies:
        rest = body.path[play.rest[0]]
        assert rest is not None
        for far in (0.1, 0.2, 0.3):  # cut the picture off just beside the middle of the top face
            part = np.ascontiguousarray(frame[: max(2, round(rest[1] - far * play.edge))])
            hit = Hit(rest[0], part.shape[0] - 1.0, play.edge, 0.9)
            assert 0 <= faces.look(part, [hit]).hits[0].y < part.shape[0]
