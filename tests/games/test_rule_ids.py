"""Every rule id of a rule book occurs in a test or a vector."""

from __future__ import annotations

import re
from functools import cache

import pytest

from companion.game.words import words_of
from companion.packages import installed, names
from tests.games.tables import Evening
from tests.test_vectors import folders
from tests.tools import ROOT
from tests.vectors.common import RULES

ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+-\d+\b")


@cache
def told() -> frozenset[str]:
    """Return the rule ids in tests and vectors."""
    files = [*(ROOT / "tests").rglob("*.py"), *(file for there in folders() for file in there.glob("*.json"))]
    return frozenset(found for file in files for found in ID.findall(file.read_text("utf-8")))


@pytest.mark.parametrize("game", names())
def test_every_rule_of_the_book_is_played_by_a_test(game: str) -> None:
    if not installed()[game].distribution and not (RULES / "vectors").is_dir():
        pytest.skip("the vectors are not here")
    said = words_of(Evening(game, "ABC").game).rules()
    silent = sorted(set(said) - told())
    assert not silent, f"no vector names these in its rule or note, and no test does: {' '.join(silent)}"
