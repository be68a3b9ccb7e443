"""The simulation of a film: hands follow key poses, dice fall by physics, and a log records all positions."""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco
import numpy as np

from tests.films.hand import BONES, Hand, Pose
from tests.films.world import HIDDEN, STEP, Room, build, damping

EVERY = 4
"""Steps of the simulation between two entries of the log."""
SLOW, STILL = 0.6, 0.15
"""Maximum speed (cm/s) and rotation (rad/s) of a die at rest."""
SETTLED = 0.08
"""Minimum time, in seconds, below these speeds until a die is at rest."""


@dataclass
class Track:
    """The key poses of one hand: time (seconds), the pose as a vector, and whether the hand stops there."""

    hand: Hand
    keys: list[tuple[float, np.ndarray, bool]]

    def at(self, t: float) -> Pose:
        """Return the pose at this time: a cubic interpolation of the keys, plus a small tremor."""
        times = [k[0] for k in self.keys]
        i = int(np.searchsorted(times, t, "right")) - 1
        if i < 0 or i >= len(self.keys) - 1:
            value = self.keys[max(0, min(i, len(self.keys) - 1))][1]
        else:
            (t0, a, _), (t1, b, _) = self.keys[i], self.keys[i + 1]
            s, wide = (t - t0) / (t1 - t0), t1 - t0
            va, vb = self.speed(i) * wide, self.speed(i + 1) * wide
            value = (
                (2 * s**3 - 3 * s**2 + 1) * a
                + (s**3 - 2 * s**2 + s) * va
                + (3 * s**2 - 2 * s**3) * b
                + (s**3 - s**2) * vb
            )
        shake = np.zeros(12)
        phase = self.hand.seed % 97
        shake[:3] = 0.05 * np.sin(t * np.array([7.1, 9.3, 8.2]) + phase) + 0.08 * np.sin(
            t * np.array([1.7, 2.3, 1.1]) + phase
        )
        shake[6:10] = 0.012 * np.sin(t * np.array([2.9, 3.7, 3.1, 2.3]) + phase)
        return Pose.of(value + shake)

    def speed(self, i: int) -> np.ndarray:
        """Return the rate of change of the pose at key `i`."""
        if self.keys[i][2] or i in (0, len(self.keys) - 1):
            return np.zeros(12)
        (t0, a, _), (t1, b, _) = self.keys[i - 1], self.keys[i + 1]
        return np.asarray((b - a) / (t1 - t0))


@dataclass(frozen=True, slots=True)
class Hold:
    """A die in a hand: its place and rotation relative to the palm. Until `since + over` it moves there from pose `start`."""

    hand: int
    place: np.ndarray
    turn: np.ndarray
    since: float
    over: float
    start: tuple[np.ndarray, np.ndarray] | None


@dataclass
class Stage:
    """A room and its simulation over time."""

    room: Room
    model: mujoco.MjModel = field(init=False)
    data: mujoco.MjData = field(init=False)
    now: float = 0.0
    tracks: list[Track] = field(init=False)
    held: dict[int, Hold] = field(default_factory=dict)
    carried: dict[int, int] = field(default_factory=dict)
    """The things in hands: index of the thing, index of the hand."""
    glides: dict[int, tuple[float, float, np.ndarray, np.ndarray]] = field(default_factory=dict)
    """The moving things, by index: start and end time (seconds), start and end place (cm)."""
    times: list[float] = field(default_factory=list)
    dice: list[np.ndarray] = field(default_factory=list)
    mocap: list[np.ndarray] = field(default_factory=list)
    speeds: list[np.ndarray] = field(default_factory=list)
    """The speeds of each die at each entry of the log: cm/s and rad/s."""

    def __post_init__(self) -> None:
        self.model = build(self.room)
        self.data = mujoco.MjData(self.model)
        self.tracks = [Track(hand, [(0.0, Pose(at=(0, 0, -60)).numbers(), True)]) for hand in self.room.hands]
        bodies = [self.model.body(f"die{i}").id for i in range(len(self.room.dice))]
        self.hulls = [np.nonzero((self.model.geom_bodyid == b) & (self.model.geom_group == HIDDEN))[0] for b in bodies]
        for i in range(len(self.room.dice)):
            self.solid(i, False)  # a die collides only on the table, or after a hand let it go
        self.bones = [
            [int(self.model.body(f"hand{h}-{b}").mocapid[0]) for b in BONES] for h in range(len(self.room.hands))
        ]

    # --- dice ---

    def solid(self, i: int, on: bool) -> None:
        """Switch the collisions of die `i` on or off."""
        self.model.geom_contype[self.hulls[i]] = self.model.geom_conaffinity[self.hulls[i]] = int(on)

    def pose(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the place (cm) and the rotation matrix of die `i`."""
        matrix = np.zeros(9)
        mujoco.mju_quat2Mat(matrix, self.data.qpos[7 * i + 3 : 7 * i + 7])
        return self.data.qpos[7 * i : 7 * i + 3].copy(), matrix.reshape(3, 3)

    def put(self, i: int, at: np.ndarray, rotation: np.ndarray) -> None:
        """Put die `i` at this place and rotation, at rest."""
        self.data.qpos[7 * i : 7 * i + 3] = at
        mujoco.mju_mat2Quat(self.data.qpos[7 * i + 3 : 7 * i + 7], np.ascontiguousarray(rotation).ravel())
        self.data.qvel[6 * i : 6 * i + 6] = 0

    def palm(self, h: int, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Return origin and rotation matrix of a hand's palm at a time."""
        pose = self.tracks[h].at(t)
        return np.asarray(pose.at), self.tracks[h].hand.arm_and_palm(pose)[1]

    def take(self, i: int, h: int, place: np.ndarray, turn: np.ndarray | None = None, over: float = 0.0) -> None:
        """Move die `i` into hand `h` within `over` seconds; `place` is relative to the palm."""
        start = self.pose(i) if over else None
        if turn is None:
            turn = self.palm(h, self.now + over)[1].T @ self.pose(i)[1]
        self.held[i] = Hold(h, place, turn, self.now, over, start)
        self.solid(i, False)

    def let_go(self, i: int, velocity: np.ndarray, spin: np.ndarray) -> None:
        """Release die `i` from its hand with this velocity (cm/s) and spin (rad/s)."""
        self.follow(i)
        del self.held[i]
        self.solid(i, True)
        self.data.qvel[6 * i : 6 * i + 3] = velocity
        self.data.qvel[6 * i + 3 : 6 * i + 6] = spin

    def follow(self, i: int) -> None:
        """Move a held die with its hand."""
        hold = self.held[i]
        at, palm = self.palm(hold.hand, self.now)
        place, turn = at + palm @ hold.place, palm @ hold.turn
        if hold.start is not None and self.now < hold.since + hold.over:
            s = (self.now - hold.since) / hold.over
            s = s * s * (3 - 2 * s)
            place, turn = hold.start[0] * (1 - s) + place * s, hold.start[1]
        self.put(i, place, turn)

    # --- hands ---

    def key(self, h: int, after: float, pose: Pose, stop: bool = True) -> float:
        """Add a key pose, `after` seconds after the last key of hand `h` (or after now, if later); return its time."""
        track = self.tracks[h]
        last = track.keys[-1][0]
        if last < self.now - 1e-6:
            track.keys.append((self.now, track.keys[-1][1], True))
            last = self.now
        track.keys.append((last + max(after, 0.03), pose.numbers(), stop))
        return last + max(after, 0.03)

    def start(self, h: int, pose: Pose) -> None:
        """Set the first pose of hand `h`."""
        self.tracks[h].keys = [(0.0, pose.numbers(), True)]

    # --- time ---

    def run(self, until: float) -> None:
        """Run the simulation until this time."""
        while self.now < until - STEP / 2:
            self.step()

    def step(self, logged: bool = True) -> None:
        """Run one step of the simulation."""
        tick = round(self.now / STEP)
        if tick % EVERY == 0:
            self.calm()
            if logged:
                self.move_hands()
                self.log()
        mujoco.mj_step(self.model, self.data)
        self.now = (tick + 1) * STEP

    def move_hands(self) -> None:
        """Move the hands, the things that they carry, and the things in `glides` to their places of now."""
        for h, track in enumerate(self.tracks):
            pose = track.at(self.now)
            bones = track.hand.bones(pose)
            for bone, k in zip(BONES, self.bones[h], strict=True):
                at, frame = bones[bone]
                self.data.mocap_pos[k] = at
                mujoco.mju_mat2Quat(self.data.mocap_quat[k], np.ascontiguousarray(frame).ravel())
            for thing, hand in self.carried.items():
                if hand == h:
                    k = int(self.model.body(f"thing{thing}").mocapid[0])
                    self.data.mocap_pos[k] = track.hand.grip(pose)

        for thing, (begin, end, a, b) in self.glides.items():
            k = int(self.model.body(f"thing{thing}").mocapid[0])
            s = float(np.clip((self.now - begin) / (end - begin), 0, 1))
            self.data.mocap_pos[k] = a + (b - a) * s * s * (3 - 2 * s)

    def log(self) -> None:
        """Move the held dice with their hands, then record all positions and speeds of now."""
        n = len(self.room.dice)
        for i in self.held:
            self.follow(i)
        self.times.append(self.now)
        self.dice.append(self.data.qpos[: 7 * n].reshape(n, 7).copy())
        self.mocap.append(np.concatenate([self.data.mocap_pos, self.data.mocap_quat], 1))
        moving = self.data.qvel[: 6 * n].reshape(n, 6)
        self.speeds.append(np.stack([np.linalg.norm(moving[:, :3], axis=1), np.linalg.norm(moving[:, 3:], axis=1)], 1))

    def calm(self) -> None:
        """Stop slow dice from bouncing; otherwise they would tremble for ever."""
        moving = self.data.qvel.reshape(-1, 6)
        for i, geoms in enumerate(self.hulls):
            quick = np.abs(moving[i, :3]).max() > 4 or np.abs(moving[i, 3:]).max() > 3
            self.model.geom_solref[geoms, 1] = damping(self.room.table) if quick else 1.0

    def at_rest(self, which: list[int]) -> bool:
        """Whether these dice have been at rest for `SETTLED` seconds, by the log."""
        back = int(SETTLED / STEP / EVERY)
        recent = np.array(self.speeds[-back:])[:, which]
        return len(recent) == back and bool((recent < (SLOW, STILL)).all())

    # --- save and restore ---

    def snapshot(self) -> np.ndarray:
        """Return the state of the physics, for `restore`."""
        spec = mujoco.mjtState.mjSTATE_INTEGRATION
        state = np.zeros(mujoco.mj_stateSize(self.model, spec))
        mujoco.mj_getState(self.model, self.data, state, spec)
        return state

    def restore(self, state: np.ndarray, now: float) -> None:
        """Restore the state of a `snapshot`, and its time."""
        mujoco.mj_setState(self.model, self.data, state, mujoco.mjtState.mjSTATE_INTEGRATION)
        self.now = now
