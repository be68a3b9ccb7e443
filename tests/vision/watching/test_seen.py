"""The picture for setting up a camera: every die in it has an outline."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet
from vision import pictures
from vision.drawing.throws import throw
from vision.errors import VisionError
from vision.watching.seen import ASKED, SURE, seen_by


def test_every_die_is_outlined_and_named(tmp_path: Path) -> None:
    played = throw(DiceSet.parse("2d6"), seed=3)
    still = played.still()
    cv2.imwrite(str(tmp_path / "one.png"), still)
    image, words = seen_by(f"folder:{tmp_path}")
    drawn = pictures.decode(image).astype(int)
    outlined = min(np.abs(drawn - np.array(colour)).sum(axis=2).min() for colour in (SURE, ASKED))
    assert outlined < 60 and words.count("d6 ") == 2


def test_a_camera_without_a_picture_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="shows no picture"):
        seen_by(f"folder:{tmp_path}")
