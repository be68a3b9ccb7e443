"""Drawn films of throws: dice roll in and come to rest, then a hand takes them; also films without a throw.

The simulated table and the tests use them. Each die is drawn a few times (``vision.drawing.render``) and then moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import FACES, DiceSet, DieKind, Face
from vision.drawing.render import EDGE, Look, Sprite, View, draw, leaning, resting, solid
from vision.lettering import write
from vision.pictures import Image

Floats = NDArray[np.float32]
WIDTH, HEIGHT = 640, 480
NOISE, GRAINS = 0.012, 5
"""Camera noise as a fraction of white; number of noise pictures of a film, reused because making them is slow."""
BODIES: dict[str, tuple[float, float, float]] = {
    "white": (0.9, 0.9, 0.9),
    "ivory": (0.66, 0.82, 0.88),
    "red": (0.10, 0.10, 0.72),
    "green": (0.12, 0.48, 0.10),
    "blue": (0.70, 0.30, 0.10),
    "yellow": (0.10, 0.75, 0.90),
    "black": (0.06, 0.06, 0.06),
    "other": (0.55, 0.20, 0.50),
}
PIPPED = (3, 4, 2, 5, 1, 6)
UPPER = (0, 4, 6, 2, 8)


def plain(kind: DieKind, colour: str = "white") -> Look:
    """Return an ordinary die of ``kind`` with a body of ``colour``."""
    body = BODIES.get(colour, BODIES["other"])
    ink = (0.05, 0.05, 0.05) if sum(body) > 1.2 else (0.95, 0.95, 0.95)
    if kind is DieKind.D10:
        digits = UPPER + tuple(9 - UPPER[(j + 3) % 5] for j in range(5))
        prints = np.zeros((10, 64, 64), np.uint8)
        for i, digit in enumerate(digits):
            write(prints[i], str(digit), (17, 46), 1.4, (255,), 4)
            if digit in (6, 9):
                cv2.rectangle(prints[i], (18, 53), (46, 57), 255, -1)
        return Look(solid("d10", 3), digits, body, ink, ball=2.0, glyphs=prints, print_size=0.5)
    if kind is DieKind.BICOLOUR:
        red, black = BODIES["red"], BODIES["black"]
        return Look(solid("d6"), (0,) * 6, body, ink, ball=0.78, face_colours=(red, black, red, black, red, black))
    return Look(solid("d6"), PIPPED, body, ink, ball=0.8, pip=0.09)


def face_for(look: Look, kind: DieKind, value: Face) -> int:
    """Return the index of a face that shows ``value``."""
    if kind is DieKind.BICOLOUR:
        assert look.face_colours is not None
        return next(i for i, c in enumerate(look.face_colours) if (c[2] > 0.3) == (value == "red"))
    return look.faces.index(int(value))


@dataclass(slots=True)
class Body:
    """A die of the scene: its drawings (the last one at rest), and its ``path``.

    For each frame the path holds x and y in pixels, the index of the drawing and the blur in pixels; None: not in view.
    """

    kind: DieKind
    value: Face
    drawings: list[Sprite]
    path: list[tuple[float, float, int, float] | None] = field(default_factory=list)


@dataclass(slots=True)
class Play:
    """A scene to draw: its dice, the position of the hand in each frame, and the truth about the throw.

    ``ground`` is BGR, 0 to 1; ``edge`` in pixels; ``rest`` are the first and the last frame with all dice at rest.
    """

    bodies: list[Body]
    hand: list[tuple[float, float] | None]
    ground: Floats
    edge: float
    seed: int
    rest: tuple[int, int]
    thrown: tuple[tuple[DieKind, Face], ...]
    kept: tuple[tuple[DieKind, Face], ...] = ()

    def still(self) -> Image:
        """Return one of the frames with all dice at rest."""
        return next(self.frames(self.rest[0] + 2))

    def frames(self, first: int = 0) -> Iterator[Image]:
        """Yield the frames (BGR uint8) from number ``first`` on, with camera noise and the flicker of 50 Hz light."""
        rng = np.random.default_rng([self.seed, 77])
        phase = rng.uniform(0, 6.28)
        grains = [rng.standard_normal(self.ground.shape, np.float32) * (255 * NOISE) for _ in range(GRAINS)]
        grain = 0
        for i, hand in enumerate(self.hand):
            grain = (grain + int(rng.integers(1, GRAINS))) % GRAINS  # two successive frames never have the same noise
            if i < first:
                continue
            canvas = self.ground.copy()
            placed = [(b, b.path[i]) for b in self.bodies]
            for body, at in sorted(((b, p) for b, p in placed if p is not None), key=lambda item: item[1][1]):
                lay(canvas, body.drawings[at[2]], at[0], at[1], self.edge, at[3])
            if hand is not None:
                draw_hand(canvas, hand, self.edge)
            flicker = 1 + 0.02 * np.sin(phase + i * 2 * np.pi * 100 / 29.7)
            yield np.asarray(cv2.addWeighted(canvas, 255 * flicker, grains[grain], 1, 0, dtype=cv2.CV_8U), np.uint8)


def lay(canvas: Floats, sprite: Sprite, x: float, y: float, edge: float, blur: float) -> None:
    """Put a drawing on ``canvas``, the middle of its top face at (x, y), with ``blur`` pixels of horizontal blur."""
    scale = edge / EDGE
    side = max(8, round(sprite.alpha.shape[0] * scale))
    alpha = cv2.resize(sprite.alpha, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    colour = cv2.resize(sprite.colour, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    shade = cv2.resize(sprite.shadow, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    colour *= alpha[..., None]
    if blur > 1:
        size = (2 * int(blur / 2) + 1, 1)
        alpha = np.asarray(cv2.blur(alpha, size), np.float32)
        colour = np.asarray(cv2.blur(colour, size), np.float32)
    by = side / sprite.alpha.shape[0]
    left, top = round(x - sprite.anchor[0] * by), round(y - sprite.anchor[1] * by)
    h, w = canvas.shape[:2]
    x0, y0, x1, y1 = max(0, left), max(0, top), min(w, left + side), min(h, top + side)
    if x1 <= x0 or y1 <= y0:
        return
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    patch = canvas[y0:y1, x0:x1]
    patch *= (1 - shade[part])[..., None]
    patch *= (1 - alpha[part])[..., None]
    patch += colour[part]


def draw_hand(canvas: Floats, at: tuple[float, float], edge: float) -> None:
    """Draw an arm from the lower edge with a hand and two fingers, whose tips are left and right of ``at``."""
    skin = (0.45, 0.58, 0.80)
    x0, x1 = (int(np.clip(at[0] + side * 3.2 * edge, 0, canvas.shape[1])) for side in (-1, 1))
    y0 = int(np.clip(at[1] - edge, 0, canvas.shape[0]))
    part = canvas[y0:, x0:x1]  # the hand lies within this part
    if not part.size:
        return
    x, y = at[0] - x0, at[1] - y0
    mask = np.zeros(part.shape[:2], np.uint8)
    h = part.shape[0]
    palm = (round(x), round(y + edge * 1.9))
    cv2.ellipse(mask, palm, (round(edge * 1.1), round(edge * 1.3)), 0, 0, 360, 255, -1, cv2.LINE_AA)
    for side in (-0.45, 0.45):
        tip = (round(x + side * edge), round(y))
        cv2.line(mask, tip, (round(x + side * 1.4 * edge), palm[1]), 255, max(3, round(edge * 0.42)), cv2.LINE_AA)
    if palm[1] < h:
        cv2.line(mask, palm, (round(x + edge), h + round(edge * 2)), 255, round(edge * 1.5), cv2.LINE_AA)
    soft = (cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32) / 255)[..., None]
    part *= 1 - soft
    part += soft * np.array(skin, np.float32)


def drawings(rng: np.random.Generator, kind: DieKind, colour: str, value: Face, view: View, rolls: int) -> list[Sprite]:
    """Return ``rolls`` drawings of a tumbling die, then one of the die at rest with ``value`` on top."""
    look = plain(kind, colour)
    face = face_for(look, kind, value)
    yaw = float(rng.uniform(0, 6.28))
    out = []
    for _ in range(rolls):
        any_face = int(rng.integers(len(look.solid.normals)))
        turn = leaning(
            resting(look.solid, any_face, float(rng.uniform(0, 6.28))),
            float(rng.uniform(0.2, 0.7)),
            float(rng.uniform(0, 6.28)),
        )
        out.append(draw(look, turn, view))
    return [*out, draw(look, resting(look.solid, face, yaw), view)]


def _spots(
    rng: np.random.Generator, count: int, edge: float, taken: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Return places for ``count`` dice (fewer without room), clear of each other and of ``taken``."""
    out: list[tuple[float, float]] = []
    for _ in range(2000):
        if len(out) == count:
            break
        spot = (float(rng.uniform(90, WIDTH - 90)), float(rng.uniform(80, HEIGHT - 110)))
        if all(np.hypot(spot[0] - a, spot[1] - b) > 2.0 * edge for a, b in [*out, *taken]):
            out.append(spot)
    return out


def _start(rng: np.random.Generator) -> tuple[Floats, View, float]:
    """Return ground, view and edge of a scene."""
    tone = np.array([[0.10, 0.30, 0.12], [0.35, 0.22, 0.10], [0.25, 0.4, 0.55], [0.55, 0.55, 0.55]], np.float32)[
        rng.integers(4)
    ]
    grain = cv2.resize(rng.normal(0, 1, (HEIGHT // 4, WIDTH // 4)).astype(np.float32), (WIDTH, HEIGHT))
    ground = np.clip(tone * (1 + 0.05 * grain[..., None]), 0, 1).astype(np.float32)
    sun = (float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.2, 0.6)), 0.8)
    return ground, View(float(rng.uniform(0, 0.3)), 14.0, sun, window_power=0.2), float(rng.uniform(30, 42))


def throw(dice: DiceSet, seed: int, kept: tuple[Face, ...] = (), rest: int | None = None) -> Play:
    """Return a throw of ``dice`` (the maximum of the set) with random faces, beside d6 that show ``kept``.

    ``rest`` is the number of frames between the last movement and the hand, 8 to 30 by default.
    """
    rng = np.random.default_rng([seed, 1])
    ground, view, edge = _start(rng)
    kinds = [(t.kind, t.colour or "white") for t in dice.terms for _ in range(t.most)]
    lying = _spots(rng, len(kept), edge, [])
    spots = _spots(rng, len(kinds), edge, lying)
    empty, take, after = 12, 16, 8
    still = int(rng.integers(8, 31)) if rest is None else rest
    lengths = [int(rng.integers(16, 27)) for _ in kinds]
    roll = max(lengths, default=16)
    total = empty + roll + still + take + after
    bodies, thrown = [], []
    for (kind, colour), spot, length in zip(kinds, spots, lengths, strict=True):
        value = FACES[kind][int(rng.integers(len(FACES[kind])))]
        thrown.append((kind, value))
        body = Body(kind, value, drawings(rng, kind, colour, value, view, 5))
        start = (float(rng.uniform(-120, -60)), spot[1] + float(rng.uniform(-90, 90)))
        for i in range(total):
            s = (i - empty) / length
            if s < 0 or i > empty + roll + still + take // 2:
                body.path.append(None)
            elif s >= 1:
                body.path.append((spot[0], spot[1], 5, 0.0))
            else:
                done = 1 - (1 - s) ** 2
                x, y = start[0] + (spot[0] - start[0]) * done, start[1] + (spot[1] - start[1]) * done
                speed = 2 * (1 - s) / length * (spot[0] - start[0])
                body.path.append((x, y, int(i % 5), speed * 0.4))
        bodies.append(body)
    for value, spot in zip(kept, lying, strict=True):
        body = Body(DieKind.D6, value, drawings(rng, DieKind.D6, "white", value, view, 0))
        body.path = [(spot[0], spot[1], 0, 0.0)] * total
        bodies.append(body)
    hand: list[tuple[float, float] | None] = [None] * total
    begin = empty + roll + still
    goal = spots[0] if spots else (WIDTH / 2, HEIGHT / 2)
    for i in range(take):
        s = 1 - abs(i - take / 2) / (take / 2)
        hand[begin + i] = (goal[0], HEIGHT + 40 + (goal[1] - HEIGHT - 40) * min(1.0, s * 1.4))
    stays = tuple((DieKind.D6, v) for v in kept)
    return Play(bodies, hand, ground, edge, seed, (empty + roll, begin - 1), tuple(thrown), stays)


def handle(seed: int, what: str) -> Play:
    """Return a scene without a throw: a hand nudges, turns or places one of three d6.

    ``what`` is "nudge", "turn" or "place".
    """
    rng = np.random.default_rng([seed, 2])
    ground, view, edge = _start(rng)
    lying = _spots(rng, 3, edge, [])
    empty, come, act, leave, after = 14, 10, 10, 10, 24
    total = empty + come + act + leave + after
    goal = lying[0]
    bodies = []
    for k, spot in enumerate(lying):
        values = [int(v) for v in rng.permutation(6)[:2] + 1]
        looks = [drawings(rng, DieKind.D6, "white", v, view, 0)[0] for v in values]
        body = Body(DieKind.D6, values[0], looks)
        aside = (spot[0] + float(rng.uniform(0.3, 1.0)) * edge, spot[1] + float(rng.uniform(-0.3, 0.3)) * edge)
        for i in range(total):
            done = float(np.clip((i - empty - come) / act, 0, 1))
            if k:
                body.path.append((*spot, 0, 0.0))
            elif what == "place":
                body.path.append(None if i < empty + come + 2 else (*spot, 0, 0.0))
            elif what == "turn":
                body.path.append((*spot, 1 if done > 0.5 else 0, 0.0))
            else:
                x, y = spot[0] + (aside[0] - spot[0]) * done, spot[1] + (aside[1] - spot[1]) * done
                body.path.append((x, y, 0, 0.0))
        if k == 0 and what == "turn":
            body.value = values[1]
        bodies.append(body)
    hand: list[tuple[float, float] | None] = [None] * total
    away = HEIGHT + 60.0
    for i in range(come + act + leave):
        near = min(1.0, i / come, (come + act + leave - i) / leave)
        aim = goal[0] + (0.5 * edge if what == "nudge" else 0.0)
        hand[empty + i] = (aim, away + (goal[1] + 0.2 * edge - away) * near)
    faces = tuple((b.kind, b.value) for b in bodies)
    return Play(bodies, hand, ground, edge, seed, (total - after, total - 1), (), faces)
