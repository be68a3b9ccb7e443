"""The packages of the installed games, found through the entry points of ``servi.games``, and their JSON files.

A package exports the class of its game as ``GAME``; ``companion/game/library.py`` imports it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.record import record

LOG = logging.getLogger(__name__)
GROUP = "servi.games"
PROJECT = Path(__file__).parents[1] / "pyproject.toml"


@record()
class Installed:
    """An installed game: its name in journals, its Python package, and the distribution that contains it."""

    name: str
    package: str
    distribution: str = ""


@cache
def installed() -> dict[str, Installed]:
    """Return the installed games by name, in the order of the set-up page.

    Servi's own games come first, as pyproject.toml lists them; then those of other packages by name.
    """
    found: dict[str, Installed] = {}
    for game in (*_own(), *sorted(_others(), key=lambda game: (game.name, game.distribution))):
        if game.name in found:
            LOG.warning("%s brings a game called %s, which is here already: left out", game.distribution, game.name)
        else:
            found[game.name] = game
    return found


def names() -> tuple[str, ...]:
    """Return the names of the installed games."""
    return tuple(installed())


def package_of(name: str) -> str:
    """Return the Python package of an installed game; raise ``KeyError`` for any other."""
    return installed()[name].package


def _own() -> Iterator[Installed]:
    """Yield the games in this checkout's pyproject.toml, even if the environment has an older version installed."""
    if PROJECT.is_file():
        project = tomllib.loads(PROJECT.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == "servi":
            for name, package in project["entry-points"][GROUP].items():
                yield Installed(name, package.partition(":")[0])


def _others() -> Iterator[Installed]:
    """Yield the games of installed packages; outside a checkout, also Servi's own games."""
    for entry in entry_points(group=GROUP):
        distribution = entry.dist.name if entry.dist else ""
        if distribution != "servi":
            yield Installed(entry.name, entry.module, distribution)
        elif not PROJECT.is_file():
            yield Installed(entry.name, entry.module)


def packaged(package: str, name: str) -> Any:
    """Return a new copy of the data in a package's JSON file, None if there is no such file."""
    text = _text(package, name)
    return json.loads(text) if text else None


def rules_hash(game: str) -> str:
    """Return the SHA-256 of an installed game's rule book and house rules, "" if the game is missing."""
    if game not in installed():
        return ""
    texts = [_text(package_of(game), name) for name in ("rules.json", "house.json")]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@cache
def _text(package: str, name: str) -> str:
    file = files(package) / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
