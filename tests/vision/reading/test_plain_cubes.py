"""A red and black die in flat colours on plain cloth is found: no edge of another colour and no gloss shows where it ends.

The pictures are polygons under one lamp with a hard shadow; the networks learned from none of them.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.dice import DiceSet
from vision.pictures import Image
from vision.reading.locate import BEST_EDGE, Hit, Locator
from vision.reading.reader import DiceReader
from vision.reading.search import HIT, Shot

Floats = NDArray[np.float64]
SIZE, EDGE = (480, 360), 50.0
PAINT = np.array([(27, 24, 24), (28, 22, 196)], float)
"""Black and red, BGR."""
SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
TURN = np.array([(0, -1), (1, 0)])


def cube(chance: np.random.Generator) -> list[tuple[Floats, Floats]]:
    """Return the normals (3) and corners (4, 3) of the top and the four sides of a cube of edge 1 that stands at the origin."""
    yaw = chance.uniform(0, 2 * np.pi)
    way = np.array([np.cos(yaw), np.sin(yaw)])
    top = np.column_stack([SQUARE @ np.array([way, TURN @ way]), np.ones(4)])
    faces = [(np.array([0.0, 0.0, 1.0]), top)]
    for k in range(4):
        one, two = top[k], top[(k + 1) % 4]
        low = np.array([0, 0, 1])
        middle = (one + two) / 2
        faces.append((np.array([*middle[:2] * 2, 0.0]), np.array([one - low, two - low, two, one])))
    return faces


def plain(seed: int) -> tuple[Image, Hit, str]:
    """Return a picture of one die up to 35 degrees off the vertical, where its top face lies, and its colour."""
    chance = np.random.default_rng([3, seed])
    tilt, way, far = np.radians(chance.uniform(0.5, 35)), chance.uniform(0, 2 * np.pi), chance.uniform(12, 30)
    back = np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)])
    right = np.cross((0, 0, 1), back) / np.sin(tilt)
    axes, eye = np.stack([right, -np.cross(back, right), -back]), far * back + (0, 0, 0.5)
    middle = (0.5 + chance.uniform(-0.25, 0.25, 2)) * SIZE

    def seen(points: Floats) -> Floats:
        x, y, depth = axes @ (points - eye).T
        return np.asarray(middle + EDGE * far * np.stack([x, y], 1) / depth[:, None])

    def fill(canvas: NDArray[np.float32], points: Floats, colour: tuple[float, ...]) -> None:
        hull = cv2.convexHull(seen(points).astype(np.float32))
        cv2.fillPoly(canvas, [np.round(hull * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    picture = np.full((SIZE[1], SIZE[0], 3), chance.uniform(20, 150, 3), np.float32)
    nap = cv2.GaussianBlur(chance.normal(0, 1, SIZE[::-1]).astype(np.float32), (0, 0), 1.5)
    picture += nap[..., None] * chance.uniform(5, 25)
    lamp = np.array([*chance.normal(0, 0.6, 2), 1.0])
    faces, shadow = cube(chance), np.zeros(SIZE[::-1], np.float32)
    corners = np.vstack([points for _, points in faces])
    fill(shadow, corners - lamp * corners[:, 2:], (1.0,))
    picture *= 1 - shadow[..., None] * chance.uniform(0.3, 0.7)
    lamp, ambient, red = lamp / np.linalg.norm(lamp), chance.uniform(0.3, 0.6), chance.permutation([1, 1, 1, 0, 0, 0])
    for (normal, points), colour in zip(faces, red, strict=False):
        if (eye - points.mean(0)) @ normal > 0:
            light = ambient + (1 - ambient) * 1.2 * max(0, normal @ lamp)
            fill(picture, points, tuple(PAINT[colour] * light))
    picture = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.5, 1.2))
    picture = picture + chance.normal(0, chance.uniform(1, 4), picture.shape)
    (x, y), *square = seen(np.vstack([faces[0][1].mean(0), faces[0][1]]))
    edge = float(np.sqrt(cv2.contourArea(np.array(square, np.float32))))
    return np.asarray(picture.clip(0, 255), np.uint8), Hit(x, y, edge, 1.0), ("black", "red")[red[0]]


def test_a_red_and_black_die_in_flat_colours_is_found() -> None:
    """With its dark tones as they are, the black of 1 in 5 was missed, and the red of 1 in 11; so were black dice in films."""
    locator, scores = Locator(), dict[str, list[float]](black=[], red=[])
    for seed in range(100):
        picture, die, colour = plain(seed)
        found = locator.find(picture, BEST_EDGE / die.edge, 0.02, lift=True)
        near = [k.score for k in found if np.hypot(k.x - die.x, k.y - die.y) < 0.4 * die.edge]
        scores[colour].append(max(near, default=0.0))
    share = {colour: float(np.mean(np.array(each) > HIT)) for colour, each in scores.items()}
    assert min(share.values()) > 0.9, share


@pytest.mark.parametrize("expected, lifted", [("roulette", True), ("3d6", False), ("1d10", False), (None, False)])
def test_dark_tones_are_lifted_only_if_a_red_and_black_die_is_expected(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch, expected: str | None, lifted: bool
) -> None:
    """Most other dice are found as well without it, and their beliefs were fitted without it.

    Only a loose photograph that does not show the expected dice is then searched with it.
    """
    lifts, find = list[bool](), Locator.find

    def told(locator: Locator, image: Image, *more: Any) -> list[Hit]:
        lifts.append(more[3])
        return find(locator, image, *more)

    monkeypatch.setattr(Locator, "find", told)
    shot = Shot(plain(0)[0], DiceSet.parse(expected) if expected else None)
    reader.look(shot, 60.0)
    assert lifts
    assert set(lifts) == {lifted}
    lifts.clear()
    reader.look(shot)
    assert lifts[0] is lifted and sorted(lifts) == lifts and any(lifts) is (expected is not None)
