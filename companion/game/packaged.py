"""The JSON files in a game's package."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


def packaged(package: str, name: str) -> Any:
    """Return a new copy of the data in a package's JSON file, None if there is no such file."""
    text = _text(package, name)
    return json.loads(text) if text else None


@cache
def _text(package: str, name: str) -> str:
    file = files(package) / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
