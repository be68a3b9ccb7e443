"""The engine names no game; only a game's own folder does."""

from __future__ import annotations

import re

import pytest

from companion.game.library import game_class
from companion.packages import names
from tests.tools import ROOT

ENGINE = ROOT / "companion"
SOURCES = sorted(file for file in ENGINE.rglob("*.py") if file.relative_to(ENGINE).parts[0] not in ("games", "odds"))


ORDINARY = {"free"}
"""Games whose names are ordinary words: only their titles are searched for."""


@pytest.mark.parametrize("game", names())
def test_no_name_of_a_game_stands_in_the_engine(game: str) -> None:
    named = [re.escape(game_class(game).title()), *([] if game in ORDINARY else [game])]
    told = re.compile("|".join(named), re.IGNORECASE)
    found = [f"{file.name}: {line.strip()}" for file in SOURCES for line in file.read_text(encoding="utf-8").splitlines()
             if told.search(line)]  # fmt: skip
    assert found == []
