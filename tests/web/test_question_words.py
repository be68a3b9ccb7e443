"""The questions of a table say who acts, and offer only what the rules allow now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import (
    Amended,
    CardDrawn,
    CardPlayed,
    CardsShown,
    Counted,
    MoneyMoved,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    Protested,
    SeatTaken,
    StakePlaced,
    Stood,
)
from companion.report import Difference
from companion.table import Table
from tests import pages
from web.drawing.report import difference_row

PEOPLE = [
    {"name": name, "colour": colour}
    for name, colour in (("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "jaune"), ("David", "noir"))
]
FULL = {"cards": 52, "spades": 13, "aces": 4, "big": 1, "little": 1}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def casablanca(table: Table) -> None:
    """Start a Casablanca of three with « Résultat seul », up to the first card of the stock."""
    house = {"result_only": True}
    assert table.start({"game": "casablanca", "seats": PEOPLE[:3], "box": "exemple", "first": 0, "house": house}).ok
    for seat, cards in zip("ABC", (("lune", "lampe"), ("lune", "etoile"), ("palmier", "etoile")), strict=True):
        assert table.submit(CardsShown(seat=seat, cards=(*cards, "babouche"))).ok
    for seat in "ABC":
        assert table.submit(NumberGiven(seat=seat, number=0)).ok


def asked(table: Table, topic: str) -> dict[str, Any]:
    return next(q for q in pages.view(table)["questions"] if q["topic"] == topic)


def test_the_button_of_a_bust_leader_names_him(table: Table) -> None:
    """Regression: « Je dépasse » was beside the question about another player."""
    assert table.start({"game": "casino_pirate", "seats": PEOPLE[:3], "first": 0}).ok
    leader = asked(table, "deal")["seats"][0]
    assert table.submit(OptionChosen(seat=leader, option="deal")).ok
    for seat in sorted({"A", "B", "C"} - {leader}):
        assert table.submit(StakePlaced(seat=seat, amount=1)).ok
    bust = asked(table, "leader_bust")
    name = next(seat["name"] for seat in pages.view(table)["seats"] if seat["id"] == leader)
    assert (bust["text"], bust["options"][0]["text"]) == (f"{name} dépasse 7 ½ ?", f"{name} (meneur) dépasse 7 ½")
    assert table.submit(OptionChosen(seat=leader, option="leader_bust")).ok
    assert pages.report(table)[-1]["text"] == f"{name} (meneur) dépasse 7 ½"


def test_the_help_of_a_card_offers_to_leave_it_only_where_that_is_allowed(table: Table) -> None:
    house = {"result_only": False}
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0, "house": house}).ok
    dealer = asked(table, "layout")["seats"][0]
    assert table.submit(CardsShown(seat=dealer, cards=("2C", "KC", "7H", "JD"))).ok
    first, other = (asked(table, "play_card")["seats"][0], dealer)
    assert "laisser sur la table" in asked(table, "play_card")["help"]
    assert table.submit(CardPlayed(seat=first, card="6D", use="build", take=("2C",), value=8)).ok
    assert "laisser sur la table" in asked(table, "play_card")["help"]
    assert table.submit(CardPlayed(seat=other, card="3S", use="trail")).ok
    text = asked(table, "play_card")["help"]
    assert text.endswith("a une construction de 8.") and "laisser sur la table" not in text


def test_partners_are_named_before_the_count_in_the_result_and_at_the_end(table: Table) -> None:
    """Regression: the page did not say who plays with whom, and named the points of a pair twice."""
    assert table.start({"game": "cassino", "seats": PEOPLE, "first": 0, "house": {"target": 11}}).ok
    pairs = "Anna et Chloé contre Bruno et David."
    assert asked(table, "partners")["help"] == pairs
    assert table.submit(OptionChosen(seat="A", option="partners")).ok
    assert asked(table, "count")["help"] == pairs
    half = {"cards": 26, "spades": 6, "aces": 2, "big": 1}
    assert table.submit(Counted(seat="A", counts={"A": half, "B": {**half, "spades": 7, "big": 0, "little": 1}})).ok
    assert pages.view(table)["announced"].split("\n") == [
        "Anna et Chloé 4, Bruno et David 4. Anna donne.",
        "Anna et Chloé : dix de carreau 2, as 2. Bruno et David : piques 1, deux de pique 1, as 2. "
        "Cartes à égalité : pour personne.",
    ]
    assert pages.report(table)[-1]["text"] == "Anna compte les plis : Anna et Chloé 4, Bruno et David 4, Anna donne"
    assert table.submit(Counted(seat="A", counts={"A": FULL})).ok
    assert pages.view(table)["outcome"]["winners"] == ["A", "C"]


def pirates(table: Table, **house: Any) -> tuple[str, list[str]]:
    """Deal a hand to three players; return the leader and the others, who stake one each."""
    assert table.start({"game": "casino_pirate", "seats": PEOPLE[:3], "first": 0, "house": house}).ok
    leader = asked(table, "deal")["seats"][0]
    assert table.submit(OptionChosen(seat=leader, option="deal")).ok
    others = [seat for seat in "ABC" if seat != leader]
    for seat in others:
        assert table.submit(StakePlaced(seat=seat, amount=1)).ok
    return leader, others


def test_who_has_shown_his_cards_has_no_hidden_card_any_more(table: Table) -> None:
    leader, _ = pirates(table, result_only=False)
    while (topics := {q["topic"]: q for q in pages.view(table)["questions"]}).get("servi"):
        assert table.submit(Stood(seat=topics["servi"]["seats"][0])).ok
    called = asked(table, "call")["among"][0]["seat"]
    assert table.submit(CardDrawn(seat=leader, deck="pack", card={"name": "5"})).ok
    assert table.submit(OpponentChosen(seat=leader, opponent=called)).ok
    assert table.submit(CardsShown(seat=called, cards=("6",))).ok
    assert pages.view(table)["scene"]["cards"][called] == {"open": ["6"], "number": 1}


def test_the_hand_of_the_old_leader_is_put_away_for_a_new_one(table: Table) -> None:
    """Regression: the new leader was also listed below, with the stake of the previous hand."""
    _, (first, second) = pirates(table)
    assert table.submit(OptionChosen(seat=first, option="seven_and_half")).ok
    assert pages.view(table)["scene"]["cards"].keys() == {first, second}
    assert table.submit(OptionChosen(seat=second, option="leader_wins")).ok
    assert (asked(table, "deal")["seats"], pages.view(table)["scene"]) == ([first], None)


def test_the_end_of_casino_pirate_names_who_has_no_treasure_left(table: Table) -> None:
    leader, (first, *_) = pirates(table)
    assert table.submit(OptionChosen(seat=first, option="leader_wins")).ok
    names = {seat["id"]: seat["name"] for seat in pages.view(table)["seats"]}
    assert table.submit(MoneyMoved(giver=leader, taker=first, amount=11)).ok
    assert pages.view(table)["outcome"]["text"].endswith(f": {names[leader]} n'a plus de trésor.")


def test_a_reveal_says_whether_it_was_a_bluff_and_who_won(table: Table) -> None:
    """Regression: the page said neither that the bet was lost nor which token was shown."""
    casablanca(table)
    assert asked(table, "top")["left"]["babouche"] == 2
    leader = asked(table, "top")["seats"][0]
    assert table.submit(CardDrawn(seat=leader, deck="stock", card={"name": "palmier"})).ok
    assert table.submit(NumberGiven(seat="A", number=3)).ok
    assert table.submit(Protested(seat="B", amount=100)).ok
    assert table.submit(StakePlaced(seat="A", amount=100)).ok
    assert table.submit(OptionChosen(seat="B", option="call")).ok
    assert table.submit(NumberGiven(seat="A", number=4)).ok
    assert pages.view(table)["announced"] == "Bluff, le jeton montre 4 : Bruno gagne le pari."


def test_a_fact_keeps_the_name_of_who_sat_there_then(table: Table) -> None:
    """Regression: after another player took the seat, the correction of Anna's count named her successor."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    dealt = Counted(seat="A", counts={"A": FULL})
    assert table.submit(dealt).ok
    number = pages.view(table)["number"]
    assert table.submit(Amended(target=number, fact=dealt)).ok
    assert table.submit(SeatTaken(seat="A", name="Zoé")).ok
    assert table.submit(Counted(seat="A", counts={"A": FULL})).ok
    told = [line["text"].split(" : ")[:2] for line in pages.report(table)[-4:]]
    assert [one[0] for one in told] == [
        "Anna compte les plis",
        "Correction",
        "Zoé prend la place d'Anna",
        "Zoé compte les plis",
    ]
    assert told[1][1] == "Anna compte les plis"
    found = table.preview(Amended(target=number, fact=dealt))
    assert isinstance(found, Difference)
    drawn = difference_row(table.snapshot(), found)
    assert str(drawn["fact"]).startswith("Correction : Anna compte les plis")
    assert drawn["seats"][0]["name"] == "Zoé"  # the present holder has the balance
    assert table.submit(Amended(target=number, fact=dealt)).ok
    assert pages.view(table)["corrected"]["text"].startswith("Anna compte les plis")
