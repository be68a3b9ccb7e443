"""Another face of a d10 may be its top, if it lies flatter."""

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
from vision.reading.uppermost import LEVEL, STEEP, UNSEEN, VERTICAL, doubted, flattest, level, moved

PICTURE = np.zeros((300, 300, 3), np.uint8)
PLACE = Hit(150, 150, 100, 0.9)


class Shown(Faces):
    """A crop reader to which the crops on one side show a face of ``kind`` at ``at`` (edges)."""

    def __init__(self, at: tuple[float, float] = (0.5, 0.2), kind: int = TEN) -> None:
        self._shown, self._kind = at, kind

    def look(self, image: np.ndarray, hits: list[Hit], sure: float = 0.93, crops: object = None) -> Looks:
        other = Hit(150 + 100 * self._shown[0], 150 + 100 * self._shown[1], 100, 0.9)
        near = [k.x * self._shown[0] + k.y * self._shown[1] > 150 * sum(self._shown) for k in hits]
        classes = np.eye(CLASSES, dtype=np.float32)[[self._kind if n else TEN for n in near]]
        none = np.zeros((len(hits), 2), np.float32)
        colours, placed = np.zeros((len(hits), 8), np.float32), [other if n else PLACE for n in near]
        return Looks(placed, classes, colours, none, none, none[:, 0])


FLAT = Shown()


class Told(Facing):
    """The network for the direction of faces: the one at ``PLACE`` is turned to ``own``, those left of it to ``beside``."""

    def __init__(self, own: tuple[float, float], other: tuple[float, float], beside: tuple[float, float] = (0, 0)) -> None:
        self._own, self._other, self._beside = own, other, beside

    def tell(self, image: np.ndarray, hits: list[Hit]) -> tuple[np.ndarray, np.ndarray]:
        turned = [self._own if k == PLACE else self._beside if k.x < PLACE.x else self._other for k in hits]
        return np.array(turned, np.float32), np.array([(k.x, k.y) for k in hits], np.float32)


def turned(facing: tuple[float, float]) -> np.ndarray:
    return np.array(facing, np.float32)


def lying(kind: int, x: float, facing: tuple[float, float], presence: float = 0.9) -> Place:
    """Return a place 150 pixels below the upper edge of the picture."""
    none = np.zeros(2, np.float32)
    classes = np.eye(CLASSES, dtype=np.float32)[kind]
    return Place(Hit(x, 150, 100, 0.9), classes, np.zeros(8, np.float32), turned(facing), none, 0.0, presence, none, (1.0, 1.0))


def margin(own: tuple[float, float], other: tuple[float, float], flat: np.ndarray = VERTICAL, shown: Shown = FLAT) -> float:
    """Return by how much another face, turned to ``other``, is more slanted than the one found."""
    return flattest(shown, Told(own, other), PICTURE, lying(TEN, 150, own), flat)[1]


def test_the_flattest_other_face_is_found() -> None:
    top, by = flattest(FLAT, Told((0.6, 0.3), (0.2, 0.0)), PICTURE, lying(TEN, 150, (0.6, 0.3)), VERTICAL)
    assert top is not None and np.allclose((top.hits[0].x, top.hits[0].y), (200, 170)) and len(top.classes) == 1
    assert by == pytest.approx(0.2 - np.hypot(0.6, 0.3)) and np.allclose(top.facing, (0.2, 0.0))
    assert margin((0.3, 0.0), (0.7, 0.0)) == pytest.approx(0.4), "that face is more slanted"


@pytest.mark.parametrize("shown", [Shown((0.1, 0.1)), Shown((0.8, 0.6)), Shown(kind=NONE)])
def test_the_same_face_another_die_and_the_ground_are_no_other_face(shown: Shown) -> None:
    assert margin((0.4, 0.3), (0.0, 0.0), shown=shown) == pytest.approx(UNSEEN - 0.5)


def test_the_dice_beside_show_how_a_level_face_is_turned() -> None:
    """Under a slanted camera a side face may lie flatter; the tops of a d6 and a red and black die show the slant."""
    slanted = level([lying(1, 150, (0.6, 0.2)), lying(BLANK, 150, (0.6, 0.4)), lying(TEN, 150, (0, 0))], PLACE, 300)
    assert slanted is not None and np.allclose(slanted, (0.6, 0.3))  # both, as they lie at the same place
    assert level([lying(TEN, 150, (0.6, 0.2))], PLACE, 300) is None
    assert margin((0.6, 0.3), (0.1, 0.0)) < 0 < margin((0.6, 0.3), (0.1, 0.0), slanted)
    assert margin((0.1, 0.0), (0.6, 0.3), slanted) < 0


def test_a_die_far_beside_is_seen_from_another_side() -> None:
    """The camera's perspective is not known: a face that is flatter with the usual one, but not without, is not believed."""
    flat = level([lying(1, 30, (0.1, 0.0))], PLACE, 300)
    assert flat is not None and np.allclose(flat, [(0.1, 0.0), (0.1 + USUAL * 120 / 300, 0.0)])
    assert margin((0.7, 0.4), (0.1, 0.0), flat) < 0 < margin((0.4, 0.1), (0.1, 0.0), flat)


def test_a_d10_beside_another_die_is_read_at_the_face_that_lies_flattest() -> None:
    """In films its side face was read, though the red and black die beside it shows the slant."""
    ten, other = lying(TEN, 150, (0.9, 0.9)), lying(BLANK, 130, (0.9, 0.9))
    told, slanted = (Told((0.6, 0.3), (LEVEL + 0.01, 0.0), beside) for beside in ((0.1, 0.1), (0.6, 0.3)))
    top, beside = moved(FLAT, told, PICTURE, [ten, other])
    assert np.allclose(beside.facing, (0.1, 0.1)), "measured more exactly"
    assert np.allclose(top.where, (200, 170, 100)) and np.allclose(top.facing, (LEVEL + 0.01, 0.0))
    assert np.allclose(top.upright, (200, 170)), "and so is the rotation of its digit"
    assert top.presence == ten.presence and top.margin > 0
    for net, dice in ((told, [ten]), (told, [ten, replace(other, presence=0.4)]), (slanted, [ten, other])):
        assert moved(FLAT, net, PICTURE, dice)[0].where == ten.where, "nothing shows that the other face is the top"


def test_a_single_d10_with_a_flatter_face_beside_the_one_found_is_doubted() -> None:
    """A rounded d10 lit from the side was surely read at a side face; from a slanted camera it may be the top."""
    ten = lying(TEN, 150, (0.9, 0.9))
    for own, other, asked in (((0.6, 0.3), (0.4, 0), True), ((0.4, 0), (0.8, 0), False), ((STEEP - 0.01, 0), (0, 0), False)):
        [single] = moved(FLAT, Told(own, other), PICTURE, [ten])
        assert doubted(single) is asked and single.where == ten.where and np.allclose(single.upright, (150, 150))
    [single] = moved(FLAT, Told((0.6, 0.3), (LEVEL - 0.01, 0.0)), PICTURE, [ten])
    assert doubted(single) and np.allclose(single.where, (200, 170, 100)), "almost level: most probably the top"


def test_a_single_d10_is_doubted_if_it_is_steep_and_shows_no_other_face() -> None:
    """Of some dark d10 the crop reader saw one side face and nothing else."""
    ten = lying(TEN, 150, (0.0, 0.0))
    for slant, asked in ((UNSEEN + 0.01, True), (UNSEEN - 0.01, False)):
        [single] = moved(Shown(kind=NONE), Told((slant, 0.0), (0.0, 0.0)), PICTURE, [ten])
        assert doubted(single) is asked


def test_without_a_d10_nothing_is_measured_again() -> None:
    dice = [lying(1, 150, (0.0, 0.0)), lying(TEN, 150, (0.0, 0.0), presence=0.1)]
    assert moved(FLAT, Told((0.6, 0.3), (0.1, 0.0)), PICTURE, dice) is dice


def test_no_other_face_of_a_d10_on_the_track_seems_flatter_than_its_top() -> None:
    faces, facing = Faces(), Facing()
    for seed in range(12):
        play = throw(DiceSet.parse("1d10"), seed)
        rest, frame = play.bodies[0].path[play.rest[0]], play.still()
        assert rest is not None
        seen = faces.look(frame, [Hit(rest[0], rest[1], play.edge, 0.9)])
        one = replace(lying(TEN, 150, (0, 0)), hit=seen.hits[0], facing=facing.look(frame, seen.hits)[0])
        assert flattest(faces, facing, frame, one, VERTICAL)[1] > 0
