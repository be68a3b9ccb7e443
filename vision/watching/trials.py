"""Counts the mistakes of the watcher on drawn films: missed throws, false ones, and kept dice taken for thrown ones.

``./servi eye-report --throws`` runs it; ``docs/eye.md`` holds the counts.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field

import numpy as np

from companion.dice import DiceSet, DieKind
from vision.drawing.throws import HEIGHT, WIDTH, Play, handle, throw
from vision.reading.reader import DiceReader
from vision.watching.track import DIE, Track
from vision.watching.watcher import Watched, Watcher

SETS = ("1d6", "2d6", "3d6", "2d6", "5d6", "3d6", "roulette", "2d6")
"""The dice of the films, in turn."""
HANDLED = ("nudge", "turn", "place")
AGAIN = DiceSet.parse("1-3d6+kept")


@dataclass(slots=True)
class Count:
    """The counts of one kind of film; ``wrong`` lists the seeds of the failed films."""

    name: str
    films: int = 0
    readings: int = 0
    certain: int = 0
    right: int = 0
    ghosts: int = 0
    doubles: int = 0
    mistaken: int = 0
    wrong: list[int] = field(default_factory=list)

    def told(self) -> str:
        """Return the row of the table."""
        return (
            f"| {self.name} | {self.films} | {self.readings} | {self.right} | {self.certain} | {self.ghosts} "
            f"| {self.doubles} | {self.mistaken} |"
        )


HEAD = (
    "| films | number | read | right | certain | ghosts | doubles | certain and wrong, or read as a throw |\n"
    "|---|---|---|---|---|---|---|---|"
)


def known_track(play: Play) -> Track:
    """Return the track of a film: the whole picture. Its size in millimetres is computed from the size of the dice."""
    corners = ((0.0, 0.0), (float(WIDTH), 0.0), (float(WIDTH), float(HEIGHT)), (0.0, float(HEIGHT)))
    millimetres = DIE / play.edge
    return Track(corners, (WIDTH * millimetres, HEIGHT * millimetres), WIDTH, strip="")


def followed(reader: DiceReader, play: Play, expected: DiceSet, fps: float = 30.0) -> list[tuple[int, Watched]]:
    """Return every reading of a film, each with the number (from 0) of the frame at which it was made."""
    watcher = Watcher(reader, known_track(play))
    watcher.expected = expected
    found = []
    for i, frame in enumerate(play.frames()):
        seen = watcher.feed(frame, i / fps)
        if seen is not None:
            found.append((i, seen))
    return found


def shown(seen: Watched) -> Counter[tuple[DieKind, str, bool]]:
    """Return how many dice of the reading have each (kind, value, kept)."""
    return Counter((d.kind, str(d.value), d.kept) for d in seen.reading.dice)


def counted(
    count: Count, found: list[tuple[int, Watched]], play: Play, want: Counter[tuple[DieKind, str, bool]]
) -> tuple[list[Watched], bool]:
    """Count one film of a throw; return the readings made at rest, and whether the first of them is right."""
    inside = [s for i, s in found if play.rest[0] <= i <= play.rest[1] + 1]
    right = bool(inside) and shown(inside[0]) == want
    count.films += 1
    count.readings += bool(inside)
    count.ghosts += len(found) - len(inside)
    count.doubles += max(0, len(inside) - 1)
    count.right += right
    count.certain += bool(inside) and inside[0].reading.certain
    count.mistaken += any(s.reading.certain and shown(s) != want for _, s in found)
    return inside, right


def throws(reader: DiceReader, number: int, first: int = 0) -> Count:
    """Return the counts for films of a throw, which the watcher must report once, while the dice lie still."""
    count = Count("throws")
    for seed in range(first, first + number):
        dice = DiceSet.parse(SETS[seed % len(SETS)])
        play = throw(dice, 1000 + seed)
        found = followed(reader, play, dice)
        want = Counter((k, str(v), False) for k, v in play.thrown)
        inside, right = counted(count, found, play, want)
        if len(found) != 1 or not inside or (inside[0].reading.certain and not right):
            count.wrong.append(1000 + seed)
    return count


def handled(reader: DiceReader, number: int, first: int = 0) -> Count:
    """Return the counts for films of a hand that nudges, turns or sets down dice; none may give a certain reading."""
    count = Count("nudged, turned, set down")
    for seed in range(first, first + number):
        play = handle(2000 + seed, HANDLED[seed % len(HANDLED)])
        found = followed(reader, play, DiceSet.parse("1-3d6"))
        count.films += 1
        count.readings += len(found)
        count.certain += sum(s.reading.certain for _, s in found)
        count.mistaken += any(s.reading.certain for _, s in found)
        if any(s.reading.certain for _, s in found):
            count.wrong.append(2000 + seed)
    return count


def again(reader: DiceReader, number: int, first: int = 0) -> Count:
    """Return the counts for throws of one to three dice beside kept ones; each die must be read as thrown or kept."""
    count = Count("thrown again beside kept dice")
    for seed in range(first, first + number):
        rng = np.random.default_rng([seed, 3])
        thrown = seed % 3 + 1
        kept = tuple(int(v) for v in rng.integers(1, 7, 1 + int(rng.integers(3))))
        play = throw(DiceSet.parse(f"{thrown}d6"), 3000 + seed, kept=kept)
        found = followed(reader, play, AGAIN)
        want = Counter([(k, str(v), False) for k, v in play.thrown] + [(k, str(v), True) for k, v in play.kept])
        inside, right = counted(count, found, play, want)
        if not right or len(found) != 1 or not inside[0].reading.certain:
            count.wrong.append(3000 + seed)
    return count


def report(reader: DiceReader, number: int, as_json: bool) -> None:
    """Print the counts for ``number`` films of throws, and for half as many (at least one) of each other kind."""
    if not as_json:
        print(HEAD)
    half = max(1, number // 2)
    for kind, films in ((throws, number), (handled, half), (again, half)):
        count = kind(reader, films)
        print(json.dumps(asdict(count)) if as_json else f"{count.told()}  {count.wrong or ''}", flush=True)
