"""421: kept dice, equal numbers of throws, every pair of combinations, who pays the triple."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.odds import four_two_one as odds
from companion.summary import summary
from tests.games.home_casino.evening import Evening, covers
from web.drawing.summary import summary_row

COMBINATIONS = list(combinations_with_replacement(range(6, 0, -1), 3))
"""The 56 combinations, largest die first."""

TRADITIONAL = (
    "421 111 611 666 511 555 411 444 311 333 211 222 654 543 432 321 665 664 663 662 661 655 653 652 651 644 643 642 "
    "641 633 632 631 622 621 554 553 552 551 544 542 541 533 532 531 522 521 443 442 441 433 431 422 332 331 322 221"
)
"""The traditional order, best first, written out."""

TIES = {(411, 431), (331, 511), (321, 521), (311, 531), (221, 621), (211, 631)}
"""The six pairs at the same distance from 421 (AMB-05)."""


def number(dice: tuple[int, ...]) -> int:
    return int("".join(map(str, sorted(dice, reverse=True))))


def staked(stake: int = 100, **given: Any) -> Evening:
    evening = Evening(**given)
    evening.lands("A", "421")
    evening.names("A", "B")
    evening.stakes("A", stake)
    return evening


def duel(mine: tuple[int, ...], theirs: tuple[int, ...], stake: int = 100, **given: Any) -> Evening:
    evening = staked(stake, **given)
    evening.throws("A", *mine)
    evening.servi("A")
    evening.throws("B", *theirs)
    return evening


def winner(evening: Evening) -> int:
    """Return 1 if A won the duel, -1 if B did, 0 if it was void."""
    if not evening.paid:
        return 0
    giver, taker, amount, reason = evening.paid[0]
    combos = evening.game.square.duel.combos
    assert (reason, amount) == ("421", 300 if combos[taker] == 421 else 100)
    return 1 if taker == "A" else -1


@pytest.mark.parametrize("mine", COMBINATIONS, ids=lambda dice: str(number(dice)))
def test_all_pairs_of_combinations_by_distance(mine: tuple[int, ...]) -> None:
    """HC-421-14, HC-421-15, HC-421-16, HC-421-19, AMB-05: all 56 x 56 pairs agree with the written distances."""
    for theirs in COMBINATIONS:
        mine_away, theirs_away = abs(number(mine) - 421), abs(number(theirs) - 421)
        expected = (theirs_away > mine_away) - (theirs_away < mine_away)
        assert winner(duel(mine, theirs)) == expected, theirs
        if not expected and mine != theirs:
            assert tuple(sorted((number(mine), number(theirs)))) in TIES


def test_the_worst_by_distance_is_111_and_the_six_ties_are_those_of_the_rules() -> None:
    """AMB-05: 111 is 310 away; 511 is better than 322 and worse than 333."""
    away = {number(c): abs(number(c) - 421) for c in COMBINATIONS}
    assert len(away) == 56
    assert max(away, key=lambda n: away[n]) == 111
    assert away[333] < away[511] < away[322]
    pairs = {(a, b) for a, b in product(away, repeat=2) if a < b and away[a] == away[b]}
    assert pairs == TIES == {tuple(sorted(p)) for p in odds.equal_distance_pairs()}


@covers("ranking_421", "distance", "traditional")
def test_all_pairs_of_combinations_by_tradition() -> None:
    """AMB-05, HC-421-14: all 56 x 56 pairs follow the written order; only equal combinations tie."""
    order = [int(n) for n in TRADITIONAL.split()]
    assert sorted(order) == sorted(number(c) for c in COMBINATIONS)
    assert order == odds.traditional_order()
    for mine, theirs in product(COMBINATIONS, repeat=2):
        here, there = order.index(number(mine)), order.index(number(theirs))
        expected = (there > here) - (there < here)
        evening = duel(mine, theirs, house={"ranking_421": "traditional"})
        assert winner(evening) == expected, (mine, theirs)
    assert winner(duel((1, 1, 1), (6, 6, 6), house={"ranking_421": "distance"})) == -1


@covers("distance_tie", "void", "lower_wins", "higher_wins")
@pytest.mark.parametrize(("low", "high"), sorted(TIES))
def test_equal_distances_are_void_or_go_to_the_lower_or_higher(low: int, high: int) -> None:
    """AMB-05, HC-421-19: equal combinations are always void, and the traditional order has no ties."""
    less, more = (tuple(map(int, str(n))) for n in (low, high))
    for tie, expected in (("void", 0), ("lower_wins", 1), ("higher_wins", -1)):
        assert winner(duel(less, more, house={"distance_tie": tie})) == expected
        assert winner(duel(more, less, house={"distance_tie": tie})) == -expected
        assert winner(duel(less, less, house={"distance_tie": tie})) == 0
        both = {"distance_tie": tie, "ranking_421": "traditional"}
        assert winner(duel(less, more, house=both)) == -winner(duel(more, less, house=both)) != 0


def test_the_rule_books_own_example() -> None:
    """HC-421-17, HC-421-9, HC-421-18: throw 5, 3, 1 and keep the 1, throw 4 and 1, stop with 411."""
    evening = staked()
    evening.throws("A", 5, 3, 1)
    evening.throws("A", 4, 1, kept=(1,))
    evening.servi("A")
    evening.throws("B", 4, 3, 2)
    evening.throws("B", 6, 3, kept=(2,))
    assert evening.game.square.duel.combos == {"A": 411, "B": 632}
    assert evening.paid == [("B", "A", 100, "421")]


def test_one_to_three_throws_and_the_opponent_exactly_as_many() -> None:
    """HC-421-2, HC-421-7, HC-421-8, HC-421-10, HC-421-11, HC-421-12, HC-421-13, HC-421-20."""
    for count in (1, 2, 3):
        evening = staked()
        assert evening.refused.throws("B", 1, 2, 3) == "NOT_YOUR_TURN"
        assert evening.refused.servi("A") in ("NOT_NOW", "NOT_YOUR_TURN")
        evening.throws("A", 6, 6, 5)
        for _ in range(count - 1):
            evening.throws("A", 6, 6, 5, kept=())
        if count < 3:
            evening.servi("A")
            assert evening.refused.throws("A", 6, 6, 5) == "ALREADY_SERVI"
        else:
            assert evening.refused.throws("A", 6, 6, 5) == "NO_MORE_THROWS"
        evening.throws("B", 4, 2, 1)
        for _ in range(count - 1):
            assert evening.refused.servi("B") == "MUST_THROW_AGAIN"
            assert evening.refused.throws("B", kept=(4, 2, 1)) == "MUST_THROW_AGAIN"
            evening.throws("B", 1, kept=(4, 2))
        assert evening.paid == [("A", "B", 300, "421")]
        assert evening.asked == ["move", "land"]


def test_kept_dice_must_lie_there_and_are_asked_where_they_are_in_doubt() -> None:
    """HC-421-9, HC-421-18."""
    evening = staked()
    evening.throws("A", 6, 2, 2)
    assert evening.refused.throws("A", 1, 1, kept=(4,)) == "KEPT_DIE_NOT_PRESENT"
    assert evening.refused.throws("A", 1, kept=(2, 2, 2)) == "KEPT_DIE_NOT_PRESENT"
    assert evening.refused.throws("A", 1, 1, kept=(2, 2)) == "NEED_1_DIE"
    assert evening.refused.throws("A", 1, 1) == "WHICH_DICE_KEPT"
    assert evening.refused.throws("A", kept=(6, 2, 2)) == "NEED_1_TO_3_DICE"
    assert evening.refused.keeps("A", 4) == "KEPT_DIE_NOT_PRESENT"
    assert evening.refused.throws("A", 1, kept=(6, 2, 2)) == "NEED_1_TO_3_DICE"
    evening.keeps("A", 6, 2, 2)
    assert evening.refused.throws("A", 1) == "NEED_1_TO_3_DICE"
    evening.keeps("A", 2, 2)
    assert evening.refused.throws("A", 1, 1) == "NEED_1_DIE"
    evening.throws("A", 4)
    evening.throws("A", 4, 2, 1)
    assert evening.game.scene is not None
    assert evening.game.scene.hands["A"] == [4, 2, 1]


def test_equal_dice_leave_no_doubt_which_were_kept() -> None:
    evening = staked()
    evening.throws("A", 2, 2, 2)
    evening.throws("A", 5)
    assert evening.game.scene is not None
    assert evening.game.scene.hands["A"] == [2, 2, 5]


def test_who_must_throw_again_cannot_keep_all_three_and_throw_beside_them() -> None:
    """HC-421-13: to throw again, he must throw at least one of the three dice."""
    evening = staked()
    evening.throws("A", 6, 6, 5)
    evening.throws("A", 6, 6, 4, kept=())
    evening.servi("A")
    evening.throws("B", 4, 2, 1)
    assert evening.refused.throws("B", 6, kept=(4, 2, 1)) == "MUST_THROW_AGAIN"
    evening.keeps("B", 4, 2, 1)
    assert evening.refused.throws("B", 6) == "MUST_THROW_AGAIN"
    evening.throws("B", 1, kept=(4, 2))


@covers("421_keep_final", True, False)
def test_dice_set_aside_stay_aside_where_the_house_says_so() -> None:
    """AMB-21, HC-421-9: the rule binds both sides; only dice that were not set aside may be thrown again."""
    for final in (False, True):
        evening = staked(house={"421_keep_final": final})
        evening.throws("A", 4, 4, 6)
        evening.throws("A", 5, 6, kept=(4,))
        if final:
            assert evening.refused.throws("A", 2, 1, 1, kept=()) == "KEPT_DIE_FIXED"
            assert evening.refused.throws("A", 2, 1, kept=(5,)) == "KEPT_DIE_FIXED"
            assert evening.refused.keeps("A", 5) == "KEPT_DIE_FIXED"
        evening.throws("A", 2, 1, kept=(4,))
        evening.throws("B", 6, 6, 6)
        evening.throws("B", 5, 5, kept=(6,))
        if final:
            assert evening.refused.throws("B", 1, 1, 1, kept=()) == "KEPT_DIE_FIXED"
        evening.throws("B", 1, kept=(6, 5))
        assert evening.paid == [("B", "A", 300, "421")]


@covers("forced_null_throw", True, False)
def test_an_opponent_who_must_throw_may_keep_all_three_where_the_house_says_so() -> None:
    """AMB-20, HC-421-13: this empty throw counts; the first player cannot make one."""
    for null in (False, True):
        evening = staked(house={"forced_null_throw": null})
        evening.throws("A", 6, 6, 5)
        assert evening.refused.throws("A", kept=(6, 6, 5)) == "NEED_1_TO_3_DICE"
        evening.throws("A", 4, 2, 2, kept=())
        evening.servi("A")
        evening.throws("B", 4, 2, 1)
        if not null:
            assert evening.refused.throws("B", kept=(4, 2, 1)) == "MUST_THROW_AGAIN"
            continue
        assert evening.refused.throws("B") == "MUST_THROW_AGAIN"
        assert evening.refused.throws("B", kept=(4, 2)) == "MUST_THROW_AGAIN"
        evening.throws("B", kept=(4, 2, 1))
        assert evening.paid == [("A", "B", 300, "421")]


@covers("forced_null_throw", True)
@covers("421_keep_final", True)
def test_who_kept_all_three_for_good_keeps_them_at_the_third_throw_too() -> None:
    """AMB-20 with AMB-21."""
    evening = staked(house={"forced_null_throw": True, "421_keep_final": True})
    for dice in ((6, 6, 5), (6, 6, 4), (6, 5, 5)):
        evening.throws("A", *dice, kept=() if evening.game.scene and evening.game.scene.counts["A"] else None)
    evening.throws("B", 4, 2, 1)
    evening.throws("B", kept=(4, 2, 1))
    assert evening.refused.throws("B", 6, kept=(4, 2)) == "KEPT_DIE_FIXED"
    evening.throws("B", kept=(4, 2, 1))
    assert evening.paid == [("A", "B", 300, "421")]


@covers("421_triple_payer", "loser", "bank", "cap")
@pytest.mark.parametrize(
    ("chips", "loser", "bank", "cap"),
    [(4000, 300, 100, 300), (500, 300, 100, 300), (325, 300, 100, 300), (300, 300, 100, 275), (275, 275, 100, 250)],
)
def test_the_triple_of_a_421_is_paid_by_whom_the_house_says(chips: int, loser: int, bank: int, cap: int) -> None:
    """AMB-07, HC-421-6, HC-OPP-2: the loser pays all; or he pays once and the bank twice; or he keeps 25."""
    for payer, paid in (("loser", loser), ("bank", bank), ("cap", cap)):
        given = {"chips": {"B": chips}, "house": {"421_triple_payer": payer}}
        evening = duel((4, 2, 1), (6, 6, 5), **given)
        assert evening.paid[0] == ("B", "A", paid, "421")
        assert evening.paid[1:] == ([("bank", "A", 200, "421_bonus")] if payer == "bank" else [])
        assert evening.out("B") is (paid == chips)
        assert not (payer == "cap" and evening.out("B"))


@covers("421_triple_payer", "loser")
def test_who_cannot_pay_the_triple_is_bankrupt_to_the_winner() -> None:
    """AMB-07, HC-BKR-4, HC-421-1, HC-421-4, HC-421-5: the winner gets his chips and cards."""
    evening = duel((4, 2, 1), (6, 6, 5), stake=225, chips={"B": 450}, cards={"B": {"Ritz": 600}})
    assert evening.paid == [("B", "A", 450, "421")]
    assert evening.game.bankrupt == {"B": "A"}
    assert evening.cards("A") == ["Ritz"]


@covers("421_triple_payer", "cap")
@covers("emergency_sale", "full")
def test_who_keeps_25_need_not_sell_before() -> None:
    """AMB-07 with AMB-28: he owes at most his balance less 25, so he can pay."""
    given = {"house": {"421_triple_payer": "cap", "emergency_sale": "full"}}
    evening = duel((4, 2, 1), (6, 6, 5), chips={"B": 250}, cards={"B": {"Ritz": 600}}, **given)
    assert evening.paid == [("B", "A", 225, "421")]
    assert evening.cards("B") == ["Ritz"]


def test_two_421_are_void() -> None:
    """HC-421-19: nobody gets the triple."""
    assert duel((4, 2, 1), (1, 2, 4)).paid == []


def feats(evening: Evening) -> list[str]:
    told = Told([Entry(n, 0.0, fact) for n, fact in enumerate((evening.start, *evening.told), 1)])
    return [feat["text"] for feat in summary_row(summary(told))["feats"]]


def test_a_421_in_two_throws_is_among_the_moments() -> None:
    quick, slow = staked(), staked()
    quick.throws("A", 4, 2, 6)
    quick.throws("A", 1, kept=(4, 2))
    quick.servi("A")
    for _ in range(2):
        quick.throws("B", 6, 6, 5)
    assert feats(quick) == ["A fait 421 en 2 lancers"]
    for faces in ((6, 6, 5), (6, 6, 5), (4, 2, 1)):
        slow.throws("A", *faces)
    for _ in range(3):
        slow.throws("B", 6, 6, 5)
    assert feats(slow) == []
