"""Speed of the eye on one thread, with pictures of 1536x864 on a known track; only run when named (docs/eye.md).

Processor time is measured, so other work on the machine does not matter.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.dice import DiceSet
from companion.table import Table
from tests import pages
from tests.bench import bench
from vision.drawing.throws import Play, throw
from vision.reading import photograph
from vision.reading.reader import DiceReader
from vision.watching.live import LiveEye
from vision.watching.motion import Grid, Motion
from vision.watching.sources import Frame
from vision.watching.track import DIE

IDLE_FRAMES = 15
"""Frames a second while no dice are thrown."""
FPS = 30
WIDE, HIGH, SIDE = 1536, 864, 192
SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]


@cache
def reader() -> DiceReader:
    """Return the shared reader, because loading one is slow."""
    return DiceReader()


def spent(work: Callable[[], object]) -> float:
    """Return the processor time of the work, in milliseconds."""
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) * 1000


def large(frame: np.ndarray) -> np.ndarray:
    """Return a drawn frame in the middle of a picture of 1536x864."""
    wide = cv2.resize(frame, (WIDE - 2 * SIDE, HIGH))
    whole = cv2.copyMakeBorder(wide, 0, 0, SIDE, SIDE, cv2.BORDER_REFLECT_101)
    whole[:, :SIDE] = whole[:, -SIDE:] = wide[:5, :5].mean((0, 1)).astype(np.uint8)
    return whole


def picture(dice: str, seed: int = 4) -> tuple[np.ndarray, float]:
    """Return a drawn track of 1536x864 with ``dice`` at rest, and the edge of a die in pixels."""
    play = throw(DiceSet.parse(dice), seed)
    frame = play.still()
    return large(frame), play.edge * 1.8


def reading(dice: str, repeat: int = 15) -> float:
    """Return the median processor time in which the eye reads these dice, in milliseconds."""
    (image, edge), wanted = picture(dice), DiceSet.parse(dice)
    reader().read(image, wanted, edge)
    return float(np.median([spent(lambda: reader().read(image, wanted, edge)) for _ in range(repeat)]))


@bench("read", unit="ms", limit=25, short=False, repeat=3)
def read_five() -> float:
    """Time to read five d6."""
    return reading("5d6")


@bench("read-roulette", unit="ms", limit=30, short=False, repeat=3)
def read_roulette() -> float:
    """Time to read a d10 and the bicolour die."""
    return reading("roulette")


@bench("photograph", unit="ms", limit=2000, short=False, repeat=3)
def photographed() -> float:
    """Time to read two d6 in a phone's photograph of 12 megapixels."""
    small, _ = picture("2d6")
    told, data = cv2.imencode(".jpg", cv2.resize(small, (4000, 3000)))
    assert told
    return spent(lambda: photograph.read(reader(), data.tobytes(), DiceSet.parse("2d6")))


@bench("stillness", unit="ms", limit=1, short=False, repeat=3)
def stillness() -> float:
    """Time to look for movement in one frame."""
    grid, motion, (image, _) = Grid(), Motion(), picture("5d6")
    motion.changed(grid.levels(image))
    return float(np.median([spent(lambda: motion.changed(grid.levels(image))) for _ in range(60)]))


class Silent:
    """A camera without frames; the benchmark passes frames to the eye itself."""

    name = "usb:0"
    live = True

    def next_throw(self) -> Frame | None:
        """Return no frame."""
        return None

    def notices(self) -> list[str]:
        """Return an empty list."""
        return []

    def close(self) -> None:
        """Do nothing."""


@contextmanager
def watched(image: np.ndarray, edge: float) -> Iterator[tuple[Table, Callable[[Frame], None]]]:
    """Yield a table with an open throw of two dice, and a function that passes frames to its eye."""
    left = SIDE / WIDE
    with tempfile.TemporaryDirectory() as folder:
        eye = LiveEye(Silent(), Silent, Path(folder), load=reader)
        eye.track.saw(image)
        corners = [(left, 0.0), (1 - left, 0.0), (1 - left, 1.0), (left, 1.0)]
        eye.track.set_corners(corners, ((WIDE - 2 * SIDE) * DIE / edge, HIGH * DIE / edge))
        eye.track.take_empty()
        table: Any = Table(Path(folder), eye=eye)
        table.start({"seats": SEATS})
        eye._table = table
        try:
            yield table, eye._frame
        finally:
            table.close()


@bench("rest-to-fact", unit="ms", limit=350, short=False)
def rest_to_fact() -> float:
    """Longest delay of three throws from the first frame at rest (at 30 a second) to the fact in the journal."""
    worst = 0.0
    for seed in (1, 4, 6):
        play = throw(DiceSet.parse("2d6"), seed, rest=20)
        first = large(next(play.frames()))
        with watched(first, 1.8 * play.edge) as (table, show):
            worst = max(worst, _until_told(play, table, show))
    return worst


def _until_told(play: Play, table: Table, show: Callable[[Frame], None]) -> float:
    before = pages.view(table)["version"]
    for i, frame in enumerate(play.frames()):
        image = large(frame)
        took = spent(lambda image=image, i=i: show(Frame(image, str(i), i / FPS)))  # type: ignore[misc]
        if pages.view(table)["version"] > before:
            return (i - play.rest[0]) * 1000 / FPS + took
    return 9999.0


@bench("idle", unit="% of a core", limit=10, short=False, repeat=3)
def idle() -> float:
    """Cost of the eye at 15 frames a second while a throw is awaited and nothing moves, camera excluded."""
    image, edge = picture("1d6")
    rng = np.random.default_rng(1)
    frames = [cv2.add(image, rng.integers(0, 4, image.shape, np.uint8)) for _ in range(5)]
    with watched(image, edge) as (_, show):
        for i in range(30):
            show(Frame(frames[i % 5], str(i), i / IDLE_FRAMES))
        costs = [spent(lambda i=i: show(Frame(frames[i % 5], str(i), i / IDLE_FRAMES))) for i in range(30, 150)]  # type: ignore[misc]
    return float(np.mean(costs)) * IDLE_FRAMES / 10


MEMORY = """
import re, sys
import cv2
from tests.bench.bench_eye import watched
from vision.watching.sources import Frame
import web
image = cv2.imread(sys.argv[1])
with watched(image, float(sys.argv[2])) as (table, show):
    web.create_app(table)
    table.eye.teacher.reader.read(image)
    for i in range(20):
        show(Frame(image, str(i), i / 15))
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024)  # not the parent's, as getrusage
"""


@bench("idle-memory", unit="MB", limit=250, short=False)
def idle_memory() -> float:
    """Peak memory of table, pages and eye, with loaded networks and one reading."""
    root = Path(__file__).resolve().parents[2]
    image, edge = picture("5d6")
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/dice.png"  # draw here: drawing takes more memory than reading
        cv2.imwrite(path, image)
        command = [sys.executable, "-c", MEMORY, path, str(edge)]
        told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    return float(told.stdout)
