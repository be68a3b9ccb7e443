"""The set-up: players, colours, chips, banker, target, first player."""

from __future__ import annotations

import pytest

from companion.errors import BadBox, BadCommand
from companion.facts import GameStarted, NumberGiven, Seat
from companion.games.home_casino import box
from companion.games.home_casino.known import Board
from companion.games.home_casino.rulebook import HomeCasino
from tests.games.home_casino.evening import BOX, EXAMPLE, UNFOLLOWED, Evening


def started(*seats: Seat, **given: object) -> Evening:
    told = {"game": "home_casino", "house": {}, "box": UNFOLLOWED, **given}
    return Evening.of(GameStarted(seats=seats, **told))  # type: ignore[arg-type]


def person(name: str, age: int = 0) -> Seat:
    return Seat(id=name, name=name, colour=box.COLOURS["ABCDEF".index(name)], age=age)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_everybody_gets_4000_in_21_chips(number: int) -> None:
    """HC-PLY-1, HC-SET-8, HC-SET-9, HC-SET-10, HC-SET-11, HC-SET-12, HC-SET-13."""
    evening = Evening("ABCDEF"[:number])
    assert HomeCasino.players_allowed == (2, 6)
    for seat in evening.game.order:
        assert evening.play.pieces.of(seat) == {1000: 2, 500: 2, 100: 6, 50: 5, 25: 6}
        assert evening.chips[seat] == 4000
    bank = evening.play.pieces.of("bank")
    assert bank is not None
    assert sum(v * n for v, n in bank.items()) == evening.chips["bank"] == BOX - number * 4000


def test_the_bank_of_six_keeps_the_chips_of_the_table() -> None:
    """HC-MAT-4, HC-MAT-6, HC-MAT-7, HC-MAT-8, HC-MAT-9: the box has 200 chips, 160 500 points."""
    evening = Evening("ABCDEF")
    assert evening.play.pieces.of("bank") == {10000: 5, 5000: 10, 2000: 10, 1000: 8, 500: 13, 100: 14, 50: 10, 25: 4}
    assert sum(box.CHIPS.values()) == 200
    assert sum(v * n for v, n in box.CHIPS.items()) == BOX == evening.game.ledger.total()


def test_the_pot_is_empty_at_the_start() -> None:
    assert Evening().chips["pot"] == 0


def test_colours_are_chosen_one_each_before_the_first_throw() -> None:
    """HC-SET-2, HC-SET-4, HC-SET-5, HC-CSN-1, HC-MAT-1: the casino gives colour, pawn and start."""
    evening = Evening(box=EXAMPLE, colours=False)
    assert set(evening.question("casino").colours) == set(box.COLOURS)
    assert evening.refused.throws("A", 1, 2) in ("NOT_NOW", "NOT_YOUR_TURN")
    evening.takes_casino("C", "noir")
    assert evening.refused.takes_casino("A", "noir") == "COLOUR_TAKEN"
    assert evening.refused.takes_casino("A", "violet") == "NO_SUCH_COLOUR"
    evening.takes_casino("A", "rouge")
    evening.takes_casino("B", "bleu")
    assert evening.game.pawns == {"A": 0, "B": 7, "C": 28}
    assert evening.game.home == {"A": 0, "B": 7, "C": 28}


def test_a_board_that_is_not_known_as_a_whole_has_casinos_of_any_colour() -> None:
    """HC-SET-4: with only two known casinos, a third player may still choose another colour."""
    known = {"length": 40, "ring": EXAMPLE["ring"][:9]}
    evening = Evening("ABC", box=known, colours=False)
    for seat, colour in zip("ABC", ("rouge", "bleu", "vert"), strict=True):
        evening.takes_casino(seat, colour)
    assert evening.asked == ["casino_index"]
    question = evening.question("casino_index")
    assert (question.seats, question.first, question.squares) == (("C",), "A", True)
    assert question.check(NumberGiven(seat="C", number=7)).detail == {"taken": [1, 8]}, "squares count from 1"
    evening.tells("C", 14)
    assert evening.game.pawns == {"A": 0, "B": 7, "C": 14}


def test_two_told_casinos_are_not_all_there_are() -> None:
    """HC-SET-2: two players may start at casinos that are not in the box yet."""
    evening = Evening("AB", box={"length": 40, "ring": EXAMPLE["ring"][:9]}, colours=False)
    assert evening.question("casino").colours == ("rouge", "bleu", "vert", "jaune", "noir", "blanc")


def test_pawns_may_share_a_square_during_the_game() -> None:
    """HC-SET-6."""
    evening = Evening(box=EXAMPLE, pawns={"A": 40, "B": 38})
    evening.places("A", 41)
    evening.places("B", 41)
    assert evening.game.pawns["A"] == evening.game.pawns["B"] == 41


def test_one_of_the_players_is_banker_and_plays_as_well() -> None:
    """HC-SET-7, HC-BNK-1, HC-GOAL-4: his purse is separate from the bank."""
    evening = Evening(banker="A")
    evening.lands("A", "mafia")
    assert evening.game.banker == "A"
    assert evening.chips["A"] == 3500
    assert evening.chips["bank"] == BOX - 12000


def test_somebody_is_banker_even_if_nobody_was_named() -> None:
    evening = started(person("A"), person("B"), person("C"))
    assert evening.game.banker in "ABC"


def test_the_youngest_begins_and_the_turn_goes_to_the_right() -> None:
    """HC-TRN-1, HC-TRN-2: seats are in clockwise order, turns go counter-clockwise."""
    evening = started(person("A", 40), person("B", 12), person("C", 9), person("D", 70))
    assert evening.game.order == ["C", "B", "A", "D"]
    for seat in "CBADC":
        assert evening.game.turn == seat
        evening.lands(seat, "neutral")


def test_an_age_that_is_not_told_is_not_the_youngest() -> None:
    """AMB-33."""
    assert started(person("A"), person("B", 12), person("C", 9)).game.turn == "C"
    assert started(person("A"), person("B")).game.turn == "A"
    assert started(person("A", 9), person("B", 9), first="B").game.turn == "B"


def test_the_turn_passes_over_who_is_out() -> None:
    """HC-TRN-2, HC-BKR-1."""
    evening = Evening("ABCD", chips={"A": 4000}, out="B")
    evening.lands("A", "neutral")
    assert evening.game.turn == "C"


@pytest.mark.parametrize("target", [8000, 10000, 15000, 4025, 12_000])
def test_any_target_above_the_start_can_be_agreed(target: int) -> None:
    """HC-DUR-1, HC-DUR-3, HC-DUR-4, HC-DUR-5, HC-GOAL-1."""
    assert HomeCasino.check_target_given(target) == target
    evening = Evening(chips={"A": target - 525}, target=target)
    evening.lands("A", "casino_plus_500")
    assert evening.winner is None
    evening.lands("B", "neutral")
    evening.lands("C", "neutral")
    evening.lands("A", "casino_plus_500")
    assert evening.winner == "A"


@pytest.mark.parametrize("target", [4000, 0, -1, 8010, "8000", 10**9, True])
def test_a_target_that_makes_no_game_is_refused(target: object) -> None:
    """HC-DUR-1: a target is above the starting 4 000, in whole chips."""
    with pytest.raises(BadCommand):
        HomeCasino.check_target_given(target)


def test_the_rule_book_proposes_three_targets() -> None:
    """HC-DUR-3, HC-DUR-4, HC-DUR-5."""
    assert HomeCasino.targets() == {"courte": 8000, "moyenne": 10000, "longue": 15000}
    assert EXAMPLE["targets"] == HomeCasino.targets()


def test_the_example_box_has_what_the_rule_book_lists() -> None:
    """HC-MAT-4, HC-MAT-5: the box has 36 Jackpot and 21 Acquisition cards, marked as an example."""
    assert (len(EXAMPLE["jackpot"]), len(EXAMPLE["acquisition"])) == (36, 21)
    assert EXAMPLE["example"] is True
    assert {s["kind"] for s in EXAMPLE["ring"]} == set(box.KINDS) - {"neutral"}


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"ring": [{"kind": "slot"}] * 8}, "ring, case 0"),
        ({"ring": [{"kind": "slot", "amount": 130}] * 8}, "ring, case 0"),
        ({"ring": [{"kind": "casino", "colour": "rouge"}] * 8}, "ring, case 1"),
        ({"ring": [{"kind": "beach"}]}, "ring, case 0"),
        ({"length": 5}, "length"),
        ({"ring": [{"kind": "mafia", "index": 9}], "length": 8}, "ring, case 0"),
        ({"acquisition": [{"name": "Ritz", "buy": 410, "sell": 500}]}, "acquisition, carte 0"),
        ({"jackpot": [{"text": "?", "effect": {"kind": "dance"}}]}, "jackpot, carte 0"),
        ({"chips": {"0": 5}}, "chips"),
        ({"start_chips": {"x": 5}}, "start_chips"),
        ([], "objet"),
    ],
)  # fmt: skip
def test_a_bad_box_is_refused_with_its_place(wrong: object, where: str) -> None:
    with pytest.raises(BadBox, match=where):
        Board(wrong)  # type: ignore[arg-type]
