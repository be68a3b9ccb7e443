"""Every question of Home Casino, each with a short evening that leads to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.home_casino.evening import EXAMPLE, Evening, ring

CARDS = {"A": {"Ritz": 600, "Lido": 300}, "B": {"Savoy": 400}}
EMPTY: dict[str, Any] = {"name": "vide"}


def evening(seats: str = "ABC", **given: Any) -> Evening:
    return Evening(seats, **{"cards": CARDS, **given})


def landed(kind: str, **given: Any) -> Evening:
    one = evening(**given)
    one.lands("A", kind)
    return one


def move() -> Evening:
    return evening(box=EXAMPLE)


def pick_two() -> Evening:
    one = evening(house={"move_dice": "three_d6_pick_two"})
    one.throws("A", 1, 3, 6)
    return one


def square_asked() -> Evening:
    one = evening()
    one.throws("A", 1, 3)
    return one


def square_asked_on_the_ring() -> Evening:
    one = evening(box=ring(rouge=0, bleu=10, vert=20) | {"complete": False})
    one.throws("A", 1, 3)
    return one


def casino() -> Evening:
    return evening(colours=False, box=EXAMPLE)


def board_length() -> Evening:
    return evening(box=EMPTY)


def casino_index() -> Evening:
    one = evening(box=EMPTY)
    one.tells("C", 40)
    return one


def sale() -> Evening:
    return landed("a_vendre")


def casino_duel_stake() -> Evening:
    one = evening(house={"duel_optional": True})
    one.lands("A", "casino", colour="bleu")
    return one


def casino_duel_throw() -> Evening:
    one = evening()
    one.lands("A", "casino", colour="bleu")
    one.stakes("A", 500)
    return one


def casino_duel_answer() -> Evening:
    one = casino_duel_throw()
    one.throws("A", 6, 5)
    return one


def zanzibar_opponent() -> Evening:
    return landed("zanzibar", house={"duel_optional": True})


def zanzibar_stake() -> Evening:
    one = landed("zanzibar")
    one.names("A", "B")
    return one


def zanzibar_throw() -> Evening:
    one = zanzibar_stake()
    one.stakes("A", 1000)
    return one


def zanzibar_second_round() -> Evening:
    one = zanzibar_throw()
    one.throws("A", 1, 1, 1)
    one.throws("B", 2, 3, 4)
    return one


def four_two_one_opponent() -> Evening:
    return landed("421")


def four_two_one_stake() -> Evening:
    one = four_two_one_opponent()
    one.names("A", "B")
    return one


def four_two_one_throw() -> Evening:
    one = four_two_one_stake()
    one.stakes("A", 1000)
    return one


def four_two_one_again() -> Evening:
    one = four_two_one_throw()
    one.throws("A", 4, 2, 6)
    return one


def four_two_one_kept() -> Evening:
    one = four_two_one_again()
    one.keeps("A", 4, 2)
    return one


def four_two_one_answer() -> Evening:
    one = four_two_one_kept()
    one.throws("A", 5)
    one.servi("A")
    return one


def four_two_one_must_answer() -> Evening:
    one = four_two_one_answer()
    one.throws("B", 4, 2, 1)
    return one


def four_two_one_third() -> Evening:
    one = four_two_one_kept()
    one.throws("A", 5)
    one.throws("A", 1, kept=(4, 2))
    return one


def somebody_out() -> Evening:
    return evening("ABCD", chips={"A": 4000, "B": 4000, "D": 4000}, out="C")


def four_two_one_fixed() -> Evening:
    one = landed("421", house={"421_keep_final": True})
    one.names("A", "B")
    one.stakes("A", 1000)
    one.throws("A", 4, 2, 6)
    one.throws("A", 5, kept=(4, 2))
    return one


def black_jack_croupier() -> Evening:
    return landed("blackjack", house={"croupier_for_banker": "chosen"}, banker="A")


def black_jack_stake() -> Evening:
    return landed("blackjack")


def black_jack_throw() -> Evening:
    one = black_jack_stake()
    one.stakes("A", 1000)
    return one


def black_jack_draw() -> Evening:
    one = black_jack_throw()
    one.throws("A", 6, 5, 4)
    one.throws("B", 6, 5, 1)
    return one


def black_jack_croupier_draws() -> Evening:
    one = black_jack_draw()
    one.servi("A")
    return one


def black_jack_must_draw() -> Evening:
    one = landed("blackjack", house={"croupier": "draws_below_17"})
    one.stakes("A", 1000)
    one.throws("A", 6, 5, 4)
    one.throws("B", 6, 5, 1)
    one.servi("A")
    return one


def roulette_bet() -> Evening:
    one = landed("roulette")
    one.bets("A", 7, 500)
    one.bets("B", "rouge", 4000)
    return one


def roulette_must_bet() -> Evening:
    return landed("roulette", house={"active_must_bet": True, "roulette_one_kind": True})


def roulette_one_kind() -> Evening:
    one = roulette_must_bet()
    one.bets("A", 7, 500)
    return one


def roulette_throw() -> Evening:
    one = roulette_bet()
    one.rien_ne_va_plus()
    return one


def roulette_told() -> Evening:
    one = landed("roulette", house={"roulette_result": True})
    one.spins("A", 7, "rouge")
    one.had("B", 500, n7=100)
    return one


def roulette_single() -> Evening:
    one = landed("roulette", house={"rethrow_single": True})
    one.bets("A", 7, 500)
    one.bets("C", "noir", 25)
    one.spins("A", 7)
    return one


def jackpot_card() -> Evening:
    return landed("jackpot", box=EXAMPLE)


def jackpot_text() -> Evening:
    one = jackpot_card()
    one.draws("A", "free_text", name="Imitez un coq")
    return one


def jackpot_amount() -> Evening:
    one = jackpot_text()
    one.chooses("A", "pay")
    return one


def jackpot_steps() -> Evening:
    one = evening(box=ring(rouge=0, bleu=10, vert=20, jackpot=4) | {"complete": False})
    one.throws("A", 1, 3)
    one.draws("A", "move_to", target="roulette", collect_pass=True)
    return one


def acquisition_card() -> Evening:
    return landed("acquisition", box=EXAMPLE)


def acquisition_buy() -> Evening:
    one = acquisition_card()
    one.draws_casino("A", "Palace", buy=800, sell=1000)
    return one


def acquisition_too_dear() -> Evening:
    one = acquisition_card()
    one.draws_casino("A", "Palace", buy=4000, sell=1000)
    return one


def emergency_sale() -> Evening:
    return landed("mafia", house={"emergency_sale": "half"}, chips={"A": 300})


def emergency_sale_of_another() -> Evening:
    one = evening(house={"emergency_sale": "full"}, chips={"B": 25})
    one.lands("A", "jackpot")
    one.draws("A", "collect_each", amount=50)
    return one


def playoff_throw() -> Evening:
    one = landed("roulette", chips={"A": 7500, "B": 7500}, target=8000)
    one.bets("A", "rouge", 500)
    one.bets("B", "rouge", 500)
    one.spins("A", 3, "rouge")
    return one


def playoff_of_the_ruined() -> Evening:
    one = evening("AB", chips={"A": 500, "B": 500})
    one.lands("A", "roulette")
    one.bets("A", 1, 500)
    one.bets("B", 1, 500)
    one.spins("A", 2, "rouge")
    return one


def over() -> Evening:
    one = landed("casino_plus_500", chips={"A": 7500}, target=8000)
    assert one.winner == "A"
    return one


SITUATIONS: dict[str, Callable[[], Evening]] = {
    name: found
    for name, found in list(globals().items())
    if callable(found) and getattr(found, "__module__", None) == __name__ and name not in ("evening", "landed")
}
"""The functions of this module that return an evening, by name."""
