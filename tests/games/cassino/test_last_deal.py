"""The announcement of the last deal, and the captures in the rule book's example."""

from __future__ import annotations

from companion.facts import CardPlayed
from tests.games.tables import Evening


def evening(*table: str, hand: tuple[str, ...], **carried: object) -> Evening:
    told = {"partners": False, "table": table, "turn": "A", "hands": {"A": hand}, **carried}
    return Evening("cassino", "AB", carried=told, banker="B", box={})


def test_the_dealer_announces_the_last_cards() -> None:
    """CS-DEAL-7: the dealer says « dernier »."""
    e = evening("2H", hand=("KC",), to_play={"B": 0})
    e.game.handed = e.game.deals - 1
    e.say(CardPlayed(seat="A", card="KC", use="trail"))
    assert e.game.handed == e.game.deals
    assert [d for _, code, d in e.game.news if code == "dealt"] == [{"last": True}]


def test_an_eight_takes_one_two_or_three_eights() -> None:
    """CS-NUM-1, CS-INT-3, CS-TRN-2: the played eight may also capture nothing."""
    eights = ("8S", "8H", "8D")
    for number in (1, 2, 3):
        assert evening(*eights, hand=("8C",)).code(CardPlayed(seat="A", card="8C", use="capture", take=eights[:number])) is None
    assert evening(*eights, hand=("8C",)).code(CardPlayed(seat="A", card="8C", use="trail")) is None
