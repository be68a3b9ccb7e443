"""The rendered hold-out: test scenes whose fonts, grounds, dice and lights occur in no training picture (``split.json``).

A scene has 1 to 12 dice, in half of the scenes touching ones. Edges are 25 to 160 pixels long (d10 from 60). The
camera stands 0 to 35 degrees off the vertical. Lamps have 2 700 to 6 500 K, from dim to glare; the pictures have blur,
noise and JPEG quality 40 to 95.
``vision.training.score`` reads them.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import DiceSet, DieKind, Face
from vision.drawing.render import Look, Sprite, View, draw, leaning, resting, solid
from vision.training.layout import spots

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Colour = tuple[float, float, float]
SPLIT: dict[str, Any] = json.loads((Path(__file__).parent / "split.json").read_text())
READ, LEANING, TAUGHT, TEACHING, PHYSICAL = SPLIT["seeds"]["holdout"]
"""First seeds of the scenes: readable; with a leaning or stacked die; of taught dice; the views that teach them; by Mitsuba."""

BODIES: dict[str, Colour] = {
    "white": (0.84, 0.87, 0.85),
    "ivory": (0.60, 0.78, 0.80),
    "red": (0.13, 0.07, 0.60),
    "green": (0.22, 0.42, 0.06),
    "blue": (0.55, 0.32, 0.05),
    "yellow": (0.03, 0.66, 0.90),
    "black": (0.07, 0.06, 0.07),
    "other": (0.42, 0.10, 0.30),
}
DARK, PALE = (0.08, 0.06, 0.04), (0.86, 0.93, 0.95)
ODD, EVEN = (1, 7, 3, 5, 9), (0, 4, 6, 2, 8)
HERSHEY = {
    "hershey-simplex": cv2.FONT_HERSHEY_SIMPLEX,
    "hershey-duplex": cv2.FONT_HERSHEY_DUPLEX,
    "hershey-complex": cv2.FONT_HERSHEY_COMPLEX,
    "hershey-triplex": cv2.FONT_HERSHEY_TRIPLEX,
    "hershey-complex-small": cv2.FONT_HERSHEY_COMPLEX_SMALL,
}
FRAMES = ((640, 480), (960, 720), (1280, 720), (1536, 864))


@dataclass(frozen=True, slots=True)
class Placed:
    """A die of a scene: its kind and value, the middle of its top face and its edge, in pixels."""

    kind: DieKind
    value: Face | None
    x: float
    y: float
    edge: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with its dice; ``trouble`` is "leaning" or "stacked" if it cannot be read, else empty."""

    image: Image
    dice: tuple[Placed, ...]
    trouble: str = ""

    def save(self, file: Path) -> None:
        """Store the picture in ``file`` (PNG) and its dice in a JSON file beside it."""
        cv2.imwrite(str(file), self.image)
        rows = [[d.kind.value, d.value, d.x, d.y, d.edge] for d in self.dice]
        file.with_suffix(".json").write_text(json.dumps(rows))

    @staticmethod
    def load(file: Path) -> Scene:
        """Return the scene that ``save`` stored in ``file``."""
        rows = json.loads(file.with_suffix(".json").read_text())
        dice = tuple(Placed(DieKind(kind), *rest) for kind, *rest in rows)
        return Scene(np.asarray(cv2.imread(str(file)), np.uint8), dice)

    def want(self) -> Counter[tuple[str, str]]:
        """Return the kinds and values of a correct reading."""
        return Counter((d.kind.value, str(d.value)) for d in self.dice)

    def expected(self) -> DiceSet:
        """Return the dice as a game would expect them."""
        kinds = Counter(d.kind.value for d in self.dice)
        return DiceSet.parse("+".join(f"{n}{k}" for k, n in sorted(kinds.items())))


# --- dice ------------------------------------------------------------------------------------------------------


@cache
def font_files() -> dict[str, str]:
    """Return the font files of the hold-out that are installed here, by name."""
    wanted = set(SPLIT["fonts"]["holdout"])
    return {p.stem: str(p) for p in sorted(Path("/usr/share/fonts").rglob("*.[ot]tf")) if p.stem in wanted}


def known_fonts(files: bool = True) -> list[str]:
    """Return the names of the fonts that can be drawn here; without ``files`` only those that need no font file."""
    have = font_files() if files else {}
    return [f for f in SPLIT["fonts"]["holdout"] if f in have or f in HERSHEY]


def digit(text: str, font: str, mark: str, side: int = 64) -> Image:
    """Return an upright digit as ink (0-255, (side, side)); ``mark`` ("line" or "dot") distinguishes 6 from 9."""
    if font not in HERSHEY:
        from vision.training.looks import Mark, glyph

        marks = {"line": Mark(False, 0.3, 0.84, 0.7, 0.91), "dot": Mark(True, 0.66, 0.70, 0.76, 0.80)}
        return np.asarray(glyph(text, font_files()[font], marks.get(mark), side), np.uint8)
    ink = np.zeros((side, side), np.uint8)
    face, thick = HERSHEY[font], max(2, side // 18)
    scale = side * 0.56 / max(cv2.getTextSize("0", face, 1.0, thick)[0][1], 1)
    (w, h), _ = cv2.getTextSize(text, face, scale, thick)
    cv2.putText(ink, text, ((side - w) // 2, round(side * 0.47 + h / 2)), face, scale, 255, thick, cv2.LINE_AA)
    if mark == "line":
        cv2.rectangle(ink, (int(side * 0.3), int(side * 0.84)), (int(side * 0.7), int(side * 0.91)), 255, -1)
    elif mark == "dot":
        cv2.circle(ink, (int(side * 0.72), int(side * 0.76)), max(2, side // 20), 255, -1, cv2.LINE_AA)
    return ink


def near(rng: np.random.Generator, colour: Colour, by: float = 0.03) -> Colour:
    b, g, r = (float(np.clip(c + rng.normal(0, by), 0.02, 0.95)) for c in colour)
    return b, g, r


def ink_for(body: Colour) -> Colour:
    """Return the ink that shows on a body of this colour."""
    return DARK if sum(body) > 1.1 else PALE


def die(rng: np.random.Generator, kind: str, font: str | None = None) -> Look:
    """Return a die of the hold-out of ``kind`` ("d6", "d10" or "bicolour"); ``font`` is the font of a d10."""
    body = BODIES[str(rng.choice([*BODIES]))]
    ink = ink_for(body)
    low, high = SPLIT["dice"]["sharp"]["holdout"]
    balls = [b for b in SPLIT["dice"]["ball"]["holdout"] if b < 1]
    common: dict[str, Any] = {
        "sharp": float(rng.uniform(low, high)),
        "shine": float(rng.choice(SPLIT["dice"]["shine"]["holdout"])),
        "gloss": float(rng.uniform(0.05, 0.7)),
        "seed": int(rng.integers(1 << 30)),
    }
    if rng.random() < 0.2 and kind != "bicolour":
        common |= {"marble": float(rng.uniform(0.15, 0.5)), "other": near(rng, body, 0.12)}
    if kind == "d6":
        pip = float(rng.uniform(0.07, 0.115))
        values = (5, 2, 1, 6, 4, 3) if rng.random() < 0.5 else (2, 5, 1, 6, 4, 3)
        return Look(
            solid("d6"), values, near(rng, body), near(rng, ink), ball=float(rng.choice(balls)), pip=pip,
            spread=float(rng.uniform(0.22, 0.29)), bowl=float(rng.uniform(0.1, 0.8)),
            quarter=tuple(int(q) for q in rng.integers(0, 4, 6)), one=float(rng.choice([1.0, 1.25])), **common,
        )  # fmt: skip
    if kind == "bicolour":
        red, black = near(rng, (0.13, 0.08, 0.66)), near(rng, (0.07, 0.07, 0.07), 0.015)
        turns = (red, red, red, black, black, black)
        faces = tuple(turns[i] for i in rng.permutation(6))
        return Look(solid("d6"), (0,) * 6, red, ink, ball=float(rng.choice(balls)), face_colours=faces, **common)
    upper = EVEN if rng.random() < 0.5 else ODD
    digits = upper + tuple(9 - upper[(j + 3) % 5] for j in range(5))
    name = font or str(rng.choice(known_fonts()))
    mark = str(rng.choice(["line", "dot"]))
    prints = np.stack([digit(str(d), name, mark if d in (6, 9) else "") for d in digits])
    return Look(
        solid("d10", int(rng.integers(6))), digits, near(rng, body), near(rng, ink), ball=1.5, glyphs=prints,
        print_size=float(rng.uniform(0.42, 0.54)), **common,
    )  # fmt: skip


def faces_of(made: Look, kind: str) -> tuple[Face, ...]:
    """Return the value of each face of a die."""
    if kind == "bicolour":
        assert made.face_colours is not None
        return tuple("red" if c[2] > 0.3 else "black" for c in made.face_colours)
    return made.faces


# --- light and ground ------------------------------------------------------------------------------------------


def view(rng: np.random.Generator, most: float = 35.0) -> View:
    """Return a camera up to ``most`` degrees off the vertical, and lights that occur in no training picture."""
    soft, window = (SPLIT["lights"][k]["holdout"] for k in ("softness", "window_size"))
    round_, high = rng.uniform(0, 6.28), np.radians(rng.uniform(35, 80))
    other, low = rng.uniform(0, 6.28), np.radians(rng.uniform(20, 60))
    power = float(rng.uniform(0.2, 0.8))
    return View(
        float(np.radians(rng.uniform(0, most))),
        float(rng.uniform(9, 24)),
        (float(np.cos(round_) * np.cos(high)), float(np.sin(round_) * np.cos(high)), float(np.sin(high))),
        power,
        float(rng.uniform(0.95, 1.2) - 0.75 * power),
        float(rng.uniform(*soft)),
        (float(np.cos(other) * np.cos(low)), float(np.sin(other) * np.cos(low)), float(np.sin(low))),
        float(rng.uniform(*window)),
        float(rng.uniform(0, 0.9)) if rng.random() < 0.3 else float(rng.uniform(0, 0.25)),
    )


def _noise(rng: np.random.Generator, h: int, w: int, grain: float) -> Floats:
    small = rng.normal(0, 1, (int(h / grain) + 3, int(w / grain) + 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def ground(rng: np.random.Generator, h: int, w: int) -> Floats:
    """Return an empty track of one of the hold-out's six materials, BGR float 0..1."""
    kind = str(rng.choice(SPLIT["grounds"]["holdout"]))
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    if kind == "felt":
        tone = np.array([[0.12, 0.32, 0.08], [0.30, 0.10, 0.08], [0.10, 0.08, 0.35]])[rng.integers(3)]
        shade = sum(_noise(rng, h, w, g) * k for g, k in ((1.5, 0.08), (5, 0.05), (40, 0.06), (160, 0.08)))
    elif kind == "tartan":
        tone = rng.uniform(0.1, 0.6, 3)
        step = rng.uniform(30, 90)
        bars = ((xx % step) < step * 0.4).astype(np.float32) + ((yy % step) < step * 0.4).astype(np.float32)
        shade = 0.22 * (bars - 0.8) + 0.04 * np.sin(xx * 1.3) * np.sin(yy * 1.3)
    elif kind == "cork":
        tone = np.array([0.28, 0.45, 0.62])
        grains = _noise(rng, h, w, 4)
        shade = 0.12 * np.abs(grains) - 0.25 * (grains > 1.6) + 0.05 * _noise(rng, h, w, 12)
    elif kind == "planks":
        tone = np.array([[0.30, 0.48, 0.66], [0.12, 0.20, 0.32], [0.55, 0.66, 0.74]])[rng.integers(3)]
        width = rng.uniform(70, 200)
        board = np.floor(yy / width)
        wave = np.sin(yy / 3.0 + 2.5 * np.sin(xx / 170 + board * 1.7) + board * 9)
        shade = 0.06 * wave + 0.08 * np.sin(board * 37.0) - 0.35 * ((yy % width) < 2.5)
    elif kind == "leather":
        tone = np.array([[0.10, 0.16, 0.30], [0.07, 0.07, 0.08], [0.10, 0.10, 0.32]])[rng.integers(3)]
        bumps = _noise(rng, h, w, 7)
        shade = 0.16 * (cv2.Sobel(bumps, cv2.CV_32F, 1, 0) - 0.3 * np.abs(bumps))
    else:
        tone = np.array([0.72, 0.74, 0.75]) * rng.uniform(0.8, 1.1)
        veins = np.abs(_noise(rng, h, w, 90) + 0.4 * _noise(rng, h, w, 25))
        shade = -0.35 * np.exp(-((veins / 0.06) ** 2)) + 0.03 * _noise(rng, h, w, 50)
    out = tone.astype(np.float32) * (1 + np.asarray(shade, np.float32)[..., None])
    slope = rng.normal(0, 0.08, 2)
    out = out * (1 + slope[0] * (2 * xx / w - 1) + slope[1] * (2 * yy / h - 1))[..., None].astype(np.float32)
    return np.asarray(np.clip(out, 0.01, 1), np.float32)


def lamp(kelvin: float) -> Floats:
    """Return blue, green and red of a lamp of ``kelvin`` relative to daylight of 6 500 K (Tanner Helland's approximation)."""

    def shine(k: float) -> Floats:
        t = k / 100
        green = 99.47 * np.log(t) - 161.12
        blue = 138.52 * np.log(max(t - 10, 1)) - 305.04
        return np.array([np.clip(blue, 1, 255), np.clip(green, 1, 255), 255.0], np.float32)

    return np.asarray(shine(kelvin) / shine(6500), np.float32)


def camera(rng: np.random.Generator, canvas: Floats, edge: float) -> Image:
    """Return the scene as a camera stores it: incomplete white balance, exposure, blur, noise, JPEG quality 40 to 95."""
    tint = lamp(float(rng.uniform(2700, 6500))) ** np.float32(rng.uniform(0.0, 0.5))
    exposure = float(np.exp(rng.uniform(np.log(0.35), np.log(1.25))))
    out = canvas * (tint / tint.mean() * exposure).astype(np.float32)
    if rng.random() < 0.5:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 0.3 + 0.02 * edge))), np.float32)
    noise = float(rng.uniform(0.004, 0.012) / min(1.0, exposure + 0.2))
    out = out + rng.standard_normal(out.shape, np.float32) * noise
    stored = (np.clip(out, 0, 1) * 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


# --- scenes ----------------------------------------------------------------------------------------------------


def lay(canvas: Floats, sprite: Sprite, x: float, y: float) -> None:
    """Paste a drawn die into ``canvas``, with the middle of its top face at (x, y)."""
    left, top = round(x - sprite.anchor[0]), round(y - sprite.anchor[1])
    side, (h, w) = len(sprite.alpha), canvas.shape[:2]
    x0, y0, x1, y1 = max(0, left), max(0, top), min(w, left + side), min(h, top + side)
    if x1 <= x0 or y1 <= y0:
        return
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    alpha = sprite.alpha[part].astype(np.float32)[..., None] / 255
    patch = canvas[y0:y1, x0:x1]
    patch *= 1 - sprite.shadow[part].astype(np.float32)[..., None] / 255
    patch *= 1 - alpha
    patch += sprite.colour[part].astype(np.float32) / 255 * alpha


def drawn(look: Look, turn: NDArray[np.float64], seen: View, edge: float) -> Sprite:
    """Draw a die with an edge of ``edge`` pixels."""
    return draw(look, turn, seen, 2 * round(edge * 1.4) + 8, edge)


def kinds_for(rng: np.random.Generator) -> list[str]:
    """Return the kinds of a scene's dice at random."""
    pick = rng.random()
    if pick < 0.5:
        return ["d6"] * int(rng.integers(1, 13))
    if pick < 0.65:
        return ["d10"]
    if pick < 0.75:
        return ["bicolour"] * int(rng.integers(1, 3))
    if pick < 0.9:
        return ["d10", "bicolour"]
    return ["d10", "bicolour"] + ["d6"] * int(rng.integers(1, 5))


def scene(seed: int) -> Scene:
    """Return the readable scene of this seed."""
    rng = np.random.default_rng(seed)
    kinds = kinds_for(rng)
    low = 60 if "d10" in kinds else 25
    w, h = FRAMES[int(rng.integers(len(FRAMES)))]
    high = min(160.0, (w * h / (len(kinds) * 5.5)) ** 0.5)
    if high < low:
        w, h = FRAMES[-1]
        high = min(160.0, (w * h / (len(kinds) * 5.5)) ** 0.5)
    edge = float(np.exp(rng.uniform(np.log(low), np.log(max(low, high)))))
    seen = view(rng)
    canvas = ground(rng, h, w)
    squash, touching = float(np.cos(seen.tilt)), rng.random() < 0.5
    yaw = float(rng.uniform(0, 6.28))
    places = spots(rng, kinds, (w, h), edge, squash, touching, yaw)
    dice = []
    for kind, (x, y) in sorted(zip(kinds, places, strict=False), key=lambda d: d[1][1]):
        made = die(rng, kind)
        face = int(rng.integers(len(made.solid.normals)))
        mine = yaw if touching and "d10" not in kinds else float(rng.uniform(0, 6.28))
        sprite = drawn(made, resting(made.solid, face, mine), seen, edge)
        lay(canvas, sprite, x, y)
        dice.append(Placed(DieKind(kind), faces_of(made, kind)[face], x, y, sprite.edge))
    return Scene(camera(rng, canvas, edge), tuple(dice))


def troubled(seed: int) -> Scene:
    """Return the scene of this seed with a d6 that leans on another one, or lies on it."""
    rng = np.random.default_rng(seed)
    w, h = FRAMES[int(rng.integers(3))]
    edge = float(rng.uniform(35, 110))
    seen = view(rng)
    canvas = ground(rng, h, w)
    x, y = w / 2 + float(rng.normal(0, edge)), h / 2 + float(rng.normal(0, edge * 0.5))
    first, second = die(rng, "d6"), die(rng, "d6")
    lower = resting(first.solid, int(rng.integers(6)), float(rng.uniform(0, 6.28)))
    face, yaw = int(rng.integers(6)), float(rng.uniform(0, 6.28))
    dice = [Placed(DieKind.D6, None, x, y, edge)] * 2
    if rng.random() < 0.5:
        way = float(rng.uniform(0, 6.28))
        upper = leaning(resting(second.solid, face, yaw), float(np.radians(rng.uniform(18, 42))), way)
        far = (x + 1.15 * edge * float(np.cos(way)), y - 1.15 * edge * float(np.sin(way) * np.cos(seen.tilt)))
        pair = [(drawn(first, lower, seen, edge), (x, y)), (drawn(second, upper, seen, edge), far)]
        for sprite, at in sorted(pair, key=lambda p: p[1][1]):
            lay(canvas, sprite, *at)
        return Scene(camera(rng, canvas, edge), tuple(dice), "leaning")
    lay(canvas, drawn(first, lower, seen, edge), x, y)
    way, far_ = rng.uniform(0, 6.28), rng.uniform(0.15, 0.45) * edge
    nearer = edge * seen.distance / (seen.distance - float(np.cos(seen.tilt)))
    up = float(np.sin(seen.tilt)) * edge
    upper_sprite = drawn(second, resting(second.solid, face, yaw), seen, nearer)
    lay(canvas, upper_sprite, x + far_ * float(np.cos(way)), y - up - far_ * float(np.sin(way)))
    return Scene(camera(rng, canvas, edge), tuple(dice), "stacked")
