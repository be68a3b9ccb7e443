"""The solids of dice: their meshes, the values of their faces, and which face is up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

Value = int | str

RING = (0, 4, 6, 2, 8)
"""The even digits of a d10 in their order round one pole; opposite faces sum to 9."""
TILE = 256
"""Width of one face's tile in a die's texture, in pixels."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles with texture coordinates: points (n, 3) in cm, texture (n, 2) in 0..1 from the top left, faces (m, 3)."""

    points: np.ndarray
    texture: np.ndarray
    faces: np.ndarray


@dataclass(frozen=True)
class Solid:
    """The body of a die: `normals[i]` is the outward normal of the face with `values[i]`; lengths are in cm."""

    kind: str
    edge: float
    normals: np.ndarray
    values: tuple[Value, ...]
    mesh: Mesh
    corners: np.ndarray
    """Corners (n, 3) of the shape before its edges are rounded."""
    round: float
    """Radius of its rounded corners."""

    @cached_property
    def height(self) -> float:
        """Height of the centre above the ground when the die lies on a face."""
        return float((self.corners @ self.normals[0]).max())

    @cached_property
    def balls(self) -> np.ndarray:
        """Centres (n, 3) of the balls that replace the corners in collisions; they touch the faces from inside."""
        out = []
        for corner in self.corners:
            near = self.normals[self.normals @ corner > self.height - 1e-6]
            out.append(np.linalg.lstsq(near, np.full(len(near), self.height - self.round), rcond=None)[0])
        return np.array(out)

    def up(self, rotation: np.ndarray) -> tuple[Value, float]:
        """Return the value on top under this rotation matrix (3, 3), and the slope of that face in degrees."""
        heights = (rotation @ self.normals.T)[2]
        top = int(heights.argmax())
        return self.values[top], float(np.degrees(np.arccos(min(1.0, heights[top]))))

    def lying(self, value: Value, turn: float) -> np.ndarray:
        """Return a rotation matrix that puts `value` on top, turned by `turn` radians about the vertical."""
        normal = self.normals[self.values.index(value)]
        side = np.cross(normal, [1.0, 0, 0] if abs(normal[0]) < 0.8 else [0, 1.0, 0])
        side /= np.linalg.norm(side)
        flat = np.array([side, np.cross(normal, side), normal])
        c, s = np.cos(turn), np.sin(turn)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ flat


AXES = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], float)
"""Outward normals of a cube's six faces, in the order of the tiles in its texture (3 across, 2 down)."""
PIPS = ((1, 6, 2, 5, 3, 4), (1, 6, 3, 4, 2, 5))
"""The values of these faces, for the two mirror forms of real dice; opposite faces sum to seven."""


def cube(edge: float, radius: float, ball: float, values: tuple[Value, ...], steps: int = 8) -> Solid:
    """Return a cube with rounded edges; `radius` (of the edges) and `ball` (a sphere cutting the corners) are in half edges."""
    half, r = edge / 2, edge / 2 * radius
    line = np.sin(np.linspace(-np.pi / 2, np.pi / 2, steps + 1))  # closer together near the edges
    u, v = np.meshgrid(line, line)
    points, texture, faces = [], [], []
    for i, axis in enumerate(AXES):
        side = np.roll(np.abs(axis), 1)
        across = np.cross(side, axis)
        box = half * (axis + u[..., None] * side + v[..., None] * across).reshape(-1, 3)
        points.append(rounded(box, half - r, r, half * ball))
        tile = np.array([i % 3, i // 3])
        texture.append((tile + (np.stack([u, v], -1).reshape(-1, 2) * 0.985 + 1) / 2) / (3, 2))
        faces.append(grid(steps) + i * (steps + 1) ** 2)
    corners = half * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return Solid("d6", edge, AXES, values, joined(points, texture, faces), corners, r)


def rounded(box: np.ndarray, inner: float, r: float, ball: float) -> np.ndarray:
    """Return points of a cube's surface moved to the surface with edges rounded by `r` and corners cut by a sphere."""
    core = np.clip(box, -inner, inner)
    away = box - core
    out = core + r * away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    far = np.linalg.norm(out, axis=1, keepdims=True)
    return np.asarray(out * np.minimum(1, ball / far))


def grid(steps: int) -> np.ndarray:
    """Return the triangles of a square grid with `steps` cells a side."""
    at = np.arange(steps)[:, None] * (steps + 1) + np.arange(steps)
    a, b, c, d = at, at + 1, at + steps + 2, at + steps + 1
    return np.stack([a, b, c, a, c, d], -1).reshape(-1, 3)


def joined(points: list[np.ndarray], texture: list[np.ndarray], faces: list[np.ndarray]) -> Mesh:
    """Return one mesh of these parts, whose triangles all face away from the origin."""
    p, f = np.concatenate(points), np.concatenate(faces)
    a, b, c = p[f[:, 0]], p[f[:, 1]], p[f[:, 2]]
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) < 0
    f[inward] = f[inward][:, ::-1]
    return Mesh(p, np.concatenate(texture), f)


def ten(edge: float, belly: float, steps: int = 6) -> Solid:
    """Return a d10: ten kites, whose corners a sphere cuts; `belly` is how deep (0 sharp, 0.1 worn).

    Its texture has 4 tiles across and 3 down, in the order of `values`; the pole is at the top of each tile.
    """
    turns = np.radians(72 * np.arange(5))
    slope = np.radians(45)  # how far a face's normal is above the equator
    top = np.stack([np.cos(turns) * np.cos(slope), np.sin(turns) * np.cos(slope), np.full(5, np.sin(slope))], 1)
    normals = np.concatenate([top, -top])
    values: tuple[Value, ...] = (*RING, *(9 - v for v in RING))
    corners = [kite(i, normals) for i in range(10)]
    long = np.linalg.norm(corners[0][0] - corners[0][2])
    size = 1.28 * edge / long
    points, texture, faces = [], [], []
    for i, (pole, left, foot, right) in enumerate(corners):
        a, b = np.meshgrid(np.linspace(0, 1, steps + 1), np.linspace(0, 1, steps + 1))
        a, b = a[..., None], b[..., None]
        flat = ((1 - a) * (1 - b) * pole + a * (1 - b) * right + a * b * foot + (1 - a) * b * left).reshape(-1, 3)
        far = np.linalg.norm(flat, axis=1, keepdims=True)
        points.append(size * flat * np.minimum(1, (1.4 - belly) / far))
        tile = np.array([i % 4, i // 4])
        down = foot - pole
        wide = np.cross(down, normals[i])
        at = flat - (pole + foot) / 2
        plane = np.stack([at @ -wide / (wide @ wide), at @ down / (down @ down)], 1)
        texture.append((tile + 0.5 + plane * 0.9) / (4, 3))
        faces.append(grid(steps) + i * (steps + 1) ** 2)
    sharp = size * np.concatenate(corners).reshape(-1, 3)
    return Solid(
        "d10", edge, normals, values, joined(points, texture, faces), np.unique(sharp.round(9), axis=0), 0.08 * edge
    )


def kite(i: int, normals: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the corners of face `i` (pole, left, foot, right, seen from outside); faces are 1 from the centre."""
    above = range(5) if i < 5 else range(5, 10)
    beside = [above[(i + k) % 5] for k in (1, -1)]
    if i >= 5:
        beside.reverse()
    below = sorted(range(5, 10) if i < 5 else range(5), key=lambda k: -normals[k] @ normals[i])[:2]

    def meet(*which: int) -> np.ndarray:
        return np.linalg.solve(normals[list(which)], np.ones(3))

    pole, foot = meet(i, *beside), meet(i, *below)
    sides = []
    for k in beside:
        low = max(below, key=lambda b: normals[b] @ normals[k])
        sides.append(meet(i, k, low))
    right, left = sides
    return pole, left, foot, right
