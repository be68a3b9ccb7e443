"""Another face of a d10 may be its top: crops beside it disagree, or show a face that lies flatter."""

from __future__ import annotations

import numpy as np
import pytest

from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.reading import uppermost
from vision.reading.faces import BLANK, CLASSES, NONE, TEN, Faces, Looks
from vision.reading.lean import USUAL
from vision.reading.locate import Hit
from vision.reading.places import Place
from vision.reading.uppermost import BESIDE, FLATTER, SCATTERED, VERTICAL, level, moved, rival, scatter

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


def lying(kind: int, x: float, facing: tuple[float, float], presence: float = 0.9) -> Place:
    """Return a place 150 pixels below the upper edge of the picture."""
    none = np.zeros(2, np.float32)
    classes = np.eye(CLASSES, dtype=np.float32)[kind]
    return Place(Hit(x, 150, 100, 0.9), classes, np.zeros(8, np.float32), turned(facing), none, 0.0, presence, none, (1.0, 1.0))


@pytest.mark.parametrize(
    ("shown", "found"),
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
def test_a_face_beside_that_lies_flatter_is_a_rival(shown: Shown, found: bool) -> None:
    assert (rival(shown, PICTURE, PLACE, turned((0.6, 0.3)), VERTICAL, FLATTER) is not None) is found


def test_the_dice_beside_show_how_a_level_face_is_turned() -> None:
    """Under a slanted camera a side face may lie flatter; the tops of a d6 and a red and black die show the slant."""
    slanted = level([lying(1, 150, (0.6, 0.2)), lying(BLANK, 150, (0.6, 0.4)), lying(TEN, 150, (0, 0))], PLACE, 300)
    assert slanted is not None and np.allclose(slanted, (0.6, 0.3))  # both, as they lie at the same place
    assert level([lying(TEN, 150, (0.6, 0.2))], PLACE, 300) is None
    side = Shown((0.5, 0.2), (0.1, 0.0))
    assert rival(side, PICTURE, PLACE, turned((0.6, 0.3)), VERTICAL, BESIDE) is not None
    assert rival(side, PICTURE, PLACE, turned((0.6, 0.3)), slanted, BESIDE) is None
    assert rival(Shown((0.5, 0.2), (0.6, 0.3)), PICTURE, PLACE, turned((0.1, 0.0)), slanted, BESIDE) is not None


def test_a_die_far_beside_is_seen_from_another_side() -> None:
    """The camera's perspective is not known: a face that is flatter with the usual one, but not without, is no rival."""
    flat = level([lying(1, 30, (0.1, 0.0))], PLACE, 300)
    assert flat is not None and np.allclose(flat, [(0.1, 0.0), (0.1 + USUAL * 120 / 300, 0.0)])
    side = Shown((0.5, 0.2), (0.1, 0.0))
    assert rival(side, PICTURE, PLACE, turned((0.7, 0.4)), flat, BESIDE) is not None
    assert rival(side, PICTURE, PLACE, turned((0.4, 0.1)), flat, BESIDE) is None


def test_a_d10_beside_another_die_is_read_at_the_face_that_lies_flattest() -> None:
    """In films its side face was read, though the red and black die beside it shows the slant."""
    ten, other, flat = lying(TEN, 150, (0.6, 0.3)), lying(BLANK, 150, (0.1, 0.1)), Shown((0.5, 0.2), (0.1, 0.0))
    top, beside = moved(flat, PICTURE, [ten, other])
    assert beside is other and np.allclose(top.where, (200, 170, 100)) and np.allclose(top.facing, (0.1, 0.0))
    assert top.presence == ten.presence
    for dice in ([ten], [ten, lying(BLANK, 150, (0.1, 0.1), presence=0.4)], [ten, lying(BLANK, 150, (0.6, 0.3))]):
        assert moved(flat, PICTURE, dice) == dice, "nothing shows that the other face is the top"


def test_a_face_that_is_level_with_the_dice_beside_it_is_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: in four films the page asked about such a d10 because crops beside its top face disagreed."""
    monkeypatch.setattr(uppermost, "scatter", lambda *_: SCATTERED + 0.01)
    faces, flat = Shown((0.0, 0.0), (0.0, 0.0)), np.array([(0.1, 0.0), (0.2, 0.0)], np.float32)
    assert not uppermost.doubted(faces, PICTURE, PLACE, turned((0.3, 0.0)), flat)
    assert uppermost.doubted(faces, PICTURE, PLACE, turned((0.45, 0.0)), flat), "more slanted than that"
    assert uppermost.doubted(faces, PICTURE, PLACE, turned((0.0, 0.0)), None), "no die beside it shows what is level"


def test_the_top_of_a_d10_seldom_has_a_rival() -> None:
    faces, rivals = Faces(), 0
    for seed in range(12):
        play = throw(DiceSet.parse("1d10"), seed)
        rest, frame = play.bodies[0].path[play.rest[0]], play.still()
        assert rest is not None
        seen = faces.look(frame, [Hit(rest[0], rest[1], play.edge, 0.9)])
        rivals += rival(faces, frame, seen.hits[0], seen.facing[0], VERTICAL, FLATTER) is not None
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
