"""What each installed game promises in its ``contract.py``, and where its vectors and kept evenings lie."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path

from companion.contract import Contract
from companion.games import installed, names, package_of
from tests.tools import ROOT

KEPT = ROOT / "tests" / "games" / "kept"
"""Evenings of Servi's own games."""


def contract(game: str) -> Contract:
    """Return the contract of a game."""
    found: Contract = import_module(f"{package_of(game)}.contract").CONTRACT
    return found


def prefixes() -> dict[str, str]:
    """Return the games by the beginning of their rule ids."""
    return {contract(game).prefix: game for game in names()}


def kept(game: str) -> Path:
    """Return the folder with the kept evenings of a game: its package's own, or that of Servi's games."""
    return folder(game) / "kept" if installed()[game].distribution else KEPT


def folder(game: str) -> Path:
    """Return the folder of a game's package."""
    return Path(str(files(package_of(game))))
