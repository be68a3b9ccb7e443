"""Common words of the table: amounts, names, colours, doubts.

Sentences are data: French templates with named placeholders. The words of one game are in its ``GameWords``.
"""

from __future__ import annotations

import re
from typing import Any

from companion.errors import BadHouseRule, Unwritable
from companion.facts import Die
from companion.house import HouseRule
from companion.language import Sentence, spoken, tr, trn
from companion.money.ledger import BANK, POT, SCOREBOARD

THIN = "\u202f"
THOUSANDS = {"fr": THIN, "en": ","}
"""Thousands separator by language."""


def amount(points: int) -> str:
    """Return points formatted for the reader's language.

    >>> amount(-12500)
    '−12\\u202f500'
    """
    return ("−" if points < 0 else "") + f"{abs(points):,}".replace(",", THOUSANDS[spoken()])


def listed(names: list[str]) -> str:
    """Return names joined as a list in a sentence; the word for nobody if there are none.

    >>> listed(["Anna", "Bruno", "Chloé"])
    'Anna, Bruno et Chloé'
    """
    if len(names) > 1:
        return tr("{names} et {last}", names=", ".join(names[:-1]), last=names[-1])
    return names[0] if names else tr("personne")


UNWRITABLE = {
    Unwritable.FULL: Sentence("Le dossier ne peut pas être écrit : rien n'a changé. Faites de la place sur le disque."),
    Unwritable.PROTECTED: Sentence(
        "Le dossier est protégé en écriture : rien n'a changé. Ôtez la protection, ou changez de carte."
    ),
    Unwritable.HELD: Sentence("Un autre programme tient le journal : rien n'a changé. Fermez-le, puis recommencez."),
}
"""Messages about a failed write."""

UNWRITABLE_NOW = {
    Unwritable.FULL: Sentence(
        "Le disque est plein : rien ne peut plus être noté. Ce qui est noté est sauf ; faites de la place."
    ),
    Unwritable.PROTECTED: Sentence(
        "Le dossier des soirées est protégé en écriture. Ce qui est noté est sauf ; ôtez la protection avant de fermer la "
        "table : sinon elle ne s'ouvrira plus."
    ),
}
"""Messages while nothing can be written."""

DOUBTS = {
    "too-few": "il manque un dé", "too-many": "il y a trop de dés", "not-expected": "ce ne sont pas les dés attendus",
    "leaning": "un dé est cassé", "stacked": "un dé est sur un autre", "touching": "des dés se touchent",
    "blurred": "la photo est floue", "too-dark": "il fait trop sombre", "glare": "un reflet gêne",
    "hand": "une main est sur la piste", "not-thrown": "les dés n'ont pas été lancés", "unsure": "un dé se lit mal",
}  # fmt: skip
"""The eye's doubts in words, by code."""

TITLES = {BANK: "la banque", POT: "le pot", SCOREBOARD: "le tableau des scores", "shared": "tout le monde"}


class Names(dict[str, str]):
    """Names by seat id; the other ids of ``TITLES`` have their own words, and the name of an unknown id is the id."""

    def __missing__(self, key: str) -> str:
        return tr(TITLES.get(key, key))


class TextValues(dict[str, Any]):
    """The values of a sentence's placeholders; a missing value is empty."""

    def __missing__(self, key: str) -> str:
        return ""


def house_value(rule: HouseRule, value: Any) -> str:
    """Return the value of a house rule in words; return an invalid value unchanged.

    >>> house_value(HouseRule("tie", "flag", False, "Barrage", ""), True)
    'oui'
    """
    try:
        rule.check(value)
    except BadHouseRule:
        return str(value)
    if rule.type == "flag":
        return tr("oui") if value else tr("non")
    if rule.type == "choice":
        return tr(rule.words_fr[rule.values.index(value)])
    if rule.type == "text":
        return str(value) or tr("sans")
    return tr("sans") if value is None else amount(value)


def dice_words(wanted: str) -> str:
    """Return words for a set of d6 and d10 without ranges; return any other set unchanged.

    >>> dice_words("5d6+1d10"), dice_words("roulette")
    ('5 dés et 1 dé à dix faces', 'roulette')
    """
    found = re.findall(r"(\d+)(d6|d10)", wanted)
    if not found or "+".join(f"{number}{kind}" for number, kind in found) != wanted:
        return wanted
    return listed(
        [
            trn("{n} dé", "{n} dés", int(number), n=number)
            if kind == "d6"
            else trn("{n} dé à dix faces", "{n} dés à dix faces", int(number), n=number)
            for number, kind in found
        ]
    )


COLOURS = {
    "red": "rouge", "black": "noir", "rouge": "rouge", "bleu": "bleu", "jaune": "jaune", "noir": "noir",
    "blanc": "blanc", "vert": "vert", "orange": "orange", "violet": "violet", "rose": "rose", "gris": "gris",
    "turquoise": "turquoise", "brun": "brun",
}  # fmt: skip
"""Colours of dice, pawns and casinos in words, by code."""


def colour_name(colour: str) -> str:
    """Return a colour in words."""
    return tr(COLOURS.get(colour, colour))


def face(die: Die) -> str:
    """Return the face of a die in words.

    >>> face(Die("bicolour", "red")), face(Die("d6", 3))
    ('rouge', '3')
    """
    return colour_name(str(die.value))
