"""The variants of a d10 photograph are always the same, and turned, tilted and scaled as described."""

from __future__ import annotations

import numpy as np

from vision.training.turned import ANGLES, turned, variants


def spot() -> np.ndarray:
    image = np.full((240, 320, 3), 40, np.uint8)
    image[110:130, 150:170] = 200
    image[110:114, 150:154] = (255, 0, 0)
    return image


def test_a_picture_that_is_only_scaled_shows_the_same() -> None:
    assert np.abs(turned(spot(), 0, 1.0, 0, 0).astype(int) - spot()).max() <= 2
    small = turned(spot(), 0, 0.5, 0, 0)
    assert small.shape == (120, 160, 3)
    assert small[60, 80].min() > 150


def test_turning_goes_all_the_way_round() -> None:
    quarter = spot()
    for _ in range(4):
        quarter = turned(quarter, 90, 1.0, 0, 0)
    assert np.abs(quarter.astype(int) - spot())[60:180, 100:220].mean() < 2


def test_a_tilted_picture_is_shortened() -> None:
    upright = turned(spot(), 0, 1.0, 0, 0)[..., 1] > 120
    tilted = turned(spot(), 0, 1.0, 20.0, 0)[..., 1] > 120
    assert 0.85 < tilted.sum() / upright.sum() < 1.0


def test_there_are_24_and_they_never_change() -> None:
    first, again = (list(variants(spot(), "D10_1.jpg")) for _ in range(2))
    assert [n for n, _ in first] == list(range(ANGLES))
    assert all(np.array_equal(a, b) for (_, a), (_, b) in zip(first, again, strict=True))
    widths = [p.shape[1] for _, p in first]
    assert min(widths) >= 0.3 * 320 - 1
    assert max(widths) <= 320
    assert {p.shape for _, p in first} != {p.shape for _, p in variants(spot(), "D10_2.jpg")}
