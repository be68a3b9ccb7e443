"""The catalogs contain every sentence of the sources, and the sources hide none."""

from __future__ import annotations

import ast
import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract

from tests.english import french
from tests.tools import ROOT
from web import catalogs
from web.packed import bare
from web.sentences import placeholders

CALL = re.compile(r'(?<![\w$.])tn?\(\s*("(?:[^"\\\n]|\\.)*")')
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
ALIKE = 110
"""Fewer sentences than this may be equal in both languages (names of games, "Total", "421")."""


def messages() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return each sentence of the English catalog with its translation, one or two forms each."""
    found = []
    for message in catalogs.read("en"):
        if message.id:
            pair = (message.id, message.string)
            found.append(tuple(one if isinstance(one, tuple) else (one,) for one in pair))
    return found  # type: ignore[return-value]


@cache
def sentences() -> dict[tuple[str, ...], list[str]]:
    return catalogs.sentences()


def in_file(path: Path) -> set[str]:
    """Return the sentences found in a file, singular and plural."""
    name = str(path.relative_to(ROOT))
    return {one for texts, places in sentences().items() if name in places for one in texts}


def test_every_sentence_is_in_the_catalog_and_no_other() -> None:
    """After a change of a sentence, run ``./servi words``."""
    there = {ids for ids, _ in messages()}
    wanted = set(sentences())
    assert sorted(wanted - there) == []
    assert sorted(there - wanted) == []


def test_every_sentence_has_its_english() -> None:
    assert [ids[0] for ids, told in messages() if not all(told)] == []
    assert [message.id for message in catalogs.read("en") if message.fuzzy and message.id] == []


def test_both_sides_have_the_same_holes_and_edges() -> None:
    found = []
    for ids, told in messages():
        for source, said in zip(ids, told, strict=True):
            edges = [(text != text.lstrip(), text != text.rstrip()) for text in (source, said)]
            if placeholders(source) != placeholders(said) or edges[0] != edges[1]:
                found.append((source, said))
    assert found == []


RETIRED = re.compile(
    r"\bvotre tour\b|\b[dD]épartage\b(?! aux deux dés)|\b(?:horizontale|verticale) [1-3{]|^Bien[ .!]*$"
    r"|compte le tour|dans la moyenne|maximum du livret|passer à (?:oui|non)\b|depuis le premier casino"
)
"""Pattern of second names for things that already have one, and of words that players did not understand."""


def test_one_thing_has_one_name() -> None:
    assert [one for texts in sentences() for one in texts if RETIRED.search(one)] == []


@pytest.mark.parametrize("text", ["C'est votre tour", "Le départage", "Ligne horizontale 1", "Bien", "passer à oui"])
def test_a_second_name_is_seen(text: str) -> None:
    assert RETIRED.search(text)


def test_a_sentence_goes_on_with_a_capital_after_a_full_stop() -> None:
    after = re.compile(r"(?<!p)(?<!ex)(?<!etc)[.!?] [a-zàâéèêîôù]")
    assert [one for texts in sentences() for one in texts if after.search(one)] == []


def test_no_english_sentence_is_french() -> None:
    assert [told for _, told in messages() if any(french(one) for one in told)] == []
    assert sum(ids == told for ids, told in messages()) < ALIKE


def test_a_catalog_compiles_to_what_gettext_reads(tmp_path: Path) -> None:
    import gettext

    file = catalogs.compiled("en", tmp_path / "en" / "LC_MESSAGES" / "servi.mo")
    with file.open("rb") as opened:
        read = gettext.GNUTranslations(opened)
    for ids, told in messages():
        said = tuple(read.ngettext(*ids, n) for n in (1, 2)) if len(ids) > 1 else (read.gettext(ids[0]),)
        assert said == told


def found(method: str, source: str, **options: Any) -> list[Any]:
    """Return the messages that one of Babel's methods finds in a source, with the catalogs' keywords."""
    return [row[1] for row in extract(method, io.BytesIO(source.encode()), catalogs.KEYWORDS, options=options)]


@pytest.mark.parametrize(("source", "sentences"), [
    ('t("Fermer")', ["Fermer"]),
    ('at("direct"); start("b")', []),
    ('tn("{n} fait",\n  "{n} faits", k, { n: k })', [("{n} fait", "{n} faits")]),
    (r't("«\u00a0oui\u00a0» \"là\"")', ["«\u00a0oui\u00a0» \"là\""]),
    ('`${i}. ${square.text ?? t("inconnue")}`', ["inconnue"]),
])  # fmt: skip
def test_sentences_of_scripts_are_found(source: str, sentences: list[Any]) -> None:
    assert found("javascript", source, **catalogs.OPTIONS["**.js"]) == sentences


def test_sentences_of_python_templates_and_house_rules_are_found() -> None:
    python, tables = "web.sentences:in_python", {"tables": True}
    source = 'A = {"x": ("un", {"y": "deux"}), "z": "♠"}\n_B = {"x": "camel"}\nc = tr("trois", n=tr(A["x"]))\ntrn("q", "qs", 4)'
    assert found(python, source) == ["trois", ("q", "qs")]
    assert set(found(python, source, **tables)) == {"un", "deux", "trois", ("q", "qs")}
    inside = 'class W:\n    A = {"x": "un"}\n    B: ClassVar[str] = "deux"\n    _C = "camel"\n    def f(self): D = "non"'
    assert found(python, inside, **tables) == ["un", "deux"]
    assert found("jinja2", '<a title="{{ _("La table") }}">{{ _("{n} €", n=2) }}') == ["La table", "{n} €"]
    rules = '[{"label_fr": "Remise", "help_fr": "Dite."}]'
    assert found("web.sentences:in_house_rules", rules) == ["Remise", "Dite."]


SOURCES = [
    path
    for package in ("companion", "hardware", "vision", "web")
    for path in sorted((ROOT / package).rglob("*"))
    if path.suffix in (".py", ".js", ".html") and "training" not in path.parts
]


@pytest.mark.parametrize("path", [p for p in SOURCES if p.suffix == ".js"], ids=lambda p: str(p.relative_to(ROOT)))
def test_no_script_says_french_words_that_cannot_be_found(path: Path) -> None:
    """Every French literal is in ``t("…")``, as a whole literal.

    Babel misses a call in the arguments of another ``t``, and a call with braces inside the braces of a template.
    Assign its text to a name first.
    """
    source = bare(path.read_bytes()).decode()
    found = in_file(path)
    calls = {json.loads(text) for text in CALL.findall(source)}
    told = [LITERAL.sub("", call) for call in re.findall(r"(?<![\w$.])tn?\(\s*[^\"\s)][^)]*\)", source)]
    loose = []
    for literal in LITERAL.findall(re.sub(r"\s//.*", "", source)):
        text = re.sub(r"\$\{[^}]*\}", "", literal[1:-1])
        plain = text.encode().decode("unicode_escape").encode("latin-1", "ignore").decode("utf-8", "ignore")
        style = "--" in literal or re.fullmatch(r"[a-z -]+-[a-z -]+", text)
        if french(text) and " " in text and not {text, plain} & found and not style:
            loose.append(literal)
    assert loose == []
    assert calls - found == set()
    assert [one for one in told if path.name != "words.js"] == []


@pytest.mark.parametrize("path", [p for p in SOURCES if p.suffix == ".html"], ids=lambda p: p.name)
def test_no_template_says_french_words_that_cannot_be_found(path: Path) -> None:
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", " ", path.read_text("utf-8"), flags=re.DOTALL)
    assert not french(text), text.split()


RAW = {"companion/demo.py", "companion/language.py", "hardware/wiring.py", "hardware/doctor.py", "vision/watching/sheet.py",
       "vision/watching/track.py", "vision/teaching/teach.py"}  # fmt: skip
"""Files whose French no page shows: printed drawings, commands, names."""


@pytest.mark.parametrize("path", [p for p in SOURCES if p.suffix == ".py"], ids=lambda p: str(p.relative_to(ROOT)))
def test_no_module_says_french_sentences_that_cannot_be_found(path: Path) -> None:
    if str(path.relative_to(ROOT)) in RAW:
        return
    tree = ast.parse(path.read_text("utf-8"))
    found = in_file(path)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    whole = re.compile(r"[éèêàçù«»].* .* |^[A-ZÀÉ][\wéèà']+ .*[.?!:]$")
    loose = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
        and node.value not in found and french(node.value) and whole.search(node.value)
    ]  # fmt: skip
    assert loose == []


def test_helpers_are_called_with_their_sentence_in_place() -> None:
    """``tr(words)`` is for word tables; elsewhere the extraction would miss the sentence."""
    for path in SOURCES:
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in catalogs.KEYWORDS:
                    assert not any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in node.args[:2]), path
