"""Scenes rendered by Mitsuba: the dice are solid and lie at the labelled places."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.training import holdout

pytest.importorskip("mitsuba", reason="the extra train brings mitsuba, which only training needs")


@pytest.mark.parametrize("kind", ["d6", "d10", "bicolour"])
def test_the_surface_of_a_die_is_its_solid_with_the_pips_drilled_into_it(kind: str) -> None:
    from vision.training import physical

    made = holdout.die(np.random.default_rng(5), kind)
    points, colours = physical.surface(made, 90)
    far = np.linalg.norm(points, axis=1)
    planes = points @ made.solid.normals.T - made.solid.offsets
    top = planes.max(1)
    gap = np.maximum(top + np.log(np.exp(made.sharp * (planes - top[:, None])).sum(1)) / made.sharp, far - made.ball)
    assert gap.max() < 1e-4, "nothing stands out"
    drilled = gap < -1e-3
    assert drilled.any() == (kind == "d6")
    assert gap.min() > -physical.DEEP * made.pip - 1e-3
    assert colours.shape == points.shape


def test_the_faces_of_the_mesh_look_outward() -> None:
    from vision.training import physical

    points, triangles = physical.directions(50)
    a, b, c = (points[triangles[:, i]] for i in range(3))
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), a) > 0).all()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_die_lies_where_its_scene_says(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A yellow die on a grey table: the pixels around the labelled place are yellow, those far from it are not."""
    from vision.training import physical

    yellow = replace(holdout.die(np.random.default_rng(5), "d6"), body=(0.02, 0.6, 0.8), marble=0.0, pip=0.03)
    monkeypatch.setattr(physical, "RAYS", 8)
    monkeypatch.setattr(physical, "kinds_for", lambda rng: ["d6"])
    monkeypatch.setattr(physical, "die", lambda rng, kind: yellow)
    monkeypatch.setattr(physical, "ground", lambda rng, h, w: np.full((h, w, 3), 0.4, np.float32))
    scene = physical.physical(number)
    (die,) = scene.dice
    blue, _, red = cv2.split(cv2.GaussianBlur(scene.image, (0, 0), 2).astype(np.float32))
    shown = red > 2 * blue + 10  # yellow, also in shadow
    y, x = np.nonzero(shown)
    assert np.hypot(x - die.x, y - die.y).max() < 1.6 * die.edge, "its sides are below its top face, no farther"
    half = round(0.3 * die.edge)
    assert shown[round(die.y) - half : round(die.y) + half, round(die.x) - half : round(die.x) + half].mean() > 0.6
