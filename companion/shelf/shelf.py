"""The shelf: the boxes in the data folder, written by hand, by a page, or during play."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.disk import write_whole
from companion.errors import BadBox, BadCommand
from companion.game.base import Game
from companion.game.forms import value_at
from companion.game.library import game_class
from companion.language import tr
from companion.packages import names
from companion.schema import free

FOLDER = "boxes"
LARGEST = 400_000
"""Maximum size of a box file, in letters."""

LONGEST = 60
"""Maximum length of a box's name, in letters."""

RESERVED = ("exemple", "vide")
"""Reserved names: the invented example box, and an empty box for learning during play."""


class Shelf:
    """Boxes by name, one JSON file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    def _file(self, name: str) -> Path:
        return self.folder / f"{plain(name)}.json"

    def names(self) -> list[str]:
        """Return the names of all boxes on the shelf."""
        return sorted(f.stem for f in self.folder.glob("*.json")) if self.folder.is_dir() else []

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each box: its name, its game, and the known part of it; for an invalid box, its error."""
        rows: list[dict[str, Any]] = []
        for name in self.names():
            try:
                data = self.load(name)
                game = game_of(checked(data))
            except BadBox as error:
                rows.append({"name": name, "trouble": str(error)})
                continue
            lists = {key: value for key, value in data.items() if isinstance(value, list)}
            unsure = sum(1 for value in lists.values() for row in value if isinstance(row, dict) and row.get("unsure"))
            squares = len(lists.pop("ring", []))
            known = {"squares": squares, "cards": sum(map(len, lists.values())) if game.box_form() else 0}
            if fields := [field for table in game.box_tables(data) for field in table.fields]:
                known = {"values": sum(value_at(data, field.path) is not None for field in fields), "of": len(fields)}
            marks = {"unsure": unsure, "invented": bool(data.get("invented"))}
            rows.append({"name": name, "game": game.name, "title": game.title(), **known, **marks})
        return rows

    def bring_in(self, text: str, file: str) -> str:
        """Put the box in a file onto the shelf under a free name; return the name. Raise ``BadBox``."""
        data = marked(checked(read_box(text, file)))
        given = data.get("name")
        name = self.free_name(given if isinstance(given, str) and given.strip() else Path(file).stem)
        self.save(name, {**data, "name": name, "game": game_of(data).name})
        return name

    def load(self, name: str) -> dict[str, Any]:
        """Return a box; raise ``BadBox`` with the place and the reason."""
        self.must_have(name)
        file = self._file(name)
        try:
            return read_box(file.read_text(encoding="utf-8"), file.name)
        except (OSError, UnicodeDecodeError):
            raise BadBox(tr("{file} : ce n'est pas le fichier d'une boîte.", file=file.name)) from None

    def save(self, name: str, data: Mapping[str, Any]) -> None:
        """Write a complete box file or none."""
        write_whole(self._file(name), as_text(data))

    def rename(self, name: str, other: str) -> None:
        """Rename a box; raise ``BadBox`` if the new name is taken."""
        if plain(other) in (*self.names(), *RESERVED):
            raise BadBox(tr("Il y a déjà une boîte « {name} » : choisir un autre nom.", name=plain(other)))
        self._file(name).rename(self._file(other))

    def delete(self, name: str) -> None:
        """Delete a box from the shelf."""
        self._file(name).unlink(missing_ok=True)

    def must_have(self, name: str) -> None:
        """Raise ``BadBox``, with the known names, if no box has this name."""
        if plain(name) not in self.names():
            known = ", ".join(self.names()) or tr("aucune encore")
            raise BadBox(tr("Il n'y a pas de boîte « {name} ». Au choix : {known}.", name=name, known=known))

    def free_name(self, wanted: str) -> str:
        """Return this name; if it is taken, add a number, and shorten the name if it gets too long."""
        names, number = self.names(), 2
        name = wanted = plain(wanted)
        while name in (*names, *RESERVED):
            end = f" {number}"
            name = wanted[: LONGEST - len(end)].rstrip() + end
            number += 1
        return name


class Lent:
    """A box in play. It saves on the shelf what the evening learns, and keeps the other values of the box there."""

    def __init__(self, shelf: Shelf, name: str, known: Mapping[str, Any]) -> None:
        self._shelf, self._name = shelf, name
        self._before = self._last = dict(known)

    def put_back(self, game: Game) -> None:
        """Save what Servi has learned about the box; raise ``BadBox`` or ``OSError``."""
        known = game.box_data()
        if known == self._last:
            return
        data = {**patched(self._kept, self._before, known), "name": self._name, "game": game.name}
        data.pop("shelf", None)
        self._shelf.save(self._name, game.checked_box(data))
        self._last = known

    @cached_property
    def _kept(self) -> dict[str, Any]:
        """The box on the shelf before this evening's first save."""
        return self._shelf.load(self._name) if plain(self._name) in self._shelf.names() else self._before


def plain(name: str) -> str:
    """Return a name that is also a valid file name: letters, digits, spaces, dashes; at most ``LONGEST``.

    >>> plain("../Chez Papi/Mami")
    '___Chez Papi_Mami'
    """
    return re.sub(r"[^\w\- ]", "_", name).strip()[:LONGEST].rstrip() or "boite"


def read_box(text: str, file: str) -> dict[str, Any]:
    """Parse a box from the text of a file; raise ``BadBox`` with the place and the reason."""
    if len(text) > LARGEST:
        raise BadBox(tr("{file} : ce fichier est trop grand pour une boîte.", file=file))
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadBox(tr("{file}, ligne {line} : ce n'est pas du JSON.", file=file, line=error.lineno)) from None
    except (ValueError, RecursionError):
        raise BadBox(tr("{file} : ce n'est pas le fichier d'une boîte.", file=file)) from None
    if not isinstance(data, dict):
        raise BadBox(tr("{file} : une boîte est un seul objet JSON.", file=file))
    return data


def as_text(data: Mapping[str, Any]) -> str:
    """Return a box as the text of its file."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def game_of(data: Mapping[str, Any]) -> type[Game]:
    """Return the game of a box, by default the first game; raise ``BadBox`` for a game without boxes."""
    try:
        game = game_class(str(data.get("game") or names()[0]))
    except BadCommand as error:
        raise BadBox(str(error)) from None
    if not game.example_box():
        raise BadBox(tr("{game} se joue sans boîte à décrire : il n'y a rien à recopier.", game=game.title()))
    return game


def checked(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a valid box; raise ``BadBox`` with the place and the reason."""
    try:
        return game_of(data).checked_box(free(data, "box"))
    except BadCommand as error:
        raise BadBox(str(error)) from None


def marked(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a box with its ``invented`` mark: a copy of the example keeps it while any part of the example is left.

    A box of a game without ``box_tables`` keeps its mark.
    """
    game, example = game_of(data), data.get("example") is True
    tables = game.box_tables(data)
    invented = example or data.get("invented") is True
    if tables:
        invented = invented and any(table.alike(data, game.example_box()) for table in tables)
    own = {key: value for key, value in data.items() if key not in ("example", "invented")}
    return {**own, "invented": True} if invented else own


def patched(kept: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kept box with the changes from ``before`` to ``after``, merged by value and by row.

    A resumed evening thus adds the squares, cards and numbers that Servi learned, and keeps later corrections.
    """
    return {**kept, **{key: _patched(kept.get(key), before.get(key), after[key]) for key in after}}


def _patched(kept: Any, old: Any, new: Any) -> Any:
    if old == new:
        return kept
    if isinstance(new, dict):
        return patched(kept or {}, old or {}, new)
    if _rows(new) and _rows(old or []):
        return _patched_rows(kept or [], old or [], new)
    if isinstance(new, list) and all(isinstance(one, list) and len(one) == len(new) for one in (kept, old)):
        return [_patched(*three) for three in zip(kept, old, new, strict=True)]
    return new


def _rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _patched_rows(kept: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    here, old, new = (_by_name(rows) for rows in (kept, before, after))
    out = []
    for name in dict.fromkeys([*here, *new]):
        out += here.get(name, []) if old.get(name) == new.get(name) else new.get(name, [])
    return sorted(out, key=lambda row: row["index"]) if all("index" in row for row in out) else out


def _by_name(rows: list[dict[str, Any]]) -> dict[Any, list[dict[str, Any]]]:
    """Return the rows grouped by card name, which may repeat, or by index of the square."""
    named: dict[Any, list[dict[str, Any]]] = {}
    for place, row in enumerate(rows):
        named.setdefault(row.get("name") or row.get("text") or row.get("index", place), []).append(row)
    return named
