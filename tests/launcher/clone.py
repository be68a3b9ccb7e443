"""A clone of the project for an ordinary user, with fakes of venv and pip: fast and without a network.

The launcher is the real one in a real process; modules on PYTHONPATH replace what it calls.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.tools import ROOT
from tests.unprivileged import Person

PYPROJECT = """
[build-system]
requires = ["setuptools>=77"]

[project]
name = "servi"
version = "0.2.0"
"""

VENV = '''
import os, shutil, sys
folder = sys.argv[-1]
if "--clear" in sys.argv:
    shutil.rmtree(folder, ignore_errors=True)
os.makedirs(os.path.join(folder, "bin"))
os.symlink(sys.executable, os.path.join(folder, "bin", "python"))
with open(os.environ["CALLS"], "a") as calls:
    calls.write("venv " + " ".join(sys.argv[1:]) + "\\n")
'''

PIP = '''
import os, sys, time
with open(os.environ["CALLS"], "a") as calls:
    calls.write("pip " + " ".join(sys.argv[1:]) + "\\n")
does = os.environ.get("PIP_DOES", "")
if does == "find no network":
    print("WARNING: Retrying: NewConnectionError(Failed to establish a new connection: [Errno 111])")
    sys.exit("ERROR: Could not find a version that satisfies the requirement setuptools>=77")
if does == "find no wheel" and "--require-hashes" in sys.argv:
    sys.exit("ERROR: No matching distribution found for numpy==2.4.6")
if does == "fail":
    sys.exit("ERROR: [Errno 28] No space left on device")
if does == "hang":
    time.sleep(60)
for _ in range(24_000):
    if does != "wait" or os.path.exists(os.environ["CALLS"] + ".go"):
        break
    time.sleep(0.01)
'''

PROGRAM = '''
import sys
print({name!r}, *sys.argv[1:])
sys.exit(sys.argv[-1] == "--fail" and 3)
'''

@dataclass(frozen=True, slots=True)
class Clone:
    """The project in ``folder``, used by ``person``; the fakes append every call to ``calls``."""

    person: Person
    folder: Path
    fakes: Path

    @property
    def calls(self) -> list[str]:
        """Return the calls of venv and pip so far."""
        return self._log.read_text().splitlines()

    @property
    def _log(self) -> Path:
        return self.fakes / "calls"

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        return {"PYTHONPATH": str(self.fakes), "CALLS": str(self._log), "PYTHONDONTWRITEBYTECODE": "1", **(more or {})}

    def servi(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the launcher to its end; keywords are environment variables."""
        return self.person.run([self.person.python, self.folder / "servi", *arguments], self.environment(more))

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        """Start the launcher in the background."""
        return self.person.start([self.person.python, self.folder / "servi", *arguments], self.environment(more))

    def let_go(self) -> None:
        """End every waiting pip (``PIP_DOES="wait"``)."""
        self._log.with_name("calls.go").touch()

    def stamp(self) -> dict[str, object]:
        """Return the stamp of the last complete installation."""
        return dict(json.loads((self.folder / ".venv" / "servi-stamp.json").read_text()))


def clone(person: Person) -> Clone:
    """Return a new clone."""
    made = Clone(person, person.folder / "servi", person.folder / "fakes")
    made.folder.mkdir()
    made.fakes.mkdir()
    shutil.copy(ROOT / "servi", made.folder)
    (made.folder / "pyproject.toml").write_text(PYPROJECT)
    (made.folder / "requirements.lock").write_text("setuptools==84\n")
    (made.fakes / "calls").touch()
    (made.fakes / "venv.py").write_text(VENV)
    (made.fakes / "pip.py").write_text(PIP)
    for name in ("hardware", "pytest"):
        (made.fakes / f"{name}.py").write_text(PROGRAM.format(name=name))
    person.owns(person.folder)
    return made
