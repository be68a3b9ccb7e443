"""A failed start prints one sentence with the remedy and returns an exit status, without traceback."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess

import pytest

from tests.launcher.clone import Clone
from tests.tools import ROOT

WITHOUT_VENV = """
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "ensurepip" else found(name, *rest)
"""

AN_OLD_PYTHON = """
import runpy, sys
sys.version_info = (3, 9, 2, "final", 0)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the final sentence; an earlier line may announce the set-up."""
    assert done.returncode > 0
    assert done.stdout == ""
    *before, last = done.stderr.splitlines()
    assert all(line.startswith("servi: ") and line.endswith("…") for line in before), done.stderr
    assert last.startswith("servi: ")
    assert last.endswith(".")
    return last


def with_an_old_python(clone: Clone, **more: str) -> subprocess.CompletedProcess[str]:
    program = AN_OLD_PYTHON.replace("sys.argv[0]", repr(str(clone.folder / "servi")))
    return clone.person.run([clone.person.python, "-c", program], clone.environment(more))


def test_a_system_without_the_venv_module_is_told_which_package_brings_it(fresh: Clone) -> None:
    (fresh.fakes / "sitecustomize.py").write_text(WITHOUT_VENV)
    assert "`sudo apt install python3." in sentence(fresh.servi())
    assert fresh.calls == []
    (fresh.fakes / "sitecustomize.py").unlink()
    assert fresh.servi().returncode == 0


def test_a_folder_that_is_not_writable(fresh: Clone) -> None:
    fresh.folder.chmod(0o555)
    try:
        words = sentence(fresh.servi())
    finally:
        fresh.folder.chmod(0o755)
    assert f"{fresh.folder} is not writable" in words
    assert "copy it to your home folder" in words
    assert fresh.calls == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make what another user may not change")
def test_an_environment_that_root_made_and_that_must_change(ready: Clone) -> None:
    (ready.folder / "pyproject.toml").write_text("# changed\n")
    os.chown(ready.folder / ".venv", 0, 0)
    assert "sudo chown" in sentence(ready.servi())


def test_a_python_that_is_too_old(fresh: Clone) -> None:
    words = sentence(with_an_old_python(fresh, PATH="/nowhere"))
    assert "Python 3.9 is too old: Servi needs Python 3.11 or newer" in words


def test_a_python_that_is_too_old_beside_a_newer_one_gives_way_to_it(fresh: Clone) -> None:
    newer = fresh.person.folder / "python3.11"
    newer.symlink_to(fresh.person.python)
    done = with_an_old_python(fresh, PATH=str(fresh.person.folder))
    assert (done.returncode, done.stdout) == (0, "hardware play\n")


def test_the_launcher_can_be_read_by_python_3_6() -> None:
    tree = ast.parse((ROOT / "servi").read_text("utf-8"), feature_version=(3, 6))
    evaluated = [note for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)
                 for note in [each.returns, *(argument.annotation for argument in each.args.args)]
                 if isinstance(note, ast.Subscript | ast.BinOp)]
    assert [ast.unparse(note) for note in evaluated] == []  # older Python would evaluate such annotations


def test_no_network_at_the_first_start(fresh: Clone) -> None:
    words = sentence(fresh.servi(PIP_DOES="find no network"))
    assert "network" in words
    assert "connect this machine and start again" in words
    assert fresh.servi().returncode == 0


def test_no_network_at_an_update_starts_with_what_was_installed_before(ready: Clone) -> None:
    before = ready.stamp()
    with (ready.folder / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    done = ready.servi(PIP_DOES="find no network")
    assert (done.returncode, done.stdout) == (0, "hardware play\n")
    assert "network" in done.stderr and "installed before" in done.stderr
    assert ready.stamp() == before
    assert ready.servi("test", PIP_DOES="find no network").returncode == 1, "what never was installed is missing"
    assert ready.servi().returncode == 0 and ready.stamp() != before
    assert not any(call.startswith("venv") for call in ready.calls)


def test_an_updater_is_told_that_the_environment_is_not_that_of_its_version(ready: Clone) -> None:
    assert ready.servi("--set-up").returncode == 0 and ready.calls == []
    with (ready.folder / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    assert "network" in sentence(ready.servi("--set-up", PIP_DOES="find no network"))
    assert ready.servi("--set-up").returncode == ready.servi("--ready").returncode == 0


def test_another_failure_of_pip_gives_its_reason_and_the_whole_report(fresh: Clone) -> None:
    words = sentence(fresh.servi(PIP_DOES="fail"))
    assert "No space left on device" in words
    report = fresh.folder / ".venv" / "servi-install.log"
    assert str(report) in words
    assert "No space left" in report.read_text()


def test_an_unknown_verb_names_the_nearest_and_sets_nothing_up(fresh: Clone) -> None:
    assert "did you mean `./servi doctor`?" in fresh.servi("docter").stderr
    assert "`./servi --help` lists what there is." in sentence(fresh.servi("xyzzy"))
    assert fresh.calls == []


def test_help_needs_no_environment_and_lists_the_verbs(fresh: Clone) -> None:
    for ask in ("--help", "-h", "help"):
        done = fresh.servi(ask)
        assert done.returncode == 0
        assert "  read " in done.stdout
        assert "  doctor " in done.stdout
    assert fresh.calls == []


def test_the_real_launcher_and_the_composition_root_know_the_same_verbs() -> None:
    from hardware.__main__ import VERBS
    from tests.launcher.module import launcher

    assert {*launcher().VERBS} - {"test", *launcher().BEFORE} == set(VERBS)


def test_a_stamp_is_one_json_object(ready: Clone) -> None:
    assert json.loads(json.dumps(ready.stamp())).keys() == {"place", "project", "extras"}


def test_installing_needs_no_environment(fresh: Clone) -> None:
    for package in ("hardware", "companion"):
        shutil.copytree(ROOT / package, fresh.folder / package, dirs_exist_ok=True)
    ran = fresh.servi("install", "--dry-run")
    assert ran.returncode == 0 and "Nothing was changed." in ran.stdout
    assert not (fresh.folder / ".venv").exists()
    assert fresh.servi("install").returncode == 1  # an ordinary user is told to use sudo
    assert fresh.servi("--ready").returncode == 1


def test_an_environment_that_fits_is_ready(ready: Clone) -> None:
    assert ready.servi("--ready").returncode == 0
