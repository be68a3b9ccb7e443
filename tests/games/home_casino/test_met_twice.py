"""A value learnt in play is marked as unsure until the same value is met a second time."""

from __future__ import annotations

from companion.facts import CardCorrected, Square, SquareCorrected
from companion.games.home_casino import box
from companion.games.home_casino.known import Board
from tests.games.home_casino.evening import Evening, ring

EMPTY = {"name": "vide"}
FINE = {"name": "Amende", "effect": {"kind": "pay", "amount": 500}}


def learnt() -> Evening:
    """Return an evening in which A named square 4, a slot machine."""
    evening = Evening(box=EMPTY)
    evening.tells("A", 40)
    evening.tells("B", 10)
    evening.tells("C", 20)
    evening.throws("A", 1, 3)
    evening.tells_square("A", "slot", amount=-150)
    return evening


def rows(evening: Evening) -> dict[int, bool]:
    """Return whether each square of the box file is marked unsure, by its index."""
    return {row["index"]: row.get("unsure", False) for row in evening.game.box_data()["ring"]}


def test_a_square_told_once_is_to_be_checked() -> None:
    evening = learnt()
    assert rows(evening) == {0: False, 4: True, 10: True, 20: True}, "the first casino is where counting begins"


def test_a_square_met_a_second_time_is_sure() -> None:
    evening = learnt()
    evening.places("B", 1)
    evening.throws("B", 1, 2)
    assert rows(evening)[4] is False


def test_a_casino_is_sure_once_a_pawn_has_come_there() -> None:
    evening = learnt()
    evening.places("B", 7)
    evening.throws("B", 1, 2)
    assert rows(evening)[10] is False
    assert rows(evening)[20] is True


def test_a_square_put_right_is_to_be_checked_again_and_told_twice_alike_is_sure() -> None:
    evening = learnt()
    evening.places("B", 1)
    evening.throws("B", 1, 2)
    mafia = SquareCorrected(index=4, square=Square(kind="mafia"))
    evening.say(mafia)
    assert rows(evening)[4] is True
    evening.say(mafia)
    assert rows(evening)[4] is False


def test_the_next_evening_still_knows_what_is_to_be_checked() -> None:
    data = learnt().game.box_data()
    assert Board(data).unsure == {4, 10, 20}
    assert box.box_trouble({"ring": [{"kind": "pot", "unsure": 3}]}).startswith("ring, case 0 : « unsure » est vrai ou faux")


def test_a_square_that_nobody_learnt_while_playing_is_sure() -> None:
    evening = Evening(box=ring(mafia=4))
    assert rows(evening)[4] is False


def drawn(times: int) -> Evening:
    evening = Evening(box=ring(jackpot=3))
    for seat in "ABC"[:times]:
        evening.places(seat, 0)
        evening.throws(seat, 1, 2)
        evening.draws(seat, "pay", "Amende", amount=500)
    return evening


def test_a_card_drawn_once_is_to_be_checked_and_drawn_twice_alike_is_sure() -> None:
    assert drawn(1).game.box_data()["jackpot"] == [{**FINE, "unsure": True}]
    assert drawn(2).game.box_data()["jackpot"] == [FINE]


def test_a_card_of_the_box_says_nothing_of_checking_to_whoever_draws_it() -> None:
    evening = Evening(box=ring(jackpot=3) | {"jackpot": [{**FINE, "unsure": True}]})
    evening.places("A", 0)
    evening.throws("A", 1, 2)
    assert evening.question("jackpot_card").known == (FINE,)
    evening.draws("A", "pay", "Amende", amount=500)
    assert evening.game.box_data()["jackpot"] == [FINE]


def test_a_card_put_right_is_to_be_checked_again() -> None:
    evening = drawn(2)
    right = {"name": "Grosse amende", "effect": {"kind": "pay", "amount": 1000}}
    evening.say(CardCorrected(deck="jackpot", name="Amende", card=right))
    assert evening.game.box_data()["jackpot"] == [{**right, "unsure": True}]
