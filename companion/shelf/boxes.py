"""The boxes of the shelf, for listing and editing on pages. The box of the evening in play cannot be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from companion.errors import BadBox
from companion.eye import EXAMPLE
from companion.game.base import Game
from companion.language import tr
from companion.record import record
from companion.shelf.shelf import Shelf, checked, game_of, marked, plain


@record()
class Box:
    """A box of the shelf with its data and the game that it belongs to."""

    name: str
    game: type[Game]
    data: Mapping[str, Any]


class Boxes:
    """The boxes by name. ``on_table`` returns the name of the box in play, None if it does not come from the shelf."""

    def __init__(self, shelf: Shelf, lock: AbstractContextManager[Any], on_table: Callable[[], str | None]) -> None:
        self._shelf = shelf
        self._lock = lock
        self._on_table = on_table

    def rows(self) -> list[dict[str, Any]]:
        """Return the boxes to choose from: the example, an empty one for learning in play, and those of the shelf."""
        return [{"name": EXAMPLE}, {"name": "vide"}, *self._shelf.rows()]

    def open(self, name: str) -> Box:
        """Return a box of the shelf; raise ``BadBox``."""
        data = checked(self._shelf.load(name))
        return Box(plain(name), game_of(data), data)

    def save(self, name: str, data: Mapping[str, Any], *, called: str = "") -> str:
        """Replace a box of the shelf, renamed to ``called`` if that is given; return its name. Raise ``BadBox``."""
        with self._lock:
            self._shelf.must_have(name)
            self._refuse_on_table(name)
            game = game_of(data)
            called = plain(called or name)
            good = marked(checked({**data, "name": called, "game": game.name}))
            if called != plain(name):
                self._shelf.rename(name, called)
            self._shelf.save(called, good)
            return called

    def new(self, name: str, game: str, *, example: bool = False) -> str:
        """Put an empty box or a copy of a game's example onto the shelf; return its name there. Raise ``BadBox``."""
        with self._lock:
            kind = game_of({"game": game})
            called = self._shelf.free_name(name)
            data = kind.example_box() if example else kind.empty_box()
            self._shelf.save(called, marked({**data, "name": called, "game": kind.name}))
            return called

    def bring_in(self, text: str, file: str) -> str:
        """Put the box in a file onto the shelf, completely or not at all; return its name there. Raise ``BadBox``."""
        with self._lock:
            return self._shelf.bring_in(text, file)

    def delete(self, name: str) -> None:
        """Delete a box from the shelf; raise ``BadBox`` if it is missing or in play."""
        with self._lock:
            self._shelf.must_have(name)
            self._refuse_on_table(name)
            self._shelf.delete(name)

    def _refuse_on_table(self, name: str) -> None:
        there = self._on_table()
        if there is None or plain(there) != plain(name):
            return
        if game_of(self._shelf.load(name)).box_form() is None:
            raise BadBox(tr("La boîte « {name} » est sur la table : quitter d'abord la partie.", name=name))
        raise BadBox(
            tr(
                "La boîte « {name} » est sur la table : la corriger là (« Décidé par la table »), "
                "ou quitter d'abord la partie.",
                name=name,
            )
        )
