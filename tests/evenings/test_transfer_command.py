"""``./servi export`` and ``./servi import`` from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.table import Table
from tests import pages
from tests.evenings.program import ROOT
from tests.unprivileged import EMULATED

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]


def servi(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "hardware", *words],
        cwd=ROOT, env={**EMULATED, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=240,
    )  # fmt: skip


def played(folder: Path) -> None:
    table = Table(folder)
    table.start({"seats": SEATS})
    table.submit({"type": "DiceThrown", "seat": "A", "dice": [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}]})
    table.close()


def test_an_evening_goes_from_one_machine_to_another(tmp_path: Path) -> None:
    played(tmp_path / "here")
    file = str(tmp_path / "evening.txt")
    assert servi("export", "1", file, "--data", str(tmp_path / "here")).returncode == 0
    taken = servi("import", file, "--data", str(tmp_path / "there"))
    assert taken.returncode == 0, taken.stderr
    there = Table(tmp_path / "there")
    there.resume(1)
    assert pages.view(there)["seats"][0]["pawn"] == 7
    there.close()


def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path) -> None:
    played(tmp_path / "here")
    file = tmp_path / "evening.txt"
    servi("export", "1", str(file), "--data", str(tmp_path / "here"))
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:2], lines[2][:-20] + "\n"]), encoding="utf-8")
    refused = servi("import", str(file), "--data", str(tmp_path / "there"))
    assert refused.returncode == 1
    assert "line 3" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_evening_that_is_not_there_is_named(tmp_path: Path) -> None:
    played(tmp_path / "here")
    refused = servi("export", "7", str(tmp_path / "x"), "--data", str(tmp_path / "here"))
    assert refused.returncode == 1
    assert "known are 1" in refused.stderr
    assert not (tmp_path / "x").exists()
