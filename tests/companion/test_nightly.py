"""A backup is made after each evening, and after a start whose last evening was not ended."""

from __future__ import annotations

import tarfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion import archive, backup, nightly, swap
from companion.facts import MoneyMoved
from companion.folders import alone_in
from companion.journal_reader import FILE
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
    table.start(evenings.setup())  # end the first evening
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


def test_backups_asked_for_at_once_run_one_after_the_other_and_once_more_is_enough() -> None:
    running, wait, ran = threading.Semaphore(0), threading.Semaphore(0), []

    def run(command: Sequence[str]) -> None:
        running.release()
        assert wait.acquire(timeout=60)
        ran.append(command)

    in_turn = nightly.InTurn(run)
    in_turn(["backup"])
    assert running.acquire(timeout=60)
    for _ in range(4):
        in_turn(["backup"])
    assert not running.acquire(timeout=0.05)
    wait.release()
    assert running.acquire(timeout=60)
    wait.release()
    assert not running.acquire(timeout=0.05) and len(ran) == 2


def test_a_backup_waits_for_another_process_that_writes_one(table: Table, tmp_path: Path) -> None:
    folder = tmp_path / swap.BACKUPS
    other = folder / f"{backup.PREFIX}other"
    other.mkdir(parents=True)
    done = threading.Thread(target=nightly_backup, args=(tmp_path,))
    with alone_in(folder):
        done.start()
        done.join(0.3)
        assert other.exists() and len(list(folder.iterdir())) == 1
    done.join(60)
    assert [backup.NIGHTLY.fullmatch(one.name) is not None for one in folder.iterdir()] == [True]


def test_a_restore_that_was_interrupted_is_finished_by_the_next_start(tmp_path: Path) -> None:
    from hardware.__main__ import finish_restore

    (tmp_path / "servi.toml").write_text("old")
    (swap.begin(tmp_path) / "servi.toml").write_text("new")
    (tmp_path / swap.UNFINISHED / "old").mkdir()
    (tmp_path / swap.UNFINISHED).rename(tmp_path / swap.COMPLETE)
    finish_restore(tmp_path)
    assert (tmp_path / "servi.toml").read_text() == "new"
    (kept,) = tmp_path.glob(swap.BEFORE + "*")
    assert (kept / "servi.toml").read_text() == "old"


# --- deleted evenings -------------------------------------------------------------------------------------------------


def backups(data: Path) -> dict[str, dict[int, int]]:
    """Return the number of facts of each evening, for each nightly backup."""
    return {one.name: archive.facts_of(one) for one in (data / swap.BACKUPS).glob("*.tar.gz")}


def stored(data: Path) -> bytes:
    """Return the journals in all nightly backups, joined."""
    with_all = b""
    for one in (data / swap.BACKUPS).glob("*.tar.gz"):
        with tarfile.open(one) as whole:
            with_all += whole.extractfile(FILE).read()  # type: ignore[union-attr]
    return with_all


def test_a_deleted_evening_is_taken_out_of_every_backup(
    table: Table, tmp_path: Path, ran: list[Sequence[str]]
) -> None:
    table.start({**evenings.setup(), "seats": [{"name": "Zoé", "age": 97}, {"name": "Yann"}]})
    assert nightly_backup(tmp_path) == 0
    today = next((tmp_path / swap.BACKUPS).iterdir())
    today.rename(today.with_name("servi-2026-01-02.tar.gz"))
    assert nightly_backup(tmp_path) == 0
    assert b'"age":97' in stored(tmp_path)
    table.end_game()
    ran.clear()
    assert table.delete_evening(2).ok
    assert len(ran) == 1, "it is taken out at once"
    table.refresh()
    assert len(ran) == 1
    table.start(evenings.setup())  # a new evening, again with number 2
    assert nightly_backup(tmp_path) == 0
    assert b'"age":97' not in stored(tmp_path)
    assert backups(tmp_path) == {today.name: {1: 1, 2: 1}, "servi-2026-01-02.tar.gz": {1: 1}}
    assert not (tmp_path / swap.BACKUPS / backup.FORGET).exists()


def test_an_evening_that_is_lost_but_was_not_deleted_stays_in_the_backups(table: Table, tmp_path: Path) -> None:
    assert nightly_backup(tmp_path) == 0
    today = next((tmp_path / swap.BACKUPS).iterdir())
    old = today.rename(today.with_name("servi-2026-01-02.tar.gz"))
    backup.forget(tmp_path, 1, 0.0)  # a note to forget another evening with this number
    # a note to forget this evening, whose deletion a kill prevented
    backup.forget(tmp_path, 1, table.journal.evenings()[0].started)
    assert nightly_backup(tmp_path) == 0
    assert archive.facts_of(old) == {1: 1}


def nightly_backup(data: Path) -> int:
    return backup.main(["backup", "--nightly", "--data", str(data)], data)
