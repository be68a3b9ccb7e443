"""The classes of the installed games, and a stand-in for a missing one."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

from companion import packages
from companion.errors import BadCommand
from companion.facts import GameStarted
from companion.game.base import Game, Script
from companion.game.seats import SEAT_IDS
from companion.game.words import GameWords
from companion.house import HouseRule, presets_of
from companion.language import tr

LOG = logging.getLogger(__name__)


def game_class(name: str) -> type[Game]:
    """Return the class of an installed game; raise ``BadCommand`` if it is missing or cannot be loaded."""
    if name not in packages.installed():
        known = ", ".join(packages.names())
        raise BadCommand(tr("Ce jeu n'existe pas ici : « {name} ». Au choix : {known}.", name=name[:40], known=known))
    found = _loaded(name)
    if isinstance(found, str):
        raise BadCommand(tr("Le jeu « {name} » ne se laisse pas charger : {why}", name=name, why=found))
    return found


def playable() -> Iterable[type[Game]]:
    """Return the installed games that load; the log names the others."""
    loaded = (_loaded(name) for name in packages.names())
    return [game for game in loaded if not isinstance(game, str)]


def broken() -> dict[str, str]:
    """Return the installed games that do not load, with the reason."""
    return {name: found for name in packages.names() if isinstance(found := _loaded(name), str)}


def reading_class(name: str, distribution: str = "") -> type[Game]:
    """Return the class that replays an evening of this game: its own, or a stand-in if it is missing or broken."""
    found = _loaded(name) if name in packages.installed() else ""
    return _stand_in(name, distribution) if isinstance(found, str) else found


@cache
def _loaded(name: str) -> type[Game] | str:
    """Return the class of an installed game, or why it does not load."""
    here = packages.installed()[name]
    try:
        game: type[Game] = import_module(here.package).GAME
        if not issubclass(game, Game) or game.name != name:
            raise TypeError(f"{here.package}.GAME is not a Game whose name is {name!r}")
        if game.players_allowed[1] > len(SEAT_IDS):
            raise ValueError(f"{name} is for {game.players_allowed[1]} players, the most is {len(SEAT_IDS)}")
        if not isinstance(game.words, GameWords):
            raise TypeError(f"{here.package}.GAME.words is not a GameWords")
        presets_of(name)
    except Exception as error:  # a broken package must not stop the other games
        LOG.warning("the game %s of %s cannot be loaded", name, here.distribution or "Servi", exc_info=True)
        return f"{type(error).__name__}: {error}"
    return game


# --- a missing game ----------------------------------------------------------------------------------------


class AbsentWords(GameWords):
    """The words of a missing game: common facts have their usual sentences, the game's own codes stay codes."""

    TITLE = ""
    BEGINS = ""
    TOPICS = {}

    def rules(self) -> dict[str, str]:
        return {}

    def house_rules(self) -> dict[str, HouseRule]:
        return {}


class Absent(Game):
    """The stand-in for a missing game: its evenings can be read and exported, but not played."""

    here = False
    words = AbsentWords()
    players_allowed = (1, len(SEAT_IDS))

    def agreed(self, started: GameStarted) -> dict[str, Any]:
        return dict(started.house)

    def script(self) -> Script:
        self.order = list(self.players)
        yield from ()


@cache
def _stand_in(name: str, distribution: str) -> type[Absent]:
    words = type("Words", (AbsentWords,), {"TITLE": distribution or name})
    return type("StandIn", (Absent,), {"name": name, "words": words()})
