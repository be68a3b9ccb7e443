"""Files of the data folder are written completely or not at all, are synced, and have the right permissions."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.disk import write_whole


def test_text_and_bytes_arrive_whole_in_a_folder_that_is_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "words.json", "thé\n")
    write_whole(tmp_path / "a" / "picture.png", b"\x89PNG")
    assert (tmp_path / "a" / "words.json").read_bytes() == "thé\n".encode()
    assert (tmp_path / "a" / "picture.png").read_bytes() == b"\x89PNG"


@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_the_rights_are_those_asked_for_whatever_lay_there(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "kept.json"
    file.write_text("old")
    file.chmod(0o666)
    write_whole(file, "new", mode)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_without_a_word_about_rights_only_the_owner_reads_it(tmp_path: Path) -> None:
    write_whole(tmp_path / "secret", "x")
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "kept.json"
    write_whole(file, "old")
    monkeypatch.setattr(*{"fsync": (os, "fsync"), "replace": (Path, "replace")}[broken], full)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_file_is_synced_before_it_is_renamed_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def renamed(path: Path, target: Path) -> Path:
        done.append("renamed")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    write_whole(tmp_path / "kept.json", "new")
    assert done == ["file", "renamed", "folder"]
