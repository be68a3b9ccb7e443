"""The reader's language. The source of every sentence is French, which is also the key of its translations.

Catalogs are gettext's own: ``locale/LANGUAGE/LC_MESSAGES/servi.po``, compiled at set-up. Where one is missing or
damaged the reader gets the French sentence.
"""

from __future__ import annotations

import gettext
import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from companion.games import installed
from companion.packaged import packaged

LOG = logging.getLogger(__name__)

SOURCE = "fr"
LANGUAGES = {"fr": "Français", "en": "English"}
"""The languages that a reader can choose, by their own names."""

FOLDER = Path(__file__).parent / "locale"
DOMAIN = "servi"

_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)


def spoken() -> str:
    """Return the language of whoever reads now."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language within the block; an unknown one is the source's."""
    before = _spoken.set(language if language in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """Return the translations into a language, none where there is no usable catalog."""
    if language == SOURCE:
        return gettext.NullTranslations()
    try:
        found: gettext.NullTranslations = gettext.translation(DOMAIN, FOLDER, [language])
    except Exception as error:  # a file cut short fails in many ways, and none may cost a game
        LOG.warning("no words in %s (%s): sentences stay French; ./servi compiles them", language, error)
        found = gettext.NullTranslations()
    for game in installed().values():
        if game.distribution:
            found.add_fallback(Brought(packaged(game.package, f"{language}.json") or {}))
    return found


class Brought(gettext.NullTranslations):
    """The translations that the package of a game brings: a sentence to its own, or to the forms of one and of several."""

    def __init__(self, sentences: Mapping[str, str | list[str]]) -> None:
        super().__init__()
        self._sentences = sentences

    def gettext(self, message: str) -> str:
        found = self._sentences.get(message)
        return found if isinstance(found, str) else super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self._sentences.get(msgid1)
        return found[n != 1] if isinstance(found, list) else super().ngettext(msgid1, msgid2, n)


def tr(text: str, /, **holes: Any) -> str:
    """Return a sentence in the language of whoever reads, its ``{holes}`` filled where they are given.

    >>> tr("{seat} est servi", seat="Anna")
    'Anna est servi'
    """
    said = catalog(spoken()).gettext(text) if text else ""
    return _filled(said, text, holes) if holes else said


def trn(one: str, many: str, number: int, /, **holes: Any) -> str:
    """Return the sentence of one thing or of several, by the reader's own grammar.

    >>> trn("{n} lancer", "{n} lancers", 0, n=0)
    '0 lancer'
    """
    source = one if abs(number) < 2 else many
    language = spoken()
    said = source if language == SOURCE else catalog(language).ngettext(one, many, number)
    if said in (one, many):  # nothing was found
        said = source
    return _filled(said, source, holes)


def _filled(said: str, source: str, holes: Mapping[str, Any]) -> str:
    try:
        return filled(said, holes)
    except (KeyError, IndexError, ValueError):  # the translation is damaged
        return filled(source, holes)


ELIDED = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e \{(\w+)\}")
"""French words that lose their e before a vowel, and the hole after them."""

OPEN = re.compile(r"[aeiouœæ]|h(?=[eiouy])(?!ome\b)|y(?=[b-df-hj-np-tv-z])", re.IGNORECASE)
"""How a word begins before which they do: with a vowel, a mute h, a y that is one."""


def filled(text: str, holes: Mapping[str, Any]) -> str:
    """Fill the holes of a sentence, as French joins « de » and « que » to a name.

    >>> filled("à gauche de {name}", {"name": "Anna"}), filled("à gauche de {name}", {"name": "Hakim"})
    ("à gauche d'Anna", 'à gauche de Hakim')
    """
    if _joins(text):
        text = ELIDED.sub(lambda found: f"{found[1]}'{{{found[2]}}}" if _open(str(holes[found[2]])) else found[0], text)
    return text.format_map(holes)


@cache
def _joins(text: str) -> bool:
    return ELIDED.search(text) is not None


def _open(word: str) -> bool:
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return OPEN.match(bare) is not None


class Sentence(str):
    """A sentence that is kept and read later: a French text whose ``str`` is in the language of whoever reads.

    >>> Sentence("Fait {number} :", {"number": 3}) == "Fait 3 :"
    True
    """

    text: str
    holes: Mapping[str, Any]

    def __new__(cls, text: str, holes: Mapping[str, Any] | None = None) -> Sentence:
        made = super().__new__(cls, filled(text, holes) if holes else text)
        made.text, made.holes = text, holes or {}
        return made

    def __str__(self) -> str:
        return tr(self.text, **self.holes)
