"""The command ``read`` prints one JSON object a line, names unreadable files, and reads the others."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import models
from vision.errors import ModelError
from vision.reading.read import main


def test_json_holds_what_the_table_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.jpg"
    cv2.imwrite(str(good), np.full((120, 160, 3), 90, np.uint8))
    bad.write_bytes(b"nothing")
    assert main([str(bad), str(good), "--json"]) == 1
    out, err = capsys.readouterr()
    row = json.loads(out)
    assert row["file"] == str(good)
    assert set(row) == {"file", "dice", "certain", "why", "milliseconds"}
    assert row["certain"] is False and row["why"]
    assert err.count("\n") == 1 and "bad.jpg" in err


def test_a_set_that_is_none_is_refused_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["x.jpg", "--expect", "3w20"]) == 2
    assert "3d6" in capsys.readouterr().err


def test_people_get_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((120, 160, 3), 90, np.uint8))
    assert main([str(tmp_path / "a.png")]) == 0
    assert "no dice" in capsys.readouterr().out


def test_a_missing_or_changed_model_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        models.load("locator", tmp_path)
    (tmp_path / "checksums.json").write_text('{"locator.onnx": "0"}')
    (tmp_path / "locator.onnx").write_bytes(b"something else")
    with pytest.raises(ModelError, match="not the one that belongs here"):
        models.load("locator", tmp_path)
