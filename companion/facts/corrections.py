"""Corrections: facts about other facts. Nobody edits a recorded fact."""

from __future__ import annotations

from companion.facts.fact import Fact
from companion.record import record
from companion.schema import Positive


@record(kw_only=True)
class Correction(Fact):
    """A correction of the fact with number ``target``."""

    target: Positive


@record(kw_only=True)
class Amended(Correction):
    """The target was wrong; ``fact`` is the true event.

    ``visit``: the correction also replaces the player in later facts of the same visit, until the next turn.
    """

    fact: Fact
    visit: bool = False


@record(kw_only=True)
class Inserted(Correction):
    """``fact`` happened before the target, but nobody recorded it."""

    fact: Fact


@record(kw_only=True)
class Voided(Correction):
    """The target does not count; it may itself be a correction.

    ``visit``: later facts of the same visit, until the next turn, do not count either.
    """

    visit: bool = False


@record(kw_only=True)
class Restored(Correction):
    """A voided target counts again."""


def bare(fact: Fact) -> Fact:
    """Return the fact inside a correction, or the fact itself."""
    return fact.fact if isinstance(fact, Amended | Inserted) else fact
