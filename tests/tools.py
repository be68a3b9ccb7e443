"""Tools that a test may need and a machine may lack: skipped there with the command that brings it, a failure in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Tool:
    """How to find it (None where it is missing), and what brings it."""

    find: Callable[[], Path | None]
    cure: str


def program(*names: str) -> Callable[[], Path | None]:
    """Finds the first of these programs."""

    def find() -> Path | None:
        found = next(filter(None, map(shutil.which, names)), None)
        return Path(found) if found else None

    return find


def folder(path: Path) -> Callable[[], Path | None]:
    """Finds this folder."""
    return lambda: path if path.is_dir() else None


SHARED = ROOT.parent / "shared"
NODE_TOOLS = ROOT / "tests" / "node"
"""What npm brings for the tests, named in the ``package.json`` there."""
TOOLS = {
    "chromium": Tool(  # the shell without windows starts three times as fast
        program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        "sudo apt install chromium-headless-shell (or chromium)",
    ),
    "strace": Tool(program("strace"), "sudo apt install strace"),
    "git": Tool(program("git"), "sudo apt install git"),
    "node": Tool(program("node"), "sudo apt install nodejs npm"),
    "typescript": Tool(folder(NODE_TOOLS / "node_modules" / "typescript"), "npm install --prefix tests/node"),
    "shared": Tool(folder(SHARED), "put the project's shared folder beside this one"),
    "matteop65": Tool(folder(SHARED / "data" / "dice" / "matteop65"),
                      "put the project's shared folder, with data/dice/matteop65, beside this one"),
}


def needed(name: str) -> Path:
    """Where that tool is; where it is missing the test is skipped, or fails in CI."""
    tool = TOOLS[name]
    found = tool.find()
    return found if found is not None else missing(f"{name} is missing here: {tool.cure}")


def missing(words: str) -> Path:
    """Skip with these words; in CI, where everything must be there, fail with them."""
    if os.environ.get("CI") == "true":
        pytest.fail(words, pytrace=False)
    pytest.skip(words)
