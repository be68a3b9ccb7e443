"""Draws one die as a camera sees it: a smooth convex solid, traced ray by ray, with pips, digits, light and shadow.

A solid is the smooth maximum of its face planes (log-sum-exp), cut by a sphere. This one formula gives rounded edges,
the normals for shading, and every die from the cube to the icosahedron.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

CANVAS = 128
"""Side of a sprite in pixels."""
EDGE = 46.0
"""Edge of a d6 in a sprite, in pixels."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex die of n faces, in units of a d6's edge, with its middle at the origin.

    ``normals`` (n, 3) are unit vectors, ``offsets`` (n) the distances of the faces from the middle. ``across`` and ``upward``
    (n, 3) are the directions of the print on each face. ``print_at`` moves the print from the middle of a face.
    """

    name: str
    normals: Floats
    offsets: Floats
    across: Floats
    upward: Floats
    corners: Floats
    print_at: tuple[float, float] = (0.0, 0.0)


def _corners(normals: Floats, offsets: Floats) -> Floats:
    """Return the corners of the solid: the points where three face planes meet that no other plane cuts off."""
    found = []
    for three in combinations(range(len(normals)), 3):
        matrix = normals[list(three)].astype(np.float64)
        if abs(np.linalg.det(matrix)) < 1e-6:
            continue
        point = np.linalg.solve(matrix, offsets[list(three)])
        if (normals @ point - offsets).max() < 1e-4:
            found.append(point)
    return np.array(found, np.float32)


def _solid(
    name: str, normals: NDArray[np.float64], reach: float, axis: bool = False, at: tuple[float, float] = (0, 0)
) -> Solid:
    """Return a solid with equal faces whose farthest corner lies ``reach`` from the middle.

    ``axis``: the print of each face points to the pole on its side, as on a d10.
    """
    n = (normals / np.linalg.norm(normals, axis=1, keepdims=True)).astype(np.float32)
    corners = _corners(n, np.ones(len(n), np.float32))
    scale = reach / float(np.linalg.norm(corners, axis=1).max())
    offsets = np.full(len(n), scale, np.float32)
    corners = corners * scale
    upward = np.empty_like(n)
    for i, normal in enumerate(n):
        if axis:
            target = np.array([0, 0, np.sign(normal[2])], np.float32) * reach
        else:
            mine = corners[np.abs(corners @ normal - scale) < 1e-3]
            target = mine[0] if name != "d6" else np.roll(normal, 1)
        up = target - normal * float(target @ normal)
        upward[i] = up / np.linalg.norm(up)
    across = np.cross(upward, n).astype(np.float32)
    return Solid(name, n, offsets, across, upward, corners.astype(np.float32), at)


@cache
def solid(name: str, variant: int = 0) -> Solid:
    """Return the solid called ``name``; ``variant`` 0 to 5 sets how pointed a d10 is.

    Raise ``ValueError`` for another name than d4, d6, d8, d10, d12 or d20.
    """
    golden = (1 + 5**0.5) / 2
    if name == "d4":
        normals = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], np.float64)
        return _solid(name, normals, 0.80)
    if name == "d6":
        normals = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float64)
        return _solid(name, normals, 0.5 * 3**0.5)
    if name == "d8":
        normals = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        return _solid(name, normals, 0.80)
    if name == "d10":
        polar = np.radians(43 + 2.0 * (variant % 6))
        turn = [np.radians(72 * i) for i in range(5)] + [np.radians(72 * i + 36) for i in range(5)]
        sign = [1.0] * 5 + [-1.0] * 5
        normals = np.array(
            [
                [np.sin(polar) * np.cos(a), np.sin(polar) * np.sin(a), s * np.cos(polar)]
                for a, s in zip(turn, sign, strict=True)
            ]
        )
        return _solid(name, normals, 0.80, axis=True, at=(0.0, -0.06))
    if name == "d12":
        normals = np.array(
            [v for a in (-1, 1) for b in (-golden, golden) for v in ((0, a, b), (a, b, 0), (b, 0, a))], np.float64
        )
        return _solid(name, normals, 0.74)
    if name == "d20":
        normals = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        more = [
            v for a in (-1 / golden, 1 / golden) for b in (-golden, golden) for v in ((0, a, b), (a, b, 0), (b, 0, a))
        ]
        return _solid(name, np.vstack([normals, np.array(more)]), 0.74)
    raise ValueError(f"no solid is called '{name}': d4, d6, d8, d10, d12 and d20 are known")


PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of a die: colours (BGR, 0 to 1), roundness, gloss, and pips or print. Lengths are in edges of a d6.

    ``sharp`` is the sharpness of the edges, ``ball`` the radius of the sphere that cuts the corners. ``clear`` is how
    translucent the body is, ``marble`` how much of ``other`` it contains. ``pip`` is a pip's radius, ``spread`` its distance
    from the middle, ``bowl`` and ``ring`` its depth and the brightness of its rim; ``groove`` is the depth of the print.
    """

    solid: Solid
    faces: tuple[int, ...]
    body: tuple[float, float, float]
    ink: tuple[float, float, float]
    sharp: float = 40.0
    ball: float = 0.8
    gloss: float = 0.4
    shine: float = 40.0
    clear: float = 0.0
    marble: float = 0.0
    other: tuple[float, float, float] = (0.5, 0.5, 0.5)
    pip: float = 0.09
    spread: float = 0.25
    one: float = 1.0
    one_ink: tuple[float, float, float] | None = None
    bowl: float = 0.5
    ring: float = 0.0
    quarter: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    face_colours: tuple[tuple[float, float, float], ...] | None = None
    glyphs: NDArray[np.uint8] | None = field(default=None, hash=False)
    print_size: float = 0.5
    groove: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The camera (``tilt`` from straight down, in radians; ``distance`` in edges) and the light.

    ``sun`` and ``window`` are the directions of a lamp and of a bright area that the die reflects.
    """

    tilt: float
    distance: float
    sun: tuple[float, float, float]
    power: float = 0.8
    ambient: float = 0.45
    softness: float = 0.3
    window: tuple[float, float, float] = (0.0, 0.5, 0.8)
    window_size: float = 0.15
    window_power: float = 0.4
    ground: tuple[float, float, float] = (0.4, 0.4, 0.4)


@dataclass(slots=True)
class Sprite:
    """A drawn die: colour (BGR), alpha and shadow (uint8, square), middle and edge of its top face in pixels.

    ``pips`` (n, 2) are the middles of the pips on the top face in pixels. ``facing`` is the direction of that face as the
    camera sees it: the right and downward components of its unit normal.
    """

    colour: Image
    alpha: Image
    shadow: Image
    anchor: tuple[float, float]
    edge: float
    pips: Floats
    facing: tuple[float, float]


def _sines(points: Floats, seed: int) -> Floats:
    """Return a smooth random pattern in -1..1 at ``points`` (n, 3)."""
    rng = np.random.default_rng(seed)
    waves = rng.normal(0, 1, (5, 3)).astype(np.float32) * np.array([4, 5, 7, 10, 14], np.float32)[:, None]
    phase = points @ waves.T + rng.uniform(0, 6.28, 5).astype(np.float32)
    phase[:, 2:] += 1.5 * np.sin(phase[:, :1])
    return np.asarray(np.tanh(np.sin(phase).sum(1) * 0.9), np.float32)


def _pips(look: Look, face: int) -> list[tuple[float, float]]:
    """Return the middles of the pips of a face (across, upward), in edges."""
    if look.glyphs is not None:
        return []
    places = []
    for a, b in PIPS.get(look.faces[face], ()):
        for _ in range(look.quarter[face]):
            a, b = -b, a
        places.append((a * look.spread, b * look.spread))
    return places


def _pip_layer(look: Look, face: NDArray[np.intp], u: Floats, v: Floats, soft: float) -> tuple[Floats, Floats, Floats]:
    """Return pip coverage 0..1 and the offset from the pip's middle in radii, for each traced point."""
    table = np.full((6, 6, 2), 9.0, np.float32)
    for i in range(len(look.faces)):
        for j, place in enumerate(_pips(look, i)):
            table[i, j] = place
    du = u[:, None] - table[face, :, 0]
    dv = v[:, None] - table[face, :, 1]
    square = du * du + dv * dv
    nearest = square.argmin(1)
    row = np.arange(len(u))
    radius = look.pip * np.array([look.one if f == 1 else 1.0 for f in look.faces], np.float32)[face]
    distance = np.sqrt(square[row, nearest])
    cover = np.clip((radius - distance) / soft + 0.5, 0, 1)
    return cover.astype(np.float32), (du[row, nearest] / radius), (dv[row, nearest] / radius)


def _print_layer(look: Look, face: NDArray[np.intp], u: Floats, v: Floats) -> tuple[Floats, Floats]:
    """Return ink coverage of printed faces, and how steeply it rises across and upward (n, 2), for each traced point.

    ``glyphs`` is (faces, side, side) uint8, upright.
    """
    glyphs = look.glyphs
    assert glyphs is not None
    side = glyphs.shape[1]
    x = (u - look.solid.print_at[0]) / look.print_size + 0.5
    y = 0.5 - (v - look.solid.print_at[1]) / look.print_size
    inside = (x > 0) & (x < 1) & (y > 0) & (y < 1)
    atlas = glyphs.reshape(-1, side).astype(np.float32) / 255
    layers: list[Any] = [atlas]
    if look.groove > 0:
        layers += [cv2.Sobel(atlas, cv2.CV_32F, 1, 0, scale=0.25), cv2.Sobel(atlas, cv2.CV_32F, 0, 1, scale=-0.25)]
    # OpenCV maps fewer than 32 768 points in a row or column, so the points are arranged as a rectangle
    wide = 1024
    points = np.zeros((2, -(-len(u) // wide) * wide), np.float32)
    points[0, : len(u)] = x * (side - 1)
    points[1, : len(u)] = np.clip(y, 0, 1) * (side - 1) + face * side
    across, down = points.reshape(2, -1, wide)
    mapped = cv2.remap(cv2.merge(layers), across, down, cv2.INTER_LINEAR)
    found = mapped.reshape(-1, len(layers))[: len(u)] * inside[:, None]
    return np.asarray(found[:, 0], np.float32), np.asarray(found[:, 1:], np.float32)


@dataclass(frozen=True, slots=True)
class Paint:
    """The surface of a die at n points.

    ``albedo`` (n, 3) is the colour (BGR, 0 to 1), ``rim`` (n) the light reflected by the rim of a pip, ``bump`` (n, 3) what
    print or pips add to the normal, ``ink`` (n) how much of a point belongs to a pip (0 to 1), ``away`` (n) its distance from
    the middle of the nearest pip, in pip radii.
    """

    albedo: Floats
    rim: NDArray[np.floating[Any]]
    bump: Floats | None = None
    ink: Floats | None = None
    away: Floats | None = None


def paint(look: Look, point: Floats, face: NDArray[np.intp], soft: float) -> Paint:
    """Return the surface at ``point`` (n, 3) on the faces ``face`` (n); the rims of pips are blurred by ``soft`` edges."""
    shape = look.solid
    across, upward = shape.across[face], shape.upward[face]
    u = np.einsum("ij,ij->i", point, across)
    v = np.einsum("ij,ij->i", point, upward)
    albedo = np.tile(np.array(look.body, np.float32), (len(point), 1))
    rim: NDArray[np.floating[Any]] = np.zeros(len(point), np.float32)
    if look.face_colours is not None:
        albedo = np.array(look.face_colours, np.float32)[face]
    if look.marble > 0:
        mix = (look.marble * (0.5 + 0.5 * _sines(point, look.seed)))[:, None]
        albedo = albedo * (1 - mix) + np.array(look.other, np.float32) * mix
    if look.glyphs is not None:
        ink, rise = _print_layer(look, face, u, v)
        albedo = albedo * (1 - ink[:, None]) + np.array(look.ink, np.float32) * ink[:, None]
        groove: Any = look.groove * (rise[:, :1] * across + rise[:, 1:] * upward) if look.groove > 0 else None
        return Paint(albedo, rim, groove)
    if not any(look.faces):
        return Paint(albedo, rim)
    ink, du, dv = _pip_layer(look, face, u, v, soft)
    colours = np.tile(np.array(look.ink, np.float32), (len(look.faces), 1))
    if look.one_ink is not None:
        for i, f in enumerate(look.faces):
            if f == 1:
                colours[i] = look.one_ink
    albedo = albedo * (1 - ink[:, None]) + colours[face] * ink[:, None]
    away = np.hypot(du, dv)
    if look.ring > 0:
        # the rim of a drilled pip reflects light as a broken white ring
        round_ = np.arctan2(dv, du)
        broken = np.clip(0.55 + 0.6 * np.sin(2 * round_ + look.seed % 7) + 0.3 * np.sin(5 * round_ + face), 0, 1)
        rim = look.ring * np.exp(-(((away - 1.12) / 0.2) ** 2)) * broken
    dent = look.bowl * ink[:, None]
    return Paint(albedo, rim, -(dent * (du[:, None] * across + dv[:, None] * upward)), ink, away)


def _blurred(mask: Image, spread: float) -> Image:
    """Return ``mask`` blurred by ``spread`` pixels; a large blur works on a smaller picture, which is faster."""
    side, least = mask.shape[0], 6.0
    if spread < least:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), spread), np.uint8)
    small = max(8, round(side * least / 2 / spread))
    shrunk = cv2.resize(mask, (small, small), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(shrunk, (0, 0), spread * small / side)
    return np.asarray(cv2.resize(soft, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)


def draw(look: Look, turn: NDArray[np.float64], view: View, canvas: int = CANVAS, edge: float = EDGE) -> Sprite:
    """Return the drawing of a die on the table, turned by the 3x3 matrix ``turn`` (from die to table; z is up)."""
    shape = look.solid
    rotation = turn.astype(np.float32)
    height = -float((shape.corners @ rotation.T)[:, 2].min())
    if shape.name == "d6" and look.ball < 0.8:
        height = min(height, max(0.5, look.ball))
    sin, cos = float(np.sin(view.tilt)), float(np.cos(view.tilt))
    eye = view.distance * np.array([0, -sin, cos], np.float32)
    focal = edge * view.distance
    up, ahead = np.array([0, cos, sin], np.float32), np.array([0, sin, -cos], np.float32)
    middle = canvas / 2

    reach = int(min(canvas / 2, edge * min(0.9, float(np.linalg.norm(shape.corners, axis=1).max())) * 1.06 + 2))
    lo, hi = int(middle - reach), int(middle + reach)
    span = hi - lo
    gx, gy = np.meshgrid(np.arange(lo, hi, dtype=np.float32), np.arange(lo, hi, dtype=np.float32))
    rays = (
        ahead
        + ((gx.ravel() + 0.5 - middle) / focal)[:, None] * np.array([1, 0, 0], np.float32)
        - ((gy.ravel() + 0.5 - middle) / focal)[:, None] * up
    )
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    origin = eye @ rotation
    local = rays @ rotation

    start = shape.normals @ origin - shape.offsets
    slope = np.ascontiguousarray((local @ shape.normals.T).T)  # faces first, because this makes sums over faces faster
    along = local @ origin
    far = float(origin @ origin)
    t = np.full(len(local), view.distance - 0.9, np.float32)
    best = np.full(len(local), 9.0, np.float32)
    for step in range(14):
        value = start[:, None] + t * slope
        top = value.max(0)
        value -= top
        value *= look.sharp
        gap = top + np.log(np.exp(value, out=value).sum(0)) / look.sharp
        radius = np.sqrt(np.maximum(far + 2 * t * along + t * t, 1e-6))
        gap = np.maximum(gap, radius - look.ball)
        best = np.minimum(best, gap)
        if step < 13:
            t += np.maximum(gap, 0)
    cover = np.clip(1.0 - best * edge * 0.9, 0, 1)

    hit = np.flatnonzero(cover > 0)
    point = origin + t[hit, None] * local[hit]
    value = start + t[hit, None] * slope[:, hit].T
    weight = np.exp(look.sharp * (value - value.max(1, keepdims=True)))
    weight /= weight.sum(1, keepdims=True)
    normal = weight @ shape.normals
    radius = np.linalg.norm(point, axis=1)
    ballness = 1 / (1 + np.exp(np.clip(-60 * (radius - look.ball + 0.012), -30, 30)))
    normal = normal * (1 - ballness[:, None]) + point / radius[:, None] * ballness[:, None]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    face = value.argmax(1)
    painted = paint(look, point, face, 1.2 / edge)
    albedo = painted.albedo
    if painted.bump is not None:
        normal = normal + painted.bump
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)

    world = normal @ rotation.T
    place = point @ rotation.T
    sun = np.array(view.sun, np.float32)
    sun = sun / np.linalg.norm(sun)
    window = np.array(view.window, np.float32)
    window = window / np.linalg.norm(window)
    facing = np.clip(world @ sun, -look.clear, 1)
    facing = (facing + look.clear) / (1 + look.clear)
    sky = (0.5 + 0.5 * world[:, 2]) * (0.55 + 0.45 * np.clip((place[:, 2] + height) / height, 0, 1))
    bounce = (0.5 - 0.5 * world[:, 2])[:, None] * np.array(view.ground, np.float32) * 0.5
    light = (view.power * facing + view.ambient * sky)[:, None] + view.ambient * bounce
    seen = rays[hit]
    mirror = seen - 2 * np.einsum("ij,ij->i", seen, world)[:, None] * world
    glow = look.gloss * np.clip(mirror @ sun, 0, 1) ** look.shine * view.power
    cosine = mirror @ window
    glow += look.gloss * view.window_power / (1 + np.exp(np.clip(-(cosine - 1 + view.window_size) * 60, -30, 30)))
    fresnel = 0.04 + 0.5 * look.gloss * (1 - np.clip(-np.einsum("ij,ij->i", seen, world), 0, 1)) ** 4
    glow = glow + painted.rim * light.mean(1)
    colour = albedo * light + (glow + fresnel * view.ambient)[:, None]
    colour = np.clip(colour, 0, 1) ** (1 / 1.6)

    out = np.zeros((canvas, canvas, 3), np.uint8)
    alpha = np.zeros((canvas, canvas), np.uint8)
    flat = np.zeros((span * span, 3), np.float32)
    flat[hit] = colour
    out[lo:hi, lo:hi] = (flat * 255).reshape(span, span, 3)
    alpha[lo:hi, lo:hi] = (cover * 255).reshape(span, span)

    def project(points: Floats) -> Floats:
        seen_from = points - eye
        depth = seen_from @ ahead
        return np.stack([middle + focal * seen_from[:, 0] / depth, middle - focal * (seen_from @ up) / depth], 1)

    corners = shape.corners @ rotation.T * (0.94 if look.ball > 0.8 else 0.86)
    shadow = np.zeros((canvas, canvas), np.float32)
    sun_down = np.array([sun[0], sun[1], max(float(sun[2]), 0.3)], np.float32)
    for direction, strength, blur in (
        (sun_down, 0.75 * view.power / (view.power + view.ambient), edge * view.softness * 0.4 + 0.6),
        (np.array([0, 0, 1], np.float32), 0.45 * view.ambient / (view.power + view.ambient) + 0.1, edge * 0.13),
    ):
        fall = (corners[:, 2] + height) / direction[2]
        ground = corners - fall[:, None] * direction
        mask = np.zeros((canvas, canvas), np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(project(ground).astype(np.int32)), 255, cv2.LINE_AA)
        soft = _blurred(mask, blur).astype(np.float32) / 255
        shadow = np.asarray(1 - (1 - shadow) * (1 - strength * soft), np.float32)
    fade = np.minimum(np.arange(canvas), np.arange(canvas)[::-1]).clip(0, 8) / 8.0
    shadow *= (fade[None, :] * fade[:, None]).astype(np.float32)

    lying = int((shape.normals @ rotation.T)[:, 2].argmax())
    top = np.asarray(shape.normals[lying] * shape.offsets[lying], np.float32)
    if shape.print_at != (0.0, 0.0):
        moved = shape.across[lying] * shape.print_at[0] + shape.upward[lying] * shape.print_at[1]
        top = np.asarray(top + moved, np.float32)
    where = project((top @ rotation.T)[None].astype(np.float32))[0]
    depth = float(((top @ rotation.T) - eye) @ ahead)
    level = shape.normals[lying] * min(float(shape.offsets[lying]), look.ball)
    offsets = np.array(_pips(look, lying), np.float32).reshape(-1, 2)
    pips = project((level + offsets @ np.stack([shape.across[lying], shape.upward[lying]])) @ rotation.T)
    normal = rotation @ shape.normals[lying]
    facing = (float(normal[0]), -float(normal @ up))
    shade = (shadow * 255).astype(np.uint8)
    return Sprite(out, alpha, shade, (float(where[0]), float(where[1])), focal / depth, pips, facing)


def resting(shape: Solid, face: int, yaw: float) -> NDArray[np.float64]:
    """Return the 3x3 matrix that puts ``face`` on top with its print upright, then turns it by ``yaw`` (radians)."""
    frame = np.stack([shape.across[face], shape.upward[face], shape.normals[face]]).astype(np.float64)
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ frame


def leaning(turn: NDArray[np.float64], angle: float, azimuth: float) -> NDArray[np.float64]:
    """Return ``turn`` tilted by ``angle`` towards ``azimuth`` (radians), as for a die that leans on something."""
    axis = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray((np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross) @ turn, np.float64)
