"""Versions side by side: after a power cut at any step, or with a version that fails, a working one opens the table."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.install.system import CannotInstall, Ran
from hardware.install.versions import Versions, checksum, settle, unpacked
from tests.hardware.test_install import project


class Cut(BaseException):
    """Raised in place of a power cut."""


class Box:
    """A machine whose table opens if the current version is good; it counts seconds and restarts."""

    def __init__(self, versions: Versions, bad: Sequence[str] = ()) -> None:
        self.versions, self.bad, self.now, self.restarts = versions, bad, 0.0, 0
        self.crashing = False

    def run(self, command: Sequence[str]) -> Ran:
        self.restarts += command[1] == "restart"
        return Ran(0, f"{int(self.now) if self.crashing else 1 + self.restarts}\n")

    def read(self, path: str) -> str | None:
        return None

    def write(self, path: str, text: str) -> None:
        raise AssertionError(path)

    def answers(self) -> bool:
        return self.versions.current is not None and self.versions.current.name not in self.bad

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def settle(self) -> bool:
        return settle(self, self.versions, answers=self.answers, clock=lambda: self.now, sleep=self.sleep)


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    """Return the versions of a machine on which a first version runs."""
    made = Versions(tmp_path / "opt")
    made.try_out(made.add(project(tmp_path / "first", "first")))
    return made


def test_a_first_version_has_no_trial(versions: Versions) -> None:
    assert not versions.trial.exists() and versions.previous is None and versions.go_back() is None


def test_a_version_that_opens_the_table_is_kept(versions: Versions, tmp_path: Path) -> None:
    new = versions.add(project(tmp_path / "new", "new"))
    versions.try_out(new)
    box = Box(versions)
    assert versions.trial.exists() and box.settle()
    assert versions.current == new and not versions.trial.exists() and box.restarts == 0


@pytest.mark.parametrize("crashing", [True, False])
def test_a_version_that_does_not_open_the_table_or_ends_again_and_again_is_left(
    versions: Versions, tmp_path: Path, crashing: bool
) -> None:
    first, new = versions.current, versions.add(project(tmp_path / "new", "new"))
    versions.try_out(new)
    box = Box(versions, () if crashing else [new.name])
    box.crashing = crashing
    assert not box.settle()
    assert versions.current == first and not versions.trial.exists() and box.restarts == 1


def test_versions_that_failed_do_not_fill_the_card(versions: Versions, tmp_path: Path) -> None:
    first = versions.current
    for name in ("second", "third", "fourth"):
        new = versions.add(project(tmp_path / name, name))
        (versions.home / "versions" / f".new-{name}").mkdir()  # a copy that a power cut interrupted
        versions.try_out(new)
        assert not Box(versions, [new.name]).settle()
    last = versions.add(project(tmp_path / "last", "last"))
    assert sorted((versions.home / "versions").iterdir()) == sorted([first, last])


@pytest.mark.parametrize("good", [True, False])
def test_a_power_cut_at_any_step_ends_in_a_version_that_opens_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, good: bool
) -> None:
    source, new = project(tmp_path / "first", "first"), project(tmp_path / "new", "new")
    ends = set()
    for step in range(100):
        versions = Versions(tmp_path / f"opt-{step}")
        first = versions.add(source)
        versions.try_out(first)
        place = versions.place(new)
        box = Box(versions, () if good else [place.name])
        with monkeypatch.context() as patch:
            power(patch, step)
            try:
                versions.try_out(versions.add(new))
                box.settle()
                break
            except Cut:
                pass
        if versions.trial.exists():  # as at the machine's start
            box.settle()
        assert box.answers() and not versions.trial.exists()
        assert versions.current in (first, place) and (versions.current / "servi").is_file()  # type: ignore[operator]
        ends.add(versions.current.name)  # type: ignore[union-attr]
    assert step > 10 and len(ends) == (2 if good else 1)


def power(patch: pytest.MonkeyPatch, steps: int) -> None:
    """Make change number ``steps`` of the disk, counted from 0, raise ``Cut`` instead."""
    left = steps

    def counted(real: Any) -> Any:
        def change(*what: Any, **how: Any) -> Any:
            nonlocal left
            if left == 0:
                raise Cut
            left -= 1
            return real(*what, **how)

        return change

    for owner, name in ((os, "rename"), (os, "replace"), (os, "symlink"), (os, "unlink"), (os, "fsync"), (os, "mkdir")):
        patch.setattr(owner, name, counted(getattr(owner, name)))


def archive(folder: Path, **files: bytes) -> Path:
    file = folder / "servi.tar.gz"
    with tarfile.open(file, "w:gz") as packed:
        for name, content in files.items():
            member = tarfile.TarInfo(name.replace("__", "/").replace("up", ".."))
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    checksum(file)
    return file


def test_an_archive_that_writes_elsewhere_or_is_something_else_is_refused(tmp_path: Path) -> None:
    for files in ({"servi": b"", "up__outside": b"x"}, {"readme": b""}):
        with pytest.raises(CannotInstall):
            unpacked(archive(tmp_path, **files), tmp_path / str(len(files)))
    assert not (tmp_path / "outside").exists()
    assert (unpacked(archive(tmp_path, servi=b"#!"), tmp_path / "new") / "servi").read_bytes() == b"#!"
