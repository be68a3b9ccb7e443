"""The taught faces and the stand-ins of a box of dice, stored in the data folder with one folder for each box."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.dice import FACES, DieKind, Face
from companion.disk import write_whole
from companion.errors import EyeError
from companion.eye import TaughtFace
from companion.standin import StandIn, face_of, kind_of
from vision.pictures import Image

FOLDER = "dice"
"""Folder of all boxes in the data folder."""
MOST = 8
"""Maximum number of pictures kept of a face."""
TeachError = EyeError
"""A face cannot be learned; the text is a sentence for the page."""


@dataclass(frozen=True, slots=True)
class Box:
    """The taught faces of one box: PNG files named kind_value_number in ``folder``."""

    data: Path
    name: str = "ma boite"

    @property
    def folder(self) -> Path:
        """The folder of this box's pictures of faces."""
        return self.data / FOLDER / (re.sub(r"[^\w\- ]", "_", self.name).strip()[:60] or "boite")

    def faces(self) -> list[tuple[DieKind, Face, Path]]:
        """Return kind, face and path of every picture; files with other names are ignored."""
        found = []
        for path in sorted(self.folder.glob("*.png")):
            kind, _, rest = path.stem.partition("_")
            try:
                found.append((kind_of(kind), face_of(kind_of(kind), rest.partition("_")[0]), path))
            except TeachError:
                continue
        return found

    def keep(self, kind: DieKind, value: Face, picture: Image) -> None:
        """Store one more picture (BGR uint8) of a face, and delete the oldest beyond ``MOST``; raise ``OSError``."""
        mine = [p for k, v, p in self.faces() if (k, v) == (kind, value)]
        numbers = [int(p.stem.rpartition("_")[2]) for p in mine]
        done, data = cv2.imencode(".png", picture)
        file = self.folder / f"{kind}_{value}_{max(numbers, default=0) + 1:04}.png"
        write_whole(file, data.tobytes() if done else b"")
        for old in mine[: max(0, len(mine) + 1 - MOST)]:
            old.unlink()

    def taught(self) -> tuple[TaughtFace, ...]:
        """Return the taught faces with their number of pictures, ordered by kind, then by face."""
        counted = Counter((k, v) for k, v, _ in self.faces())
        return tuple(TaughtFace(k.value, v, counted[k, v]) for k in FACES for v in FACES[k] if counted[k, v])

    def newest(self, kind: DieKind, value: Face) -> Path | None:
        """Return the file of a face's newest picture, None if there is none."""
        return max((p for k, v, p in self.faces() if (k, v) == (kind, value)), default=None)

    def forget(self, kind: DieKind | None = None, value: Face | None = None) -> None:
        """Delete a face, the faces of a kind, or everything taught for this box, stand-ins included."""
        if kind is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        for k, v, path in self.faces():
            if k is kind and value in (None, v):
                path.unlink(missing_ok=True)

    def stand_ins(self) -> tuple[StandIn, ...]:
        """Return the stand-ins of this box; none if the file is missing or unreadable."""
        try:
            rows = json.loads((self.folder / "stand_ins.json").read_text(encoding="utf-8"))
            kinds = [kind_of(r["kind"]) for r in rows]
            meanings = [
                {str(f): face_of(k, v) for f, v in r["faces"].items()} for k, r in zip(kinds, rows, strict=True)
            ]
            return tuple(StandIn(k, str(r["die"]), m) for k, r, m in zip(kinds, rows, meanings, strict=True))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return ()

    def stand_in(self, one: StandIn) -> str | None:
        """Store a stand-in for a kind of die; return the warning about unequal chances, None if there is none."""
        self._store([s for s in self.stand_ins() if s.kind is not one.kind] + [one])
        return one.warning()

    def forget_stand_in(self, kind: DieKind) -> None:
        """Remove the stand-in for this kind."""
        self._store([s for s in self.stand_ins() if s.kind is not kind])

    def _store(self, rows: list[StandIn]) -> None:
        data = [{"kind": s.kind.value, "die": s.die, "faces": dict(s.faces)} for s in rows]
        write_whole(self.folder / "stand_ins.json", json.dumps(data, ensure_ascii=False))
