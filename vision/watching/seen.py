"""Draws the reading of one camera picture on that picture, for setting up a camera."""

from __future__ import annotations

import cv2
import numpy as np

from companion.dice import Reading
from vision import pictures
from vision.errors import VisionError
from vision.lettering import write
from vision.pictures import Image
from vision.reading.reader import DiceReader
from vision.watching.sources import Frame, open_source

SETTLE = 10
"""Number of frames to take from a camera. The last one is read: by then the exposure is stable."""

SURE, ASKED = (120, 220, 120), (60, 170, 255)  # BGR


def seen_by(source: str) -> tuple[bytes, str]:
    """Return a picture of the camera as JPEG with every die outlined, and the reading in words.

    Raise ``VisionError`` if there is no camera or no picture.
    """
    frames = open_source(source)
    frame: Frame | None = None
    try:
        for _ in range(SETTLE if frames.live else 1):
            frame = frames.next_throw() or frame
    finally:
        frames.close()
    if frame is None:
        raise VisionError(f"{source} shows no picture.")
    reading = DiceReader().read(frame.image)
    return pictures.jpeg(drawn(frame.image, reading)), words(reading)


def drawn(image: Image, reading: Reading) -> Image:
    """Return a copy of the picture with a box and the value at every die: green for a certain reading, else orange."""
    shown = image.copy()
    line = max(2, round(max(shown.shape[:2]) / 500))
    for die in reading.dice:
        x, y, width, height = die.box
        colour = SURE if reading.certain else ASKED
        cv2.rectangle(shown, (x, y), (x + width, y + height), colour, line)
        write(shown, str(die.value), (x, max(0, y - 2 * line)), line / 2, colour, line)
    return np.asarray(shown, np.uint8)


def words(reading: Reading) -> str:
    """Return the reading as one line of English."""
    if not reading.dice:
        return "no dice in sight"
    values = ", ".join(f"{die.kind.value} {die.value}" for die in reading.dice)
    return f"{values}: {'certain' if reading.certain else 'would ask (' + ', '.join(reading.why) + ')'}"
