"""Table words at any moment: money, pawns, turns, players, house rules, squares."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion import players
from companion.facts import (
    BankerNamed,
    HouseChanged,
    MoneyMoved,
    PawnPlaced,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    Square,
    SquareCorrected,
    SquareSkipped,
    TableWord,
    TurnGiven,
)
from tests.games.home_casino.evening import EXAMPLE, Evening
from tests.games.home_casino.situations import SITUATIONS, roulette_bet, zanzibar_stake, zanzibar_throw


def all_of(evening: Evening, seat: str) -> int:
    return max(1, evening.chips.get(seat, 1))


WORDS: dict[str, Callable[[Evening], TableWord]] = {
    "a little money to a player": lambda e: MoneyMoved(giver="bank", taker="A", amount=25),
    "all that A has to the pot": lambda e: MoneyMoved(giver="A", taker="pot", amount=all_of(e, "A")),
    "all that B has to A": lambda e: MoneyMoved(giver="B", taker="A", amount=all_of(e, "B")),
    "all that C has to the bank": lambda e: MoneyMoved(giver="C", taker="bank", amount=all_of(e, "C")),
    "a pawn elsewhere": lambda e: PawnPlaced(seat="A", index=5),
    "no more of this square": lambda e: SquareSkipped(),
    "the turn to A": lambda e: TurnGiven(seat="A"),
    "the turn to B": lambda e: TurnGiven(seat="B"),
    "a guest": lambda e: SeatJoined(seat="G", name="Gaston", colour="noir", after="A"),
    "A leaves to the bank": lambda e: SeatLeft(seat="A", void_duel=True),
    "A leaves to B": lambda e: SeatLeft(seat="A", to="B", void_duel=True),
    "B leaves and shares": lambda e: SeatLeft(seat="B", to="shared", void_duel=True),
    "C leaves": lambda e: SeatLeft(seat="C", void_duel=True),
    "another person": lambda e: SeatTaken(seat="A", name="Zoé"),
    "another banker": lambda e: BankerNamed(seat="A"),
    "a higher stake": lambda e: HouseChanged(key="min_stake", value=1100),
    "another end": lambda e: HouseChanged(key="end_check", value="end_of_round"),
    "another croupier": lambda e: HouseChanged(key="croupier", value="must_beat"),
    "another square": lambda e: SquareCorrected(index=5, square=Square(kind="pot")),
    "another casino": lambda e: SquareCorrected(index=5, square=Square(kind="casino", colour="rouge")),
}


@pytest.mark.parametrize("word", WORDS)
def test_the_tables_word_fits_every_open_question(word: str) -> None:
    """Servi applies the word or refuses it with a reason. The evening goes on, and points are conserved."""
    for name, begin in SITUATIONS.items():
        evening = begin()
        fact = WORDS[word](evening)
        refusal = evening.play.refuse(fact)
        if refusal is not None:
            if refusal.overrulable:
                evening.forced.say(fact)
            else:
                assert refusal.code in {
                    "NO_SUCH_SEAT", "NO_SUCH_INDEX", "GAME_OVER", "NOT_NOW", "MORE_THAN_THE_BOX", "NO_SUCH_HEIR",
                }, name  # fmt: skip
                continue
        else:
            evening.say(fact)
        random = Random(word)
        for _ in range(25):
            if evening.winner is not None:
                break
            answer = players.turn(evening.play, random)
            assert answer is not None, f"{name}: nobody can answer {evening.play.open}"
            evening.say(answer)


def test_a_skipped_duel_gives_the_stakes_back() -> None:
    """``SquareSkipped`` ends the current square."""
    evening = zanzibar_throw()
    assert evening.game.ledger.felt == {"A": 1000, "B": 1000}
    evening.skips()
    assert evening.chips["A"] == evening.chips["B"] == 4000
    assert evening.game.ledger.felt == {}
    assert evening.game.turn == "B"


def test_the_turn_given_away_in_a_roulette_gives_the_bets_back() -> None:
    evening = roulette_bet()
    evening.gives_turn("C")
    assert evening.game.ledger.felt == {}
    assert evening.question("move").seats == ("C",)


def test_money_moved_changes_the_limit_of_an_open_stake() -> None:
    """HC-ZAN-1: the limit follows the current chips."""
    evening = zanzibar_stake()
    assert evening.question("zanzibar_stake").limit == 1000
    evening.moves_money("B", "pot", 3525)
    assert evening.question("zanzibar_stake").limit == 225


def test_a_stake_that_the_table_made_impossible_is_not_asked_any_more() -> None:
    evening = zanzibar_stake()
    evening.moves_money("B", "pot", 3975)
    assert evening.asked == ["move", "land"]
    assert evening.game.turn == "B"


def test_who_gives_his_last_chips_away_is_bankrupt_to_whom_he_gave_them() -> None:
    """HC-BKR-2, HC-BKR-4: a gift by a table word counts as a payment; the next seat plays on."""
    evening = Evening(cards={"A": {"Ritz": 600}})
    evening.moves_money("A", "C", 4000)
    assert evening.out("A")
    assert evening.cards("C") == ["Ritz"]
    assert evening.question("move").seats == ("B",)


def test_chips_that_are_not_handed_out_yet_cannot_be_moved() -> None:
    evening = Evening(colours=False)
    assert evening.asked == ["casino"]
    assert evening.refused.moves_money("bank", "A", 100) == "NOT_NOW"
    assert evening.refused.moves_money("A", "B", 100) == "NOT_NOW"


def test_a_corrected_casino_is_where_its_owner_lands() -> None:
    """HC-CSN-3: after the correction of a wrong square, the old square is no longer his casino."""
    evening = Evening(box={"name": "vide"})
    evening.tells("A", 40)
    evening.tells("B", 10)
    evening.tells("C", 20)
    evening.say(SquareCorrected(index=11, square=Square(kind="casino", colour="bleu")))
    assert evening.game.home["B"] == 11
    assert evening.game.board.at(10) is None
    evening.gives_turn("B")
    evening.places("B", 5)
    evening.throws("B", 2, 4)
    assert evening.last_paid == [("bank", "B", 500, "own_casino_landed")]


def test_a_placed_pawn_goes_on_from_there() -> None:
    """HC-SET-3: the square has no effect; the next throw starts from it."""
    evening = Evening(box=EXAMPLE)
    evening.places("A", 31)
    assert evening.paid == []
    evening.throws("A", 1, 1)
    assert evening.last_paid == [("bank", "A", 500, "casino_plus_500")]


def test_a_named_square_is_found_again_on_the_ring() -> None:
    """The players name the square of arrival; tracking resumes if only one square within reach fits."""
    evening = Evening(box=EXAMPLE)
    evening.lands("A", "mafia")
    assert evening.game.pawns["A"] == 11
    evening.gives_turn("A")
    evening.lands("A", "jackpot")
    assert evening.game.pawns["A"] is None


def test_another_person_plays_on_at_the_seat() -> None:
    evening = Evening()
    evening.say(SeatTaken(seat="B", name="Zoé"))
    assert evening.game.players["B"].name == "Zoé"
    assert evening.chips["B"] == 4000


def test_the_office_of_banker_passes_by_the_tables_word() -> None:
    """HC-SET-7: the banker is one of the players and plays the croupier (HC-BJ-3)."""
    evening = Evening()
    evening.say(BankerNamed(seat="C"))
    evening.lands("A", "blackjack")
    assert evening.game.square.croupier == "C"
