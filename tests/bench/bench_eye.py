"""How fast the eye is on one thread, in a picture of 1536x864 on a known track. Named, not short: see docs/eye.md."""

from __future__ import annotations

import cv2
import numpy as np

from companion.dice import DiceSet
from tests.bench import bench, milliseconds
from vision.reader import DiceReader
from vision.stillness import Stillness
from vision.throws import throw

IDLE_FRAMES = 15
"""Frames a second while nothing is thrown."""


def picture(dice: str, seed: int = 4) -> tuple[np.ndarray, float]:
    """Return a drawn track of 1536x864 with ``dice`` at rest, and the edge of a die in pixels."""
    play = throw(DiceSet.parse(dice), seed)
    frame = next(f for i, f in enumerate(play.frames()) if i > play.rest[0] + 1)
    wide = cv2.resize(frame, (1152, 864))
    whole = cv2.copyMakeBorder(wide, 0, 0, 192, 192, cv2.BORDER_REFLECT_101)
    whole[:, :192] = whole[:, 1344:] = wide[:5, :5].mean((0, 1)).astype(np.uint8)
    return whole, play.edge * 1.8


def reading(dice: str, repeat: int = 9) -> float:
    """The median time of reading such dice."""
    reader, (image, edge), wanted = DiceReader(), picture(dice), DiceSet.parse(dice)
    reader.read(image, wanted, edge)
    return float(np.median([milliseconds(lambda: reader.read(image, wanted, edge)) for _ in range(repeat)]))


@bench("read", unit="ms", limit=25, short=False, repeat=3)
def read_five() -> float:
    """Reading five d6."""
    return reading("5d6")


@bench("read-roulette", unit="ms", limit=30, short=False, repeat=3)
def read_roulette() -> float:
    """Reading a d10 and the bicolour die."""
    return reading("roulette")


@bench("stillness", unit="ms", limit=1, short=False, repeat=3)
def stillness() -> float:
    """Looking at one frame for movement."""
    still, (image, _) = Stillness(), picture("5d6")
    still.feed(image)
    return float(np.median([milliseconds(lambda: still.feed(image)) for _ in range(60)]))


@bench("idle", unit="% of a core", limit=10, short=False, repeat=3)
def idle() -> float:
    """What looking costs at 15 frames a second while nothing is thrown."""
    return stillness() * IDLE_FRAMES / 10
