"""A kind of projection: how Servi computes, writes and reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from companion.evening import Evening
from companion.record import record

Made = TypeVar("Made")


@record()
class Kind(Generic[Made]):
    """A pure function of an evening whose names are replaced by ids, and the JSON form of its results.

    Increase ``version`` when the result of ``make`` changes. ``remembered``: small enough to stay in memory.
    """

    name: str
    version: int
    make: Callable[[Evening], Made]
    write: Callable[[Made], Any]
    read: Callable[[Any], Made]
    remembered: bool = False
