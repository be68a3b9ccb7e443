"""Zanzibar: all 216 throws, two rounds, ties."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.games.home_casino.zanzibar import points
from companion.odds import zanzibar as odds
from tests.games.home_casino.evening import Evening

ONE_THROW = (
    "6:1 7:3 8:6 9:10 10:12 11:12 12:10 13:6 14:3 15:1 64:3 65:6 66:9 67:12 68:9 69:6 70:3 104:3 105:6 106:9 107:12 "
    "108:9 109:6 110:3 122:3 123:3 124:3 125:3 162:6 163:6 164:6 165:6 180:1 202:3 203:3 204:3 205:3 220:3 260:3 300:1"
)
"""How many of the 216 throws have each value, as ``value:number``."""


def staked(stake: int = 1000, **chips: int) -> Evening:
    evening = Evening(chips=chips or None)
    evening.lands("A", "zanzibar")
    evening.names("A", "B")
    evening.stakes("A", stake)
    return evening


def test_the_216_throws_count_as_written() -> None:
    """HC-ZAN-9, HC-ZAN-10 to HC-ZAN-15: the counts agree with a table that is written out."""
    count = Counter(points(list(faces)) for faces in product(range(1, 7), repeat=3))
    assert count == {int(k): int(v) for k, v in (pair.split(":") for pair in ONE_THROW.split())}
    assert count == odds.one_throw()


@pytest.mark.parametrize(("face", "worth"), [(1, 100), (2, 2), (3, 3), (4, 4), (5, 5), (6, 60)])
def test_a_face_counts_what_the_rule_book_says(face: int, worth: int) -> None:
    """HC-ZAN-10, HC-ZAN-11, HC-ZAN-12, HC-ZAN-13, HC-ZAN-14, HC-ZAN-15."""
    assert points([face]) == worth


def test_the_rule_books_example_counts_163() -> None:
    """HC-ZAN-16, HC-ZAN-17: the throw is 1, 3 and 6."""
    assert points([1, 3, 6]) == 163


def test_two_rounds_in_turn_and_the_higher_total_takes_both_stakes() -> None:
    """HC-ZAN-2, HC-ZAN-4, HC-ZAN-5, HC-ZAN-6, HC-ZAN-7, HC-ZAN-8, HC-ZAN-18, HC-ZAN-19, HC-ZAN-21."""
    evening = staked()
    for seat, faces in (("A", (1, 1, 1)), ("B", (6, 6, 6)), ("A", (2, 2, 2)), ("B", (1, 1, 6))):
        assert evening.question("zanzibar_throw").seats == (seat,)
        other = "B" if seat == "A" else "A"
        assert evening.refused.throws(other, 1, 2, 3) == "NOT_YOUR_TURN"
        assert evening.refused.throws(seat, 1, 2) == "NEED_3_DICE"
        evening.throws(seat, *faces)
    assert evening.game.square.duel.totals == {"A": 306, "B": 440}
    assert evening.paid == [("A", "B", 1000, "zanzibar")]


def test_equal_totals_play_one_more_round_as_often_as_needed() -> None:
    """HC-ZAN-20."""
    evening = staked()
    for _ in range(8):
        evening.throws(evening.question("zanzibar_throw").seats[0], 1, 2, 3)
    assert evening.game.scene is not None
    evening.throws("A", 1, 2, 3)
    evening.throws("B", 1, 2, 4)
    assert evening.paid == [("A", "B", 1000, "zanzibar")]
    assert evening.game.square.duel.rounds == 5


def test_the_player_names_anybody_else_who_may_not_refuse() -> None:
    """HC-ZAN-3, HC-421-3."""
    evening = Evening()
    evening.lands("A", "zanzibar")
    assert evening.refused.names("B", "C") == "NOT_YOUR_TURN"
    evening.names("A", "C")
    evening.stakes("A", 25)


def test_who_had_500_and_lost_them_is_out() -> None:
    """HC-ZAN-1, HC-BKR-2, HC-BKR-4: the 50 % limit protects only below 500."""
    evening = staked(500, A=4000, B=500, C=4000)
    for _ in range(2):
        evening.throws("A", 1, 1, 1)
        evening.throws("B", 2, 2, 2)
    assert evening.game.bankrupt == {"B": "A"}
    assert evening.chips["A"] == 4500
