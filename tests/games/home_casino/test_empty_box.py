"""An evening without box data: necessary facts are asked once, remembered, and correctable."""

from __future__ import annotations

from random import Random

from companion import players
from companion.facts import Square, SquareCorrected
from companion.games.home_casino.known import Board
from tests.games.home_casino.evening import EXAMPLE, Evening, ring

EMPTY = {"name": "vide"}


def measured(length: int = 40) -> Evening:
    evening = Evening(box=EMPTY)
    evening.tells("A", length)
    evening.tells("B", 10)
    evening.tells("C", 20)
    return evening


def test_an_empty_box_asks_for_its_length_and_casinos_first() -> None:
    """Squares are counted from the starting player's casino; any seat may answer."""
    evening = Evening(box=EMPTY)
    assert evening.asked == ["board_length", "board_unknown"]
    assert evening.refused.tells("A", 6) == "NUMBER_OUT_OF_RANGE"
    evening.tells("C", 40)
    assert evening.question("casino_index").seats == ("B",)
    assert evening.refused.tells("B", 0) == "NUMBER_TAKEN"
    assert evening.refused.tells("B", 40) == "NUMBER_OUT_OF_RANGE"
    evening.tells("B", 10)
    evening.tells("C", 20)
    assert evening.game.pawns == {"A": 0, "B": 10, "C": 20}
    assert evening.asked == ["move", "land"]


def test_the_same_square_is_not_asked_twice() -> None:
    evening = measured()
    evening.throws("A", 1, 3)
    assert evening.question("square").index == 4
    evening.tells_square("A", "slot", amount=-150)
    assert evening.last_paid == [("A", "pot", 150, "slot")]
    for seat, start in (("B", 40), ("C", 20)):
        evening.places(seat, (4 - 3) % start)
        evening.throws(seat, 1, 2)
        assert evening.last_paid == [(seat, "pot", 150, "slot")]


def test_a_told_casino_is_known_from_then_on() -> None:
    """HC-CSN-4: a casino without an owner is remembered, too."""
    evening = measured()
    evening.throws("A", 1, 3)
    evening.tells_square("A", "casino", colour="noir")
    assert evening.last_paid == []
    assert evening.game.board.casino("noir") == 4


def test_a_casino_that_is_known_elsewhere_tells_where_the_pawn_really_stands() -> None:
    """Each colour has one casino, so the pawn's tracked position was wrong; the square there stays unknown."""
    evening = measured()
    evening.throws("A", 4, 5)
    evening.tells_square("A", "casino", colour="bleu")
    assert evening.game.pawns["A"] == 10
    assert evening.game.board.at(9) is None
    assert evening.asked == ["casino_duel_stake"]
    Board(evening.game.board.as_data(EMPTY))


def test_a_corrected_square_acts_as_corrected_from_then_on() -> None:
    """The correction does not affect the pawn that already stands there."""
    evening = measured()
    evening.throws("A", 1, 3)
    evening.tells_square("A", "mafia")
    before = evening.paid
    evening.say(SquareCorrected(index=4, square=Square(kind="casino_plus_500")))
    assert evening.paid == before
    evening.places("B", 1)
    evening.throws("B", 1, 2)
    assert evening.last_paid == [("bank", "B", 500, "casino_plus_500")]


def test_what_was_learnt_makes_a_box_for_the_next_evening() -> None:
    """Play fills the box; the next evening repeats no question."""
    evening = measured()
    evening.throws("A", 1, 3)
    evening.tells_square("A", "jackpot")
    evening.draws("A", "gain", "Gros lot", amount=500)
    again = Evening(box=evening.game.board.as_data(EMPTY))
    assert again.asked == ["move", "land"]
    again.throws("A", 1, 3)
    assert [c["name"] for c in again.question("jackpot_card").known] == ["Gros lot"]


def test_a_random_evening_leaves_a_box_that_can_be_read_again() -> None:
    for seed in range(10):
        random = Random(f"learn {seed}")
        evening = measured()
        for _ in range(200):
            fact = players.turn(evening.play, random)
            if fact is None:
                break
            evening.say(fact)
        data = evening.game.board.as_data(EMPTY)
        assert Board(data).as_data(EMPTY) == data


def test_a_board_that_nobody_counts_is_told_after_each_throw() -> None:
    """With « Ne pas suivre les pions » the players name the square, and any pass of the own casino (HC-CSN-2)."""
    evening = Evening(box=EMPTY)
    evening.chooses("B", "unknown")
    evening.throws("A", 3, 3)
    assert evening.question("square").index is None
    evening.tells_square("A", "mafia", passed=True)
    assert evening.last_paid == [("bank", "A", 200, "own_casino_passed"), ("A", "pot", 500, "mafia")]
    assert evening.game.turn == "A"
    evening.throws("A", 1, 3)
    evening.tells_square("A", "casino", colour="rouge")
    assert evening.last_paid == [("bank", "A", 500, "own_casino_landed")]
    assert evening.refused.places("A", 5) == "NO_SUCH_INDEX"


def test_a_known_board_need_not_be_followed() -> None:
    evening = Evening(box=EXAMPLE | {"followed": False})
    evening.throws("A", 1, 3)
    assert evening.asked == ["square"]
    evening.tells_square("A", "roulette")
    assert evening.game.pawns["A"] is None


def test_a_pawn_that_is_not_followed_is_found_on_a_square_that_is_there_once() -> None:
    """If several squares fit, Servi no longer knows where the pawn is."""
    evening = Evening(box=EXAMPLE)
    evening.lands("A", "jackpot")
    assert evening.game.pawns["A"] == 8
    evening.draws("A", "gain", amount=25)
    evening.gives_turn("A")
    evening.lands("A", "jackpot")
    assert evening.game.pawns["A"] == 15
    evening.draws("A", "gain", amount=25)
    evening.gives_turn("A")
    evening.lands("A", "zanzibar")
    assert evening.game.pawns["A"] is None
    evening.skips()
    evening.gives_turn("A")
    evening.throws("A", 1, 2)
    assert evening.asked == ["square"]
    evening.tells_square("A", "pot")
    assert evening.game.pawns["A"] == 26


def test_a_square_that_may_be_one_nobody_told_yet_does_not_place_the_pawn() -> None:
    evening = Evening(box=ring(rouge=0, bleu=10, vert=20, mafia=5) | {"complete": False})
    evening.lands("A", "mafia")
    assert evening.game.pawns["A"] is None
    evening.lands("B", "casino", colour="vert")
    assert evening.game.pawns["B"] == 20
