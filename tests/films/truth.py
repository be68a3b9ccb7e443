"""The truth of a film, from its simulation: when each throw rested, could be seen and was taken, and its faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from tests.films.acts import Play, Thrown
from tests.films.lens import Lens
from tests.films.stage import EVERY, SETTLED, SLOW, STILL, Stage
from tests.films.view import View
from tests.films.world import FLESH, SHOWN, STEP

LEAN = 6.0
"""Minimum slope of the top face, in degrees, of a leaning die."""
SHARP = 1.0
"""Maximum blur by lost focus, in pixels as drawn; beyond it nothing counts as in view."""
CLEAR = 0.27
"""Minimum time at rest in view, in seconds (and at least three frames); a shorter time makes the throw doubtful."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A stage whose data can be set to any time, interpolated between two entries of its log."""

    stage: Stage

    def show(self, t: float) -> None:
        """Set the stage's data to the state at this time."""
        stage = self.stage
        i = min(max(int(np.searchsorted(stage.times, t, "right")) - 1, 0), len(stage.times) - 2)
        share = float(np.clip((t - stage.times[i]) / (stage.times[i + 1] - stage.times[i]), 0, 1))
        stage.data.qpos[: stage.dice[i].size] = between(stage.dice[i], stage.dice[i + 1], share).ravel()
        mocap = between(stage.mocap[i], stage.mocap[i + 1], share)
        stage.data.mocap_pos[:], stage.data.mocap_quat[:] = mocap[:, :3], mocap[:, 3:]
        mujoco.mj_kinematics(stage.model, stage.data)
        mujoco.mj_comPos(stage.model, stage.data)
        mujoco.mj_camlight(stage.model, stage.data)


def between(a: np.ndarray, b: np.ndarray, share: float) -> np.ndarray:
    """Return poses (n, 7) interpolated between two others; rotations take the shorter way."""
    b = b.copy()
    b[:, 3:] *= np.where((a[:, 3:] * b[:, 3:]).sum(1) < 0, -1, 1)[:, None]
    out = a * (1 - share) + b * share
    out[:, 3:] /= np.maximum(np.linalg.norm(out[:, 3:], axis=1, keepdims=True), 1e-9)
    return np.asarray(out)


def story(play: Play, lens: Lens, fps: float) -> list[dict[str, Any]]:
    """Return the truth of all throws."""
    return [told(play, lens, throw, fps) for throw in play.throws]


def told(play: Play, lens: Lens, throw: Thrown, fps: float) -> dict[str, Any]:
    """Return the truth of one throw: its times in seconds, each die's value and place, and its doubts."""
    stage, dice = play.stage, sorted(throw.dice + throw.kept)
    out: dict[str, Any] = {
        "released": round(throw.released, 3),
        "taken": None if throw.taken is None else round(throw.taken, 3),
    }
    span = resting(stage, throw, dice)
    if span is None:
        return out | {"rest": None, "moved": None, "clear": None, "dice": [], "doubts": ["never at rest"]}
    frames = np.arange(np.ceil(span[0] * fps), np.floor(span[1] * fps) + 1) / fps
    clear = longest([lens.defocus(t) < SHARP and all(visible(stage, play.view, t, dice)) for t in frames], frames)
    middle = sum(clear) / 2 if clear else span[0] + 0.02
    Moment(stage).show(middle)
    rows, doubts = [], set[str]()
    for i in dice:
        solid, (at, turn) = stage.room.dice[i].solid, stage.pose(i)
        value, lean = solid.up(turn)
        hull = solid.corners @ turn.T + at
        corner, far = play.view.project(hull).min(0), play.view.project(hull).max(0)
        if not play.view.sees(hull):
            doubts.add("out of view")
        elif lean > LEAN:
            doubts.add("leaning")
        elif at[2] > solid.height + 0.5:
            doubts.add("stacked")
        rows.append(
            {
                "die": i,
                "kind": solid.kind,
                "value": value,
                "kept": i in throw.kept,
                "lean": round(lean, 1),
                "box": [round(float(x)) for x in (*corner, *(far - corner))],
            }
        )
    if clear is None or clear[1] - clear[0] < max(CLEAR, 3 / fps):
        doubts.add("hidden or short")
    return out | {
        "rest": round(span[0], 3),
        "moved": round(span[1], 3),
        "clear": clear and [round(c, 3) for c in clear],
        "dice": rows,
        "doubts": sorted(doubts),
    }


def resting(stage: Stage, throw: Thrown, dice: list[int]) -> tuple[float, float] | None:
    """Return from when to when all these dice lie still after the throw, in seconds; None if they never do."""
    times, speeds = np.array(stage.times), np.array(stage.speeds)[:, dice]
    end = min(throw.taken or np.inf, times[-1])
    still = (speeds < (SLOW, STILL)).all((1, 2)) & (times > throw.released + 0.05) & (times < end)
    need = int(SETTLED / STEP / EVERY)
    run = 0
    for i, ok in enumerate(still):
        run = run + 1 if ok else 0
        if run == need:
            after = np.nonzero(~still[i:])[0]
            last = times[i + after[0]] if len(after) else end
            return float(times[i - need + 1]), float(min(last, end))
    return None


def visible(stage: Stage, view: View, t: float, dice: list[int]) -> list[bool]:
    """Return for each die whether at most one of five points of its top face is hidden from the camera at this time."""
    Moment(stage).show(t)
    groups = np.zeros(6, np.uint8)
    groups[[SHOWN, FLESH]] = 1
    out, hit = [], np.zeros(1, np.int32)
    for i in dice:
        solid, (at, turn) = stage.room.dice[i].solid, stage.pose(i)
        normal = turn @ solid.normals[int((turn @ solid.normals.T)[2].argmax())]
        side = np.cross(normal, turn[:, 0] if abs(turn[:, 0] @ normal) < 0.7 else turn[:, 1])
        across = np.cross(normal, side)
        points = [
            at + solid.height * normal + 0.3 * solid.edge * (a * side + b * across)
            for a, b in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
        ]
        seen = 0
        for point in points:
            way = point - view.at
            far = mujoco.mj_ray(stage.model, stage.data, view.at, way, groups, 1, stage.model.body(f"die{i}").id, hit)
            seen += far < 0 or far > 0.995
        out.append(seen >= 4)
    return out


def longest(seen: Sequence[bool], frames: np.ndarray) -> tuple[float, float] | None:
    """Return start and end (seconds) of the longest run of frames in which all dice can be seen; None if there is none."""
    best: tuple[float, float] | None = None
    begin: float | None = None
    for ok, t in zip(seen, frames, strict=True):
        begin = (float(t) if begin is None else begin) if ok else None
        if begin is not None and (best is None or t - begin > best[1] - best[0]):
            best = begin, float(t)
    return best
