"""The page's scripts know no game: a game's data comes from its words, its box and its rule book."""

from __future__ import annotations

import re

import pytest

from companion import questions
from companion.game.library import game_class
from companion.money.ledger import BANK, POT
from companion.packages import names
from companion.questions import Question
from tests.tools import ROOT

STATIC = ROOT / "web" / "static" / "js"
SCRIPTS = sorted(STATIC.rglob("*.js"))
CLOTHS = {"roulette", "lines", "fields"}
"""The kinds of cloth that the page can draw; a game declares one of them."""
QUESTIONS = {one.kind for one in vars(questions).values() if isinstance(one, type) and issubclass(one, Question)}
SHARED = CLOTHS | QUESTIONS | {BANK, POT, "lampe", "free"}
"""Names of squares and games that scripts use with another meaning."""


def own_words(game: str) -> set[str]:
    """Return the names that belong to this game alone: its own, its squares, its decks."""
    kind = game_class(game)
    form = kind.box_form() or {}
    box = kind.example_box()
    squares = {str(square.get("kind") if isinstance(square, dict) else square) for square in box.get("ring", [])}
    return {game, *form.get("kinds", ()), *form.get("decks", ()), *squares, *kind.square_rules} - SHARED


def bare(source: str) -> str:
    """Return a script without its comments."""
    return re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", source, flags=re.DOTALL)


@pytest.mark.parametrize("game", names())
def test_no_script_names_a_game_or_its_squares(game: str) -> None:
    words = "|".join(sorted(map(re.escape, own_words(game)))) or "no word of its own"
    named = re.compile(rf"""["'`]({words})["'`]|\b({words}):(?!\w)""")
    found = [f"{path.relative_to(STATIC)}: {hit[0]}" for path in SCRIPTS for hit in named.finditer(bare(path.read_text("utf-8")))]
    assert found == []


def sums(source: str) -> list[str]:
    """Return the lists of numbers that look like chip values or amounts: three or more, each at least 25."""
    lists = re.findall(r"\[\s*((?:\d+\s*,\s*){2,}\d+)\s*\]", bare(source))
    return [one for one in lists if all(int(number) >= 25 for number in one.split(","))]


def test_no_script_lists_values_of_chips_or_amounts_of_squares() -> None:
    assert sums("const CHIPS = [25, 50, 100];") == ["25, 50, 100"]
    assert {str(path.relative_to(STATIC)): found for path in SCRIPTS if (found := sums(path.read_text("utf-8")))} == {}


def test_what_a_game_calls_its_own_is_known() -> None:
    """Otherwise the two tests above would search for nothing."""
    assert {"home_casino", "mafia", "acquisition"} <= own_words("home_casino")
    assert "chameau" in own_words("casablanca")
