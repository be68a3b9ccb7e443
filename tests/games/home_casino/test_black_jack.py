"""Black Jack: order, « servi », over 21, every pair of totals, every croupier mode."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.odds import black_jack as odds
from tests.games.home_casino.evening import Evening, covers

STAKE = 100


def staked(**given: Any) -> Evening:
    evening = Evening(**given)
    evening.lands("A", "blackjack")
    evening.stakes("A", STAKE)
    return evening


def opened(player: tuple[int, int, int], croupier: tuple[int, int, int], **given: Any) -> Evening:
    evening = staked(**given)
    evening.throws("A", *player)
    evening.throws("B", *croupier)
    return evening


def reach(evening: Evening, seat: str, total: int) -> None:
    """Throw single dice until this side has its total; 21 is avoided before a higher total."""
    while (now := evening.game.scene.totals[seat] if evening.game.scene else total) < total:
        step = min(6, total - now)
        evening.throws(seat, step - 1 if now + step == 21 < total else step)


def expected(player: int, croupier: int) -> list[tuple[str, str, int, str]]:
    """Return the payments by rule: over 21 loses, the nearer total wins, 21 wins triple, equal totals are void."""
    if player > 21:
        return [("A", "bank", STAKE, "blackjack_lost")]
    if croupier > 21 or player > croupier:
        return [("bank", "A", 3 * STAKE, "blackjack_21") if player == 21 else ("bank", "A", STAKE, "blackjack_win")]
    return [] if player == croupier else [("A", "bank", STAKE, "blackjack_lost")]


@pytest.mark.parametrize("player", range(3, 25))
def test_every_pair_of_totals_is_settled_as_written(player: int) -> None:
    """HC-BJ-5, HC-BJ-6, HC-BJ-7, HC-BJ-13, HC-BJ-14, HC-BJ-15, HC-BJ-16, HC-BJ-17, HC-OPP-2: all 22 x 22 totals."""
    for croupier in range(3, 25):
        evening = opened((1, 1, 1), (1, 1, 1))
        reach(evening, "A", player)
        if player < 21:
            evening.servi("A")
        if player <= 21:
            reach(evening, "B", croupier)
            if croupier < 21:
                evening.servi("B")
        assert evening.paid == expected(player, croupier), croupier
        assert evening.asked == ["move", "land"]
        if player <= 21:
            net = sum(n if taker == "A" else -n for _, taker, n, _ in evening.paid) // STAKE
            assert odds.settled(player, croupier).ev == net


def test_the_player_opens_then_the_croupier_with_three_dice_each() -> None:
    """HC-BJ-2, HC-BJ-4, HC-BJ-8, HC-BJ-9, HC-BJ-18: the bank places no stake."""
    evening = staked()
    assert evening.game.ledger.felt == {"A": STAKE}
    assert evening.refused.throws("B", 1, 2, 3) == "NOT_YOUR_TURN"
    assert evening.refused.throws("A", 1, 2) == "NEED_3_DICE"
    assert evening.refused.servi("A") in ("NOT_NOW", "NOT_YOUR_TURN")
    evening.throws("A", 1, 2, 3)
    assert evening.refused.throws("B", 1) == "NEED_3_DICE"
    evening.throws("B", 1, 2, 3)
    assert evening.question("black_jack_throw").seats == ("A",)


def test_one_two_or_three_dice_and_servi_is_final() -> None:
    """HC-BJ-10, HC-BJ-11, HC-BJ-12."""
    evening = opened((1, 1, 1), (1, 1, 1))
    evening.throws("A", 1, 1, 1)
    evening.throws("A", 1, 1)
    evening.throws("A", 1)
    assert evening.refused.throws("A") == "NEED_1_TO_3_DICE"
    evening.servi("A")
    assert evening.refused.throws("A", 6) == "ALREADY_SERVI"
    assert evening.refused.servi("A") == "ALREADY_SERVI"
    evening.throws("B", 6, 6)
    evening.servi("B")
    assert evening.paid == [("A", "bank", STAKE, "blackjack_lost")]


@covers("bj_order", "sequential", "rounds")
def test_one_after_the_other_or_by_turns() -> None:
    """AMB-11, HC-BJ-10, HC-BJ-12."""
    for order in ("sequential", "rounds"):
        evening = opened((4, 4, 4), (4, 4, 3), house={"bj_order": order})
        evening.throws("A", 4)
        assert evening.question("black_jack_throw").seats == (("B",) if order == "rounds" else ("A",))
        if order == "rounds":
            evening.throws("B", 3)
        evening.servi("A")
        evening.throws("B", 5)
        evening.servi("B")
        lost = [("A", "bank", STAKE, "blackjack_lost")]
        assert evening.paid == (lost if order == "rounds" else [])  # 16 loses to 19 and ties with 16


@covers("bj_order", "rounds")
def test_by_turns_anybody_over_21_ends_the_game_at_once() -> None:
    """AMB-11, HC-BJ-14: a croupier over 21 loses even if the player could still draw."""
    evening = opened((6, 6, 6), (6, 6, 6), house={"bj_order": "rounds"})
    evening.throws("A", 1)
    evening.throws("B", 6)
    assert evening.paid == [("bank", "A", STAKE, "blackjack_win")]
    evening = opened((6, 6, 6), (6, 6, 5), house={"bj_order": "rounds"})
    evening.throws("A", 1)
    evening.servi("B")
    assert evening.question("black_jack_throw").seats == ("A",)
    evening.servi("A")
    assert evening.paid == [("bank", "A", STAKE, "blackjack_win")]


@covers("bj_21_instant", True, False)
@pytest.mark.parametrize("order", ["sequential", "rounds"])
def test_a_21_of_the_player_wins_at_once_where_the_house_says_so(order: str) -> None:
    """AMB-15, HC-BJ-7, HC-BJ-15: without that house rule, the croupier may still equal 21."""
    evening = opened((6, 6, 6), (6, 6, 6), house={"bj_21_instant": True, "bj_order": order})
    evening.throws("A", 3)
    assert evening.paid == [("bank", "A", 3 * STAKE, "blackjack_21")]
    evening = opened((6, 6, 6), (6, 6, 6), house={"bj_21_instant": False, "bj_order": order})
    evening.throws("A", 3)
    assert evening.paid == []
    evening.throws("B", 3)
    assert evening.paid == []
    assert evening.asked == ["move", "land"]


@covers("bj_21_instant", True)
@covers("bj_order", "rounds")
def test_a_21_that_wins_at_once_wins_also_over_a_21_that_was_there_before() -> None:
    """AMB-15 with AMB-11: the rule says « sans que le croupier puisse égaler »."""
    evening = opened((6, 6, 1), (6, 6, 6), house={"bj_21_instant": True, "bj_order": "rounds"})
    evening.throws("A", 2)
    evening.throws("B", 3)
    evening.throws("A", 6)
    assert evening.paid == [("bank", "A", 3 * STAKE, "blackjack_21")]


def test_the_croupiers_21_costs_once() -> None:
    """AMB-16, HC-BJ-6."""
    evening = opened((6, 6, 6), (6, 6, 6))
    evening.servi("A")
    evening.throws("B", 3)
    assert evening.paid == [("A", "bank", STAKE, "blackjack_lost")]


@covers("croupier", "free", "draws_below_17", "must_beat", "auto")
@pytest.mark.parametrize(
    ("croupier", "player", "his", "dice", "stand"),
    [
        ("free", 15, 12, "1-3d6", True), ("free", 12, 15, "1-3d6", True),
        ("draws_below_17", 18, 16, "1d6", False), ("draws_below_17", 18, 17, None, False),
        ("must_beat", 15, 12, "1-3d6", False), ("must_beat", 15, 15, "1-3d6", False),
        ("must_beat", 15, 16, None, False),
        ("auto", 15, 12, "1d6", False), ("auto", 17, 17, "1d6", False), ("auto", 18, 18, None, False),
    ],
)  # fmt: skip
def test_a_croupier_plays_as_the_house_says(
    croupier: str, player: int, his: int, dice: str | None, stand: bool
) -> None:
    """AMB-13, HC-BJ-12: he plays freely, to 17, until ahead, or by best play; a forced stop settles the game."""
    for each in ("free", "draws_below_17", "must_beat", "auto"):
        evening = opened((1, 1, 1), (his - 8, 4, 4) if his < 15 else (his - 12, 6, 6), house={"croupier": each})
        reach(evening, "A", player)
        evening.servi("A")
        if each != croupier:
            continue
        if dice is None:
            assert evening.asked == ["move", "land"]
            continue
        question = evening.question("black_jack_throw")
        assert question.seats == ("B",)
        assert str(question.dice) == dice
        if stand:
            evening.servi("B")
        else:
            assert evening.refused.servi("B") == "MUST_DRAW"


@covers("croupier", "auto", "draws_below_17", "must_beat")
@covers("bj_order", "rounds")
def test_a_bound_croupier_by_turns_draws_again_when_he_has_to() -> None:
    """AMB-11 with AMB-13: a croupier who was ahead draws again once the player passes him; best play looks ahead."""
    for croupier in ("auto", "draws_below_17", "must_beat"):
        evening = opened((4, 4, 4), (5, 4, 4), house={"bj_order": "rounds", "croupier": croupier})
        if croupier == "auto":
            assert odds.croupier_choice_in_rounds(16, 13) > 0
        evening.throws("A", 4)
        assert evening.question("black_jack_throw").seats == ("B",)
        evening.throws("B", 1)
        evening.servi("A")
        assert evening.question("black_jack_throw").seats == ("B",)
        evening.throws("B", 5)
        assert evening.paid == [("A", "bank", STAKE, "blackjack_lost")]


@covers("croupier", "auto")
@covers("bj_order", "rounds")
def test_the_best_play_by_turns_goes_on_while_the_player_still_can() -> None:
    """AMB-11 with AMB-13: at 6 against 4 he is ahead, but he must not stop before the player stands."""
    assert (odds.croupier_choice(4, 6), odds.croupier_choice_in_rounds(4, 6)) == (0, 1)
    evening = opened((1, 1, 1), (2, 2, 2), house={"bj_order": "rounds", "croupier": "auto"})
    evening.throws("A", 1)
    assert evening.question("black_jack_throw").seats == ("B",)
    evening.throws("B", 1)
    evening.servi("A")
    assert evening.paid == [("A", "bank", STAKE, "blackjack_lost")]


@covers("croupier_for_banker", "right_neighbour", "software", "chosen")
def test_a_banker_who_plays_has_another_croupier() -> None:
    """AMB-14, HC-BJ-3, HC-GOAL-4: the right-hand neighbour, a chosen player, or Servi's best play for the bank."""
    for who in ("right_neighbour", "software", "chosen"):
        evening = Evening("ABCD", banker="A", house={"croupier_for_banker": who})
        evening.lands("A", "blackjack")
        if who == "chosen":
            assert evening.refused.names("A", "A") == "NO_SUCH_OPPONENT"
            evening.names("A", "D")
        croupier = "D" if who == "chosen" else "B"
        evening.stakes("A", STAKE)
        evening.throws("A", 6, 6, 6)
        evening.throws(croupier, 6, 6, 5)
        evening.servi("A")
        assert evening.question("black_jack_throw").seats == (croupier,)
        assert ("black_jack_stand" in evening.asked) is (who != "software")
        evening.throws(croupier, 1)
        if who != "software":
            evening.servi(croupier)
        else:
            assert odds.croupier_choice(18, 18) == 0
        assert evening.paid == []
        assert evening.asked == ["move", "land"]


@covers("croupier_for_banker", "software")
@covers("croupier", "draws_below_17")
def test_the_software_plays_only_for_a_banker_who_plays_himself() -> None:
    """AMB-14 with AMB-13."""
    house = {"croupier_for_banker": "software", "croupier": "draws_below_17"}
    evening = Evening(banker="A", house=house)
    evening.lands("A", "blackjack")
    evening.stakes("A", STAKE)
    evening.throws("A", 4, 4, 4)
    evening.throws("B", 5, 4, 4)
    evening.servi("A")
    assert evening.paid == [("A", "bank", STAKE, "blackjack_lost")]
    evening.lands("B", "blackjack")
    evening.stakes("B", STAKE)
    evening.throws("B", 4, 4, 4)
    evening.throws("A", 5, 4, 4)
    evening.servi("B")
    assert evening.question("black_jack_throw").seats == ("A",)


def test_the_croupiers_own_purse_is_not_touched() -> None:
    """HC-BJ-17, HC-BNK-1: he plays with the bank's money, whatever his own balance."""
    evening = opened((6, 6, 6), (6, 6, 6), chips={"B": 25})
    evening.throws("A", 3)
    evening.throws("B", 4)
    assert evening.chips["B"] == 25
    assert evening.chips["A"] == 4000 + 3 * STAKE


def test_a_croupier_who_leaves_before_the_stake_is_replaced() -> None:
    evening = Evening("ABC")
    evening.lands("A", "blackjack")
    evening.leaves("B")
    evening.stakes("A", STAKE)
    evening.throws("A", 6, 6, 6)
    assert evening.question("black_jack_throw").seats == ("C",)


def test_nobody_is_over_21_after_the_opening() -> None:
    """HC-BJ-9: three dice make 3 to 18."""
    for faces in product((1, 6), repeat=3):
        evening = staked()
        evening.throws("A", *faces)
        assert evening.game.scene is not None
        assert evening.game.scene.totals["A"] == sum(faces)
