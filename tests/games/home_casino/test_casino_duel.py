"""The casino duel: all 36 x 36 throws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from companion.odds import duel
from tests.games.home_casino.evening import Evening, covers

FACES = range(1, 7)


def play(visitor: tuple[int, int], owner: tuple[int, int]) -> Evening:
    evening = Evening("AB")
    evening.lands("A", "casino", colour="bleu")
    evening.stakes("A", 300)
    evening.throws("A", *visitor)
    evening.throws("B", *owner)
    return evening


def test_all_1296_casino_duels_pay_the_higher_sum() -> None:
    """HC-DUE-4, HC-DUE-5, HC-DUE-6, HC-DUE-7: the loser pays the stake once; equal sums pay nothing."""
    count: Counter[str] = Counter()
    for visitor, owner in product(product(FACES, FACES), repeat=2):
        evening = play(visitor, owner)
        difference = sum(visitor) - sum(owner)
        if difference > 0:
            expected = [("B", "A", 300, "casino_duel")]
        else:
            expected = [("A", "B", 300, "casino_duel")] if difference else []
        assert evening.paid == expected, (visitor, owner)
        assert evening.game.ledger.felt == {}
        assert evening.game.turn == "B"
        count["win" if difference > 0 else "lose" if difference else "tie"] += 1
    assert count == {"win": 575, "lose": 575, "tie": 146}
    assert duel.casino_duel().tie == Fraction(count["tie"], 1296)


def test_each_throws_once_the_visitor_first() -> None:
    """HC-DUE-4."""
    evening = Evening()
    evening.lands("A", "casino", colour="vert")
    evening.stakes("A", 300)
    assert evening.refused.throws("C", 1, 2) == "NOT_YOUR_TURN"
    assert evening.refused.throws("A", 1, 2, 3) == "NEED_2_DICE"
    evening.throws("A", 1, 2)
    assert evening.refused.throws("A", 1, 2) == "NOT_YOUR_TURN"
    evening.throws("C", 1, 2)
    assert evening.asked == ["move", "land"]


@covers("round_50", "up")
def test_an_owner_with_one_chip_can_be_put_out() -> None:
    """HC-DUE-2, HC-BKR-4, AMB-17: half of his only chip of 25 is rounded up to 25, all he has."""
    evening = Evening(chips={"B": 25}, house={"round_50": "up"})
    evening.lands("A", "casino", colour="bleu")
    evening.stakes("A", 25)
    evening.throws("A", 6, 6)
    evening.throws("B", 1, 1)
    assert evening.game.bankrupt == {"B": "A"}
