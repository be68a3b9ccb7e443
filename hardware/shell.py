"""System commands with a timeout and without exceptions."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence


def run(command: Sequence[str], patience: float = 60) -> tuple[int, str]:
    """Run a command in English; return its exit status and its output.

    The status is 127 if the command cannot be started, 124 after a timeout of ``patience`` seconds.
    """
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            encoding="utf-8",
            errors="replace",
            timeout=patience,
            check=False,
        )
    except (FileNotFoundError, PermissionError):
        return 127, ""
    except subprocess.TimeoutExpired:
        return 124, ""
    return done.returncode, done.stdout + done.stderr
