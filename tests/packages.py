"""Makes a package in the tests importable, like pip but without installing it."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

from companion.packages import installed

EXAMPLE = Path(__file__).parent / "servi_cochon"


def put_on_the_path(project: Path) -> None:
    """Add a project's packages to the path, and its entry points as a ``dist-info`` made from pyproject.toml."""
    told = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    info = Path(tempfile.mkdtemp(prefix="servi-packages-"))
    atexit.register(shutil.rmtree, info, ignore_errors=True)
    made = info / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n", "utf-8")
    lines = [
        line
        for group, entries in told["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (made / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    sys.path[:0] = [str(project), str(info)]
    installed.cache_clear()
