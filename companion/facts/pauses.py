"""Facts of a pause: the table puts the evening away and lays it out again; the game itself does not change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.facts.fact import TableWord
from companion.schema import Text40


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseFact(TableWord):
    """A fact of a pause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPaused(PauseFact):
    """The table put the evening away until another day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut(PauseFact):
    """The table laid out an account's things as listed on the pause sheet; ``done=False`` takes that back."""

    account: Text40
    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResumed(PauseFact):
    """The table resumed the evening."""
