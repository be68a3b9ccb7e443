"""The machine that is installed on: commands, files, and nothing else. Tests put another one in its place."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.disk import write_whole


class CannotInstall(Exception):
    """One sentence for the person at the keyboard, with the cure."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended: its exit status (127 where there is no such command) and what it printed."""

    status: int
    text: str

    @property
    def ok(self) -> bool:
        """Whether it ended well."""
        return self.status == 0


class System(Protocol):
    """What the steps need of a machine."""

    def run(self, command: Sequence[str]) -> Ran:
        """Run a command and wait for it."""

    def read(self, path: str) -> str | None:
        """Return the text of a file, None where it can't be read."""

    def write(self, path: str, text: str) -> None:
        """Write a file whole or not at all, readable by all."""


class ThisMachine:
    """The real one."""

    def run(self, command: Sequence[str]) -> Ran:
        """Run a command, its questions answered by their defaults."""
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        except FileNotFoundError:
            return Ran(127, f"there is no {command[0]} on this machine")
        return Ran(done.returncode, done.stdout)

    def read(self, path: str) -> str | None:
        """Return the text of a file, None where it can't be read."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def write(self, path: str, text: str) -> None:
        """A power cut leaves the old file or the new one."""
        write_whole(Path(path), text, 0o644)
