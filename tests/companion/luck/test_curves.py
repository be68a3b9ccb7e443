"""The stored curves: computed in the background, valid for the facts that count, and continued after a stop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import players
from companion.evening import Entry
from companion.facts import Amended, DiceThrown, HandedOver, SeatTaken, Voided
from companion.luck import worker
from companion.luck.curves import Curves, Found, head_of
from companion.luck.resting import rest
from companion.luck.values import Sums, Values
from companion.table import Table
from tests.companion.evenings import setup


def played(folder: Path) -> Table:
    """Return a table with a short evening of Le Cochon that is over."""
    table = Table(folder)
    table.curves = Curves(folder, budget=1, priority=0)  # computes only the first batches
    table.start({"game": "cochon", "target": 10, "seats": [{"name": "Anna"}, {"name": "Ben"}]})
    chance = Random(19)
    while (evening := table.evening()) and evening.play.game.outcome is None:
        fact = players.turn(evening.play, chance)
        assert fact is not None
        assert table.submit(fact).ok
    return table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = played(tmp_path)
    yield table
    table.close()


def waited(table: Table, until: str = "done") -> Found:
    deadline = time.monotonic() + 60
    while (found := table.luck()) is None or found.state != until:
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def test_a_curve_begun_is_gone_on_with_beside_the_table_and_kept_without_names(table: Table, tmp_path: Path) -> None:
    entries = table.evening().entries
    values = worker.begin(entries)
    for link, sums, facts in worker.sample(entries, values, worker.plan(values)):
        values.add(link, sums, facts)
    table.curves._kept.put(1, "luck", 1, head_of(entries), {"done": False, "values": values.write()})
    assert table.luck().state == "begun"
    assert table.compute_luck().ok
    found = waited(table)
    assert found.values.links == values.links
    assert all(rows[:1] == old for rows, old in zip(found.values.batches, values.batches, strict=True))
    wanted = [worker.least(values, link) for link in range(len(values.links) - 1)]
    assert [len(rows) for rows in found.values.batches] == [*wanted, 0]
    again = Curves(tmp_path).found(1, entries)
    assert again.done
    assert again.values.write() == found.values.write()
    assert "Anna" not in (tmp_path / "chronicle" / "1.luck.json").read_text("utf-8")


def test_a_correction_ends_a_curve_and_a_hand_over_or_a_name_does_not(table: Table) -> None:
    entries = table.evening().entries
    throw = next(e for e in entries if isinstance(e.fact, DiceThrown))
    other = replace(throw.fact, dice=(throw.fact.dice[0]._replace(value=throw.fact.dice[0].value % 6 + 1),))

    def after(*facts: object) -> list[Entry]:
        return [*entries, *(Entry(len(entries) + n, 0.0, fact) for n, fact in enumerate(facts, 1))]

    assert head_of(after(Amended(target=throw.number, fact=other))) != head_of(entries)
    assert head_of(after(HandedOver(debts=()))) == head_of(entries)
    assert head_of(after(Voided(target=throw.number), Voided(target=len(entries) + 1))) == head_of(entries)
    assert head_of(after(SeatTaken(seat="A", name="Zoé"))) == head_of(after(SeatTaken(seat="A", name="Ada")))
    assert head_of([replace(entries[0], fact=replace(entries[0].fact, who="Zoé")), *entries[1:]]) == head_of(entries)


def test_nothing_is_computed_while_the_game_is_played_and_all_by_itself_afterwards(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        table.start(setup(2, target=8000))
        assert table.luck().state == "playing"
        assert table.compute_luck().refusal.code == "LUCK_LATER"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("companion.luck.curves.LONGEST", 0)
            assert table.luck().state == "long"
            assert table.compute_luck().refusal.code == "LUCK_LONG"
        rest(table, at_night=False)
        assert table.curves._work is None
    finally:
        table.close()


def test_a_small_machine_begins_at_night(table: Table) -> None:
    rest(table, at_night=True, hour=lambda: 21)
    assert table.luck().state == "none"
    rest(table, at_night=True, hour=lambda: 3)
    assert table.luck().state == "running"
    table.curves.stop()
    assert not table.luck().running


def test_a_damaged_file_is_no_curve(table: Table, tmp_path: Path) -> None:
    entries = table.evening().entries
    table.curves._kept.put(1, "luck", 1, head_of(entries), {"done": True, "values": {"seats": ["A"]}})
    assert table.luck() == Found()


def test_values_survive_their_file() -> None:
    values = Values(("A", "B"), (), [])
    assert Values.read(values.write()) == values
    assert Sums((1,), (2,)) == ((1,), (2,))
