"""Games of other packages survive a new environment: they are installed again from their source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.launcher.module import launcher


def lying(folder: Path, name: str, group: str, direct: dict[str, Any] | None = None) -> None:
    info = folder / "lib" / "python3.11" / "site-packages" / f"{name}.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(f"[{group}]\nx = x:GAME\n", "utf-8")
    if direct is not None:
        (info / "direct_url.json").write_text(json.dumps(direct), "utf-8")


def test_packages_with_games_are_put_back_from_where_they_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lying(tmp_path, "servi-0.2.0", "servi.games", {"url": "file:///servi", "dir_info": {"editable": True}})
    lying(tmp_path, "flask-3.0", "flask.commands")
    lying(tmp_path, "servi_a-1.0", "servi.games")
    lying(tmp_path, "servi_b-2.0", "servi.games", {"url": "file:///opt/b", "dir_info": {"editable": True}})
    lying(tmp_path, "servi_c-3.0", "servi.games", {"url": "https://example.org/c.whl", "archive_info": {}})
    servi = launcher()
    monkeypatch.setattr(servi, "ENVIRONMENT", str(tmp_path))
    brought = servi.games_of_others()
    assert brought == [["servi_a==1.0"], ["--editable", "/opt/b"], ["https://example.org/c.whl"]]
    calls: list[list[str]] = []

    def run(command: list[str], lock: object) -> tuple[int, str]:
        calls.append(command)
        return int("/opt/b" in command), "ERROR: no such folder"

    monkeypatch.setattr(servi, "run", run)
    servi.put_back(brought, None)
    assert [command[-1] for command in calls] == ["servi_a==1.0", "/opt/b", "https://example.org/c.whl"]
    assert "the game /opt/b could not be put back (ERROR: no such folder)" in capsys.readouterr().err
