"""``./servi teach``: teaches the eye the owner's dice, from a picture of each face."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.standin import kind_of, usual
from vision import pictures
from vision.errors import ModelError, PictureError
from vision.reading.reader import DiceReader
from vision.teaching.box import Box, TeachError
from vision.teaching.taught import TaughtReader


def main(argv: Sequence[str] | None = None) -> int:
    """Teach faces, store a stand-in or forget the box; then list the taught faces. Return the exit status."""
    parser = argparse.ArgumentParser(prog="./servi teach", description="Show the eye your own dice.")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the data folder of the table")
    parser.add_argument("--box", default="ma boite", help="the box that the dice belong to (%(default)s)")
    todo = parser.add_mutually_exclusive_group()
    todo.add_argument("--face", nargs=3, metavar=("KIND", "VALUE", "PICTURE"), action="append", help="d10 7 photo.jpg")
    todo.add_argument("--stand-in", nargs=2, metavar=("KIND", "DIE"), help="bicolour d6: odd is red, even is black")
    todo.add_argument("--forget", action="store_true", help="forget all dice of this box")
    options = parser.parse_args(argv)
    box = Box(options.data, options.box)
    try:
        if options.forget:
            box.forget()
        elif options.stand_in:
            kind, die = options.stand_in
            warning = box.stand_in(usual(kind_of(kind), die))
            print(warning or f"Un {die} remplace le {kind}.")
        for kind, value, file in options.face or ():
            TaughtReader(DiceReader(), box).teach(kind, value, pictures.load(file))
    except (TeachError, PictureError, ModelError) as error:
        print(error, file=sys.stderr)
        return 1
    for face in box.taught():
        print(f"{face.kind} {face.value}: {face.pictures}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
