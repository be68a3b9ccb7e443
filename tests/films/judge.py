"""Judges a reader: runs it on films from the command line, and compares its output with the truth of each film."""

from __future__ import annotations

import json
import math
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
READER = (str(ROOT / "servi"), "watch")
PATIENCE = 600
"""Timeout of the reader for one film, in seconds."""
NOT_THROWN = "not-thrown"

Row = dict[str, Any]


@dataclass
class Verdict:
    """The counts of the reader's results on one film."""

    film: str
    plot: str
    throws: int = 0
    """Number of throws that the truth marks as readable without doubt."""
    once: int = 0
    right: int = 0
    certain: int = 0
    """Number of throws read correctly and as certain."""
    silent: int = 0
    ghosts: int = 0
    doubles: int = 0
    doubtful: int = 0
    late: list[float] = field(default_factory=list)
    """Delay from the rest of each throw to its reading, in seconds."""
    errors: list[str] = field(default_factory=list)


def read(film: Path, expect: str | None, reader: Sequence[str] = READER) -> list[Row]:
    """Run the reader on one film and return its JSON rows; raise `RuntimeError` with its error output if it fails."""
    command = [*reader, f"video:{film}", "--json", *(["--expect", expect] if expect else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr[-400:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def judge(truth: Row, rows: Iterable[Row]) -> Verdict:
    """Return the reader's results on one film, by comparing its rows with the truth.

    A row belongs to the last throw that left the hand before the row's dice came to rest. An uncertain row with `not-thrown`
    reports no throw and is ignored.
    """
    out = Verdict(truth["film"], truth["plot"])
    told: dict[int, list[Row]] = {}
    for row in rows:
        if NOT_THROWN in row["why"] and not row["certain"]:
            continue
        at = moment(row, truth["fps"])
        before = [i for i, throw in enumerate(truth["throws"]) if throw["released"] <= at]
        if not before:
            ghost(out, row, at, "before any throw")
        else:
            told.setdefault(before[-1], []).append(row | {"at": at})
    for i, throw in enumerate(truth["throws"]):
        weigh(out, throw, told.get(i, []))
    return out


def moment(row: Row, fps: float) -> float:
    """Return when the dice came to rest according to the reader, in seconds from the start of the film."""
    return float(row["first_still"]) / fps if "first_still" in row else float(row["time"])


def ghost(out: Verdict, row: Row, at: float, where: str) -> None:
    """Count a row that belongs to no throw, or that came after its throw was over."""
    out.ghosts += 1
    out.silent += bool(row["certain"])
    out.errors.append(f"ghost at {at:.2f} s ({where}){' CERTAIN' if row['certain'] else ''}: {shown(seen(row))}")


def weigh(out: Verdict, throw: Row, rows: list[Row]) -> None:
    """Compare the reader's rows of one throw with the truth and add the result to ``out``."""
    want, doubts = seen(throw), throw["doubts"]
    name = f"throw at {throw['released']:.2f} s"
    late = [row for row in rows[1:] if throw["moved"] is not None and row["at"] > throw["moved"] + 0.1]
    for row in late:
        ghost(out, row, row["at"], f"after the {name} was over")
    again = [row for row in rows[1:] if row not in late]
    out.doubles += len(again)
    out.errors += [
        f"{name} told again at {row['at']:.2f} s{' CERTAIN' if row['certain'] else ''}: {shown(seen(row))}"
        for row in again
    ]
    first = rows[0] if rows else None
    right = first is not None and seen(first) == want
    silent = any(row["certain"] and seen(row) != want for row in [*rows[:1], *again])
    out.silent += silent
    if doubts:
        out.doubtful += 1
        if silent:
            out.errors.append(
                f"{name} ({', '.join(doubts)}) CERTAIN and wrong: {shown(want)} read as {shown(seen(rows[0]))}"
            )
        return
    out.throws += 1
    out.once += first is not None and not again
    out.right += right
    if first is None:
        out.errors.append(
            f"{name} missed: {shown(want)}, in view from {throw['clear'][0]:.2f} to {throw['clear'][1]:.2f} s"
        )
        return
    out.certain += right and bool(first["certain"])
    out.late.append(float(first["time"]) - throw["rest"])
    if not right:
        out.errors.append(
            f"{name} {'CERTAIN and ' if first['certain'] else ''}wrong: {shown(want)} read as {shown(seen(first))} {first['why']}"
        )
    elif not first["certain"]:
        out.errors.append(f"{name} right but asked: {shown(want)} {first['why']}")


def seen(row: Row) -> Counter[tuple[str, str, bool]]:
    """Return the dice of a row or of a throw: kind, value, kept."""
    return Counter((d["kind"], str(d["value"]), bool(d["kept"])) for d in row["dice"])


def shown(dice: Counter[tuple[str, str, bool]]) -> str:
    """Return these dice as one line of text; * marks a kept die."""
    words = [
        f"{'' if kind == 'd6' else kind + ' '}{value}{'*' if kept else ''}"
        for kind, value, kept in sorted(dice.elements())
    ]
    return "[" + ", ".join(words) + "]"


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson 1927), in percent.

    >>> [round(x, 1) for x in wilson(6, 6)]
    [61.0, 100.0]
    """
    if not of:
        return 0.0, 100.0
    p, n = hits / of, of
    middle, wide = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, 100 * (middle - wide) / (1 + z * z / n)), min(100.0, 100 * (middle + wide) / (1 + z * z / n))


def report(verdicts: Sequence[Verdict]) -> str:
    """Return all verdicts as text: the totals with Wilson intervals, then by plot, then every error."""
    lines = [
        f"{len(verdicts)} films, {(n := total(verdicts, 'throws'))} throws, {total(verdicts, 'doubtful')} more in doubt"
    ]
    for field_, words, of in (("once", "told once", n), ("right", "right", n), ("certain", "right and certain", n)):
        lines.append(share(words, total(verdicts, field_), of))
    for field_, words in (("silent", "silently wrong"), ("ghosts", "ghosts"), ("doubles", "doubles")):
        lines.append(
            f"{words:<18}{total(verdicts, field_):>5}      films with one: "
            + share("", sum(getattr(v, field_) > 0 for v in verdicts), len(verdicts)).strip()
        )
    late = [x for v in verdicts for x in v.late]
    if late:
        lines.append(f"from rest to reading: median {median(late):.2f} s, longest {max(late):.2f} s")
    lines += ["", f"{'plot':<15} films throws  once right certain silent ghosts doubles"]
    for plot in sorted({v.plot for v in verdicts}):
        some = [v for v in verdicts if v.plot == plot]
        counts = [total(some, f) for f in ("throws", "once", "right", "certain", "silent", "ghosts", "doubles")]
        lines.append(f"{plot:<15} {len(some):>5} " + "{:>6} {:>5} {:>5} {:>7} {:>6} {:>6} {:>7}".format(*counts))
    return "\n".join([*lines, "", *(f"{v.film} ({v.plot}): {error}" for v in verdicts for error in v.errors)])


def total(verdicts: Sequence[Verdict], name: str) -> int:
    """Return the sum of one count over all verdicts."""
    return sum(int(getattr(v, name)) for v in verdicts)


def share(words: str, hits: int, of: int) -> str:
    """Return a line with a share and its confidence interval."""
    low, high = wilson(hits, of)
    return f"{words:<18}{hits:>5} of {of:<4} {100 * hits / max(of, 1):5.1f} %  ({low:.1f} to {high:.1f})"
