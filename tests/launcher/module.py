"""The launcher as a module, for cases that no process can simulate (a Raspberry Pi)."""

from __future__ import annotations

import importlib.util
from importlib.machinery import SourceFileLoader
from types import ModuleType

from tests.tools import ROOT


def launcher() -> ModuleType:
    """Return a new copy of the module."""
    loader = SourceFileLoader("servi_launcher", str(ROOT / "servi"))
    spec = importlib.util.spec_from_loader("servi_launcher", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
