"""Another face of a d10 may be its top: crops beside it disagree, or show a face that lies flatter."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.reading.faces import BLANK, CLASSES, NONE, TEN, Faces, Facing, Looks
from vision.reading.lean import USUAL
from vision.reading.locate import Hit
from vision.reading.places import Place
from vision.reading.uppermost import (
    FLATTER,
    SCATTERED,
    SLIGHT,
    VERTICAL,
    WIDELY,
    doubted,
    flattest,
    level,
    moved,
    scatter,
)

PICTURE = np.zeros((300, 300, 3), np.uint8)
PLACE = Hit(150, 150, 100, 0.9)


class Shown(Faces):
    """A crop reader to which the crops on one side show a face of ``kind`` at ``at`` (edges), turned to ``facing``."""

    def __init__(self, at: tuple[float, float], facing: tuple[float, float], kind: int = TEN) -> None:
        self._shown, self._facing, self._kind = at, facing, kind

    def look(self, image: np.ndarray, hits: list[Hit], sure: float = 0.93, crops: object = None) -> Looks:
        other = Hit(150 + 100 * self._shown[0], 150 + 100 * self._shown[1], 100, 0.9)
        near = [k.x * self._shown[0] + k.y * self._shown[1] > 150 * sum(self._shown) for k in hits]
        classes = np.eye(CLASSES, dtype=np.float32)[[self._kind if n else TEN for n in near]]
        none = np.zeros((len(hits), 2), np.float32)
        facing = np.array([self._facing] * len(hits), np.float32)
        colours, placed = np.zeros((len(hits), 8), np.float32), [other if n else PLACE for n in near]
        return Looks(placed, classes, colours, facing, none, none[:, 0])


class Told(Facing):
    """The network for the direction of faces: all at the place of ``own`` are turned so, others to ``other``."""

    def __init__(self, own: tuple[float, float], other: tuple[float, float]) -> None:
        self._own, self._other = own, other

    def look(self, image: np.ndarray, hits: list[Hit]) -> np.ndarray:
        return np.array([self._own if k == PLACE else self._other for k in hits], np.float32)


def turned(facing: tuple[float, float]) -> np.ndarray:
    return np.array(facing, np.float32)


def lying(kind: int, x: float, facing: tuple[float, float], presence: float = 0.9) -> Place:
    """Return a place 150 pixels below the upper edge of the picture."""
    none = np.zeros(2, np.float32)
    classes = np.eye(CLASSES, dtype=np.float32)[kind]
    return Place(Hit(x, 150, 100, 0.9), classes, np.zeros(8, np.float32), turned(facing), none, 0.0, presence, none, (1.0, 1.0))


def margin(shown: Shown, own: tuple[float, float], exact: tuple[float, float], flat: np.ndarray = VERTICAL) -> float:
    """Return by how much another face, which both networks see turned as ``shown`` and ``exact`` say, is more slanted."""
    return flattest(shown, Told(own, exact), PICTURE, replace(lying(TEN, 150, own), hit=PLACE), flat)[1]


def test_the_flattest_other_face_is_found() -> None:
    beside = Shown((0.5, 0.2), (0.1, 0.0))
    top, by = flattest(beside, Told((0.6, 0.3), (0.2, 0.0)), PICTURE, lying(TEN, 150, (0.6, 0.3)), VERTICAL)
    assert top is not None and np.allclose((top.hits[0].x, top.hits[0].y), (200, 170)) and len(top.classes) == 1
    assert by == pytest.approx((0.1 + 0.2) / 2 - np.hypot(0.6, 0.3)), "the mean of what both networks tell"
    assert margin(Shown((0.5, 0.2), (0.7, 0.0)), (0.3, 0.0), (0.7, 0.0)) == pytest.approx(0.4), "that face is more slanted"


@pytest.mark.parametrize("shown", [Shown((0.1, 0.1), (0, 0)), Shown((0.8, 0.6), (0, 0)), Shown((0.5, 0.2), (0, 0), NONE)])
def test_the_same_face_another_die_and_the_ground_are_no_other_face(shown: Shown) -> None:
    assert margin(shown, (0.6, 0.3), (0.0, 0.0)) == 1.0


def test_the_dice_beside_show_how_a_level_face_is_turned() -> None:
    """Under a slanted camera a side face may lie flatter; the tops of a d6 and a red and black die show the slant."""
    slanted = level([lying(1, 150, (0.6, 0.2)), lying(BLANK, 150, (0.6, 0.4)), lying(TEN, 150, (0, 0))], PLACE, 300)
    assert slanted is not None and np.allclose(slanted, (0.6, 0.3))  # both, as they lie at the same place
    assert level([lying(TEN, 150, (0.6, 0.2))], PLACE, 300) is None
    side = Shown((0.5, 0.2), (0.1, 0.0))
    assert margin(side, (0.6, 0.3), (0.1, 0.0)) < 0 < margin(side, (0.6, 0.3), (0.1, 0.0), slanted)
    assert margin(Shown((0.5, 0.2), (0.6, 0.3)), (0.1, 0.0), (0.6, 0.3), slanted) < 0


def test_a_die_far_beside_is_seen_from_another_side() -> None:
    """The camera's perspective is not known: a face that is flatter with the usual one, but not without, is not believed."""
    flat = level([lying(1, 30, (0.1, 0.0))], PLACE, 300)
    assert flat is not None and np.allclose(flat, [(0.1, 0.0), (0.1 + USUAL * 120 / 300, 0.0)])
    side = Shown((0.5, 0.2), (0.1, 0.0))
    assert margin(side, (0.7, 0.4), (0.1, 0.0), flat) < -FLATTER < margin(side, (0.4, 0.1), (0.1, 0.0), flat)


def test_a_d10_beside_another_die_is_read_at_the_face_that_lies_flattest() -> None:
    """In films its side face was read, though the red and black die beside it shows the slant."""
    ten, other, flat = lying(TEN, 150, (0.6, 0.3)), lying(BLANK, 150, (0.1, 0.1)), Shown((0.5, 0.2), (0.1, 0.0))
    told = Told((0.6, 0.3), (0.1, 0.0))
    top, beside = moved(flat, told, PICTURE, [ten, other])
    assert beside is other and np.allclose(top.where, (200, 170, 100)) and np.allclose(top.facing, (0.1, 0.0))
    assert top.presence == ten.presence and top.margin > FLATTER
    for dice in ([ten], [ten, lying(BLANK, 150, (0.1, 0.1), presence=0.4)], [ten, lying(BLANK, 150, (0.6, 0.3))]):
        assert moved(flat, told, PICTURE, dice)[0].where == ten.where, "nothing shows that the other face is the top"


def test_a_single_d10_with_a_flatter_face_beside_the_one_found_is_doubted() -> None:
    """A rounded d10 lit from the side was surely read at a side face; from a slanted camera it may be the top."""
    ten, flat = lying(TEN, 150, (0.6, 0.3)), Shown((0.5, 0.2), (0.1, 0.0))
    [single] = moved(flat, Told((0.6, 0.3), (0.1, 0.0)), PICTURE, [ten])
    assert doubted(flat, PICTURE, single, None) and not doubted(Agreed(), PICTURE, ten, None)


class Agreed(Faces):
    """A crop reader to which all crops show the top ``far`` edges beside the place."""

    def __init__(self, far: float = 0.0) -> None:
        self._far = far

    def tops(self, image: np.ndarray, hit: Hit, far: float) -> tuple[np.ndarray, np.ndarray]:
        return np.full((8, 2), self._far / 2**0.5, np.float32), np.ones(8, np.float32)


def test_a_face_that_is_level_is_the_top_though_crops_beside_it_disagree() -> None:
    """Regression: in four films the page asked about such a d10 because crops beside its top face disagreed."""
    flat = np.array([(0.1, 0.0), (0.2, 0.0)], np.float32)
    much, more = Agreed(SCATTERED + 0.01), Agreed(WIDELY + 0.01)
    assert not doubted(more, PICTURE, lying(TEN, 150, (0.3, 0.0)), flat)
    assert doubted(much, PICTURE, lying(TEN, 150, (0.45, 0.0)), flat), "more slanted than that"
    assert not doubted(much, PICTURE, lying(TEN, 150, (SLIGHT - 0.01, 0.0)), None)
    assert doubted(more, PICTURE, lying(TEN, 150, (0.0, 0.0)), None), "no die beside it shows what is level"
    assert doubted(much, PICTURE, lying(TEN, 150, (SLIGHT + 0.01, 0.0)), None)


def test_no_other_face_of_a_d10_on_the_track_seems_flatter_than_its_top() -> None:
    faces, facing = Faces(), Facing()
    for seed in range(12):
        play = throw(DiceSet.parse("1d10"), seed)
        rest, frame = play.bodies[0].path[play.rest[0]], play.still()
        assert rest is not None
        seen = faces.look(frame, [Hit(rest[0], rest[1], play.edge, 0.9)])
        one = replace(lying(TEN, 150, (0, 0)), hit=seen.hits[0], facing=seen.facing[0])
        assert flattest(faces, facing, frame, one, VERTICAL)[1] > -FLATTER


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
