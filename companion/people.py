"""The known players: name, colour and age, stored in the data folder. The latest ``MOST`` stay until forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.disk import write_whole
from companion.facts import Seat
from companion.record import record
from companion.swap import PEOPLE

MOST = 60


@record()
class Person:
    """A known player; ``age`` in years, 0 if unknown."""

    name: str
    colour: str | None = None
    age: int = 0


class People:
    """The known players of one data folder, most recent first."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / PEOPLE

    def all(self) -> list[Person]:
        """Return all known players; none if the file is unreadable."""
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))
            return [_person(row) for row in rows][:MOST]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return []

    def learn(self, seats: Iterable[Seat]) -> None:
        """Remember the players who sit down now; without a new age, keep the old one. Raise ``OSError``."""
        known = {person.name: person for person in self.all()}
        here = [Person(s.name, s.colour, s.age or (known[s.name].age if s.name in known else 0)) for s in seats]
        names = {person.name for person in here}
        self._save([*here, *(person for name, person in known.items() if name not in names)])

    def forget(self, name: str) -> bool:
        """Forget a player; return whether the name was known. Raise ``OSError``."""
        everybody = self.all()
        left = [person for person in everybody if person.name != name]
        if len(left) < len(everybody):
            self._save(left)
        return len(left) < len(everybody)

    def _save(self, people: list[Person]) -> None:
        rows = [asdict(person) for person in people[:MOST]]
        write_whole(self._file, json.dumps(rows, ensure_ascii=False, indent=1) + "\n")


def _person(row: dict[str, Any]) -> Person:
    name, colour, age = row["name"], row.get("colour"), row.get("age", 0)
    if not isinstance(name, str) or not isinstance(colour, str | None) or type(age) is not int:
        raise ValueError("a person has a name, a colour and an age")
    return Person(name[:30], colour, age)
