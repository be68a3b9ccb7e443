"""Facts of a pause: the table puts the evening away and lays it out again; the game itself does not change."""

from __future__ import annotations

from companion.facts.fact import TableWord
from companion.record import record
from companion.schema import Text40


@record(kw_only=True)
class PauseFact(TableWord):
    """A fact of a pause."""


@record(kw_only=True)
class PlayPaused(PauseFact):
    """The table put the evening away until another day."""


@record(kw_only=True)
class LaidOut(PauseFact):
    """The table laid out an account's things as listed on the pause sheet; ``done=False`` takes that back."""

    account: Text40
    done: bool = True


@record(kw_only=True)
class PlayResumed(PauseFact):
    """The table resumed the evening."""
