"""The environment is created once, updated with pyproject.toml, and repaired; otherwise a start calls no pip."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from tests.launcher.clone import Clone

PYPROJECT = "pyproject.toml"

PYTEST = f"pytest --numprocesses={3 * (os.cpu_count() or 1) // 2} --dist=worksteal"
"""Default options of pytest: three workers for two processors; the user's arguments follow and override them."""


def change(clone: Clone) -> None:
    with (clone.folder / PYPROJECT).open("a") as file:
        file.write("# changed\n")


def first_line(launcher: subprocess.Popen[str]) -> str:
    """Return the first line of error output."""
    assert launcher.stderr
    return launcher.stderr.readline()


def wait_for_pip(clone: Clone) -> None:
    for _ in range(24_000):
        if any(call.startswith("pip") for call in clone.calls):
            return
        time.sleep(0.01)
    raise AssertionError("pip was never called")


def test_the_first_start_makes_the_environment_installs_and_plays(fresh: Clone) -> None:
    done = fresh.servi("--port", "8001")
    assert (done.returncode, done.stdout) == (0, "hardware play --port 8001\n")
    venv, locked, project = fresh.calls
    assert venv == f"venv --clear {fresh.folder / '.venv'}"
    assert locked.endswith(f"--only-binary :all: --require-hashes --requirement {fresh.folder / 'requirements.lock'}")
    assert project.endswith(f"--no-build-isolation --editable {fresh.folder}")


def test_a_start_with_nothing_changed_calls_nothing(ready: Clone) -> None:
    """`./servi bench start` measures the duration of this start."""
    done = ready.servi()
    assert (done.returncode, done.stdout, done.stderr, ready.calls) == (0, "hardware play\n", "", [])


def test_a_changed_pyproject_is_installed_in_the_same_environment(ready: Clone) -> None:
    change(ready)
    assert ready.servi().returncode == 0
    assert [call.split()[0] for call in ready.calls] == ["pip", "pip"]
    assert ready.servi().returncode == 0
    assert len(ready.calls) == 2


def test_changed_versions_are_installed_too(ready: Clone) -> None:
    (ready.folder / "requirements.lock").write_text("setuptools==85\n")
    assert ready.servi().returncode == 0
    assert [call.split()[0] for call in ready.calls] == ["pip", "pip"]


def test_a_system_without_the_tested_versions_takes_the_newest(fresh: Clone) -> None:
    done = fresh.servi(PIP_DOES="find no wheel")
    assert (done.returncode, done.stdout) == (0, "hardware play\n") and "newest" in done.stderr
    assert fresh.calls[2].endswith("setuptools>=77") and fresh.calls[3].endswith(f"--editable {fresh.folder}")


def test_the_tests_need_an_extra_that_stays(ready: Clone) -> None:
    assert ready.servi("test").stdout == f"{PYTEST}\n"
    assert ready.calls[-1].endswith(f"--editable {ready.folder}[test]")
    assert ready.servi().stdout == "hardware play\n"
    assert ready.servi("test").returncode == 0
    assert (len(ready.calls), ready.stamp()["extras"]) == (2, ["test"])


def test_arguments_are_handed_on_and_the_exit_status_comes_back(ready: Clone) -> None:
    done = ready.servi("test", "-k", "two words", "--fail")
    assert (done.returncode, done.stdout) == (3, f"{PYTEST} -k two words --fail\n")
    done = ready.servi("read", "a.jpg", "--expect", "3d6")
    assert (done.returncode, done.stdout) == (0, "hardware read a.jpg --expect 3d6\n")


def test_it_starts_from_any_folder_and_through_a_link(ready: Clone) -> None:
    link = ready.person.folder / "table"
    link.symlink_to(ready.folder / "servi")
    done = ready.person.run([ready.person.python, link], ready.environment(), cwd=Path("/"))
    assert (done.stdout, ready.calls) == ("hardware play\n", [])


def test_an_environment_that_is_whole_serves_in_a_folder_that_is_not_writable(ready: Clone) -> None:
    for path in (ready.folder / ".venv", ready.folder):
        path.chmod(0o555)
    try:
        assert ready.servi().stdout == "hardware play\n"
    finally:
        for path in (ready.folder, ready.folder / ".venv"):
            path.chmod(0o755)


def test_a_moved_folder_is_set_up_anew(ready: Clone) -> None:
    elsewhere = ready.folder.rename(ready.folder.with_name("elsewhere"))
    moved = Clone(ready.person, elsewhere, ready.fakes)
    assert moved.servi().returncode == 0
    assert [call.split()[0] for call in moved.calls] == ["venv", "pip", "pip"]


def test_a_system_whose_python_is_gone_is_set_up_anew(ready: Clone) -> None:
    python = ready.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/usr/bin/python3.99")
    assert ready.servi().stdout == "hardware play\n"
    assert [call.split()[0] for call in ready.calls] == ["venv", "pip", "pip"]


def test_a_set_up_that_was_killed_is_begun_anew_at_the_next_start(fresh: Clone) -> None:
    with fresh.start(PIP_DOES="hang") as launcher:
        wait_for_pip(fresh)
        os.killpg(launcher.pid, signal.SIGKILL)
        launcher.communicate()
    (fresh.folder / ".venv" / "half-made").touch()
    assert fresh.servi().stdout == "hardware play\n"
    assert [call.split()[0] for call in fresh.calls] == ["venv", "pip", "venv", "pip", "pip"]
    assert not (fresh.folder / ".venv" / "half-made").exists()


def test_a_pip_that_outlives_its_launcher_is_waited_for(fresh: Clone) -> None:
    with fresh.start(PIP_DOES="wait") as launcher:
        wait_for_pip(fresh)
        launcher.kill()
        with fresh.start() as other:
            said = first_line(other)
            fresh.let_go()
            output, _ = other.communicate(timeout=240)
        launcher.communicate()
    assert (other.returncode, output) == (0, "hardware play\n")
    assert "waiting" in said
    assert [call.split()[0] for call in fresh.calls] == ["venv", "pip", "venv", "pip", "pip"]


def test_an_update_that_was_killed_is_begun_anew_at_the_next_start(ready: Clone) -> None:
    change(ready)
    with ready.start(PIP_DOES="hang") as launcher:
        wait_for_pip(ready)
        os.killpg(launcher.pid, signal.SIGKILL)
        launcher.communicate()
    assert ready.servi().stdout == "hardware play\n"
    assert [call.split()[0] for call in ready.calls] == ["pip", "venv", "pip", "pip"]


def test_a_damaged_stamp_is_no_stamp(ready: Clone) -> None:
    (ready.folder / ".venv" / "servi-stamp.json").write_text("{")
    assert ready.servi().returncode == 0
    assert [call.split()[0] for call in ready.calls] == ["venv", "pip", "pip"]


def test_two_first_starts_at_once_install_once(fresh: Clone) -> None:
    with fresh.start(PIP_DOES="wait") as one, fresh.start(PIP_DOES="wait") as other:
        said = [first_line(each) for each in (one, other)]
        fresh.let_go()
        outputs = [each.communicate(timeout=240)[0] for each in (one, other)]
    assert outputs == ["hardware play\n"] * 2
    assert [call.split()[0] for call in fresh.calls] == ["venv", "pip", "pip"]
    assert sum("waiting" in words for words in said) == 1


def test_ctrl_c_in_a_set_up_is_quiet(fresh: Clone) -> None:
    with fresh.start(PIP_DOES="hang") as launcher:
        wait_for_pip(fresh)
        os.killpg(launcher.pid, signal.SIGINT)
        _, errors = launcher.communicate(timeout=50)
    assert launcher.returncode == 130
    assert errors.splitlines()[1:] == ["servi: stopped."]
