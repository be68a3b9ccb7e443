"""``./servi watch``: prints each throw that a camera or a film shows."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from companion.dice import DiceSet
from companion.eye import EXAMPLE
from vision.errors import ModelError, VisionError
from vision.pictures import Image
from vision.reading.photograph import Reader
from vision.reading.read import as_json, as_text
from vision.reading.reader import DiceReader
from vision.teaching.shared import SharedReader
from vision.watching.keeper import Keeper
from vision.watching.sources import FrameSource, is_film, open_source
from vision.watching.track import Track
from vision.watching.watcher import Watched, Watcher

Tell = Callable[[Watched, str], object]
"""A function that reports a reading; its second argument is the name of the picture."""


def watch(
    frames: Iterable[Image],
    reader: Reader,
    expected: DiceSet | None = None,
    track: Track | None = None,
    fps: float = 30.0,
) -> Iterator[Watched]:
    """Yield each reading of a stream of frames (BGR uint8, ``fps`` a second) as it is made."""
    watcher = Watcher(reader, track)
    watcher.expected = expected
    for i, frame in enumerate(frames):
        found = watcher.feed(frame, i / fps)
        if found is not None:
            yield found
    last = watcher.finish()
    if last is not None:
        yield last


def main(argv: Sequence[str] | None = None) -> int:
    """``./servi watch SOURCE [--expect SET] [--json]``: print each reading as it is made."""
    parser = options_of("./servi watch", "Print each throw that a camera sees.")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args(argv)
    return follow(options, lambda found, name: _print(found, name, options.json))


def options_of(prog: str, description: str) -> argparse.ArgumentParser:
    """Return an argument parser with the source, the expected dice, the data folder and the box."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    parser.add_argument("source", metavar="SOURCE", help="folder:DIR, frames:DIR, video:FILE, a film or a recording")
    parser.add_argument("--expect", metavar="SET", help="the dice that are thrown: 3d6, 1-3d6+kept, roulette ...")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder that holds the track and taught dice")
    parser.add_argument("--box", default=EXAMPLE, help="the box whose taught dice are thrown (%(default)s)")
    return parser


def follow(options: argparse.Namespace, tell: Tell) -> int:
    """Report each reading of a source until the source ends; return the exit status.

    It is 2 for invalid dice, a source that does not open or a failing eye; 1 if the source reported a problem; else 0.
    """
    try:
        expected = DiceSet.parse(options.expect) if options.expect else None
        source, reader = open_source(options.source), SharedReader(DiceReader, options.data)
        reader.play_with(options.box)
    except (ValueError, ModelError) as error:
        print(error, file=sys.stderr)
        return 2
    try:
        return _followed(source, reader, Keeper(options.data), expected, tell)
    except VisionError as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        source.close()


def _followed(source: FrameSource, reader: SharedReader, keeper: Keeper, expected: DiceSet | None, tell: Tell) -> int:
    status, watcher, place = 0, None, None
    said, name = None, ""
    while (frame := source.next_throw()) is not None:
        name = frame.name
        if source.live:
            frame = frame if is_film(source) else keeper.turned(frame)
            keeper.saw(frame.image, frame.settled)
            if watcher is None or keeper.track != place:
                place = keeper.track
                watcher = Watcher(reader, keeper.known(frame.image))
                watcher.expected = expected
            found = watcher.feed(frame.image, frame.time, frame.settled)
            said, before = keeper.displaced(frame.image), said
            if said and said != before:
                print(said, file=sys.stderr)
        else:
            found = Watched(frame.time, 0, reader.read(frame.image, expected), frame.image)
        status |= _noticed(source)
        if found is not None:
            tell(found, name)
    last = watcher.finish() if watcher is not None else None
    if last is not None:
        tell(last, name)
    return status | _noticed(source)


def _noticed(source: FrameSource) -> int:
    """Print the problems of the source; return 1 if there are any."""
    notices = source.notices()
    for notice in notices:
        print(notice, file=sys.stderr)
    return int(bool(notices))


def _print(found: Watched, name: str, plain: bool) -> None:
    """Print one reading: as JSON if ``plain``, else in words."""
    row = {"time": round(found.time, 3), "first_still": found.first_still, **as_json(found.reading, name)}
    for shown, die in zip(row["dice"], found.reading.dice, strict=True):
        shown["kept"] = die.kept
    print(json.dumps(row) if plain else f"{found.time:.2f} s  {name}: {as_text(found.reading)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
