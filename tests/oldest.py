"""Runs ``tests/vision`` with the oldest supported OpenCV: ``python -m tests.oldest [PYTEST OPTIONS]``.

It creates the environment ``.venv-oldest`` if it is missing or outdated; otherwise it needs no network.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".venv-oldest"
NUMPY = "numpy<2" if sys.version_info < (3, 13) else "numpy<2.2"  # older versions do not exist for Python 3.13
WANTED = ("opencv-python-headless==4.10.0.84", NUMPY, "hypothesis>=6.100",
          "pytest>=8.2", "pytest-timeout>=2.3", "pytest-xdist>=3.6")  # fmt: skip
STAMP = FOLDER / "wanted.txt"


def stamp() -> str:
    """Return the required content of the environment, with the Python version."""
    return "\n".join([sys.version, *WANTED])


def ready() -> Path:
    """Return the environment's Python; create the environment if needed."""
    python = FOLDER / "bin" / "python"
    if not (python.exists() and STAMP.exists() and STAMP.read_text(encoding="utf-8") == stamp()):
        print(f"setting up {FOLDER.name} with {WANTED[0]} …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        subprocess.run([*pip, *WANTED], check=True)
        STAMP.write_text(stamp(), encoding="utf-8")
    return python


def main(options: Sequence[str]) -> int:
    """Run the eye's tests; return pytest's exit status."""
    command = [str(ready()), "-P", "-m", "pytest", "--quiet", "--numprocesses=auto", "--dist=worksteal",
               "tests/vision", *options]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
