"""The text of a duel for a newcomer: the round, the throws left, the total at a stop, and why a side won."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.facts import (
    DiceThrown,
    Die,
    Landed,
    OpponentChosen,
    PawnPlaced,
    Square,
    StakePlaced,
    Stood,
)
from companion.table import Table
from tests import pages
from tests.companion import evenings


def throws(table: Table, seat: str, *faces: int, kept: tuple[int, ...] | None = None) -> None:
    told = table.submit(DiceThrown(seat=seat, dice=tuple(Die("d6", face) for face in faces), kept=kept))
    assert told.refusal is None, told.refusal


def duel(tmp_path: Path, kind: str) -> Table:
    """Return a table where Anna, the banker, has a duel with Ben, or plays Black Jack with Chloé as croupier."""
    table = evenings.table(tmp_path)
    table.submit(Landed(seat="A", square=Square(kind=kind)))
    if kind != "blackjack":
        table.submit(OpponentChosen(seat="A", opponent="B"))
    return table


def question(table: Table, kind: str = "throw") -> dict[str, Any]:
    return next(q for q in pages.view(table)["questions"] if q["kind"] == kind)


def staked(tmp_path: Path, kind: str) -> Table:
    table = duel(tmp_path, kind)
    table.submit(StakePlaced(seat="A", amount=100))
    return table


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("zanzibar", "Zanzibar : Ben pose autant ; le plus haut total de deux tours prend tout."),
        ("blackjack", "Chloé est croupier."),
    ],
)
def test_before_a_stake_it_is_said_what_is_played_and_against_whom(tmp_path: Path, kind: str, told: str) -> None:
    assert question(duel(tmp_path, kind), "stake")["worst"].startswith(told)


def test_zanzibar_tells_the_round_the_points_and_who_won(tmp_path: Path) -> None:
    table = staked(tmp_path, "zanzibar")
    assert question(table)["help"].startswith("Tour 1 sur 2")
    throws(table, "A", 1, 6, 3)
    assert pages.view(table)["throw"]["text"] == "163 points"
    throws(table, "B", 1, 1, 5)
    assert question(table)["help"].startswith("Tour 2 sur 2")
    throws(table, "A", 2, 2, 3)
    assert pages.view(table)["throw"]["result"] == ""
    throws(table, "B", 2, 3, 4)
    assert pages.view(table)["throw"]["result"] == "Ben gagne, 214 contre 170"


def test_equal_totals_of_zanzibar_tell_the_round_more(tmp_path: Path) -> None:
    table = staked(tmp_path, "zanzibar")
    for seat in "ABAB":
        throws(table, seat, 2, 3, 4)
    assert question(table)["help"].startswith("Égalité")


def test_421_tells_the_number_and_how_many_throws_are_left(tmp_path: Path) -> None:
    table = staked(tmp_path, "421")
    assert "Jusqu'à trois lancers" in question(table)["help"]
    throws(table, "A", 4, 6, 1)
    assert pages.view(table)["throw"]["text"] == "641"
    assert question(table)["help"].startswith("Encore 2 lancers au plus")
    assert question(table, "stand")["say"] == "S'arrêter à 641"
    assert "made" not in question(table, "stand")
    throws(table, "A", 2, kept=(4, 1))
    assert pages.view(table)["throw"]["text"] == "421"
    assert [line["total"] for line in pages.view(table)["scene"]["lines"]] == [421, None]
    assert question(table, "stand")["made"]
    table.submit(Stood(seat="A"))
    assert question(table)["help"].startswith("Encore 2 lancers, comme Anna")
    throws(table, "B", 6, 6, 2)
    assert question(table)["help"].startswith("Encore 1 lancer, comme Anna")
    throws(table, "B", 5, kept=(6, 6))
    assert pages.view(table)["throw"]["result"] == "Anna gagne trois fois la mise, 421 contre 665"


def test_black_jack_tells_what_servi_is_and_who_went_over(tmp_path: Path) -> None:
    table = staked(tmp_path, "blackjack")
    throws(table, "A", 6, 5, 2)
    throws(table, "C", 4, 4, 6)
    assert "« servi »" in question(table)["help"]
    assert question(table, "stand")["say"] == "Servi à 13"
    throws(table, "A", 5)
    table.submit(Stood(seat="A"))
    throws(table, "C", 6, 6)
    assert pages.view(table)["throw"]["result"] == "Chloé dépasse 21, Anna gagne"


def test_a_croupier_who_stops_leaves_the_result_beside_the_last_throw(tmp_path: Path) -> None:
    table = staked(tmp_path, "blackjack")
    throws(table, "A", 6, 5, 2)
    throws(table, "C", 4, 4, 5)
    table.submit(Stood(seat="A"))
    table.submit(Stood(seat="C"))
    assert pages.view(table)["throw"]["result"] == "13 contre 13, partie nulle, chacun reprend sa mise"
    throws(table, pages.view(table)["turn"], 1, 2)
    assert pages.view(table)["throw"]["result"] == ""


def test_who_throws_again_after_a_double_reads_why(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    table.submit(PawnPlaced(seat="A", index=0))
    assert question(table)["help"] == "Le pion avance de la somme."
    throws(table, "A", 1, 1)
    assert question(table)["help"] == "Après un double, Anna rejoue."
