"""Joining and leaving: a guest's chips, a leaver's chips and cards, and the order of play."""

from __future__ import annotations

import pytest

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.facts import SeatJoined
from tests import pages
from tests.games.home_casino.evening import BOX, EXAMPLE, Evening, covers
from tests.games.home_casino.situations import casino_duel_answer, four_two_one_answer, roulette_bet, zanzibar_throw


def guest(evening: Evening, seat: str = "G", **more: str) -> None:
    evening.say(SeatJoined(seat=seat, name="Gaston", **more))


@covers("join_chips", "start", "lowest", "average")
@pytest.mark.parametrize(("rule", "chips"), [("start", 4000), ("lowest", 1000), ("average", 2925)])
def test_a_guest_gets_the_chips_of_the_house_rule(rule: str, chips: int) -> None:
    """The mean of 1 000, 3 500 and 4 250 is 2 916.67, or 2 925 in whole chips; the bank pays the guest."""
    for each in ("start", "lowest", "average"):
        evening = Evening(chips={"A": 1000, "B": 3500, "C": 4250}, house={"join_chips": each})
        guest(evening)
        if each == rule:
            assert evening.last_paid == [("bank", "G", chips, "joined")]


def test_a_guest_sits_down_where_he_says_and_starts_from_his_casino() -> None:
    """HC-SET-2, HC-TRN-2."""
    evening = Evening(box=EXAMPLE)
    guest(evening, colour="noir", after="A")
    assert evening.game.order == ["A", "G", "B", "C"]
    assert evening.game.pawns["G"] == evening.game.home["G"] == 28
    evening.lands("A", "neutral")
    evening.throws("G", 1, 2)
    assert evening.game.pawns["G"] == 31
    assert "zanzibar_opponent" in evening.asked


def test_a_guest_is_told_his_pieces_his_colour_and_where_his_pawn_starts() -> None:
    """HC-SET-9 to 13."""
    evening = Evening(box=EXAMPLE)
    guest(evening, colour="noir", after="A")
    told = Told([Entry(n, 0.0, fact) for n, fact in enumerate((evening.start, *evening.told), 1)])
    words = " ".join(pages.shown(told)["announced"].split())  # any space between the figures
    assert "prend 2 × 1 000, 2 × 500, 6 × 100, 5 × 50, 6 × 25 et le pion noir et part de son casino, case 29" in words


def test_a_guest_may_be_named_as_opponent_at_once() -> None:
    """HC-ZAN-3: a guest may be named even if he joined after Servi asked for the opponent."""
    evening = Evening()
    evening.lands("A", "zanzibar")
    guest(evening)
    evening.names("A", "G")
    evening.stakes("A", 1000)
    assert evening.game.ledger.felt == {"A": 1000, "G": 1000}


def test_nobody_takes_a_taken_colour_or_seat_and_six_are_a_full_table() -> None:
    """HC-PLY-1, HC-SET-4."""
    evening = Evening("ABCDE")
    say = evening.refused.say
    assert say(SeatJoined(seat="A", name="?")) == "SEAT_EXISTS"
    assert say(SeatJoined(seat="bank", name="?")) == "SEAT_EXISTS"
    assert say(SeatJoined(seat="G", name="?", colour="rouge")) == "COLOUR_TAKEN"
    assert say(SeatJoined(seat="G", name="?", after="Z")) == "NO_SUCH_SEAT"
    guest(evening)
    assert evening.refused.say(SeatJoined(seat="H", name="?")) == "TABLE_FULL"


@pytest.mark.parametrize(
    ("to", "chips", "cards"),
    [
        ("bank", {"B": 4000, "C": 4000}, {"B": [], "C": []}),
        ("B", {"B": 8000, "C": 4000}, {"B": ["Ritz", "Lido"], "C": []}),
        ("shared", {"B": 6000, "C": 6000}, {"B": ["Ritz"], "C": ["Lido"]}),
    ],
)
def test_a_leaver_gives_his_chips_and_cards_to_the_bank_to_one_or_to_all(
    to: str, chips: dict[str, int], cards: dict[str, list[str]]
) -> None:
    evening = Evening(cards={"A": {"Ritz": 600, "Lido": 300}})
    evening.leaves("A", to=to)
    assert {s: evening.chips[s] for s in "BC"} == chips
    assert {s: evening.cards(s) for s in "BC"} == cards
    assert evening.game.under["acquisition"] == (["Ritz", "Lido"] if to == "bank" else [])
    assert evening.game.turn == "B"
    assert evening.refused.throws("A", 1, 2) == "OUT_OF_THE_GAME"


def test_what_cannot_be_shared_in_whole_chips_goes_to_the_bank() -> None:
    evening = Evening("ABCD", chips={"A": 1000})
    evening.leaves("A", to="shared")
    assert [evening.chips[s] for s in "BCD"] == [4325, 4325, 4325]
    assert evening.chips["bank"] == BOX - 4325 * 3


def test_a_banker_who_leaves_passes_the_office_on() -> None:
    """HC-SET-7, HC-TRN-2."""
    evening = Evening(banker="B")
    evening.leaves("B")
    assert evening.game.banker == "C"


def test_an_heir_may_win_by_what_he_gets() -> None:
    """HC-END-1."""
    evening = Evening(chips={"B": 4500}, target=8000)
    evening.leaves("A", to="B")
    assert evening.winner == "B"


def test_the_casino_of_a_leaver_belongs_to_nobody() -> None:
    """HC-CSN-4."""
    evening = Evening()
    evening.leaves("B")
    evening.lands("A", "casino", colour="bleu")
    assert evening.asked == ["move", "land"]


@pytest.mark.parametrize("begin", [casino_duel_answer, zanzibar_throw, four_two_one_answer])
def test_a_running_duel_is_voided_before_one_of_its_sides_leaves(begin: object) -> None:
    """The table chooses whether to settle the duel first or to void it."""
    evening: Evening = begin()  # type: ignore[operator]
    assert evening.refused.leaves("B") == "DUEL_RUNNING"
    evening.leaves("B", void_duel=True)
    assert evening.chips["A"] == 4000
    assert evening.game.ledger.felt == {}
    assert evening.game.turn == "C"


def test_a_third_player_may_leave_in_the_middle_of_a_duel() -> None:
    evening = zanzibar_throw()
    evening.leaves("C")
    for faces in ((1, 1, 1), (2, 2, 2)) * 2:
        evening.throws(evening.question("zanzibar_throw").seats[0], *faces)
    assert evening.last_paid == [("B", "A", 1000, "zanzibar")]


def test_a_leaver_takes_his_bets_with_him() -> None:
    evening = roulette_bet()
    evening.leaves("B")
    assert evening.game.ledger.felt == {"A": 500}
    evening.spins("A", 7, "rouge")
    assert evening.last_paid == [("bank", "A", 3500, "roulette_won:7")]


def test_an_opponent_who_leaves_before_the_stake_ends_the_square() -> None:
    evening = Evening()
    evening.lands("A", "zanzibar")
    evening.names("A", "B")
    evening.leaves("B")
    assert evening.asked == ["move", "land"]
    assert evening.game.turn == "C"
