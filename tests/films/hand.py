"""A hand with its forearm: its bones and its poses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from tests.films.noise import Colour

SPAN = 62.0
"""Length of forearm and sleeve behind the wrist, in cm."""
BONES = (
    "arm",
    "palm",
    *(f"{f}{k}" for f in ("index", "middle", "ring", "little") for k in (1, 2, 3)),
    "thumb1",
    "thumb2",
    "thumb3",
)
FINGERS = {  # root relative to the wrist (cm), direction (degrees); lengths of bones, and radii of joints and tip (cm)
    "index": ((9.1, 2.7, 0.0), 7, (4.4, 2.6, 2.1), (0.98, 0.86, 0.76, 0.6)),
    "middle": ((9.4, 0.8, 0.15), 0, (4.9, 3.0, 2.2), (1.0, 0.88, 0.78, 0.62)),
    "ring": ((9.0, -1.15, 0.05), -7, (4.5, 2.8, 2.2), (0.95, 0.84, 0.74, 0.58)),
    "little": ((8.2, -2.9, -0.2), -15, (3.5, 2.1, 1.9), (0.82, 0.72, 0.63, 0.5)),
}
THUMB = ((2.2, 2.3, -0.7), (4.2, 3.3, 2.7), (1.45, 1.12, 0.96, 0.66))
PARTS = {**{name: finger[2:] for name, finger in FINGERS.items()}, "thumb": THUMB[1:]}
"""The lengths of the bones of each finger and the thumb, and the radii at its joints and tip."""
PARENT = {
    **{f"{f}{k}": f"{f}{k - 1}" if k > 1 else "palm" for f in (*FINGERS, "thumb") for k in (1, 2, 3)},
    "palm": "arm",
}


@dataclass(frozen=True, slots=True)
class Pose:
    """The pose of a hand: wrist (cm); yaw, pitch (fingers down) and roll (180: palm up) in degrees; its fingers.

    `curl`, from index to little finger, is 0 for stretched and 1 for a fist; `thumb` is 0 for apart and 1 for across the palm.
    `spread` is 0 for fingers close together and 1 for fingers apart.
    """

    at: tuple[float, float, float] = (0, 0, 10)
    yaw: float = 0.0
    pitch: float = 10.0
    roll: float = 0.0
    curl: tuple[float, float, float, float] = (0.3, 0.3, 0.32, 0.35)
    thumb: float = 0.3
    spread: float = 0.5

    def numbers(self) -> np.ndarray:
        """Return the pose as one vector, for interpolation."""
        return np.array([*self.at, self.yaw, self.pitch, self.roll, *self.curl, self.thumb, self.spread])

    @staticmethod
    def of(v: np.ndarray) -> Pose:
        """Return the pose of a vector that `numbers` returned."""
        n = [float(x) for x in v]
        return Pose((n[0], n[1], n[2]), n[3], n[4], n[5], (n[6], n[7], n[8], n[9]), n[10], n[11])


RELAXED = Pose()
FIST = replace(RELAXED, curl=(0.72, 0.78, 0.8, 0.82), thumb=0.9, spread=0.0)
OPEN = replace(RELAXED, curl=(0.1, 0.06, 0.08, 0.14), thumb=0.05, spread=1.0)
CLAW = replace(RELAXED, curl=(0.42, 0.42, 0.44, 0.46), thumb=0.55, spread=0.5)
POINT = replace(RELAXED, curl=(0.12, 0.85, 0.9, 0.9), thumb=0.85, spread=0.0)
PINCH = replace(RELAXED, curl=(0.46, 0.6, 0.7, 0.75), thumb=0.85, spread=0.2)


def turned(axis: int, degrees: float) -> np.ndarray:
    """Return the rotation matrix about x, y or z (`axis` 0 to 2)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    a, b = (axis + 1) % 3, (axis + 2) % 3
    out = np.zeros((3, 3))
    out[axis, axis] = 1
    out[a, a], out[a, b], out[b, a], out[b, b] = c, -s, s, c
    return out


@dataclass(frozen=True)
class Hand:
    """A right or left hand: its size, skin and sleeve, and the shoulder that it belongs to."""

    size: float = 1.0
    left: bool = False
    skin: Colour = (222, 172, 140)
    sleeve: Colour | None = (40, 60, 110)
    cuff: float = 7.0
    """Distance from the wrist to the end of the sleeve, in cm."""
    shoulder: tuple[float, float, float] = (0, -60, 25)
    seed: int = 0
    bind: dict[str, tuple[np.ndarray, np.ndarray]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "bind", self.bones(replace(RELAXED, at=(0, 0, 0), pitch=0, curl=(0.0,) * 4, thumb=0.15), flat=True)
        )

    def arm_and_palm(self, pose: Pose) -> tuple[np.ndarray, np.ndarray]:
        """Return the rotation matrices of forearm and palm; the forearm points away from the shoulder."""
        toward = np.asarray(pose.at) - np.asarray(self.shoulder)
        heading = np.degrees(np.arctan2(toward[1], toward[0]))
        rise = np.degrees(np.arctan2(-toward[2], np.hypot(*toward[:2])))
        roll = pose.roll * (-1 if self.left else 1)
        return (
            turned(2, heading) @ turned(1, rise) @ turned(0, 0.8 * roll),
            turned(2, heading + pose.yaw) @ turned(1, pose.pitch) @ turned(0, roll),
        )

    def bones(self, pose: Pose, flat: bool = False) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Return origin and rotation of each bone, x along the bone; if `flat`, the arm lies along x as in `skin.template`."""
        at = np.asarray(pose.at, float)
        mirror = -1 if self.left else 1
        arm, palm = (np.eye(3), np.eye(3)) if flat else self.arm_and_palm(pose)
        out = {"arm": (at, arm), "palm": (at, palm)}
        for i, (name, (root, fan, lengths, _)) in enumerate(FINGERS.items()):
            start = np.array(root) * (1, mirror, 1) * self.size
            frame = palm @ turned(2, mirror * fan * (0.35 + 0.65 * pose.spread if not flat else 1.0))
            point = at + palm @ start
            for k, (length, bend) in enumerate(zip(lengths, (78, 98, 62), strict=True)):
                frame = frame @ turned(1, bend * pose.curl[i])
                out[f"{name}{k + 1}"] = (point, frame)
                point = point + frame @ np.array([length * self.size, 0, 0])
        root, lengths, _ = THUMB
        across = pose.thumb
        frame = (
            palm
            @ turned(2, mirror * (48 - 26 * across))
            @ turned(1, 12 + 34 * across)
            @ turned(0, -mirror * (40 + 40 * across))
        )
        point = at + palm @ (np.array(root) * (1, mirror, 1) * self.size)
        for k, (length, bend) in enumerate(zip(lengths, (0, 22 * across + 4, 46 * across + 6), strict=True)):
            frame = frame @ turned(2, -mirror * bend * 0.8)
            out[f"thumb{k + 1}"] = (point, frame)
            point = point + frame @ np.array([length * self.size, 0, 0])
        return out

    def grip(self, pose: Pose) -> np.ndarray:
        """Return the place of held dice, in cm: the middle between palm and bent fingers."""
        palm = self.arm_and_palm(pose)[1]
        return np.asarray(np.asarray(pose.at) + palm @ (np.array([8.6, 0.4, -2.6]) * self.size))

    def wrist_for(self, pose: Pose, grip: np.ndarray) -> Pose:
        """Return this pose moved so that its grip is at `grip`."""
        return moved(pose, self.grip, grip)

    def tip(self, pose: Pose) -> np.ndarray:
        """Return the place of the index finger's tip, in cm."""
        at, frame = self.bones(pose)["index3"]
        return np.asarray(at + frame @ np.array([FINGERS["index"][2][2] * self.size, 0, 0]))

    def tipped_at(self, pose: Pose, point: np.ndarray) -> Pose:
        """Return this pose moved so that the index finger's tip is at `point`."""
        return moved(pose, self.tip, point)

    def capsules(self) -> dict[str, tuple[float, float]]:
        """Return length and radius (cm) of each bone's capsule, which stops rays; `Play.nudge` pushes a die with one."""
        out = {"arm": (-SPAN * 0.6, 3.6 * self.size), "palm": (8.0 * self.size, 2.4 * self.size)}
        for name, (lengths, radii) in PARTS.items():
            out |= {f"{name}{k + 1}": (lengths[k] * self.size, radii[k + 1] * self.size) for k in range(3)}
        return out


def moved(pose: Pose, part: Callable[[Pose], np.ndarray], to: np.ndarray) -> Pose:
    """Return this pose moved so that `part` of the hand is at `to`; iterative, because moving also turns the arm."""
    for _ in range(12):
        x, y, z = np.asarray(pose.at) + (gap := to - part(pose))
        pose = replace(pose, at=(float(x), float(y), float(z)))
        if np.abs(gap).max() < 0.02:
            break
    return pose
