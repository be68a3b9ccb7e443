"""A kind of projection: how it is computed, written and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.evening import Evening

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Kind(Generic[Made]):
    """A pure function of an evening that holds ids for names, and the JSON of its results.

    A change of what ``make`` returns needs a new ``version``. ``remembered``: small enough to stay in memory.
    """

    name: str
    version: int
    make: Callable[[Evening], Made]
    write: Callable[[Made], Any]
    read: Callable[[Any], Made]
    remembered: bool = False
