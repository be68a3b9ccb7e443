"""The dice of all evenings as counts: which throws count, which the eye asked about, which were corrected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.chronicle.dice import DICE, PICTURES, BoxRecord, EveningDice, Rolled, box_records
from companion.facts import Amended, DiceThrown, Die, Voided
from companion.table import Table
from tests.companion import evenings
from tests.companion.chronicle.test_chronicle import JPEG, WHILE, throw, throws

NOTHING = (0,) * 6


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = evenings.table(tmp_path)
    yield table
    table.close()


def d6(table: Table) -> Rolled | None:
    found = table.chronicle.one(DICE, table.playing)
    assert found is not None
    return next((one for one in found.dice if one.kind == "d6"), None)


def faces(fact: DiceThrown) -> tuple[int, ...]:
    values = [die.value for die in fact.dice]
    return tuple(values.count(face) for face in range(1, 7))


def first_throw(table: Table, **how: object) -> DiceThrown:
    """Submit the evening's first throw; it moves a pawn."""
    fact = throw(table, Random(1), **how)
    assert {die.kind for die in fact.dice} == {"d6"}
    return fact


def test_a_photographed_throw_that_nobody_entered_was_seen_and_not_asked(table: Table) -> None:
    fact = first_throw(table, how="camera", picture=JPEG)
    rolled = d6(table)
    assert rolled is not None
    assert (rolled.counts, rolled.asked, rolled.seen, rolled.most) == (faces(fact), NOTHING, 2, 2)
    number = throws(table)[-1].number
    assert [bool(one) for one in rolled.pictures] == [n > 0 for n in rolled.counts]
    assert {one for numbers in rolled.pictures for one in numbers} == {number}


def test_a_confirmed_throw_was_asked_about_and_a_tapped_one_was_not_seen(table: Table) -> None:
    fact = first_throw(table, picture=JPEG)
    rolled = d6(table)
    assert rolled is not None and (rolled.asked, rolled.seen) == (faces(fact), 2)
    throw(table, Random(2))
    after = d6(table)
    assert after is not None and (after.asked, after.seen) == (rolled.asked, rolled.seen)


def test_a_corrected_throw_counts_as_corrected_and_its_misreading_by_face(table: Table) -> None:
    first_throw(table, how="camera")
    number = throws(table)[-1].number
    seat = throws(table)[-1].seat
    wrong = throws(table)[-1].dice
    right = (Die("d6", 1 if wrong[0].value != 1 else 2), *wrong[1:])
    assert table.submit(Amended(target=number, fact=DiceThrown(seat=seat, dice=right))).ok
    rolled = d6(table)
    assert rolled is not None
    assert rolled.counts == faces(DiceThrown(seat=seat, dice=right)) and sum(rolled.misread) == 1
    assert rolled.misread[int(wrong[0].value) - 1] == 1
    assert table.submit(Voided(target=number)).ok
    assert d6(table) is None  # a voided throw does not count


def test_dice_of_the_simulated_table_never_count(tmp_path: Path) -> None:
    table = Table(tmp_path / "drawn")
    assert table.start({**evenings.setup(), "simulated": True}).ok
    throw(table, Random(1))
    found = table.chronicle.all(DICE, WHILE).evenings[table.playing]
    assert (found.throws, found.dice) == (0, ())
    table.close()


WHITE = Rolled("d6", "white", 2, 3, (1, 0, 0, 0, 0, 3), (0, 0, 0, 0, 0, 1), NOTHING, ((), (), (), (), (), (9, 8, 7)))


def test_boxes_are_apart_and_their_evenings_are_added() -> None:
    one = EveningDice("les_cases_si_no", "exemple", 2, (WHITE,))
    other = replace(one, box="Chez nous", dice=(replace(WHITE, colour="green"), WHITE))
    found = box_records({1: one, 2: other, 5: one, 7: EveningDice("cassino", "exemple", 0, ())})
    assert [(box.game, box.box, box.evenings, box.throws) for box in found] == [
        ("cassino", "exemple", 1, 0), ("les_cases_si_no", "exemple", 2, 4), ("les_cases_si_no", "Chez nous", 1, 2)
    ]  # fmt: skip
    (die,) = found[1].dice.values()
    assert die.counts == [2, 0, 0, 0, 0, 6] and die.asked[5] == 2 and die.seen == 6
    assert die.pictures[5] == [(5, 9), (5, 8), (5, 7), (1, 9)] and PICTURES == 4
    assert list(found[2].dice) == [("d6", "green"), ("d6", "white")]


def test_300_evenings_are_added_at_once() -> None:
    evening = EveningDice("home_casino", "exemple", 400, (WHITE, replace(WHITE, colour="red")))
    (box,) = box_records(dict.fromkeys(range(300), evening))
    assert isinstance(box, BoxRecord) and box.throws == 120_000


def test_a_throw_taken_back_and_entered_again_counts_as_corrected(table: Table) -> None:
    first_throw(table, how="camera")
    wrong = throws(table)[-1]
    assert table.submit(Voided(target=wrong.number)).ok
    right = (Die("d6", 1 if wrong.dice[0].value != 1 else 2), *wrong.dice[1:])
    assert table.submit(DiceThrown(seat=wrong.seat, dice=right)).ok
    rolled = d6(table)
    assert rolled is not None and sum(rolled.counts) == 2
    assert rolled.misread[int(wrong.dice[0].value) - 1] == 1 == sum(rolled.misread)
