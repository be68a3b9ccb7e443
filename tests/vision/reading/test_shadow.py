"""A hard shadow beside a die looks like a black cube, but is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind
from vision.drawing.throws import throw
from vision.pictures import Image
from vision.reading.reader import DiceReader
from vision.reading.search import Shot

ONE = DiceSet.parse("1d6")


def shadowed(picture: Image, at: tuple[float, float], edge: float, turn: float, way: float) -> Image:
    """Return the picture with the shadow that a lamp in the direction ``way`` (radians) casts beside the die at ``at``."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * edge / 2
    turned = square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    far = turned + 1.1 * edge * np.array([np.cos(way), np.sin(way)])
    dark, die = np.zeros(picture.shape[:2], np.float32), np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(dark, cv2.convexHull((np.vstack([turned, far]) + at).astype(np.int32)), 1.0)
    cv2.fillConvexPoly(die, cv2.convexHull((1.25 * turned + at).astype(np.int32)), 1.0)
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), 1.2) * (1 - die))
    return np.asarray(picture * (1 - 0.65 * dark[..., None]), np.uint8)


@pytest.mark.parametrize(("seed", "number"), [(9, 1), (10, 1)])
@pytest.mark.parametrize("expected", [None, DiceSet.parse("1-3d6")])
def test_a_shadow_is_no_die(reader: DiceReader, seed: int, number: int, expected: DiceSet | None) -> None:
    play, chance = throw(ONE, seed), np.random.default_rng([seed, number])
    picture = play.still()
    die = reader.read(picture, ONE, play.edge).dice[0]
    at = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
    way, turn = chance.uniform(0, 6.28), chance.uniform(0, 1.5)
    dark = shadowed(picture, at, play.edge, turn, way)
    assert [d.value for d in reader.read(dark, expected, play.edge).dice] == [die.value]


def test_a_plain_cube_beside_a_d10_is_likelier_than_one_alone(reader: DiceReader) -> None:
    """Without expected dice, a plain cube is mostly a shadow; beside a d10 it is the red and black die."""
    play = throw(DiceSet.parse("roulette"), 4)
    beside, alone = play.still(), play.still()
    ten = next(one for one in reader.read(beside, None, play.edge).dice if one.kind is DieKind.D10)
    x, y, wide, high = ten.box
    alone[y - 9 : y + high + 9, x - 9 : x + wide + 9] = np.median(alone, (0, 1))
    odds = []
    for picture in (beside, alone):
        seen = reader.look(shot := Shot(picture), 0.6 * play.edge)
        cube = max(one.presence for one in seen if reader.named(shot, one).kind is DieKind.BICOLOUR)
        odds.append(cube / (1 - cube))
    assert odds[0] > 4 * odds[1]
