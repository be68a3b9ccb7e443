"""Windows of wide-lens pictures: the labels fit the drawn dice, and the same seed gives the same window."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading.locate import Hit
from vision.reading.ten import Ten, view
from vision.training.lens import TENS, WINDOW, aimed, scene
from vision.training.sprites import D10, LEANING

pytest.importorskip("PIL", reason="Pillow prints the digits of drawn dice, which only training needs")


def test_a_window_tells_what_lies_in_it() -> None:
    for seed in range(3):
        picture, dice, marks = scene(np.random.default_rng(seed))
        known = dice[dice[:, 2] > 0]
        assert picture.shape == (WINDOW, WINDOW, 3) and picture.dtype == np.uint8
        assert len(known) and ((known[:, :2] > 0) & (known[:, :2] < WINDOW)).all()
        assert ((known[:, 3] >= 1) & (known[:, 3] <= 10)).all()
        assert np.array_equal(picture, scene(np.random.default_rng(seed))[0])
        for die, mark in zip(dice, marks, strict=True):
            pips = mark[2:].reshape(-1, 2)[mark[2::2] >= 0]
            if 1 <= die[3] <= 6:  # each point of the value has a pip, and their mean is the middle of the top face
                assert len(pips) == die[3]
                assert np.hypot(*(pips - die[:2]).T).max() < 0.5 * die[2]
                assert np.hypot(*(pips.mean(0) - die[:2])) < 0.08 * die[2]
            elif die[3] != LEANING:
                assert not len(pips)
            assert np.hypot(*mark[:2]) < 1 or die[3] < 0


def test_a_resting_die_points_up_as_the_camera_sees_it() -> None:
    _, dice, marks = scene(np.random.default_rng(4), slanted=True)
    for die, mark in zip(dice, marks, strict=True):
        if die[3] >= 0 and die[3] not in (LEANING, D10):  # a leaning die has no level top face; d10 are left out, too
            assert np.hypot(*mark[:2]) == pytest.approx(float(np.sin(die[6])), abs=0.02)


def test_a_camera_beside_the_table_sees_every_die_from_the_side() -> None:
    tilts = {slanted: [aimed(np.random.default_rng(s), slanted).tilt for s in range(40)] for slanted in (False, True)}
    assert min(tilts[True]) > np.radians(24) > min(tilts[False])


def test_the_told_rotation_sets_the_digit_upright() -> None:
    """A digit may stand away from the pole, and a slanted camera turns it in the picture."""
    reader, away = Ten(), []
    for seed in range(40):
        picture, dice, _ = scene(np.random.default_rng(seed), seed % 2 == 0, TENS)
        for x, y, edge, label, digit, _, tilt, spin, hidden in dice.astype(float):
            if label == D10 and edge > 26 and tilt < 0.6 and hidden < 0.05:
                angles = np.arange(0, 2 * np.pi, np.radians(10))
                told = reader.digits([view(picture, Hit(x, y, edge, 1.0), angle) for angle in angles])[:, int(digit)]
                if told.max() > 0.9:
                    away.append(abs(np.angle(np.exp(1j * (angles[told.argmax()] - spin)))))
    assert len(away) > 20 and np.quantile(away, 0.9) < np.radians(20)
