"""Sentences of Cassino's rule book that neither vectors nor option tests cover."""

from __future__ import annotations

import pytest

from companion.facts import CardsShown
from companion.games.cassino.pack import NAMES
from companion.games.cassino.rulebook import Cassino
from tests import pages
from tests.games.cassino.test_options import FULL, counted, evening, play, table


def test_the_cards_on_the_table_lie_open_and_an_equal_card_takes_one() -> None:
    """CS-INT-1, CS-INT-2, CS-INT-4: captured cards go face down to the pile; only its size is shown."""
    e = table("4S", "7H")
    e.say(play("4C", "capture", "4S"))
    assert e.game.piles["A"] == ["4C", "4S"]
    drawn = pages.shown(e.told())["scene"]
    assert drawn["table"] == ["7H"]
    assert drawn["piles"]["A"] == 2


def test_a_build_is_taken_as_a_unit() -> None:
    """CS-INT-5: the cards of a build are no longer loose."""
    e = table("5S", "2H")
    e.say(play("3C", "build", "5S", value=8))
    assert e.game.table == ["2H"]
    assert e.code(play("5C", "capture", "5S", seat="B")) == "NOT_ON_TABLE"
    e.say(play("8C", "capture", seat="B", build=8))
    assert sorted(e.game.piles["B"]) == ["3C", "5S", "8C"]


def test_court_cards_have_no_number_and_take_one_equal_card() -> None:
    """CS-INT-6, CS-FACE-3, CS-FACE-4: with two queens on the table, a third takes one of them."""
    e = table("QD", "QC", "6S", "5S")
    assert e.code(play("QS", "capture", "QD", "QC")) == "NOT_CAPTURABLE"
    assert e.code(play("JS", "capture", "6S", "5S")) == "NOT_CAPTURABLE"
    e.say(play("QS", "capture", "QC"))
    assert e.game.table == ["QD", "6S", "5S"]


def test_royal_cassino_gives_court_cards_numbers() -> None:
    """CS-INT-7."""
    e = table("6S", "5S", house={"royal": True})
    assert e.code(play("JS", "capture", "6S", "5S")) is None


def test_two_to_four_play() -> None:
    """CS-PLY-1."""
    assert Cassino.players_allowed == (2, 4)
    assert Cassino.refuse_players(5) is not None


def test_piles_are_counted_at_the_end_of_the_deal() -> None:
    """CS-CRD-3: Servi counts the piles of a deal that was followed card by card."""
    e = evening(table=("4S",), to_play={"A": 1, "B": 0}, turn="A", last=True, piles={"A": ["AS", "AH"]})
    e.say(play("4C", "capture", "4S"))
    assert e.paid[0][1:] == ("A", 3, "cards")


@pytest.mark.parametrize("shown", [NAMES[:4], NAMES[-4:]])
def test_how_cards_are_dealt_is_the_dealers_own_business(shown: tuple[str, ...]) -> None:
    """CS-DEAL-2, CS-DEAL-3, CS-DEAL-4: in twos or one by one; the table enters only the four open cards."""
    e = evening()
    e.say(CardsShown(seat="B", cards=shown))
    assert e.game.table == list(shown)
    assert e.game.to_play == {"A": 4, "B": 4}


def test_four_more_cards_each_and_none_for_the_table() -> None:
    """CS-DEAL-5."""
    e = evening(table=("4S",), to_play={"A": 1, "B": 0}, turn="A")
    e.say(play("KC", "trail"))
    assert e.game.to_play == {"A": 4, "B": 4}
    assert e.game.table == ["4S", "KC"]


def test_the_turn_passes_whether_something_was_taken_or_not() -> None:
    """CS-TRN-3, CS-TRL-1: a card that captures nothing stays on the table."""
    e = table("4S", "7H", to_play={"A": 2, "B": 2})
    e.say(play("9C", "trail"))
    assert e.game.turn == "B"
    e.say(play("9D", "capture", "9C", seat="B"))
    assert e.game.turn == "A"


def test_sweeps_are_kept_in_mind() -> None:
    """CS-VAR-3: Servi counts the sweeps, so nobody turns a card over."""
    e = table("4S", house={"sweeps": True}, to_play={"A": 1, "B": 1})
    e.say(play("4C", "capture", "4S"))
    assert pages.shown(e.told())["scene"]["sweeps"] == {"A": 1}


def test_another_target_may_be_agreed() -> None:
    """CS-VAR-5: the view contains the target, so that the page can draw the progress."""
    e = evening(house={"target": 11})
    assert pages.shown(e.told())["target"] == 11
    e.say(counted(A=FULL))
    assert e.winner == "A"


def test_counting_out_in_order_decides_between_two_at_the_target() -> None:
    """CS-VAR-13: the order is cards, spades, big, little, aces, as agreed."""
    e = evening(house={"count_out": True}, scores={"A": 20, "B": 20})
    half = {"cards": 20, "spades": 6, "big": 1, "little": 1, "aces": 2, "ace_S": 1, "ace_C": 1}
    other = {"cards": 32, "spades": 7, "aces": 2, "ace_H": 1, "ace_D": 1}
    e.say(counted(A=half, B=other))
    assert e.winner == "B"


def test_more_permissive_builds_are_the_tables_own_business() -> None:
    """CS-VAR-1: the rule book's list of these builds is lost, but the table can force such a play."""
    e = table("5S", "2H", hand=("3C", "4D"))
    refusal = e.refusal(play("3C", "build", "5S", value=8))
    assert refusal is not None
    assert refusal.overrulable
    e.happens(play("3C", "build", "5S", value=8))
    assert [(b.value, b.cards) for b in e.game.builds] == [(8, ["3C", "5S"])]
