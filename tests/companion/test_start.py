"""The starting chips are listed before the first turn only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.evening import Entry, Evening
from companion.facts import BetPlaced, CasinoChosen, DiceThrown, Die, TurnGiven
from companion.table import Table
from tests import pages
from tests.companion import evenings

SEATS = [{"name": name, "age": 30 + i} for i, name in enumerate(("Anna", "Ben", "Chloé"))]


def started(tmp_path: Path, game: str, **more: object) -> Table:
    table = Table(tmp_path)
    table.start({"game": game, "seats": SEATS, **more})
    return table


def test_the_chips_are_told_piece_by_piece_until_the_first_throw(tmp_path: Path) -> None:
    """HC-SET-8 to 13."""
    table = evenings.table(tmp_path)
    start = pages.view(table)["start"]
    told = "La banque donne 4\u202f000 à chacun : 2_×_1\u202f000, 2_×_500, 6_×_100, 5_×_50 et 6_×_25."
    assert start["text"] == told.replace("_", "\u00a0")
    assert start["chips"] == {"1000": 2, "500": 2, "100": 6, "50": 5, "25": 6}
    table.submit(DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2))))
    assert pages.view(table)["start"] is None


def test_choosing_a_casino_is_still_before_the_start(tmp_path: Path) -> None:
    table = evenings.table(tmp_path, colours=False)
    table.submit(CasinoChosen(seat="A", colour="rouge"))
    assert pages.view(table)["start"]["text"].startswith("La banque donne")


def test_a_word_that_comes_too_early_says_what_the_table_waits_for(tmp_path: Path) -> None:
    """Regression: the refusal said « La table attend : . »."""
    table = evenings.table(tmp_path, colours=False)
    refusal = pages.refusal(table.submit(TurnGiven(seat="A")), table)
    assert refusal["allowed"].replace("\u00a0", " ") == "La table attend : quel casino de départ."


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("casablanca", "Chacun reçoit 2\u202f000 en billets, en verse 700 à la caisse et garde 1\u202f300"),
        ("casino_pirate", "Chacun prend 10 trésors"),
        ("les_cases_si_no", "Chacun prend les quatre jetons"),
    ],
)
def test_every_game_with_something_to_take_says_so(tmp_path: Path, game: str, told: str) -> None:
    assert pages.view(started(tmp_path, game))["start"]["text"].startswith(told)


@pytest.mark.parametrize(("box", "known"), [("exemple", True), ("vide", False)])
def test_the_rest_of_the_notes_is_told_only_where_the_box_counts_it(tmp_path: Path, box: str, known: bool) -> None:
    """Regression: for an uncounted box the page gave "the rest" to the cash, which held only the stakes."""
    view = pages.view(started(tmp_path, "casablanca", box=box))
    assert ("l'argent restant y va aussi" in view["start"]["text"]) == known == (view["accounts"]["pot"] > 3 * 700)


def test_a_game_without_money_says_nothing(tmp_path: Path) -> None:
    assert pages.view(started(tmp_path, "cassino"))["start"] is None


def test_who_goes_on_with_an_evening_has_his_chips_already() -> None:
    begun = replace(evenings.started(3), carried={"chips": {"A": 2000, "B": 3000, "C": 4000}, "bank": 151_500})
    assert pages.shown(Evening([Entry(1, 0.0, begun)]))["start"] is None


def test_a_croupier_is_not_told_that_all_chips_lie_there_while_some_do_not(tmp_path: Path) -> None:
    table = started(tmp_path, "les_cases_si_no", first=0)
    for faces in ((2, 3), (3, 4)):
        table.submit(DiceThrown(seat="A", dice=tuple(Die("d6", face, "white") for face in faces)))
    help_ = lambda: next(q["help"] for q in pages.view(table)["questions"] if q["topic"] == "start_draws")  # noqa: E731
    assert help_() == "Ben et Chloé posent encore leurs jetons."
    for line in ("H1:5", "H2:3", "H3:1.1", "V:8"):
        table.submit(BetPlaced(seat="B", field=line, amount=1))
    assert help_() == "Chloé pose encore ses jetons."
    for line in ("H1:6", "H2:4", "H3:2.2", "V:9"):
        table.submit(BetPlaced(seat="C", field=line, amount=1))
    assert help_().startswith("Tous les jetons sont posés")
    assert pages.view(table)["news"][0]["text"] == "Chloé pose un jeton sur 9, verticale"
