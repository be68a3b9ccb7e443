"""What a game promises to the tests that hold for every game; each says it in its own ``contract.py``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A blank score sheet: what stands above it, what a line is, columns that are nobody's, what it counts in."""

    heads: tuple[str, ...]
    line: str
    beside: tuple[str, ...] = ()
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What the tests must know of a game."""

    prefix: str
    """How the ids of its rules and vectors begin, such as ``HC``."""
    endings: frozenset[str]
    """The ways in which it can end; an evening is kept for each."""
    sheet: Sheet
    bank_may_owe: bool = False
    """Whether the bank pays what it does not have, and notes a debt."""
    endless: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``GameStarted`` with which an evening goes on for long."""
