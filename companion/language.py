"""Translation into the reader's language. French is the source; each French sentence is its own key.

Catalogs are in gettext format: ``locale/LANGUAGE/LC_MESSAGES/servi.po``, compiled at set-up. If one is missing or
damaged, the reader gets the French sentence.
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

from companion.packages import installed, packaged

LOG = logging.getLogger(__name__)

SOURCE = "fr"
LANGUAGES = {"fr": "Français", "en": "English"}
"""The available languages by code, each under its own name."""

FOLDER = Path(__file__).parent / "locale"
DOMAIN = "servi"

_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE)


def spoken() -> str:
    """Return the current reader's language."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language within the block; an unknown code means French."""
    before = _spoken.set(language if language in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """Return the translations into a language; without a usable catalog, only those of other packages' games."""
    if language == SOURCE:
        return gettext.NullTranslations()
    try:
        found: gettext.NullTranslations = gettext.translation(DOMAIN, FOLDER, [language])
    except Exception as error:  # a truncated file fails in many ways; none of them may stop the game
        LOG.warning("no words in %s (%s): sentences stay French; ./servi compiles them", language, error)
        found = gettext.NullTranslations()
    for game in installed().values():
        if game.distribution:
            found.add_fallback(Brought(packaged(game.package, f"{language}.json") or {}))
    return found


class Brought(gettext.NullTranslations):
    """The translations in a game's own package: a text for each French sentence, or a list of singular and plural."""

    def __init__(self, sentences: Mapping[str, str | list[str]]) -> None:
        super().__init__()
        self._sentences = sentences

    def gettext(self, message: str) -> str:
        found = self._sentences.get(message)
        return found if isinstance(found, str) else super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self._sentences.get(msgid1)
        return found[n != 1] if isinstance(found, list) else super().ngettext(msgid1, msgid2, n)


def tr(text: str, /, **values: Any) -> str:
    """Return a sentence in the reader's language, with its ``{placeholders}`` filled.

    >>> tr("{seat} dit « servi »", seat="Anna")
    'Anna dit « servi »'
    """
    language = spoken()
    translated = catalog(language).gettext(text) if text and language != SOURCE else text
    return _filled(translated, text, values) if values else translated


def trn(one: str, many: str, number: int, /, **values: Any) -> str:
    """Return the singular or plural sentence, chosen by the grammar of the reader's language.

    >>> trn("{n} lancer", "{n} lancers", 0, n=0)
    '0 lancer'
    """
    source = one if abs(number) < 2 else many
    language = spoken()
    translated = source if language == SOURCE else catalog(language).ngettext(one, many, number)
    if translated in (one, many):  # no translation
        translated = source
    return _filled(translated, source, values)


def _filled(translated: str, source: str, values: Mapping[str, Any]) -> str:
    try:
        return filled(translated, values)
    except (KeyError, IndexError, ValueError):  # the translation is damaged
        return filled(source, values)


ELIDED = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e \{(\w+)\}")
"""French words that lose their e before a vowel, with the placeholder after them."""

OPEN = re.compile(r"[aeiouœæ]|h(?=[eiouy])(?!ome\b)|y(?=[b-df-hj-np-tv-z])", re.IGNORECASE)
"""Word beginnings that cause elision: a vowel, a mute h, a vocalic y."""


def filled(text: str, values: Mapping[str, Any]) -> str:
    """Fill the placeholders of a sentence, with French elision of « de » and « que » before a name.

    >>> filled("à gauche de {name}", {"name": "Anna"}), filled("à gauche de {name}", {"name": "Hakim"})
    ("à gauche d'Anna", 'à gauche de Hakim')
    """
    if _joins(text):
        text = ELIDED.sub(lambda de: f"{de[1]}'{{{de[2]}}}" if _open(str(values[de[2]])) else de[0], text)
    return text.format_map(values)


@cache
def _joins(text: str) -> bool:
    return ELIDED.search(text) is not None


def _open(word: str) -> bool:
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return OPEN.match(bare) is not None


class Sentence(str):
    """A French text stored for later; ``str`` translates it into the reader's language.

    >>> Sentence("Fait {number} :", {"number": 3}) == "Fait 3 :"
    True
    """

    text: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, values: Mapping[str, Any] | None = None) -> Sentence:
        made = super().__new__(cls, filled(text, values) if values else text)
        made.text, made.values = text, values or {}
        return made

    def __str__(self) -> str:
        return tr(self.text, **self.values)
