"""Draws the textures of dice: pips, digits or plain colours."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.films.dice import PIPS, TILE, Solid, Value, cube, ten
from tests.films.noise import Colour, Rng, mixed, smooth, tinted, varied

SPOTS = {1: "c", 2: "ai", 3: "aci", 4: "agdi", 5: "agcdi", 6: "agdibh"}
PLACES = {"a": (-1, -1), "g": (1, -1), "c": (0, 0), "d": (-1, 1), "i": (1, 1), "b": (-1, 0), "h": (1, 0)}
BODIES: tuple[tuple[Colour, Colour], ...] = (  # body, print
    ((236, 234, 226), (22, 22, 24)),
    ((232, 218, 186), (30, 24, 20)),
    ((196, 24, 30), (240, 238, 232)),
    ((26, 28, 32), (238, 236, 230)),
    ((28, 70, 170), (240, 240, 240)),
    ((20, 118, 60), (240, 240, 232)),
    ((238, 190, 40), (24, 22, 20)),
    ((236, 120, 28), (30, 26, 24)),
    ((104, 46, 140), (236, 230, 240)),
    ((240, 240, 240), (190, 20, 30)),
    ((70, 160, 200), (20, 24, 40)),
    ((228, 120, 160), (250, 246, 246)),
)
EXAM_BODIES: tuple[tuple[Colour, Colour], ...] = (  # only for films of the exam
    ((126, 88, 52), (246, 236, 214)),
    ((118, 124, 130), (16, 16, 16)),
    ((26, 28, 32), (226, 178, 60)),
    ((150, 208, 170), (24, 60, 40)),
)
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


@dataclass(frozen=True, slots=True)
class Die:
    """A solid with its print (RGB, uint8) and its gloss (0 matt to 1)."""

    solid: Solid
    print: np.ndarray
    gloss: float
    colour: Colour


def set_of(rng: Rng, kinds: list[str], exam: bool) -> list[Die]:
    """Return dice of these kinds ("d6", "d10", "bicolour"); those of one kind usually look alike, as from one box."""
    alike = rng.random() < 0.75
    made: dict[str, list[Die]] = {}
    for kind in kinds:
        before = made.setdefault(kind, [])
        before.append(before[0] if before and alike else die(rng, kind, exam))
    return [made[kind].pop(0) for kind in kinds]


def die(rng: Rng, kind: str, exam: bool) -> Die:
    """Return a random die of this kind."""
    bodies = BODIES + EXAM_BODIES * 2 if exam else BODIES
    body, ink = bodies[int(rng.integers(len(bodies)))]
    body, gloss = varied(rng, body, 6), float(rng.uniform(0.1, 0.9))
    if kind == "d10":
        solid = ten(float(rng.uniform(1.5, 1.75)), float(rng.uniform(0, 0.08)))
        return Die(solid, digits(rng, solid.values, body, ink), gloss, body)
    edge = float(rng.choice([1.2, 1.4, 1.6, 1.6, 1.6, 1.8, 2.0]))
    radius, ball = float(rng.uniform(0.1, 0.36)), float(rng.uniform(1.36, 1.7))
    if kind == "bicolour":
        red = rng.permutation(np.array([0, 2, 4])) + rng.integers(0, 2, 3)
        values: tuple[Value, ...] = tuple("red" if i in red else "black" for i in range(6))
        solid = cube(edge, radius, ball, values)
        red_paint = varied(rng, (196, 22, 28), 8)
        shades = [red_paint if v == "red" else varied(rng, (24, 24, 27), 3) for v in values]
        plain = [tinted(s, 1 + 0.02 * smooth(rng, TILE, TILE, 20)) for s in shades]
        return Die(replace(solid, kind="bicolour"), sheet(plain, 3), gloss, body)
    values = PIPS[int(rng.integers(2))]
    return Die(cube(edge, radius, ball, values), pips(rng, values, body, ink), gloss, body)


def coat(rng: Rng, body: Colour, kind: float) -> np.ndarray:
    """Return one tile of a die's body: plain, pearly, marbled or speckled, by `kind` (0..1)."""
    if kind < 0.7:
        return tinted(body, 1 + 0.012 * smooth(rng, TILE, TILE, 6))
    if kind < 0.82:
        return tinted(body, 1 + 0.08 * smooth(rng, TILE, TILE, 3))
    light = varied(rng, (255, 255, 255) if sum(body) < 380 else (60, 60, 60), 10)
    veins = smooth(rng, TILE, TILE, 4) if kind < 0.92 else smooth(rng, TILE, TILE, 40, 2) - 1.6
    return mixed(body, light, np.clip(veins, 0, 1) * 0.35)


def pips(rng: Rng, values: tuple[Value, ...], body: Colour, ink: Colour) -> np.ndarray:
    """Return the texture of a d6: drilled pips, sometimes worn, sometimes with a large 1, red on a light die."""
    apart, wide, kind = float(rng.uniform(0.4, 0.52)), float(rng.uniform(0.13, 0.2)), float(rng.random())
    one_is_red, worn = rng.random() < 0.12, rng.random() < 0.15
    tiles = []
    for value in values:
        tile = coat(rng, body, kind)
        assert isinstance(value, int)
        large = 1.5 if value == 1 and one_is_red else 1.0
        paint = (200, 30, 34) if value == 1 and one_is_red and sum(body) > 380 else ink
        mask = np.zeros((TILE, TILE), np.float32)
        for name in SPOTS[value]:
            x, y = (TILE / 2 * (1 + apart * c) for c in PLACES[name])
            cv2.circle(mask, (round(x * 8), round(y * 8)), round(TILE / 2 * wide * large * 8), 1.0, -1, cv2.LINE_AA, 3)
        deep = cv2.GaussianBlur(mask, (0, 0), TILE * wide * 0.12)
        rim = np.roll(deep, 3, 0) - np.roll(deep, -3, 0)  # the wall of a drilled pip: light above, dark below
        if worn:
            mask *= np.clip(1.1 - 0.35 * np.abs(smooth(rng, TILE, TILE, 10)), 0.35, 1)
        inked = tile * (1 - mask[..., None]) + np.asarray(paint, np.float32) * mask[..., None]
        tiles.append(np.clip(inked - 26 * rim[..., None], 0, 255).astype(np.uint8))
    return sheet(tiles, 3)


def digits(rng: Rng, values: tuple[Value, ...], body: Colour, ink: Colour) -> np.ndarray:
    """Return the texture of a d10: one upright digit in each tile, 6 and 9 with a line or a dot."""
    font, kind = FONTS[int(rng.integers(len(FONTS)))], float(rng.random())
    tall, thick, line = float(rng.uniform(0.27, 0.36)) * TILE, int(rng.integers(5, 10)), rng.random() < 0.7
    low = float(rng.uniform(0.55, 0.61)) * TILE  # a kite is widest below its middle
    tiles = []
    for value in values:
        tile, text = coat(rng, body, kind), str(value)
        scale = tall / cv2.getTextSize("0", font, 1, thick)[0][1]
        (w, h), _ = cv2.getTextSize(text, font, scale, thick)
        at = (round(TILE / 2 - w / 2), round(low + h / 2))
        cv2.putText(tile, text, at, font, scale, ink, thick, cv2.LINE_AA)
        if value in (6, 9):
            under = round(low + h / 2 + 0.075 * TILE)
            if line:
                cv2.line(
                    tile,
                    (round(TILE / 2 - w * 0.35), under),
                    (round(TILE / 2 + w * 0.35), under),
                    ink,
                    thick,
                    cv2.LINE_AA,
                )
            else:
                cv2.circle(tile, (round(TILE / 2 + w * 0.62), under - 12), thick, ink, -1, cv2.LINE_AA)
        tiles.append(tile)
    return sheet(tiles, 4)


def sheet(tiles: list[np.ndarray], across: int) -> np.ndarray:
    """Return one picture of these tiles, `across` in a row."""
    rows = [tiles[i : i + across] for i in range(0, len(tiles), across)]
    rows[-1] += [np.zeros_like(tiles[0])] * (across - len(rows[-1]))
    return np.vstack([np.hstack(row) for row in rows])
