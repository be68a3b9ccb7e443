"""The effect of each kind of square, and the accounts involved."""

from __future__ import annotations

import pytest

from tests.games.home_casino.evening import Evening


@pytest.mark.parametrize(
    ("kind", "amount", "paid"),
    [
        ("mafia", None, ("A", "pot", 500, "mafia")),
        ("casino_plus_500", None, ("bank", "A", 500, "casino_plus_500")),
        ("pot", None, ("pot", "A", 1275, "pot")),
        ("slot", -150, ("A", "pot", 150, "slot")),
        ("slot", 300, ("bank", "A", 300, "slot")),
        ("slot", 0, None),
        ("neutral", None, None),
        ("a_vendre", None, None),
    ],
)
def test_a_square_pays_or_costs_what_the_rule_book_says(
    kind: str, amount: int | None, paid: tuple[str, str, int, str] | None
) -> None:
    """HC-CAS-1, HC-CAS-2, HC-CAS-6, HC-SLT-1, HC-BNK-2, HC-BNK-4, HC-POT-1."""
    evening = Evening(pot=1275)
    evening.lands("A", kind, amount=amount)
    assert evening.paid == ([paid] if paid else [])
    assert evening.game.turn == "B"


def test_an_empty_pot_gives_nothing() -> None:
    """HC-CAS-6."""
    evening = Evening()
    evening.lands("A", "pot")
    assert evening.paid == []


def test_all_fines_of_squares_and_cards_gather_in_the_pot_but_lost_stakes_do_not() -> None:
    """HC-POT-1, HC-POT-2, HC-CAS-7: Black Jack and roulette stakes go to the bank."""
    evening = Evening()
    evening.lands("A", "mafia")
    evening.lands("B", "slot", amount=-300)
    evening.lands("C", "jackpot")
    evening.draws("C", "pay", amount=250)
    assert evening.chips["pot"] == 1050
    evening.lands("A", "roulette")
    evening.bets("A", 3, 100)
    evening.spins("A", 4, "rouge")
    evening.lands("B", "blackjack")
    evening.stakes("B", 100)
    evening.throws("B", 6, 6, 6)
    evening.throws("C", 6, 6, 6)
    evening.throws("B", 6)
    assert evening.chips["pot"] == 1050
    evening.lands("C", "pot")
    assert evening.chips["C"] == 4000 - 250 + 1050


def test_a_casino_acts_by_its_owner() -> None:
    """HC-CSN-1, HC-CSN-3, HC-CSN-4, HC-DUE-1: the owner is the player, nobody, a bankrupt or an opponent."""
    evening = Evening("ABC", chips={"A": 4000, "B": 4000}, out="C")
    evening.lands("A", "casino", colour="rouge")
    assert evening.last_paid == [("bank", "A", 500, "own_casino_landed")]
    evening.lands("B", "casino", colour="jaune")
    assert evening.last_paid == []
    evening.lands("A", "casino", colour="vert")
    assert evening.last_paid == []
    evening.lands("B", "casino", colour="rouge")
    assert evening.asked == ["casino_duel_stake"]


def test_landing_on_the_roulette_opens_the_bets_for_all() -> None:
    """HC-CAS-8."""
    evening = Evening()
    evening.lands("A", "roulette")
    assert set(evening.question("roulette_bet").seats) == {"A", "B", "C"}


@pytest.mark.parametrize(("kind", "topic"), [("zanzibar", "zanzibar"), ("421", "421"), ("blackjack", "black_jack")])
def test_the_three_games_begin_with_opponent_and_stake(kind: str, topic: str) -> None:
    """HC-OPP-1, HC-OPP-3, HC-BJ-3: at Black Jack the opponent is the croupier."""
    evening = Evening()
    evening.lands("A", kind)
    if kind != "blackjack":
        assert set(evening.question(f"{topic}_opponent").limits) == {"B", "C"}
        evening.names("A", "C")
    assert evening.question(f"{topic}_stake").limit == 1000


def test_a_square_that_does_not_exist_is_refused() -> None:
    evening = Evening()
    assert evening.refused.lands("A", "beach") == "NO_SUCH_SQUARE"
    assert evening.refused.lands("A", "slot") == "SQUARE_NEEDS_AMOUNT"
    assert evening.refused.lands("A", "casino") == "SQUARE_NEEDS_COLOUR"
