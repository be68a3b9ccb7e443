"""Simulated hands have a closed surface, bend at their joints, and reach the wanted places."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.films.hand import BONES, FIST, OPEN, POINT, Hand, Pose
from tests.films.skin import skin, template


def test_the_surface_of_a_hand_is_closed() -> None:
    _, faces = template()
    edges = Counter(tuple(sorted((int(f[i]), int(f[(i + 1) % 3])))) for f in faces for i in range(3))
    assert set(edges.values()) == {2}


@pytest.mark.parametrize("left", [False, True])
def test_each_point_of_the_skin_follows_its_bones(left: bool) -> None:
    surface = skin(Hand(left=left))
    assert surface.weights.shape == (len(surface.mesh.points), len(BONES))
    assert np.allclose(surface.weights.sum(1), 1)
    tip = surface.mesh.points[:, 0].argmax()
    assert BONES[int(surface.weights[tip].argmax())] == "middle3"
    assert np.sign(surface.mesh.points[surface.weights[:, BONES.index("thumb3")] > 0.9][:, 1].mean()) == (
        -1 if left else 1
    )


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("roll", [0.0, 40.0, 160.0])
def test_a_hand_is_put_where_its_grip_or_its_finger_is_wanted(left: bool, roll: float) -> None:
    hand, point = Hand(left=left, shoulder=(20, -60, 30)), np.array([3.0, -2.0, 1.5])
    assert hand.grip(hand.wrist_for(replace(FIST, roll=roll), point)) == pytest.approx(point, abs=0.05)
    assert hand.tip(hand.tipped_at(replace(POINT, roll=roll), point)) == pytest.approx(point, abs=0.05)


def test_a_fist_is_shorter_than_an_open_hand() -> None:
    hand = Hand(shoulder=(0, -60, 10))
    reach = [max(at[1] for at, _ in hand.bones(replace(pose, at=(0, 0, 10))).values()) for pose in (FIST, OPEN)]
    assert reach[0] < reach[1] - 4


def test_a_pose_survives_as_numbers() -> None:
    assert Pose.of(POINT.numbers()) == POINT
