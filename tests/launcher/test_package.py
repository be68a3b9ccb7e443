"""A game's package is installed by pip."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.packages import EXAMPLE
from tests.tools import ROOT


def test_pip_installs_the_example_and_servi_finds_it(tmp_path: Path) -> None:
    """pip builds the example from its pyproject.toml, with texts, vectors and recorded evenings."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--no-index", "--no-deps"]
    done = subprocess.run(
        [*pip, "--no-build-isolation", "--target", str(tmp_path / "site"), str(copied(EXAMPLE, tmp_path / "copy"))],
        capture_output=True, text=True, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    asked = (
        "import json; from companion.packages import installed; from companion.game.library import game_class\n"
        "game = game_class('cochon'); here = installed()['cochon']\n"
        "print(json.dumps([here.package, here.distribution, game.title(), len(game.words.rules()), game.__module__]))"
    )
    path = os.pathsep.join([str(ROOT), str(tmp_path / "site")])
    found = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout) == ["servi_cochon", "servi-cochon", "Le Cochon", 7, "servi_cochon.rulebook"]
    there = {file.relative_to(tmp_path / "site").as_posix() for file in (tmp_path / "site").rglob("*.json*")}
    assert {
        "servi_cochon/vectors/cochon.json",
        "servi_cochon/kept/cochon-target.jsonl",
        "servi_cochon/en.json",
    } <= there


def copied(project: Path, to: Path) -> Path:
    """Return a copy of a project, so that a build does not change the sources."""
    shutil.copytree(project, to, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    return to
