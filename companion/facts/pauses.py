"""The evening is put away and laid out again; nothing of the game itself changes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.facts.fact import TableWord
from companion.schema import Text40


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseFact(TableWord):
    """A fact of a pause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPaused(PauseFact):
    """The evening is put away until another day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut(PauseFact):
    """What lies before an account is as the sheet of the pause says (``done=False``: not yet after all)."""

    account: Text40
    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResumed(PauseFact):
    """Everything lies there again: the evening goes on."""
