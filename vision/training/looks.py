"""Random dice for drawing: bodies, pips, prints, lights and poses, all from one seeded generator."""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS
from vision.drawing.render import Look, View, leaning, resting, solid

Colour = tuple[float, float, float]
SPLIT: dict[str, Any] = json.loads((Path(__file__).parent / "split.json").read_text())
TRAINED_ON = frozenset(SPLIT["fonts"]["training"])

BODIES: dict[str, tuple[Colour, ...]] = {
    "white": ((0.88, 0.89, 0.90), (0.95, 0.95, 0.95), (0.80, 0.81, 0.82)),
    "ivory": ((0.66, 0.80, 0.86), (0.58, 0.74, 0.82), (0.72, 0.84, 0.90)),
    "red": ((0.10, 0.10, 0.70), (0.16, 0.12, 0.85), (0.08, 0.05, 0.45)),
    "green": ((0.15, 0.50, 0.10), (0.30, 0.60, 0.15), (0.12, 0.30, 0.06)),
    "blue": ((0.65, 0.25, 0.08), (0.80, 0.45, 0.15), (0.40, 0.12, 0.06)),
    "yellow": ((0.08, 0.70, 0.85), (0.15, 0.80, 0.92), (0.05, 0.60, 0.80)),
    "black": ((0.05, 0.05, 0.05), (0.09, 0.08, 0.08), (0.03, 0.03, 0.03)),
    "other": ((0.55, 0.15, 0.45), (0.05, 0.40, 0.85), (0.45, 0.45, 0.45), (0.6, 0.4, 0.85), (0.1, 0.2, 0.32)),
}
INKS: tuple[Colour, ...] = (
    (0.92, 0.92, 0.92),
    (0.05, 0.05, 0.05),
    (0.15, 0.55, 0.75),
    (0.1, 0.1, 0.75),
    (0.6, 0.2, 0.1),
    (0.2, 0.75, 0.9),
    (0.5, 0.7, 0.3),
)
SIDES = ("training", "validation", "holdout")
HELD_OUT = 5
"""Every fifth font, by the checksum of its name, is reserved for the hold-out and never trained on."""
SYMBOLS = ("D050000L", "LinBiolinum_K")
"""Fonts that draw other symbols, or keys with digits, instead of digits."""
CHOSEN_ON = 10
"""Every tenth font that no network was trained on is reserved for choosing settings and thresholds."""


def side_of(font: str) -> str:
    """Return the side of the split (training, validation or holdout) that the font of this name belongs to."""
    rest = zlib.crc32(font.encode())
    if rest % HELD_OUT == 0:
        return "holdout"
    return "validation" if rest % CHOSEN_ON == 1 and font not in TRAINED_ON else "training"


@cache
def fonts(side: str = "training") -> tuple[str, ...]:
    """Return the installed font files of one side of the split that draw ten different digits."""
    from PIL import ImageFont

    good = []
    for path in sorted(Path("/usr/share/fonts").rglob("*.[ot]tf")):
        if side_of(path.stem) != side:
            continue
        try:
            font = ImageFont.truetype(str(path), 40)
            shapes = {bytes(font.getmask(d)) for d in "0123456789"}
        except (OSError, ValueError):
            continue
        if len(shapes) == 10:
            good.append(str(path))
    return tuple(good)


@cache
def font_odds(side: str = "training") -> NDArray[np.float64]:
    """Return the probability of each of ``fonts``: highest for upright ones, 0 for hairlines and fonts of symbols."""
    odds = []
    for path in fonts(side):
        name = Path(path).stem
        never = name in SYMBOLS or any(w in name for w in ("Thin", "Hairline", "ExtraLight"))
        odds.append(0.0 if never else 1.0 if any(w in name for w in ("Ital", "Obli", "Light", "Vollkorn")) else 3.0)
    return np.array(odds) / sum(odds)


class Mark(NamedTuple):
    """The line or the dot that distinguishes 6 from 9: its box, as shares of the side of the ink."""

    dot: bool
    left: float
    top: float
    right: float
    bottom: float


def mark(rng: np.random.Generator, font: str) -> Mark | None:
    """Return a random line or dot for the 6 and 9 of ``font``, or None, because not every maker marks them.

    Makers put the dot beside the foot of the digit or below it, and the line nearer or farther.
    """
    from PIL import ImageFont

    pick, u = rng.random(), rng.uniform
    if pick < 0.2:
        return None
    ends = ImageFont.truetype(font, 100).getbbox("6", anchor="mm")
    left, _, right, foot = (0.8 * end / 100 + middle for end, middle in zip(ends, (0.5, 0.47, 0.5, 0.47), strict=True))
    wide, gap = right - left, float(u(0.02, 0.10))
    if pick < 0.6:
        over, thick = wide * float(u(-0.2, 0.2)), float(u(0.04, 0.09))
        return Mark(False, left - over, foot + gap, right + over, foot + gap + thick)
    across = float(u(0.06, 0.14))
    if pick < 0.9:
        x, y = right + float(u(0.0, 0.10)) + across / 2, foot + float(u(-0.10, 0.04))
    else:
        x, y = (left + right) / 2, foot + gap + across / 2
    return Mark(True, x - across / 2, y - across / 2, x + across / 2, y + across / 2)


def glyph(text: str, font: str, mark: Mark | None = None, side: int = 64, drop: float = 0.0) -> NDArray[np.uint8]:
    """Return ``text`` and the ``mark``, if there is one, as ink (0-255, (side, side)), lower by ``drop`` times the side."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(picture)
    size = int(side * (0.80 if len(text) == 1 else 0.62))
    low = side * drop
    pen.text((side / 2, side * 0.47 + low), text, 255, ImageFont.truetype(font, size), anchor="mm")
    if mark is not None:
        draw = pen.ellipse if mark.dot else pen.rectangle
        draw((side * mark.left, side * mark.top + low, side * mark.right, side * mark.bottom + low), 255)
    return np.array(picture)


def worn(rng: np.random.Generator, ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a die's prints (faces, side, side) varied as between makers: thicker or thinner, wider or narrower."""
    side = ink.shape[1]
    stretch, slant = float(np.exp(rng.normal(0, 0.12))), float(rng.normal(0, 0.06))
    middle = (side - 1) / 2
    matrix = np.array([[stretch, slant, middle * (1 - stretch - slant)], [0, 1, 0]], np.float32)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    pick, out = rng.random(), []
    for one in ink:
        changed = cv2.warpAffine(one, matrix, (side, side))
        if pick < 0.2:
            changed = cv2.dilate(changed, brush)
        elif pick < 0.35 and (cv2.erode(changed, brush) > 128).sum() > 0.4 * (changed > 128).sum():
            changed = cv2.erode(changed, brush)
        out.append(changed)
    return np.asarray(np.stack(out), np.uint8)


def _jitter(rng: np.random.Generator, colour: Colour, amount: float = 0.08) -> Colour:
    moved = np.clip(np.array(colour) * rng.uniform(0.8, 1.15) + rng.normal(0, amount, 3), 0.02, 0.97)
    return (float(moved[0]), float(moved[1]), float(moved[2]))


def _greyer(colour: Colour, kept: float = 0.2) -> Colour:
    """Return the colour with a fifth of its saturation: black dice are nearly grey, not dark red."""
    grey = sum(colour) / 3
    b, g, r = (grey + kept * (c - grey) for c in colour)
    return b, g, r


def _contrast(a: Colour, b: Colour) -> float:
    weights = np.array([0.2, 0.5, 0.3])
    x, y = np.array(a), np.array(b)
    return float(abs((x - y) @ weights) + 0.3 * np.abs(x - y).max())


def _paint(rng: np.random.Generator, least: float = 0.30) -> tuple[str, Colour, Colour]:
    """Return a body's colour by name and value, and an ink whose contrast to it is over ``least``."""
    names = [*COLOURS]
    name = str(rng.choice(names, p=[0.22, 0.14, 0.12, 0.10, 0.12, 0.08, 0.10, 0.12]))
    body = _jitter(rng, BODIES[name][rng.integers(len(BODIES[name]))], 0.04)
    while True:
        ink = INKS[rng.choice(len(INKS), p=[0.36, 0.36, 0.07, 0.08, 0.04, 0.05, 0.04])]
        if _contrast(body, ink) > least:
            return name, body, _jitter(rng, ink, 0.03)


AWAY = 0.15
"""Share of the d10 with marked digits that stand away from the pole, as some makers print them: only the mark tells their 6
from a 9. Digits without marks all stand towards it."""
PRINTS = (0.46, 0.82)
"""Minimum and maximum side of a d10's print, in edges. A digit is 0.55 of it high, so 0.25 to 0.45 edges, as on real dice."""
POINTED = (0.2, 0.25, 0.2, 0.15, 0.12, 0.08)
"""The probability of each shape of the d10; most are a little wider than high if seen from above."""
TOP_EVEN = (0, 4, 6, 2, 8)
TOP_ODD = (1, 7, 3, 5, 9)


def _ten(rng: np.random.Generator) -> list[int]:
    """Return the digits of a d10's faces: usually the common layout, sometimes another one."""
    if rng.random() < 0.15:
        return [int(x) for x in rng.permutation(10)]
    upper = TOP_EVEN if rng.random() < 0.5 else TOP_ODD
    shift = int(rng.integers(5))
    digits = [upper[(i + shift) % 5] for i in range(5)]
    return digits + [9 - digits[(j + 3) % 5] for j in range(5)]


def look(rng: np.random.Generator, kind: str, side: str = "training") -> tuple[Look, str]:
    """Return a random die of ``kind`` (pips, hard, blank, d10, other) and the name of its colour; ``side`` chooses fonts.

    ``hard`` dice are dark or marbled, with red, gold or other pips of weak contrast and shining rims.
    """
    # numbers are painted legibly; one in ten is worn or has little contrast
    name, body, ink = _paint(rng, 0.45 if kind == "d10" and rng.random() < 0.9 else 0.30)
    hard = kind == "hard"
    if hard:
        kind = "pips"
        name = str(rng.choice(["black", "black", "blue", "red", "green", "other"]))
        body = _jitter(rng, BODIES[name][-1], 0.04)
        ink = _jitter(rng, INKS[rng.choice([0, 2, 3, 3, 3, 5])], 0.04)
        for _ in range(20):
            if _contrast(body, ink) > 0.22:
                break
            ink = _jitter(rng, INKS[rng.choice([0, 2, 3, 5])], 0.04)
    common: dict[str, Any] = {
        "sharp": float(rng.uniform(16, 70)),
        "gloss": float(rng.choice([0.05, 0.2, 0.5, 0.9]) * rng.uniform(0.7, 1.3)),
        "shine": float(rng.choice([8, 25, 60, 150])),
        "clear": float(rng.choice([0, 0, 0, 0.4, 0.8])),
        "seed": int(rng.integers(1 << 30)),
    }
    if rng.random() < (0.6 if hard else 0.28):
        common["marble"] = float(rng.uniform(0.2, 0.9))
        second = BODIES[str(rng.choice([*COLOURS]))][0]
        if kind == "pips" or rng.random() < 0.8:
            for _ in range(20):
                if _contrast(second, ink) > 0.25:
                    break
                second = BODIES[str(rng.choice([*COLOURS]))][0]
        common["other"] = second
        if common["marble"] > 0.5 and rng.random() < 0.7:
            name = "other"
    if kind == "pips":
        pip = float(rng.uniform(0.065, 0.125))
        common |= {
            "ball": float(rng.choice([0.69, 0.72, 0.75, 0.8, 0.86])),
            "pip": pip,
            "spread": float(min(rng.uniform(0.20, 0.30), 0.44 - pip)),
            "one": float(rng.choice([1, 1, 1, 1.4, 1.9])),
            "bowl": float(rng.choice([0, 0.4, 0.9])),
            "quarter": tuple(int(q) for q in rng.integers(0, 4, 6)),
        }
        if hard or rng.random() < 0.1:
            common["ring"] = float(rng.uniform(0.1, 1.0) * (rng.random() < 0.75))
        if rng.random() < 0.15:
            common["one_ink"] = (0.1, 0.1, 0.8) if _contrast(body, (0.1, 0.1, 0.8)) > 0.25 else ink
        values = (3, 4, 2, 5, 1, 6) if rng.random() < 0.5 else (4, 3, 2, 5, 1, 6)
        return Look(solid("d6"), values, body, ink, **common), name
    if kind == "blank":
        red = _jitter(rng, (0.10, 0.10, 0.75), 0.04)
        black = _greyer(_jitter(rng, (0.05, 0.05, 0.05), 0.02))
        common["marble"] = 0.0
        first = red if rng.random() < 0.5 else black
        last = black if first is red else red
        mixed = (first, last) if rng.random() < 0.7 else (first, first)
        faces = tuple(mixed[int(i)] for i in (rng.permutation(6) % 2))
        look_ = Look(
            solid("d6"), (0,) * 6, body, ink, ball=float(rng.choice([0.70, 0.76, 0.86])), face_colours=faces, **common
        )
        return look_, "other"
    font = fonts(side)[int(rng.choice(len(fonts(side)), p=font_odds(side)))]
    marked = mark(rng, font)
    drop = 0.0
    if kind == "d10":
        shape = solid("d10", int(rng.choice(6, p=POINTED)))
        digits = _ten(rng)
        texts = [str(d) for d in digits]
        size = float(rng.uniform(*PRINTS))
        drop = float(rng.uniform(-0.02, 0.08))
    else:
        shape = solid(str(rng.choice(["d8", "d20", "d12", "d6"], p=[0.35, 0.2, 0.1, 0.35])))
        digits = [0] * len(shape.normals)
        numbers = rng.permutation(len(shape.normals)) + 1
        texts = [str(n) for n in numbers]
        size = {"d8": 0.5, "d20": 0.30, "d12": 0.4, "d6": 0.75}[shape.name] * float(rng.uniform(0.8, 1.1))
    prints = np.stack([glyph(t, font, marked if t in ("6", "9") else None, drop=drop) for t in texts])
    if rng.random() < 0.5:
        prints = worn(rng, prints)
    if rng.random() < 0.4:
        common["groove"] = float(rng.uniform(0.3, 1.5))
    if kind == "d10" and marked is not None and rng.random() < AWAY:
        prints = prints[:, ::-1, ::-1].copy()
        digits = [d + 100 for d in digits]
    common["ball"] = float(rng.choice([0.72, 0.76, 2.0])) if shape.name != "d6" else float(rng.choice([0.72, 0.8]))
    return Look(shape, tuple(digits), body, ink, glyphs=prints, print_size=size, **common), name


def view(rng: np.random.Generator, tilt: float) -> View:
    """Return a random camera distance and lighting for a camera ``tilt`` radians off the vertical."""
    azimuth, height = rng.uniform(0, 6.28), np.radians(rng.uniform(30, 88))
    low, round_ = np.radians(rng.uniform(20, 85)), rng.uniform(0, 6.28)
    power = float(rng.uniform(0.1, 0.95))
    return View(
        tilt,
        float(rng.uniform(6, 30)),
        (float(np.cos(azimuth) * np.cos(height)), float(np.sin(azimuth) * np.cos(height)), float(np.sin(height))),
        power,
        float(rng.uniform(0.9, 1.25) - power * 0.8),
        float(rng.uniform(0.05, 1.0)),
        (float(np.cos(round_) * np.cos(low)), float(np.sin(round_) * np.cos(low)), float(np.sin(low))),
        float(rng.uniform(0.02, 0.25)),
        float(rng.uniform(0, 0.9)),
        _jitter(rng, (0.4, 0.4, 0.4), 0.15),
    )


def pose(rng: np.random.Generator, made: Look, lean: bool, yaw: float | None = None) -> tuple[NDArray[np.float64], int]:
    """Return a random rotation matrix at rest (or leaning if ``lean``) and the index of the face on top."""
    face = int(rng.integers(len(made.solid.normals)))
    turn = resting(made.solid, face, float(rng.uniform(0, 6.28)) if yaw is None else yaw)
    if lean:
        turn = leaning(turn, float(np.radians(rng.uniform(18, 42))), float(rng.uniform(0, 6.28)))
        face = int((made.solid.normals @ turn.T)[:, 2].argmax())
    return turn, face
