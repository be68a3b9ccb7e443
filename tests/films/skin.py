"""The surface of a hand: its skin, which follows the bones, and its sleeve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from tests.films.dice import Mesh
from tests.films.hand import BONES, FINGERS, PARENT, PARTS, SPAN, Hand
from tests.films.noise import Colour, Rng, smooth


@cache
def template() -> tuple[np.ndarray, np.ndarray]:
    """Return points (cm) and triangles of a right hand of size 1 at rest, with the arm along -x."""
    rest = Hand().bind
    step = 0.42
    axes = [np.arange(a, b, step) for a, b in ((-14, 21), (-7.5, 10.5), (-6.5, 4))]
    where = np.stack(np.meshgrid(*axes, indexing="ij"), -1).astype(np.float32)
    points, faces = net(distance(where.reshape(-1, 3), rest).reshape(where.shape[:3]))
    points = points * step + [a[0] for a in axes]
    for _ in range(2):  # move the points onto the exact surface, so that the grid is not visible
        d = distance(points, rest)
        slope = np.stack([(distance(points + e, rest) - d) / 0.05 for e in 0.05 * np.eye(3)], 1)
        points = points - (d / np.maximum((slope**2).sum(1), 0.2))[:, None] * slope
    return points, faces


def distance(p: np.ndarray, rest: dict[str, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return the approximate signed distance of these points from the hand's surface in cm; positive is outside."""
    palm = cone(p, (-3, 0, 0), (1, 0, 0), 2.3, 2.35, 0.74)
    for (root, _, _, radii), pull in zip(FINGERS.values(), (0.55, 0.5, 0.5, 0.45), strict=True):
        begin = (0.5, root[1] * pull, 0)
        palm = blend(palm, cone(p, begin, root, 1.45, radii[0] * 1.1), 1.3)
    palm = blend(palm, cone(p, (1.5, 1.6, -1.0), (4.6, 3.2, -1.2), 1.3, 1.25), 1.2)  # ball of the thumb
    palm = blend(palm, cone(p, (1.2, -1.9, -0.7), (6, -2.7, -0.6), 1.3, 1.1), 1.2)
    palm = blend(palm, cone(p, (-16, 0, 0.2), (-2.5, 0, 0), 3.7, 2.4, 0.82), 2.0)
    out = palm
    for name, (lengths, radii) in PARTS.items():
        finger = None
        for k in range(3):
            at, frame = rest[f"{name}{k + 1}"]
            end = at + frame @ np.array([lengths[k] - (radii[3] * 0.6 if k == 2 else 0), 0, 0])
            part = cone(p, at, end, radii[k], radii[k + 1])
            finger = part if finger is None else blend(finger, part, 0.25)
        assert finger is not None
        out = np.minimum(out, blend(palm, finger, 0.75))
    return out


def cone(p: np.ndarray, a: object, b: object, ra: float, rb: float, flat: float = 1.0) -> np.ndarray:
    """Return the distance to a cone with round ends from `a` to `b`; `flat` scales it along z."""
    start, end = np.asarray(a, np.float32), np.asarray(b, np.float32)
    squeeze = np.array([1, 1, 1 / flat], np.float32)
    q, axis = (p - start) * squeeze, (end - start) * squeeze
    along = np.clip(q @ axis / (axis @ axis), 0, 1)
    return np.asarray(np.linalg.norm(q - along[:, None] * axis, axis=1) - (ra + along * (rb - ra)))


def blend(a: np.ndarray, b: np.ndarray, k: float) -> np.ndarray:
    """Return the smooth minimum of two distances; the seam is `k` wide."""
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.asarray(np.minimum(a, b) - h * h * k / 4)


def net(field: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points (in cells) and triangles of the surface where a field (x, y, z) crosses zero ("surface nets")."""
    field = np.pad(field, 1, constant_values=1.0)
    total, count = np.zeros((*(n - 1 for n in field.shape), 3)), np.zeros(tuple(n - 1 for n in field.shape))
    quads = []
    for axis in range(3):
        low, high = (np.take(field, r, axis) for r in (range(field.shape[axis] - 1), range(1, field.shape[axis])))
        cross = (low < 0) != (high < 0)
        share = np.where(cross, low / np.where(cross, low - high, 1), 0)
        where = np.argwhere(cross)
        mid = where.astype(float)
        mid[:, axis] += share[cross]
        b, c = (axis + 1) % 3, (axis + 2) % 3
        corner = []
        for db, dc in ((0, 0), (-1, 0), (-1, -1), (0, -1)):
            at = where.copy()
            at[:, b] += db
            at[:, c] += dc
            index = tuple(at.T)
            np.add.at(total, index, mid)
            np.add.at(count, index, 1)
            corner.append(at)
        quad = np.stack(corner, 1)
        flip = field[tuple(where.T)] < 0
        quad[flip] = quad[flip][:, ::-1]
        quads.append(quad)
    used = np.argwhere(count > 0)
    number = np.full(count.shape, -1)
    number[tuple(used.T)] = np.arange(len(used))
    q = number[tuple(np.concatenate(quads).reshape(-1, 3).T)].reshape(-1, 4)
    return total[tuple(used.T)] / count[tuple(used.T)][:, None] - 1, np.concatenate([q[:, [0, 2, 1]], q[:, [0, 3, 2]]])


@dataclass(frozen=True, slots=True)
class Skin:
    """The hand's surface at rest, the weight of each bone for each point, and its texture (RGB, uint8)."""

    mesh: Mesh
    weights: np.ndarray
    """(points, bones), each row sums to 1."""
    picture: np.ndarray


def skin(hand: Hand) -> Skin:
    """Return this hand's surface; the left half of its texture is the back of the hand, the right half the palm."""
    points, faces = template()
    a, b, c = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    back = np.cross(b - a, c - a)[:, 2] > 0
    used, corners = np.unique(np.stack([faces.ravel(), np.repeat(~back, 3)], 1), axis=0, return_inverse=True)
    p, palmar = points[used[:, 0]], used[:, 1]
    texture = np.stack([((p[:, 1] + 7.5) / 18 + palmar) / 2, (21 - p[:, 0]) / 35], 1)
    weights = shares(p)
    p, f = p * hand.size, corners.reshape(-1, 3)
    if hand.left:
        p, f = p * (1, -1, 1), f[:, ::-1]
    return Skin(Mesh(p, texture, f), weights, complexion(np.random.default_rng(hand.seed), hand.skin))


def shares(points: np.ndarray) -> np.ndarray:
    """Return the weights (points, bones): highest for the nearest bone; near a joint its neighbours have some, too."""
    rest = Hand().bind
    length = {name: size for name, (size, _) in Hand().capsules().items()}
    far = np.stack(
        [cone(points, rest[n][0], rest[n][0] + rest[n][1] @ np.array([length[n], 0, 0]), 0, 0) for n in BONES], 1
    )
    far[:, 1] = np.maximum(far[:, 1] - 2.3, 0) + np.where(points[:, 0] > 8.6, 0.3, 0)
    far[:, 0] = np.where(points[:, 0] < -0.5, 0, np.maximum(points[:, 0], 0) + 0.8)
    near = far.argmin(1)
    index = {n: i for i, n in enumerate(BONES)}
    kin = np.eye(len(BONES), dtype=bool)
    for child, parent in PARENT.items():
        kin[index[child], index[parent]] = kin[index[parent], index[child]] = True
    pull = np.where(kin[near], np.exp(-(((far - far.min(1, keepdims=True)) / 0.45) ** 2)), 0)
    return np.asarray(pull / pull.sum(1, keepdims=True))


def complexion(rng: Rng, colour: Colour, high: int = 700) -> np.ndarray:
    """Return the texture of a skin, `high` pixels along the hand: nails and knuckles on the back, lines in the palm."""
    half, scale, base = high * 18 // 35, high / 35, np.asarray(colour, np.float32)
    sides = []
    for warm in ((1.0, 1.0, 1.0), (1.06, 0.99, 0.96)):
        image = np.tile(base * np.asarray(warm, np.float32), (high, half, 1))
        image *= 1 + 0.035 * smooth(rng, high, half, 5)[..., None] * np.array([0.6, 1.0, 1.1], np.float32)
        sides.append(image * (1 + 0.02 * smooth(rng, high, half, 60, 2)[..., None]))
    nails = np.zeros((high, half), np.float32)
    creases = [nails.copy(), nails.copy()]
    for name, (lengths, radii) in PARTS.items():
        for k in range(3):
            at, frame = Hand().bind[f"{name}{k + 1}"]
            for side, crease in enumerate(creases):
                for j in (-0.22, 0, 0.22):  # beside each joint
                    wide = radii[k] * (0.75 if k or side else 0.5)
                    spot(crease, at[:2] + (j, rng.normal(0, 0.05)), (wide, 0.1), frame, scale, 0.12 + 0.04 * side)
        end = at + frame @ np.array([lengths[2] - radii[3] * 0.9, 0, 0])
        if name != "thumb":  # its nail is on the side
            spot(nails, end[:2], (radii[3] * 0.62, radii[3] * 0.95), frame, scale, 0.75)
    for image, crease in zip(sides, creases, strict=True):
        image *= 1 - cv2.GaussianBlur(crease, (0, 0), 1.5)[..., None]
    light = np.minimum(base * 1.12 + 16, 250) * np.array([1.0, 0.93, 0.92], np.float32)
    sides[0] += nails[..., None] * (light - sides[0])
    return np.clip(np.hstack(sides), 0, 255).astype(np.uint8)


def spot(
    mask: np.ndarray, at: np.ndarray, size: tuple[float, float], frame: np.ndarray, scale: float, value: float
) -> None:
    """Draw an ellipse at a place of the hand (cm); `size` holds its half axes across and along the finger (cm)."""
    middle, axes = ((at[1] + 7.5) * scale, (21 - at[0]) * scale), (size[0] * scale, size[1] * scale)
    turn = -float(np.degrees(np.arctan2(frame[1, 0], frame[0, 0])))
    cv2.ellipse(mask, (middle, (2 * axes[0], 2 * axes[1]), turn), value, -1, cv2.LINE_AA)


def sleeve(hand: Hand) -> Mesh:
    """Return a sleeve with folds round the forearm, along -x behind the wrist, in cm."""
    rng = np.random.default_rng(hand.seed + 1)
    rings, round_ = 44, 26
    t, a = np.meshgrid(np.linspace(0, 1, rings), np.linspace(0, 2 * np.pi, round_ + 1), indexing="ij")
    wide = (3.7 + 2.3 * t**0.7) * hand.size
    folds = smooth(rng, rings, round_ + 1, 3, 3, stretch=0.35)
    folds[:, -1] = folds[:, 0]
    soft = np.minimum(1, t * 12)
    wide = wide + 0.28 * folds * soft + 0.18 * np.exp(-((t * 40 - 1) ** 2))  # the hem
    x = -hand.cuff - t * (SPAN - hand.cuff)
    tube = np.stack([x, wide * np.cos(a), 0.86 * wide * np.sin(a) - 0.2], -1).reshape(-1, 3)
    inner = np.stack([x[0] - 0.4, 0.85 * wide[0] * np.cos(a[0]), 0.72 * wide[0] * np.sin(a[0]) - 0.2], -1)
    at = np.arange(rings - 1)[:, None] * (round_ + 1) + np.arange(round_)
    quads = np.stack([at, at + round_ + 1, at + round_ + 2, at, at + round_ + 2, at + 1], -1).reshape(-1, 3)
    n, j = len(tube), np.arange(round_)
    hem = np.stack([n + j, j, j + 1, n + j, j + 1, n + j + 1], -1).reshape(-1, 3)
    texture = np.stack([a * 2, t * 6], -1).reshape(-1, 2)
    texture = np.concatenate([texture, texture[: round_ + 1]])
    return Mesh(np.concatenate([tube, inner]), texture, np.concatenate([quads, hem]))
