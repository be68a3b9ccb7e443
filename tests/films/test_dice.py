"""The value of a simulated die is that of its upper face; values and prints are arranged as on real dice."""

from __future__ import annotations

import numpy as np
import pytest

from tests.films.dice import PIPS, RING, Solid, cube, ten

SOLIDS = {
    "d6": cube(1.6, 0.2, 1.5, PIPS[0]),
    "other hand": cube(1.2, 0.3, 1.4, PIPS[1]),
    "d10": ten(1.6, 0.02),
    "bicolour": cube(1.6, 0.2, 1.5, ("red", "black", "red", "black", "black", "red")),
}
EVERY = pytest.mark.parametrize("solid", SOLIDS.values(), ids=SOLIDS.keys())


@EVERY
def test_a_die_laid_on_each_of_its_faces_shows_that_value(solid: Solid) -> None:
    for value in solid.values:
        for turn in (0.0, 1.0, 4.0):
            rotation = solid.lying(value, turn)
            assert np.linalg.det(rotation) == pytest.approx(1)
            assert solid.up(rotation) == (value, pytest.approx(0, abs=1e-4))


@EVERY
def test_a_leaning_die_says_by_how_much(solid: Solid) -> None:
    c, s = np.cos(np.radians(12)), np.sin(np.radians(12))
    value, lean = solid.up(np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ solid.lying(solid.values[0], 0.7))
    assert (value, lean) == (solid.values[0], pytest.approx(12))


@pytest.mark.parametrize(("name", "total"), [("d6", 7), ("other hand", 7), ("d10", 9)])
def test_opposite_faces_have_the_sum_that_makers_give_them(name: str, total: int) -> None:
    solid = SOLIDS[name]
    for value, normal in zip(solid.values, solid.normals, strict=True):
        opposite = solid.values[int((solid.normals @ normal).argmin())]
        assert int(value) + int(opposite) == total


def test_the_digits_of_a_d10_follow_each_other_as_on_real_ones() -> None:
    right = dict(zip(RING, RING[1:] + RING[:1], strict=True)) | {1: 7, 7: 3, 3: 5, 5: 9, 9: 1}
    solid = SOLIDS["d10"]
    for value, normal in zip(solid.values, solid.normals, strict=True):
        pole = np.array([0, 0, np.sign(normal[2])])
        beside = np.cross(pole, normal)  # to the right of the face, seen from outside with its pole up
        same = [k for k in range(10) if solid.normals[k][2] * normal[2] > 0]
        next_one = max(same, key=lambda k: solid.normals[k] @ beside)
        assert solid.values[next_one] == right[int(value)]


@EVERY
def test_a_mesh_looks_outward_and_its_print_is_not_mirrored(solid: Solid) -> None:
    a, b, c = (solid.mesh.points[solid.mesh.faces[:, k]] for k in range(3))
    area = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", area, a + b + c) > -1e-9).all()
    u, v, w = (solid.mesh.texture[solid.mesh.faces[:, k]] * (1, -1) for k in range(3))
    printed = (v - u)[:, 0] * (w - u)[:, 1] - (v - u)[:, 1] * (w - u)[:, 0]
    large = np.linalg.norm(area, axis=1) > 1e-4
    assert (printed[large] > 0).all()
    assert 0 <= solid.mesh.texture.min() <= solid.mesh.texture.max() <= 1


@EVERY
def test_what_collides_is_as_high_as_what_is_drawn(solid: Solid) -> None:
    for normal in solid.normals:
        drawn, balls = (solid.mesh.points @ normal).max(), (solid.balls @ normal).max() + solid.round
        assert drawn == pytest.approx(solid.height, abs=1e-6)
        assert balls == pytest.approx(solid.height, abs=1e-6)
