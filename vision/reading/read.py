"""``./servi read FILE... [--expect SET] [--json]``: reads the dice in photographs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from companion.dice import DiceSet, Reading
from vision import pictures
from vision.errors import ModelError, PictureError
from vision.reading.reader import DiceReader


def as_json(reading: Reading, file: str | None = None) -> dict[str, Any]:
    """Return ``reading`` as JSON data, for ``read`` and ``watch``."""
    row: dict[str, Any] = {} if file is None else {"file": file}
    row["dice"] = [
        {
            "kind": str(d.kind),
            "value": d.value,
            "colour": d.colour,
            "box": list(d.box),
            "confidence": d.confidence,
            "alternatives": [list(a) for a in d.alternatives],
        }
        for d in reading.dice
    ]
    row |= {"certain": reading.certain, "why": list(reading.why), "milliseconds": reading.milliseconds}
    return row


def as_text(reading: Reading) -> str:
    """Return ``reading`` as one line for a person."""
    dice = ", ".join(
        f"{d.colour} {d.kind} {'?' if d.value is None else d.value} ({d.confidence:.0%})" for d in reading.dice
    )
    verdict = "certain" if reading.certain else "would ask: " + ", ".join(reading.why)
    return f"{dice or 'no dice'} - {verdict}"


def main(argv: Sequence[str] | None = None) -> int:
    """Read every file; return 1 if one of them is no picture, 2 if an option is wrong or a network is missing."""
    parser = argparse.ArgumentParser(prog="./servi read", description="Read the dice in photographs.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a photograph")
    parser.add_argument("--expect", metavar="SET", help="the dice that lie there: 3d6, roulette, 1green+1red ...")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args(argv)
    try:
        expected = DiceSet.parse(options.expect) if options.expect else None
        reader = DiceReader()
    except (ValueError, ModelError) as error:
        print(error, file=sys.stderr)
        return 2
    status = 0
    for file in options.files:
        try:
            reading = reader.read(pictures.load(file), expected)
        except PictureError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        if options.json:
            print(json.dumps(as_json(reading, file)), flush=True)
        else:
            print(f"{file}: {as_text(reading)}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
