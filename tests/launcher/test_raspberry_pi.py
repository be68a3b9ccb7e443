"""On a Raspberry Pi, and only there, the environment includes the system's packages."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.launcher.module import launcher


def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pi: bool, version: tuple[int, int]) -> list[list[str]]:
    """Return the commands of a first set-up with this version of Python; ``pi``: on a Raspberry Pi."""
    module, called = launcher(), []
    (tmp_path / "pyproject.toml").write_text('[build-system]\nrequires = ["setuptools"]\n')
    (tmp_path / "requirements.lock").touch()
    (tmp_path / ".venv").mkdir()

    def run(command: list[str], lock: int | None) -> tuple[int, str]:
        called.append(command)
        return 0, ""

    system = SimpleNamespace(version_info=(*version, 0, "final", 0), executable=sys.executable, stderr=sys.stderr)
    for name, value in {"sys": system, "run": run, "on_a_pi": lambda: pi, "ROOT": str(tmp_path),
                        "LOCK": str(tmp_path / "requirements.lock"), "STAMP": str(tmp_path / ".venv" / "stamp")}.items():
        monkeypatch.setattr(module, name, value)
    module.ready([])
    return called


@pytest.mark.parametrize(("model", "pi"), [
    (b"Raspberry Pi 4 Model B Rev 1.5\0", True),
    (b"Raspberry Pi 5 Model B Rev 1.0\0", True),
    (b"Radxa ROCK 5B\0", False),
    (None, False),
])
def test_the_device_tree_tells_a_raspberry_pi(tmp_path: Path, model: bytes | None, pi: bool) -> None:
    file = tmp_path / "model"
    if model is not None:
        file.write_bytes(model)
    assert launcher().on_a_pi(str(file)) is pi


def test_a_pi_sees_the_system_packages_and_another_machine_does_not(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "--system-site-packages" in commands(monkeypatch, tmp_path, True, (3, 13))[0]
    (tmp_path / ".venv" / "stamp").unlink()
    (tmp_path / ".venv").rmdir()
    assert "--system-site-packages" not in commands(monkeypatch, tmp_path, False, (3, 13))[0]


def test_only_bookworm_on_a_pi_holds_numpy_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pinned = {}
    for system in ((True, (3, 11)), (True, (3, 13)), (False, (3, 11))):
        folder = tmp_path / str(len(pinned))
        folder.mkdir()
        pinned[system] = "numpy<2" in commands(monkeypatch, folder, *system)[-1]
    assert list(pinned.values()) == [True, False, False]
