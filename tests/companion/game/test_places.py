"""The places of the seats: winners first, then by points."""

from __future__ import annotations

from companion.game.seats import Outcome
from tests.games import tables
from tests.games.tables import Evening


def test_winners_come_first_and_equal_points_share_a_place() -> None:
    game = Evening("cassino", "ABCD").game
    for seat, points in zip("ABCD", (25, 21, 7, 7), strict=True):
        game.ledger.balances[seat] = points
    assert game.places() == {"A": 1, "B": 2, "C": 3, "D": 3}
    game.outcome = Outcome("B", "points", ())
    assert game.places() == {"B": 1, "A": 2, "C": 3, "D": 3}
    game.players["A"].left = True
    assert game.places() == {"B": 1, "C": 2, "D": 2}


def test_where_the_lowest_wins_it_stands_first() -> None:
    game = Evening("free", "AB", house=tables.followed("free", {"wins": "least"})).game
    game.ledger.balances.update(A=30, B=-5)
    assert game.places() == {"B": 1, "A": 2}
