"""Throwing, moving, passing and reaching the own casino, doubles."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.home_casino.evening import EXAMPLE, Evening, covers, ring

LENGTH = 42
KINDS = {s["index"]: s for s in EXAMPLE["ring"]}


@pytest.mark.parametrize("home", [0, 7, 35])
def test_every_start_and_sum_moves_pays_and_lands_as_written(home: int) -> None:
    """HC-TRN-3, HC-SET-3, HC-CSN-2, HC-CSN-3, HC-BNK-3: the test tries 42 squares x 11 sums."""
    colour = KINDS[home]["colour"]
    squares = {c: s["index"] for s in EXAMPLE["ring"] if (c := s.get("colour")) and c != colour}
    seat = {0: "A", 7: "B", 35: "F"}[home]
    box = ring(LENGTH, **{colour: home}, **squares)
    for start, total in product(range(LENGTH), range(2, 13)):
        evening = Evening("ABCDEF", box=box, pawns={seat: start}, first=seat)
        one = min(6, total - 1)
        evening.throws(seat, one, total - one)
        end = (start + total) % LENGTH
        way = [(start + i) % LENGTH for i in range(1, total)]
        paid = [("bank", seat, 200, "own_casino_passed")] if home in way else []
        paid += [("bank", seat, 500, "own_casino_landed")] if end == home else []
        assert evening.paid == paid, (start, total)
        assert evening.game.pawns[seat] == end


def test_a_short_ring_may_be_passed_and_landed_on_in_one_throw() -> None:
    """HC-CSN-2, HC-CSN-3: on seven squares, a throw may pass the own casino twice, or pass it and then land on it."""
    for start, total, paid in ((0, 12, 200), (0, 7, 500), (2, 12, 700), (6, 9, 400), (3, 4, 500), (3, 11, 700)):
        evening = Evening("AB", box=ring(7, rouge=0, bleu=3) | {"ring": [{"kind": "casino", "colour": "rouge"}]},
                          pawns={"A": start})  # fmt: skip
        evening.throws("A", min(6, total - 1), total - min(6, total - 1))
        assert evening.chips["A"] - 4000 == paid, (start, total)


@covers("own_casino_land", 500, 700)
def test_landing_at_home_pays_500_or_700_in_one_payment() -> None:
    """HC-CSN-3, AMB-03."""
    for amount in (500, 700):
        evening = Evening(box=EXAMPLE, pawns={"A": 40}, house={"own_casino_land": amount})
        evening.throws("A", 1, 1)
        assert evening.last_paid == [("bank", "A", amount, "own_casino_landed")]


def test_only_the_square_of_arrival_acts() -> None:
    """HC-TRN-6: a pawn that passes 421 and the pot triggers nothing."""
    evening = Evening(box=EXAMPLE, pawns={"A": 24}, pot=1000)
    evening.throws("A", 1, 3)
    assert evening.paid == []
    assert evening.asked == ["move", "land"]


@covers("plus500_on_pass", True, False)
def test_casino_plus_500_pays_in_passing_where_the_house_says_so() -> None:
    """HC-BNK-4, HC-CAS-2, AMB-12: the square pays once on arrival; slot machines act only on arrival."""
    for on in (False, True):
        evening = Evening("AB", box=EXAMPLE, pawns={"A": 29}, house={"plus500_on_pass": on})
        evening.throws("A", 2, 3)
        evening.stakes("A", 25)
        assert [p for p in evening.paid if p[2] == 500] == ([("bank", "A", 500, "casino_plus_500")] if on else [])
        evening = Evening(box=EXAMPLE, pawns={"A": 29}, house={"plus500_on_pass": on})
        evening.throws("A", 1, 3)
        assert evening.paid == [("bank", "A", 500, "casino_plus_500")]


def test_a_double_acts_first_and_throws_again_without_end() -> None:
    """HC-TRN-4, HC-TRN-5: there are five doubles in a row; the first three end on squares that pay."""
    evening = Evening(box=ring(40, rouge=39, bleu=38, vert=37, mafia=2, the_mafia=4, casino_plus_500=6))
    evening.places("A", 0)
    for number in range(1, 6):
        evening.throws("A", 1, 1)
        assert evening.game.turn == "A"
        assert len(evening.paid) == min(number, 3)
    evening.throws("A", 1, 2)
    assert evening.game.turn == "B"


@covers("doubles_cap", "none", "3_then_end")
def test_the_third_double_in_a_row_is_played_and_ends_the_turn() -> None:
    """HC-TRN-5, AMB-02."""
    for cap in ("none", "3_then_end"):
        evening = Evening(box=ring(40, rouge=39, bleu=38, vert=37, casino_plus_500=6), house={"doubles_cap": cap})
        evening.places("A", 0)
        for _ in range(3):
            assert evening.game.turn == "A"
            evening.throws("A", 1, 1)
        assert evening.last_paid == [("bank", "A", 500, "casino_plus_500")]
        assert evening.game.turn == ("A" if cap == "none" else "B")


def test_doubles_that_a_card_interrupts_are_not_in_a_row() -> None:
    """AMB-02 « le troisième double de suite »: a card's « Rejouez » comes between the doubles."""
    board = ring(40, rouge=39, bleu=38, vert=37, jackpot=7)
    evening = Evening(box=board, house={"doubles_cap": "3_then_end"})
    evening.places("A", 0)
    evening.throws("A", 1, 1)
    evening.throws("A", 1, 1)
    evening.throws("A", 1, 2)
    evening.draws("A", "extra_turn")
    evening.throws("A", 1, 1)
    assert evening.game.turn == "A"


def test_the_third_double_ends_the_turn_also_with_a_card_that_says_rejouez() -> None:
    """AMB-02 with AMB-37: the cap on doubles takes precedence over the card."""
    evening = Evening(box=ring(40, rouge=39, bleu=38, vert=37, jackpot=6), house={"doubles_cap": "3_then_end"})
    evening.places("A", 0)
    for _ in range(3):
        evening.throws("A", 1, 1)
    evening.draws("A", "extra_turn")
    assert evening.game.turn == "B"


@covers("move_dice", "two_d6", "three_d6_pick_two")
def test_movement_takes_two_dice_or_two_of_three() -> None:
    """HC-TRN-3, HC-MAT-3, AMB-01."""
    evening = Evening(box=EXAMPLE)
    assert evening.refused.throws("A", 1, 2, 3) == "NEED_2_DICE"
    assert evening.refused.spins("A", 3, "rouge") == "NEED_2_DICE"
    evening = Evening(box=ring(40, rouge=0), house={"move_dice": "three_d6_pick_two"})
    assert evening.refused.throws("A", 1, 2) == "NEED_3_DICE"
    evening.throws("A", 2, 5, 2)
    assert evening.question("pick_two").options == ("2+2", "2+5")
    assert evening.refused.chooses("A", "5+5") == "NO_SUCH_OPTION"
    evening.chooses("A", "2+2")
    assert evening.game.pawns["A"] == 4
    assert evening.game.turn == "A"
    evening.throws("A", 3, 3, 3)
    assert evening.game.pawns["A"] == 10
    assert evening.game.turn == "A"
    evening.throws("A", 1, 2, 3)
    evening.chooses("A", "1+3")
    assert evening.game.turn == "B"


@covers("move_dice", "three_d6_pick_two")
def test_three_dice_and_the_cap_on_doubles_go_together() -> None:
    """AMB-01 with AMB-02: only the picked dice can make a double."""
    house = {"move_dice": "three_d6_pick_two", "doubles_cap": "3_then_end"}
    evening = Evening(box=ring(40, rouge=39), house=house)
    evening.places("A", 0)
    for _ in range(2):
        evening.throws("A", 1, 1, 2)
        evening.chooses("A", "1+1")
    evening.throws("A", 4, 4, 4)
    assert evening.game.turn == "B"
    assert evening.game.pawns["A"] == 12


def test_a_throw_out_of_turn_is_refused() -> None:
    """HC-TRN-2."""
    evening = Evening()
    assert evening.refused.throws("B", 1, 2) == "NOT_YOUR_TURN"
    assert evening.refused.lands("B", "mafia") == "NOT_YOUR_TURN"
    assert evening.refused.throws("Z", 1, 2) == "NO_SUCH_SEAT"


def test_a_double_in_a_duel_is_no_movement_double() -> None:
    """HC-TRN-4, HC-DUE-4."""
    evening = Evening()
    evening.lands("A", "casino", colour="bleu")
    evening.stakes("A", 100)
    evening.throws("A", 6, 6)
    evening.throws("B", 1, 1)
    assert evening.game.turn == "B"
