"""Damage: what is wrong with the stored facts of an evening."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum

from companion.language import Sentence


class Harm(StrEnum):
    """What happened to a fact."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    UNPLAYABLE = "unplayable"


@dataclass(frozen=True, slots=True)
class Damage:
    """The first damaged fact of an evening; ``at`` is its time in seconds since 1970, or that of the fact before it."""

    evening: int
    number: int
    harm: Harm
    at: float = 0.0

    def sentence(self) -> Sentence:
        """Return what is wrong, for players."""
        return Sentence(WORDS[self.harm], {"number": self.number, "at": clock(self.at)})

    def __str__(self) -> str:
        return f"evening {self.evening}: fact {self.number} ({clock(self.at)}) is {self.harm}"


WORDS = {
    Harm.MISSING: Sentence("L'événement {number} manque ; le dernier qui reste date du {at}.").text,
    Harm.UNREADABLE: Sentence("L'événement {number} ({at}) ne se lit plus.").text,
    Harm.UNPLAYABLE: Sentence("L'événement {number} ({at}) ne se joue plus.").text,
}


def clock(at: float) -> str:
    """Return a time as date and hour, "?" if it is no time."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at > 0 else "?"
    except (OverflowError, ValueError, OSError):
        return "?"
