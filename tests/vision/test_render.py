"""Drawn dice are dice: right solids, right faces on top, the same picture from the same seed."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind
from vision.render import View, draw, resting, solid
from vision.throws import PIPPED, UPPER, face_for, plain, throw

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


def test_no_font_is_on_both_sides_of_the_split() -> None:
    pytest.importorskip("PIL", reason="Pillow is needed to look at fonts: pip install pillow")
    from vision.training.looks import fonts

    assert not set(fonts(True)) & set(fonts(False))
