"""The camera's geometry: its place, its movement, and the part of the table that it sees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.films.noise import Rng


@dataclass(frozen=True, slots=True)
class View:
    """A camera: size of its picture, place (cm), axes in the room (columns: right, up, back), vertical angle (degrees)."""

    wide: int
    high: int
    at: np.ndarray
    axes: np.ndarray
    fovy: float
    held: bool = False
    """Whether a hand holds the camera, which then drifts."""

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return float(self.high / 2 / np.tan(np.radians(self.fovy) / 2))

    def project(self, points: np.ndarray) -> np.ndarray:
        """Return the pixels (n, 2) of these points (n, 3), in cm."""
        p = (points - self.at) @ self.axes
        return np.stack(
            [self.wide / 2 - self.focal * p[:, 0] / p[:, 2], self.high / 2 + self.focal * p[:, 1] / p[:, 2]], 1
        )

    def sees(self, points: np.ndarray, margin: float = 0.0) -> bool:
        """Whether all these points are in the picture, at least `margin` pixels from its border."""
        x, y = self.project(points).T
        return bool(
            (x >= margin).all()
            and (y >= margin).all()
            and (x < self.wide - margin).all()
            and (y < self.high - margin).all()
        )

    def edge(self, azimuth: float, height: float = 0.0) -> float:
        """Return the distance from the table's middle to the picture's border in this direction (radians), in cm."""
        far = np.arange(2, 90, 0.5)
        points = np.stack([far * np.cos(azimuth), far * np.sin(azimuth), np.full(len(far), height)], 1)
        x, y = self.project(points).T
        inside = (x > 0) & (y > 0) & (x < self.wide) & (y < self.high)
        return float(far[inside].max()) if inside.any() else 2.0

    @property
    def zone(self) -> float:
        """Radius, in cm, around the table's middle that is safely inside the picture."""
        return 0.82 * min(self.edge(a) for a in np.radians(np.arange(0, 360, 15)))


def aimed(at: np.ndarray, target: np.ndarray, turn: float) -> np.ndarray:
    """Return the axes of a camera at `at` that looks at `target`, rotated about its line of sight by `turn` radians."""
    back = (at - target) / np.linalg.norm(at - target)
    right = np.cross([0.0, 1.0, 0.0] if abs(back[2]) > 0.999 else [0.0, 0.0, 1.0], back)
    if abs(back[2]) > 0.999:
        right = np.array([1.0, 0, 0])
    right /= np.linalg.norm(right)
    up = np.cross(back, right)
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([c * right + s * up, c * up - s * right, back], 1)


def stand(rng: Rng, wide: int, high: int, held: bool, across: float) -> View:
    """Return a random camera over the table that sees `across` cm along the longer side of its picture."""
    angle = float(rng.uniform(40, 62))  # along the longer side
    longer, tilt = (
        max(wide, high),
        float(rng.choice([rng.uniform(0, 12), rng.uniform(12, 28), rng.uniform(28, 42)], p=[0.45, 0.35, 0.2])),
    )
    focal = longer / 2 / np.tan(np.radians(angle) / 2)
    far = across / 2 / np.tan(np.radians(angle) / 2)
    azimuth = -np.pi / 2 + rng.normal(0, 0.35)  # the player with the camera sits at the lower side
    at = far * np.array(
        [
            np.sin(np.radians(tilt)) * np.cos(azimuth),
            np.sin(np.radians(tilt)) * np.sin(azimuth),
            np.cos(np.radians(tilt)),
        ]
    )
    roll = rng.normal(0, 0.05) if tilt > 12 else rng.normal(0, 0.1) + np.pi / 2 * int(rng.integers(4))
    if held:
        roll += rng.normal(0, 0.08)
    return View(
        wide, high, at, aimed(at, np.zeros(3), float(roll)), float(np.degrees(2 * np.arctan(high / 2 / focal))), held
    )


def drifted(view: View, seed: int, t: float, shake: float) -> View:
    """Return the camera at a time: a hand that holds it drifts, and a knock on the table shakes it by `shake` cm."""
    if not view.held and not shake:
        return view
    rng = np.random.default_rng([seed, 77])
    rate, phase = rng.uniform(0.15, 0.9, (6, 3)), rng.uniform(0, 2 * np.pi, (6, 3))
    swing = np.sin(2 * np.pi * rate * t + phase).mean(1) if view.held else np.zeros(6)
    quick = np.sin(2 * np.pi * rng.uniform(6, 9, 6) * t + phase[:, 0]) * (0.02 if view.held else 0)
    shaken = shake * np.sin(2 * np.pi * np.array([17.0, 13, 21, 15, 19, 11]) * t)
    swing = swing * rng.uniform(0.25, 1.2) + quick + shaken
    at = view.at + swing[:3]
    turn = swing[3:] * np.radians(0.55)
    small = np.array([[1, -turn[2], turn[1]], [turn[2], 1, -turn[0]], [-turn[1], turn[0], 1]])
    axes, _ = np.linalg.qr(small @ view.axes)
    axes = axes * np.sign((axes * view.axes).sum(0))
    return View(view.wide, view.high, at, axes, view.fovy, view.held)
