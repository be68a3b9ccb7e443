"""``./servi --demo`` from the command line: drawn dice, the real eye, the page."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.evenings.program import PATIENCE, ROOT, free_port


@contextmanager
def demo(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Yield the demonstration and the port of its page."""
    port = free_port()
    command = [sys.executable, "-P", "-m", "hardware", "play", "--demo", "--fast", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--data", str(folder), "--panel", "off", *words]
    program = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        yield program, port
    finally:
        program.kill()
        program.communicate()


def shown(port: int) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/view.json", timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.loads(answer.read())
            return found
    except OSError:
        return {}


def test_the_page_shows_a_simulated_evening_that_plays_by_itself(tmp_path: Path) -> None:
    with demo(tmp_path) as (program, port):
        begun = time.monotonic()
        while shown(port).get("throws", 0) < 3:
            assert program.poll() is None
            assert time.monotonic() - begun < PATIENCE
            time.sleep(0.2)
        view = shown(port)
        assert view["simulated"]
        assert view["camera"]["source"] == "simulated"
        assert view["throw"]["how"] == "camera"
        assert view["throw"]["picture"]
        program.send_signal(signal.SIGTERM)
        _, errors = program.communicate(timeout=PATIENCE)
        assert program.returncode == 0, errors
        assert "Traceback" not in errors


@pytest.mark.slow
@pytest.mark.timeout(1600)
def test_a_whole_evening_ends_with_a_winner_and_a_balanced_ledger(tmp_path: Path) -> None:
    with demo(tmp_path, "--evenings", "1") as (program, _):
        told, errors = program.communicate(timeout=1500)
        assert program.returncode == 0, errors
        assert "wins after" in told
        assert "the ledger balances" in told
