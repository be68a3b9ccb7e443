"""Draws the grounds of scenes (tables, cloths, trays, clutter) and simulates the camera that takes the picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.things import strew

ENLARGED, COARSEST = 0.4, 0.35
"""Share of the pictures that the camera enlarged, and the minimum scale before that."""

SMALLEST, LARGEST = 192, 1.2
"""Minimum side of a photographed ground in pixels; and the maximum scale at which it is used, unless it is too small."""
NO_PHOTOGRAPH = ("_norm", "_nm", "_gloss", "_gm", "_sm", "_rm", "_glow", "_luma", "_bump", "_local", "_height")
"""Ends of the names of files that hold other properties of a surface than its colour."""

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]


def _noise(rng: np.random.Generator, h: int, w: int, grain_y: float, grain_x: float) -> Floats:
    """Return smooth noise (h, w) of about unit variance; its grain is ``grain_y`` by ``grain_x`` pixels."""
    small = rng.normal(0, 1, (max(2, int(h / grain_y) + 2), max(2, int(w / grain_x) + 2))).astype(np.float32)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def _tone(rng: np.random.Generator) -> Floats:
    """Return a random ground colour, BGR 0..1; colours of wood, felt, white and black are common."""
    pick = rng.random()
    if pick < 0.25:
        base = np.array([0.35, 0.5, 0.65]) * rng.uniform(0.4, 1.4)
    elif pick < 0.45:
        base = np.array([rng.uniform(0.05, 0.3), rng.uniform(0.25, 0.5), rng.uniform(0.03, 0.25)])
    elif pick < 0.65:
        base = np.full(3, rng.uniform(0.55, 0.9))
    elif pick < 0.78:
        base = np.full(3, rng.uniform(0.02, 0.2))
    else:
        base = rng.uniform(0.03, 0.85, 3)
    return np.clip(base + rng.normal(0, 0.03, 3), 0.01, 0.95).astype(np.float32)


def _clutter(rng: np.random.Generator, canvas: Image) -> None:
    """Draw one to eight things that are not dice: dots, lines, text, cards, chips, keyboard keys, polygons."""
    h, w = canvas.shape[:2]

    def tone() -> tuple[float, float, float]:
        t = _tone(rng) * 255
        return (float(t[0]), float(t[1]), float(t[2]))

    def spot() -> tuple[int, int]:
        return int(rng.integers(-10, w + 10)), int(rng.integers(-10, h + 10))

    for _ in range(int(rng.integers(1, 9))):
        what = rng.integers(9)
        x, y = spot()
        if what == 0:
            cv2.circle(canvas, (x, y), int(rng.integers(2, 22)), tone(), -1, cv2.LINE_AA)
        elif what == 1:
            cv2.line(canvas, (x, y), spot(), tone(), int(rng.integers(1, 7)), cv2.LINE_AA)
        elif what == 2:
            text = "".join(chr(c) for c in rng.integers(48, 90, int(rng.integers(1, 7))))
            cv2.putText(
                canvas,
                text,
                (x, y),
                int(rng.integers(0, 8)),
                float(rng.uniform(0.3, 1.6)),
                tone(),
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif what == 3:
            box = cv2.boxPoints(
                ((x, y), (float(rng.uniform(8, 90)), float(rng.uniform(8, 90))), float(rng.uniform(0, 90)))
            )
            cv2.fillConvexPoly(canvas, box.astype(np.int32), tone(), cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.polylines(canvas, [box.astype(np.int32)], True, tone(), int(rng.integers(1, 4)), cv2.LINE_AA)
        elif what == 4:
            r = int(rng.integers(8, 40))
            cv2.circle(canvas, (x, y), r, tone(), -1, cv2.LINE_AA)
            cv2.circle(canvas, (x, y), int(r * 0.7), tone(), max(1, r // 8), cv2.LINE_AA)
        elif what == 5:
            step, r = int(rng.integers(5, 16)), int(rng.integers(1, 4))
            colour = tone()
            for i in range(int(rng.integers(2, 6))):
                for j in range(int(rng.integers(1, 5))):
                    cv2.circle(canvas, (x + i * step, y + j * step), r, colour, -1, cv2.LINE_AA)
        elif what == 6:
            side, gap, key, mark = int(rng.integers(12, 30)), int(rng.integers(2, 5)), tone(), tone()
            for i in range(int(rng.integers(2, 6))):
                for j in range(int(rng.integers(1, 4))):
                    a = (x + i * (side + gap), y + j * (side + gap))
                    cv2.rectangle(canvas, a, (a[0] + side, a[1] + side), key, -1)
                    cv2.putText(
                        canvas,
                        chr(int(rng.integers(48, 90))),
                        (a[0] + side // 4, a[1] + side * 3 // 4),
                        0,
                        side / 45,
                        mark,
                        1,
                        cv2.LINE_AA,
                    )
        elif what == 7:
            pts = np.array([spot() for _ in range(int(rng.integers(3, 7)))], np.int32)
            cv2.fillPoly(canvas, [pts], tone(), cv2.LINE_AA)
        else:
            axes = (int(rng.integers(3, 40)), int(rng.integers(2, 20)))
            cv2.ellipse(
                canvas,
                (x, y),
                axes,
                float(rng.uniform(0, 180)),
                0,
                360,
                tone(),
                int(rng.choice([-1, 1, 2])),
                cv2.LINE_AA,
            )


def _surface(rng: np.random.Generator, h: int, w: int) -> Floats:
    """Return a drawn surface, BGR float, (h, w, 3): wood, sand, weave, marble or plain, sometimes with a stripe."""
    tone = _tone(rng)
    canvas = np.empty((h, w, 3), np.float32)
    canvas[:] = tone
    kind = rng.integers(5)
    contrast = float(rng.uniform(0.02, 0.22))
    if kind == 0:
        angle_grain = (rng.uniform(1.5, 6), rng.uniform(30, 160))
        if rng.random() < 0.5:
            angle_grain = angle_grain[::-1]
        pattern = _noise(rng, h, w, *angle_grain) + 0.6 * np.sin(
            6 * _noise(rng, h, w, angle_grain[0] * 6, angle_grain[1] * 2)
        )
        canvas *= 1 + contrast * pattern[..., None]
    elif kind == 1:
        canvas *= 1 + contrast * 0.6 * rng.normal(0, 1, (h, w, 1)).astype(np.float32)
        canvas *= 1 + 0.05 * _noise(rng, h, w, 20, 20)[..., None]
    elif kind == 2:
        period = rng.uniform(2.5, 9)
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        a = rng.uniform(0, 3.14)
        weave = np.sin((xx * np.cos(a) + yy * np.sin(a)) * 6.28 / period) * np.sin(
            (yy * np.cos(a) - xx * np.sin(a)) * 6.28 / period
        )
        canvas *= 1 + contrast * weave[..., None].astype(np.float32)
    elif kind == 3:
        canvas += contrast * _noise(rng, h, w, 30, 30)[..., None] * _tone(rng)
        canvas += 0.08 * _noise(rng, h, w, 5, 5)[..., None]
    if rng.random() < 0.25:
        a, b = sorted(rng.integers(0, w, 2).tolist())
        other = _tone(rng)
        if rng.random() < 0.5:
            canvas[:, a:b] = canvas[:, a:b] * 0.2 + other * 0.8
        else:
            canvas[a * h // w : b * h // w] = canvas[a * h // w : b * h // w] * 0.2 + other * 0.8
    return canvas


class Photographs:
    """Gives parts of photographs as grounds; ``folder`` holds JPEG and PNG files, also in its subfolders."""

    def __init__(self, folder: Path) -> None:
        names = (p for p in folder.rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
        self._files = sorted(p for p in names if not p.stem.lower().endswith(NO_PHOTOGRAPH))
        self._folder = folder

    def part(self, rng: np.random.Generator, h: int, w: int) -> Floats:
        """Return a random part, BGR float 0..1, (h, w, 3), in a random size and brightness.

        Raise ``ValueError`` if no file in the folder is large enough.
        """
        for index in rng.permutation(len(self._files)):
            picture = cv2.imread(str(self._files[index]))
            if picture is not None and min(picture.shape[:2]) >= SMALLEST:
                break
        else:
            raise ValueError(f"no photographs of grounds in {self._folder}")
        least = max(h / picture.shape[0], w / picture.shape[1])
        by = float(np.exp(rng.uniform(np.log(least), np.log(max(least, LARGEST)))))
        size = (max(w, round(picture.shape[1] * by)), max(h, round(picture.shape[0] * by)))
        scaled = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR)
        y, x = (int(rng.integers(room + 1)) for room in (size[1] - h, size[0] - w))
        out = scaled[y : y + h, x : x + w, :].astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.25)) / 255)
        return np.ascontiguousarray(out[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])])


def ground(
    rng: np.random.Generator,
    h: int,
    w: int,
    clutter: float = 0.5,
    things: float = 0.0,
    photographs: Photographs | None = None,
) -> Floats:
    """Return a ground without dice, BGR float 0..1, (h, w, 3).

    ``clutter`` is the probability of simple shapes on it, ``things`` that of the objects of ``things.py``. With
    ``photographs`` it is a part of one instead of a drawn surface.
    """
    canvas = _surface(rng, h, w) if photographs is None else photographs.part(rng, h, w)
    if rng.random() < clutter:
        drawn = (np.clip(canvas, 0, 1) * 255).astype(np.uint8)
        _clutter(rng, drawn)
        canvas = drawn.astype(np.float32) / np.float32(255)
        if rng.random() < 0.3:
            canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.5, 2.5))), np.float32)
    if things and rng.random() < things:
        drawn = (np.clip(canvas, 0, 1) * 255).astype(np.uint8)
        strew(rng, drawn)
        canvas = drawn.astype(np.float32) / np.float32(255)
    yy, xx = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
    slope = rng.normal(0, 0.15, 2)
    canvas *= (1 + slope[0] * xx + slope[1] * yy)[..., None].astype(np.float32)
    return np.clip(canvas, 0, 1)


def camera(rng: np.random.Generator, picture: Floats, strength: float = 1.0) -> Image:
    """Return the picture as a camera stores it: white balance, exposure, blur, noise, sharpening, JPEG."""
    warm = rng.normal(0, 0.10 * strength)
    gain = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm], np.float32) * np.float32(
        np.exp(rng.normal(-0.03, 0.28 * strength))
    )
    out = picture * gain
    if rng.random() < 0.3:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * np.float32(rng.uniform(0.2, 1.5))
    if rng.random() < 0.3:
        out = np.clip((out - 0.5) * np.float32(rng.uniform(0.6, 1.5)) + 0.5, 0, 1)
    pick = rng.random()
    if pick < 0.35:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.5 * strength)))
    elif pick < 0.45:
        size = int(rng.integers(3, 6))
        kernel = np.zeros((size, size), np.float32)
        angle = rng.uniform(0, 3.14)
        cv2.line(
            kernel,
            (int(size / 2 - size / 2 * np.cos(angle)), int(size / 2 - size / 2 * np.sin(angle))),
            (int(size / 2 + size / 2 * np.cos(angle)), int(size / 2 + size / 2 * np.sin(angle))),
            1.0,
        )
        out = np.asarray(cv2.filter2D(out, -1, kernel / max(float(kernel.sum()), 1)), np.float32)
    elif pick < 0.6:
        out = out + np.float32(rng.uniform(0.3, 1.2)) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    if rng.random() < 0.6:
        out = out + np.asarray(rng.normal(0, rng.uniform(0.003, 0.035) * strength, out.shape), np.float32)
    stored = (np.clip(out, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        stored = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return stored


def enlarged(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture, sometimes as a camera or a film stores it: enlarged from fewer pixels and compressed."""
    if rng.random() > ENLARGED:
        return picture
    by, size = float(rng.uniform(COARSEST, 0.9)), picture.shape[1::-1]
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    large = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR)
    _, data = cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
