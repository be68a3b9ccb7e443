"""Draws what dice fall on: table tops, trays and other things. No photograph is used by default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tests.films.noise import Colour, Rng, mixed, smooth, tinted, varied
from tests.films.world import Table, Thing

SIZE = 1400
"""Side of a ground's picture in pixels; it covers `WIDE` cm."""
WIDE = 110.0
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
CM = SIZE / WIDE
CLOTH: tuple[Colour, ...] = (
    (24, 92, 52),
    (30, 60, 120),
    (120, 24, 34),
    (40, 40, 44),
    (150, 130, 100),
    (90, 90, 96),
    (70, 40, 90),
)
WOOD: tuple[Colour, ...] = ((150, 104, 64), (190, 150, 104), (92, 58, 36), (210, 180, 140), (120, 80, 56))


def felt(rng: Rng) -> np.ndarray:
    """Return felt or baize: short fibres, a shade that varies slowly."""
    colour = varied(rng, CLOTH[int(rng.integers(len(CLOTH)))], 8)
    fibre = smooth(rng, SIZE, SIZE, 300, 2)
    return tinted(colour, 1 + 0.07 * fibre + 0.03 * smooth(rng, SIZE, SIZE, 4))


def linen(rng: Rng) -> np.ndarray:
    """Return woven cloth: threads across and down."""
    colour = varied(rng, [(214, 206, 190), (170, 176, 180), (150, 60, 60), (96, 120, 150)][int(rng.integers(4))], 8)
    line = np.sin(np.arange(SIZE) * rng.uniform(0.9, 1.6)).astype(np.float32)
    weave = line[:, None] * 0.5 + line[None, :] * 0.5 + 0.6 * smooth(rng, SIZE, SIZE, 200, 1, stretch=8)
    return tinted(colour, 1 + 0.045 * weave + 0.03 * smooth(rng, SIZE, SIZE, 5))


def wood(rng: Rng) -> np.ndarray:
    """Return planks with grain."""
    colour, out = varied(rng, WOOD[int(rng.integers(len(WOOD)))], 10), np.zeros((SIZE, SIZE, 3), np.uint8)
    wide, at = int(rng.uniform(8, 30) * CM), 0
    while at < SIZE:
        n = min(wide, SIZE - at)
        grain = smooth(rng, SIZE, max(n, 8), 14, 4, stretch=14)[:, :n]
        rings = np.sin(5 * smooth(rng, SIZE, max(n, 8), 2, 2, stretch=5)[:, :n] + 0.6 * grain)
        out[:, at : at + n] = tinted(varied(rng, colour, 5), 1 + 0.06 * grain + 0.07 * rings)
        out[:, at : at + 2] = (np.asarray(out[:, at : at + 2]) * 0.6).astype(np.uint8)
        at += n
    return out if rng.random() < 0.5 else np.ascontiguousarray(out.transpose(1, 0, 2))


def plain(rng: Rng) -> np.ndarray:
    """Return paper, plastic or a lacquered table: nearly one colour."""
    colour = varied(
        rng,
        [(236, 236, 232), (222, 214, 200), (60, 62, 66), (180, 190, 196), (24, 24, 26), (240, 226, 180)][
            int(rng.integers(6))
        ],
        6,
    )
    return tinted(colour, 1 + 0.012 * smooth(rng, SIZE, SIZE, 200, 2) + 0.02 * smooth(rng, SIZE, SIZE, 3))


def leather(rng: Rng) -> np.ndarray:
    """Return leather or its imitation: grains with dark seams."""
    colour = varied(rng, [(70, 40, 26), (28, 26, 26), (120, 30, 32), (30, 50, 40)][int(rng.integers(4))], 6)
    bumps = np.abs(smooth(rng, SIZE, SIZE, 220, 2))
    return tinted(colour, 0.85 + 0.25 * np.minimum(bumps, 1.2) + 0.03 * smooth(rng, SIZE, SIZE, 4))


def checks(rng: Rng) -> np.ndarray:
    """Return a chequered table cloth."""
    colour = varied(rng, [(190, 30, 40), (40, 80, 160), (40, 120, 70)][int(rng.integers(3))], 10)
    step = int(rng.uniform(1.5, 5) * CM)
    on = (np.arange(SIZE) // step % 2).astype(np.float32)
    share = (on[:, None] + on[None, :]) / 2 + 0.03 * smooth(rng, SIZE, SIZE, 300, 1)
    return mixed((236, 234, 228), colour, share)


def dots(rng: Rng) -> np.ndarray:
    """Return a cloth printed with dots, some as large as pips."""
    back, ink = varied(rng, (230, 226, 216), 10), varied(rng, (60, 80, 110), 30)
    out = tinted(back, 1 + 0.02 * smooth(rng, SIZE, SIZE, 300, 1))
    step, r = rng.uniform(1.0, 4.0) * CM, rng.uniform(0.12, 0.32)
    for i, y in enumerate(np.arange(0, SIZE, step)):
        for x in np.arange((i % 2) * step / 2, SIZE, step):
            cv2.circle(out, (round(float(x) * 8), round(float(y) * 8)), round(step * r * 8), ink, -1, cv2.LINE_AA, 3)
    return out


def mat(rng: Rng) -> np.ndarray:
    """Return a game board or play mat: fields, lines, words, numbers."""
    out = tinted(varied(rng, (40, 90, 60), 30), 1 + 0.02 * smooth(rng, SIZE, SIZE, 300, 2))
    step = int(rng.uniform(4, 9) * CM)
    light = (226, 220, 196)
    for y in range(0, SIZE, step):
        for x in range(0, SIZE, step):
            if rng.random() < 0.4:
                cv2.rectangle(out, (x, y), (x + step, y + step), varied(rng, (120, 60, 60), 50), -1)
            cv2.rectangle(out, (x, y), (x + step, y + step), light, 2, cv2.LINE_AA)
            if rng.random() < 0.5:
                word = str(rng.integers(1, 60)) if rng.random() < 0.6 else "BANQUE"[: int(rng.integers(2, 7))]
                cv2.putText(
                    out, word, (x + 8, y + step // 2), cv2.FONT_HERSHEY_DUPLEX, step / 90, light, 2, cv2.LINE_AA
                )
    return out


def stone(rng: Rng) -> np.ndarray:
    """Return speckled stone."""
    specks = smooth(rng, SIZE, SIZE, 260, 2)
    grey = tinted(varied(rng, (128, 124, 120), 8), 1 + 0.16 * specks + 0.05 * smooth(rng, SIZE, SIZE, 8))
    grey[specks > 2.0] = (34, 32, 34)
    return grey


def newspaper(rng: Rng) -> np.ndarray:
    """Return a newspaper: columns of print."""
    out = tinted((222, 218, 206), 1 + 0.02 * smooth(rng, SIZE, SIZE, 100, 2))
    column, line = int(7 * CM), int(0.42 * CM)
    for x in range(0, SIZE, column):
        y = 0
        while y < SIZE:
            large = rng.random() < 0.02
            text = "".join(rng.choice(list("abcdefghilmnoprstuv     "), 9 if large else 34))
            cv2.putText(
                out,
                text,
                (x + 4, y),
                cv2.FONT_HERSHEY_COMPLEX,
                0.75 if large else 0.19,
                (40, 40, 44),
                2 if large else 1,
                cv2.LINE_AA,
            )
            y += line * (3 if large else 1)
    return out


GROUNDS: dict[str, tuple[Callable[[Rng], np.ndarray], float, float, float]] = {  # picture, bounce, grip, gloss
    "felt": (felt, 0.1, 0.75, 0.02),
    "linen": (linen, 0.25, 0.6, 0.03),
    "wood": (wood, 0.75, 0.35, 0.35),
    "plain": (plain, 0.8, 0.3, 0.4),
    "leather": (leather, 0.3, 0.6, 0.3),
    "checks": (checks, 0.3, 0.55, 0.05),
    "dots": (dots, 0.3, 0.5, 0.08),
    "mat": (mat, 0.4, 0.5, 0.1),
}
EXAM_GROUNDS = {"stone": (stone, 0.85, 0.35, 0.3), "newspaper": (newspaper, 0.6, 0.4, 0.05)}


def table(rng: Rng, exam: bool, zone: float, photographs: Path | None = None) -> tuple[Table, str]:
    """Return a table, with or without a tray, and the name of its kind; dice land within `zone` cm of its middle.

    If `photographs`, a folder of pictures, is given, half of the grounds are photographs. Do not publish these films.
    """
    name = str(rng.choice([*GROUNDS, *EXAM_GROUNDS] if exam else [*GROUNDS]))
    draw, bounce, grip, gloss = (GROUNDS | EXAM_GROUNDS)[name]
    picture, things = draw(rng), tuple[Thing, ...]()
    found = sorted(p for p in photographs.rglob("*") if p.suffix in PICTURES) if photographs else []
    if found and rng.random() < 0.5:
        read = cv2.imread(str(found[int(rng.integers(len(found)))]))
        picture = cv2.cvtColor(cv2.resize(read, (SIZE, SIZE), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    if rng.random() < 0.4:
        lining = felt(rng) if rng.random() < 0.6 else leather(rng)
        things, bounce, grip = tray(rng, zone + 2.5, lining), 0.15, 0.6
        name += "+tray"
    bounce = float(np.clip(bounce + rng.normal(0, 0.06), 0, 0.9))
    return Table(picture, WIDE, bounce, grip * float(rng.uniform(0.85, 1.15)), gloss, things), name


def tray(rng: Rng, half: float, lining: np.ndarray) -> tuple[Thing, ...]:
    """Return a tray with four to eight sides; `half` is the distance from its middle to its rim, in cm."""
    sides = int(rng.choice([4, 4, 6, 8]))
    tall, thick = float(rng.uniform(0.8, 2.4)), float(rng.uniform(0.3, 0.9))
    colour = varied(rng, [(110, 70, 40), (30, 28, 28), (60, 60, 64), (150, 110, 70)][int(rng.integers(4))], 8)
    turn = float(rng.uniform(0, 360)) if sides > 4 else float(rng.normal(0, 6))
    long = (half + thick) * np.tan(np.pi / sides) + thick * 0.5
    out = []
    for k in range(sides):
        angle = turn + 360 / sides * k
        far = half + thick
        at = (far * np.cos(np.radians(angle)), far * np.sin(np.radians(angle)), tall / 2)
        tall += 0.013 * (-1) ** k  # so that two overlapping sides do not flicker
        paint = tinted(colour, 1 + 0.06 * smooth(rng, 128, 128, 6, stretch=6))
        out.append(Thing("box", (thick, float(long), tall / 2 + 0.2), at, angle, picture=paint))
    crop = lining[: SIZE // 3, : SIZE // 3]
    floor = Thing("box", (half * 1.02, half * 1.02, 0.05), (0, 0, -0.03), turn, picture=cv2.resize(crop, (700, 700)))
    return (
        (*out, floor)
        if sides == 4
        else (
            *out,
            Thing("cylinder", (half * 1.02, 0.05, 0), (0, 0, -0.03), turn, picture=cv2.resize(crop, (700, 700))),
        )
    )


def clutter(rng: Rng, zone: float, count: int) -> tuple[Thing, ...]:
    """Return things around the area where dice land: chips, cards, a pencil, a box, a bottle cap, a mug."""
    out = []
    for _ in range(count):
        angle, far = rng.uniform(0, 2 * np.pi), zone + rng.uniform(4, 16)
        x, y, turn = float(far * np.cos(angle)), float(far * np.sin(angle)), float(rng.uniform(0, 360))
        colour = (*(float(c) for c in rng.uniform(0.05, 0.95, 3)), 1.0)
        kind = rng.choice(["chips", "card", "pencil", "box", "cap", "mug"])
        if kind == "chips":
            tall = 0.16 * int(rng.integers(1, 6))
            out.append(Thing("cylinder", (1.9, tall, 0), (x, y, tall), colour=colour))
        elif kind == "card":
            out.append(Thing("box", (3.1, 4.4, 0.03), (x, y, 0.03), turn, picture=card(rng)))
        elif kind == "pencil":
            out.append(Thing("box", (8.5, 0.35, 0.35), (x, y, 0.35), turn, colour))
        elif kind == "box":
            out.append(Thing("box", (3.5, 2.2, 1.0), (x, y, 1.0), turn, colour))
        elif kind == "cap":
            out.append(Thing("cylinder", (1.5, 0.3, 0), (x, y, 0.3), colour=colour))
        else:
            out.append(Thing("cylinder", (4.0, 4.5, 0), (x, y, 4.5), colour=colour))
    return tuple(out)


def card(rng: Rng) -> np.ndarray:
    """Return the face of a playing card."""
    out = np.full((220, 156, 3), 244, np.uint8)
    ink = (190, 20, 30) if rng.random() < 0.5 else (20, 20, 24)
    for _ in range(int(rng.integers(1, 10))):
        cv2.circle(out, (int(rng.integers(40, 116)), int(rng.integers(30, 190))), 12, ink, -1, cv2.LINE_AA)
    cv2.putText(out, str(rng.integers(2, 10)), (8, 34), cv2.FONT_HERSHEY_DUPLEX, 1, ink, 2, cv2.LINE_AA)
    return out
