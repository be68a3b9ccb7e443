"""A decorator for value classes: a dataclass that is quick to define and to create."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, kw_only_default=False, field_specifiers=(field,))
def record(*, kw_only: bool = False) -> Callable[[type[Made]], type[Made]]:
    """Make a class a dataclass that the type checker treats as frozen; it compares, hashes and shows its fields.

    It is not frozen at run time: a frozen dataclass takes four times as long to create, and one replay creates more
    than ten thousand questions. Only ``__init__`` is compiled for each class: compiling the other methods too takes
    twice as long, and each start defines more than two hundred classes.
    """

    def define(cls: Any) -> Any:
        made: Any = dataclass(slots=True, kw_only=kw_only, eq=False, repr=False)(cls)
        names = [each.name for each in fields(made) if each.compare]
        values = attrgetter("__class__", *names)  # the class too, because ``attrgetter`` needs at least one name

        def equal(self: Any, other: object) -> Any:
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        made.__eq__ = equal
        made.__hash__ = lambda self: hash(values(self))
        made.__repr__ = lambda self: (
            f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"
        )
        return made

    return define
