"""Places the dice of a drawn scene: apart or touching, but never overlapping."""

from __future__ import annotations

import numpy as np


def clear(x: float, y: float, edge: float, yaw: float, touching: bool, kinds: list[str]) -> bool:
    """Whether two dice at the distance (x, y) on the table do not overlap; touching dice are turned the same way."""
    if not touching:
        return bool(np.hypot(x, y) > 1.7 * edge)
    if "d10" in kinds:
        return bool(np.hypot(x, y) > 1.45 * edge)
    c, s = float(np.cos(yaw)), float(np.sin(yaw))
    return max(abs(c * x + s * y), abs(c * y - s * x)) > 1.02 * edge


def spots(
    rng: np.random.Generator,
    kinds: list[str],
    size: tuple[int, int],
    edge: float,
    squash: float,
    touching: bool,
    yaw: float,
) -> list[tuple[float, float]]:
    """Return places (x, y), in pixels of a picture of ``size`` (width, height), for as many of ``kinds`` as fit in.

    ``squash`` is the factor by which the camera's tilt shortens the table; ``yaw`` turns touching dice (radians).
    """
    w, h = size
    found: list[tuple[float, float]] = []
    for _ in range(4000):
        if len(found) == len(kinds):
            break
        x, y = float(rng.uniform(1.1 * edge, w - 1.1 * edge)), float(rng.uniform(1.1 * edge, h - 1.1 * edge))
        if touching and found and rng.random() < 0.8:
            a, b = found[int(rng.integers(len(found)))]
            way = yaw + float(rng.integers(4)) * np.pi / 2 + float(rng.normal(0, 0.25))
            far = edge * float(rng.uniform(1.03, 1.3)) if "d10" not in kinds else 1.5 * edge
            x, y = a + far * float(np.cos(way)), b - far * squash * float(np.sin(way))
        inside = 1.1 * edge <= x <= w - 1.1 * edge and 1.1 * edge <= y <= h - 1.1 * edge
        if inside and all(clear(x - a, (b - y) / squash, edge, yaw, touching, kinds) for a, b in found):
            found.append((x, y))
    return found
