"""The whole set-up with real venv and pip, as an ordinary user (needs the network: --slow)."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.tools import ROOT
from tests.unprivileged import Person

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "tests", "docs", "build")
NOWHERE = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_NO_INDEX": "1"}


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_fresh_copy_is_set_up_and_starts_again_without_a_network(person: Person) -> None:
    folder = person.folder / "a table"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    person.owns(folder)
    network = {name: value for name, value in os.environ.items()
               if name.startswith("PIP_") or name.lower().endswith("_proxy")}
    command = [person.python, folder / "servi", "play", "--help"]

    first = person.run(command, network, timeout=800)
    assert first.returncode == 0, first.stderr
    assert "--camera" in first.stdout

    second = person.run(command, NOWHERE)
    assert (second.returncode, second.stdout, second.stderr) == (0, first.stdout, "")

    with (folder / "pyproject.toml").open("a") as file:
        file.write("# a comment needs nothing new, so no network\n")
    third = person.run(command, NOWHERE)
    assert third.returncode == 0, third.stderr
