"""Draws pictures of dice at rest with the rasteriser of MuJoCo, for a test of how well a network generalises.

A picture is the mean of several cheap renders in linear light. Each has its own point of a lamp, its own piece of sky
and its own subpixel shift, so shadows are soft and edges smooth without multisampling. Further renders add the gloss;
then a camera model makes a photograph. Lengths are edges of a usual d6; the table is z = 0. If mujoco is imported
before this module, set MUJOCO_GL=egl first. Needs mujoco, numpy, opencv-python-headless, pillow.
"""

from __future__ import annotations

import os
import re
from collections import namedtuple
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("MUJOCO_GL", "egl")
os.environ.setdefault("LP_NUM_THREADS", "1")  # one thread for Mesa's software rasteriser

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Array = NDArray[Any]
Rng = np.random.Generator
SIZES = (320, 240), (360, 270), (400, 300), (480, 360)
DICE, SOLIDS, RENDERS, GLINTS = 6, 24, 5, 2
"""Most dice and most solids in a picture; renders with diffuse light; renders with gloss alone."""
ATLAS, GROUND, MATCAP, REACH = (400, 300), 512, 128, 60.0
"""Sizes of textures in pixels, and half the side of the table, whose edge stays out of the picture."""
LUMA = np.array((0.3, 0.59, 0.11))
LINEAR = (255 * (np.arange(256) / 255) ** 2.2).round().astype(np.uint8)
FONTS = re.compile(r"(Lato|Inter|OpenSans|Karla|Roboto|Liberation|DejaVu|Cabin|Dosis|Yanone|Bebas|Cantarell|Jura|C059"
                   r"|P052|Oxygen|B612|Carlito|Caladea|Vollkorn|Quicksand|Dustismo|Vera|Andika|FreeS)[^_]*[.][ot]tf$")
SPECTRA = {  # of noise, by frequency along both axes and in all
    "smooth": lambda x, y, f: np.exp(-((f / 5) ** 2)), "pink": lambda x, y, f: (f + 0.1) ** -1.4,
    "mid": lambda x, y, f: np.exp(-((f / 25) ** 2)), "fine": lambda x, y, f: np.exp(-((f / 130) ** 2)),
    "grain": lambda x, y, f: f**0, "blob": lambda x, y, f: np.exp(-(((f - 28) / 9) ** 2)),
    "streak": lambda x, y, f: np.exp(-((x / 3) ** 2) - (y / 90) ** 2) * (1 + y**2) ** -0.3,
    "fibre": lambda x, y, f: np.exp(-((x / 14) ** 2) - (y / 150) ** 2)}
WARM, COLD, GREY = np.array((1.0, 0.76, 0.5)), np.array((0.78, 0.9, 1.1)), np.ones(3)
MOODS = (  # lowest and highest lamp in degrees, least and greatest radius, colour, scattered light
    (22, 55, 0.15, 0.4, COLD * 0.8, COLD * 0.3), (30, 75, 0.04, 0.14, WARM, WARM * 0.2),
    (28, 60, 0.02, 0.03, GREY, COLD * 0.22), (50, 85, 0.12, 0.26, GREY * 0.7, GREY * 0.4),
    (20, 70, 0.1, 0.3, COLD * 0.5, GREY * 0.25), (40, 80, 0.2, 0.35, GREY * 0.35, GREY * 0.6),
    (15, 60, 0.05, 0.2, GREY, GREY * 0.35))

# What a maker chose; colours in sRGB 0..255, lengths in inradii of a d6.
Look = namedtuple("Look", "body base other ink rounding smooth pip depth spread shape font text line halo polish wear")
# Its print per face; the face on top; rotation and middle in the world; class and digit of the answer.
Die = namedtuple("Die", "kind inradius look marks top turn middle label")
# A pinhole: axes are rows right, up, forward; the focal length is in pixels.
Camera = namedtuple("Camera", "eye axes focal size")


@cache
def _noise(name: str) -> Array:
    """Return a tileable field of noise (512, 512) with mean 0 and deviation 1; the same on every call."""
    x, y = np.meshgrid(np.fft.rfftfreq(GROUND) * GROUND, np.fft.fftfreq(GROUND) * GROUND)
    spectrum = SPECTRA[name](x, y, np.hypot(x, y)) * (np.hypot(x, y) > 0)
    seed = np.random.default_rng([7, *name.encode()]).normal(size=(GROUND, GROUND))
    field = np.fft.irfft2(np.fft.rfft2(seed) * spectrum, s=(GROUND, GROUND))
    return np.asarray(field / field.std(), np.float32)


def _field(rng: Rng, name: str, width: int = GROUND, height: int = GROUND) -> Array:
    """Return a part of a field of noise, randomly rolled."""
    return np.roll(_noise(name), rng.integers(0, GROUND, 2).tolist(), (0, 1))[:height, :width]


@cache
def _fonts() -> list[str]:
    """Return the machine's fonts with plain digits that are not too thin."""
    files = sorted(str(p) for p in Path("/usr/share/fonts").rglob("*") if FONTS.match(p.name))
    files = [f for f in files if not re.search(r"thin|hairline|extralight|-light|inclined", f, re.I)]
    if not files:
        raise FileNotFoundError("no known text font under /usr/share/fonts; install for example fonts-dejavu-core")
    return files


@cache
def _solid(kind: str) -> tuple[Array, Array, list[Array]]:
    """Return a solid of inradius 1: normals (n, 3), axes right and up of faces (n, 2, 3), corners of each (k, 2)."""
    signs, golden = np.array(np.meshgrid(*[(1, -1)] * 3)).reshape(3, 8).T, (1 + 5**0.5) / 2
    normals = np.concatenate([np.eye(3), -np.eye(3)])
    if kind == "d8":
        normals = signs / 3**0.5
    elif kind == "d20":  # its normals are the corners of a dodecahedron
        ring = [np.roll((0, a / golden, b * golden), k) for a in (1, -1) for b in (1, -1) for k in range(3)]
        normals = np.concatenate([signs, ring]) / 3**0.5
    elif kind != "d6":  # a pentagonal trapezohedron; the normals of "d10:46" are 46 degrees off its axis
        polar, around = np.radians(float(kind[4:])), np.radians(36 * np.arange(10))
        normals = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around),
                            np.cos(polar) * (-1.0) ** np.arange(10)], 1)
    three = normals[np.array([(a, b, c) for a in range(len(normals)) for b in range(a) for c in range(b)])]
    points = np.linalg.solve(three[np.abs(np.linalg.det(three)) > 1e-6], np.ones((3, 1)))[:, :, 0]
    points = np.unique(points[(points @ normals.T < 1 + 1e-6).all(1)].round(6), axis=0)
    axes, polygons = [], []
    for n in normals:
        own = points[points @ n > 1 - 1e-4]
        up = n[2] * np.eye(3)[2] if len(own) == 4 and kind != "d6" else own[0]  # a d10's digits stand towards its pole
        up = np.roll(n, 1) if kind == "d6" else up - n * (up @ n)
        axes.append((np.cross(up, n) / np.linalg.norm(up), up / np.linalg.norm(up)))
        flat = own @ np.array(axes[-1]).T
        polygons.append(flat[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))])
    return normals, np.array(axes), polygons


def _cell(kind: str, face: int) -> tuple[float, float, float]:
    """Return the middle of a face's cell in the atlas and its scale, in pixels per inradius."""
    across, down = (5, 4) if kind == "d20" else (4, 3)
    wide, high = ATLAS[0] / across, ATLAS[1] / down
    reach = max(np.abs(p).max() for p in _solid(kind)[2])
    return (face % across + 0.5) * wide, (face // across + 0.5) * high, 0.48 * min(wide, high) / reach


def _spots(value: int) -> Array:
    """Return the places of a value's pips, -1, 0 or 1 in both directions."""
    pairs = [(-1, 1), (1, -1), (-1, -1), (1, 1), (-1, 0), (1, 0)]
    return np.array([(0, 0)] * (value % 2) + pairs[: value - value % 2], float)


def _mesh(die: Die, eye: Array) -> tuple[Array, Array, Array, Array]:
    """Return a die's points, normals, atlas coordinates and triangles; faces with pips that ``eye`` sees are finer."""
    look, towards, r = die.look, die.turn.T @ (eye - die.middle), die.look.rounding
    parts, triangles = list[tuple[Array, Array, Array]](), list[Array]()
    for face, (n, axes, polygon) in enumerate(zip(*_solid(die.kind), strict=True)):
        pips = bool("pips" in die.marks[face] and look.depth > 0 and n @ towards > 0.25 * np.linalg.norm(towards))
        # Faces with pips get an even grid; others rings that follow the border of their flat part, lest it shade.
        rings = np.linspace(1, 0, 6 if n @ towards > die.inradius else 4)
        rim = 1 - r * (np.array((1.08, 0.7, 0.35, 0)) if pips else rings)
        step = np.concatenate([np.linspace(0, rim[0], 10 if pips else 2)[:-1], rim])
        side, turn = len(step), np.linspace(-1, 1, len(step))
        both = np.meshgrid(step, step if pips else turn * np.abs(turn) ** 0.7, indexing="ij")
        a, b = (c.ravel()[:, None] for c in both)
        first = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)).ravel()
        quad = np.stack([first, first + 1, first + side + 1, first, first + side + 1, first + side], 1).reshape(-1, 3)
        before, after = np.roll(polygon, 1, 0), np.roll(polygon, -1, 0)
        flat = np.concatenate([(1 - b) * a * (v + w) / 2 + a * b * v + (1 - a) * b * (u + v) / 2 if pips else
                               a * (v + np.maximum(b, 0) * (u - v) / 2 - np.minimum(b, 0) * (w - v) / 2)
                               for u, v, w in zip(before, polygon, after, strict=True)])  # a patch for each corner
        start = sum(len(p[0]) for p in parts)
        triangles += [quad + start + k * side**2 for k in range(len(polygon))]
        # The rounded solid is a smaller one and all that lies within r of it: push each point from its nearest there.
        inner, off = (1 - r) * polygon, flat[:, None] - (1 - r) * polygon
        edge = np.roll(inner, -1, 0) - inner
        foot = inner + np.clip((off * edge).sum(-1) / (edge**2).sum(-1), 0, 1)[..., None] * edge
        best = foot[np.arange(len(flat)), np.argmin(((flat[:, None] - foot) ** 2).sum(-1), 1)]
        inside = (edge[:, 0] * off[..., 1] - edge[:, 1] * off[..., 0] >= 0).all(1)[:, None]
        middle = (1 - r) * n + np.where(inside, flat, best) @ axes
        out = n + flat @ axes - middle
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        points = middle + r * out
        for spot in _spots(int(die.marks[face][-1])) * look.spread if pips else ():
            bowl = np.maximum(1 - ((flat - spot) ** 2).sum(1, keepdims=True) / (1.15 * look.pip) ** 2, 0)
            points -= look.depth * look.pip * bowl**2 * n
            out -= 4 * look.depth / 1.32 * bowl * ((flat - spot) / look.pip) @ axes  # the bowl's slope
        out += look.smooth * points / np.linalg.norm(points, axis=1, keepdims=True)  # worn edges shade gradually
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        x, y, scale = _cell(die.kind, face)
        parts.append((points * die.inradius, out, (np.array((x, y)) + flat * (scale, -scale)) / ATLAS))
    points, out, atlas = (np.concatenate(p) for p in zip(*parts, strict=True))
    return points, out, atlas, np.concatenate(triangles)


def _hsv(hue: float, saturation: float, value: float) -> Array:
    """Return an sRGB colour, 0..255, of a hue in turns."""
    wave = np.clip(np.abs((hue * 6 + np.array((0, 4, 2))) % 6 - 3) - 1, 0, 1)
    return np.asarray(255 * value * (1 - saturation + saturation * wave))


def _colour(rng: Rng) -> Array:
    """Return the colour of a die's body: often ivory, white or black."""
    pick, hue, u, v = rng.random(4)
    if pick < 0.45:
        return _hsv(0.07 + 0.09 * hue, 0.25 * u, 0.78 + 0.19 * v) if pick < 0.3 else _hsv(hue, 0.3 * u, 0.06 + 0.16 * v)
    return _hsv(hue, 0.45 + 0.5 * u, 0.3 + 0.65 * v)


def _look(rng: Rng) -> Look:
    """Return a maker's choice."""
    bodies = ["plain", "matt", "marble", "speckle", "pearl", "metal", "gem", "bone"]
    body, base = str(rng.choice(bodies, p=[0.36, 0.12, 0.13, 0.09, 0.09, 0.07, 0.09, 0.05])), _colour(rng)
    if body == "metal":
        base = np.array([(150, 150, 155), (190, 150, 80), (165, 105, 75), (60, 60, 66)][rng.integers(4)]) * 1.0
    elif body == "bone":
        base = _hsv(rng.uniform(0.07, 0.13), rng.uniform(0.15, 0.5), rng.uniform(0.55, 0.92))
    other = _colour(rng) if rng.random() < 0.6 else np.clip(base * rng.uniform(0.5, 1.5) + rng.uniform(-20, 40), 0, 255)
    if body == "marble":  # two tones so near that one ink is readable on both
        other = np.clip(other + (base - other) @ LUMA + rng.uniform(-50, 50), 0, 255)
    light = LUMA @ (base + other if body == "marble" else base * 2) / 2
    inks = [_hsv(rng.random(), rng.uniform(0.5, 1), rng.uniform(0.2, 1)) for _ in range(3)]
    inks += [_hsv(0.12, 0.55, 0.85), np.full(3, 245.0 if light < 128 else 15.0)]  # the last always has contrast
    inks = [i for i in inks if abs(i @ LUMA - light) > 85]
    return Look(body=body, base=base, other=other, ink=inks[0 if rng.random() < 0.4 else -1],
                rounding=rng.choice([0.05, 0.1, 0.18, 0.28, 0.4]) * rng.uniform(0.8, 1.25),
                smooth=max(0.0, rng.uniform(-0.6, 0.6)), pip=rng.uniform(0.13, 0.24),
                depth=rng.choice([0, 0.25, 0.45, 0.7]), spread=rng.uniform(0.44, 0.57), font=rng.choice(_fonts()),
                shape=rng.choice(["round", "square", "ring"], p=[0.86, 0.08, 0.06]), text=rng.uniform(0.65, 1.2),
                line=rng.random() < 0.6, halo=rng.random() < 0.15, polish=rng.uniform(0.3, 1),
                wear=max(0.0, rng.normal(0, 0.4)))


def _printed(kind: str) -> Array:
    """Return where a face bears its print, right and up of the foot of its normal: low on a d10's kite."""
    return np.array((0, -0.36 if kind.startswith("d10") else 0))


def _paint(rng: Rng, die: Die) -> Array:
    """Return a die's atlas in linear light, RGB."""
    look, kind = die.look, die.kind
    names = {"marble": "mid", "speckle": "fine", "pearl": "smooth", "bone": "streak", "metal": "streak"}
    field = _field(rng, names.get(look.body, "pink"), *ATLAS)[..., None]
    edge = rng.uniform(1.2, 1.9) if look.body == "speckle" else rng.uniform(-0.5, 0.5)
    mix = 0.9 / (1 + np.exp(-(field - edge) * rng.uniform(2, 12))) * (look.body in ("marble", "speckle"))
    shade = {"pearl": 0.16, "bone": 0.13, "metal": 0.08}.get(look.body, rng.choice([0.02, 0.02, 0.02, 0.2]))
    body = ((look.base + (look.other - look.base) * mix) * (1 + shade * field)).astype(np.float32)
    canvas = Image.new("L", ATLAS)
    draw = ImageDraw.Draw(canvas)
    low = rng.uniform(-0.14, 0.14) if kind.startswith("d10") else 0  # makers print higher or lower
    for face, mark in enumerate(die.marks):
        x, y, scale = _cell(kind, face)
        for spot in _spots(int(mark[-1])) * look.spread * scale * (1, -1) if "pips" in mark else ():
            wide = look.pip * scale * (1.25 if mark[-1] == "1" and look.pip > 0.2 else 1)
            boxes = [(x + spot[0] - k, y + spot[1] - k, x + spot[0] + k, y + spot[1] + k) for k in (wide, 0.45 * wide)]
            if look.shape == "square":
                draw.rounded_rectangle(boxes[0], wide * 0.3, 255)
            else:
                draw.ellipse(boxes[0], 255)
                draw.ellipse(boxes[1], 0 if look.shape == "ring" else 255)
        if mark in ("red", "black"):  # a panel, or the whole face
            wide, tone = scale * (1.0 if look.spread < 0.52 else 1 - look.rounding * 0.8), look.ink[0] % 20
            colour = _hsv(0.985 + tone / 500, 0.95 - tone / 80, 0.5 + tone / 45) if mark == "red" else 14 + 1.5 * tone
            body[int(y - wide) : int(y + wide) + 1, int(x - wide) : int(x + wide) + 1] = colour
        elif mark and "pips" not in mark:
            number, y = mark.rstrip("_"), y - (_printed(kind)[1] + low) * scale
            size = look.text * scale * {"d6": 1.5, "d8": 1.0, "d20": 0.7 - 0.13 * len(number)}.get(
                kind, 1.0 if len(number) < 2 else 0.7)
            font = ImageFont.truetype(look.font, int(size))
            thin = not look.halo and not re.search("bold|black", look.font, re.I)
            draw.text((x, y), number, 255, font, "mm", stroke_width=2 if thin else 0)
            if mark[-1] == "_":  # a line or a dot under 6 and 9
                left, _, right, foot = draw.textbbox((x, y), number, font, "mm")
                wide, foot = (0.42 * (right - left) if look.line else 0.055 * size), foot + 0.09 * size
                draw.rounded_rectangle((x - wide, foot, x + wide, foot + 0.11 * size), 2, 255)
    ink = cv2.GaussianBlur(np.asarray(canvas, np.float32) / 255, (0, 0), 0.7)[..., None]
    if look.halo:
        body += (127 + (look.base - look.ink) / 2 - body) * cv2.dilate(ink, np.ones((3, 3), np.uint8))[..., None]
    worn = np.clip(1 - look.wear * np.maximum(_field(rng, "mid", *ATLAS) - 0.6, 0), 0.35, 1)[..., None]
    body += (look.ink - body) * ink * worn + 18 * look.wear * (_field(rng, "grain", *ATLAS)[..., None] > 3)
    return np.asarray(cv2.LUT(np.clip(body, 3, 250).astype(np.uint8), LINEAR))


def _ground(rng: Rng) -> Array:
    """Return a tile of the table in linear light, RGB: cloth, wood, stone, leather, paper, print."""
    style = str(rng.choice(["felt", "weave", "gingham", "wood", "planks", "marble", "leather", "paper", "squares",
                            "hex", "terrazzo", "cork", "plain", "stripes"]))
    y, x = np.mgrid[:GROUND, :GROUND].astype(np.float32) / GROUND
    fine, pink, mid = (_field(rng, n) for n in ("fine", "pink", "mid"))
    base = _hsv(rng.random(), 0.75 * rng.random() ** 1.5, rng.uniform(0.12, 0.85))
    second = np.clip(base * rng.uniform(0.5, 1.6) + rng.uniform(-40, 60), 0, 255)
    second = _colour(rng) if rng.random() < 0.4 else second
    shade, mix, n, thin = 1 + 0.05 * pink + 0.03 * fine, 0 * x, int(rng.integers(3, 14)), rng.uniform(0.04, 0.3)
    a, b = (x * n) % 1, (y * n) % 1
    if style == "felt":
        base = _hsv(rng.choice([0.0, 0.37, 0.6, 0.78, 0.1]), rng.uniform(0.4, 0.85), rng.uniform(0.18, 0.55))
        shade += 0.07 * _field(rng, "fibre") + 0.07 * _field(rng, "fibre").T + 0.05 * _field(rng, "grain")
    elif style in ("wood", "planks", "cork"):
        base = _hsv(rng.uniform(0.05, 0.11), rng.uniform(0.3, 0.75), rng.uniform(0.25, 0.85))
        second, rings = base * rng.uniform(0.45, 0.75), _field(rng, "blob" if style == "cork" else "streak")
        mix = np.clip(0.35 + 0.25 * rings + 0.2 * np.sin(9 * rings + 3 * pink), 0, 1)
        shade *= 1 - 0.6 * (np.abs(a - 0.5) > 0.49) * (style == "planks")
    elif style == "marble":
        mix, shade = np.exp(-np.abs(pink + 0.35 * mid) * rng.uniform(4, 12)), 1 + 0.06 * mid
    elif style == "leather":
        shade += 0.09 * _field(rng, "blob") + 0.05 * fine
    elif style == "paper":
        base, shade = rng.uniform(190, 245) * np.array((1, 1, rng.uniform(0.85, 1))), 1 + 0.01 * fine + 0.015 * pink
        second, mix = _hsv(0.6, 0.5, 0.7), 1.0 * (rng.random() < 0.5) * (b < 0.05)
    elif style in ("gingham", "squares", "stripes", "hex"):
        wave = np.cos(2 * np.pi * n * (x + y)) + np.cos(2 * np.pi * n * (x - y)) + np.cos(4 * np.pi * n * x)
        mix = {"gingham": ((a < 0.5) * 1.0 + (b < 0.5)) / 2, "squares": 1.0 * ((a < thin / 3) | (b < thin / 3)),
               "stripes": np.where(a < thin, 1.0, 0.4 * (a > 0.8)), "hex": np.clip(2 * wave - 3, 0, 1)}[style]
    elif style == "weave":
        shade += 0.16 * np.sin(12 * np.pi * n * x) * np.sin(12 * np.pi * n * y) + 0.08 * _field(rng, "fibre")
    elif style == "terrazzo":
        mix = 1.0 * (_field(rng, "blob") > rng.uniform(0.9, 1.6)) - 0.6 * (mid > 1.5)
    tile = (base + (second - base) * mix[..., None].astype(np.float32)).astype(np.float32) * shade[..., None]
    return np.asarray(cv2.LUT(np.clip(tile, 4, 250).astype(np.uint8), LINEAR))


def _make(rng: Rng, look: Look, size: float, yaw: float, mostly: int | None) -> Die:
    """Return a die at the origin, seven times in ten of the kind ``mostly``, if given; ``size`` is the edge of its set's d6."""
    wanted = int(rng.integers(10))  # 0..5: pips, 6 and 7: d10, 8: red and black, 9: another
    if mostly is not None and rng.random() < 0.7:
        wanted = mostly
    kind = "d10" if wanted in (6, 7) else str(rng.choice(["d6", "d8", "d20", "d10"])) if wanted == 9 else "d6"
    half = size * {"d6": 0.5, "d8": 0.41, "d10": 0.455, "d20": 0.52}[kind]
    if kind != "d6":
        look = look._replace(rounding=min(look.rounding, rng.uniform(0.04, 0.3 if kind == "d10" else 0.14)))
    kind = f"d10:{rng.integers(42, 53)}" if kind == "d10" else kind
    normals, axes, _ = _solid(kind)
    count, opposite, ten = len(normals), np.argmin(normals @ normals.T, 1), kind.startswith("d10")
    upper = np.arange(0, 10, 2) if ten else np.flatnonzero(normals @ (1, 0.01, 0.0001) > 0)
    values, low, top = np.zeros(count, int), rng.permutation(count // 2), int(rng.integers(count))
    # A d10 has its even digits round one pole and opposites that sum to 9; others sum to one more than the count.
    values[upper] = 2 * low if ten else np.where(rng.random(count // 2) < 0.5, low + 1, count - low)
    values[opposite[upper]] = (9 if ten else count + 1) - values[upper]
    marks, label = [f"{v}_" if v in (6, 9) else str(v) for v in values], (9, -1)
    if wanted < 8:
        marks, label = (marks, (7, int(values[top]))) if ten else ([f"pips{v}" for v in values], (int(values[top]), -1))
    elif wanted == 8:
        red, look = rng.permutation(np.arange(6) < rng.integers(2, 5)), look._replace(body="plain")
        top = int(rng.choice(np.flatnonzero(red == (rng.random() < 0.5))))
        marks, label = ["red" if r else "black" for r in red], (8, int(red[top]))
    elif ten:
        marks = [f"{v}0" for v in values]
    turn = np.array([(np.cos(yaw), -np.sin(yaw), 0), (np.sin(yaw), np.cos(yaw), 0), (0, 0, 1)])
    return Die(kind, half, look, marks, top, turn @ np.stack([*axes[top], normals[top]]), np.array((0, 0, half)), label)


def _row(die: Die, camera: Camera) -> tuple[float, ...]:
    """Return a die's row of the answer: x, y, edge, class, digit, tilt, rotation of its print, facing of its top (2)."""
    normals, axes, polygons = _solid(die.kind)
    ray = die.middle + die.inradius * die.turn @ (normals[die.top] + _printed(die.kind) @ axes[die.top]) - camera.eye
    (x, y, depth), up = camera.axes @ ray, camera.axes @ die.turn @ axes[die.top][1]
    turn = np.arctan2(up[2] * x / depth - up[0], up[1] - up[2] * y / depth)
    normal, sight = camera.axes @ die.turn @ normals[die.top], np.array((x, y, depth)) / np.linalg.norm((x, y, depth))
    right = np.array((1.0, 0, 0)) - sight[0] * sight
    right /= np.linalg.norm(right)
    corner = max(np.hypot(1, np.linalg.norm(p, axis=1).max()) for p in polygons)
    span = 2 if die.kind == "d6" else (corner - die.look.rounding * (corner - 1)) / 0.8  # less what the rounding takes
    return (camera.size[0] / 2 - 0.5 + camera.focal * x / depth, camera.size[1] / 2 - 0.5 - camera.focal * y / depth,
            span * die.inradius * camera.focal / depth, *die.label, float(np.arccos(-ray[2] / np.linalg.norm(ray))), float(turn),
            float(normal @ right), float(normal @ np.cross(right, sight)))


def _meet(one: Die, two: Die) -> bool:
    """Whether two dice overlap as seen from above; else a side of one outline separates them."""
    outlines = []
    for die in (one, two):
        points = np.concatenate([n + p @ a for n, a, p in zip(*_solid(die.kind), strict=True)])
        flat = (die.inradius * points @ die.turn.T + die.middle)[:, :2].astype(np.float32)
        outlines.append(cv2.convexHull(flat)[:, 0].astype(float))
    for own in outlines:
        side = np.roll(own, -1, 0) - own
        a, b = (o @ np.stack([side[:, 1], -side[:, 0]]) for o in outlines)
        if ((a.max(0) < b.min(0)) | (b.max(0) < a.min(0))).any():
            return False
    return True


def _toss(rng: Rng, die: Die) -> Die:
    """Return the die as it comes out of the air: turned at random, with its lowest corner on the table."""
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turn[:, 0] *= np.linalg.det(turn)
    points = np.concatenate([n + p @ a for n, a, p in zip(*_solid(die.kind), strict=True)]) @ turn.T * die.inradius
    top = int(np.argmax(_solid(die.kind)[0] @ turn.T @ (0, 0, 1)))
    return die._replace(turn=turn, top=top, middle=np.array((*die.middle[:2], -points[:, 2].min())))


def _lay(rng: Rng, mostly: int | None, tossed: bool) -> tuple[Camera, list[Die]]:
    """Return a camera 0 to 50 degrees off the vertical, and dice that lie well inside its picture; some touch."""
    size, high = SIZES[rng.integers(len(SIZES))], 89.9 - 50 * rng.random() ** 0.8
    focal, back = size[0] / 2 / np.tan(np.radians(rng.uniform(12, 33))), _way(rng, high, high)
    right = np.cross((0, 0, 1), back) / np.linalg.norm(back[:2])
    right = right + rng.normal(0, 0.12) * np.cross(back, right)  # the hand rolls a little
    right /= np.linalg.norm(right)
    camera = Camera(back * focal / rng.uniform(25, 54), np.stack([right, np.cross(back, right), -back]), focal, size)
    looks, edge, wanted = [_look(rng) for _ in range(DICE)], rng.uniform(0.9, 1.12), int(rng.integers(1, DICE + 1))
    looks, dice = looks[:1] * DICE if rng.random() < 0.55 else looks, list[Die]()
    for _ in range(70):
        yaw = rng.uniform(0, 2 * np.pi)
        ray = np.array((rng.uniform(-0.5, 0.5) * size[0], rng.uniform(-0.5, 0.5) * size[1], focal)) @ camera.axes
        place, other = camera.eye - ray * camera.eye[2] / ray[2], dice[rng.integers(len(dice))] if dice else None
        if other and rng.random() < 0.3:  # sides may lie flush
            right = other.turn @ _solid(other.kind)[1][other.top, 0]
            yaw = np.arctan2(right[1], right[0])
        die = _make(rng, looks[len(dice)], edge * rng.uniform(0.96, 1.04), yaw, mostly)
        if other and rng.random() < 0.4:  # slide it towards another till they touch
            near, far, way = 0.0, 3.0, _way(rng, 0, 0)
            for _ in range(12):
                middle = (near + far) / 2
                meets = _meet(die._replace(middle=other.middle + middle * way), other)
                near, far = (middle, far) if meets else (near, middle)
            place = other.middle + (far + 0.01) * way
        die = die._replace(middle=np.array((place[0], place[1], die.inradius)))
        die = _toss(rng, die) if tossed else die
        x, y, span, _, _, tilt, *_ = _row(die, camera)
        inside = min(x, y, size[0] - x, size[1] - y) > 0.75 * span
        if inside and tilt < 1 and 22 <= span <= 60 and not any(_meet(die, d) for d in dice):
            dice.append(die)
        if len(dice) == wanted:
            break
    return (camera, dice) if dice else _lay(rng, mostly, tossed)


def _faces(die: Die, camera: Camera) -> list[tuple[float, ...]]:
    """Return a row for each face of a d10 that turns less than 60 degrees away from the camera, as if it were the top."""
    sight = (camera.eye - die.middle) / np.linalg.norm(camera.eye - die.middle)
    seen = np.flatnonzero(_solid(die.kind)[0] @ die.turn.T @ sight > 0.5) if die.label[0] == 7 else ()
    rows = [_row(die._replace(top=int(f), label=(7, int(die.marks[f][0]))), camera) for f in seen]
    return [(*row[:5], 0.0, *row[6:]) for row in rows]  # tilt 0: training may turn its crop by any angle


@cache
def _stage() -> tuple[Any, Any, Any, Any]:
    """Return MuJoCo's model, context, scene and window; each picture overwrites the model's meshes and textures."""
    spec, side = mujoco.MjSpec(), 80  # capacity of a mesh: 6,400 points
    a, b = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side))
    i = np.arange(side * side).reshape(side, side)
    quad = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[:-1, :-1], i[1:, 1:], i[1:, :-1]], -1)
    for name in map("m{}".format, range(DICE + 1)):
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name, contype=0, conaffinity=0)
        mesh = spec.add_mesh(name=name, inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL)
        mesh.uservert, mesh.userface = np.stack([a, b, a * a], -1).ravel(), quad.ravel()
        mesh.usernormal, mesh.usertexcoord = np.tile((0, 0, 1.0), side**2), np.stack([a, b], -1).ravel()
    for k, (wide, high) in enumerate([ATLAS] * DICE + [(GROUND, GROUND)] * 2 + [(MATCAP, MATCAP)] * 3):
        texture = spec.add_texture(name=f"t{k}", width=wide, height=high, nchannel=3)
        material, roles = spec.add_material(name=f"t{k}"), [""] * mujoco.mjtTextureRole.mjNTEXROLE
        texture.type, texture.data = mujoco.mjtTexture.mjTEXTURE_2D, bytes(wide * high * 3)
        roles[mujoco.mjtTextureRole.mjTEXROLE_RGB] = f"t{k}"
        material.textures = roles
    model, window = spec.compile(), mujoco.GLContext(*SIZES[-1])
    model.vis.global_.offwidth, model.vis.global_.offheight = SIZES[-1]
    model.vis.quality.offsamples, model.vis.quality.shadowsize = 0, 720
    model.stat.extent, model.vis.map.shadowclip = 9.0, 1.0
    window.make_current()
    context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_50)
    mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, context)
    return model, context, mujoco.MjvScene(model, SOLIDS), window


def _load(slot: int, picture: Array) -> None:
    """Put a picture into a texture."""
    model, context, _, _ = _stage()
    model.tex_data[model.tex_adr[slot] :][: picture.size] = picture.ravel()
    mujoco.mjr_uploadTexture(model, context, slot)


def _shape(slot: int, points: Array, normals: Array, atlas: Array, triangles: Array) -> None:
    """Put a mesh into a slot."""
    model, context, _, _ = _stage()
    for name, rows in {"vert": points, "normal": normals, "texcoord": atlas, "face": triangles}.items():
        start = getattr(model, f"mesh_{name}adr")[slot]
        for array in (name,) if name != "face" else (name, "facenormal", "facetexcoord"):
            getattr(model, f"mesh_{array}")[start:][: len(rows)] = rows
    model.mesh_facenum[slot] = len(triangles)
    mujoco.mjr_uploadMesh(model, context, slot)


def _add(kind: str, size: tuple[float, ...], place: Array, turn: Array, colour: Any, skin: int, mesh: int = -1) -> Any:
    """Add a solid to the scene and return it."""
    world = _stage()[2]
    solid, world.ngeom = world.geoms[world.ngeom], world.ngeom + 1
    shape, paint = getattr(mujoco.mjtGeom, f"mjGEOM_{kind}"), np.array((*colour, 1), np.float32)
    mujoco.mjv_initGeom(solid, shape, np.array(size), place, turn.ravel(), paint)
    solid.category, solid.matid = mujoco.mjtCatBit.mjCAT_STATIC, skin  # decoration casts no shadow
    solid.dataid, solid.texcoord, solid.specular, solid.emission, solid.reflectance = 2 * mesh, mesh >= 0, 0, 0, 0
    return solid


def _render(rng: Rng, camera: Camera, lights: list[tuple[Array, Any, float]]) -> Array:
    """Return a render, linear 0..1; lights are the way towards a lamp, a colour, and the share that is ambient."""
    _, context, world, _ = _stage()
    (width, height), shift, near = camera.size, rng.uniform(-0.6, 0.6, 2), 0.5 / camera.focal
    for eye in world.camera:
        eye.pos, eye.forward, eye.up, eye.orthographic = camera.eye, camera.axes[2], camera.axes[1], 0
        eye.frustum_near, eye.frustum_far = 0.5, 400
        eye.frustum_width, eye.frustum_center = near * width / 2, near * shift[0]
        eye.frustum_top, eye.frustum_bottom = near * (shift[1] + height / 2), near * (shift[1] - height / 2)
    world.nlight = len(lights)
    for lamp, (way, colour, ambient) in zip(world.lights, lights, strict=False):
        lamp.type, lamp.castshadow, lamp.headlight, lamp.texid = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL, 1, 0, -1
        lamp.pos, lamp.dir, lamp.attenuation, lamp.cutoff, lamp.exponent = 25 * way, -way, (1, 0, 0), 90, 0
        lamp.ambient, lamp.diffuse, lamp.specular = colour * ambient, colour * (1 - ambient), np.zeros(3)
    rect, pixels = mujoco.MjrRect(0, 0, width, height), np.empty((height, width, 3), np.uint8)
    mujoco.mjr_render(rect, world, context)
    mujoco.mjr_readPixels(pixels, None, rect, context)
    return pixels[::-1].astype(np.float32) / 255


def _way(rng: Rng, low: float, high: float) -> Array:
    """Return a random direction between two heights in degrees."""
    around, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(low, high))
    return np.array((np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)))


def _lamps(rng: Rng) -> tuple[list[tuple[Array, float, Array]], Array]:
    """Return a room's lamps (direction, angular radius, colour with strength) and the colour of its scattered light."""
    low, high, least, most, colour, sky = MOODS[rng.integers(len(MOODS))]
    lamps = [(_way(rng, low, high), rng.uniform(least, most), colour)]
    if rng.random() < 0.25:  # a second lamp of another colour
        lamps.append((_way(rng, 25, 70), rng.uniform(0.03, 0.2), (WARM, COLD)[rng.integers(2)] * rng.uniform(0.2, 0.6)))
    return lamps, sky * rng.uniform(0.6, 1.4)


def _matcap(camera: Camera, lamps: list[tuple[Array, float, Array]], light: Array, floor: Array, phase: Array,
            rough: float, base: float) -> Array:
    """Return what polish mirrors for each normal that the camera sees, at half strength, RGB; ``base`` seen head-on."""
    x, y = np.meshgrid(np.linspace(-1, 1, MATCAP), np.linspace(-1, 1, MATCAP))
    z = np.sqrt(np.clip(1 - x * x - y * y, 0, 1))[..., None]
    ways = np.concatenate([2 * z * x[..., None], 2 * z * y[..., None], 1 - 2 * z * z], -1) @ camera.axes
    up = ways[..., 2:]
    room = np.where(up > 0, light * (0.6 + 0.9 * up**2), floor * (0.4 - 0.5 * up))
    room = room * (1 + 0.5 * np.tanh(3 * np.sin(ways @ phase + 1)))[..., None]  # walls and furniture
    for way, radius, colour in lamps:
        side = np.cross(way, (0, 0, 1)) / np.linalg.norm(np.cross(way, (0, 0, 1)))
        a, b, wide = np.abs(ways @ side), np.abs(ways @ np.cross(side, way)), max(radius, 0.08) + rough
        off = np.maximum(a, b) if radius > 0.12 else np.hypot(a, b)  # a window, or a bulb
        blob = (ways @ way > 0) / (1 + np.exp(np.minimum((off - wide) * 12 / (0.2 * wide + rough), 50)))
        room += (blob * ((np.minimum(a, b) > 0.03 - rough) | (radius < 0.25)))[..., None] * colour * min(wide**-2, 40)
    room = room * (base + (1 - base) * (1 - z) ** 5)  # Schlick's law; a metal must not drown its print
    return np.asarray(127 * np.clip(room, 0, 0.22 if base > 0.1 else 0.6)).astype(np.uint8)


def _clutter(rng: Rng, dice: list[Die]) -> None:
    """Add the rim of a tray and small things that lie about, away from the dice."""
    half, thick, high = max(np.abs(d.middle[:2]).max() for d in dice) + rng.uniform(1.6, 4), *rng.uniform(0.2, 0.9, 2)
    colours, wood = (np.array([_colour(rng) for _ in range(3)]) / 255) ** 2.2, rng.random() < 0.6
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)) if rng.random() < 0.4 else ():
        size = thick + (half + thick) * abs(y), thick + (half + thick) * abs(x), high / 2
        place = np.array((x * (half + thick), y * (half + thick), high / 2))
        _add("BOX", size, place, np.eye(3), GREY if wood else colours[0], 7 if wood else -1)
    for colour in colours[: rng.integers(0, 4)]:
        (x, y, _), place, r = _way(rng, 0, 0), np.array((*rng.uniform(-8, 8, 2), 0)), rng.uniform(0.4, 1.5)
        if min(np.linalg.norm(d.middle[:2] - place[:2]) for d in dice) > 1.5 + 1.4 * r:
            kind, size, lift = [("CAPSULE", (0.22, r, 0), 0.22), ("CYLINDER", (0.8 * r, 0.06, 0), 0.06),
                                ("BOX", (r, 1.3 * r, 0.02), 0.02), ("SPHERE", (r / 3, 0, 0), r / 3)][rng.integers(4)]
            turn = [(-y, 0, x), (x, 0, y), (0, 1, 0)] if kind == "CAPSULE" else [(x, -y, 0), (y, x, 0), (0, 0, 1)]
            _add(kind, size, place + (0, 0, lift), np.array(turn), colour, -1)


def _photo(rng: Rng, light: Array, lamps: Array) -> Array:
    """Return the photograph, BGR, of a picture in linear light, RGB."""
    height, width, _ = light.shape
    y, x = (np.mgrid[:height, :width] / width - np.array((height / width / 2, 0.5))[:, None, None]).astype(np.float32)
    pool = np.clip(1 + rng.normal(0, 0.3) * x + rng.normal(0, 0.3) * y, 0.5, 1.6)  # near lamps light one side more
    light = light * (pool * (1 - rng.uniform(0, 0.8) * (x * x + y * y)))[..., None]  # the lens darkens the corners
    light = light / (lamps ** rng.uniform(0.35, 1.05) * rng.normal(1, 0.04, 3)).astype(np.float32)  # white balance
    light *= rng.uniform(0.25, 0.6) / (0.6 * float(np.mean(np.quantile(light.mean(-1), (0.5, 0.9)))) + 0.12)  # exposure
    light = cv2.GaussianBlur(light, (0, 0), min(abs(rng.normal(0, 0.6)) + 0.3, 1.3))
    light += max(rng.uniform(-0.1, 0.12), 0) * cv2.GaussianBlur(np.maximum(light - 0.8, 0), (0, 0), 9)  # stray light
    noise, gain = rng.normal(size=light.shape).astype(np.float32), 10 ** rng.uniform(-4.2, -2.4)
    noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.8 if rng.random() < 0.6 else noise
    light = np.maximum(light + noise * np.sqrt(np.maximum(light, 0) * gain + gain / 40), 0)
    light = light / (1 + light * 0.25) * 1.25 if rng.random() < 0.7 else light  # a soft shoulder
    tone = np.clip(light, 0, 1) ** np.float32(1 / rng.uniform(1.9, 2.5))
    tone += rng.uniform(-0.05, 0.3) * (tone * tone * (3 - 2 * tone) - tone)
    grey = tone.mean(-1, keepdims=True)
    tone = grey + (tone - grey) * rng.uniform(0.75, 1.3)
    tone += max(rng.uniform(-0.7, 0.9), 0) * (tone - cv2.GaussianBlur(tone, (0, 0), 1.2))  # sharpening of a phone
    picture = (255 * np.clip(tone[..., ::-1], 0, 1)).astype(np.uint8)
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR))


def scene(
    rng: np.random.Generator, mostly: int | None = None, *, tossed: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a picture (h, w, 3; BGR) of dice at rest, and its dice (n, 9), as ``tests.worlds`` says.

    ``mostly``: seven of ten dice are d10 (7) or red and black (8). ``tossed``: the dice are turned at random, and the rows are
    the faces of the d10 that the camera sees.
    """
    camera, dice = _lay(rng, mostly, tossed)
    _, _, world, window = _stage()
    window.make_current()
    world.ngeom, world.flags[:] = 0, 0
    world.flags[[int(mujoco.mjtRndFlag.mjRND_SHADOW), int(mujoco.mjtRndFlag.mjRND_CULL_FACE)]] = 1
    square = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * REACH
    floor, spin = _ground(rng), _way(rng, 0, 0)[:2] / rng.uniform(8, 14)  # the tile's size
    tile = np.stack([square[:, :2] @ spin, square[:, :2] @ (-spin[1], spin[0])], 1)
    _shape(DICE, square, np.tile((0, 0, 1.0), (4, 1)), tile, np.array([(0, 1, 2), (0, 2, 3)]))
    _add("MESH", (1, 1, 1), np.zeros(3), np.eye(3), np.ones(3), 6, DICE)
    meshes = [_mesh(d, camera.eye) for d in dice]
    for k, (die, mesh) in enumerate(zip(dice, meshes, strict=True)):
        _shape(k, *mesh)
        _load(k, _paint(rng, die))
    shown = [_add("MESH", (1, 1, 1), d.middle, d.turn, np.ones(3), k, k) for k, d in enumerate(dice)]
    _clutter(rng, dice)
    _load(6, floor)
    if any(solid.matid == 7 for solid in world.geoms[: world.ngeom]):
        _load(7, _ground(rng))
    lamps, sky = _lamps(rng)
    strong = max(c.max() for _, _, c in lamps) * (1 if len(lamps) == 1 else RENDERS / (RENDERS // 2))
    peak, light, turn = float(max(sky.max() + strong, 1)), np.zeros((*camera.size[::-1], 3), np.float32), rng.random()
    for k in range(RENDERS):
        for solid, die in zip(shown, dice, strict=True):  # a clear die is solid in every second render
            solid.rgba[3], solid.transparent = (0.45, 1) if die.look.body == "gem" and k % 2 else (1, 0)
        rise, around = np.sqrt(0.2 + 0.8 * (k + rng.random()) / RENDERS), 2 * np.pi * (k * 0.618 + turn)
        fill = np.array((np.sqrt(1 - rise**2) * np.cos(around), np.sqrt(1 - rise**2) * np.sin(around), rise))
        way, radius, colour = lamps[k % len(lamps)]  # lamps take turns
        angle, span = 2.4 * k + turn, radius * np.sqrt((k + rng.random()) / RENDERS)  # points of a sunflower
        side = np.cross(way, camera.axes[0])
        way = way + span * (np.cos(angle) * side + np.sin(angle) * np.cross(side, way))
        way, share = way / np.linalg.norm(way), RENDERS / len(range(k % len(lamps), RENDERS, len(lamps)))
        light += _render(rng, camera, [(fill, sky / peak, 0.25), (way, colour * share / peak, 0.06)]) * (peak / RENDERS)
    total = sky + sum(colour for _, _, colour in lamps)
    bounce, phase = LINEAR[128] / 255 * total * (floor[::16, ::16].mean((0, 1)) / 55), rng.normal(0, 2.5, 3)
    for k, (rough, base) in enumerate(((0.01, 0.04), (0.25, 0.04), (0.12, 0.3))):
        _load(8 + k, _matcap(camera, lamps, sky, bounce, phase, rough, base))
    world.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0
    for solid in world.geoms[: world.ngeom]:
        solid.rgba[:], solid.transparent, solid.emission, solid.matid = (0, 0, 0, 1), 0, 1, -1
    for k, (die, (points, normals, _, triangles)) in enumerate(zip(dice, meshes, strict=True)):
        seen, out = points @ die.turn.T + die.middle - camera.eye, normals @ die.turn.T
        seen /= np.linalg.norm(seen, axis=1, keepdims=True)
        half = seen - 2 * (seen * out).sum(1, keepdims=True) * out - camera.axes[2]  # halfway to what it mirrors
        half = half / np.linalg.norm(half, axis=1, keepdims=True) @ camera.axes[:2].T
        _shape(k, points, normals, 0.5 + 0.49 * half, triangles)
        shown[k].matid = {"metal": 10, "matt": 9, "bone": 9}.get(die.look.body, 8)
        shown[k].rgba[:3] = (die.look.base / 200) ** 2.2 if die.look.body == "metal" else die.look.polish
    for _ in range(GLINTS):
        light += _render(rng, camera, [(np.array((0, 0, 1.0)), np.zeros(3), 0.0)]) * (2 / GLINTS)
    rows = [row for d in dice for row in _faces(d, camera)] if tossed else [_row(d, camera) for d in dice]
    return _photo(rng, light, total / total.mean()), np.array(rows, np.float32).reshape(-1, 9)
