"""Windows of a wide lens: dice lie inside, told by where and what they are; the same seed draws the same window."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training.lens import WINDOW, aimed, scene

pytest.importorskip("PIL", reason="Pillow prints the digits of drawn dice, which only training needs")


def test_a_window_tells_what_lies_in_it() -> None:
    for seed in range(3):
        picture, dice = scene(np.random.default_rng(seed))
        known = dice[dice[:, 2] > 0]
        assert picture.shape == (WINDOW, WINDOW, 3) and picture.dtype == np.uint8
        assert len(known) and ((known[:, :2] > 0) & (known[:, :2] < WINDOW)).all()
        assert ((known[:, 3] >= 1) & (known[:, 3] <= 10)).all()
        assert np.array_equal(picture, scene(np.random.default_rng(seed))[0])


def test_a_camera_beside_the_table_sees_every_die_from_the_side() -> None:
    tilts = {slanted: [aimed(np.random.default_rng(s), slanted).tilt for s in range(40)] for slanted in (False, True)}
    assert min(tilts[True]) > np.radians(24) > min(tilts[False])
