"""The test contract of a game: the declarations in its ``contract.py`` for the tests of every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion.record import record


@record(kw_only=True)
class Sheet:
    """A blank score sheet: its head fields, name of a line, columns without a player, and name of money in its note."""

    heads: tuple[str, ...]
    line: str
    beside: tuple[str, ...] = ()
    money: str = ""


@record(kw_only=True)
class Contract:
    """The properties of a game that the common tests need."""

    prefix: str
    """Prefix of its rule and vector ids, such as ``HC``."""
    endings: frozenset[str]
    """Its ways to end; a recorded evening is kept for each."""
    sheet: Sheet
    bank_may_owe: bool = False
    """Whether the bank pays beyond its chips and notes a debt."""
    below_zero: bool = False
    """Whether a score may fall below zero."""
    endless: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``GameStarted`` that make an evening long."""
