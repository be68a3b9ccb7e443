"""Fixtures of the eye's tests: one shared reader, and the folder of real photographs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vision.reading.reader import DiceReader

PHOTOGRAPHS = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "dice"


@pytest.fixture(scope="session")
def reader() -> DiceReader:
    """Return one reader for all tests, because loading it is slow."""
    return DiceReader()


@pytest.fixture(scope="session")
def photographs() -> Path:
    """Return the folder of real photographs; without it, the tests that need it are skipped."""
    if not PHOTOGRAPHS.is_dir():
        pytest.skip(
            "the photographs of ../shared/data/dice are not here; put that folder beside the project to run this"
        )
    return PHOTOGRAPHS.resolve()


@pytest.fixture(scope="session")
def labelled(photographs: Path) -> Callable[[str, str], list[dict[str, Any]]]:
    """Return a function (folder, word) that returns the labels of its photographs with that word in the file name.

    Photographs whose note says EXCLUDE are left out.
    """

    def rows(folder: str, match: str) -> list[dict[str, Any]]:
        every = json.loads((photographs / folder / "labels.json").read_text())
        return [r for r in every if match in r["file"] and "EXCLUDE" not in (r.get("note") or "")]

    return rows
