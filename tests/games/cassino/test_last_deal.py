"""What the dealer says, and what a card may capture in the rule book's own example."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.facts import CardPlayed
from tests.games.tables import Evening


def evening(
    *table: str, hand: tuple[str, ...] | None = None, house: dict[str, Any] | None = None, **carried: object
) -> Evening:
    hands = {} if hand is None else {"A": hand}
    told = {"partners": False, "table": table, "turn": "A", "hands": hands, **carried}
    return Evening("cassino", "AB", house=house, carried=told, banker="B", box={})


def test_the_dealer_announces_the_last_cards() -> None:
    """CS-DEAL-7: « dernier »."""
    e = evening("2H", hand=("KC",), to_play={"B": 0})
    e.game.handed = e.game.deals - 1
    e.say(CardPlayed(seat="A", card="KC", use="trail"))
    assert e.game.handed == e.game.deals
    assert [d for _, code, d in e.game.news if code == "dealt"] == [{"last": True}]


def test_an_eight_takes_one_two_or_three_eights() -> None:
    """CS-NUM-1, CS-INT-3, CS-TRN-2: or none at all."""
    eights = ("8S", "8H", "8D")
    for number in (1, 2, 3):
        assert (
            evening(*eights, hand=("8C",)).code(CardPlayed(seat="A", card="8C", use="capture", take=eights[:number]))
            is None
        )
    assert evening(*eights, hand=("8C",)).code(CardPlayed(seat="A", card="8C", use="trail")) is None


def test_a_build_that_no_card_of_the_pack_can_take_is_refused_also_where_no_hand_was_told() -> None:
    """A four on a five and a nine was offered as a build of 18, beside that of 9 (CS-BLD-1)."""
    four = CardPlayed(seat="A", card="4D", use="build", take=("5S", "9C"), value=9)
    for house, most in ({}, 10), ({"royal": True}, 13):
        e = evening("5S", "9C", "3H", house=house)
        assert e.code(four) is None
        assert e.code(replace(four, value=18)) == "NO_CAPTURING_CARD"
        five = CardPlayed(seat="A", card="9H", use="build", take=("3H",), value=12)
        assert e.code(five) == (None if most > 11 else "NO_CAPTURING_CARD")
