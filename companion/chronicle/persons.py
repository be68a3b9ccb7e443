"""The persons of the livre d'or: ids with a name; several ids may belong to one person."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.disk import write_whole
from companion.name_table import ID
from companion.record import record
from companion.swap import JOINED


@record()
class Persons:
    """The names by id, and for each joined id its main id."""

    names: Mapping[str, str]
    joined: Mapping[str, str]

    def person(self, id_: str) -> str:
        """Return the main id of the person with this id, "" if it has no name: it is unknown or forgotten."""
        if id_ not in self.names:
            return ""
        first = self.joined.get(id_, id_)
        return first if first in self.names else min(self._known(first), default=id_)

    def name(self, person: str) -> str:
        """Return the name of a person."""
        return self.names.get(person, "")

    def ids(self, person: str) -> list[str]:
        """Return all ids of a person that have a name, the main id first."""
        first = self.joined.get(person, person)
        return [person, *(one for one in (first, *self._known(first)) if one != person and one in self.names)]

    def _known(self, first: str) -> list[str]:
        return sorted(one for one, to in self.joined.items() if to == first and one in self.names)


class Joined:
    """The joined ids of one data folder. Backups omit their file, as they omit the names."""

    def __init__(self, data: Path) -> None:
        self._file = data / JOINED

    def all(self) -> dict[str, str]:
        """Return the main id of each joined id, {} if the file is unreadable."""
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))
            return {str(one): str(to) for one, to in rows.items() if ID.fullmatch(one) and ID.fullmatch(to)}
        except (OSError, ValueError, AttributeError, TypeError, RecursionError):
            return {}

    def join(self, ids: Iterable[str], to: str) -> None:
        """Make ``to`` the main id of these ids and of all ids joined with them. Raise ``OSError``."""
        moved = set(ids) - {to}
        kept = {one: to if first in moved else first for one, first in self.all().items() if one != to}
        self._save(kept | dict.fromkeys(moved, to))

    def separate(self, ids: Iterable[str]) -> None:
        """Make each of these ids, and each id joined to one of them, a separate person again. Raise ``OSError``."""
        alone = set(ids)
        self._save({one: to for one, to in self.all().items() if one not in alone and to not in alone})

    def _save(self, joined: Mapping[str, str]) -> None:
        write_whole(self._file, json.dumps(joined, indent=1) + "\n")
