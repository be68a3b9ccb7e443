"""Frames in, throws out: each throw once, when it lies still, and only what was really thrown.

A die was thrown when it came to rest away from any hand: where it lies, something moved freely after the last time that a
hand was near. A die that lies as before is kept. Anything else was set down, nudged or turned: ``not-thrown``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.dice import DiceSet, ReadDie, Reading
from companion.eye import EXAMPLE
from vision.errors import ModelError, VisionError
from vision.pictures import Image
from vision.reading.photograph import Reader
from vision.reading.read import as_json, as_text
from vision.reading.reader import DiceReader
from vision.teaching.shared import SharedReader
from vision.watching.keeper import Keeper
from vision.watching.sources import FrameSource, open_source
from vision.watching.stillness import SMALL, Phase, Stillness
from vision.watching.track import Track

VOTES = 3
"""Frames of one rest that are read where the first is not certain; a rest may last only eight."""
SAME_PLACE = 0.3
"""A die within this many edges of where it lay before did not move."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A reading from live frames: when it was made, the first frame at rest, and the picture it was read from."""

    time: float
    first_still: int
    reading: Reading
    image: Image


def agreed(votes: Sequence[Watched]) -> Watched:
    """Return what several readings of the same rest come to.

    Where one of them is certain and no other sees other dice, that one holds. Frames of one rest share pose and light, and
    with them most mistakes: readings that agree but are all unsure stay a question, as do those that disagree, of which
    the dice that most of them see are shown.
    """
    seen = [Counter((d.kind, d.value, d.kept) for d in v.reading.dice) for v in votes]
    certain = [v for v in votes if v.reading.certain]
    if certain and all(one == seen[0] for one in seen):
        return certain[0]
    most = votes[max(range(len(votes)), key=lambda i: (seen.count(seen[i]), -i))]
    if most.reading.certain:
        return replace(most, reading=replace(most.reading, certain=False, why=("unsure",)))
    return most


class Watcher:
    """Follows one camera; set ``expected`` whenever the table asks for other dice."""

    def __init__(self, reader: Reader, track: Track | None = None, empty: Image | None = None) -> None:
        self.reader = reader
        self.track = track
        self.expected: DiceSet | None = None
        self.phase = Phase.SETTLING
        self._edge = track.edge if track else None
        self._stillness = Stillness(track.edge / track.width if track else 0.055, track=track)
        if empty is not None:
            self._stillness.empty(empty)
        self._free = np.full((SMALL[1], SMALL[0]), -1, np.int64)
        self._near = np.full((SMALL[1], SMALL[0]), -1, np.int64)
        self._hand = np.zeros((SMALL[1], SMALL[0]), np.bool_)
        self._frame = 0
        self._first_still = 0
        self._lying: tuple[ReadDie, ...] | None = None
        self._done = False
        self._votes: list[Watched] = []

    @property
    def through(self) -> bool:
        """Whether what lies there at rest was read, as many times as that takes."""
        return self.phase is Phase.REST and self._done

    def feed(self, frame: Image, time: float = 0.0, settled: Callable[[], Image] | None = None) -> Watched | None:
        """Take the next frame; return a reading when a throw (or what pretends to be one) has come to rest.

        A certain reading is returned at once; of an uncertain one the next frames at rest are read too (``agreed``).
        ``settled`` takes a larger picture of what lies there, where the camera has one.
        """
        seen = self._stillness.feed(frame)
        before, self.phase = self.phase, seen.phase
        self._frame += 1
        near = seen.hand | self._hand  # what moves also shows where the hand just was
        self._hand = seen.hand
        if near.any():
            reach = max(3, round(2 * 1.2 * self._stillness.edge * SMALL[0]) | 1)
            near = cv2.dilate(near.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
            self._near[near] = self._frame
        self._free[seen.moving & ~near] = self._frame
        if self.phase in (Phase.ROLLING, Phase.HAND):
            self._done = False
        elif before in (Phase.ROLLING, Phase.HAND):
            self._first_still = self._frame
        if self.phase is not Phase.REST:
            return self._settled()  # what was read before the hand came in
        if self._done:
            return None
        image = settled() if settled is not None else frame
        found = self._at_rest(self.track.within(image).rectify(image) if self.track else image, time)
        if found is not None:
            self._votes.append(found)
            if not found.reading.certain and len(self._votes) < VOTES and "not-thrown" not in found.reading.why:
                return None
        self._done = True
        return self._settled()

    def _settled(self) -> Watched | None:
        """Return what the readings of this rest come to; the next throw is compared with it."""
        if not self._votes:
            return None
        found, self._votes = agreed(self._votes), []
        self._lying = found.reading.dice
        return found

    def _at_rest(self, image: Image, time: float) -> Watched | None:
        lying = self._lying
        plain = self.expected if not (lying or (self.expected and self.expected.kept)) else None
        reading = self.reader.read(image, plain, self._edge)
        if self._edge is None and reading.dice and reading.certain:
            self._edge = float(np.median([d.box[2] for d in reading.dice])) / 1.44
            self._stillness.edge = self._edge / image.shape[1]
        sorted_out = [self._how(d, lying or (), image) for d in reading.dice]
        if (lying is None and not (self._free >= 0).any()) or all(how == "kept" for how in sorted_out):
            if not self._votes:
                self._lying = reading.dice
            return None
        dice = tuple(replace(d, kept=how == "kept") for d, how in zip(reading.dice, sorted_out, strict=True))
        why = [] if reading.certain else list(reading.why)
        if "placed" in sorted_out:
            why.append("not-thrown" if "thrown" not in sorted_out else "hand")
        if self.expected is not None and plain is None:
            why += self._fits([d for d, how in zip(dice, sorted_out, strict=True) if how != "kept"], dice)
        why = list(dict.fromkeys(why))
        return Watched(time, self._first_still, Reading(dice, not why, tuple(why), reading.milliseconds), image)

    def _fits(self, thrown: list[ReadDie], every: tuple[ReadDie, ...]) -> list[str]:
        """Return the doubts about the number and kinds of the thrown dice beside kept ones."""
        assert self.expected is not None
        least, most = sum(t.least for t in self.expected.terms), sum(t.most for t in self.expected.terms)
        if len(thrown) < least:
            return ["too-few"]
        if len(thrown) > most or (len(every) > len(thrown) and not self.expected.kept):
            return ["too-many"]
        if self.expected.accepts([(d.kind, d.colour) for d in thrown]):
            return []
        return ["not-expected"]

    def _how(self, die: ReadDie, lying: tuple[ReadDie, ...], image: Image) -> str:
        """Return "kept", "thrown" or "placed"."""
        x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
        edge = die.box[2] / 1.44
        if self.track is not None and self.track.kept(x, y):
            return "kept"
        for old in lying:
            far = np.hypot(old.box[0] + old.box[2] / 2 - x, old.box[1] + old.box[3] / 2 - y)
            if far < SAME_PLACE * edge and old.value == die.value and old.kind == die.kind:
                return "kept"
        sx, sy = SMALL[0] / image.shape[1], SMALL[1] / image.shape[0]
        r = max(2, round(0.6 * edge * sx))
        ys = slice(max(0, round(y * sy) - r), round(y * sy) + r + 1)
        xs = slice(max(0, round(x * sx) - r), round(x * sx) + r + 1)
        free, near = int(self._free[ys, xs].max(initial=-1)), int(self._near[ys, xs].max(initial=-1))
        return "thrown" if free > near + 2 else "placed"


def watch(
    frames: Iterable[Image],
    reader: Reader,
    expected: DiceSet | None = None,
    track: Track | None = None,
    fps: float = 30.0,
) -> Iterator[Watched]:
    """Yield each reading of a stream of frames as it is made."""
    watcher = Watcher(reader, track)
    watcher.expected = expected
    for i, frame in enumerate(frames):
        found = watcher.feed(frame, i / fps)
        if found is not None:
            yield found


def main(argv: Sequence[str] | None = None) -> int:
    """``./servi watch SOURCE [--expect SET] [--json]``: print each reading as it is made."""
    parser = argparse.ArgumentParser(prog="./servi watch", description="Print each throw that a camera sees.")
    parser.add_argument("source", metavar="SOURCE", help="folder:DIR, frames:DIR, video:FILE ...")
    parser.add_argument("--expect", metavar="SET", help="the dice that are thrown: 3d6, 1-3d6+kept, roulette ...")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder that holds the track and taught dice")
    parser.add_argument("--box", default=EXAMPLE, help="the box whose taught dice are thrown (%(default)s)")
    options = parser.parse_args(argv)
    try:
        expected = DiceSet.parse(options.expect) if options.expect else None
        source, reader = open_source(options.source), SharedReader(DiceReader, options.data)
        reader.play_with(options.box)
    except (ValueError, ModelError) as error:
        print(error, file=sys.stderr)
        return 2
    try:
        return _printed(source, reader, Keeper(options.data), expected, options.json)
    except VisionError as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        source.close()


def _printed(source: FrameSource, reader: SharedReader, keeper: Keeper, expected: DiceSet | None, plain: bool) -> int:
    """Print what is seen until the source ends; return 1 where something went wrong on the way."""
    status, watcher, place = 0, None, None
    told: str | None = None
    while (frame := source.next_throw()) is not None:
        if source.live:
            keeper.saw(frame.image, frame.settled)
            if watcher is None or keeper.track != place:
                place = keeper.track
                watcher = Watcher(reader, *keeper.known(frame.image))
                watcher.expected = expected
            found = watcher.feed(frame.image, frame.time, frame.settled)
            told, before = keeper.displaced(frame.image), told
            if told and told != before:
                print(told, file=sys.stderr)
        else:
            found = Watched(frame.time, 0, reader.read(frame.image, expected), frame.image)
        for notice in source.notices():
            print(notice, file=sys.stderr)
            status = 1
        if found is None:
            continue
        row = {"time": round(found.time, 3), "first_still": found.first_still, **as_json(found.reading, frame.name)}
        for shown, die in zip(row["dice"], found.reading.dice, strict=True):
            shown["kept"] = die.kept
        print(
            json.dumps(row) if plain else f"{found.time:.2f} s  {frame.name}: {as_text(found.reading)}",
            flush=True,
        )
    for notice in source.notices():
        print(notice, file=sys.stderr)
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
