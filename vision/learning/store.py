"""The stored crops of one box under one camera, a file for each throw, and what the table says of them.

Every file is complete or missing after a power cut. The number of throws is bounded. Throws that somebody touched stay
longest, then throws with rare faces.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.dice import DieKind, Face, ReadDie
from companion.disk import write_whole
from companion.eye import Verdict
from vision.learning.folders import LABELS, folder_of
from vision.learning.labels import NO_DIE, Label, matched
from vision.pictures import Image

MOST = 160
"""Maximum number of throws kept of one box and camera: about 5 MB."""
QUALITY = 95


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eye saw of one throw: camera, box, the name of the eye that read it, the dice, a JPEG crop of each."""

    camera: str
    box: str
    eye: str
    dice: tuple[ReadDie, ...]
    crops: tuple[bytes, ...]


def encoded(crop: Image) -> bytes:
    """Return a crop as JPEG."""
    done, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if done else b""


@dataclass(frozen=True, slots=True)
class Store:
    """The stored throws of one box and camera; ``folder`` holds their files."""

    data: Path
    box: str
    camera: str

    @property
    def folder(self) -> Path:
        return folder_of(self.data, self.box, self.camera)

    def throws(self) -> list[str]:
        """Return the names of the stored throws, oldest first."""
        return sorted((f.stem for f in self.folder.glob("*.throw")), key=_age)

    def keep(self, throw: str, seen: Seen) -> None:
        """Store the crops of a throw, and drop others beyond ``MOST``; raise ``OSError``."""
        rows = [[d.kind, d.value, d.confidence, d.alternatives] for d in seen.dice]
        arrays: dict[str, Any] = {f"crop{i}": np.frombuffer(c, np.uint8) for i, c in enumerate(seen.crops)}
        arrays["dice"] = np.frombuffer(json.dumps({"eye": seen.eye, "dice": rows}).encode(), np.uint8)
        file = io.BytesIO()
        np.savez(file, **arrays)
        write_whole(self.folder / f"{throw}.throw", file.getvalue())
        self._drop_some()

    def _drop_some(self) -> None:
        names, verdicts = self.throws(), self.verdicts()
        if len(names) <= MOST:
            return
        faces = {n: [tuple(d) for d in v.dice] for n in names if (v := verdicts.get(n)) is not None}
        counts = Counter(face for dice in faces.values() for face in dice)

        def worth(name: str) -> tuple[bool, int, int]:
            verdict = verdicts.get(name)
            rarest = min((counts[f] for f in faces.get(name, ())), default=MOST)
            return verdict is not None and verdict.touched, -rarest, names.index(name)

        for name in sorted(names[:-1], key=worth)[
            : len(names) - MOST
        ]:  # never the newest, whose verdict is still to come
            self.drop(name)

    def drop(self, throw: str) -> None:
        """Delete the crops of a throw."""
        (self.folder / f"{throw}.throw").unlink(missing_ok=True)

    def seen(self, throw: str) -> tuple[tuple[ReadDie, ...], list[Image]] | None:
        """Return the dice that the eye read in a throw and their crops; None if the file is missing or damaged."""
        try:
            data = io.BytesIO((self.folder / f"{throw}.throw").read_bytes())
            with np.load(data, allow_pickle=False) as file:
                rows = json.loads(file["dice"].tobytes())["dice"]
                crops = [cv2.imdecode(file[f"crop{i}"], cv2.IMREAD_COLOR) for i in range(len(rows))]
            dice = tuple(
                ReadDie(DieKind(k), v, confidence=float(p), alternatives=tuple((a, float(q)) for a, q in near))
                for k, v, p, near in rows
            )
        except Exception:  # numpy, zipfile, json and OpenCV raise many kinds; skip the file
            return None
        return None if any(c is None for c in crops) else (dice, [np.asarray(c, np.uint8) for c in crops])

    def verdicts(self) -> dict[str, Verdict]:
        """Return the table's verdict on each throw; none if the file is missing or damaged."""
        try:
            return verdicts_of(json.loads((self.folder / LABELS).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def judge(self, verdicts: Mapping[str, Verdict]) -> None:
        """Store the table's verdict on each throw; raise ``OSError``."""
        rows = {name: [v.touched, v.dice] for name, v in verdicts.items()}
        write_whole(self.folder / LABELS, json.dumps(rows))

    def labelled(self) -> Iterator[tuple[str, bool, Label, Image]]:
        """Yield throw, whether somebody touched it, label and crop, for each stored crop with a known label."""
        verdicts = self.verdicts()
        for name in self.throws():
            verdict, seen = verdicts.get(name), self.seen(name)
            if verdict is None or seen is None:
                continue
            labels = matched(seen[0], verdict.dice)
            for label, crop in zip(labels or (), seen[1], strict=False):
                told: tuple[str, Face] = label or (NO_DIE, "")
                yield name, verdict.touched, told, crop


def verdicts_of(rows: Any) -> dict[str, Verdict]:
    """Return verdicts from JSON data; raise ``ValueError``, ``TypeError`` or ``AttributeError`` for other data."""
    return {str(n): Verdict(tuple((str(k), v) for k, v in dice), bool(touched)) for n, (touched, dice) in rows.items()}


def _age(name: str) -> tuple[float, int]:
    began, _, number = name.rpartition("-")
    try:
        return float(began), int(number)
    except ValueError:
        return 0.0, 0
