"""Games of other packages: found by entry point, offered and played; without its game an evening is read-only."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from companion import packages, players
from companion.errors import BadCommand
from companion.facts import DiceThrown, GameStarted, SeatTaken, Voided, encode
from companion.game import library
from companion.game.base import Game
from companion.game.library import game_class, playable, reading_class
from companion.game.words import GameWords, words_of
from companion.language import speaking, tr
from companion.packages import Installed, installed, names, packaged
from companion.table import Table
from tests import pages
from tests.tools import ROOT
from web import catalogs
from web.drawing.games import games_rows, past_row

SEATS = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Ben", "Chloé"))]

OWN = ("home_casino", "les_cases_si_no", "casino_pirate", "cassino", "casablanca", "free")
"""Servi's own games in the order of the set-up page."""


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove the example package, as after its uninstallation."""
    here = {name: game for name, game in installed().items() if not game.distribution}
    monkeypatch.setattr(packages, "installed", lambda: here)
    library._loaded.cache_clear()
    yield
    library._loaded.cache_clear()


def played(folder: Path, facts: int = 12) -> None:
    """Record an unfinished evening of the example in this folder's journal."""
    table, random = Table(folder), Random("gone")
    assert table.start({"game": "cochon", "seats": SEATS, "target": 100}).ok
    while (evening := table.evening()) and evening.number < facts:
        fact = players.turn(evening.play, random)
        assert fact is not None
        assert table.submit(fact).ok
    table.close()


def test_servis_own_games_come_first_and_name_no_package() -> None:
    assert names()[: len(OWN)] == OWN
    assert {installed()[name].distribution for name in OWN} == {""}
    assert installed()["cochon"] == Installed("cochon", "servi_cochon", "servi-cochon")


def test_a_checkout_finds_its_own_games_whatever_the_environment_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servi's own games are found even if the environment has no entry points."""
    monkeypatch.setattr(packages, "entry_points", lambda group: ())
    assert tuple(installed.__wrapped__()) == OWN


def test_a_second_game_of_a_name_is_left_out(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    others = [Installed("cassino", "stranger", "stranger"), Installed("x", "b", "b"), Installed("x", "a", "a")]
    monkeypatch.setattr(packages, "_others", lambda: others)
    found = installed.__wrapped__()
    assert (found["cassino"].distribution, found["x"].distribution) == ("", "a")
    assert len(caplog.records) == 2


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise RuntimeError('broken')", "RuntimeError: broken"),
        ("GAME = object", "TypeError"),
        ("from companion.game.base import Game\nclass GAME(Game):\n    name = 'bad'\n", "AttributeError"),
        ("from servi_cochon import GAME as G\nclass GAME(G):\n    name = 'other'\n", "name is 'bad'"),
        ("from servi_cochon import GAME as G\nclass GAME(G):\n    name = 'bad'\n    players_allowed = (2, 13)\n", "12"),
    ],
)
def test_a_package_that_cannot_be_loaded_costs_no_other_game(
    source: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad_game.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    here = {**installed(), "bad": Installed("bad", "bad_game", "bad-game")}
    monkeypatch.setattr(packages, "installed", lambda: here)
    library._loaded.cache_clear()
    sys.modules.pop("bad_game", None)
    with pytest.raises(BadCommand, match=why):
        game_class("bad")
    assert [game.name for game in playable()] == [name for name in here if name != "bad"]
    assert not reading_class("bad").here
    assert why in library.broken()["bad"]
    library._loaded.cache_clear()


def test_it_stands_on_the_set_up_page_with_its_house_rules_and_is_played(tmp_path: Path) -> None:
    row = next(row for row in games_rows() if row["id"] == "cochon")
    assert (row["title"], row["players"], row["targets"]) == ("Le Cochon", [2, 12], [100, 50])
    assert "Finir le tour de table" in [rule["label"] for rule in row["house"]]
    played(tmp_path)
    table = Table(tmp_path)
    view = pages.view(table)
    assert (view["title"], view["phase"], view["scene"]["title"]) == ("Le Cochon", "playing", "Le tour")
    started = table.evening().entries[0].fact  # type: ignore[union-attr]
    assert isinstance(started, GameStarted)
    assert started.package == "servi-cochon"
    table.close()


@pytest.mark.parametrize("name", [name for name, game in installed().items() if game.distribution])
def test_every_sentence_of_a_package_has_its_english(name: str) -> None:
    """A sentence that Servi already translates needs no entry in the package's en.json."""
    package = installed()[name].package
    known = {one for text in catalogs.sentences() for one in text} | set(packaged(package, "en.json") or ())
    found = catalogs.sentences(Path(str(files(package))))
    lacking = sorted({one for text in found for one in text} - known)
    assert not lacking, f"for en.json:\n{json.dumps(dict.fromkeys(lacking, ''), ensure_ascii=False, indent=2)}"


def test_a_package_brings_its_own_translations(english: None) -> None:
    with speaking("en"):
        assert words_of(game_class("cochon")).end("target") == "target reached"
        assert tr(words_of(game_class("cochon")).TITLE) == "Pig"
        assert words_of(game_class("cassino")).called() == ("point", "points")


@pytest.mark.usefixtures("gone")
def test_an_evening_whose_game_is_gone_is_read_and_exported_and_nothing_else(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as before:
        before.setattr(packages, "installed", installed)
        library._loaded.cache_clear()
        played(tmp_path)
        table = Table(tmp_path)
        told = [line["text"] for line in pages.report(table)]
        table.close()
    library._loaded.cache_clear()
    table = Table(tmp_path)  # opening the table continues the evening, as after a restart
    view = pages.view(table)
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben", "Chloé"]
    assert (view["phase"], view["questions"], view["debts"], view["misfits"]) == ("playing", [], [], [])
    assert view["banner"] == [
        "Le jeu de cette soirée n'est pas installé : elle se lit et s'exporte. Il vient de « servi-cochon »."
    ]
    lines = [line["text"] for line in pages.report(table)]
    assert len(lines) == len(told)
    # without the game, a line lacks its consequences
    assert all(seen.startswith(line) for seen, line in zip(told, lines, strict=True))
    assert table.summary() is not None
    seen = view["number"]
    for fact in (DiceThrown(seat="A", dice=()), SeatTaken(seat="A", name="Zoé"), Voided(target=seen)):
        refusal = table.submit(encode(fact), seen=seen, force=True).refusal
        assert refusal is not None
        assert (refusal.code, refusal.detail, refusal.overrulable) == (
            "GAME_MISSING",
            {"package": "servi-cochon"},
            False,
        )
        assert table.preview(fact) is not None
    for done in (table.undo_last(), table.rematch(), table.hand_over("bank", "A", None)):
        assert not done.ok
    assert pages.refusal(table.undo_last(), table)["allowed"] == "Installer « servi-cochon », puis rouvrir la table."
    row = next(row for row in (past_row(one) for one in table.evenings()))
    assert row["missing"] == view["banner"][0]
    text = table.export(row["id"])
    assert table.end_game().ok
    assert table.import_evening(text.encode()) == 2
    assert table.last_setup() is None
    with pytest.raises(BadCommand, match="cochon"):
        table.start({"game": "cochon", "seats": SEATS})
    assert table.resume(2).ok
    table.close()


def test_an_evening_taken_up_with_its_package_goes_on_where_it_was(tmp_path: Path) -> None:
    played(tmp_path, 9)
    table = Table(tmp_path)
    evening = table.evening()
    assert evening is not None
    fact = players.turn(evening.play, Random(1))
    assert fact is not None
    assert table.submit(replace(fact, how="tap")).ok
    table.close()


def test_the_guide_names_every_hook() -> None:
    """An author of a game learns of the hooks only from docs/new_game.md."""
    guide = (ROOT / "docs" / "new_game.md").read_text("utf-8")
    hooks = {
        name
        for kind in (Game, GameWords)
        for name in dir(kind)
        if (getattr(kind, name).__doc__ or "").startswith("Hook:") and not name.startswith("_")
    }
    assert len(hooks) > 30
    assert {name for name in hooks if f"`{name}`" not in guide} == set()
    assert len(guide.splitlines()) <= 120
