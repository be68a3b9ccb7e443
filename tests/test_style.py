"""The house's style is checked like everything else."""

from __future__ import annotations

import subprocess
import sys

from tests.tools import ROOT


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, "-P", "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_has_nothing_to_say() -> None:
    check("ruff", "check", "--quiet", ".")


def test_mypy_strict_has_nothing_to_say() -> None:
    check("mypy", "--no-error-summary")
