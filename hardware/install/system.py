"""The port to the machine being installed: commands and files. Tests replace it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from companion.disk import write_whole
from companion.record import record


class CannotInstall(Exception):
    """The installation cannot continue; the text is one sentence with the remedy."""


@record()
class Ran:
    """The result of a command: exit status (127 for an unknown command) and output."""

    status: int
    text: str

    @property
    def ok(self) -> bool:
        """Whether the command succeeded."""
        return self.status == 0


class System(Protocol):
    """The operations that the steps need."""

    def run(self, command: Sequence[str]) -> Ran:
        """Run a command and wait for it."""

    def read(self, path: str) -> str | None:
        """Return the text of a file, None if it cannot be read."""

    def write(self, path: str, text: str) -> None:
        """Write a complete file or none, readable by all."""


class ThisMachine:
    """The machine that this program runs on."""

    def run(self, command: Sequence[str]) -> Ran:
        """Run a command; its prompts get the default answers."""
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
        """Return the text of a file, None if it cannot be read."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def write(self, path: str, text: str) -> None:
        """Write the file atomically: after a power cut the old or the new one is there."""
        write_whole(Path(path), text, 0o644)
