"""A frozen or covered camera is reported within the time limit, until it sends good pictures again."""

from __future__ import annotations

import numpy as np
import pytest

from vision.watching.health import DARK, FROZEN, Health

RNG = np.random.default_rng(1)


def noisy(level: float, noise: float = 3.0) -> np.ndarray:
    return np.clip(RNG.normal(level, noise, (120, 160, 3)), 0, 255).astype(np.uint8)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def seen(health: Health, clock: Clock, frames: list[np.ndarray]) -> list[str | None]:
    told = []
    for frame in frames:
        clock.now += 0.1
        told.append(health.saw(frame))
    return told


def test_a_living_camera_is_well_also_in_a_dim_room(clock: Clock) -> None:
    health = Health(clock)
    assert not any(seen(health, clock, [noisy(level) for level in (100, 40, 20)] * 20))


def test_the_same_frame_for_too_long_is_frozen_until_another_comes(clock: Clock) -> None:
    health, frame = Health(clock), noisy(90)
    told = seen(health, clock, [frame] * 40)
    assert not any(told[: int(FROZEN * 10)])
    assert "même image" in str(told[-1])
    assert health.frozen
    assert seen(health, clock, [noisy(90)]) == [None]
    assert not health.frozen


def test_a_covered_lens_is_told_until_there_is_light(clock: Clock) -> None:
    health = Health(clock)
    told = seen(health, clock, [noisy(2) for _ in range(30)])
    assert not any(told[: int(DARK * 10) - 1])
    assert "noir" in str(told[-1])
    assert not health.frozen
    assert seen(health, clock, [noisy(60)]) == [None]


def test_dice_on_black_cloth_are_no_darkness(clock: Clock) -> None:
    health = Health(clock)
    frames = [noisy(3) for _ in range(30)]
    for frame in frames:
        frame[40:64, 40:64] = 220
    assert not any(seen(health, clock, frames))
