"""Draws things on a table that look a little like dice: keyboards, cables, screws, print, knots, boxes, cups."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Tone = tuple[float, float, float]


def _tone(rng: np.random.Generator) -> Tone:
    """Return a random colour, BGR 0..255; half of them are black, grey or white."""
    if rng.random() < 0.5:
        v = float(rng.choice([15, 30, 60, 120, 190, 235]) * rng.uniform(0.8, 1.08))
        return (v, v * float(rng.uniform(0.95, 1.03)), v * float(rng.uniform(0.92, 1.05)))
    b, g, r = rng.uniform(10, 240, 3)
    return (float(b), float(g), float(r))


def _scaled(tone: Tone, by: float) -> Tone:
    b, g, r = (min(255.0, c * by) for c in tone)
    return (b, g, r)


def _whole(points: Any) -> NDArray[np.int32]:
    return np.asarray(np.round(points), np.int32)


def _rounded(canvas: Image, box: NDArray[np.float64], tone: Tone, soft: float) -> None:
    """Fill the quadrangle ``box`` (4, 2); its corners are rounded by the fraction ``soft`` of its side."""
    middle = box.mean(0)
    ring = []
    for i in range(4):
        before, here, after = box[i - 1], box[i], box[(i + 1) % 4]
        for t in (soft, soft * 0.3):
            ring.append(here + (before - here) * t)
        for t in (soft * 0.3, soft):
            ring.append(here + (after - here) * t)
    ring = [middle + (p - middle) * 0.995 for p in ring]
    cv2.fillPoly(canvas, [np.round(ring).astype(np.int32)], tone, cv2.LINE_AA)


def _print(
    rng: np.random.Generator, canvas: Image, at: tuple[float, float], size: float, tone: Tone, text: str
) -> None:
    thick = max(1, round(size / 14))
    where = (int(at[0]), int(at[1]))
    cv2.putText(canvas, text, where, int(rng.choice([0, 2, 3])), size / 30, tone, thick, cv2.LINE_AA)


def keyboard(rng: np.random.Generator, canvas: Image) -> None:
    """Draw a turned, slanted block of keys with sloping sides and legends."""
    h, w = canvas.shape[:2]
    side = float(rng.uniform(12, 46))
    gap, rows, columns = side * float(rng.uniform(0.08, 0.3)), int(rng.integers(1, 6)), int(rng.integers(2, 10))
    turn = float(rng.normal(0, 0.3) if rng.random() < 0.7 else rng.uniform(0, 6.28))
    squash = float(rng.uniform(0.55, 1.0))
    linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn) * squash, np.cos(turn) * squash]])
    start = rng.uniform((-0.2 * w, -0.2 * h), (0.8 * w, 0.8 * h))
    key, legend = _tone(rng), _tone(rng)
    foot = _scaled(key, float(rng.uniform(0.4, 0.9)))
    shrink, soft = float(rng.uniform(0.62, 1.0)), float(rng.uniform(0.05, 0.3))
    lift = np.array([0, -side * float(rng.uniform(0, 0.2))])
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    if rng.random() < 0.7:
        plate = np.array([[-0.7, -0.7], [columns - 0.3, -0.7], [columns - 0.3, rows - 0.3], [-0.7, rows - 0.3]])
        _rounded(canvas, start + plate * (side + gap) @ linear.T, _tone(rng), 0.02)
    for i in range(rows):
        for j in range(columns):
            middle = np.array([j + 0.25 * i, i]) * (side + gap)
            bottom = start + (middle + corners * side) @ linear.T
            top = start + (middle + corners * side * shrink) @ linear.T + lift
            _rounded(canvas, bottom, foot, soft)
            _rounded(canvas, top, _scaled(key, float(rng.uniform(0.94, 1.06))), soft)
            if rng.random() < 0.9:
                at = top.mean(0) + rng.uniform(-0.25, 0.05, 2) * side
                _print(rng, canvas, (at[0], at[1] + side * 0.2), side * 0.45, legend, chr(int(rng.integers(33, 91))))


def cable(rng: np.random.Generator, canvas: Image) -> None:
    """Draw a bent cable with a shine along it and sometimes a plug at its end."""
    h, w = canvas.shape[:2]
    knots = rng.uniform((-20, -20), (w + 20, h + 20), (4, 2))
    t = np.linspace(0, 1, 40)[:, None]
    path = (1 - t) ** 3 * knots[0] + 3 * t * (1 - t) ** 2 * knots[1] + 3 * t * t * (1 - t) * knots[2] + t**3 * knots[3]
    thick, tone = int(rng.integers(2, 16)), _tone(rng)
    cv2.polylines(canvas, [_whole(path + (2, 3))], False, (20, 20, 20), thick, cv2.LINE_AA)
    cv2.polylines(canvas, [_whole(path)], False, tone, thick, cv2.LINE_AA)
    cv2.polylines(canvas, [_whole(path - (thick * 0.2, thick * 0.2))], False, _scaled(tone, 1.4), max(1, thick // 4))
    if rng.random() < 0.6:
        end, before = path[int(rng.integers(5, 35))], path[int(rng.integers(5, 35))]
        angle = float(np.degrees(np.arctan2(*(end - before)[::-1])))
        size = (float(thick * rng.uniform(2, 4)), float(thick * rng.uniform(1.5, 3)))
        _rounded(canvas, cv2.boxPoints((tuple(map(float, end)), size, angle)).astype(float), _tone(rng), 0.15)


def screw(rng: np.random.Generator, canvas: Image) -> None:
    """Draw screw heads, buttons, coins: rings with a slot, a cross, holes or nothing."""
    h, w = canvas.shape[:2]
    r, tone = float(rng.uniform(4, 24)), _tone(rng)
    for _ in range(int(rng.integers(1, 6))):
        x, y = int(rng.integers(w)), int(rng.integers(h))
        cv2.circle(canvas, (x + 2, y + 2), round(r * 1.05), (15, 15, 15), -1, cv2.LINE_AA)
        cv2.circle(canvas, (x, y), round(r), tone, -1, cv2.LINE_AA)
        cv2.circle(canvas, (x, y), round(r * 0.8), _scaled(tone, 1.25), max(1, round(r / 10)), cv2.LINE_AA)
        what, a = rng.integers(4), float(rng.uniform(0, 3.14))
        for k in range(int(what)) if what < 3 else ():
            d = np.array([np.cos(a + k * 1.57), np.sin(a + k * 1.57)]) * r * 0.7
            p, q = _whole((x, y) + d), _whole((x, y) - d)
            cv2.line(canvas, (int(p[0]), int(p[1])), (int(q[0]), int(q[1])), _scaled(tone, 0.4), max(1, round(r / 6)))
        if what == 3:
            for k in range(int(rng.choice([2, 4]))):
                p = _whole((x, y) + np.array([np.cos(a + k * 1.57 * 2), np.sin(a + k * 1.57 * 2)]) * r * 0.3)
                cv2.circle(canvas, (int(p[0]), int(p[1])), max(1, round(r / 7)), (20, 20, 20), -1, cv2.LINE_AA)


def page(rng: np.random.Generator, canvas: Image) -> None:
    """Draw lines of print, or a score sheet with numbers in boxes."""
    h, w = canvas.shape[:2]
    x, y, size = float(rng.uniform(-30, w * 0.7)), float(rng.uniform(0, h * 0.7)), float(rng.uniform(7, 36))
    ink = _tone(rng)
    if rng.random() < 0.7:
        box = (
            (x + 60, y + 40),
            (float(rng.uniform(80, 300)), float(rng.uniform(60, 300))),
            float(rng.uniform(-20, 20)),
        )
        cv2.fillPoly(canvas, [_whole(cv2.boxPoints(box))], _tone(rng), cv2.LINE_AA)
    boxed = rng.random() < 0.4
    for i in range(int(rng.integers(1, 7))):
        for j in range(int(rng.integers(1, 5))):
            low, high = (48, 58) if boxed else (40, 123)
            text = "".join(chr(c) for c in rng.integers(low, high, int(rng.integers(1, 3 if boxed else 9))))
            at = (x + j * size * (1.6 if boxed else 5), y + i * size * 1.5)
            _print(rng, canvas, at, size, ink, text)
            if boxed:
                a = (int(at[0] - size * 0.3), int(at[1] - size * 1.0))
                cv2.rectangle(canvas, a, (int(a[0] + size * 1.5), int(a[1] + size * 1.4)), ink, 1, cv2.LINE_AA)


def knots(rng: np.random.Generator, canvas: Image) -> None:
    """Draw knots of wood: nested dark ellipses."""
    h, w = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        x, y, r = int(rng.integers(w)), int(rng.integers(h)), float(rng.uniform(3, 18))
        a, flat = float(rng.uniform(0, 180)), float(rng.uniform(0.4, 0.9))
        under = canvas[min(max(y, 0), h - 1), min(max(x, 0), w - 1)].astype(float)
        for k in np.linspace(1, 0.25, int(rng.integers(2, 6))):
            tone = _scaled((float(under[0]), float(under[1]), float(under[2])), float(0.35 + 0.6 * k))
            cv2.ellipse(
                canvas, (x, y), (max(1, int(r * k)), max(1, int(r * k * flat))), a, 0, 360, tone, -1, cv2.LINE_AA
            )


def specks(rng: np.random.Generator, canvas: Image) -> None:
    """Scatter dust, crumbs and scratches."""
    h, w = canvas.shape[:2]
    tone = _tone(rng)
    for _ in range(int(rng.integers(3, 40))):
        x, y = int(rng.integers(w)), int(rng.integers(h))
        if rng.random() < 0.8:
            cv2.circle(canvas, (x, y), int(rng.choice([0, 1, 1, 2, 3])), tone, -1, cv2.LINE_AA)
        else:
            d = rng.normal(0, 12, 2)
            cv2.line(canvas, (x, y), (int(x + d[0]), int(y + d[1])), tone, 1, cv2.LINE_AA)


def box(rng: np.random.Generator, canvas: Image) -> None:
    """Draw a small block with a light top and a darker side, sometimes with a sign on top, like a cube without pips."""
    h, w = canvas.shape[:2]
    tone, edge = _tone(rng), float(rng.uniform(10, 70))
    middle = rng.uniform((0, 0), (w, h))
    a = float(rng.uniform(0, 6.28))
    u = np.array([np.cos(a), np.sin(a)]) * edge * rng.uniform(0.5, 1.4)
    v = np.array([-np.sin(a), np.cos(a)]) * edge * rng.uniform(0.5, 1.1)
    down = np.array([0, edge * rng.uniform(0, 0.9)])
    top = np.array([middle - u / 2 - v / 2, middle + u / 2 - v / 2, middle + u / 2 + v / 2, middle - u / 2 + v / 2])
    hull = np.asarray(cv2.convexHull(np.vstack([top, top + down]).astype(np.float32)))[:, 0]
    cv2.fillPoly(canvas, [_whole(hull + (3, 4))], (18, 18, 18), cv2.LINE_AA)
    cv2.fillPoly(canvas, [_whole(hull)], _scaled(tone, float(rng.uniform(0.4, 0.8))), cv2.LINE_AA)
    _rounded(canvas, top, tone, float(rng.uniform(0.02, 0.3)))
    if rng.random() < 0.4:
        _print(
            rng,
            canvas,
            (middle[0] - edge / 4, middle[1] + edge / 4),
            edge * 0.5,
            _tone(rng),
            str(rng.choice(list("ABK*#+-=!?x"))),
        )


def cup(rng: np.random.Generator, canvas: Image) -> None:
    """Draw a cup, lid or chip from above: shaded rings, sometimes with notches at the rim."""
    h, w = canvas.shape[:2]
    x, y, r, tone = int(rng.integers(w)), int(rng.integers(h)), float(rng.uniform(12, 80)), _tone(rng)
    cv2.circle(canvas, (x + 4, y + 5), round(r), (20, 20, 20), -1, cv2.LINE_AA)
    for k in np.linspace(1, 0.2, int(rng.integers(1, 6))):
        cv2.circle(canvas, (x, y), max(1, round(r * k)), _scaled(tone, float(rng.uniform(0.5, 1.4))), -1, cv2.LINE_AA)
    for notch in range(int(rng.choice([0, 0, 6, 8]))):
        p = (x + r * 0.88 * np.cos(notch * 0.9), y + r * 0.88 * np.sin(notch * 0.9))
        cv2.circle(canvas, (int(p[0]), int(p[1])), max(1, round(r * 0.1)), _tone(rng), -1, cv2.LINE_AA)


def shade(rng: np.random.Generator, canvas: Image) -> None:
    """Darken or brighten a soft-edged patch, like a shadow or the reflection of a lamp."""
    h, w = canvas.shape[:2]
    mask = np.zeros((h, w), np.float32)
    cv2.fillPoly(mask, [_whole(rng.uniform((-40, -40), (w + 40, h + 40), (int(rng.integers(3, 6)), 2)))], 1.0)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.choice([1, 3, 8, 15]))), np.float32)
    by = float(rng.choice([0.45, 0.65, 0.8, 1.2, 1.5]))
    canvas[:] = np.clip(canvas * (1 + (by - 1) * soft[..., None]), 0, 255).astype(np.uint8)


THINGS = (
    (keyboard, 0.24),
    (cable, 0.14),
    (screw, 0.10),
    (page, 0.14),
    (knots, 0.08),
    (specks, 0.10),
    (box, 0.12),
    (cup, 0.08),
)


def strew(rng: np.random.Generator, canvas: Image) -> None:
    """Lay one to five things on ``canvas`` (BGR uint8), and sometimes a shadow over them."""
    makers, odds = zip(*THINGS, strict=True)
    for _ in range(int(rng.integers(1, 6))):
        makers[int(rng.choice(len(makers), p=odds))](rng, canvas)
    if rng.random() < 0.35:
        shade(rng, canvas)
