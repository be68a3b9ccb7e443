"""Damage to the stored facts of an evening."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import Literal

from companion.language import Sentence
from companion.record import record


class Harm(StrEnum):
    """The kind of damage to a fact."""

    MISSING = "missing"
    ALTERED = "altered"
    UNREADABLE = "unreadable"
    UNPLAYABLE = "unplayable"


@record()
class Damage:
    """Damaged facts of an evening, from ``number`` to ``last``; ``last`` 0 means all facts from ``number`` on.

    ``at`` is the time of the first one, or of the fact before it, in seconds since 1970. ``healed`` is "mirror" if the
    journal lost the facts and the mirror had them, "journal" in the opposite case, "" if neither has them.
    """

    evening: int
    number: int
    harm: Harm
    at: float = 0.0
    last: int = 0
    healed: Literal["", "mirror", "journal"] = ""

    def sentence(self) -> Sentence:
        """Return a sentence about the damage, for players."""
        text = WORDS[self.healed or self.harm]
        return Sentence(text, {"number": self.number, "last": self.last, "at": clock(self.at)})

    def __str__(self) -> str:
        facts = f"facts {self.number}-{self.last} are" if self.last > self.number else f"fact {self.number} is"
        rest = f", whole in the {self.healed}" if self.healed else ""
        return f"evening {self.evening}, {clock(self.at)}: {facts} {self.harm}{rest}"


WORDS = {
    Harm.MISSING: Sentence("La ligne {number} de la soirée manque ; la dernière qui reste date du {at}.").text,
    Harm.UNREADABLE: Sentence("La ligne {number} de la soirée ({at}) ne se lit plus.").text,
    Harm.UNPLAYABLE: Sentence("La ligne {number} de la soirée ({at}) ne se joue plus.").text,
    "mirror": Sentence(
        "Le journal était abîmé : les lignes {number} à {last} (dès le {at}) sont revenues du miroir, rien n'est perdu."
    ).text,
    "journal": Sentence(
        "Le miroir était abîmé aux lignes {number} à {last} (dès le {at}) : il est refait, rien n'est perdu."
    ).text,
}


def clock(at: float) -> str:
    """Return a time in seconds since 1970 as local date, hours and minutes, "?" if it is not after 0 or not valid."""
    try:
        return time.strftime("%d/%m/%Y, %H:%M", time.localtime(at)) if at > 0 else "?"
    except (OverflowError, ValueError, OSError):
        return "?"
