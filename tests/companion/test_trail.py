"""After a correction near the end of a long evening, replaying only that end gives the state of a whole replay."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import table as tables
from companion import trail, writer
from companion.evening import Evening
from companion.facts import Inserted, MoneyMoved, Restored, Voided
from companion.table import Table
from companion.trail import Trail
from tests.companion import evenings
from tests.companion.evenings import state
from tests.companion.test_replays import correction

FACTS = 120


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every evening as a long one."""
    monkeypatch.setattr(trail, "BEHIND", 20)
    monkeypatch.setattr(trail, "settle", lambda: None)
    for module in (writer, tables):
        monkeypatch.setattr(module, "LONG", 1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = evenings.table(tmp_path)
    evenings.play_on(opened, Random(3), FACTS)
    yield opened
    opened.close()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the length of each evening of two or more entries that is replayed whole."""
    found: list[int] = []
    whole = Evening._play_all

    def noted(self: Evening) -> None:
        if len(self.entries) > 1:
            found.append(len(self.entries))
        whole(self)

    monkeypatch.setattr(Evening, "_play_all", noted)
    return found


def filled(table: Table) -> None:
    """Wait until the trail has created all its replays."""
    table._trail.follow(table.evening().entries)  # type: ignore[union-attr]
    if (thread := table._trail._thread) is not None:
        thread.join(60)
    assert len(table._trail._kept) == trail.NUMBER


def same(table: Table) -> None:
    """Compare the evening in play with a whole replay."""
    evening = table.evening()
    assert evening is not None
    assert state(evening) == state(Evening(evening.entries))


def test_undo_replays_no_long_evening_also_twice_at_once_and_again_later(table: Table, replayed: list[int]) -> None:
    for _ in range(3):
        filled(table)
        for _ in range(trail.NUMBER):
            assert table.undo_last().ok
        assert replayed == []
        same(table)
        replayed.clear()
    evenings.play_on(table, Random(5), 60)
    filled(table)
    assert table.undo_last().ok and replayed == []
    same(table)


def test_so_does_any_correction_of_the_last_facts(table: Table, replayed: list[int]) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    number = table.snapshot().number
    for fact in (Voided(target=number), Restored(target=number)):
        filled(table)
        assert table.submit(fact).ok
        assert replayed == []
    same(table)


def test_a_correction_of_an_early_fact_is_replayed_whole(table: Table, replayed: list[int]) -> None:
    filled(table)
    assert table.submit(Inserted(target=3, fact=MoneyMoved(giver="bank", taker="B", amount=25))).ok
    assert replayed
    same(table)
    filled(table)
    replayed.clear()
    assert table.undo_last().ok
    same(table)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_random_corrections_lead_where_a_whole_replay_leads(table: Table, seed: int) -> None:
    chance = Random(seed)
    for _ in range(25):
        filled(table)
        if chance.random() < 0.5:
            evenings.play_on(table, chance, chance.randint(1, 30))
        table.undo_last() if chance.random() < 0.3 else table.submit(correction(table, chance))
        same(table)


def test_another_evening_is_not_confused_with_the_last(table: Table) -> None:
    filled(table)
    old = list(table.evening().entries)  # type: ignore[union-attr]
    table.start(evenings.setup(2))
    assert table._trail.take(old) is None
    evenings.play_on(table, Random(1), 40)
    filled(table)
    assert table.undo_last().ok
    same(table)


def test_without_a_replay_behind_nothing_is_taken() -> None:
    rows = evenings.entries(50)
    found = Trail()
    assert found.take(rows) is None
    found.follow(rows)
    found.drop()
    assert found.take(rows) is None


def test_an_evening_is_freed_without_the_collector() -> None:
    rows = evenings.entries(2_000)
    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        evening = Evening(rows)
        assert len(gc.get_objects()) > before + 1_000
        del evening
        assert len(gc.get_objects()) < before + 100
    finally:
        gc.enable()


def test_a_further_replay_of_the_same_facts_holds_little_more() -> None:
    rows = evenings.entries(2_000)
    first = Evening(rows)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        second = Evening(rows)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert all(one is other for one, other in zip(first.played, second.played, strict=True))
    assert grown / len(rows) < 300, "bytes a fact"
