"""The style checks: lint, format and types."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.tools import ROOT

SOURCES = ("companion", "hardware", "vision", "web", "servi")
CHECKS = {
    "lint": ("ruff", "check", "--quiet", "."),
    "format": ("ruff", "format", "--check", "--quiet", *SOURCES),  # fix with: .venv/bin/ruff format FILE
    "types": ("mypy", "--no-error-summary"),
}


@pytest.mark.parametrize("name", CHECKS)
def test_the_style_is_kept(name: str) -> None:
    done = subprocess.run([sys.executable, "-P", "-m", *CHECKS[name]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", CHECKS)
def test_the_hooks_before_a_commit_check_the_same(name: str) -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8").split("- id: ")
    hook = next(hook for hook in hooks if hook.startswith(f"{name}\n"))
    assert f"entry: .venv/bin/python -m {' '.join(CHECKS[name])}\n" in hook
