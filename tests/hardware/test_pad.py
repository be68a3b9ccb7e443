"""The shared pad on mock pins: every button, its effects and its limits."""

from __future__ import annotations

from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.errors import JournalError, Unwritable
from companion.facts import BetPlaced, BetsClosed, BetTakenBack, HandedOver, Landed, Square, StakePlaced, Stood, Voided
from companion.words import UNWRITABLE
from hardware.lamps import PATTERNS
from tests import pages
from tests.hardware.conftest import Begin
from tests.hardware.hands import Hands, throw


def lands(hands: Hands, kind: str, seat: str = "A") -> None:
    """Bring the seat's pawn to this kind of square."""
    assert hands.table.submit(Landed(seat=seat, square=Square(kind=kind))).ok
    hands.look(0.05)


def last(hands: Hands) -> Any:
    return hands.facts()[-1]


@pytest.fixture
def roulette(begin: Begin) -> Hands:
    hands = begin(3, box="vide")
    return to_square(hands, "roulette")


def to_square(hands: Hands, kind: str) -> Hands:
    """Answer the set-up questions of an empty box, then bring the player whose turn it is to this kind of square."""
    table = hands.table
    for seat, colour in zip("ABC", ("rouge", "bleu", "vert"), strict=True):
        if pages.view(table)["questions"][0]["kind"] == "casino":
            table.submit({"type": "CasinoChosen", "seat": seat, "colour": colour})
    if any(q["topic"] == "board_unknown" for q in pages.view(table)["questions"]):
        assert table.submit({"type": "OptionChosen", "seat": "A", "option": "unknown"}).ok
    lands(hands, kind, pages.view(table)["turn"])
    return hands


def bets(hands: Hands) -> list[str]:
    """Return the fields with a bet."""
    return [b["field"] for q in pages.view(hands.table)["questions"] if q["kind"] == "bet" for b in q["bets"]]


def target(hands: Hands, wanted: str) -> None:
    """Press « next » until the pad shows this choice; fail if it is not on the row."""
    for _ in range(hands.shown["place"][1]):
        if hands.shown["target"] == wanted:
            return
        hands.press("next")
    raise AssertionError(f"{wanted} is not on the row")


def test_a_seat_takes_the_pad_chooses_field_and_chips_confirms_and_its_lamp_stands(roulette: Hands) -> None:
    roulette.press("servi.B")
    assert (roulette.shown["seat"], roulette.shown["target"], roulette.shown["amount"]) == ("B", "1", None)
    target(roulette, "rouge")
    roulette.press("chip_up", "chip_up")
    assert roulette.shown["amount"] == 50
    assert roulette.shown["does"] == "Confirmer : Ben mise 50 sur rouge."
    assert roulette.lit("B") == PATTERNS["holds"] * 2
    roulette.press("confirm")
    bet = last(roulette)
    assert (type(bet), bet.seat, bet.field, bet.amount, bet.how, bet.who) == (
        BetPlaced, "B", "rouge", 50, "button", "Ben",
    )  # fmt: skip
    roulette.press("servi.B")
    assert roulette.shown["seat"] is None
    assert roulette.lit("B") == "1" * 20
    assert roulette.lit("C").count("1") == 2


def test_a_seat_may_bet_several_times_and_take_one_back(roulette: Hands) -> None:
    roulette.press("servi.C", "chip_up", "confirm", "next", "chip_up", "confirm")
    assert bets(roulette) == ["1", "2"]
    roulette.press("previous", "undo")
    assert isinstance(last(roulette), BetTakenBack) and last(roulette).field == "1"
    roulette.press("undo")
    assert last(roulette).field == "2"
    roulette.press("undo")
    assert roulette.shown["seat"] is None
    assert bets(roulette) == []


def test_servi_without_chips_is_i_pass(roulette: Hands) -> None:
    assert roulette.lit("B").count("1") == 2
    number = pages.view(roulette.table)["number"]
    roulette.press("servi.B", "servi.B")
    assert roulette.shown["seat"] is None and roulette.lit("B") == "0" * 20
    assert pages.view(roulette.table)["number"] == number
    roulette.press("servi.B", "chip_up", "confirm")
    assert isinstance(last(roulette), BetPlaced)


def test_without_a_chip_nothing_is_confirmed(roulette: Hands) -> None:
    number = pages.view(roulette.table)["number"]
    roulette.press("servi.B", "confirm")
    assert pages.view(roulette.table)["number"] == number
    assert "Pas encore de jetons" in roulette.shown["said"]
    roulette.press("chip_up", "chip_down", "confirm")
    assert pages.view(roulette.table)["number"] == number


def test_the_pad_is_free_again_after_a_while_and_nothing_chosen_is_left(roulette: Hands) -> None:
    roulette.press("servi.B", "next", "chip_up")
    roulette.look(10)
    assert roulette.shown["seat"] == "B"
    roulette.look(11)
    assert roulette.shown["seat"] is None
    roulette.press("servi.B")
    assert (roulette.shown["target"], roulette.shown["amount"]) == ("1", None)


def test_who_takes_the_pad_finds_his_own_choice_there(roulette: Hands) -> None:
    roulette.press("servi.B", "next", "chip_up", "servi.C")
    assert (roulette.shown["seat"], roulette.shown["target"], roulette.shown["amount"]) == ("C", "1", None)
    roulette.press("chip_up", "confirm", "servi.B")
    assert (roulette.shown["seat"], roulette.shown["target"], roulette.shown["amount"]) == ("B", "2", 25)
    roulette.press("confirm")
    assert (last(roulette).seat, last(roulette).field) == ("B", "2")


def test_the_throwers_button_held_long_is_rien_ne_va_plus(roulette: Hands) -> None:
    roulette.press("servi.A", "chip_up", "confirm")
    roulette.press("servi.B", held=1.5)
    assert isinstance(last(roulette), BetPlaced)
    roulette.press("servi.A", held=1.5)
    assert isinstance(last(roulette), BetsClosed) and last(roulette).seat == "A"


def test_what_cannot_be_undone_blinks_and_the_same_button_takes_it_back(roulette: Hands) -> None:
    before = pages.view(roulette.table)["questions"]
    roulette.press("servi.A", held=1.5)
    assert isinstance(last(roulette), BetsClosed)
    assert roulette.shown["regret"]["seat"] == "A"
    assert roulette.lit("A") == PATTERNS["regret"] * 10
    roulette.press("servi.A")
    assert isinstance(last(roulette), Voided) and last(roulette).how == "button"
    assert pages.view(roulette.table)["questions"] == before
    assert roulette.lit("A") != PATTERNS["regret"] * 10


def test_after_three_seconds_it_stands(roulette: Hands) -> None:
    roulette.press("servi.A", held=1.5)
    roulette.look(3)
    roulette.press("servi.A")
    assert isinstance(last(roulette), BetsClosed)


def test_the_next_throw_ends_the_wait(roulette: Hands, chance: Any) -> None:
    roulette.press("servi.A", held=1.5)
    assert throw(roulette.table, chance)
    roulette.look(0.05)
    number = pages.view(roulette.table)["number"]
    assert roulette.shown["regret"] is None
    roulette.press("servi.A", "confirm", "undo")
    assert pages.view(roulette.table)["number"] == number


def test_another_button_of_the_pad_stands_by_what_was_confirmed(begin: Begin) -> None:
    hands = to_square(begin(3, box="vide"), "zanzibar")
    hands.press("confirm")
    assert (hands.shown["seat"], hands.shown["target"]) == ("A", "Chloé")
    hands.press("next", "confirm")
    assert last(hands).opponent == "B"
    hands.press("chip_up", "confirm")
    assert isinstance(last(hands), StakePlaced) and last(hands).seat == "A"
    hands.press("confirm")
    assert isinstance(last(hands), Voided)
    assert pages.view(hands.table)["questions"][0]["kind"] == "stake"


def test_whoever_goes_on_still_takes_it_back_with_undo(begin: Begin) -> None:
    hands = to_square(begin(3, box="vide"), "zanzibar")
    hands.press("confirm", "confirm", "chip_up")
    assert hands.shown["regret"]["text"].endswith("« Annuler » reprend.")
    hands.press("undo")
    assert isinstance(last(hands), Voided)
    assert pages.view(hands.table)["questions"][0]["kind"] == "opponent"


def test_servi_says_that_chips_went_over_where_there_is_nothing_else_to_say(begin: Begin) -> None:
    hands = to_square(begin(3, box="vide"), "mafia")
    debt = pages.view(hands.table)["debts"][0]
    assert (debt["from"], debt["to"]) == ("A", "pot")
    assert hands.lit("A") == PATTERNS["owed"]
    hands.press("servi.B")
    assert pages.view(hands.table)["debts"]
    hands.press("servi.A")
    assert isinstance(last(hands), HandedOver) and last(hands).how == "button"
    assert not pages.view(hands.table)["debts"]
    hands.press("servi.A")
    assert pages.view(hands.table)["debts"] == [debt]


def test_servi_stands_and_is_taken_back(begin: Begin, chance: Any) -> None:
    hands = to_square(begin(3, box="vide"), "blackjack")
    hands.press("confirm", "confirm")
    assert isinstance(last(hands), StakePlaced)
    throw(hands.table, chance)
    throw(hands.table, chance)
    hands.look(0.05)
    hands.press("servi.B")
    assert not isinstance(last(hands), Stood)
    hands.press("servi.A")
    assert isinstance(last(hands), Stood) and last(hands).seat == "A"
    hands.press("servi.A")
    assert isinstance(last(hands), Voided)
    hands.press("servi.A")
    hands.rest()
    hands.press("servi.A")
    assert isinstance(last(hands), Stood)


def test_undo_held_switches_the_table_off_and_takes_nothing_back(roulette: Hands) -> None:
    roulette.press("servi.B", "chip_up", "confirm")
    roulette.press("undo", held=4.5)
    assert roulette.off == 0 and isinstance(last(roulette), BetTakenBack)
    roulette.press("chip_up", "confirm")
    roulette.wire("undo", True)
    roulette.look(1.5)
    assert "cinq secondes" in roulette.shown["warning"]
    roulette.look(4)
    assert roulette.off == 1
    roulette.wire("undo", False)
    roulette.look(0.1)
    assert roulette.off == 1 and isinstance(last(roulette), BetPlaced)


def test_a_stuck_button_is_reported_until_it_is_free(roulette: Hands) -> None:
    roulette.wire("servi.B", True)
    roulette.look(9)
    assert roulette.shown["stuck"] == []
    roulette.look(2)
    assert "servi de Ben" in roulette.shown["stuck"][0]
    roulette.press("servi.C", "chip_up", "confirm")
    assert last(roulette).seat == "C"
    roulette.wire("servi.B", False)
    roulette.look(0.1)
    assert roulette.shown["stuck"] == []


def test_a_journal_that_cannot_be_written_is_said_and_the_next_press_counts(
    roulette: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    roulette.press("servi.B", "chip_up")
    for error in (JournalError("le disque est plein"), RuntimeError("boom")):
        with monkeypatch.context() as patched:
            patched.setattr(roulette.table, "submit", lambda *a, error=error, **k: (_ for _ in ()).throw(error))
            roulette.press("confirm")
        assert roulette.shown["said"]
        assert not isinstance(last(roulette), BetPlaced)
    roulette.press("confirm")
    assert isinstance(last(roulette), BetPlaced)


def test_what_the_journal_cannot_take_back_is_tried_again_by_the_next_press(
    roulette: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    roulette.press("servi.A", held=1.5)
    with monkeypatch.context() as patched:
        patched.setattr(roulette.table, "undo_last", lambda **k: (_ for _ in ()).throw(JournalError("plein")))
        roulette.press("servi.A")
    assert isinstance(last(roulette), BetsClosed) and roulette.shown["said"] == UNWRITABLE[Unwritable.FULL]
    roulette.press("servi.A")
    assert isinstance(last(roulette), Voided)


def test_nobody_takes_back_what_somebody_else_said_in_the_same_moment(
    roulette: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = roulette.table.submit

    def and_another(fact: Any, **more: Any) -> Any:
        result = submit(fact, **more)
        if more.get("how") == "button":
            submit({"type": "MoneyMoved", "giver": "bank", "taker": "C", "amount": 25})
        return result

    monkeypatch.setattr(roulette.table, "submit", and_another)
    roulette.press("servi.A", held=1.5)
    number = pages.view(roulette.table)["number"]
    assert roulette.shown["regret"] is None
    roulette.press("undo")
    assert pages.view(roulette.table)["number"] == number


def test_a_button_that_is_pressed_from_the_start_means_nothing_and_is_reported(begin: Begin) -> None:
    hands = to_square(begin(3, box="vide"), "roulette")
    factory = MockFactory()
    stuck = factory.pin(hands.settings.pins["servi.A"])
    stuck._set_pull = lambda pull: stuck.drive_low()  # like a contact that is closed from the start
    again = Hands(hands.table, factory=factory)
    assert again.panel.pressed() == ("servi.A",)
    again.look(5)
    assert not isinstance(last(again), BetsClosed) and again.shown["seat"] is None
    again.look(6)
    assert "servi d'Anna" in again.shown["stuck"][0]
    again.close()


def test_undo_held_says_nothing_where_nothing_can_be_switched_off(roulette: Hands) -> None:
    roulette.pad._shut_down = None
    roulette.press("undo", held=6)
    assert roulette.shown["said"] is None and roulette.off == 0


def test_a_refusal_is_said_in_the_words_of_the_table(begin: Begin) -> None:
    hands = to_square(begin(3, box="vide", house={"active_must_bet": True}), "roulette")
    hands.press("servi.A", held=1.5)
    assert "doit miser avant" in hands.shown["said"]
    hands.look(7)
    assert hands.shown["said"] is None


def test_lamps_follow_the_open_questions(begin: Begin, chance: Any) -> None:
    hands = to_square(begin(3, box="vide"), "zanzibar")
    assert hands.lit("A") == PATTERNS["must"] * 2 and hands.lit("B") == "0" * 20
    hands.press("confirm", "confirm")
    hands.rest()
    hands.press("confirm")
    while pages.view(hands.table)["scene"] and not pages.view(hands.table)["debts"]:
        assert throw(hands.table, chance)
        hands.look(0.05)
    debt = pages.view(hands.table)["debts"][0]
    loser = debt["from"]
    hands.rest(21)
    if pages.view(hands.table)["turn"] != loser:
        assert hands.lit(loser) == PATTERNS["owed"]


def test_the_table_shows_what_a_press_changed_and_the_evening_stays_as_it_was(roulette: Hands) -> None:
    version, number = pages.view(roulette.table)["version"], pages.view(roulette.table)["number"]
    roulette.press("servi.B")
    assert pages.view(roulette.table)["version"] > version
    assert pages.view(roulette.table)["number"] == number
    assert roulette.table.wait(version, 0) > version


def test_numbers_and_colours_are_told_at_the_pad(begin: Begin) -> None:
    """An empty box asks for each seat's casino, and for the length of the board."""
    hands = begin(3, box="vide", **{})
    while pages.view(hands.table)["phase"] == "setup":
        question = pages.view(hands.table)["questions"][0]
        hands.press("servi." + question["seats"][0])
        assert hands.shown["seat"] == question["seats"][0]
        hands.press("next", "chip_up", "confirm")
        hands.rest()
    assert {f.how for f in hands.facts()[1:]} <= {"button", "auto"}
