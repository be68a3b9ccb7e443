"""The acts of hands at a table: throw, wait, take away, keep, nudge, set down, reach over, put a glass."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import mujoco
import numpy as np

from tests.films.hand import CLAW, FIST, OPEN, PINCH, POINT, RELAXED, Pose
from tests.films.noise import Rng
from tests.films.stage import Stage
from tests.films.view import View

MOVED = 0.25
"""Maximum distance, in cm, by which a rolling die may push a kept one."""


@dataclass
class Thrown:
    """One throw: when it left the hand (seconds), which dice were thrown, and which were kept."""

    released: float
    dice: list[int]
    kept: list[int]
    taken: float | None = None
    """When a hand first took one of these dice after the throw, in seconds; None if no hand did."""


@dataclass
class Play:
    """The acts played on a stage in front of a camera, and a record of them."""

    stage: Stage
    view: View
    rng: Rng
    zone: float
    throws: list[Thrown] = field(default_factory=list)
    others: list[tuple[float, str]] = field(default_factory=list)
    """Other acts: time in seconds, and name."""
    knocks: list[tuple[float, float]] = field(default_factory=list)
    """Knocks on the table: time in seconds, and by how many cm the camera shakes."""

    # --- where hands are ---

    def azimuth(self, h: int) -> float:
        """Return the direction from which hand `h` comes, in radians."""
        x, y, _ = self.stage.tracks[h].hand.shoulder
        return float(np.arctan2(y, x))

    def reach(self, h: int, far: float, height: float, pose: Pose = RELAXED, aside: float = 0.0) -> Pose:
        """Return this pose with the wrist `far` cm beyond the picture's edge, on the hand's side (negative: inside)."""
        azimuth = self.azimuth(h)
        away = self.view.edge(azimuth, height) + far
        out = np.array([np.cos(azimuth), np.sin(azimuth)]) * away + aside * np.array(
            [-np.sin(azimuth), np.cos(azimuth)]
        )
        return replace(pose, at=(float(out[0]), float(out[1]), height))

    def away(self, h: int, pose: Pose = RELAXED) -> Pose:
        """Return this pose with the hand out of the picture."""
        return self.reach(h, 25, float(self.rng.uniform(7, 12)), pose, float(self.rng.normal(0, 3)))

    def border(self, h: int) -> Pose:
        """Return a pose with the fingers at the border of the picture and the rest of the hand outside."""
        return self.reach(
            h, float(self.rng.uniform(9, 15)), float(self.rng.uniform(3, 7)), RELAXED, float(self.rng.normal(0, 3))
        )

    # --- dice in hands ---

    def hold(self, h: int, dice: list[int]) -> None:
        """Put these dice into the fist of hand `h`."""
        spots = self.spots(h, len(dice))
        for i, place in zip(dice, spots, strict=True):
            turn, _ = np.linalg.qr(self.rng.normal(size=(3, 3)))
            turn[:, 0] *= np.sign(np.linalg.det(turn))
            self.stage.take(i, h, place, turn)

    def spots(self, h: int, count: int) -> list[np.ndarray]:
        """Return the places of dice in a fist, relative to its palm in cm: side by side, six in a layer."""
        hand = self.stage.tracks[h].hand
        mirror, wide = (-1 if hand.left else 1), max(d.solid.edge for d in self.stage.room.dice) * 1.35
        order = [(0, 0), (0, 1), (0, -1), (-1, 0), (-1, 1), (-1, -1)]
        out = []
        for k in range(count):
            x, y = order[k % 6]
            out.append(np.array([8.4 + 0.9 * wide * x, mirror * (0.3 + wide * y), -2.5 - wide * (k // 6)]) * hand.size)
        return out

    def on_table(self) -> list[int]:
        """Return the dice that no hand holds."""
        return [i for i in range(len(self.stage.room.dice)) if i not in self.stage.held]

    # --- acts ---

    def throw(self, h: int, shake: float, wild: bool = False) -> bool:
        """Let hand `h` throw what it holds; return False if no simulated throw came to rest properly (`comes_to_rest`)."""
        rng, stage = self.rng, self.stage
        hand = stage.tracks[h].hand
        dice = [i for i, hold in stage.held.items() if hold.hand == h]
        kept = self.on_table()
        azimuth, style = self.azimuth(h), str(rng.choice(["sling", "drop", "underhand"], p=[0.5, 0.3, 0.2]))
        along = np.array([-np.cos(azimuth), -np.sin(azimuth)])
        turn = rng.normal(0, 0.35)
        along = np.array(
            [along[0] * np.cos(turn) - along[1] * np.sin(turn), along[0] * np.sin(turn) + along[1] * np.cos(turn)]
        )
        aim = rng.normal(0, 0.16 * self.zone, 2)
        back = {"sling": 0.75, "drop": 0.15, "underhand": 0.9}[style] * self.zone
        height = float(rng.uniform(5, 8) if style != "underhand" else rng.uniform(4, 6))
        fist = replace(
            FIST,
            roll=float(rng.uniform(135, 170)) if style == "underhand" else float(rng.normal(15, 20)),
            pitch=float(rng.uniform(5, 25)) if style != "underhand" else float(rng.uniform(-15, 5)),
        )
        flat = replace(OPEN, roll=fist.roll * 0.9, pitch=fist.pitch + 15)
        point = np.array([*(aim - along * back), height])
        start = hand.wrist_for(fist, point - np.array([*(along * 5), -3]))
        stage.key(h, float(rng.uniform(0.4, 0.75)), start, stop=shake <= 0)
        for k in range(int(shake / 0.13)):  # rattle the dice in the fist
            side = np.array([-along[1], along[0], 0]) * (1.6 if k % 2 else -1.6) + np.array([0, 0, 1.2 * (-1) ** k])
            stage.key(
                h,
                0.13,
                replace(start, at=tuple(np.asarray(start.at) + side), roll=start.roll + 12 * (-1) ** k),
                stop=False,
            )
        stage.key(h, 0.14, replace(start, at=tuple(np.asarray(start.at) - np.array([*(along * 3), -1.0]))), stop=False)
        speed = {"sling": rng.uniform(50, 110), "drop": rng.uniform(8, 30), "underhand": rng.uniform(40, 80)}[style]
        stage.key(h, 0.13, hand.wrist_for(replace(fist, curl=(0.35,) * 4, thumb=0.4), point), stop=False)
        released = stage.tracks[h].keys[-1][0]
        after = hand.wrist_for(flat, point + np.array([*(along * min(6.0, 0.1 * speed)), 1.5]))
        stage.key(h, 0.16, after)
        stage.run(released)
        return self.release(dice, kept, h, np.array([*(along * speed), 25.0 if style == "underhand" else -10.0]), wild)

    def release(self, dice: list[int], kept: list[int], h: int, velocity: np.ndarray, wild: bool) -> bool:
        """Release these dice with the first of 16 random pushes after which they rest properly; False if none does."""
        stage, rng = self.stage, self.rng
        state, now, held = stage.snapshot(), stage.now, dict(stage.held)
        before = {i: stage.pose(i)[0] for i in kept}
        for attempt in range(16):
            slower = 0.86**attempt
            pushes = [
                (
                    velocity * slower * rng.uniform(0.75, 1.2) + rng.normal(0, 9, 3) * slower,
                    rng.normal(0, 17 * slower, 3),
                )
                for _ in dice
            ]
            for play in (False, True):
                for i, (v, spin) in zip(dice, pushes, strict=True):
                    stage.let_go(i, v, spin)
                stage.calm()
                if play:
                    self.throws.append(Thrown(now, sorted(dice), sorted(kept)))
                    return True
                good = self.comes_to_rest(dice, kept, before, wild)
                stage.restore(state, now)
                stage.held = dict(held)
                for i in dice:
                    stage.solid(i, False)
                if not good:
                    break
        return False

    def comes_to_rest(self, dice: list[int], kept: list[int], before: dict[int, np.ndarray], wild: bool) -> bool:
        """Whether the released dice rest within 2.2 s; unless `wild`, flat on the table, in view, kept ones unmoved."""
        stage = self.stage
        quiet = 0
        for k in range(2200):
            stage.step(logged=False)
            if k % 20 == 0:
                v = stage.data.qvel.reshape(-1, 6)[[*dice, *kept]]
                slow = np.linalg.norm(v[:, :3], axis=1).max() < 0.4 and np.linalg.norm(v[:, 3:], axis=1).max() < 0.1
                quiet = quiet + 1 if slow else 0
                if quiet >= 6:
                    break
        else:
            return False
        if wild:
            return True
        for i in [*dice, *kept]:
            solid, (at, turn) = stage.room.dice[i].solid, stage.pose(i)
            if (
                solid.up(turn)[1] > 3
                or at[2] > solid.height + 0.2
                or not self.view.sees(solid.corners @ turn.T + at, 3)
            ):
                return False
            if i in kept and np.linalg.norm(at - before[i]) > MOVED:
                return False
        return True

    def until_rest(self, longest: float = 2.4) -> None:
        """Run until the dice on the table have been at rest for a moment, at most `longest` seconds."""
        stage, end = self.stage, self.stage.now + longest
        stage.run(stage.now + 0.1)
        while stage.now < end and not stage.at_rest(self.on_table()):
            stage.run(stage.now + 0.02)

    def leave(self, h: int, after: float = 0.0, to: Pose | None = None, over: float | None = None) -> float:
        """Move hand `h` out of the picture or to pose `to`; return the time of its arrival."""
        if after:
            self.stage.key(h, after, Pose.of(self.stage.tracks[h].keys[-1][1]))
        return self.stage.key(h, over or float(self.rng.uniform(0.35, 0.7)), to or self.away(h))

    def pick(self, h: int, dice: list[int], each: float, arrive: float = 0.45) -> None:
        """Let hand `h` take these dice one after the other into its fist, `each` seconds for a die."""
        stage, rng = self.stage, self.rng
        hand, holding = stage.tracks[h].hand, sum(x.hand == h for x in stage.held.values())
        spots = self.spots(h, holding + len(dice))[holding:]
        claw = replace(CLAW, pitch=float(rng.uniform(22, 34)), roll=float(rng.normal(0, 8)))
        at = stage.tracks[h].hand.grip(stage.tracks[h].at(stage.now))
        left = list(dice)
        for n, place in enumerate(spots):
            i = min(left, key=lambda k: float(np.linalg.norm(stage.pose(k)[0] - at)))
            left.remove(i)
            at = stage.pose(i)[0]
            over = hand.wrist_for(claw, at + np.array([0, 0, 0.5]))
            if n == 0:
                stage.key(h, arrive * 0.7, replace(over, at=(over.at[0], over.at[1], over.at[2] + 3)), stop=False)
                there = stage.key(h, arrive * 0.3, over)
            else:
                there = stage.key(h, each, over)
            stage.run(there)
            self.touched(i)
            stage.take(i, h, place, over=min(0.12, 0.8 * each))
        fist = replace(over, curl=FIST.curl, thumb=FIST.thumb, at=(over.at[0], over.at[1], over.at[2] + 3.5))
        stage.run(stage.key(h, 0.2, fist))

    def touched(self, i: int) -> None:
        """Record that a hand takes die `i` now."""
        for throw in self.throws:
            if throw.taken is None and i in throw.dice + throw.kept:
                throw.taken = self.stage.now

    def nudge(self, h: int, i: int, by: float) -> None:
        """Let a finger of hand `h` push die `i` by `by` cm."""
        stage, hand = self.stage, self.stage.tracks[h].hand
        azimuth = self.azimuth(h) + np.pi + self.rng.normal(0, 0.5)
        way = np.array([np.cos(azimuth), np.sin(azimuth), 0])
        at, pose = stage.pose(i)[0], replace(POINT, pitch=24.0)
        low = np.array([0, 0, 0.1])
        edge = stage.room.dice[i].solid.edge
        stage.key(h, 0.45, hand.tipped_at(pose, at - way * (edge + 2.2) + np.array([0, 0, 3])), stop=False)
        stage.run(stage.key(h, 0.2, hand.tipped_at(pose, at - way * (edge * 0.7 + 1.2) + low)))
        self.others.append((stage.now, "nudge"))
        geom = stage.model.geom(f"hand{h}-index3").id
        stage.model.geom_contype[geom] = stage.model.geom_conaffinity[geom] = 1
        stage.run(stage.key(h, 0.35, hand.tipped_at(pose, at + way * (by - edge / 2 - 0.5) + low)))
        stage.key(h, 0.15, hand.tipped_at(pose, at + way * (by - edge - 1.5) + np.array([0, 0, 2])))
        stage.run(stage.now + 0.1)
        stage.model.geom_contype[geom] = stage.model.geom_conaffinity[geom] = 0

    def point(self, h: int, at: np.ndarray, wait: float) -> None:
        """Let hand `h` point at a place for `wait` seconds without touching it."""
        hand = self.stage.tracks[h].hand
        there = hand.tipped_at(replace(POINT, pitch=20.0), at + np.array([0, 0, 3.2]))
        self.stage.key(h, 0.5, there)
        self.stage.run(self.stage.key(h, wait, there))
        self.others.append((self.stage.now, "point"))

    def set_down(self, h: int, i: int, at: np.ndarray, slow: float = 1.0) -> None:
        """Let hand `h` lay die `i`, which it holds, on the table with two fingers, `slow` times as slowly as usual."""
        stage, solid = self.stage, self.stage.room.dice[i].solid
        hand = stage.tracks[h].hand
        value = solid.values[int(self.rng.integers(len(solid.values)))]
        lying = solid.lying(value, float(self.rng.uniform(0, 6.28)))
        place = np.array([*at[:2], solid.height + (0.03 if stage.room.table.things else 0.005)])
        pose = hand.wrist_for(replace(PINCH, pitch=30.0), place + np.array([0, 0, 0.7]))
        stage.key(h, 0.5 * slow, replace(pose, at=(pose.at[0], pose.at[1], pose.at[2] + 4)), stop=False)
        there = stage.key(h, 0.3 * slow, pose)
        palm_at, palm = stage.palm(h, there)
        stage.take(i, h, palm.T @ (place - palm_at), palm.T @ lying)
        stage.run(there + 0.08)
        stage.put(i, place, lying)
        stage.let_go(i, np.zeros(3), np.zeros(3))
        stage.put(i, place, lying)
        self.others.append((stage.now, "set down"))
        up = Pose.of(stage.tracks[h].keys[-1][1])
        stage.run(stage.key(h, 0.2 * slow, replace(up, curl=CLAW.curl, thumb=0.3, at=(up.at[0], up.at[1], up.at[2] + 3))))

    def put_glass(self, h: int, thing: int, at: np.ndarray) -> None:
        """Let hand `h` bring a glass and leave it at `at`."""
        stage, hand, tall = self.stage, self.stage.tracks[h].hand, self.stage.room.things[thing].size[1]
        stage.carried[thing] = h
        side = replace(CLAW, roll=75.0, pitch=5.0, curl=(0.38,) * 4, thumb=0.2)
        down = hand.wrist_for(side, np.array([*at[:2], tall]))
        stage.key(h, 0.6, replace(down, at=(down.at[0], down.at[1], down.at[2] + 5)), stop=False)
        stage.run(stage.key(h, 0.3, down))
        del stage.carried[thing]
        self.others.append((stage.now, "glass"))
        stage.key(h, 0.2, replace(down, curl=OPEN.curl, thumb=0.0))

    def pass_over(self, h: int, height: float) -> None:
        """Let an arm reach across the picture and withdraw, without touching anything."""
        azimuth = self.azimuth(h)
        far = replace(RELAXED, at=(-4 * np.cos(azimuth) + float(self.rng.normal(0, 4)), -4 * np.sin(azimuth), height))
        self.stage.key(h, 0.55, far)
        self.stage.run(self.stage.key(h, 0.55, self.away(h)))
        self.others.append((self.stage.now, "arm across"))

    def shade(self, thing: int) -> None:
        """Move a thing between the lamp and the table: its shadow enters the picture, and leaves it again or stays."""
        lamp = np.array(self.stage.room.lamps[0].at)
        turn, high = self.rng.uniform(0, 2 * np.pi), 0.62
        side = np.array([np.cos(turn), np.sin(turn), 0]) * (self.zone + 22)
        middle = side * self.rng.choice([0.0, 0.25, -1.0], p=[0.35, 0.35, 0.3])
        a, b = (lamp * high + (1 - high) * x for x in (side, middle))
        over = float(self.rng.uniform(0.5, 1.2))
        self.stage.glides[thing] = (self.stage.now, self.stage.now + over, a, b)
        self.others.append((self.stage.now, "shadow"))
        self.stage.run(self.stage.now + over)

    def knock(self) -> None:
        """Simulate a knock on the table: the dice hop a little and the camera shakes."""
        stage = self.stage
        self.knocks.append((stage.now, float(self.rng.uniform(0.1, 0.5))))
        for i in self.on_table():
            stage.data.qvel[6 * i + 2] += self.rng.uniform(4, 11)
            stage.data.qvel[6 * i + 3 : 6 * i + 5] += self.rng.normal(0, 0.8, 2)
        self.others.append((stage.now, "knock"))
        mujoco.mj_forward(stage.model, stage.data)
        self.until_rest(0.8)
