"""A string names a source of frames; in a folder, each picture is one throw."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.watching.sources import FrameSource, open_source


def test_none_gives_nothing() -> None:
    source = open_source("none")
    assert isinstance(source, FrameSource)
    assert source.next_throw() is None and source.notices() == []


@pytest.mark.parametrize("text", ["", "fodler:x", "folder:", "folder", "none:1"])
def test_an_unknown_camera_is_answered_with_the_known_ones(text: str) -> None:
    with pytest.raises(SourceError, match="folder:DIR"):
        open_source(text)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere"):
        open_source(f"folder:{tmp_path / 'nowhere'}")


def test_pictures_come_in_the_order_of_their_names_and_bad_ones_are_named_and_passed_over(tmp_path: Path) -> None:
    for name in ("throw_10.png", "throw_2.png", "throw_9.PNG"):
        cv2.imwrite(str(tmp_path / name.lower()), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "throw_3.jpg").touch()
    (tmp_path / "throw_4.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("not for the eye")
    (tmp_path / "throw_5.png").mkdir()
    source = open_source(f"folder:{tmp_path}")
    names = []
    while frame := source.next_throw():
        names.append(frame.name)
        assert frame.jpeg().startswith(b"\xff\xd8")
    assert names == ["throw_2.png", "throw_9.png", "throw_10.png"]
    told = source.notices()
    assert [n for n in ("throw_3", "throw_4", "throw_5") if any(n in t for t in told)] == [
        "throw_3",
        "throw_4",
        "throw_5",
    ]
    assert source.notices() == []


def test_a_picture_that_arrives_later_is_a_later_throw(tmp_path: Path) -> None:
    source = open_source(f"folder:{tmp_path}")
    assert source.next_throw() is None
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    frame = source.next_throw()
    assert frame is not None and frame.name == "a.png"
    assert source.next_throw() is None
