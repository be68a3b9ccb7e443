"""A backup is made after each evening, and after a start whose last evening was not ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion import backup, nightly, swap
from companion.facts import MoneyMoved
from companion.table import Table
from tests.companion import evenings


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = evenings.table(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def ran(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    commands: list[Sequence[str]] = []
    nightly.keep_backups(table, tmp_path, commands.append)
    return commands


def test_each_evening_that_is_left_is_backed_up(table: Table, ran: list[Sequence[str]]) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    assert ran == []
    table.end_game()
    assert len(ran) == 1 and "--nightly" in ran[0]
    table.refresh()
    table.resume(1)
    table.start(evenings.setup())  # leaves the first evening
    assert len(ran) == 2


def test_an_evening_that_was_not_ended_is_backed_up_after_the_next_start(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nightly, "LATER", 0.0)
    assert nightly.is_due(table, tmp_path)
    assert backup.main(["backup", "--nightly", "--data", str(tmp_path)], tmp_path) == 0
    assert not nightly.is_due(table, tmp_path)
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    assert nightly.is_due(table, tmp_path)
    (file,) = (tmp_path / swap.BACKUPS).iterdir()
    file.write_bytes(file.read_bytes()[:50])
    assert nightly.is_due(table, tmp_path)


def test_a_table_that_never_played_needs_no_backup(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert not nightly.is_due(table, tmp_path)
    table.close()


def test_the_real_backup_runs_beside_the_table(table: Table, tmp_path: Path) -> None:
    nightly.keep_backups(table, tmp_path, lambda command: nightly._run(command))
    table.end_game()
    (file,) = (tmp_path / swap.BACKUPS).iterdir()
    assert backup.NIGHTLY.fullmatch(file.name)


def test_a_restore_that_was_interrupted_is_finished_by_the_next_start(tmp_path: Path) -> None:
    from companion.__main__ import finish_restore

    (tmp_path / "people.json").write_text("old")
    (swap.begin(tmp_path) / "people.json").write_text("new")
    (tmp_path / swap.UNFINISHED / "old").mkdir()
    (tmp_path / swap.UNFINISHED).rename(tmp_path / swap.COMPLETE)
    finish_restore(tmp_path)
    assert (tmp_path / "people.json").read_text() == "new"
    (kept,) = tmp_path.glob(swap.BEFORE + "*")
    assert (kept / "people.json").read_text() == "old"
