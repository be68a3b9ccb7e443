"""Another face of a d10 may be its top: crops beside it disagree, or show a face that lies flatter."""

from __future__ import annotations

import numpy as np
import pytest

from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.reading.faces import CLASSES, NONE, TEN, Faces, Looks
from vision.reading.locate import Hit
from vision.reading.uppermost import SCATTERED, VERTICAL, level, rivalled, scatter

PICTURE = np.zeros((300, 300, 3), np.uint8)
PLACE = Hit(150, 150, 100, 0.9)


class Shown(Faces):
    """A crop reader whose ``count`` of eight crops show a top face of ``kind`` at ``at`` (edges), turned to ``facing``."""

    def __init__(self, at: tuple[float, float], facing: tuple[float, float], count: int = 8, kind: int = TEN) -> None:
        self._shown, self._facing, self._count, self._kind = at, facing, count, kind

    def tops(self, image: np.ndarray, hit: Hit, far: float) -> tuple[np.ndarray, np.ndarray]:
        there = np.zeros((8, 2), np.float32)
        there[: self._count] = self._shown
        return there, np.ones(8, np.float32)

    def look(self, image: np.ndarray, hits: list[Hit], sure: float = 0.93, crops: object = None) -> Looks:
        classes = np.eye(CLASSES, dtype=np.float32)[[self._kind]]
        facing = np.array([self._facing], np.float32)
        return Looks(hits, classes, np.zeros((1, 8), np.float32), facing, np.zeros((1, 2), np.float32), np.zeros(1, np.float32))


def turned(facing: tuple[float, float]) -> np.ndarray:
    return np.array(facing, np.float32)


@pytest.mark.parametrize(
    ("shown", "rival"),
    [
        (Shown((0.5, 0.2), (0.1, 0.0)), True),
        (Shown((0.5, 0.2), (0.1, 0.0), count=4), True),
        (Shown((0.5, 0.2), (0.1, 0.0), count=3), False),
        (Shown((0.5, 0.2), (0.4, 0.3)), False),
        (Shown((0.1, 0.1), (0.1, 0.0)), False),
        (Shown((0.8, 0.5), (0.1, 0.0)), False),
        (Shown((0.5, 0.2), (0.1, 0.0), kind=NONE), False),
    ],
    ids=["flatter", "by-half", "by-few", "as-slanted", "the-same-face", "another-die", "no-d10"],
)
def test_a_face_beside_that_lies_flatter_is_a_rival(shown: Shown, rival: bool) -> None:
    assert rivalled(shown, PICTURE, PLACE, turned((0.6, 0.3)), VERTICAL) is rival


def test_the_dice_beside_show_how_a_level_face_is_turned() -> None:
    """Under a slanted camera the flatter face is a side face; the tops of a d6 and a red and black die show the slant."""
    slanted, side = level([turned((0.6, 0.2)), turned((0.6, 0.4))]), Shown((0.5, 0.2), (0.1, 0.0))
    assert np.allclose(slanted, (0.6, 0.3)) and np.allclose(level([]), VERTICAL)
    assert rivalled(side, PICTURE, PLACE, turned((0.6, 0.3)), VERTICAL)
    assert not rivalled(side, PICTURE, PLACE, turned((0.6, 0.3)), slanted)
    assert rivalled(Shown((0.5, 0.2), (0.6, 0.3)), PICTURE, PLACE, turned((0.1, 0.0)), slanted)


def test_the_top_of_a_d10_seldom_has_a_rival() -> None:
    faces, rivals = Faces(), 0
    for seed in range(12):
        play = throw(DiceSet.parse("1d10"), seed)
        rest, frame = play.bodies[0].path[play.rest[0]], play.still()
        assert rest is not None
        seen = faces.look(frame, [Hit(rest[0], rest[1], play.edge, 0.9)])
        rivals += rivalled(faces, frame, seen.hits[0], seen.facing[0], VERTICAL)
    assert rivals <= 1


def test_crops_beside_the_top_face_agree_where_it_lies_and_those_beside_another_face_do_not() -> None:
    faces, top, aside = Faces(), [], []
    for seed in range(40, 52):
        play = throw(DiceSet.parse("roulette"), seed)
        rng, frame = np.random.default_rng(seed), play.still()
        for body in play.bodies:
            rest = body.path[play.rest[0]]
            assert rest is not None
            way = rng.uniform(0, 2 * np.pi)
            x, y = rest[0] + 0.5 * play.edge * np.cos(way), rest[1] + 0.5 * play.edge * np.sin(way)
            top.append(scatter(faces, frame, Hit(rest[0], rest[1], play.edge, 0.9)))
            aside.append(scatter(faces, frame, Hit(x, y, play.edge, 0.9)))
    assert np.mean(top) < 0.16 and np.quantile(top, 0.9) < SCATTERED
    assert min(aside) > SCATTERED
