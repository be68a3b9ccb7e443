"""The allowed imports between packages, read from the sources (docs/architecture.md shows them)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.tools import ROOT

HOUSE = {  # key: a package; value: the packages that it may import
    "companion": {"companion"},
    "vision": {"companion", "vision"},
    "hardware": {"companion", "vision", "hardware"},
    "web": {"companion", "web"},
}
ONLY = {  # key: a library; value: the packages that may import it
    "picamera2": {"hardware"},
    "libcamera": {"hardware"},
    "gpiozero": {"hardware"},
    "lgpio": {"hardware"},
    "evdev": {"hardware"},
    "cv2": {"hardware", "vision"},
    "flask": {"web"},
    "werkzeug": {"web"},
    "waitress": {"web"},
    "paho": {"hardware"},
}
ROOMS = {  # key: a folder in vision/; value: the folders that it may import; all may import files directly in vision/
    "models": set(),
    "reading": {"models"},
    "drawing": set(),
    "learning": {"models", "reading"},
    "teaching": {"models", "reading", "learning"},
    "watching": {"models", "reading", "learning", "teaching", "drawing"},
    "training": {"models", "reading", "learning", "teaching", "drawing"},
}
ROOT_OF_ALL = "hardware/__main__.py"
MODULES = sorted(str(path.relative_to(ROOT)) for package in HOUSE for path in (ROOT / package).rglob("*.py"))


@cache
def parsed(source: str, module: str) -> list[ast.AST]:
    """Return the imports and calls in the source, at any level."""
    return [node for node in ast.walk(ast.parse(source, module)) if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)]


def imports(source: str, module: str) -> Iterator[tuple[int, str]]:
    """Yield line and full name of every import in the source, including `import_module`."""
    package = Path(module).parent.parts
    for node in parsed(source, module):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=name, level=0):
                yield node.lineno, name or ""
            case ast.ImportFrom(module=name, level=level):
                base = package[: len(package) - level + 1]
                yield node.lineno, ".".join([*base, *([name] if name else [])])
            case ast.Call(func=ast.Name(id=call) | ast.Attribute(attr=call), args=[ast.Constant(value=str(name)), *_]):
                if call in ("import_module", "__import__"):
                    yield node.lineno, name


def wrong_arrows(source: str, module: str) -> list[str]:
    """Return this module's forbidden imports."""
    package = Path(module).parts[0]
    found = []
    for line, name in imports(source, module):
        top = name.partition(".")[0]
        if top in HOUSE:
            allowed = top in HOUSE[package]
        elif top in ONLY:
            allowed = package in ONLY[top]
        else:
            allowed = top != "tests" and (package != "companion" or top in sys.stdlib_module_names)
        if not allowed:
            found.append(f"{module}:{line} {package} may not import {name}")
    return found


@pytest.mark.parametrize("module", [module for module in MODULES if module != ROOT_OF_ALL])
def test_no_module_imports_against_the_arrows(module: str) -> None:
    assert wrong_arrows((ROOT / module).read_text("utf-8"), module) == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_of_the_eye_import_one_way(room: str) -> None:
    wrong = []
    for module in (m for m in MODULES if m.startswith(f"vision/{room}/")):
        for line, name in imports((ROOT / module).read_text("utf-8"), module):
            other = name.split(".")[1] if name.startswith("vision.") else ""
            if other in ROOMS.keys() - {room, *ROOMS[room]}:
                wrong.append(f"{module}:{line} {room} may not import {name}")
    assert not wrong


def test_nobody_imports_the_composition_root() -> None:
    found = [f"{module}:{line}" for module in MODULES if module != ROOT_OF_ALL
             for line, name in imports((ROOT / module).read_text("utf-8"), module) if name == "hardware.__main__"]
    assert found == []


def arrows(sources: dict[str, str]) -> dict[str, set[str]]:
    """Return each module's imports among these sources, including those for types only."""
    names = {".".join(Path(path).with_suffix("").parts).removesuffix(".__init__"): path for path in sources}
    found: dict[str, set[str]] = {}
    for path, source in sources.items():
        for node in parsed(source, path):
            match node:
                case ast.ImportFrom(module=str(name), level=0, names=aliases):
                    wanted = {f"{name}.{a.name}" if f"{name}.{a.name}" in names else name for a in aliases}
                case ast.Import(names=aliases):
                    wanted = {alias.name for alias in aliases}
                case _:
                    continue
            found.setdefault(path, set()).update(names[one] for one in wanted if one in names)
    return found


def test_no_import_comes_back() -> None:
    """There is no import circle: a game's state imports no script, and its scripts import no rule book."""
    sources = {module: (ROOT / module).read_text("utf-8") for module in MODULES}
    TopologicalSorter(arrows(sources)).prepare()


def test_an_import_that_comes_back_is_seen() -> None:
    sources = {
        "companion/a.py": "if TYPE_CHECKING:\n    from companion import b",
        "companion/b.py": "from companion.c import d",
        "companion/c/__init__.py": "def d():\n    import companion.a",
    }
    with pytest.raises(CycleError):
        TopologicalSorter(arrows(sources)).prepare()


@pytest.mark.parametrize(("module", "source"), [
    ("companion/table.py", "import flask"),
    ("companion/table.py", "import numpy"),
    ("companion/table.py", "from web import pages"),
    ("companion/games/home_casino/turn.py", "def f():\n    import cv2"),
    ("companion/table.py", "import importlib\nimportlib.import_module('vision.reading.reader')"),
    ("companion/table.py", "from tests import tools"),
    ("vision/reading/reader.py", "from hardware.camera import Camera"),
    ("vision/reading/reader.py", "import gpiozero"),
    ("hardware/panel.py", "from web.pages import bp"),
    ("web/pages.py", "import vision"),
    ("web/pages.py", "from hardware import lamps"),
    ("web/pages.py", "import cv2"),
])
def test_a_wrong_arrow_is_seen(module: str, source: str) -> None:
    assert len(wrong_arrows(source, module)) == 1


@pytest.mark.parametrize(("module", "source"), [
    ("companion/table.py", "from __future__ import annotations\nimport sqlite3\nfrom companion.facts import Fact"),
    ("companion/games/home_casino/turn.py", "from ...dice import THREE_D6\nfrom . import board"),
    ("vision/reading/reader.py", "import cv2, numpy\nfrom companion.dice import Reading"),
    ("hardware/doctor.py", "import picamera2\nfrom vision import reader"),
    ("web/pages.py", "import flask\nfrom companion.table import Table\nfrom .access import ours"),
])
def test_a_right_arrow_is_let_through(module: str, source: str) -> None:
    assert wrong_arrows(source, module) == []
