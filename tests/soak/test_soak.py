"""The soak itself, for twelve seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak import run


@pytest.mark.slow
def test_a_short_soak_with_two_restarts_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run.main(["--hours", "0.2", "--minutes", "0.2", "--to", str(tmp_path)])
    said = capsys.readouterr().out
    assert status == 0, said
    assert "restarts by SIGKILL" in said
    assert (tmp_path / "soak.csv").read_text().count("\n") > 5
