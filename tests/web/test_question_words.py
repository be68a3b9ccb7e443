"""The questions of a table say who acts, and offer only what the rules allow now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import CardPlayed, CardsShown, Counted, OptionChosen, StakePlaced
from companion.table import Table
from tests import pages

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


def asked(table: Table, topic: str) -> dict[str, Any]:
    return next(q for q in pages.view(table)["questions"] if q["topic"] == topic)


def test_the_button_of_a_bust_leader_names_him(table: Table) -> None:
    """Regression: « Je dépasse » stood beside the question about another player."""
    assert table.start({"game": "casino_pirate", "seats": PEOPLE[:3], "first": 0}).ok
    leader = asked(table, "deal")["seats"][0]
    assert table.submit(OptionChosen(seat=leader, option="deal")).ok
    for seat in sorted({"A", "B", "C"} - {leader}):
        assert table.submit(StakePlaced(seat=seat, amount=1)).ok
    bust = asked(table, "leader_bust")
    name = next(seat["name"] for seat in pages.view(table)["seats"] if seat["id"] == leader)
    assert (bust["text"], bust["options"][0]["text"]) == (f"{name} dépasse 7 ½ ?", f"{name} (meneur) dépasse 7 ½")


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
    """Regression: nothing said who plays with whom, and the points of a pair were named twice."""
    assert table.start({"game": "cassino", "seats": PEOPLE, "first": 0, "house": {"target": 11}}).ok
    pairs = "Anna et Chloé contre Bruno et David."
    assert asked(table, "partners")["help"] == pairs
    assert table.submit(OptionChosen(seat="A", option="partners")).ok
    assert asked(table, "count")["help"] == pairs
    half = {"cards": 26, "spades": 6, "aces": 2, "big": 1}
    assert table.submit(Counted(seat="A", counts={"A": half, "B": {**half, "spades": 7, "big": 0, "little": 1}})).ok
    assert pages.view(table)["announced"].startswith("Anna et Chloé 4, Bruno et David 4. ")
    assert table.submit(Counted(seat="A", counts={"A": FULL})).ok
    assert pages.view(table)["outcome"]["winners"] == ["A", "C"]
