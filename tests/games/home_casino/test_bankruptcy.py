"""Bankruptcy: who is out, where chips and cards go, who becomes banker."""

from __future__ import annotations

import pytest

from tests.games.home_casino.evening import Evening, covers, ring

CARDS = {"A": {"Ritz": 600, "Lido": 300}}


def test_no_chips_left_is_out_whatever_cards_one_has() -> None:
    """HC-BKR-1, HC-BKR-2: he pays a fine exactly, and the pot is the creditor (AMB-08)."""
    evening = Evening(chips={"A": 500}, cards=CARDS)
    evening.lands("A", "mafia")
    assert evening.out("A")
    assert evening.game.bankrupt == {"A": "pot"}
    assert evening.game.under["acquisition"] == ["Ritz", "Lido"]
    assert evening.game.unpaid == {}
    assert evening.refused.throws("A", 1, 2) == "OUT_OF_THE_GAME"


@covers("pot_debt_goes_to", "pot", "bank")
@pytest.mark.parametrize(("kind", "amount"), [("mafia", None), ("slot", -500), ("jackpot", None)])
def test_a_fine_that_cannot_be_paid_goes_where_the_house_says(kind: str, amount: int | None) -> None:
    """AMB-08, HC-BKR-3, HC-POT-1: he pays all he has; an exactly paid fine stays in the pot."""
    for to in ("pot", "bank"):
        for chips, where in ((375, to), (500, "pot")):
            evening = Evening(chips={"A": chips}, cards=CARDS, house={"pot_debt_goes_to": to})
            evening.lands("A", kind, amount=amount)
            if kind == "jackpot":
                evening.draws("A", "pay", amount=500)
            assert evening.paid == [("A", where, chips, kind)]
            assert evening.game.bankrupt == {"A": where}
            assert evening.game.unpaid == ({"A": 125} if chips == 375 else {})
            assert evening.cards("A") == []
            assert evening.game.under["acquisition"] == ["Ritz", "Lido"]


@covers("pot_debt_goes_to", "bank")
@covers("emergency_sale", "half")
def test_what_is_missing_after_an_emergency_sale_goes_where_the_house_says() -> None:
    """AMB-08 with AMB-28."""
    house = {"pot_debt_goes_to": "bank", "emergency_sale": "half"}
    evening = Evening(chips={"A": 100}, cards={"A": {"Ritz": 600}}, house=house)
    evening.lands("A", "mafia")
    evening.sells("A", "Ritz")
    assert evening.paid == [("bank", "A", 300, "emergency_sale"), ("A", "bank", 400, "mafia")]
    assert evening.game.bankrupt == {"A": "bank"}


def test_a_debt_to_the_bank_takes_chips_and_puts_the_cards_under_the_pile() -> None:
    """HC-BKR-3, HC-BJ-6: he stakes all he has at Black Jack."""
    evening = Evening(chips={"A": 500}, cards=CARDS)
    evening.lands("A", "blackjack")
    evening.stakes("A", 500)
    for faces in ((6, 6, 6), (6, 6, 6)):
        evening.throws(evening.question("black_jack_throw").seats[0], *faces)
    evening.throws("A", 6)
    assert evening.paid == [("A", "bank", 500, "blackjack_lost")]
    assert evening.game.bankrupt == {"A": "bank"}
    assert evening.game.under["acquisition"] == ["Ritz", "Lido"]


def test_a_debt_to_a_player_gives_him_chips_and_cards() -> None:
    """HC-BKR-4."""
    evening = Evening(chips={"A": 500}, cards=CARDS)
    evening.lands("A", "casino", colour="bleu")
    evening.stakes("A", 500)
    evening.throws("A", 1, 1)
    evening.throws("B", 6, 6)
    assert evening.game.bankrupt == {"A": "B"}
    assert evening.cards("B") == ["Ritz", "Lido"]
    assert evening.game.under["acquisition"] == []
    evening.lands("B", "a_vendre")
    evening.sells("B", "Ritz")
    assert evening.last_paid == [("bank", "B", 600, "sale")]


def test_a_double_does_not_save_a_bankrupt() -> None:
    """HC-TRN-4, HC-BKR-1."""
    evening = Evening(chips={"A": 300}, box=ring(40, rouge=39, bleu=38, vert=37, mafia=2))
    evening.places("A", 0)
    evening.throws("A", 1, 1)
    assert evening.out("A")
    assert evening.game.turn == "B"


def test_the_casino_of_a_bankrupt_belongs_to_nobody() -> None:
    """HC-CSN-4, HC-BKR-1."""
    evening = Evening(chips={"A": 300})
    evening.lands("A", "mafia")
    evening.lands("B", "casino", colour="rouge")
    assert evening.last_paid == []
    assert evening.asked == ["move", "land"]


def test_the_right_hand_neighbour_of_a_bankrupt_banker_takes_over() -> None:
    """HC-BKR-1, HC-SET-7, HC-TRN-2: the bank itself stays in play."""
    evening = Evening("ABCD", chips={"C": 500}, banker="C")
    evening.gives_turn("C")
    evening.lands("C", "mafia")
    assert evening.game.banker == "D"
    evening.lands("D", "blackjack")
    evening.stakes("D", 100)
    evening.throws("D", 6, 6, 6)
    assert evening.question("black_jack_throw").seats == ("A",)


def test_several_may_go_out_in_one_roulette_throw() -> None:
    """HC-BKR-2, HC-BKR-3: a throw is one settlement; a seat that it puts out does not become banker."""
    evening = Evening("ABCD", chips={"B": 500, "C": 300}, banker="B", cards={"C": {"Ritz": 600}})
    evening.lands("A", "roulette")
    evening.bets("C", 1, 300)
    evening.bets("B", "rouge", 500)
    evening.spins("A", 2, "noir")
    assert evening.game.bankrupt == {"B": "bank", "C": "bank"}
    assert evening.game.banker == "D"
    assert evening.game.under["acquisition"] == ["Ritz"]
    assert evening.game.turn == "D"


def test_a_banker_and_his_neighbour_before_him_may_go_out_together() -> None:
    evening = Evening("ABCD", chips={"C": 500, "B": 300}, banker="C")
    evening.lands("A", "roulette")
    evening.bets("B", 1, 300)
    evening.bets("C", "rouge", 500)
    evening.spins("A", 2, "noir")
    assert evening.game.banker == "D"


def test_chips_that_a_bankrupt_gets_later_do_not_exist() -> None:
    """HC-BKR-1: a bankrupt player stays out."""
    evening = Evening(chips={"A": 300})
    evening.lands("A", "mafia")
    assert evening.refused.moves_money("bank", "A", 100) == "NO_SUCH_SEAT"
    assert evening.refused.bets("A", 1, 25) == "OUT_OF_THE_GAME"
    assert evening.refused.gives_turn("A") == "NO_SUCH_SEAT"
