"""Forms: the tables of a box that a page fills in. One definition serves to draw, read and check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from companion.language import tr
from companion.record import record
from companion.words import amount

Path = tuple[str | int, ...]
"""The place of a value in a box: keys, and indices of lists."""


@record()
class Field:
    """One value of a box; ``label`` is in the reader's language."""

    path: Path
    label: str
    kind: ClassVar[str]

    def takes(self, value: Any) -> bool:
        """Whether this value is allowed here."""
        raise NotImplementedError

    def needs(self) -> str:
        """Return which values are allowed, as the end of a sentence."""
        raise NotImplementedError

    def limits(self) -> dict[str, Any]:
        """Return the limits that the page's input needs."""
        raise NotImplementedError

    def as_row(self) -> dict[str, Any]:
        """Return the field as the page reads it."""
        return {
            "kind": self.kind,
            "path": list(self.path),
            "label": self.label,
            "needs": self.needs(),
            **self.limits(),
        }


@record()
class NumberField(Field):
    """A whole number from ``low`` to ``high``, a multiple of ``step``; ``optional``: it may be missing."""

    low: int
    high: int
    step: int = 1
    optional: bool = False
    kind = "number"

    def takes(self, value: Any) -> bool:
        if value is None:
            return self.optional
        return type(value) is int and self.low <= value <= self.high and value % self.step == 0

    def needs(self) -> str:
        values = {"low": amount(self.low), "high": amount(self.high), "step": amount(self.step)}
        if self.step > 1:
            return tr("il faut un multiple de {step}, de {low} à {high}", **values)
        return tr("il faut un nombre de {low} à {high}", **values)

    def limits(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "step": self.step, "optional": self.optional}


@record()
class ChoiceField(Field):
    """One of several values; ``choices`` maps each value to its label; ``optional``: it may be missing."""

    choices: Mapping[str, str]
    optional: bool = False
    kind = "choice"

    def takes(self, value: Any) -> bool:
        if value is None:
            return self.optional
        return isinstance(value, str) and value in self.choices

    def needs(self) -> str:
        return tr("il faut l'un de ceux-ci : {choices}", choices=", ".join(self.choices.values()))

    def limits(self) -> dict[str, Any]:
        return {"choices": list(self.choices.items())}


@record()
class SeveralField(ChoiceField):
    """A set of values, at least one, none of them twice."""

    kind = "several"

    def takes(self, value: Any) -> bool:
        if value is None:
            return self.optional
        if not _is_list(value) or not value or not all(isinstance(one, str) for one in value):
            return False
        return len(set(value)) == len(value) and set(value) <= set(self.choices)

    def needs(self) -> str:
        return tr("il en faut au moins un, sans doublon, parmi : {choices}", choices=", ".join(self.choices.values()))


@record()
class NameField(Field):
    """A name, unique in its table; ``meant`` is the path of the list in the box that refers to it by name."""

    wording: str = ""
    meant: Path = ()
    longest: int = 30
    optional: bool = False
    kind = "name"

    def takes(self, value: Any) -> bool:
        if value is None:
            return self.optional
        return isinstance(value, str) and 0 < len(value.strip()) <= self.longest

    def needs(self) -> str:
        return tr("il faut un nom de {longest} lettres au plus, différent des autres", longest=self.longest)

    def limits(self) -> dict[str, Any]:
        return {"said": self.wording, "meant": list(self.meant), "longest": self.longest}


@record()
class FormTable:
    """A group of fields; ``columns`` make it a grid whose lines are labelled by ``rows``."""

    title: str
    help: str
    fields: tuple[Field, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def trouble(self, data: Any) -> str:
        """Return the first error as a sentence: an invalid field, a list of wrong length, a name used twice; or ""."""
        for one in self.fields:
            if _misplaced(data, one.path) or not one.takes(value_at(data, one.path)):
                return tr("{table}, {field} : {needs}", table=self.title, field=one.label, needs=one.needs())
        for path, count in Counter(one.path[:-1] for one in self.fields if isinstance(one.path[-1], int)).items():
            if (rows := value_at(data, path)) is not None and len(rows) != count:
                return tr("{table} : il y faut {count} valeurs", table=self.title, count=count)
        said = [value_at(data, one.path) for one in self.fields if isinstance(one, NameField)]
        names = [name.strip() for name in said if name is not None]
        if twice := [name for name, count in Counter(names).items() if count > 1]:
            return tr("{table} : « {name} » y est deux fois", table=self.title, name=twice[0])
        return ""

    def alike(self, data: Any, other: Any) -> bool:
        """Whether two boxes have the same values in these fields."""
        return all(_plain(value_at(data, one.path)) == _plain(value_at(other, one.path)) for one in self.fields)

    def as_row(self) -> dict[str, Any]:
        """Return the table as the page reads it."""
        return {
            "title": self.title,
            "help": self.help,
            "columns": list(self.columns),
            "rows": list(self.rows),
            "fields": [one.as_row() for one in self.fields],
        }


def trouble(tables: Iterable[FormTable], data: Any) -> str:
    """Return the first error of all tables as a sentence, "" if there is none."""
    return next((why for table in tables if (why := table.trouble(data))), "")


def value_at(data: Any, path: Path) -> Any:
    """Return the value at a path, None if there is none.

    >>> value_at({"seven": {"red": [400, 300]}}, ("seven", "red", 1))
    300
    """
    for step in path:
        if isinstance(data, Mapping) and isinstance(step, str):
            data = data.get(step)
        elif _is_list(data) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _misplaced(data: Any, path: Path) -> bool:
    """Whether a value on the path is neither None nor the object or list that its next step needs."""
    holders = [(value_at(data, path[:at]), step) for at, step in enumerate(path) if at]
    return any(
        value is not None and not (isinstance(value, Mapping) if isinstance(step, str) else _is_list(value))
        for value, step in holders
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _plain(value: Any) -> Any:
    return list(value) if _is_list(value) else value
