"""Computed values of evenings as files, each valid only for the facts that it was computed from."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from companion.disk import write_whole
from companion.swap import CHRONICLE


class Head(NamedTuple):
    """The state of an evening's journal: number of facts, last hash of their chain, number of photographs."""

    facts: int
    hash: str
    pictures: int


class Kept:
    """The files of one data folder, ``chronicle/EVENING.KIND.json``: a line that names the facts, then the value."""

    def __init__(self, data: Path) -> None:
        self.folder = data / CHRONICLE

    def get(self, evening: int, kind: str, version: int, head: Head) -> Any:
        """Return a stored value, None if it is missing, damaged, or from another version or other facts."""
        try:
            with self._file(evening, kind).open(encoding="utf-8") as file:
                return json.loads(file.readline()) if json.loads(file.readline()) == [version, *head] else None
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, evening: int, kind: str, version: int, head: Head, value: Any) -> None:
        """Store a value that JSON can hold. Raise ``OSError``."""
        lines = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in ([version, *head], value))
        write_whole(self._file(evening, kind), "".join(f"{line}\n" for line in lines))

    def drop(self, evening: int) -> None:
        """Delete all stored values of an evening. Raise ``OSError``."""
        for file in self.folder.glob(f"{evening}.*.json"):
            file.unlink(missing_ok=True)

    def drop_others(self, evenings: Collection[int]) -> None:
        """Delete all stored values of evenings other than these. Raise ``OSError``."""
        known = {str(evening) for evening in evenings}
        for file in self.folder.glob("*.json"):
            if file.name.partition(".")[0] not in known:
                file.unlink(missing_ok=True)

    def _file(self, evening: int, kind: str) -> Path:
        return self.folder / f"{evening}.{kind}.json"
