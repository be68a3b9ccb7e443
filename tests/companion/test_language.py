"""Every sentence is translated when it is read; without a usable catalog it stays French."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import language
from companion.games.cassino import GAME
from companion.language import Sentence, speaking, spoken, tr, trn
from companion.words import amount, listed


def test_a_sentence_is_read_in_the_language_that_is_spoken(english: None) -> None:
    with speaking("en"):
        assert tr("{seat} dit « servi »", seat="Ann") == "Ann stands"
        with speaking("fr"):
            assert tr("{seat} dit « servi »", seat="Ann") == "Ann dit « servi »"
        assert spoken() == "en"
    assert spoken() == "fr"


def test_an_unknown_language_is_french(english: None) -> None:
    with speaking("tlh"):
        assert tr("Rien ne va plus") == "Rien ne va plus"


def test_amounts_are_written_as_the_reader_writes_them(english: None) -> None:
    assert amount(-12500) == "−12\u202f500"
    with speaking("en"):
        assert amount(-12500) == "−12,500"
        assert listed(["Ann", "Bob", "Cid"]) == "Ann, Bob and Cid"


@pytest.mark.parametrize(("number", "french", "said"), [(0, "0 lancer", "0 throws"), (1, "1 lancer", "1 throw"),
                                                        (2, "2 lancers", "2 throws")])  # fmt: skip
def test_each_language_counts_by_its_own_grammar(english: None, number: int, french: str, said: str) -> None:
    assert trn("{n} lancer", "{n} lancers", number, n=number) == french
    with speaking("en"):
        assert trn("{n} lancer", "{n} lancers", number, n=number) == said


NAMES = [
    ("Anna", "d'Anna"), ("Éloi", "d'Éloi"), ("Hugo", "d'Hugo"), ("Hélène", "d'Hélène"), ("Œdipe", "d'Œdipe"),
    ("Yves", "d'Yves"), ("Bruno", "de Bruno"), ("Yann", "de Yann"), ("Hakim", "de Hakim"), ("Home Casino", "de Home Casino"),
    ("8", "de 8"), (11, "de 11"), ("", "de "),
]  # fmt: skip
"""Names with the French elision of « de » before them."""


@pytest.mark.parametrize(("name", "joined"), NAMES)
def test_a_name_is_joined_as_french_does(name: str | int, joined: str) -> None:
    assert tr("La soirée de {who}", who=name) == f"La soirée {joined}"


def test_que_is_joined_too_but_no_word_that_only_ends_so() -> None:
    assert tr("autant que {other}, vide {other}", other="Anna") == "autant qu'Anna, vide Anna"
    assert Sentence("plus que {other}", {"other": "Hugo"}) == "plus qu'Hugo"


def test_english_joins_nothing(english: None) -> None:
    with speaking("en"):
        assert tr("Cet écran est celui de {name}.", name="Anna") == "This screen belongs to Anna."


def test_a_sentence_that_was_kept_is_read_by_each_reader_in_his_language(english: None) -> None:
    kept = Sentence("Repris après le lancer {number}.", {"number": 7})
    assert str(kept) == kept == "Repris après le lancer 7."
    with speaking("en"):
        assert str(kept) == "Resumed after throw 7."


@pytest.mark.parametrize("content", [None, b"", b"\xde\x12\x04\x95 cut short", b"\xff" * 200])
def test_a_missing_or_damaged_catalog_leaves_the_sentences_french(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "en" / "LC_MESSAGES" / "servi.mo"
    file.parent.mkdir(parents=True)
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    language.catalog.cache_clear()
    try:
        with speaking("en"):
            assert tr("{seat} dit « servi »", seat="Ann") == "Ann dit « servi »"
            assert trn("{n} lancer", "{n} lancers", 2, n=2) == "2 lancers"
    finally:
        language.catalog.cache_clear()


def test_cards_that_were_named_before_there_was_a_catalog_are_translated_after(
    english: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ten() -> str:
        language.catalog.cache_clear()
        return GAME.words.pack(None)["10H"]["text"]

    with speaking("en"), monkeypatch.context() as bare:
        bare.setattr(language, "FOLDER", tmp_path)
        assert ten() == "10 de cœur"
        bare.undo()
        assert ten() == "10 of hearts"


def test_a_translation_with_a_broken_hole_falls_back_to_its_french(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(language.gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return "{nobody} stands"

    monkeypatch.setattr(language, "catalog", lambda name: Broken())
    with speaking("en"):
        assert tr("{seat} dit « servi »", seat="Ann") == "Ann dit « servi »"
