"""The view: unambiguous ids, and reasons for every debt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.facts import (
    Amended,
    BetPlaced,
    BetsClosed,
    DiceThrown,
    Die,
    Landed,
    MoneyMoved,
    SeatJoined,
    Square,
    TurnGiven,
)
from companion.games.home_casino import GAME
from companion.table import Table
from tests import pages
from tests.companion import evenings


def test_two_questions_never_share_an_id(tmp_path: Path) -> None:
    """If a lone die may be thrown again, the same throw is asked for in three ways."""
    table = evenings.table(tmp_path, house={"rethrow_single": True})
    table.submit(Landed(seat="A", square=Square(kind="roulette")))
    table.submit(BetPlaced(seat="A", field="7", amount=100))
    table.submit(BetsClosed(seat="A"))
    ids = [q["id"] for q in pages.view(table)["questions"]]
    assert len(ids) == 3
    assert len(set(ids)) == 3


def test_a_question_names_the_rule_books_words(tmp_path: Path) -> None:
    question = pages.view(evenings.table(tmp_path))["questions"][0]
    assert question["rule"] == "HC-TRN-3"
    assert question["words"] == GAME.words.rules()["HC-TRN-3"]


def test_a_debt_that_nobody_hands_over_stays_short_and_whole(tmp_path: Path) -> None:
    """Of 40 payments, the eight newest are listed after one sum of the others; together they make the debt."""
    table = evenings.table(tmp_path)
    for _ in range(40):
        assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    (debt,) = pages.view(table)["debts"]
    assert debt["amount"] == sum(cause["amount"] for cause in debt["causes"]) == 1000
    assert [cause["text"] for cause in debt["causes"]][:1] == ["auparavant"]
    assert len(debt["causes"]) == 9


def test_a_seat_shows_the_sum_of_what_a_settlement_changed(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    table.submit(Landed(seat="A", square=Square(kind="roulette")))
    for field, amount in (("7", 100), ("3", 50), ("rouge", 200)):
        table.submit(BetPlaced(seat="A", field=field, amount=amount))
    table.submit(BetsClosed(seat="A"))
    table.submit(DiceThrown(seat="A", dice=(Die("d10", 7), Die("bicolour", "red"))))
    seat = pages.view(table)["seats"][0]
    assert seat["change"]["amount"] == seat["points"] - 4000 == 700 - 50 + 200
    assert seat["change"]["text"] == "roulette"


def test_a_change_is_shown_until_the_next_throw(tmp_path: Path) -> None:
    """Regression: a seat still showed « +500 » many turns after it won them."""
    table = evenings.table(tmp_path)
    table.submit(Landed(seat="A", square=Square(kind="casino_plus_500")))
    assert pages.view(table)["seats"][0]["change"]["amount"] == 500
    table.submit(TurnGiven(seat="B"))
    assert pages.view(table)["seats"][0]["change"]["amount"] == 500
    table.submit(DiceThrown(seat="B", dice=(Die("d6", 1), Die("d6", 2))))
    assert pages.view(table)["seats"][0]["change"] is None


def test_a_preview_names_the_guest_and_says_what_is_decided(tmp_path: Path) -> None:
    found = pages.preview(evenings.table(tmp_path), SeatJoined(seat="G", name="Gustave", colour="blanc"))
    assert found["fact"] == "Gustave arrive à la table"
    assert {"id": "G", "name": "Gustave", "colour": "blanc", "before": 0, "after": 4000} in found["seats"]


def test_the_cards_of_the_box_are_told_with_what_they_can_say(tmp_path: Path) -> None:
    jackpot, acquisition = pages.decks(evenings.table(tmp_path))
    assert jackpot["cards"] and ["gain", "La banque vous verse"] in [list(pair) for pair in jackpot["effects"]]
    assert acquisition["cards"] and not acquisition["effects"]


def test_a_reading_that_somebody_corrected_is_not_the_eyes_any_more(tmp_path: Path) -> None:
    table = Table(tmp_path)
    people = [{"name": name, "colour": colour} for name, colour in (("Anna", "rouge"), ("Bruno", "bleu"))]
    assert table.start({"game": "home_casino", "seats": people, "box": "exemple", "first": 0}).ok
    read = DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))
    assert table.submit(read, how="camera").ok
    assert pages.view(table)["throw"]["how"] == "camera"
    corrected = replace(read, how="camera", dice=(Die("d6", 1), Die("d6", 3)))  # sent by the page in this form
    assert table.submit(Amended(target=2, fact=corrected)).ok
    assert pages.view(table)["throw"]["how"] == "tap"
    table.close()


def test_a_preview_says_where_a_corrected_throw_moves_the_pawn(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    thrown = DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))
    number = table.submit(thrown).number
    assert number is not None
    pawn = pages.view(table)["board"]["pawns"]["A"]
    found = pages.preview(table, Amended(target=number, fact=replace(thrown, dice=(Die("d6", 1), Die("d6", 6)))))
    there = (pawn + 4) % pages.view(table)["board"]["length"]
    assert found["pawns"] == [f"Le pion d'Anna va case {there + 1}."]
    assert pages.preview(table, MoneyMoved(giver="bank", taker="A", amount=25))["pawns"] == []
