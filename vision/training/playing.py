"""Measures what the eye learns during play: ``python -m vision.training.playing drawn|FOLDER``.

Options: ``[--count=40] [--throws=125] [--from=0] [--asked] [--match=WORD] [--log=FILE]``. ``drawn``: tables with
unusual dice, each with its own dice, ground, light and camera. FOLDER: labelled photographs in the order of their
files.

Somebody confirms the first 20 throws of a table. The eye reads the others without and with the lesson from these, and
nobody corrects it. ``--asked`` is like a table whose players correct only throws that the eye asks about, and overlook
its certain mistakes; a lesson follows every tenth throw. Dice and seeds occur in no training picture. Never choose a
setting by these scores.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.dice import DiceSet, Reading
from companion.eye import Verdict
from vision import pictures
from vision.drawing.render import PIPS, Look, resting
from vision.learning import familiar
from vision.learning.heads import Head
from vision.learning.lesson import heads_of, teach
from vision.learning.rows import Eyes, cut
from vision.learning.store import Seen, Store, encoded
from vision.pictures import Image
from vision.reading.reader import DiceReader
from vision.training import hard
from vision.training.holdout import camera, die, drawn, faces_of, ground, lay, view
from vision.training.layout import spots
from vision.training.score import HEAD, Row

Rng = np.random.Generator
Truth = tuple[tuple[str, int | str], ...]
CONFIRMED = 20
"""Number of throws that somebody confirms before the measurement."""
EVERY = 10
"""Throws between two lessons with ``--asked``."""
SEED = 20261125
SETS = (("d6",) * 5, ("d6",) * 3, ("d10", "bicolour"), ("d6",) * 2, ("d10",), ("d6",) * 4)
SIDE = 64


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw: its picture, the dice in it, those that the game expects, and the edge of a die if it is known."""

    image: Image
    truth: Truth
    expected: DiceSet
    edge: float | None


# --- unusual dice ------------------------------------------------------------------------------------------------------


def _signs(rng: Rng, made: Look, sign: str) -> Look:
    """Return a d6 that shows its values by signs instead of round pips; the 1 is always a large star."""
    ink = np.zeros((6, SIDE, SIDE), np.uint8)
    wide = made.spread * SIDE / made.print_size / 1.9
    for face, value in enumerate(made.faces):
        for x, y in PIPS[int(value)]:
            r = SIDE * (0.075 if value > 1 else 0.12)
            at = (SIDE / 2 + x * wide, SIDE / 2 + y * wide)
            _sign(ink[face], sign if value > 1 else "star", at, r)
    return replace(made, glyphs=ink, print_size=0.95)


def _sign(ink: Image, sign: str, at: tuple[float, float], r: float) -> None:
    x, y = round(at[0]), round(at[1])
    if sign == "ring":
        cv2.circle(ink, (x, y), round(r), 255, 2, cv2.LINE_AA)
    elif sign == "square":
        cv2.rectangle(ink, (round(x - r * 0.9), round(y - r * 0.9)), (round(x + r * 0.9), round(y + r * 0.9)), 255, -1)
    else:
        turns = np.arange(10) * np.pi / 5
        out = np.where(np.arange(10) % 2, 0.45, 1.15) * r
        points = np.stack([x + out * np.sin(turns), y - out * np.cos(turns)], 1)
        cv2.fillPoly(ink, [np.round(points).astype(np.int32)], 255, cv2.LINE_AA)


def _marbled(rng: Rng, made: Look) -> Look:
    return replace(hard.DICE["marbled"](rng, made), marble=float(rng.uniform(0.4, 0.7)))


STRANGE: dict[str, Callable[[Rng, Look], Look]] = {
    "rings": lambda rng, made: _signs(rng, made, "ring"),
    "squares": lambda rng, made: _signs(rng, made, "square"),
    "stars": lambda rng, made: _signs(rng, made, "star"),
    "marbled": _marbled,
    **{world: hard.DICE[world] for world in ("translucent", "ink", "lamp", "black")},
}
"""How the dice of a table differ from those of the hold-out."""


class DrawnTable:
    """One drawn table: always the same dice, ground, light and camera. Dice with other signs are d6 only."""

    def __init__(self, number: int) -> None:
        self._rng = rng = np.random.default_rng([SEED, number])
        self.kinds = list(SETS[number % len(SETS)])
        names = [n for n in STRANGE if "d6" in self.kinds or n not in ("rings", "squares", "stars")]
        self.world = names[int(rng.integers(len(names)))]
        self._size = (640, 480)
        self._edge = float(rng.uniform(46 if "d10" in self.kinds else 28, 64))
        self._seen = replace(view(rng, 25.0), window_power=0.9) if self.world == "lamp" else view(rng, 25.0)
        wide, high = self._size
        plain = hard.PLAIN.get(self.world)
        self._ground = hard._plain(rng, high, wide, plain) if plain else ground(rng, high, wide)
        alike = rng.random() < 0.6
        made: dict[str, Look] = {}
        self._dice = []
        for kind in self.kinds:
            if kind not in made or not alike:
                one = die(rng, kind)
                made[kind] = one if kind == "bicolour" else STRANGE[self.world](rng, one)
            self._dice.append(made[kind])
        self._camera = int(rng.integers(1 << 30))
        self._expected = DiceSet.parse("+".join(f"{n}{k}" for k, n in sorted(Counter(self.kinds).items())))

    def throws(self, count: int) -> Iterator[Thrown]:
        """Yield throws of the dice."""
        rng = self._rng
        for number in range(count):
            canvas, truth = self._ground.copy(), []
            places = spots(rng, self.kinds, self._size, self._edge, float(np.cos(self._seen.tilt)), False, 0.0)
            for kind, made, (x, y) in sorted(zip(self.kinds, self._dice, places, strict=True), key=lambda d: d[2][1]):
                face = int(rng.integers(len(made.solid.normals)))
                lay(
                    canvas,
                    drawn(made, resting(made.solid, face, float(rng.uniform(0, 6.28))), self._seen, self._edge),
                    x,
                    y,
                )
                truth.append((kind, faces_of(made, kind)[face]))
            light = np.random.default_rng(self._camera)  # the camera's colours and blur stay the same
            image = camera(light, canvas, self._edge).astype(np.int16)
            image += np.random.default_rng([self._camera, number]).normal(0, 2, image.shape).astype(np.int16)
            yield Thrown(np.clip(image, 0, 255).astype(np.uint8), tuple(truth), self._expected, self._edge)


# --- photographs -----------------------------------------------------------------------------------------------------------


def photographed(folder: Path, match: str = "") -> list[Callable[[], Thrown]]:
    """Return a function for each labelled photograph of a folder that loads it, in the order of their files."""
    rows = json.loads((folder / "labels.json").read_text())
    kept = [r for r in rows if match in r["file"] and "EXCLUDE" not in (r.get("note") or "")]

    def load(row: Mapping[str, object]) -> Thrown:
        file = next(folder.rglob(Path(str(row["file"])).name))
        truth = tuple((str(d["type"]), d["value"]) for d in row["dice"])  # type: ignore[attr-defined]
        kinds = Counter(kind for kind, _ in truth)
        expected = DiceSet.parse("+".join(f"{n}{k}" for k, n in sorted(kinds.items())))
        return Thrown(pictures.load(file), truth, expected, None)

    return [lambda row=row: load(row) for row in sorted(kept, key=lambda r: str(r["file"]))]  # type: ignore[misc]


# --- a table that plays ----------------------------------------------------------------------------------------------------


class Playing:
    """A table with an eye that learns, without threads."""

    def __init__(self, reader: DiceReader, data: Path) -> None:
        self._reader, self._eyes, self.store = reader, Eyes(), Store(data, "box", "camera")
        self._verdicts: dict[str, Verdict] = {}
        self.heads: dict[str, Head] = {}

    def read(self, thrown: Thrown, learnt: bool) -> Reading:
        """Return the reading of a throw, with or without what was learnt."""
        heads = self.heads if learnt else {}
        return familiar.read(self._reader, self._reader, heads, thrown.image, thrown.expected, thrown.edge)

    def tell(self, number: int, thrown: Thrown, reading: Reading, told: Truth, touched: bool) -> None:
        """Store a throw with the dice ``told``; ``touched``: somebody confirmed or corrected them."""
        crops = tuple(encoded(one) for one in cut(thrown.image, reading.dice))
        name = f"{SEED}.000-{number}"
        self.store.keep(name, Seen("camera", "box", "", reading.dice, crops))
        self._verdicts[name] = Verdict(told, touched)

    def learn(self) -> str:
        """Run a lesson; return its results as text."""
        self.store.judge(self._verdicts)
        report = teach(self.store, self._eyes)
        self.heads = heads_of(self.store)
        return " ".join(
            f"{n}: {t.trusted}/{t.crops} wrong {t.wrong} gain {t.gain:.1f}{' used' if t.used else ''}"
            for n, t in report.trials.items()
            if t.crops
        )


def values(reading: Reading) -> Truth:
    """Return kind and value of each read die."""
    return tuple((d.kind.value, d.value if d.value is not None else "") for d in reading.dice)


def played(play: Playing, throws: Iterator[Thrown], asked: bool) -> tuple[Row, Row, str]:
    """Play these throws; return the counts without and with what was learnt, and the last lesson's results as text.

    The counts begin after the first ``CONFIRMED`` throws.
    """
    before, after, found = Row(), Row(), ""
    for number, thrown in enumerate(throws):
        want = Counter(thrown.truth)
        first = play.read(thrown, learnt=False)
        second = play.read(thrown, learnt=True) if play.heads else first
        if number >= CONFIRMED:
            for row, reading in ((before, first), (after, second)):
                row.add(Counter(values(reading)) == want, reading.certain)
        if asked or number < CONFIRMED:
            touched = not second.certain if asked else True
            play.tell(number, thrown, second, thrown.truth if touched else values(second), touched)
        if number == CONFIRMED - 1 or (asked and number % EVERY == EVERY - 1):
            found = play.learn()
    return before, after, found


def main() -> None:
    """Measure and print a line for each table, then the sum."""
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[2:])
    asked, first, count = "asked" in options, int(options.get("from", "0")), int(options.get("count", "40"))
    cv2.setNumThreads(1)
    reader = DiceReader()
    sums = {"before": Row(), "after": Row()}
    tables: list[tuple[str, Callable[[], Iterator[Thrown]]]]
    if sys.argv[1] == "drawn":
        every = [DrawnTable(n) for n in range(first, first + count)]
        length = int(options.get("throws", "125")) + CONFIRMED
        tables = [(f"{t.world} {'+'.join(t.kinds)}", lambda t=t: t.throws(length)) for t in every]  # type: ignore[misc]
    else:
        loads = photographed(Path(sys.argv[1]), options.get("match", ""))
        tables = [(Path(sys.argv[1]).name, lambda: (load() for load in loads))]
    log = Path(options["log"]).open("a") if "log" in options else None
    for number, (name, throws) in enumerate(tables, first):
        with tempfile.TemporaryDirectory() as folder:
            before, after, found = played(Playing(reader, Path(folder)), throws(), asked)
        for key, row in (("before", before), ("after", after)):
            for field in Row.__slots__:
                setattr(sums[key], field, getattr(sums[key], field) + getattr(row, field))
        line = f"{number} {name}: {before.told('before')} {after.told('after')} {found}"
        print(line, flush=True)
        if log is not None:
            print(line, file=log, flush=True)
    print(HEAD, *(row.told(name) for name, row in sums.items()), sep="\n")


if __name__ == "__main__":
    main()
