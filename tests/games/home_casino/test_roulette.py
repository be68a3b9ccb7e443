"""Roulette: 20 throws on all 13 fields, the bets before them, and one settlement after them."""

from __future__ import annotations

from itertools import product

import pytest

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.games.home_casino.roulette import FIELDS
from companion.odds import roulette as odds
from tests import pages
from tests.games.home_casino.evening import Evening, covers

PAID = {
    "0 rouge": "", "0 noir": "", "1 rouge": "1 impair rouge", "1 noir": "1 impair noir", "2 rouge": "2 pair rouge",
    "2 noir": "2 pair noir", "3 rouge": "3 impair rouge", "3 noir": "3 impair noir", "4 rouge": "4 pair rouge",
    "4 noir": "4 pair noir", "5 rouge": "5", "5 noir": "5", "6 rouge": "6 pair rouge", "6 noir": "6 pair noir",
    "7 rouge": "7 impair rouge", "7 noir": "7 impair noir", "8 rouge": "8 pair rouge", "8 noir": "8 pair noir",
    "9 rouge": "9 impair rouge", "9 noir": "9 impair noir",
}  # fmt: skip
"""The winning fields of each throw, written out."""


def betting(house: dict[str, object] | None = None, **chips: int) -> Evening:
    evening = Evening(chips=chips or None, house=house)
    evening.lands("A", "roulette")
    return evening


@pytest.mark.parametrize("thrown", PAID)
def test_all_20_throws_pay_every_field_as_written(thrown: str) -> None:
    """HC-ROU-2, HC-ROU-4, HC-ROU-10, HC-ROU-11, HC-ROU-12, HC-ROU-13, HC-ROU-14, HC-ROU-15, HC-MAT-2."""
    number, colour = int(thrown.split()[0]), thrown.split()[1]
    winners = PAID[thrown].split()
    evening = betting()
    for field in FIELDS:
        evening.bets("B", field, 100)
    evening.spins("A", number, colour)
    expected = []
    for field in FIELDS:
        gain = odds.net_gain(field, number, colour)
        if number == 0:
            assert gain is None
        elif field in winners:
            amount = 700 if field.isdigit() else 100
            assert gain is not None
            assert gain * 100 == amount
            expected.append(("bank", "B", amount, f"roulette_won:{field}"))
        else:
            assert gain == -1
            expected.append(("B", "bank", 100, f"roulette_lost:{field}"))
    assert evening.paid == expected
    assert evening.game.ledger.felt == {}


def test_everybody_bets_and_who_landed_throws() -> None:
    """HC-CAS-8, HC-ROU-3, HC-ROU-7, HC-ROU-9: he throws even without a bet of his own."""
    evening = betting()
    evening.bets("C", "rouge", 25)
    evening.bets("C", 7, 50)
    assert evening.refused.spins("B", 7, "rouge") == "NOT_YOUR_TURN"
    assert evening.refused.rien_ne_va_plus("B") == "NOT_YOUR_TURN"
    evening.spins("A", 7, "rouge")
    assert evening.paid == [("bank", "C", 25, "roulette_won:rouge"), ("bank", "C", 350, "roulette_won:7")]
    assert evening.game.turn == "B"


def test_bets_are_in_whole_chips_on_the_fields_of_the_cloth_and_no_more_than_one_has() -> None:
    """HC-ROU-1, HC-ROU-4, HC-ROU-5: there is no field 0, and no bet on two numbers with one chip."""
    evening = betting()
    for field in ("0", "1/2", "manque", "10"):
        assert evening.refused.bets("B", field, 25) == "NO_SUCH_FIELD"
    assert evening.refused.bets("B", 7, 30) == "NOT_A_CHIP_AMOUNT"
    evening.bets("B", 7, 3000)
    assert evening.refused.bets("B", "noir", 1025) == "NOT_ENOUGH_CHIPS"
    evening.bets("B", "noir", 1000)
    assert evening.refused.bets("B", 7, 25) == "NOT_ENOUGH_CHIPS"


def test_more_chips_on_one_field_make_one_bet_and_a_bet_can_be_taken_back() -> None:
    evening = betting()
    evening.bets("B", 7, 25)
    evening.bets("A", 8, 25)
    evening.bets("B", 7, 50)
    assert evening.refused.takes_back("B", 8) == "NO_SUCH_BET"
    evening.bets("B", 9, 100)
    evening.takes_back("B", 9)
    assert evening.game.ledger.felt["B"] == 75
    evening.spins("A", 7, "rouge")
    assert evening.paid == [("bank", "B", 525, "roulette_won:7"), ("A", "bank", 25, "roulette_lost:8")]


def test_rien_ne_va_plus_closes_the_bets() -> None:
    """HC-ROU-6."""
    evening = betting()
    evening.bets("B", 7, 25)
    evening.rien_ne_va_plus()
    assert evening.refused.bets("C", 7, 25) == "BETS_CLOSED"
    assert evening.refused.takes_back("B", 7) == "BETS_CLOSED"
    assert evening.refused.rien_ne_va_plus() == "BETS_CLOSED"
    evening.spins("A", 7, "noir")


def test_both_special_dice_are_thrown_at_once() -> None:
    """HC-ROU-8, AMB-31."""
    evening = betting()
    assert evening.refused.spins("A", 7) == "NEED_D10_AND_COLOUR"
    assert evening.refused.throws("A", 3, 4) == "NEED_D10_AND_COLOUR"
    assert "roulette_bet" in evening.asked


@covers("rethrow_single", True, False)
def test_one_die_that_was_not_read_is_thrown_again_alone_where_the_house_says_so() -> None:
    """AMB-31, HC-ROU-8: the other die counts, and the bets are closed."""
    for first, second in (((7, None), (None, "noir")), ((None, "noir"), (7, None))):
        evening = betting({"rethrow_single": True})
        evening.bets("B", 7, 25)
        evening.bets("B", "rouge", 25)
        evening.spins("A", *first)
        assert evening.refused.bets("C", 1, 25) == "BETS_CLOSED"
        assert evening.refused.spins("A", *first) in ("NEED_1D10", "NEED_1BICOLOUR")
        evening.spins("A", *second)
        assert evening.paid == [("bank", "B", 175, "roulette_won:7"), ("B", "bank", 25, "roulette_lost:rouge")]
    evening = betting({"rethrow_single": False})
    assert evening.refused.spins("A", 7) == "NEED_D10_AND_COLOUR"


@covers("rethrow_single", True)
def test_after_rien_ne_va_plus_one_die_may_come_first_too() -> None:
    evening = betting({"rethrow_single": True})
    evening.bets("B", 0 + 5, 25)
    evening.rien_ne_va_plus()
    evening.spins("A", 5)
    evening.spins("A", None, "rouge")
    assert evening.paid == [("bank", "B", 175, "roulette_won:5")]


@covers("active_must_bet", True, False)
def test_who_landed_must_bet_first_where_the_house_says_so() -> None:
    """AMB-23, HC-CAS-8."""
    evening = betting({"active_must_bet": True})
    evening.bets("B", 7, 25)
    assert evening.refused.rien_ne_va_plus() == "ACTIVE_MUST_BET"
    assert evening.refused.spins("A", 7, "rouge") == "ACTIVE_MUST_BET"
    evening.bets("A", 1, 25)
    evening.takes_back("A", 1)
    assert evening.refused.rien_ne_va_plus() == "ACTIVE_MUST_BET"
    evening.bets("A", 2, 25)
    evening.spins("A", 2, "rouge")
    evening = betting({"active_must_bet": False})
    evening.spins("A", 7, "rouge")


@covers("roulette_one_kind", True, False)
def test_numbers_or_even_chances_never_both_where_the_house_says_so() -> None:
    """AMB-35, HC-ROU-4 « soit ... soit », HC-ROU-7: the rule binds each player; a bet taken back does not count."""
    evening = betting({"roulette_one_kind": True})
    evening.bets("A", 7, 25)
    assert evening.refused.bets("A", "rouge", 25) == "ONE_KIND_OF_BET"
    evening.bets("A", 8, 25)
    evening.bets("B", "rouge", 25)
    evening.bets("B", "pair", 25)
    assert evening.refused.bets("B", 1, 25) == "ONE_KIND_OF_BET"
    evening.takes_back("A", 7)
    evening.takes_back("A", 8)
    evening.bets("A", "noir", 25)
    evening = betting({"roulette_one_kind": False})
    evening.bets("A", 7, 25)
    evening.bets("A", "rouge", 25)


@covers("active_must_bet", True)
@covers("roulette_one_kind", True)
@covers("rethrow_single", True)
def test_the_house_rules_of_the_roulette_go_together() -> None:
    """AMB-23 with AMB-31 and AMB-35."""
    evening = betting({"active_must_bet": True, "roulette_one_kind": True, "rethrow_single": True})
    assert evening.refused.spins("A", 7) == "ACTIVE_MUST_BET"
    evening.bets("A", "rouge", 25)
    assert evening.refused.bets("A", 7, 25) == "ONE_KIND_OF_BET"
    evening.spins("A", None, "rouge")
    evening.spins("A", 0)
    assert evening.paid == []


def test_all_transfers_of_a_throw_are_one_settlement() -> None:
    """HC-BKR-2: losing everything on one field and winning on another is no bankruptcy."""
    evening = betting(A=500, B=4000, C=4000)
    evening.bets("A", 1, 250)
    evening.bets("A", "rouge", 250)
    evening.spins("A", 2, "rouge")
    assert evening.paid == [("A", "bank", 250, "roulette_lost:1"), ("bank", "A", 250, "roulette_won:rouge")]
    assert not evening.out("A")


@pytest.mark.parametrize(("number", "colour"), list(product((0, 2, 5), ("rouge", "noir"))))
def test_a_bet_on_every_even_chance_costs_only_at_five(number: int, colour: str) -> None:
    """HC-ROU-14, HC-ROU-15."""
    evening = betting()
    for field in ("pair", "impair", "rouge", "noir"):
        evening.bets("A", field, 100)
    evening.spins("A", number, colour)
    assert evening.chips["A"] == (3600 if number == 5 else 4000)


def result(**chips: int) -> Evening:
    return betting({"roulette_result": True}, **chips)


@covers("roulette_result", True)
def test_after_the_throw_each_tells_what_won_and_what_lay_there_in_all() -> None:
    """HC-ROU-11, HC-ROU-12, HC-POT-2: the payments are the same, with reasons that mark them as declared."""
    evening = result()
    assert evening.asked == ["roulette_throw"]
    evening.spins("A", 7, "rouge")
    assert evening.question("roulette_told").fields == ("7", "impair", "rouge")
    evening.had("B", 500, n7=100, rouge=200)
    evening.had("C", 300)
    evening.had("A", 0)
    assert evening.last_paid == [
        ("bank", "B", 700, "roulette_told:7"),
        ("bank", "B", 200, "roulette_told:rouge"),
        ("B", "bank", 200, "roulette_rest"),
        ("C", "bank", 300, "roulette_rest"),
    ]
    assert evening.turn != "A"


@covers("roulette_result", False)
def test_by_default_bets_are_told_before() -> None:
    assert "roulette_bet" in betting().asked


def test_the_thrower_says_that_this_was_everybody() -> None:
    evening = result()
    evening.spins("A", 5, "noir")
    assert evening.question("roulette_told").fields == ("5",)  # the 5 takes all even chances (HC-ROU-14)
    evening.had("C", 100)
    evening.rien_ne_va_plus("A")
    assert evening.last_paid == [("C", "bank", 100, "roulette_rest")]


def test_after_a_zero_there_is_nothing_to_tell() -> None:
    """HC-ROU-15."""
    evening = result()
    evening.spins("A", 0, "rouge")
    assert "roulette_told" not in evening.asked
    assert evening.turn != "A"


def test_nobody_had_more_on_the_cloth_than_he_had_at_all() -> None:
    evening = result(B=300)
    evening.spins("A", 7, "rouge")
    assert evening.refused.had("B", 325) == "NOT_ENOUGH_CHIPS"
    assert evening.refused.had("B", 100, n7=125) == "TOLD_MORE_THAN_ALL"
    assert evening.refused.had("B", 110) == "NOT_A_CHIP_AMOUNT"
    assert evening.refused.had("B", 100, n8=100) == "NO_SUCH_FIELD"
    evening.had("B", 300, n7=25)
    evening.rien_ne_va_plus("A")
    assert evening.chips["B"] == 300 + 175 - 275


def test_who_must_bet_cannot_tell_that_he_had_nothing() -> None:
    evening = betting({"roulette_result": True, "active_must_bet": True})
    evening.spins("A", 7, "rouge")
    assert evening.refused.had("A", 0) == "ACTIVE_MUST_BET"
    assert evening.refused.rien_ne_va_plus("A") == "ACTIVE_MUST_BET"
    evening.had("A", 25)
    evening.rien_ne_va_plus("A")
    assert evening.last_paid == [("A", "bank", 25, "roulette_rest")]


def test_who_loses_his_last_chips_so_is_bankrupt() -> None:
    evening = result(B=300)
    evening.spins("A", 7, "rouge")
    evening.had("B", 300)
    evening.rien_ne_va_plus("A")
    assert evening.out("B")


def test_the_result_says_which_chips_are_swept_and_which_are_paid() -> None:
    """HC-ROU-11, HC-ROU-14: the page shows number and colour large, and says that the 5 takes the even chances."""
    evening = betting()
    evening.bets("A", "5", 100)
    evening.bets("B", "rouge", 50)
    evening.bets("C", "7", 25)
    evening.spins("A", 5, "rouge")
    told = Told([Entry(n, 0.0, fact) for n, fact in enumerate((evening.start, *evening.told), 1)])
    shown = pages.shown(told)["throw"]
    assert shown["text"] == "5 rouge"
    assert shown["result"] == "Ramassé : rouge (B 50) et 7 (C 25) ; payé : 5 (A 700) ; le 5 prend les chances simples"


def test_a_zero_sweeps_nothing() -> None:
    """HC-ROU-15."""
    evening = betting()
    evening.bets("B", "rouge", 50)
    evening.spins("A", 0, "rouge")
    assert not [code for _, code, _ in evening.game.news if code == "roulette_over"]
