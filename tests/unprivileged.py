"""Runs programs as an ordinary user: as `nobody` if the tests run as root, otherwise as the current user.

Root can write anywhere, so only another user can test a folder that is not writable.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.tools import missing

BASE = "import sys; sys.exit(sys.version_info < (3, 11) or sys.prefix != sys.base_prefix)"

EMULATED = {name: value for name, value in os.environ.items() if name == "QEMU_CPU"}
"""The variable by which tests/arm64.sh selects the emulated processor; some processors of qemu are much slower."""


@dataclass(frozen=True, slots=True)
class Person:
    """An ordinary user with a ``folder`` and a ``python`` that they may run (no virtual environment)."""

    folder: Path
    python: str

    def start(self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None,
              cwd: Path | None = None) -> subprocess.Popen[str]:
        """Start the command as this user, with a bare environment and pipes for its output."""
        bare = {"HOME": str(self.folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **EMULATED, **(environment or {})}
        return subprocess.Popen(
            [str(word) for word in command], cwd=cwd or self.folder, env=bare, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=hears_ctrl_c, **identity())

    def run(self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None,
            cwd: Path | None = None, timeout: float = 240) -> subprocess.CompletedProcess[str]:
        """Run the command as this user to its end."""
        with self.start(command, environment, cwd) as child:
            try:
                output, errors = child.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                child.kill()
                raise
        return subprocess.CompletedProcess(command, child.returncode, output, errors)

    def owns(self, path: Path) -> None:
        """Make this user the owner of a path and its content."""
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            for each in [path, *path.rglob("*")]:
                os.chown(each, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)


def powerless(command: Sequence[str]) -> list[str]:
    """Return the command without root's capabilities.

    Root without capabilities meets the same permission errors as an ordinary user, and can still read this folder.
    """
    if os.getuid() != 0:
        return list(command)
    setpriv = shutil.which("setpriv") or str(missing("setpriv is missing here: sudo apt install util-linux"))
    return [setpriv, "--bounding-set=-all", "--inh-caps=-all", *command]


def hears_ctrl_c() -> None:
    """Restore SIGINT: programs that a shell starts in the background, and their children, ignore it by default."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def identity() -> dict[str, Any]:
    """Return the user to switch to, as arguments of `subprocess`."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@cache
def python() -> str | None:
    """Return a Python that an ordinary user may run, None if there is none."""
    candidates = [getattr(sys, "_base_executable", sys.executable), "/usr/bin/python3",
                  *(f"/usr/bin/python3.{minor}" for minor in range(11, 20))]
    for candidate in filter(os.path.exists, candidates):
        try:
            if subprocess.run([candidate, "-c", BASE], cwd="/", timeout=60, **identity()).returncode == 0:
                return candidate
        except OSError:
            continue
    return None


@contextmanager
def person() -> Iterator[Person]:
    """Yield an ordinary user with a temporary folder."""
    found = python() or str(missing("no Python here that an ordinary user may start: sudo apt install python3-venv"))
    folder = Path(tempfile.mkdtemp(prefix="servi-person-"))
    somebody = Person(folder, found)
    try:
        somebody.owns(folder)
        yield somebody
    finally:
        shutil.rmtree(folder)
