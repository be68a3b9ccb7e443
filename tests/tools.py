"""Tools that a test needs: if one is missing, the test is skipped with its install command; in CI the test fails."""

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
    """A tool: how to find it (None if missing), and how to install it."""

    find: Callable[[], Path | None]
    cure: str


def program(*names: str) -> Callable[[], Path | None]:
    """Return a function that finds the first of these programs."""

    def find() -> Path | None:
        found = next(filter(None, map(shutil.which, names)), None)
        return Path(found) if found else None

    return find


def folder(path: Path) -> Callable[[], Path | None]:
    """Return a function that finds this folder."""
    return lambda: path if path.is_dir() else None


def file(path: Path) -> Callable[[], Path | None]:
    """Return a function that finds this file."""
    return lambda: path if path.is_file() else None


SHARED = ROOT.parent / "shared"
NODE_TOOLS = ROOT / "tests" / "node"
"""Folder of the npm packages for the tests, listed in its ``package.json``."""
TOOLS = {
    "chromium": Tool(  # the headless shell starts three times as fast as Chromium
        program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        "sudo apt install chromium-headless-shell (or chromium)",
    ),
    "strace": Tool(program("strace"), "sudo apt install strace"),
    "systemd": Tool(program("systemd-analyze"), "sudo apt install systemd"),
    "mosquitto": Tool(lambda: program("mosquitto")() or file(Path("/usr/sbin/mosquitto"))(),
                      "sudo apt install mosquitto openssl"),
    "git": Tool(program("git"), "sudo apt install git"),
    "node": Tool(program("node"), "sudo apt install nodejs npm"),
    "typescript": Tool(folder(NODE_TOOLS / "node_modules" / "typescript"), "npm install --prefix tests/node"),
    "shared": Tool(folder(SHARED), "put the project's shared folder beside this one"),
    "matteop65": Tool(folder(SHARED / "data" / "dice" / "matteop65"),
                      "put the project's shared folder, with data/dice/matteop65, beside this one"),
}


def needed(name: str) -> Path:
    """Return the path of that tool; if it is missing, skip the test, or fail in CI."""
    tool = TOOLS[name]
    found = tool.find()
    return found if found is not None else missing(f"{name} is missing here: {tool.cure}")


def missing(words: str) -> Path:
    """Skip with this reason; in CI fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(words, pytrace=False)
    pytest.skip(words)
