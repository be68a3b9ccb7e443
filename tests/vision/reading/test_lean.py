"""The top faces of dice at rest are in line under any camera; a leaning die is not, and the page asks about it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.dice import DiceSet
from vision.drawing.render import leaning, resting
from vision.reading import lean
from vision.reading.faces import BLANK, OTHER, TEN
from vision.reading.reader import DiceReader
from vision.training.holdout import die, drawn, lay, view
from vision.training.tables import Camera

WIDE, HIGH, EDGE = 960, 720, 36.0
PLACES = st.tuples(st.floats(40, WIDE - 40), st.floats(40, HIGH - 40))


def sized(places: Any, edge: float = EDGE) -> np.ndarray:
    """Return the places of dice (n, 3): x, y and edge."""
    return np.column_stack([np.array(places), np.full(len(places), edge)])


@given(places=st.lists(PLACES, min_size=2, max_size=12), tilt=st.floats(0, 0.6), field=st.floats(20, 80))
def test_dice_at_rest_are_in_line_under_any_camera(
    places: list[tuple[float, float]], tilt: float, field: float
) -> None:
    """The camera's field of view is 20 to 80 degrees, and it is up to 35 degrees off the vertical."""
    assume(all(np.hypot(*np.subtract(one, other)) >= EDGE for one, other in combinations(places, 2)))
    lens = Camera((WIDE, HIGH), tilt, WIDE / 2 / np.tan(np.radians(field / 2)))
    facing = np.array([np.sin(lens.tilt_at(*at)) * np.array(lens.up_at(*at)) for at in places])
    assert lean.out_of_line(sized(places), facing, WIDE).max() < lean.BESIDE


def test_one_die_alone_is_in_line_with_itself() -> None:
    assert not len(lean.out_of_line(np.zeros((0, 3)), np.zeros((0, 2)), WIDE))
    assert lean.out_of_line(sized([[5.0, 5.0]]), np.array([[0.7, 0.1]]), WIDE).tolist() == [0]
    nothing = np.zeros((0, 2))
    assert not lean.leans(
        np.zeros((0, 3)), nothing, np.zeros(0, np.intp), lambda which: np.zeros((len(which), 2)), WIDE
    )


@given(
    places=st.lists(PLACES, min_size=2, max_size=6),
    near=st.tuples(st.floats(-90, 90), st.floats(-90, 90)),
    way=st.floats(0, 6.28),
    noise=st.integers(0, 99),
)
def test_a_die_that_leans_on_another_is_out_of_line(
    places: list[tuple[float, float]], near: tuple[float, float], way: float, noise: int
) -> None:
    """The directions differ by 35 degrees; each one has a small random error. No two dice lie at the same place."""
    where = np.array([*places, np.add(places[0], near)])
    far = np.linalg.norm(where[:, None] - where, axis=2)
    assume(far[np.triu_indices(len(where), 1)].min() > EDGE / 2)
    facing = np.random.default_rng(noise).normal(0, 0.03, where.shape)
    facing[-1] += 0.57 * np.array([np.cos(way), np.sin(way)])
    assert lean.out_of_line(sized(where), facing, WIDE).max() > lean.APART


@given(way=st.floats(0, 6.28), field=st.floats(0, 66))
def test_leaning_away_from_a_large_die_beside_it_does_not_pass_for_perspective(way: float, field: float) -> None:
    """Two dice have an edge of 130 pixels, and the second leans 30 degrees away from the first.

    The camera's field of view is up to 66 degrees.
    """
    apart = 130 * 1.15 * np.array([np.cos(way), np.sin(way)])
    facing = np.array([[0.1, 0.1]]) + np.outer([0, 1], apart) * 2 * np.tan(np.radians(field / 2)) / WIDE
    facing[1] += 0.5 * apart / np.linalg.norm(apart)
    assert lean.out_of_line(sized([[300.0, 300], [300, 300] + apart], 130), facing, WIDE).min() > lean.APART


def test_only_a_die_that_one_look_doubts_is_looked_at_again() -> None:
    where = np.array([[100.0, 100], [860, 100], [480, 350], [100, 600], [860, 600]])
    facing, asked = np.array([[0.1, 0.0], [0.1, 0.0], [0.1, 0.4], [0.1, 0.0], [0.1, 0.0]]), list[int]()

    def again(which: np.ndarray) -> np.ndarray:
        asked.extend(which.tolist())
        return np.tile([0.1, 0.0], (len(which), 1))  # the more exact network finds the die level

    assert not lean.leans(sized(where), facing, np.ones(5, np.intp), again, WIDE)
    assert asked == [2]


def test_a_face_without_pips_may_be_out_of_line_a_little_more() -> None:
    where = np.array([[100.0, 100], [860, 100], [480, 350], [100, 600], [860, 600]])
    facing = np.array([[0.1, 0.0], [0.1, 0.0], [0.1, 0.45], [0.1, 0.0], [0.1, 0.0]])
    classes = np.ones(5, np.intp)
    assert lean.leans(sized(where), facing, classes, lambda which: facing[which], WIDE)
    for unmarked in (TEN, BLANK, OTHER):
        classes[2] = unmarked
        assert not lean.leans(sized(where), facing, classes, lambda which: facing[which], WIDE)


def test_a_die_beside_another_one_is_suspected_sooner_than_one_apart() -> None:
    facing = np.array([[0.1, 0.0], [0.1, (lean.BESIDE + lean.APART) / 2]])
    for gap, asked in ((1.2 * EDGE, True), (4 * EDGE, False)):
        where = sized([[300, 300], [300 + gap, 300]])
        seen, classes = facing.copy(), np.ones(2, np.intp)
        assert lean.leans(where, seen, classes, lambda which: facing[which], WIDE) == asked



def pair(seed: int, angle: float) -> np.ndarray:
    """Return a picture of two dice side by side, the second tipped by ``angle`` degrees in a random direction."""
    rng = np.random.default_rng(seed)
    seen, edge = replace(view(rng), tilt=float(np.radians(rng.uniform(0, 25)))), 70.0
    canvas = np.full((480, 640, 3), 0.35, np.float32)
    for x, tipped in ((240.0, 0.0), (240.0 + 1.3 * edge, angle)):
        made = die(rng, "d6")
        turn = resting(made.solid, int(rng.integers(6)), float(rng.uniform(0, 6.28)))
        way = float(rng.uniform(0, 6.28))
        lay(canvas, drawn(made, leaning(turn, float(np.radians(tipped)), way), seen, edge), x, 240.0)
    grain = rng.normal(0, 0.01, canvas.shape)
    return np.asarray(np.clip(canvas + cv2.GaussianBlur(grain, (0, 0), 0.7), 0, 1) * 255, np.uint8)


@pytest.mark.parametrize("angle, least, most", [(0.0, 0, 1), (30.0, 10, 12)])
def test_a_leaning_die_is_seen(reader: DiceReader, angle: float, least: int, most: int) -> None:
    named = sum("leaning" in reader.read(pair(seed, angle), DiceSet.parse("2d6")).why for seed in range(12))
    assert least <= named <= most
