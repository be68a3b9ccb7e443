"""Draws random dice on random tables with the path tracer Mitsuba 3: a world of its own for tests of generalisation.

Lengths are in edges of a common d6 (about 16 mm); z points up and the table is z = 0. Pips and digits are hollows of a
mesh and colours of a texture, because bump maps sparkle at grazing angles. The world needs fonts under
``/usr/share/fonts`` and, for speed, LLVM 16 or newer (Debian's ``libllvm19``). It renders on one thread.
"""

from __future__ import annotations

import glob
import itertools
import os
import re
from functools import cache, partial
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

# Dr.Jit would take any LLVM that it finds, and one older than 16 aborts the process.
_llvm = sorted(p for p in glob.glob("/usr/lib/*/libLLVM*") if re.search(r"LLVM(-|\.so\.)(1[6-9]|[2-9]\d)\b", p))
os.environ.update({"DRJIT_LIBLLVM_PATH": os.environ.get("DRJIT_LIBLLVM_PATH", _llvm[-1])} if _llvm else {})
import drjit as dr  # noqa: E402
import mitsuba as mi  # noqa: E402

mi.set_variant("llvm_ad_rgb" if "DRJIT_LIBLLVM_PATH" in os.environ else "scalar_rgb")
dr.set_thread_count(1)  # callers run several processes instead
Floats = NDArray[np.float64]
Random = np.random.Generator
Place = mi.ScalarTransform4f
TILE, RIM = 104, 1.04  # pixels across a face's square in the texture; half its width in a face's largest coordinates
PASSES, RAYS = 3, 6  # independent renderings of a picture; light paths for each pixel in each
MID, TWO, FOUR = ((0, 0),), ((-1, 1), (1, -1)), ((-1, 1), (1, -1), (1, 1), (-1, -1))
PIPS = ((), MID, TWO, TWO + MID, FOUR, FOUR + MID, (*FOUR, (-1, 0), (1, 0)))
# A polyhedron round the unit ball; face k lies opposite face k + faces / 2. The frames (faces, 3, 3) have the rows
# right, up and out; reach is from a face's middle to its farthest corner; grid is one face's mesh from its middle.
class _Solid(NamedTuple):
    corners: Floats
    frames: Floats
    middles: Floats
    reach: float
    grid: Floats
    triangles: NDArray[np.int64]
    weld: NDArray[np.int64]
class _Die(NamedTuple):
    kind: int
    top: int
    digit: int
    solid: _Solid
    scale: float
    label: float
    turn: Floats
    place: Floats  # scale: inradius; label: edge
class _Camera(NamedTuple):
    eye: Floats
    axes: Floats
    focal: float
    size: Floats


@cache
def _solid(name: str) -> _Solid:
    """Return the solid ``d6``, ``d8``, ``d20`` or ``d10:41``, with the latitude of its faces in degrees."""
    half, phi = np.array(list(itertools.product((1.0,), (1, -1), (1, -1)))), (1 + 5**0.5) / 2
    if name == "d20":
        half = np.concatenate([half, [np.roll((0, a / phi, phi), k) for a in (1, -1) for k in range(3)]])
    elif name != "d8":
        turn, rise = np.arange(5) * np.pi * 0.4, np.tan(np.radians(float(name[4:] or 0)))
        half = np.eye(3) if name == "d6" else np.stack([np.cos(turn), np.sin(turn), np.full(5, rise)], 1)
    normals = np.concatenate([half, -half]) / np.linalg.norm(half[0])
    triples = [normals[list(c)] for c in itertools.combinations(range(len(normals)), 3)]
    points = np.array([np.linalg.solve(m, np.ones(3)) for m in triples if abs(np.linalg.det(m)) > 1e-6])
    corners = np.unique(points[(points @ normals.T).max(1) < 1 + 1e-6].round(9), axis=0)
    frames, middles = np.zeros((len(normals), 3, 3)), np.zeros((len(normals), 3))
    for k, normal in enumerate(normals):
        face = corners[corners @ normal > 1 - 1e-6]
        centre = face.mean(0)
        up = normals[k - 2] if name == "d6" else face[np.argmax(np.linalg.norm(face - centre, axis=1))] - centre
        up = up / np.linalg.norm(up)
        frames[k] = np.cross(up, normal), up, normal
        flat = (face - centre) @ frames[k, :2].T
        ring = flat[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]
        out = (np.roll(ring, -1, 0) - ring)[:, ::-1] * [1, -1]
        out /= np.linalg.norm(out, axis=1)[:, None]
        inner = np.linalg.lstsq(np.c_[out, np.ones(len(out))], (out * ring).sum(1), rcond=None)[0][:2]  # incircle
        ring, middles[k] = ring - inner, centre + inner @ frames[k, :2]
    deep, wide = {"d6": (34, 26), "d20": (12, 10)}.get(name, (22, 18))
    t, a = 1 - (1 - np.linspace(0, 1, deep)) ** 1.5, np.linspace(0, 1, wide)[:, None]  # denser near the round edges
    grid = ((ring[:, None] * (1 - a) + np.roll(ring, -1, 0)[:, None] * a)[:, None] * t[:, None, None]).reshape(-1, 2)
    q = (np.arange(deep - 1)[:, None] * wide + np.arange(wide - 1)).ravel()
    one = np.concatenate([np.stack([q, q + wide, q + wide + 1], 1), np.stack([q, q + wide + 1, q + 1], 1)])
    many = np.concatenate([one + k * deep * wide for k in range(len(ring) * len(normals))])
    key = np.round((middles[:, None] + grid @ frames[:, :2]) * 1e5).astype(np.int64) @ np.array([1, 1 << 21, 1 << 42])
    weld = np.unique(key.ravel(), return_inverse=True)[1]  # points of equal place share their normal
    return _Solid(corners, frames, middles, float(np.linalg.norm(ring, axis=1).max()), grid, many, weld)


def _rounded(solid: _Solid, radius: float, ball: float) -> Floats:
    """Return the mesh (faces, points, 3) with edges of this radius (a smaller solid grown by it), cut by a ball."""
    start = solid.middles[0] + solid.grid @ solid.frames[0, :2]
    near = [n for n in solid.frames[:, 2] if n @ solid.frames[0, 2] > -0.5]
    inner, steps = start, [np.zeros_like(start) for _ in near]
    for _, (k, n) in itertools.product(range(24), enumerate(near)):  # Dykstra: the smaller solid's nearest points
        before = inner + steps[k]
        inner = before - np.maximum(before @ n - 1 + radius, 0)[:, None] * n
        steps[k] = before - inner
    skin = inner + radius * (start - inner) / np.linalg.norm(start - inner, axis=1)[:, None]
    skin *= np.minimum(1, ball / np.linalg.norm(skin, axis=1))[:, None]
    return np.asarray(solid.middles[:, None] + (skin - solid.middles[0]) @ solid.frames[0].T @ solid.frames)


def _noise(rng: Random, size: int, cells: float, stretch: float = 1, octaves: int = 4) -> Floats:
    """Return smooth noise (size, size) of mean 0 and deviation 1, longer along x by ``stretch``."""
    total = np.zeros((size, size))
    for k in range(octaves):
        coarse = rng.normal(size=[int(np.clip(cells * 2**k / s, 2, size)) for s in (1, stretch)])
        total += cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC) * 0.55**k
    return np.asarray((total - total.mean()) / total.std())


def _waves(rng: Random, xyz: Floats, cycles: float) -> Floats:
    """Return smooth noise of unit deviation at places in space, so that a body's pattern runs over its edges."""
    total = np.zeros(xyz.shape[:-1])
    for k in range(12):
        total += np.sin(xyz @ rng.normal(size=3) * cycles * 1.25 ** (k - 6) + rng.uniform(0, 7) + 0.8 * total)
    return total / 2.5


def _step(low: float, high: float, x: Any) -> Any:
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def _pick(rng: Random, *options: Any) -> Any:
    return options[int(rng.integers(len(options)))]


def _colour(rng: Random, dark: float = 0.0, light: float = 1.0, strong: float = 1.0) -> Any:
    """Return a linear RGB reflectance; ``dark`` and ``light`` bound its brightness on a screen."""
    pure = np.clip(np.abs((rng.uniform(0, 6) + np.array([0, 4, 2])) % 6 - 3) - 1, 0, 1)
    return (rng.uniform(dark, light) * (1 - rng.beta(1.2, 1.2) * strong * (1 - pure))).clip(0.03, 0.93) ** 2.2


@cache
def _fonts() -> tuple[str, ...]:
    odd = r"(?i)thin|hairline|light|symbol|ding|D0500|junk|penguin|wargames|isabella|noto(?!(sans|serif)-)"
    paths = sorted(p for e in "to" for p in glob.glob(f"/usr/share/fonts/**/*.{e}tf", recursive=True))
    fonts = {p: ImageFont.truetype(p, 24) for p in paths if not re.search(odd, os.path.basename(p))}
    good = [p for p, f in fonts.items() if len({bytes(f.getmask(c)) for c in "0123456789\uffff"}) == 11]
    if not good:
        raise RuntimeError("no font with digits under /usr/share/fonts; install one, for instance fonts-dejavu-core")
    return tuple(good)


def _text(text: str, font: str, tall: float, bar: bool) -> Floats:
    """Return the coverage (TILE, TILE) of digits, ``tall`` times TILE high; a bar or a dot tells 6 from 9."""
    image, probe, high = Image.new("L", (4 * TILE,) * 2), ImageFont.truetype(font, 200).getbbox("8"), 4 * TILE * tall
    draw, face = ImageDraw.Draw(image), ImageFont.truetype(font, int(200 * high / (probe[3] - probe[1])))
    left, top, right, bottom = face.getbbox(text)
    x, y = 2 * TILE - (left + right) / 2, 2 * TILE - (top + bottom) / 2
    draw.text((x, y), text, 255, face)
    if text in ("6", "9", "60", "90"):
        foot, end, h = y + bottom + 0.1 * high, x + right, 0.1 * high
        draw.rectangle((x + left, foot, end, foot + h), 255) if bar else draw.ellipse(
            (end + h / 2, foot - 2.5 * h, end + 2 * h, foot - h), 255)
    return np.asarray(cv2.resize(np.asarray(image, float) / 255, (TILE, TILE), interpolation=cv2.INTER_AREA))


def _cast(rng: Random) -> _Die:
    """Return a die of a random kind with a random value up, at no place yet."""
    kind = int(rng.choice([int(rng.integers(1, 7)), 7, 8, 9], p=[0.6, 0.2, 0.1, 0.1]))
    shape = "d10" if kind == 7 else _pick(rng, "d6", "d8", "d20", "d10") if kind == 9 else "d6"
    solid = _solid(f"d10:{rng.integers(38, 46)}" if shape == "d10" else shape)
    size, angle = {"d6": 1.0, "d10": 1.02, "d8": 0.96, "d20": 1.45}[shape] * rng.uniform(0.82, 1.18), rng.uniform(0, 7)
    top, spin = int(rng.integers(len(solid.frames))), cv2.Rodrigues(np.array([0, 0, angle]))[0]
    return _Die(kind, top, int(rng.integers(10 if kind == 7 else 2)) if kind in (7, 8) else -1, solid, size / 2,
                size if shape == "d6" else solid.reach * size / 1.6, spin @ solid.frames[top], np.zeros(3))


def _prints(rng: Random, die: _Die, flat: Floats) -> tuple[Floats, Floats, Floats, bool]:
    """Return ink and hollow (faces, TILE, TILE) at places of a face, which faces have the second ink (faces), and
    whether the prints stand away from the pole."""
    count, soft, kind, u = len(die.solid.frames), 2 * flat.max() / TILE, die.kind, rng.uniform
    values, second, (x, y) = np.full(count, -1), np.zeros(count), np.moveaxis(flat, -1, 0)
    while values[0] < 0 or kind < 9 and values[die.top] != (die.digit if kind > 6 else kind):
        total, half = (9, rng.permutation(5) * 2) if count == 10 else (count + 1, rng.permutation(count // 2) + 1)
        half = np.where(u() < 0.5 if count == 10 else u(size=count // 2) < 0.5, total - half, half)
        values = np.r_[half, total - half]  # opposite faces add up; a d10 has odd digits round one of its poles
        if kind == 8:  # three red faces anywhere, or pairs
            values = rng.permutation([1, 1, 1, 0, 0, 0]) if u() < 0.6 else np.tile(rng.integers(0, 2, 3), 2)
    if kind == 8:  # painted faces, or fields with a frame that shows the body
        field, corner = _pick(rng, 2.0, u(0.75, 0.95)), u(0.05, 0.5)
        d = np.hypot(np.maximum(abs(x) - field + corner, 0), np.maximum(abs(y) - field + corner, 0)) - corner
        return np.tile(np.clip(0.5 - d / soft, 0, 1), (6, 1, 1)), np.zeros((6, TILE, TILE)), values * 1.0, False
    if kind == 9 or count == 10:
        font, bar, tens = _pick(rng, *_fonts()), u() < 0.65, kind == 9 and count == 10
        tall = {6: 1.25, 8: 0.7, 20: 0.42, 10: 0.75 - 0.2 * tens}[count] * u(0.8, 1.25) / soft / TILE
        ink = np.stack([_text(f"{v}" + "0" * tens, font, tall, bar) for v in values])
        away = u() < 0.15  # most makers print towards the pole
        ink = ink[:, ::-1, ::-1] if away else ink
        return ink, np.stack([cv2.GaussianBlur(m, (0, 0), 1.5) * 0.03 for m in ink]), second, away
    ink, hollow = np.zeros((2, count, TILE, TILE))
    spread, square, bowl, turned = u(0.4, 0.56), u() < 0.12, u() < 0.7, u(size=6) < 0.5
    radius, bold = min(u(0.12, 0.25), spread * 0.46), _pick(rng, 1, 1, u(1.2, 1.9))
    red, deep = _pick(rng, (), (), (1,), (1, 4)), _pick(rng, 0, 1, 1) * u(0.15, 0.75) * radius
    for k, (a, b) in ((k, pip) for k, v in enumerate(values) for pip in PIPS[v]):
        a, b, r = (b, -a, radius) if turned[k] else (a, b, radius)
        r, second[k] = r * (bold if values[k] == 1 else 1), values[k] in red
        dx, dy = abs(x - a * spread), abs(y - b * spread)
        d = np.maximum(dx, dy) if square else np.hypot(dx, dy)
        ink[k] = np.maximum(ink[k], np.clip((r - d) / soft + 0.5, 0, 1))
        dip = np.sqrt(np.clip(1 - (d / r) ** 2, 0, 1)) if bowl else _step(-r, -0.75 * r, -d)
        hollow[k] = np.maximum(hollow[k], deep * dip)
    return ink, hollow, second, False


def _body(rng: Random, xyz: Floats) -> tuple[Floats, dict[str, Any], float]:
    """Return a body's colours at places, its gloss, and how clear it is (0 is opaque)."""
    u, waves, wood = rng.uniform, partial(_waves, rng, xyz), np.array([0.55, 0.33, 0.16]) * rng.uniform(0.3, 1.3)
    one, two, clear, mix = _colour(rng, 0.1), _colour(rng, 0.1), 0.0, np.zeros(xyz.shape[:-1])
    gloss = {"roughness": u(0.12, 0.65), "specular": u(0.3, 0.6), "clearcoat": _pick(rng, 0, 0.8)}
    style = rng.choice(["common", "plain", "marble", "speckle", "layers", "metal", "wood", "clear"],
                       p=[0.24, 0.16, 0.14, 0.1, 0.04, 0.08, 0.06, 0.18])
    if style == "common":  # most dice are white, ivory, black or red
        ivory, black, red = ((0.7, 0.68, 0.45), 0.85), ((0.01,) * 3, 0.05), ((0.25, 0.01, 0.02), (0.6, 0.02, 0.03))
        one = u(*_pick(rng, ivory, ivory, ivory, black, red))
    elif style == "marble":
        two = two * (one.mean() / two.mean()) ** 0.6  # else no ink could be read on both
        mix = _step(-1, 1, waves(u(0.8, 2.5)) * u(0.7, 4) + u(-0.6, 0.6))
    elif style == "speckle":
        mix = _step(0.9, 1.2, waves(u(6, 11)))
    elif style == "layers":
        two = two * (one.mean() / two.mean()) ** 0.6
        mix = _step(-0.1, 0.1, xyz @ rng.normal(size=3) + 0.1 * waves(2))
    elif style == "metal":
        one = np.array(_pick(rng, (0.9, 0.88, 0.85), (0.95, 0.68, 0.3), (0.9, 0.55, 0.4), (0.25, 0.25, 0.28)))
        two, mix, gloss = one * 0.3, 0.4 * _step(0, 2, waves(3)), {"metallic": 1.0, "roughness": u(0.2, 0.5)}
    elif style == "wood":
        rings = np.linalg.norm((xyz @ np.linalg.qr(rng.normal(size=(3, 3)))[0])[..., :2] + u(-2, 2, 2), axis=-1)
        one, two, mix = wood, wood * u(0.3, 0.7), 0.5 + 0.5 * np.sin((rings + 0.06 * waves(2)) * u(9, 22))
    elif style == "clear":
        one, clear = _colour(rng, 0.75, 1, 1.1), u(0.45, 1)
    colours = one + (two - one) * mix[..., None]
    if u() < 0.3 and not clear:  # worn edges and dirt
        worn = _step(1.2, 1.6, np.linalg.norm(xyz, axis=-1) + 0.1 * waves(4))[..., None]
        colours = colours + (_pick(rng, 0.1, 0.7) - colours) * worn * u(0.1, 0.6)
        colours, gloss["roughness"] = colours * (1 - u(0, 0.35) * _step(-0.5, 1.5, waves(2.5)))[..., None], u(0.4, 0.9)
    return np.clip(colours, 0.004, 0.95), gloss, clear


def _picture(pixels: Any) -> dict[str, Any]:
    return {"type": "bitmap", "bitmap": mi.Bitmap(pixels.astype(np.float32)), "raw": True, "wrap_mode": "mirror"}


def _mesh(rng: Random, die: _Die) -> tuple[Any, bool]:
    """Return the die as a mesh of Mitsuba with its material, and whether its prints stand away from the pole."""
    solid, count, half, u = die.solid, len(die.solid.frames), RIM * abs(die.solid.grid).max(), rng.uniform
    g = ((np.arange(TILE) + 0.5) / TILE * 2 - 1) * half
    flat = np.stack(np.meshgrid(g, -g), -1)  # row 0 is up
    xyz = solid.middles[:, None, None] + (flat.reshape(-1, 2) @ solid.frames[:, :2]).reshape(count, TILE, TILE, 3)
    (ink, hollow, second, away), (colours, gloss, clear) = _prints(rng, die, flat), _body(rng, xyz)
    tones = np.quantile(colours.mean(-1), (0.05, 0.5, 0.95))
    tones = np.r_[tones * (1 - 0.7 * clear), tones * (1 - 0.3 * clear)] ** 0.45  # glass looks darker than its tint
    inks = [np.full(3, 0.8), np.full(3, 0.02), np.array([0.75, 0.5, 0.15]), *(_colour(rng) for _ in range(9))]
    inks.sort(key=lambda c: -min(0.3, *abs(c.mean() ** 0.45 - tones)))  # readable ones first, else the best
    readable = [c for c in inks if min(abs(c.mean() ** 0.45 - tones)) >= 0.3]
    paint = _pick(rng, *(readable[: _pick(rng, 1, 2, 5)] or inks[:1]))
    other = np.array([0.5, 0.02, 0.03]) if tones[0] > 0.5 else paint
    if die.kind == 8:
        paint, other = u([0.008] * 3, 0.04), u([0.3, 0.01, 0.01], [0.75, 0.07, 0.07])
        gloss["metallic"], clear, colours = 0.0, 0.0, colours * 0 + _pick(rng, 0.02, 0.75)  # the frame's colour
    elif u() < 0.25:
        ink = ink * _step(-2.4, -1.4, _waves(rng, xyz, 4))  # paint that came off
    if die.kind in (7, 9) and u() < 0.2 and not clear:  # digits with an outline
        ring = np.stack([cv2.dilate(m, np.ones((7, 7))) for m in ink])[..., None]
        colours = colours + ((0.02 if paint.mean() > 0.2 else 0.8) - colours) * ring
    colours = colours + (np.where(second[:, None] > 0, other, paint)[:, None, None] - colours) * ink[..., None]
    atlas = _picture(colours.reshape(-1, TILE, 3))
    bsdf = {"type": "principled", "base_color": atlas, **gloss}
    if clear:
        glass = {"type": "roughdielectric", "alpha": u(0.02, 0.2), "specular_transmittance": atlas}
        weight = _picture(np.maximum(ink, 1 - clear).reshape(-1, TILE, 1))
        bsdf = {"type": "blendbsdf", "weight": weight, "glass": glass, "paint": bsdf}
    ball = _pick(rng, 9, u(1.4, 1.6)) if count == 6 else 9  # some cubes are cut round
    radius = _pick(rng, u(0.02, 0.08), u(0.08, 0.35)) * (1 if count == 6 else 0.4)
    uv = solid.grid / half * [0.5, -0.5] + 0.5
    at = (uv * TILE - 0.5).astype(np.float32)
    dips = np.stack([cv2.remap(h, at[:, :1], at[:, 1:], cv2.INTER_LINEAR) for h in hollow])
    points = (_rounded(solid, radius, ball) - dips * solid.frames[:, None, 2]).reshape(-1, 3)
    a, b, c = (points[solid.triangles[:, k]] for k in range(3))
    face, spot = np.tile(np.cross(b - a, c - a), (3, 1)), solid.weld[solid.triangles.T.ravel()]
    normals = np.stack([np.bincount(spot, face[:, i]) for i in range(3)], 1)[solid.weld]
    normals = normals / (np.linalg.norm(normals, axis=1)[:, None] + 1e-12)
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(bsdf)
    mesh = mi.Mesh("die", len(points), len(solid.triangles), props, True, True)
    data, rows = mi.traverse(mesh), (np.arange(count)[:, None] + uv[:, 1]) / count
    data["vertex_positions"] = (points * die.scale @ die.turn.T + die.place).ravel().astype(np.float32)
    data["vertex_normals"] = (normals @ die.turn.T).ravel().astype(np.float32)
    data["vertex_texcoords"] = np.stack([np.tile(uv[:, 0], (count, 1)), rows], -1).ravel().astype(np.float32)
    data["faces"] = solid.triangles.ravel()
    data.update()
    return mesh, away


def _ground(rng: Random, size: int = 896) -> tuple[Floats, float]:
    """Return a table's reflectance (size, size, 3) and roughness."""
    u, fine, slow = rng.uniform, _noise(rng, size, size / 4, octaves=2), _noise(rng, size, 5)
    style = rng.choice(["felt", "leather", "wood", "paper", "cloth", "marble", "stone", "mat"],
                       p=[0.2, 0.08, 0.22, 0.1, 0.14, 0.08, 0.1, 0.08])
    one, two, rough, step = _colour(rng, 0.1, 0.8, 0.7), _colour(rng, 0.1, 0.8), u(0.2, 1), u(20, 110)
    (y, x), mix, shade = np.mgrid[:size, :size], np.zeros((size, size)), 1 + 0.04 * (slow + fine)
    bars = [(t / step % 1 < u(0.05, 0.55)) * 1.0 for t in (x, y)]
    if style == "felt":
        one = _pick(rng, np.array([0.02, u(0.08, 0.25), 0.06]), _colour(rng, 0.1, 0.55))
        rough, shade = 1, shade + u(0, 0.15) * fine
    elif style == "leather":
        grain = np.where(u(size=(size, size)) < 0.011, 0, 255).astype(np.uint8)
        one = _colour(rng, 0.1, 0.5, 0.9)
        shade = shade - 0.3 * _step(3, 8, cv2.distanceTransform(grain, cv2.DIST_L2, 3))
    elif style == "wood":
        one, board = np.array([0.55, 0.32, 0.16]) * u(0.3, 1.4), int(_pick(rng, size, u(110, 300)))
        two, shift = one * u(0.3, 0.7), u(0, 40, size // board + 1)[y // board]  # each board has its own rings
        rings = np.sin(shift + y / u(5, 20) + 2 * slow + u(1, 4) * _noise(rng, size, 8, 4, 2))
        mix = (0.5 + 0.25 * rings + 0.2 * _noise(rng, size, size / 5, 30, 2)).clip(0, 1)
        shade = shade + 0.06 * (shift / 20 - 1) - 0.7 * (y % board < 3)
    elif style == "paper":
        one, mix = u([0.65, 0.65, 0.5], 0.82), 0.7 * ((y % step < 2) | (x % step < 2) & (u() < 0.5)) * (u() < 0.6)
    elif style == "cloth":
        dots = np.hypot(x % step - step / 2, y % step - step / 2) < step * u(0.1, 0.35)
        mix = _pick(rng, (bars[0] + bars[1]) / 2, bars[0], dots * 1.0, np.maximum(*bars))
        rough, shade = 1, shade + u(0.05, 0.2) * np.sin(x * 2.2) * np.sin(y * 2.2)  # the weave
    elif style == "marble":
        one, rough = _colour(rng, 0.1, 0.95, 0.3), u(0.08, 0.3)
        two = one * 0.3 if one.mean() > 0.2 else np.full(3, 0.6)
        mix = np.exp(-abs(_noise(rng, size, 4) + 0.2 * slow) * u(5, 14)) * _step(-0.5, 1.5, slow)
    elif style == "stone":
        mix = u(0, 0.7) * _step(0.8, 1.2, _noise(rng, size, u(50, 160), octaves=2))
    colour = one + (two - one) * mix[..., None]
    for _ in range(rng.integers(6, 30) if style == "mat" else 0):  # a printed play mat
        p, ink, r = rng.integers(0, size, 2).tolist(), _colour(rng).tolist(), int(rng.integers(8, 120))
        cv2.circle(colour, p, r, ink, _pick(rng, 2, 4, -1), cv2.LINE_AA)
        cv2.rectangle(colour, [p[0] + r, p[1], 3 * r, 2 * r], ink, 2, cv2.LINE_AA)
    return np.clip(colour * shade[..., None], 0.005, 0.9), rough


def _light(rng: Random) -> Floats:
    """Return a light's colour, from a warm lamp through white to a blue sky."""
    t = rng.uniform(0, 1) ** 0.7
    return np.array([1, 0.6 + 0.4 * t, 0.28 + 0.8 * t]) if t < 0.85 else np.array([0.78, 0.9, 1.15])


def _lights(rng: Random, camera: _Camera) -> dict[str, Any]:
    """Return walls, ceiling, windows and the dark shape of whoever holds the camera, and up to two lamps."""
    u, ceiling = rng.uniform, _light(rng) * rng.uniform(0.3, 1)
    wall = _light(rng) * u(0.1, 0.5) * (0.4 + _colour(rng, 0.5))
    sky = ceiling + (wall - ceiling) * _step(0.2, 0.35, np.linspace(0, 1, 64))[:, None, None] + np.zeros((64, 128, 3))
    for k in range(1 + rng.integers(0, 4)):  # none of the windows is small: it would be noise
        (x, y), (a, b) = rng.integers([0, 8], [128, 26]), rng.integers(5, [22, 16])
        sky[y : y + b if k else 64, (x + np.arange(a)) % 128] = _light(rng) * u(2, 12) if k else wall * 0.15
    sky_up = Place().rotate([1, 0, 0], 90)
    lights = {"sky": {"type": "envmap", "bitmap": mi.Bitmap(sky.clip(0.01).astype(np.float32)), "to_world": sky_up}}
    for k in range(_pick(rng, 0, 1, 1, 2)):
        rise, turn, far = np.arcsin(u(0.35, 1)), u(0, 7), u(8, 45)
        spot = far * np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])
        size, (x, y, depth) = far * _pick(rng, u(0.04, 0.12), u(0.12, 0.5)), _project(camera, spot)
        beside = (abs([x, y] - camera.size / 2) - camera.size / 2).max()  # pixels outside the picture
        if depth < 0 or beside > 20 + size * camera.focal / depth:
            power = _light(rng) * np.exp(rng.normal(0.2, 0.9)) * (far / size) ** 2 / 4 / np.sin(rise)
            stand = Place().look_at(spot.tolist(), [0, 0, 0], [0.01, 0, 1]).scale(float(size) / 2)
            glow = {"type": "area", "radiance": {"type": "rgb", "value": power.tolist()}}
            lights[f"lamp{k}"] = {"type": _pick(rng, "rectangle", "disk"), "to_world": stand, "emitter": glow}
    return lights


def _table(rng: Random, dice: list[_Die]) -> tuple[dict[str, Any], float]:
    """Return the table with a tray's rim or some clutter, and its mean reflectance."""
    (colour, rough), u, turn, boxes = _ground(rng), rng.uniform, rng.uniform(0, 7), list[Any]()
    look: dict[str, Any] = {"type": "principled", "base_color": _picture(colour), "roughness": rough}
    look["base_color"]["to_uv"] = Place().scale(u(4, 8))
    stand, spots = Place().rotate([0, 0, 1], u(0, 360)).scale(60), np.array([d.place[:2] for d in dice])
    things = {"table": {"type": "rectangle", "to_world": stand, "bsdf": look}}
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    if u() < 0.25:  # the rim, so far off that it hides no die
        tall, thick = u(0.3, 1.6), u(0.1, 0.35)
        low, high = (spots @ axes.T).min(0) - 1.2 - 1.5 * tall, (spots @ axes.T).max(0) + 1.2 + 1.5 * tall
        for wall, side in itertools.product(np.eye(2), (low, high)):
            long = np.where(wall, 0, (high - low) / 2) + thick
            boxes.append((np.where(wall, side, (low + high) / 2), np.r_[long, tall]))
    elif u() < 0.4:  # chips, cards and sticks
        boxes = [(u(-6, 6, 2), np.array(_pick(rng, (0.7, 0.7, 0.1), (2, 2.8, 0.02), (4, 0.2, 0.3)))) for _ in range(3)]
        boxes = [(p, s) for p, s in boxes if np.linalg.norm(spots @ axes.T - p, axis=1).min() > s.max() + 1.3]
    tint = {"type": "rgb", "value": _colour(rng, 0.1, 0.7, 0.6).tolist()}
    for k, (middle, size) in enumerate(boxes):
        look = {"type": "principled", "base_color": tint, "roughness": u(0.2, 0.8)}
        stand = Place().translate([*(middle @ axes), size[2] / 2]).rotate([0, 0, 1], float(np.degrees(turn)))
        things[f"box{k}"] = {"type": "cube", "to_world": stand.scale([*size[:2], size[2] / 2]), "bsdf": look}
    return things, float(colour.mean())


def _project(camera: _Camera, point: Floats) -> Floats:
    """Return x, y in pixels and the depth of a point in space."""
    p = camera.axes @ (point - camera.eye)
    return np.asarray(np.r_[camera.focal * p[:2] / p[2] + camera.size / 2, p[2]])


def _truth(camera: _Camera, die: _Die, away: bool = False) -> list[float]:
    """Return a die's row of the truth; ``away``: its prints stand away from the pole."""
    middle = die.place + die.turn @ die.solid.middles[die.top] * die.scale
    (x, y, depth), way = _project(camera, middle), middle - camera.eye
    right, down = (_project(camera, middle + die.turn @ die.solid.frames[die.top, 1] * 0.1) - (x, y, depth))[:2]
    turn, tilt = np.arctan2(-right, -down) + np.pi * away, np.arccos(-way[2] / np.linalg.norm(way))
    return [x, y, die.label * camera.focal / depth, die.kind, die.digit, tilt, turn]


def _clash(a: _Die, b: _Die) -> bool:
    """Whether two dice overlap on the table, or the taller one could hide the other one's top."""
    flat = [(d.solid.corners @ d.turn.T[:, :2] * d.scale).astype(np.float32) for d in (a, b)]
    flat[0] *= 1 + 2.8 * max(0, abs(a.scale - b.scale) - 0.06) / np.linalg.norm(flat[0], axis=1).max()
    one, two = (cv2.convexHull(f + d.place[:2].astype(np.float32)) for f, d in zip(flat, (a, b), strict=True))
    return bool(cv2.intersectConvexConvex(one, two)[0] > 1e-5)


def _lay(rng: Random) -> tuple[_Camera, list[_Die]]:
    """Return a camera and dice that lie in its picture, some against each other."""
    u, dice, laid = rng.uniform, list[_Die](), list[_Die]()
    while not dice or max(d.label for d in dice) / min(d.label for d in dice) > 2.2:
        dice = [_cast(rng) for _ in range(rng.integers(1, 7))]
    pixels = u(24 / min(d.label for d in dice), 57 / max(d.label for d in dice))
    size = np.array(_pick(rng, (320, 240), (360, 270), (400, 300), (480, 360)))
    focal, turn, tilt = size[0] / 2 / np.tan(np.radians(u(24, 66)) / 2), u(0, 7), np.radians(u(0, _pick(rng, 15, 50)))
    back = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    right = cv2.Rodrigues(back * rng.normal(0, 0.06))[0] @ [-np.sin(turn), np.cos(turn), 0]
    camera = _Camera(back * focal / pixels, np.stack([right, np.cross(right, back), -back]), focal, size)
    close = u() < 0.4
    for die in dice:
        for _ in range(40):
            way = np.r_[u(-0.5, 0.5, 2) * size / focal, 1] @ camera.axes
            spot = camera.eye + way * (2 * die.scale - camera.eye[2]) / way[2]
            new = die._replace(place=spot * [1, 1, 0] + [0, 0, die.scale])
            if laid and close and u() < 0.7:  # push it against another die, perhaps face to face
                other, yaw, turned = _pick(rng, *laid), cv2.Rodrigues(np.array([0, 0, u(0, 7)]))[0], die.turn
                if len(die.solid.frames) == len(other.solid.frames) == 6 and u() < 0.4:
                    yaw = other.turn @ other.solid.frames[other.top].T
                    turned = yaw @ die.solid.frames[die.top]
                for t in np.arange(0.5, 3, 0.02):
                    new = die._replace(turn=turned, place=(other.place + yaw[:, 0] * t) * [1, 1, 0] + [0, 0, die.scale])
                    if not _clash(new, other):
                        break
            x, y, edge, _, _, lean, _ = _truth(camera, new)
            inside = min(x, y, size[0] - x, size[1] - y) > 0.6 * edge and 21.5 < edge < 61 and lean < 1.0
            if inside and not any(_clash(new, d) for d in laid):
                laid.append(new)
                break
    return (camera, laid) if laid else _lay(rng)


def _photograph(rng: Random, light: Floats, ground: float) -> NDArray[np.uint8]:
    """Return what a phone makes of the light: exposure, white balance, blur, noise, curve and JPEG."""
    u, aim = rng.uniform, 0.2 * (ground / 0.2) ** rng.uniform(0.25, 0.6) * np.exp(rng.normal(0, 0.35))
    x = light / np.median(light.mean(-1)) * aim
    x = x / (0.4 + 0.6 * x.mean((0, 1)) / x.mean()) ** u(0.2, 0.7) * np.exp(rng.normal(0, 0.06, 3))
    y, z = np.mgrid[-1 : 1 : x.shape[0] * 1j, -1 : 1 : x.shape[1] * 1j]
    x = x * (1 - u(0, 0.15) * (y**2 + z**2))[..., None]
    screen = np.where(x < 0.7, x, 0.7 + 0.3 * np.tanh((x - 0.7) / 0.3)).clip(0, 1)[..., ::-1] ** (1 / 2.2)
    calm = cv2.fastNlMeansDenoisingColored((screen * 255).astype(np.uint8), None, 4, 8, 3, 11)
    x = cv2.GaussianBlur((calm / 255.0) ** 2.2, (0, 0), u(0.25, 1.0))
    grain = cv2.GaussianBlur(rng.normal(size=x.shape), (0, 0), u(0.3, 0.7)) * u(0, _pick(rng, 0.02, 0.08))
    x = (x + grain * np.sqrt(0.02 + x)).clip(0, 1) ** (1 / 2.2)
    x += u(0, 0.5) * (_step(0, 1, x) - x) + u(-0.2, 0.25) * (x - x.mean(-1, keepdims=True))
    x += _pick(rng, 0, u(0.2, 1.0)) * (x - cv2.GaussianBlur(x, (0, 0), 1.2))  # sharpening
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 97))]
    coded = cv2.imencode(".jpg", (x.clip(0, 1) * 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def scene(rng: Random) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a picture (h, w, 3; BGR) of dice at rest on a table, and its dice (n, 7), as ``tests.worlds`` says.
    """
    camera, dice = _lay(rng)
    (things, ground), eye, far = _table(rng, dice), camera.eye, float(np.linalg.norm(camera.eye))
    wide, high = camera.size.tolist()
    film = {"type": "hdrfilm", "width": wide, "height": high, "pixel_format": "rgb"}
    stand = Place().look_at(eye.tolist(), (eye + camera.axes[2]).tolist(), (-camera.axes[1]).tolist())
    sensor = {"type": "thinlens", "fov": float(2 * np.degrees(np.arctan(wide / 2 / camera.focal))), "film": film,
              "aperture_radius": far * rng.uniform(0.001, 0.008), "focus_distance": far * 0.95, "to_world": stand}
    world = {"type": "scene", "integrator": {"type": "path", "max_depth": 7}, "sensor": sensor, **things,
             **_lights(rng, camera)}
    meshes, away = zip(*(_mesh(rng, d) for d in dice), strict=True)
    world |= {f"die{k}": mesh for k, mesh in enumerate(meshes)}
    loaded, seeds = mi.load_dict(world), rng.integers(1 << 30, size=PASSES).tolist()
    shots = np.stack([np.array(mi.render(loaded, spp=RAYS, seed=seed)) for seed in seeds])
    # A pixel's brightest pass is left out: it holds the rare paths that find a lamp through glass, which are sparks.
    order = np.argsort(shots.sum(-1), 0)[:-1, ..., None]
    picture = _photograph(rng, np.take_along_axis(shots, order, 0).mean(0).astype(float), ground)
    return picture, np.array([_truth(camera, d, a) for d, a in zip(dice, away, strict=True)], np.float32)
