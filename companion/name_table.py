"""The names of people, in a separate file: facts contain ids, so one change erases a name from every evening.

Facts, mirrors and backups are permanent, and a change would break the hash chain. A stored fact therefore holds an id
such as ``@5f3a09c1d2`` in place of a name. Facts of an older Servi, which contain names, stay readable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

from companion.disk import write_whole
from companion.facts import Amended, Fact, GameStarted, Inserted, Seat, SeatJoined, SeatTaken
from companion.swap import NAMES

ID = re.compile("@[0-9a-f]{10}")


class NameTable:
    """The names of one data folder, by id."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAMES
        self._names: dict[str, str] = {}
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))
            self._names = {str(id_): str(name) for id_, name in rows.items() if ID.fullmatch(id_)}
        except (OSError, ValueError, AttributeError, RecursionError):
            pass  # without names, the letters of the seats are shown

    def all(self) -> dict[str, str]:
        """Return all names by id."""
        return dict(self._names)

    def hidden(self, fact: Fact) -> Fact:
        """Return a fact in its stored form, with ids for names; new names are then on the disk. Raise ``OSError``."""
        known = {name: id_ for id_, name in self._names.items()}
        new: dict[str, str] = {}

        def id_of(name: str, _: str) -> str:
            if not name or name.startswith("@") and not ID.fullmatch(name):  # a code, such as that of the whole table
                return name
            return known.get(name) or new.setdefault(name, f"@{token_hex(5)}")

        fact = _renamed(fact, id_of)
        if new:
            self._save({**self._names, **{id_: name for name, id_ in new.items()}})
        return fact

    def hidden_if_known(self, fact: Fact) -> Fact:
        """Return a stored fact without names; write nothing. The seat's letter replaces a name that has no id."""
        known = {name: id_ for id_, name in self._names.items()}
        return _renamed(fact, lambda name, other: name if ID.fullmatch(name) else known.get(name, other))

    def shown(self, fact: Fact) -> Fact:
        """Return a stored fact with names for ids; the seat's letter replaces a forgotten name."""
        return _renamed(fact, lambda id_, other: self._names.get(id_, other) if ID.fullmatch(id_) else id_)

    def forget(self, name: str) -> bool:
        """Erase a name; return whether it was known. Raise ``OSError`` if the table cannot be written."""
        left = {id_: one for id_, one in self._names.items() if one != name}
        if found := len(left) < len(self._names):
            self._save(left)
        return found

    def _save(self, names: dict[str, str]) -> None:
        write_whole(self._file, json.dumps(names, ensure_ascii=False, indent=1) + "\n")
        self._names = names


def _renamed(fact: Fact, name: Callable[[str, str], str]) -> Fact:
    """Return a fact with each name replaced by ``name(old, other)``; ``other`` replaces a forgotten name."""
    if fact.who and (who := name(fact.who, "")) != fact.who:
        fact = replace(fact, who=who)
    match fact:
        case GameStarted(seats=seats):
            return replace(fact, seats=tuple(_seat(seat, name) for seat in seats))
        case SeatJoined(seat=seat, name=old) | SeatTaken(seat=seat, name=old):
            return replace(fact, name=name(old, seat))
        case Amended(fact=inner) | Inserted(fact=inner):
            return replace(fact, fact=_renamed(inner, name))
    return fact


def _seat(seat: Seat, name: Callable[[str, str], str]) -> Seat:
    return replace(seat, name=name(seat.name, seat.id))
