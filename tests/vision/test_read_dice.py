"""``vision.read_dice``, the function for programs that only want the dice in a picture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from companion.dice import DiceSet
from tests.tools import ROOT
from vision import read_dice
from vision.drawing.throws import throw
from vision.errors import PictureError
from vision.reading.reader import DiceReader


def test_a_picture_and_its_file_are_read_alike(reader: DiceReader, tmp_path: Path) -> None:
    play = throw(DiceSet.parse("2d6"), 1)
    frame = play.still()
    cv2.imwrite(str(tmp_path / "dice.png"), frame)
    expected = reader.read(frame, DiceSet.parse("2d6"))
    assert read_dice(frame, "2d6").dice == read_dice(str(tmp_path / "dice.png"), "2d6").dice == expected.dice
    assert len(expected.dice) == 2


def test_what_is_no_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError):
        read_dice(tmp_path / "dice.png")


def test_the_eye_is_imported_without_opencv() -> None:
    words = "import sys, vision; sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], cwd=ROOT, check=False).returncode == 0


def test_the_examples_of_the_documentation_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = throw(DiceSet.parse("2d6"), 1)
    frames = list(play.frames())
    (tmp_path / "throws").mkdir()
    for file in ("throw.jpg", "throws/one.jpg"):
        cv2.imwrite(str(tmp_path / file), frames[play.rest[1]])
    (tmp_path / "throws" / "two.jpg").write_bytes(b"no picture")

    class Camera:
        def __init__(self, number: int) -> None:
            self.frames = iter(frames)

        def read(self) -> tuple[bool, object]:
            frame = next(self.frames, None)
            return frame is not None, frame

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cv2, "VideoCapture", Camera)
    text = (ROOT / "docs" / "read-dice.md").read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, "read-dice.md", "exec"), {})
        said = capsys.readouterr().out
        assert "d6" in said or "[" in said, block
