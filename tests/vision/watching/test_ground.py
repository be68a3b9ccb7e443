"""On ground on which nothing came or went, no dice are looked for, so that its pattern is not taken for dice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, Reading
from vision.drawing.throws import throw
from vision.pictures import Image, Mask
from vision.reading.reader import DiceReader
from vision.watching.watcher import Watcher


@pytest.mark.parametrize("known", [True, False])
def test_no_die_is_found_on_the_ground(reader: DiceReader, known: bool) -> None:
    play = throw(DiceSet.parse("3d6"), 3)
    frame, edge = play.still(), play.edge if known else None
    whole = reader.read(frame, None, edge).dice
    ground = np.zeros((60, 80), np.bool_)
    x, y, wide, high = whole[0].box
    ground[int((y + high / 2) * 60 / frame.shape[0]), int((x + wide / 2) * 80 / frame.shape[1])] = True
    ground = np.asarray(cv2.dilate(ground.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    assert [die.value for die in reader.read(frame, None, edge, ground).dice] == [die.value for die in whole[1:]]
    assert sum(s.presence > 0.5 for s in reader.look(frame, edge, None)) == 3, "the last ground is forgotten"
    assert len(reader.read(frame, None, edge).dice) == len(whole) == 3


def test_a_hit_of_another_size_than_the_known_one_is_less_likely_a_die(reader: DiceReader) -> None:
    play = throw(DiceSet.parse("1d6"), 5)
    near, far = (reader.look(play.still(), play.edge * by, None)[0].presence for by in (1.0, 0.5))
    assert far < near


class Ground:
    """A reader that stores the ground that it gets; it always finds nothing."""

    def __init__(self) -> None:
        self.given: list[Mask | None] = []

    def read(self, image: Image, expected: DiceSet | None, edge: float | None, ground: Mask | None) -> Reading:
        self.given.append(ground)
        return Reading((), False)


@pytest.mark.parametrize("edge", [20.0, None])
def test_the_watcher_looks_for_dice_where_something_came_within_a_second(edge: float | None) -> None:
    looks = Ground()
    watcher = Watcher(looks)
    watcher._edge, watcher._share = edge, 0.05
    for i in range(20):
        frame = np.full((300, 400, 3), 90, np.uint8)
        x = min(20 * i, 200)
        frame[140:160, x : x + 20] = 255
        watcher.feed(frame, i / 30)
    assert looks.given[0] is None
    last = looks.given[-1]
    assert last is not None
    rows, columns = last.shape
    assert not last[150 * rows // 300, 210 * columns // 400]
    assert last[60 * rows // 300, 350 * columns // 400]
