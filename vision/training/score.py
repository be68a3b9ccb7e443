"""Scores the reader on the rendered hold-out (``holdout``): ``python -m vision.training.score [--count=2000]``.

Options: ``[--mode=blind|told|table] [--leaning=300] [--list=FOLDER] [--log=FILE] [--physical=FOLDER]``. The script
draws every scene from its number, reads it, and prints the results as a table. FILE stores each reading as a line, so
that an interrupted run can continue; use a new file for other networks. ``--physical`` also reads the scenes that
``physical`` drew into FOLDER, and prints them in separate rows. Never choose a setting by these scores.

``taught [--from=0] [--count=30] [--views=8]`` scores d10 that were taught with one picture of each face.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.dice import DiceSet, Reading
from vision.drawing.render import Look, resting
from vision.training.holdout import (
    FRAMES,
    LEANING,
    READ,
    TAUGHT,
    TEACHING,
    Image,
    Scene,
    camera,
    die,
    drawn,
    ground,
    known_fonts,
    lay,
    scene,
    troubled,
    view,
)  # fmt: skip


def told(reading: Reading) -> Counter[tuple[str, str]]:
    """Return the kinds and values of a reading, comparable with ``Scene.want``."""
    return Counter((d.kind.value, str(d.value)) for d in reading.dice)


@dataclass(slots=True)
class Row:
    """The counts of readings of scenes with one kind of dice."""

    scenes: int = 0
    right: int = 0
    certain: int = 0
    silent: int = 0

    def add(self, right: bool, certain: bool) -> None:
        """Count one scene."""
        self.scenes += 1
        self.right += right
        self.certain += certain
        self.silent += certain and not right

    def told(self, name: str) -> str:
        """Return the row of the table."""
        n, sure = max(1, self.scenes), max(1, self.certain)
        good = 100 * (self.certain - self.silent) / sure
        share = f"{self.right / n:.1%} | {self.certain / n:.1%} | {good:.2f} %"
        return f"| {name} | {self.scenes} | {share} | {self.silent} |"


HEAD = "| scenes | number | right | certain | right when certain | silently wrong |\n|---|---|---|---|---|---|"
NAMES = {"d6": "d6", "d10": "d10", "bicolour": "bicolour", "bicolour+d10": "roulette", "bicolour+d10+d6": "all kinds"}


def taught_scene(made: Look, face: int, seed: int, tilt: float) -> tuple[Image, float]:
    """Return a picture of one d10, seen by a camera ``tilt`` radians off the vertical, and its edge in pixels."""
    rng = np.random.default_rng(seed)
    w, h = FRAMES[int(rng.integers(2))]
    edge = float(np.exp(rng.uniform(np.log(60), np.log(130))))
    seen = replace(view(rng), tilt=tilt)
    canvas = ground(rng, h, w)
    sprite = drawn(made, resting(made.solid, face, float(rng.uniform(0, 6.28))), seen, edge)
    lay(canvas, sprite, w / 2 + float(rng.normal(0, edge)), h / 2 + float(rng.normal(0, 0.5 * edge)))
    return camera(rng, canvas, edge), sprite.edge


def taught(options: dict[str, str]) -> None:
    """Teach dice with fonts of the hold-out, one picture of each face, and score other pictures of them."""
    from vision.reading.reader import DiceReader
    from vision.teaching.box import Box, TeachError
    from vision.teaching.taught import TaughtReader

    reader, rows, refused = DiceReader(), {"general reader": Row(), "taught": Row()}, 0
    names = known_fonts()
    first = int(options.get("from", "0"))
    for number in range(first, first + int(options.get("count", "30"))):
        rng = np.random.default_rng(TEACHING + number)
        font = names[number * 7 % len(names)]
        made, tilt = die(rng, "d10", font), float(np.radians(rng.uniform(0, 35)))
        with tempfile.TemporaryDirectory() as folder:
            mine = TaughtReader(reader, Box(Path(folder)))
            for face in range(10):
                for again in range(4):  # take another picture if no die is found, as a person would
                    picture, _ = taught_scene(made, face, TEACHING + 100 * number + 10 * again + face, tilt)
                    try:
                        mine.teach("d10", made.faces[face], picture)
                        break
                    except TeachError:
                        refused += 1
            for n in range(int(options.get("views", "8"))):
                seed = TAUGHT + 100 * number + n
                face = int(np.random.default_rng(seed).integers(10))
                picture, edge = taught_scene(made, face, seed, tilt)
                want = Counter({("d10", str(made.faces[face])): 1})
                asked = DiceSet.parse("1d10")
                for row, reading in zip(
                    rows.values(), (reader.read(picture, asked, edge), mine.read(picture, asked, edge)), strict=True
                ):
                    row.add(told(reading) == want, reading.certain)
        print(number, font, *(f"{k} {r.right}/{r.certain}/{r.silent}" for k, r in rows.items()), flush=True)
    print(f"refused pictures: {refused}\n{HEAD}")
    for name, row in rows.items():
        print(row.told(name))


class Log:
    """The readings made so far, by part and number of the scene; each new one is appended to the file at once."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._known: dict[tuple[str, int], dict[str, Any]] = {}
        if file is not None and file.exists():
            for line in file.read_text().splitlines():
                row = json.loads(line)
                self._known[row["part"], row["number"]] = row

    def get(self, part: str, number: int, read: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
        """Return the stored reading of a scene, or call ``read`` and store its result."""
        if (part, number) not in self._known:
            row = {"part": part, "number": number} | read(number)
            self._known[part, number] = row
            if self._file is not None:
                with self._file.open("a") as out:
                    out.write(json.dumps(row) + "\n")
        return self._known[part, number]


class Judge:
    """Draws scenes and reads them; ``mode`` is "blind", "told" (the reader knows the dice) or "table" (also their size)."""

    def __init__(self, mode: str, pictures: Path | None) -> None:
        from vision.reading.reader import DiceReader

        self._reader, self._mode, self._pictures = DiceReader(), mode, pictures

    def readable(self, number: int) -> dict[str, Any]:
        """Draw the readable scene of this number and return the outcome of its reading."""
        return self._read(number, scene(READ + number))

    def kept(self, file: Path) -> dict[str, Any]:
        """Return the outcome of reading a stored scene."""
        return self._read(int(file.stem), Scene.load(file))

    def _read(self, number: int, one: Scene) -> dict[str, Any]:
        edge = one.dice[0].edge if self._mode == "table" else None
        reading = self._reader.read(one.image, None if self._mode == "blind" else one.expected(), edge)
        right = told(reading) == one.want()
        kinds = "+".join(sorted({d.kind.value for d in one.dice}))
        if self._pictures is not None and not (right and reading.certain):
            flag = "silent" if reading.certain else "asked" if right else "wrong"
            cv2.imwrite(str(self._pictures / f"{flag}_{number}.jpg"), one.image)
            print(number, flag, kinds, f"edge {one.dice[0].edge:.0f}", dict(one.want() - told(reading)), "read",
                  dict(told(reading) - one.want()), reading.why, flush=True)  # fmt: skip
        return {"kinds": kinds, "edge": round(one.dice[0].edge), "right": right, "certain": reading.certain}

    def trouble(self, number: int) -> dict[str, Any]:
        """Draw the scene of this number with a leaning or stacked die; return the outcome of its reading.

        ``asked``: the reading is uncertain. ``named``: it gives "leaning" or "stacked" as a reason.
        """
        one = troubled(LEANING + number)
        reading = self._reader.read(one.image, DiceSet.parse("2d6"), edge=None)
        if self._pictures is not None and reading.certain:
            cv2.imwrite(str(self._pictures / f"missed_{one.trouble}_{number}.jpg"), one.image)
        named = bool({"leaning", "stacked"} & set(reading.why))
        return {"trouble": one.trouble, "asked": not reading.certain, "named": named}


def main() -> None:
    """Score the reader on the hold-out and print the table."""
    options = dict(a[2:].split("=") for a in sys.argv[1:] if "=" in a)
    if sys.argv[1:2] == ["taught"]:
        taught(options)
        return
    mode, count = options.get("mode", "told"), int(options.get("count", "2000"))
    first, begun = int(options.get("from", "0")), time.time()
    cv2.setNumThreads(1)
    log = Log(Path(options["log"]) if "log" in options else None)
    judge = Judge(mode, Path(options["list"]) if "list" in options else None)
    table, small = {name: Row() for name in NAMES}, Row()
    for number in range(first, first + count):
        got = log.get(mode, number, judge.readable)
        table[got["kinds"]].add(got["right"], got["certain"])
        if got["kinds"] == "d6" and got["edge"] < 40:
            small.add(got["right"], got["certain"])
    print(f"mode {mode}, {time.time() - begun:.0f} s\n{HEAD}")
    for kinds, row in table.items():
        print(row.told(NAMES[kinds]))
    print(small.told("d6 with an edge below 40 pixels"))
    traced = {name: Row() for name in NAMES}
    for file in sorted(Path(options["physical"]).glob("*.png")) if "physical" in options else ():
        got = judge.kept(file)
        traced[got["kinds"]].add(got["right"], got["certain"])
    for kinds, row in traced.items():
        if row.scenes:
            print(row.told(f"traced by Mitsuba: {kinds}"))
    rows: dict[str, list[tuple[bool, bool]]] = {"leaning": [], "stacked": []}
    for number in range(int(options.get("leaning", "300"))):
        got = log.get("trouble", number, judge.trouble)
        rows[got["trouble"]].append((got["asked"], got["named"]))
    for name, pairs in rows.items():
        if pairs:
            asked, named = np.mean([p[0] for p in pairs]), np.mean([p[1] for p in pairs])
            print(f"{name}: {len(pairs)} scenes, reported {asked:.1%}, with its name {named:.1%}")


if __name__ == "__main__":
    main()
