"""The reader's language. The source of every sentence is French, which is also the key of its translations.

Catalogs are gettext's own: ``locale/LANGUAGE/LC_MESSAGES/servi.po``, compiled at set-up. Where one is missing or
damaged the reader gets the French sentence.
"""

from __future__ import annotations

import gettext
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

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
        return gettext.translation(DOMAIN, FOLDER, [language])
    except Exception as error:  # a file cut short fails in many ways, and none may cost a game
        LOG.warning("no words in %s (%s): sentences stay French; ./servi compiles them", language, error)
        return gettext.NullTranslations()


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
        return said.format_map(holes)
    except (KeyError, IndexError, ValueError):  # the translation is damaged
        return source.format_map(holes)


class Sentence(str):
    """A sentence that is kept and read later: a French text whose ``str`` is in the language of whoever reads.

    >>> Sentence("Fait {number} :", {"number": 3}) == "Fait 3 :"
    True
    """

    text: str
    holes: Mapping[str, Any]

    def __new__(cls, text: str, holes: Mapping[str, Any] | None = None) -> Sentence:
        made = super().__new__(cls, text.format_map(holes) if holes else text)
        made.text, made.holes = text, holes or {}
        return made

    def __str__(self) -> str:
        return tr(self.text, **self.holes)
