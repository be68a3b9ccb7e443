"""The contracts of the installed games, and the folders of their vectors and recorded evenings."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path

from companion.game.contract import Contract
from companion.game.library import game_class
from companion.packages import installed, names, package_of
from tests.tools import ROOT

KEPT = ROOT / "tests" / "games" / "kept"
"""Recorded evenings of Servi's own games."""


def contract(game: str) -> Contract:
    """Return the contract of a game."""
    found: Contract = import_module(f"{package_of(game)}.contract").CONTRACT
    return found


def prefixes() -> dict[str, str]:
    """Return the games by prefix of their rule ids."""
    return {contract(game).prefix: game for game in names()}


def kept(game: str) -> Path:
    """Return the folder of a game's recorded evenings: in its package, for Servi's own games ``KEPT``."""
    return folder(game) / "kept" if installed()[game].distribution else KEPT


def kept_file(game: str, ending: str) -> Path:
    """Return the file of the evening with this ending by the present rules; files of older versions are kept."""
    version = game_class(game).version
    return kept(game) / (f"{game}-{ending}-{version}.jsonl" if version > 1 else f"{game}-{ending}.jsonl")


def folder(game: str) -> Path:
    """Return the folder of a game's package."""
    return Path(str(files(package_of(game))))
