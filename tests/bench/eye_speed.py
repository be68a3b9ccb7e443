"""How fast the eye is on one thread: reading, and following frames where nothing is thrown. Prints one JSON row a line."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import cv2
import numpy as np

from companion.dice import DiceSet
from vision.reader import DiceReader
from vision.stillness import Stillness
from vision.throws import throw


def _picture(dice: str, seed: int = 4) -> tuple[np.ndarray, float]:
    """Return a drawn track of 1536x864 with ``dice`` at rest, and the edge of a die in pixels."""
    play = throw(DiceSet.parse(dice), seed)
    frame = next(f for i, f in enumerate(play.frames()) if i > play.rest[0] + 1)
    wide = cv2.resize(frame, (1152, 864))
    picture = cv2.copyMakeBorder(wide, 0, 0, 192, 192, cv2.BORDER_REFLECT_101)
    picture[:, :192] = picture[:, 1344:] = wide[:5, :5].mean((0, 1)).astype(np.uint8)
    return picture, play.edge * 1.8


def _median(work: Callable[[], Any], repeat: int) -> float:
    work()
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def _row(name: str, value: float, unit: str, limit: float, repeat: int) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 2),
        "unit": unit,
        "limit": limit,
        "ok": value <= limit,
        "repeat": repeat,
    }


def rows(repeat: int = 15) -> list[dict[str, Any]]:
    """Return the measured rows: name, value, unit, limit, ok, repeat."""
    reader = DiceReader()
    out = []
    for name, dice, limit in (("read five d6", "5d6", 25.0), ("read d10 + bicolour", "roulette", 30.0)):
        picture, edge = _picture(dice)
        value = _median(partial(reader.read, picture, DiceSet.parse(dice), edge), repeat)
        out.append(_row(name, value, "ms", limit, repeat))
    value = _median(partial(Stillness().feed, _picture("5d6")[0]), repeat * 4)
    out.append(_row("stillness", value, "ms", 1.0, repeat * 4))
    out.append(_row("idle", value * 15 / 10, "% of a core at 15 frames/s", 10.0, repeat * 4))
    return out


if __name__ == "__main__":
    results = rows()
    for row in results:
        print(json.dumps(row))
    sys.exit(0 if all(row["ok"] for row in results) else 1)
