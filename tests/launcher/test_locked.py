"""The locked versions are those that pyproject.toml allows, each with hashes, for a desktop and for a Raspberry Pi."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement

from tests.tools import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ENTRIES = re.findall(r"^([\w.-]+==[^\\\n]+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
                     (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
LOCKED = [Requirement(name) for name, _ in ENTRIES]
SYSTEMS = [{"platform_machine": machine, "sys_platform": "linux", "python_full_version": version,
            "python_version": version.rpartition(".")[0]}
           for machine in ("x86_64", "aarch64") for version in ("3.11.2", "3.13.5")]


def test_each_line_of_the_file_is_a_version_with_hashes() -> None:
    lines = [line for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) == sum(1 + hashes.count("\n") for _, hashes in ENTRIES)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: f"{one['platform_machine']}-{one['python_version']}")
@pytest.mark.parametrize("wanted", PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"])
def test_each_dependency_is_locked_once_at_a_version_that_fits(system: dict[str, str], wanted: str) -> None:
    need = Requirement(wanted)
    (found,) = [one for one in LOCKED if one.name == need.name and (not one.marker or one.marker.evaluate(system))]
    (exact,) = found.specifier
    assert need.specifier.contains(exact.version), "renew requirements.lock: its first lines say how"
