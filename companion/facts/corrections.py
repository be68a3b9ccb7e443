"""Facts about facts: nothing is ever edited."""

from __future__ import annotations

from dataclasses import dataclass

from companion.facts.fact import Fact
from companion.schema import Positive


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Fact):
    """A fact about a fact."""

    target: Positive


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended(Correction):
    """The target was in truth ``fact``."""

    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Inserted(Correction):
    """Before the target ``fact`` had happened and was not told."""

    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided(Correction):
    """The target does not count (an amendment may be a target too)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(Correction):
    """A voided target counts again."""


def bare(fact: Fact) -> Fact:
    """Return the fact inside a correction, or the fact itself."""
    return fact.fact if isinstance(fact, Amended | Inserted) else fact
