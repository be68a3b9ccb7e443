"""A backup is consistent during an evening, and is restored completely or not at all."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from companion import backup
from companion.facts import MoneyMoved
from companion.journal import FILE
from companion.table import Table
from tests import pages
from tests.companion import evenings


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    table = evenings.table(folder)
    table.shelf.save("la nôtre", {"board": []})
    table.close()
    return folder


def write(data: Path, file: Path) -> int:
    return backup.main(["backup", str(file), "--data", str(data)], data)


def take(data: Path, file: Path, *more: str) -> int:
    return backup.main(["restore", str(file), "--data", str(data), *more], data)


def facts(data: Path) -> int:
    table = Table(data)
    evening = table.evening()
    count = len(evening.entries) if evening else 0
    table.close()
    return count


def files(data: Path) -> list[str]:
    return sorted(one.name for one in data.iterdir() if not one.name.endswith(("-wal", "-shm")))


def test_everything_comes_back(data: Path, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "b.tar.gz", tmp_path / "elsewhere"
    assert write(data, file) == 0
    assert take(elsewhere, file) == 0
    assert facts(elsewhere) == facts(data)
    assert (elsewhere / "boxes" / "la nôtre.json").is_file()
    assert not (elsewhere / backup.HEAD).exists()


def test_a_backup_made_while_a_table_plays_holds_all_that_was_shown(data: Path, tmp_path: Path) -> None:
    table = Table(data)
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    number = pages.view(table)["number"]
    assert write(data, tmp_path / "b.tar.gz") == 0
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    table.close()
    assert take(tmp_path / "new", tmp_path / "b.tar.gz") == 0
    assert facts(tmp_path / "new") == number


def test_what_lay_there_before_is_kept_beside(data: Path, tmp_path: Path) -> None:
    assert write(data, tmp_path / "b.tar.gz") == 0
    (data / "mark").write_text("before")
    assert take(data, tmp_path / "b.tar.gz") == 0
    (aside,) = tmp_path.glob("data-before-*")
    assert (aside / "mark").read_text() == "before" and not (data / "mark").exists()


def test_a_table_that_plays_is_not_taken_from_under_its_feet(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write(data, tmp_path / "b.tar.gz") == 0
    table = Table(data)
    assert take(data, tmp_path / "b.tar.gz") == 1
    assert "close it" in capsys.readouterr().err
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    table.close()


@pytest.mark.parametrize("cut", [0, 1, 100, -200, -20])
def test_a_damaged_backup_changes_nothing(
    data: Path, tmp_path: Path, cut: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.tar.gz"
    assert write(data, file) == 0
    file.write_bytes(file.read_bytes()[:cut])
    before = facts(data)
    assert take(data, file) == 1
    told = capsys.readouterr().err
    assert told.startswith("servi: ") and told.count("\n") == 1
    assert facts(data) == before and not list(tmp_path.glob("data-before-*"))


def test_a_foreign_archive_is_refused_and_writes_nowhere(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "evil.tar.gz"
    with tarfile.open(file, "w:gz") as whole:
        for name in (backup.HEAD, "../outside"):
            one = tarfile.TarInfo(name)
            one.size = 2
            whole.addfile(one, io.BytesIO(b"{}"))
    assert take(data, file) == 1
    assert not (tmp_path / "outside").exists()


def test_nothing_to_keep_and_a_missing_file_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write(tmp_path / "none", tmp_path / "b.tar.gz") == 1
    assert take(tmp_path / "none", tmp_path / "gone.tar.gz") == 1
    told = capsys.readouterr().err.splitlines()
    assert "there is no journal" in told[0] and "there is no file" in told[1]


def test_a_dry_run_changes_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "b.tar.gz"
    assert backup.main(["backup", str(file), "--data", str(data), "--dry-run"], data) == 0
    assert not file.exists()
    assert write(data, file) == 0
    before = files(data)
    assert take(data, file, "--dry-run") == 0
    assert "would put 1 evening from" in capsys.readouterr().out
    assert files(data) == before and FILE in before
