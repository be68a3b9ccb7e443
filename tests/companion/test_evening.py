"""Corrections, which are facts about facts; no list of facts makes an evening raise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evening import Entry, Evening
from companion.facts import (
    Amended,
    BetPlaced,
    CardDrawn,
    CardsHeld,
    DiceThrown,
    Die,
    Fact,
    GameStarted,
    Inserted,
    Landed,
    MoneyMoved,
    OpponentChosen,
    Restored,
    SeatLeft,
    Square,
    StakePlaced,
    Voided,
    still_hidden,
)
from tests.companion import evenings
from tests.companion.evenings import BOX, state
from tests.companion.test_facts import ANY
from tests.rings import examples


def evening(*facts: Fact, seats: int = 3, **rules: object) -> Evening:
    """Return an evening of these facts."""
    out = Evening([Entry(1, 0.0, evenings.started(seats, **rules))])
    for fact in facts:
        out.add(Entry(out.number + 1, 0.0, out.decide(fact).fact))
    return out


def given_to(seat: str, amount: int = 25) -> MoneyMoved:
    return MoneyMoved(giver="bank", taker=seat, amount=amount)


def points(of: Evening) -> list[int]:
    return [of.play.game.balance(s) for s in of.play.game.order]


# --- insertions ------------------------------------------------------------------------------------------


def test_what_was_inserted_before_an_insertion_happens_once() -> None:
    told = evening(given_to("A"), Voided(target=2), Inserted(target=3, fact=given_to("A", 100)),
                   Inserted(target=4, fact=given_to("A", 1000)))
    assert told.play.game.balance("A") == 4000 + 100 + 1000
    assert [one.number for one in told.played] == [5, 4]


def test_insertions_stand_before_what_they_name_in_the_order_in_which_they_were_told() -> None:
    told = evening(given_to("A"), Inserted(target=2, fact=given_to("B")), Inserted(target=2, fact=given_to("C")),
                   Inserted(target=3, fact=given_to("B", 50)))
    assert [one.number for one in told.played] == [5, 3, 4, 2]


def test_what_stands_before_a_voided_insertion_counts_all_the_same() -> None:
    told = evening(given_to("A"), Inserted(target=2, fact=given_to("B")), Inserted(target=3, fact=given_to("C")),
                   Voided(target=3))
    assert [one.number for one in told.played] == [4, 2]
    assert told.standings[3].state == "voided"


def test_thousands_of_insertions_one_before_the_other_can_be_played() -> None:
    rows = [Entry(1, 0.0, evenings.started(2)), Entry(2, 0.0, given_to("A"))]
    rows += [Entry(n, 0.0, Inserted(target=n - 1, fact=given_to("A"))) for n in range(3, 3000)]
    assert Evening(rows).play.game.balance("A") == 4000 + 25 * 2998


@pytest.mark.parametrize("target", [1, 3, 4, 99])
@pytest.mark.parametrize("cls", [Voided, Restored])
def test_a_correction_of_nothing_earlier_is_kept_as_one_that_does_not_fit(
        cls: type[Voided] | type[Restored], target: int) -> None:
    rows = [Entry(1, 0.0, evenings.started(2)), Entry(2, 0.0, given_to("A")), Entry(3, 0.0, cls(target=target)),
            Entry(4, 0.0, given_to("A"))]
    told = Evening(rows)
    assert told.misfits[3].code == "NO_SUCH_FACT"
    assert told.play.game.balance("A") == 4050


def test_a_second_start_does_not_fit() -> None:
    told = Evening([Entry(1, 0.0, evenings.started(2)), Entry(2, 0.0, evenings.started(3))])
    assert told.misfits[2].code == "ALREADY_STARTED"


# --- verdicts --------------------------------------------------------------------------------------------


def test_a_fact_that_does_not_count_is_put_back_before_it_is_amended() -> None:
    """Else the table would say yes to an amendment that changes nothing."""
    told = evening(given_to("A"), Voided(target=2))
    amended = Amended(target=2, fact=given_to("B"))
    refusal = told.refuse(amended)
    assert refusal is not None
    assert refusal.code == "DOES_NOT_COUNT"
    told.add(Entry(4, 0.0, Restored(target=2)))
    assert told.refuse(amended) is None


def test_the_last_word_counts_and_a_voided_word_does_not() -> None:
    told = evening(given_to("A"), Voided(target=2))
    assert points(told)[0] == 4000
    told.add(Entry(4, 0.0, Restored(target=2)))
    assert points(told)[0] == 4025
    told.add(Entry(5, 0.0, Voided(target=4)))
    assert points(told)[0] == 4000
    told.add(Entry(6, 0.0, Voided(target=3)))
    assert points(told)[0] == 4025


def test_a_throw_corrected_stays_with_its_question() -> None:
    """With another square the duel's throws no longer fit, and no other game takes them."""
    told = evening(Landed(seat="A", square=Square(kind="zanzibar")))
    told.add(Entry(3, 0.0, told.decide(OpponentChosen(seat="A", opponent="B")).fact))
    told.add(Entry(4, 0.0, told.decide(StakePlaced(seat="A", amount=500)).fact))
    throw = DiceThrown(seat="A", dice=(Die("d6", 1),) * 3)
    told.add(Entry(5, 0.0, told.decide(throw).fact))
    told.add(Entry(6, 0.0, told.decide(Amended(target=2, fact=Landed(seat="A", square=Square(kind="421")))).fact))
    assert told.misfits[3].code == "OTHER_QUESTION"
    assert {4, 5} <= set(told.misfits)
    assert points(told) == [4000] * 3


def test_what_the_table_forced_stays_forced_when_it_is_corrected() -> None:
    throw = DiceThrown(seat="B", dice=(Die("d6", 1), Die("d6", 2)), forced=True)
    told = evening(throw)
    assert not told.misfits
    assert told.play.game.pawns["B"] is not None
    changed = replace(throw, dice=(Die("d6", 4), Die("d6", 2)), forced=False)
    told.add(Entry(3, 0.0, told.decide(Amended(target=2, fact=changed)).fact))
    assert not told.misfits


def test_undo_names_what_it_takes_back() -> None:
    told = evening(given_to("A"), given_to("B"), Voided(target=3), Restored(target=3))
    assert [e.number for e in told.undoable()] == [5]
    told.add(Entry(6, 0.0, Voided(target=5)))
    assert [e.number for e in told.undoable()] == [2]
    told.add(Entry(7, 0.0, Voided(target=2)))
    assert told.undoable() == []
    assert told.last_undoable() is None


def test_what_does_not_fit_is_nothing_to_undo() -> None:
    told = evening(given_to("A"))
    told.add(Entry(3, 0.0, given_to("F")))
    assert 3 in told.misfits
    assert [e.number for e in told.undoable()] == [2]


# --- seats that are out or have left ---------------------------------------------------------------------


def test_nobody_waits_for_a_player_whose_last_chips_were_moved_away() -> None:
    told = evening()
    turn = told.play.game.turn
    told.add(Entry(2, 0.0, MoneyMoved(giver=turn, taker="bank", amount=4000)))
    assert turn in told.play.game.out
    assert told.play.game.turn != turn
    assert told.play.open[0].seats == (told.play.game.turn,)


def test_a_duel_whose_opponent_leaves_before_the_stake_ends() -> None:
    told = evening(Landed(seat="A", square=Square(kind="zanzibar")), OpponentChosen(seat="A", opponent="B"),
                   SeatLeft(seat="B"))
    assert told.play.open[0].topic == "move"


def test_black_jack_goes_on_with_the_next_banker_when_the_croupier_leaves() -> None:
    told = evening(Landed(seat="A", square=Square(kind="blackjack")))
    croupier = told.play.game.square.croupier
    told.add(Entry(3, 0.0, SeatLeft(seat=croupier)))
    told.add(Entry(4, 0.0, told.decide(StakePlaced(seat="A", amount=500)).fact))
    told.add(Entry(5, 0.0, told.decide(DiceThrown(seat="A", dice=(Die("d6", 1),) * 3)).fact))
    game = told.play.game
    assert told.play.open[0].seats == (game.banker,)
    assert game.banker not in (croupier, "A")
    assert game.ledger.felt == {"A": 500}


def test_two_who_lose_all_at_once_throw_it_out() -> None:
    """Both bet everything on a losing number: nobody is left, so dice decide between them."""
    told = evening(Landed(seat="A", square=Square(kind="roulette")), BetPlaced(seat="A", field="7", amount=4000),
                   BetPlaced(seat="B", field="8", amount=4000),
                   DiceThrown(seat="A", dice=(Die("d10", 1), Die("bicolour", "red"))), seats=2)
    assert told.play.open[0].topic == "playoff_throw"
    for seat, value in (("A", 3), ("B", 4)):
        throw = DiceThrown(seat=seat, dice=(Die("d6", value), Die("d6", value)))
        assert told.refuse(throw) is None
        told.add(Entry(told.number + 1, 0.0, told.decide(throw).fact))
    assert told.play.game.outcome is not None
    assert told.play.game.outcome.winner == "B"


def test_no_money_moves_before_the_chips_are_handed_out() -> None:
    first = replace(evenings.started(2), seats=tuple(replace(s, colour=None) for s in evenings.started(2).seats))
    told = Evening([Entry(1, 0.0, first)])
    for fact in (given_to("A"), MoneyMoved(giver="A", taker="bank", amount=25)):
        refusal = told.refuse(fact)
        assert refusal is not None
        assert (refusal.code, refusal.overrulable) == ("NOT_NOW", False)
        assert refusal.detail["open"] == ["casino"], "it says what the table waits for instead"


# --- the evening before a fact -----------------------------------------------------------------------------


def test_before_a_fact_the_evening_stands_as_it_did_with_all_that_was_put_right_since() -> None:
    told = evening(
        MoneyMoved(giver="bank", taker="A", amount=100), MoneyMoved(giver="bank", taker="B", amount=200),
        MoneyMoved(giver="bank", taker="C", amount=400), Amended(target=2, fact=MoneyMoved(giver="bank", taker="A", amount=150)),
        Inserted(target=3, fact=MoneyMoved(giver="bank", taker="C", amount=50)),
    )  # fmt: skip
    began = told.before(2).play.game
    now = told.before(3).play.game
    assert [now.balance(seat) - began.balance(seat) for seat in "ABC"] == [150, 0, 50]
    assert told.before(6).play.game.balance("C") == began.balance("C"), "an added fact has its own moment"
    assert state(told.before(99)) == state(told)


def test_before_a_voided_fact_the_evening_stands_as_it_did_and_not_as_it_ended() -> None:
    told = evening(given_to("A"), given_to("B"), given_to("C"), Voided(target=3), Inserted(target=3, fact=given_to("B", 50)),
                   Voided(target=2))
    was = [told.before(number).play.game.ledger for number in (2, 3, 4, 5)]
    assert [[one.balances[seat] - 4000 for seat in "ABC"] for one in was] == [[0, 0, 0], [0, 50, 0], [0, 50, 0], [0, 50, 25]]


def test_an_added_throw_answers_the_question_that_was_open_there() -> None:
    throw = DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 5)))
    told = evening(Landed(seat="A", square=Square(kind="mafia")))
    asked = told.before(2).play.open[0]
    added = told.decide(Inserted(target=2, fact=replace(throw, seat=asked.seats[0]))).fact
    assert isinstance(added, Inserted)
    assert added.fact.on == asked.topic == "move"


@pytest.mark.parametrize(
    ("fact", "old", "kept"),
    [
        (CardsHeld(seat="A", cards=("", "5D")), CardsHeld(seat="A", cards=("AS", "2H")), ("AS", "5D")),
        (CardsHeld(seat="B", cards=("", "5D")), CardsHeld(seat="A", cards=("AS", "2H")), ("", "5D")),
    ],
)
def test_who_corrects_a_hand_neither_loses_nor_takes_what_he_cannot_see(
    fact: CardsHeld, old: CardsHeld, kept: tuple[str, ...]
) -> None:
    found = still_hidden(fact, old)
    assert isinstance(found, CardsHeld)
    assert found.cards == kept


def test_a_hidden_card_keeps_its_name_where_something_else_of_it_is_corrected() -> None:
    old = CardDrawn(seat="A", deck="pack", card={"name": "7", "hidden": True})
    turned = CardDrawn(seat="A", deck="pack", card={"hidden": True, "turned": "3"})
    assert still_hidden(turned, old) == replace(turned, card={"hidden": True, "turned": "3", "name": "7"})
    for other in (replace(turned, seat="B"), CardDrawn(seat="A", deck="pack", card={"name": ""})):
        assert still_hidden(other, old) == other, "nobody reads it by giving it to himself, or by laying it open"


# --- any list of facts -----------------------------------------------------------------------------------

LEGAL = [e.fact for e in evenings.entries(60, seed=5)[1:]]
FACTS = st.lists(ANY | st.sampled_from(LEGAL) | st.builds(replace, st.sampled_from(LEGAL), forced=st.booleans())
                 | st.builds(Voided, target=st.integers(1, 30)) | st.builds(Restored, target=st.integers(1, 30))
                 | st.builds(Inserted, target=st.integers(1, 30), fact=st.sampled_from(LEGAL))
                 | st.builds(Amended, target=st.integers(1, 30), fact=st.sampled_from(LEGAL)), max_size=30)


def holds(told: Evening) -> None:
    assert told.play.game.ledger.total() == BOX
    assert all(n >= 0 for a, n in told.play.game.ledger.balances.items() if a != "bank")


@examples(250)
@given(facts=FACTS, seats=st.integers(2, 4))
def test_no_list_of_facts_breaks_the_replay(facts: list[Fact], seats: int) -> None:
    told = Evening([Entry(n, 0.0, f) for n, f in enumerate([evenings.started(seats), *facts], 1)])
    holds(told)
    evenings.state(told)


@examples(150)
@given(facts=st.lists(st.tuples(st.integers(0, 58), ANY | st.sampled_from(LEGAL)), max_size=6), forced=st.booleans())
def test_no_change_of_a_real_evening_breaks_the_replay(facts: list[tuple[int, Fact]], forced: bool) -> None:
    rows = list(LEGAL)
    for at, fact in facts:
        rows[at] = fact
    rows = [replace(f, forced=forced or f.forced) for f in rows]
    first: GameStarted = evenings.started(4)
    holds(Evening([Entry(n, 0.0, f) for n, f in enumerate([first, *rows], 1)]))


def test_facts_one_by_one_come_to_the_same_as_all_at_once() -> None:
    rows = evenings.entries(300, seed=9)
    live = Evening(rows[:1])
    for entry in rows[1:]:
        live.add(entry)
    assert state(live) == state(Evening(rows))
