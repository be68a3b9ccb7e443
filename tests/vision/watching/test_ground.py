"""The pattern of a ground on which nothing came or went is smoothed; what came stays sharp."""

from __future__ import annotations

import cv2
import numpy as np

from companion.dice import DiceSet, Reading
from vision.watching.ground import smoothed
from vision.watching.watcher import Watcher

DOTS = np.full((300, 400, 3), 200, np.uint8)
for _y in range(10, 300, 20):
    for _x in range(10, 400, 20):
        cv2.circle(DOTS, (_x, _y), 5, (90, 30, 30), -1)


def contrast(image: np.ndarray, x: int, y: int) -> float:
    """Return the contrast of the 40x40 pixels round a point."""
    return float(image[y - 20 : y + 20, x - 20 : x + 20].std())


def test_only_the_surroundings_of_what_came_stay_sharp() -> None:
    keep = np.zeros((120, 160), np.float32)
    keep[60, 40] = 1
    out = smoothed(DOTS, keep, 10)
    assert contrast(out, 100, 150) > 0.9 * contrast(DOTS, 100, 150)
    assert contrast(out, 300, 150) < 0.1 * contrast(DOTS, 300, 150)


def test_a_picture_in_which_everything_came_stays_as_it_is() -> None:
    assert smoothed(DOTS, np.ones((120, 160), np.float32), 10) is DOTS


class Looks:
    """A reader that stores the pictures that it gets with a known size; it always finds nothing."""

    def __init__(self) -> None:
        self.given: list[np.ndarray] = []

    def read(self, image: np.ndarray, expected: DiceSet | None = None, edge: float | None = None) -> Reading:
        if edge is not None:
            self.given.append(image)
        return Reading((), False)


def test_the_watcher_smooths_the_ground_beside_what_came_within_a_second() -> None:
    looks = Looks()
    watcher = Watcher(looks)
    watcher._edge, watcher._share = 20.0, 0.05
    for i in range(20):
        frame = DOTS.copy()
        x = min(20 * i, 200)
        frame[140:160, x : x + 20] = 255
        watcher.feed(frame, i / 30)
    assert looks.given and contrast(looks.given[0], 200, 150) > 40
    assert contrast(looks.given[-1], 210, 150) > 40
    assert contrast(looks.given[-1], 350, 60) < 10
