"""The dice of another maker lie on the face whose opposite shows their value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="the dice of another maker need mujoco, which only this measurement uses")

from tests.worlds.makers import normals, posed, upright

FACES = {"0": 3, "1": 5}
MESH: dict[str, Any] = {"rotationQuaternion": [0, 0, np.sin(np.pi / 4), np.cos(np.pi / 4)], "scaling": [2, 2, 2]}
"""Turned by a quarter about the vertical, and twice as large as its points."""


def test_a_mesh_is_turned_enlarged_and_mirrored() -> None:
    mesh = MESH | {"positions": [1, 0, 0, 0, 0, 3], "normals": [1, 0, 0, 0, 0, 1]}
    assert np.allclose(posed(mesh, "positions"), [(0, 2, 0), (0, 0, 6)])
    assert np.allclose(posed(mesh | {"positions": [0, 1, 0]}, "positions"), [(2, 0, 0)]), "left-handed axes"
    assert np.allclose(posed(mesh, "normals"), [(0, 1, 0), (0, 0, 1)])


def test_the_face_of_a_value_points_outwards() -> None:
    """The two triangles lie above and below the middle; the order of their corners does not matter."""
    points = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, -1, 1, 0, -1, 0, 1, -1]
    collider = {"scaling": [1, 1, 1], "positions": points, "indices": [0, 1, 2, 3, 4, 5]}
    for die in ("d10", "d100"):
        found = normals({"d10_collider": collider, "colliderFaceMap": {"d10": FACES}}, die)
        assert np.allclose(found[3], (0, 0, 1)) and np.allclose(found[5], (0, 0, -1))


@pytest.mark.parametrize("normal", [(0, 0, 1), (0, 0, -1), (0.6, 0, -0.8), (0, 1, 0)])
def test_the_face_that_shows_the_value_is_turned_upwards(normal: tuple[float, float, float]) -> None:
    turn = upright(np.array(normal, float), 0.7)
    assert np.allclose(turn @ normal, (0, 0, 1)) and np.allclose(turn @ turn.T, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1), "not mirrored"
