"""The style checks: lint, format and types."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize("path", sorted(ROOT.glob("tests/browser/*.py")), ids=lambda path: path.name)
def test_no_wait_takes_a_promise_for_true(path: Path) -> None:
    """``wait_for_function`` does not await its predicate: a promise is true at once. ``evaluate`` awaits."""
    tree = ast.parse(path.read_text("utf-8"))
    named = {
        name.id: ast.unparse(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for name in node.targets
        if isinstance(name, ast.Name)
    }
    waits = [
        named.get(ast.unparse(call.args[0]), ast.unparse(call.args[0]))
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "wait_for_function"
    ]
    assert not [script for script in waits if any(word in script for word in ("async ", "then(", "fetch(", "Promise"))]
