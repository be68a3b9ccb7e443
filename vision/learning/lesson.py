"""One lesson: fits the heads to the stored crops of one box and camera (``python -m vision.learning.lesson DATA BOX CAMERA``).

It runs in a separate process with low priority and limited memory and time, so neither a frame nor a tap waits for it.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.disk import write_whole
from companion.eye import Verdict
from vision import models
from vision.learning.fit import Sample, Trial, learnt
from vision.learning.folders import HEADS, SUMMARY
from vision.learning.heads import NETWORKS, Head, packed, unpacked
from vision.learning.rows import Eyes
from vision.learning.store import Store, verdicts_of
from vision.learning.together import chosen

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY, SECONDS, PATIENCE = 768 * 2**20, 240, 900
"""Limits of the process: bytes, seconds of processor time, and seconds until the learner kills it."""
CROPS = 40
"""Maximum number of crops of one face that are learnt from: first those that somebody touched, then the newest."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a lesson: the comparison of each network, the verdicts that it learned, and the networks' name."""

    trials: dict[str, Trial]
    learned: dict[str, Verdict]
    networks: str

    def holds(self, verdicts: Mapping[str, Verdict]) -> bool:
        """Whether the heads may be used: the networks are the same and the table still says what was learned."""
        return self.networks == networks() and all(verdicts.get(n) == v for n, v in self.learned.items())


def networks() -> str:
    """Return a short name for the networks, which changes with their content."""
    return hashlib.sha256((models.FOLDER / "checksums.json").read_bytes()).hexdigest()[:8]


def teach(store: Store, eyes: Eyes | None = None) -> Report:
    """Fit the heads to what is stored, write those that are better, and return the comparison; raise ``OSError``."""
    verdicts = store.verdicts()
    crops = sorted(store.labelled(), key=lambda c: c[1])
    counts: Counter[Any] = Counter()
    number: Counter[str] = Counter()
    samples: dict[str, list[Sample]] = defaultdict(list)
    eyes = eyes or Eyes()
    for throw, touched, label, crop in reversed(crops):
        counts[label] += 1
        number[throw] += 1
        if counts[label] <= CROPS:
            for name, rows in eyes.rows(crop, label).items():
                samples[name].append(Sample(throw, touched, rows, number[throw]))
    fitted = {name: learnt(name, samples[name]) for name in NETWORKS}
    used = chosen(fitted)
    heads = {name: head for name in used if (head := fitted[name].head) is not None}
    trials = {name: replace(one.trial, used=name in used) for name, one in fitted.items()}
    stored = set(store.throws())
    report = Report(trials, {n: v for n, v in verdicts.items() if n in stored}, networks())
    write(store, packed(heads), report)
    return report


def write(store: Store, heads: bytes, report: Report) -> None:
    """Store the heads, then the report that lets them be used; raise ``OSError``."""
    (store.folder / SUMMARY).unlink(missing_ok=True)
    write_whole(store.folder / HEADS, heads)
    row: dict[str, Any] = {"trials": {n: asdict(t) for n, t in report.trials.items()}, "networks": report.networks}
    row["learned"] = {name: [v.touched, v.dice] for name, v in report.learned.items()}
    write_whole(store.folder / SUMMARY, json.dumps(row))


def summary(store: Store) -> Report | None:
    """Return the report of the last lesson; None if there was none, or it is damaged."""
    try:
        row = json.loads((store.folder / SUMMARY).read_text(encoding="utf-8"))
        trials = {name: _trial(t) for name, t in row["trials"].items()}
        return Report(trials, verdicts_of(row["learned"]), str(row["networks"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _trial(row: Mapping[str, Any]) -> Trial:
    values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in row.items()}
    return Trial(**values)


def heads_of(store: Store, verdicts: Mapping[str, Verdict] | None = None) -> dict[str, Head]:
    """Return the heads that the last lesson wrote, if they may be used; else none.

    ``verdicts`` is what the table says now, if it is newer than what is stored.
    """
    last = summary(store)
    if last is None or not last.holds(store.verdicts() if verdicts is None else verdicts):
        return {}
    try:
        return unpacked((store.folder / HEADS).read_bytes())
    except (OSError, ValueError):
        return {}


def begin(store: Store) -> subprocess.Popen[bytes]:
    """Start a lesson in a separate process and return the process."""
    places = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])])
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "vision.learning.lesson", str(store.data), store.box, store.camera],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **threads, "PYTHONPATH": places},
    )


def main() -> int:
    """Run the lesson; return the exit status."""
    data, box, camera = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(19)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    teach(Store(Path(data), box, camera))
    return 0


if __name__ == "__main__":
    sys.exit(main())
