"""The odds of one more card in Casino Pirate, counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.games.casino_pirate import pack
from companion.odds import casino_pirate as odds


def test_the_pack_is_that_of_the_game() -> None:
    """CP-MAT-1."""
    assert odds.PACK == pack.PACK
    assert sum(odds.PACK.values()) == 44


@pytest.mark.parametrize(("total", "over"), [(0, 0), (1, 0), (2, 4), (12, 24), (13, 24), (14, 29), (15, 40)])
def test_the_cards_that_go_over(total: int, over: int) -> None:
    """At 6 the gems 2 to 7 go over; at 7 all gems and the skeleton (at least 1); at 7 1/2 all but the pebbles."""
    assert odds.bust(total) == Fraction(over, 44)


def test_what_was_seen_is_not_drawn() -> None:
    """At 7, after two coins were seen, nine coins among 42 cards make 7 1/2."""
    assert odds.exactly(14, ["P", "P"]) == Fraction(9, 42)
    assert odds.bust(14, ["7", "7", "S"]) == Fraction(26, 41)


def test_the_skeleton_is_worth_what_the_hand_wants() -> None:
    """CP-VAL-4."""
    for cards in (["S", "P"], ["S", "7"], ["S", "4"], ["S"]):
        rest = sum(pack.worth(c) for c in cards)
        assert odds.after(rest, "S") == pack.value(cards)


@pytest.mark.parametrize("total", range(16))
def test_chances_sum_to_one(total: int) -> None:
    assert sum(odds.totals(total, odds.PACK).values()) == 1
