"""The network for the direction of top faces is right for dice at rest and for leaning ones."""

from __future__ import annotations

import numpy as np
import pytest

from vision.drawing.render import leaning, resting
from vision.reading.faces import Facing
from vision.reading.locate import Hit
from vision.training.holdout import camera, die, drawn, ground, lay, view

EDGE = 60.0


def seen(seed: int, degrees: float) -> tuple[np.ndarray, Hit, np.ndarray]:
    """Return a picture of a leaning d6 of the hold-out, its place, and the direction of its top face."""
    rng = np.random.default_rng([9, seed])
    made, light = die(rng, "d6"), view(rng)
    turn = resting(made.solid, int(rng.integers(6)), float(rng.uniform(0, 6.28)))
    turn = leaning(turn, float(np.radians(degrees)), float(rng.uniform(0, 6.28)))
    sprite = drawn(made, turn, light, EDGE)
    canvas = ground(rng, 240, 320)
    lay(canvas, sprite, 160, 120)
    return camera(rng, canvas, EDGE), Hit(160, 120, sprite.edge, 1.0), np.array(sprite.facing)


@pytest.mark.parametrize(("degrees", "within"), [(0, 0.08), (28, 0.13)])
def test_it_tells_where_a_die_points_to_also_when_it_leans(degrees: float, within: float) -> None:
    net = Facing()
    away = [np.linalg.norm(net.look(picture, [hit])[0] - facing) for picture, hit, facing in
            (seen(seed, degrees) for seed in range(24))]  # fmt: skip
    assert np.median(away) < within


def numbered(seed: int) -> tuple[np.ndarray, Hit, float]:
    """Return a picture of a d10 of the hold-out, its place, and the rotation of its digit."""
    rng = np.random.default_rng([10, seed])
    made, light = die(rng, "d10", "hershey-duplex"), view(rng)
    face, spin = int(rng.integers(10)), float(rng.uniform(0, 6.28))
    sprite = drawn(made, resting(made.solid, face, spin), light, EDGE)
    canvas = ground(rng, 240, 320)
    lay(canvas, sprite, 160, 120)
    return camera(rng, canvas, EDGE), Hit(160, 120, sprite.edge, 1.0), spin


def test_it_tells_how_the_digit_of_a_d10_is_turned() -> None:
    net, away = Facing(), []
    for picture, hit, spin in map(numbered, range(24)):
        right, down = net.tell(picture, [hit])[1][0]
        away.append(abs(np.angle(np.exp(1j * (np.arctan2(down, right) - spin)))))
    assert np.median(away) < np.radians(6) and np.quantile(away, 0.8) < np.radians(15)


def test_no_dice_are_looked_at_without_an_error() -> None:
    assert [told.shape for told in Facing().tell(np.zeros((8, 8, 3), np.uint8), [])] == [(0, 2), (0, 2)]
