"""Makes films of real dice: `python -m tests.films.photographed DIR WORD OUT`.

DIR holds labelled photographs (`labels.json`) that one fixed camera took of throws; only files whose name contains WORD are used.
At rest a film shows a photograph: its dice, ground and light are real, only noise is added. The hand and the flight are drawn: a
hand throws the dice of a photograph, waits or leaves, and takes them; then come those of the next. The ground without dice is the
median of the photographs taken about then. `python -m tests.films judge --every --folder OUT` judges these films.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.films.film import encode

Array = np.ndarray
Rng = np.random.Generator
SEED, FPS, THROWS = 5, 30, 4
MOST = 8
"""Most dice of a photograph that is used: nobody throws more at these games."""
NEAR = 16
"""Number of photographs whose median is the ground."""
DISC, SOFT = 1.35, 3.0
"""Radius of what is cut out of a photograph with a die, in halves of its box, and the softness of that border in pixels."""
SKINS = (122, 150, 198), (84, 112, 160), (58, 82, 124), (140, 164, 206), (44, 52, 66)
SLEEVES = (100, 52, 34), (32, 30, 30), (44, 40, 150), (186, 190, 190)


@dataclass(frozen=True)
class Shot:
    """A photograph (h, w, 3; BGR, float), its ground without dice, and the boxes (x, y, wide, high) and values of its dice."""

    picture: Array
    ground: Array
    boxes: tuple[tuple[float, ...], ...]
    values: tuple[int, ...]

    @property
    def middles(self) -> Array:
        """The middle of each die (n, 2)."""
        return np.array([(x + w / 2, y + h / 2) for x, y, w, h in self.boxes])

    def laid(self, frame: Array, die: int, at: Sequence[float], turn: float = 0.0, blur: int = 0) -> Array:
        """Return the frame with one of the dice moved to `at` and turned, with its shadow."""
        x, y = self.middles[die]
        move = cv2.getRotationMatrix2D((float(x), float(y)), turn, 1)
        move[:, 2] += np.asarray(at) - (x, y)
        wide, high = frame.shape[1::-1]
        change = (self.picture - self.ground) * disc(frame, self.boxes[die])[..., None]
        change = cv2.warpAffine(change, move, (wide, high))
        return frame + (cv2.blur(change, (blur, blur)) if blur else change)


def disc(picture: Array, box: Sequence[float]) -> Array:
    """Return a soft mask (h, w) of a die and its shadow."""
    x, y, w, h = box
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(mask, (round(x + w / 2), round(y + h / 2)), round(max(w, h) / 2 * DISC), 1, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), SOFT)


def shots(folder: Path, word: str) -> list[Shot]:
    """Return the labelled photographs whose name contains the word, in the order of their labels."""
    files = {p.name: p for p in folder.rglob("*.jpg")}
    rows = [r for r in json.loads((folder / "labels.json").read_text("utf-8")) if word in r["file"]]
    rows = [r for r in rows if "EXCLUDE" not in (r["note"] or "") and 1 <= len(r["dice"]) <= MOST]
    pictures = [np.asarray(cv2.imread(str(files[Path(r["file"]).name])), np.float32) for r in rows]
    light = np.array([np.median(p, (0, 1)) for p in pictures])
    out = []
    for k, (row, picture) in enumerate(zip(rows, pictures, strict=True)):
        near = sorted(range(len(rows)), key=lambda j: abs(j - k))[:NEAR]
        usual = np.median([pictures[j] + light[k] - light[j] for j in near], 0)
        boxes = tuple(tuple(die["bbox"]) for die in row["dice"])
        covered = np.max([disc(picture, box) for box in boxes], 0)
        covered = np.clip(cv2.dilate(covered, np.ones((9, 9))) * 1.2, 0, 1)[..., None]
        ground = (picture * (1 - covered) + usual * covered).astype(np.float32)
        out.append(Shot(picture, ground, boxes, tuple(int(die["value"]) for die in row["dice"])))
    return out


class Hand:
    """A drawn hand with a sleeve that reaches in from one side; `way` (2) points from its finger tips to its arm.

    `size` is the width of its palm, `throws` the distance from which it throws, in pixels.
    """

    def __init__(self, rng: Rng, high: int, wide: int) -> None:
        angle = float(rng.uniform(0, 2 * np.pi))
        self.way, self._angle = np.array((np.cos(angle), np.sin(angle))), np.degrees(angle)
        self._skin, self._sleeve = (np.array(some[rng.integers(len(some))], np.float32) for some in (SKINS, SLEEVES))
        self.size, self.throws = float(rng.uniform(0.11, 0.16)) * wide, 0.36 * wide  # how far from where the dice stop
        self._texture = cv2.GaussianBlur(rng.normal(0, 14, (high, wide)).astype(np.float32), (0, 0), 9) * 9
        self.away = np.array((wide, high)) / 2 + self.way * wide * 0.97

    def over(self, frame: Array, tips: Array) -> Array:
        """Return the frame with the hand, its finger tips at this place, and with its shadow."""
        skin, sleeve = (np.zeros(frame.shape[:2], np.uint8) for _ in range(2))
        across, size = np.array((-self.way[1], self.way[0])), self.size
        palm, wrist = tips + self.way * size * 1.25, tips + self.way * size * 2.05

        def bar(where: Array, a: Array, b: Array, thick: float) -> None:
            cv2.line(where, *(tuple(int(v) for v in p) for p in (a, b)), 255, max(1, int(size * thick)), cv2.LINE_AA)

        for k in (-1.5, -0.5, 0.5, 1.5):
            bar(skin, tips + size * (across * k * 0.28 + self.way * abs(k) * 0.12), palm + across * k * size * 0.22, 0.24)
        bar(skin, tips + size * (across * 0.75 + self.way * 0.55), palm + size * (across * 0.4 + self.way * 0.2), 0.27)
        cv2.ellipse(skin, [int(v) for v in palm], [int(size * 0.62), int(size * 0.5)], self._angle, 0, 360, 255, -1, cv2.LINE_AA)
        bar(skin, palm, wrist, 0.62)
        bar(sleeve, wrist, wrist + self.way * 2 * max(skin.shape), 0.85)
        shadow = np.roll(np.maximum(skin, sleeve), (14, 9), (0, 1)).astype(np.float32) / 255
        frame = frame * (1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 14)[..., None])
        deep = cv2.distanceTransform((skin > 128).astype(np.uint8), cv2.DIST_L2, 3) / (0.14 * size)
        flesh = self._skin * (np.clip(deep, 0, 1) * 0.35 + 0.65 + self._texture / 255)[..., None]
        for colour, mask in ((flesh, skin), (self._sleeve * (0.9 + self._texture / 120)[..., None], sleeve)):
            share = cv2.GaussianBlur(mask, (0, 0), 1.6).astype(np.float32)[..., None] / 255
            frame = frame * (1 - share) + colour * share
        return frame


def between(a: Array, b: Array, count: int) -> Iterator[Array]:
    """Yield `count` places on the way from `a` to `b`, the last at `b`."""
    yield from (a + (b - a) * (i + 1) / count for i in range(count))


def flight(rng: Rng, hand: Hand, shot: Shot, start: Array, end: Array) -> Iterator[Array]:
    """Yield the frames in which dice roll from `start` to their places while the hand draws back to `end`."""
    dice, count = range(len(shot.values)), int(rng.integers(10, 22))
    ends, spins = rng.integers(count // 2, count + 1, len(dice)), rng.uniform(-500, 500, len(dice))
    faces = rng.integers(len(dice), size=(len(dice), count // 2 + 1))  # a rolling die shows those of any die
    for i in range(count):
        frame = shot.ground
        for die in dice:
            left = (1 - min((i + 1) / ends[die], 1)) ** 2
            at = shot.middles[die] * (1 - left) + start * left
            rolls = die if left == 0 else int(faces[die, i // 2])
            frame = shot.laid(frame, rolls, at, float(spins[die]) * left, int(3 + 14 * left**0.5) if left else 0)
        yield hand.over(frame, start + (end - start) * min(1, i / 8))


def taking(rng: Rng, hand: Hand, shot: Shot, tips: Array) -> Iterator[Array]:
    """Yield the frames in which the hand takes the dice one by one and leaves; `tips` is where it begins."""
    left = sorted(range(len(shot.values)), key=lambda die: float(shot.middles[die] @ hand.way), reverse=True)
    while left:
        path = list(between(tips, shot.middles[left[-1]] - hand.way * 0.3 * hand.size, 4))
        for tips in path:
            if tips is path[-1]:
                left.pop()
            frame = shot.ground
            for die in left:
                frame = shot.laid(frame, die, shot.middles[die])
            yield hand.over(frame, tips)
    yield from (hand.over(shot.ground, tips) for tips in between(tips, hand.away, 10))
    yield from [shot.ground] * int(rng.integers(0, 25))


def throw(rng: Rng, hand: Hand, before: Array, shot: Shot, count: int, row: dict[str, Any]) -> Iterator[Array]:
    """Yield the frames of one throw over the ground `before`; `count` frames were shown; its times go into `row`."""
    start = shot.middles.mean(0) + hand.way * hand.throws
    drawn_back = start + hand.way * hand.size
    comes = list(between(hand.away, start, int(rng.integers(8, 14))))
    for i, tips in enumerate(comes):  # the light changes to that of the next photograph while the hand moves
        share = (i + 1) / len(comes)
        yield hand.over(before * (1 - share) + shot.ground * share, tips)
    flies = list(flight(rng, hand, shot, start, drawn_back))
    yield from flies
    row["released"] = (count + len(comes)) / FPS
    row["rest"] = (count + len(comes) + len(flies)) / FPS
    waits, tips = int(rng.integers(15, 45)), drawn_back
    leaves = list(between(tips, hand.away, 10)) if rng.random() < 0.5 else []
    for i in range(waits):
        tips = leaves[min(i, 9)] if leaves else drawn_back + rng.normal(0, 1, 2)
        yield hand.over(shot.picture, tips)
    reach = list(between(tips, shot.middles.mean(0), int(rng.integers(10, 18))))
    yield from (hand.over(shot.picture, tips) for tips in reach)
    row["moved"] = row["taken"] = row["rest"] + (waits + len(reach) // 2) / FPS
    row["clear"] = [row["rest"], row["moved"]]
    yield from taking(rng, hand, shot, reach[-1])


def film(shown: Sequence[Shot], rng: Rng, throws: list[dict[str, Any]]) -> Iterator[Array]:
    """Yield the frames (h, w, 3; BGR uint8) of a film of these throws; their truth goes into `throws`."""
    high, wide, _ = shown[0].picture.shape
    hand, before, noise, count = Hand(rng, high, wide), shown[0].ground, rng.uniform(1, 4), 0
    flicker = rng.uniform(0, 0.012)

    def every() -> Iterator[Array]:
        yield from [before] * int(rng.integers(8, 30))
        for last, shot in zip((shown[0], *shown), shown, strict=False):
            throws.append({"dice": [{"kind": "d6", "value": v, "kept": False} for v in shot.values], "doubts": []})
            yield from throw(rng, hand, last.ground, shot, count, throws[-1])

    for frame in every():
        count += 1
        seen = frame * (1 + flicker * np.sin(0.9 * count)) + rng.normal(0, noise, frame.shape)
        yield np.clip(seen, 0, 255).astype(np.uint8)


def main() -> None:
    folder, word, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    every = shots(folder, word)
    alike = [[s for s in every if len(s.values) == n] for n in range(1, MOST + 1)]
    for number, shown in enumerate(some[i : i + THROWS] for some in alike for i in range(0, len(some), THROWS)):
        rng, name, throws = np.random.default_rng([SEED, number]), f"photographed-{number:03}", list[dict[str, Any]]()
        high, wide, _ = shown[0].picture.shape
        encode(film(shown, rng, throws), out / f"{name}.mp4", (wide, high), FPS, int(rng.integers(20, 30)))
        expect = None if number % 3 == 2 else f"{len(shown[0].values)}d6"
        truth = {"film": name, "file": f"{name}.mp4", "plot": "photographed", "fps": FPS, "expect": expect, "throws": throws}
        (out / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
        print(name, expect, len(throws), file=sys.stderr)


if __name__ == "__main__":
    main()
