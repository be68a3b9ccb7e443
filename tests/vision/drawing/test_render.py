"""Drawn dice have the right solids and faces on top, and the same seed gives the same picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind
from vision.drawing.render import View, draw, resting, solid
from vision.drawing.throws import PIPPED, UPPER, face_for, plain, throw

FROM_ABOVE = View(0.0, 12.0, (0.3, 0.3, 0.9), window_power=0.0)


@pytest.mark.parametrize(
    "name, faces, corners", [("d6", 6, 8), ("d8", 8, 6), ("d10", 10, 12), ("d12", 12, 20), ("d20", 20, 12)]
)
def test_solids_have_their_faces_and_corners(name: str, faces: int, corners: int) -> None:
    shape = solid(name)
    assert len(shape.normals) == faces
    assert len(np.unique(shape.corners.round(2), axis=0)) == corners
    for normal in shape.normals:
        assert np.isclose(shape.normals @ -normal, 1, atol=1e-5).any(), "every face has an opposite one to rest on"


def test_an_unknown_solid_is_named() -> None:
    with pytest.raises(ValueError, match="d7"):
        solid("d7")


@pytest.mark.parametrize("value", range(1, 7))
def test_the_face_on_top_shows_its_pips(value: int) -> None:
    look = plain(DieKind.D6)
    sprite = draw(look, resting(look.solid, PIPPED.index(value), 0.5), FROM_ABOVE)
    x, y = (round(c) for c in sprite.anchor)
    r = round(sprite.edge * 0.5)
    dark = (cv2.cvtColor(sprite.colour, cv2.COLOR_BGR2GRAY) < 110) & (sprite.alpha > 250)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark[y - r : y + r, x - r : x + r].astype(np.uint8))
    assert sum(int(s[cv2.CC_STAT_AREA]) > 15 for s in stats[1:count]) == value


def test_opposite_faces_add_up() -> None:
    for kind, total in ((DieKind.D6, 7), (DieKind.D10, 9)):
        look = plain(kind)
        for i, normal in enumerate(look.solid.normals):
            other = int((look.solid.normals @ -normal).argmax())
            assert look.faces[i] + look.faces[other] == total
    assert UPPER == (0, 4, 6, 2, 8)


def test_the_bicolour_die_shows_the_face_that_was_asked() -> None:
    look = plain(DieKind.BICOLOUR)
    for value in ("red", "black"):
        sprite = draw(look, resting(look.solid, face_for(look, DieKind.BICOLOUR, value), 0.0), FROM_ABOVE)
        x, y = (round(c) for c in sprite.anchor)
        b, _, r = (int(v) for v in sprite.colour[y, x])
        assert (r > 2 * b) == (value == "red")


def test_the_same_seed_is_the_same_throw() -> None:
    one, two = (throw(DiceSet.parse("1d6"), 9) for _ in range(2))
    assert one.thrown == two.thrown and one.rest == two.rest
    assert np.array_equal(next(one.frames()), next(two.frames()))
    values = Counter(v for s in range(40) for _, v in throw(DiceSet.parse("bicolour"), s).thrown)
    assert set(values) == {"red", "black"} and min(values.values()) >= 8


def test_a_printed_die_close_to_the_camera_is_drawn_and_shows_the_same() -> None:
    look = plain(DieKind.D10)
    turn = resting(look.solid, 3, 0.0)
    small, large = (draw(look, turn, FROM_ABOVE, canvas, edge) for canvas, edge in ((140, 50.0), (560, 200.0)))
    shrunk = cv2.resize(large.colour, (140, 140), interpolation=cv2.INTER_AREA)
    both = (small.alpha > 250) & (cv2.resize(large.alpha, (140, 140), interpolation=cv2.INTER_AREA) > 250)
    assert both.sum() > 2000
    assert np.abs(shrunk[both].astype(int) - small.colour[both]).mean() < 6


def test_an_engraved_digit_is_seen_without_ink() -> None:
    look = plain(DieKind.D10)
    flat, engraved = (replace(look, ink=look.body, groove=g) for g in (0.0, 1.2))
    turn = resting(look.solid, 3, 0.0)
    tops = []
    for one in (flat, engraved):
        sprite = draw(one, turn, FROM_ABOVE)
        x, y = (round(c) for c in sprite.anchor)
        tops.append(sprite.colour[y - 10 : y + 10, x - 10 : x + 10].astype(float).std())
    assert tops[1] > 3 * tops[0]
