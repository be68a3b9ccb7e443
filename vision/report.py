"""``./servi eye-report [--json] [--folder DIR]``: measures the eye on labelled photographs that were never trained on.

Each run uses these exam sets once more, so docs/eye-log.csv counts the runs. ``--throws`` measures drawn films instead
(``vision.watching.trials``).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.dice import DiceSet
from vision import pictures
from vision.errors import VisionError
from vision.reading.reader import DiceReader
from vision.watching import trials

DICE = Path(__file__).resolve().parents[1] / ".." / "shared" / "data" / "dice"
KINDS = {"d6": "d6", "d10": "d10"}
EXAMS = (
    ("matteop65", "matteop65", ""),
    ("nellbyler 1209", "nellbyler", "IMG_20191209"),
    ("burks d10", "burks", "D10"),
    ("burks d8", "burks", "D8"),
    ("burks numeral d6", "burks", "D6"),
    ("burks empty tray", "burks", "background"),
)


@dataclass(frozen=True, slots=True)
class Score:
    """One row of the table: shares of the photographs (0 to 1), and the number that were silently wrong.

    ``told_the_count``: the reader knew the expected dice. ``milliseconds`` is the median time of a reading. For strange
    dice, every uncertain reading is right.
    """

    name: str
    told_the_count: bool
    photographs: int
    right: float
    certain: float
    silent: int
    milliseconds: float


def score(
    reader: DiceReader, name: str, folder: Path, match: str, told: bool
) -> tuple[Score, list[tuple[float, bool]]]:
    """Return the score on a set, and (confidence, right) of each die.

    The second list leaves out photographs of strange dice and those whose number of dice was read wrong. ``match``
    selects the files whose name contains it; ``told``: the reader is given the expected dice, unless they are strange.
    """
    rows = [
        r
        for r in json.loads((folder / "labels.json").read_text())
        if match in r["file"]
        and "EXCLUDE" not in (r.get("note") or "")
        and all(d["value"] is not None for d in r["dice"])
    ]
    right = certain = silent = 0
    spent, dice = [], []
    for r in rows:
        strange = any(d.get("type", "d6") not in KINDS for d in r["dice"]) or (not r["dice"]) or "D6_" in r["file"]
        want: Counter[tuple[str, str]] = Counter((KINDS.get(d["type"], "?"), str(d["value"])) for d in r["dice"])
        kinds = Counter(k for k, _ in want.elements())
        expected = (
            DiceSet.parse("+".join(f"{n}{k}" for k, n in sorted(kinds.items()))) if told and not strange else None
        )
        reading = reader.read(pictures.load(folder / "images" / r["file"]), expected)
        have = Counter((str(d.kind), str(d.value)) for d in reading.dice)
        good = (not reading.certain) if strange else have == want
        right, certain = right + good, certain + reading.certain
        silent += reading.certain and not good
        spent.append(reading.milliseconds)
        if not strange and len(reading.dice) == len(r["dice"]):
            dice += [(d.confidence, want[str(d.kind), str(d.value)] > 0) for d in reading.dice]
    n = max(1, len(rows))
    return Score(
        name, told, len(rows), round(right / n, 3), round(certain / n, 3), silent, float(np.median(spent))
    ), dice


def reliability(dice: list[tuple[float, bool]]) -> list[dict[str, Any]]:
    """Return for each band of confidence the number of dice, their mean confidence, and the share that was right."""
    table = []
    for low, high in ((0, 0.5), (0.5, 0.75), (0.75, 0.9), (0.9, 0.97), (0.97, 1.01)):
        band = [(c, ok) for c, ok in dice if low <= c < high]
        if band:
            said, were = float(np.mean([c for c, _ in band])), float(np.mean([ok for _, ok in band]))
            table.append(
                {"from": low, "to": min(high, 1), "dice": len(band), "said": round(said, 3), "right": round(were, 3)}
            )
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table, with ``--json`` one object per line; return the exit status."""
    parser = argparse.ArgumentParser(prog="./servi eye-report", description="Measure the eye on labelled photographs.")
    parser.add_argument(
        "--folder", type=Path, default=DICE, help="the folder that holds matteop65, nellbyler and burks"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--throws", type=int, metavar="N", nargs="?", const=200, help="count N drawn throws (200)")
    options = parser.parse_args(argv)
    if options.throws is None and not options.folder.is_dir():
        print(f"The photographs are not in {options.folder}: name their folder with --folder.", file=sys.stderr)
        return 2
    try:
        reader = DiceReader()
    except VisionError as error:
        print(error, file=sys.stderr)
        return 2
    if options.throws is not None:
        trials.report(reader, max(1, options.throws), options.json)
        return 0
    every: list[tuple[float, bool]] = []
    if not options.json:
        print(
            "| photographs | told the count | number | right | certain | silently wrong | ms |\n|---|---|---|---|---|---|---|"
        )
    for name, folder, match in EXAMS:
        for told in (False, True):
            if told and (name.startswith("burks") and "d10" not in name):
                continue
            s, dice = score(reader, name, options.folder / folder, match, told)
            every += [] if told else dice
            if options.json:
                print(json.dumps(asdict(s)), flush=True)
            else:
                shown = "yes" if told else "no"
                print(
                    f"| {s.name} | {shown} | {s.photographs} | {s.right:.1%} | {s.certain:.1%} | {s.silent} "
                    f"| {s.milliseconds:.0f} |",
                    flush=True,
                )
    for band in reliability(every):
        print(
            json.dumps(band)
            if options.json
            else f"confidence {band['from']}-{band['to']}: {band['dice']} dice, said {band['said']}, right {band['right']}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
