"""Dim pictures are brightened before they are read, and other pictures are left alone."""

from __future__ import annotations

import numpy as np
import pytest

from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.pictures import Image
from vision.reading.light import brightened
from vision.reading.reader import DiceReader


def darkened(image: Image, by: float, seed: int) -> Image:
    """Return the picture with this share of its light, and a camera's noise."""
    noise = 2 * np.random.default_rng(seed).standard_normal(image.shape)
    return np.clip(image * by + noise, 0, 255).astype(np.uint8)


def test_an_ordinary_picture_is_left_alone() -> None:
    image = throw(DiceSet.parse("3d6"), 1).still()
    same, gain = brightened(image)
    assert same is image and gain == 1.0


def test_a_small_light_die_on_a_dark_table_is_not_overexposed() -> None:
    table = np.full((720, 1280, 3), 12, np.uint8)
    table[400:422, 600:622] = 90
    bright, gain = brightened(table)
    assert 1.5 < gain < 3.5 and bright.max() < 250


@pytest.mark.parametrize("level", [0, 3, 60])
def test_a_picture_without_contrast_stays_a_picture(level: int) -> None:
    bright, _ = brightened(np.full((48, 64, 3), level, np.uint8))
    assert bright.shape == (48, 64, 3) and bright.dtype == np.uint8


def test_a_black_picture_holds_no_dice(reader: DiceReader) -> None:
    black = darkened(np.zeros((240, 320, 3), np.uint8), 1.0, 1)
    found = reader.read(black, DiceSet.parse("2d6"))
    assert not found.certain and found.dice == () and "too-dark" in found.why


@pytest.mark.parametrize("seed", range(4))
def test_dice_in_a_dim_room_are_read(reader: DiceReader, seed: int) -> None:
    play = throw(DiceSet.parse("3d6"), seed)
    found = reader.read(darkened(play.still(), 0.05, seed), DiceSet.parse("3d6"), play.edge)
    assert sorted(str(die.value) for die in found.dice) == sorted(str(value) for _, value in play.thrown)
