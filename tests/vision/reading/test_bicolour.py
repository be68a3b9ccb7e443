"""The network of the bicolour die distinguishes red, black and other faces in any light."""

from __future__ import annotations

import numpy as np
import pytest

from companion.dice import DiceSet
from vision.drawing.render import resting
from vision.reading.bicolour import BLACK, NEITHER, RED, Bicolour
from vision.reading.locate import Hit
from vision.reading.reader import DiceReader
from vision.training.holdout import camera, die, drawn, faces_of, ground, lamp, lay, view

EDGE = 50.0


@pytest.fixture(scope="module")
def net() -> Bicolour:
    return Bicolour()


def seen(seed: int, kind: str, kelvin: float = 6500, bright: float = 1.0) -> tuple[np.ndarray, Hit, str]:
    """Return a picture of a die of the hold-out under this lamp, its place, and its value."""
    rng = np.random.default_rng([11, seed])
    made, light, face = die(rng, kind), view(rng), int(rng.integers(6))
    sprite = drawn(made, resting(made.solid, face, float(rng.uniform(0, 6.28))), light, EDGE)
    canvas = ground(rng, 200, 240)
    lay(canvas, sprite, 120, 100)
    canvas *= lamp(kelvin) * np.float32(bright)
    return camera(rng, canvas, EDGE), Hit(120, 100, sprite.edge, 1.0), str(faces_of(made, kind)[face])


@pytest.mark.parametrize(("kelvin", "bright"), [(6500, 1.0), (2700, 1.0), (6500, 0.3), (2700, 0.3)])
def test_red_is_told_from_black_in_warm_cold_and_dim_light(net: Bicolour, kelvin: float, bright: float) -> None:
    told = [(net.read(picture, hit), {"red": RED, "black": BLACK}[value]) for picture, hit, value in
            (seen(seed, "bicolour", kelvin, bright) for seed in range(24))]  # fmt: skip
    assert sum(int(belief.argmax()) == value for belief, value in told) >= 23
    assert all(belief[BLACK + RED - value] < 0.9 for belief, value in told), "none is surely the other colour"


@pytest.mark.parametrize("bright", [0.45, 0.3, 0.06])
def test_red_is_told_from_black_in_a_dim_picture_that_is_brightened(reader: DiceReader, bright: float) -> None:
    """A black face in a picture brightened for the d6 is as grey as one that reflects a lamp."""
    asked, right = DiceSet.parse("1bicolour"), 0
    for seed in range(48):
        picture, hit, value = seen(seed, "bicolour", bright=bright)
        reading = reader.read(picture, asked, hit.edge)
        same = [d.value for d in reading.dice] == [value]
        assert same or not reading.certain, seed
        right += same
    assert right >= (44 if bright > 0.1 else 24), "nearly all, unless hardly any light is left"


def test_faces_with_pips_and_the_bare_ground_are_neither(net: Bicolour) -> None:
    neither = [[net.read(picture, at)[NEITHER] > 0.5 for at in (hit, Hit(30, 30, EDGE, 1.0))] for picture, hit, _ in
               (seen(seed, "d6") for seed in range(24))]  # fmt: skip
    assert sum(pips for pips, _ in neither) >= 22, "a red one with one pip may pass for red"
    assert all(ground for _, ground in neither)
