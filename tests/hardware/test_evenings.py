"""Whole evenings by camera and panel alone, and fingers that press whatever they find."""

from __future__ import annotations

from random import Random

import pytest

from tests.hardware import robot
from tests.hardware.conftest import Begin


@pytest.mark.parametrize("seed", range(3))
def test_a_full_evening_to_the_winner_by_camera_and_panel_alone(begin: Begin, seed: int) -> None:
    hands = begin(4, target=8000, box="exemple")
    robot.play(hands, Random(seed))
    told = hands.facts()
    assert {f.how for f in told[1:]} <= {"camera", "button", "auto"}
    assert sum(f.how == "button" for f in told) > 20
    assert hands.table.view()["outcome"]["winner"]
    kinds = {type(f).__name__ for f in told if f.how == "button"}
    assert {"BetPlaced", "BetsClosed", "StakePlaced"} <= kinds, kinds
