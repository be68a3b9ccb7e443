"""Renders a play as a camera records it: each frame mixes several moments, exposed row by row, through a lens."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import mujoco
import numpy as np

from tests.films.acts import Play
from tests.films.lens import Lens, Sensor, lens
from tests.films.plan import SPLITS, Plan, chances
from tests.films.truth import Moment
from tests.films.view import View, drifted
from tests.films.world import glow


def camera(plan: Plan, play: Play) -> Lens:
    """Return the properties of this film's camera."""
    return lens(chances(plan.split, plan.number, 2), play.stage.now, plan.view.high)


def frames(plan: Plan, play: Play) -> Iterator[np.ndarray]:
    """Yield the frames of the camera (BGR, uint8, in the size of the written film)."""
    seed, wide, high, habits = plan.number * 2 + SPLITS[plan.split], plan.view.wide, plan.view.high, camera(plan, play)
    sensor, moment = Sensor(habits, wide, high, chances(plan.split, plan.number, 3)), Moment(play.stage)
    count = int(play.stage.now * plan.fps)
    play.stage.model.vis.global_.offwidth, play.stage.model.vis.global_.offheight = wide, high
    last: np.ndarray | None = None
    with mujoco.Renderer(play.stage.model, high, wide) as renderer:
        for i in range(count):
            t = i / plan.fps
            moving = pace(play, plan.view, t, habits.exposure + habits.readout)
            if last is None or moving is not None:
                times = t + (habits.exposure + habits.readout) * (np.arange(n := samples(moving or 0)) + 0.5) / n
                shots = [shot(renderer, moment, play, plan.view, seed, float(s), k) for k, s in enumerate(times)]
                last = shutter(shots, times, t, habits.exposure, habits.readout)
            frame = sensor.take(last, t)
            yield (
                frame
                if frame.shape[:2] == plan.size[::-1]
                else cv2.resize(frame, plan.size, interpolation=cv2.INTER_CUBIC)
            )


def samples(pixels: float) -> int:
    """Return how many moments to draw for a frame with movement by `pixels`; even, as `glow` has two sides in turn."""
    return 2 if pixels < 12 else 4


def pace(play: Play, view: View, t: float, long: float) -> float | None:
    """Return the largest movement in view during `long` seconds, in pixels, at most 60; None if nothing moves."""
    stage = play.stage
    a, b = (min(int(np.searchsorted(stage.times, x)), len(stage.times) - 1) for x in (t, t + max(long, 0.008)))
    before = min(int(np.searchsorted(stage.times, t - 0.1)), a)
    spots_a, spots_b = (np.concatenate([stage.dice[k][:, :3], stage.mocap[k][:, :3]]) for k in (a, b))
    earlier = np.concatenate([stage.dice[before][:, :3], stage.mocap[before][:, :3]])
    near = np.abs(spots_a[:, :2]).max(1) < 1.7 * max(view.edge(0), view.edge(np.pi / 2)) + 8
    near &= spots_a[:, 2] > -10
    shaken = any(k < t < k + 0.7 for k, _ in play.knocks)
    shaded = any(begin < t < end + 0.1 for begin, end, _, _ in stage.glides.values())
    if not near.any():
        return 0.0 if view.held or shaken or shaded else None
    gone = np.linalg.norm(view.project(spots_b[near]) - view.project(spots_a[near]), axis=1).max()
    alike = np.abs(spots_a[near] - earlier[near]).max() < 2e-3
    return None if alike and not (view.held or shaken or shaded) else float(min(gone, 60))


def shot(
    renderer: mujoco.Renderer, moment: Moment, play: Play, view: View, seed: int, t: float, nth: int
) -> np.ndarray:
    """Return the picture at a time (RGB, uint8): the `nth` of one frame, shifted by a quarter pixel (anti-aliasing)."""
    moment.show(t)
    shaken = sum(size * np.exp(-9 * (t - at)) for at, size in play.knocks if at < t < at + 0.7)
    now, data, model = drifted(view, seed, t, float(shaken)), play.stage.data, play.stage.model
    camera = model.camera("eye").id
    model.cam_fovy[camera] = view.fovy
    x, y = ((0.25, -0.25), (-0.25, 0.25), (0.25, 0.25), (-0.25, -0.25))[nth % 4]
    axes = now.axes @ np.array([[1, 0, x / view.focal], [0, 1, y / view.focal], [-x / view.focal, -y / view.focal, 1]])
    data.cam_xpos[camera], data.cam_xmat[camera] = now.at, axes.ravel()
    glow(data, play.stage.room.lamps, 1 if nth % 2 else -1)
    renderer.update_scene(data, "eye")
    return np.asarray(renderer.render().copy())


def shutter(shots: list[np.ndarray], times: np.ndarray, t: float, exposure: float, readout: float) -> np.ndarray:
    """Return one frame from several moments, like a rolling shutter: each row is exposed later than the one above it."""
    high = shots[0].shape[0]
    cell = (times[1] - times[0]) / 2
    begin = t + readout * np.arange(high) / high
    share = np.stack(
        [np.clip(np.minimum(begin + exposure, s + cell) - np.maximum(begin, s - cell), 0, None) for s in times]
    )
    share = (share / share.sum(0)).astype(np.float32)
    return (sum(s * w[:, None, None] for s, w in zip(shots, share, strict=True)) + 0.5).astype(np.uint8)
