"""A backup during an evening is consistent and checked after writing; a restore takes over data only."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import archive, backup, swap
from companion.facts import MoneyMoved
from companion.folders import OPEN
from companion.journal_reader import FILE
from companion.table import Table
from tests import pages
from tests.companion import evenings
from tests.companion.killed import content
from tests.tools import ROOT
from tests.unprivileged import Person


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


def rewritten(file: Path, change: Callable[[Path], object]) -> Path:
    """Unpack a backup, call ``change`` with its journal, and pack the files again; return the path of the backup."""
    folder = file.with_name("rewritten")
    with tarfile.open(file) as whole:
        for one in whole:
            (folder / one.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / one.name).write_bytes(whole.extractfile(one).read())
    change(folder / FILE)
    with tarfile.open(file, "w:gz") as whole:
        for one in folder.rglob("*"):
            if one.is_file():
                whole.add(one, one.relative_to(folder))
    shutil.rmtree(folder)
    return file


def sql(script: str) -> Callable[[Path], object]:
    """Return a function that runs a script on a journal."""

    def change(journal: Path) -> None:
        db = sqlite3.connect(journal)
        db.executescript(script)
        db.close()

    return change


def files(data: Path) -> list[str]:
    return sorted(one.name for one in data.iterdir() if not one.name.endswith(("-wal", "-shm", OPEN)))


def test_everything_comes_back(data: Path, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "b.tar.gz", tmp_path / "elsewhere"
    assert write(data, file) == 0
    assert take(elsewhere, file) == 0
    assert facts(elsewhere) == facts(data)
    assert (elsewhere / "boxes" / "la nôtre.json").is_file()
    assert not (elsewhere / archive.HEAD).exists()


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
    (aside,) = data.glob("before-*")
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
    assert facts(data) == before and not list(data.glob("before-*"))


def test_a_foreign_archive_is_refused_and_writes_nowhere(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "evil.tar.gz"
    with tarfile.open(file, "w:gz") as whole:
        for name in (archive.HEAD, "../outside"):
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


# --- restoring data only ----------------------------------------------------------------------------------------------


FOREIGN = """
CREATE TRIGGER alters AFTER INSERT ON fact BEGIN UPDATE fact SET at = 0; END;
CREATE TABLE more (x); CREATE INDEX slow ON more (x); CREATE VIEW other AS SELECT * FROM fact;
INSERT INTO picture VALUES (1, 1, x'00');
"""


def test_a_backup_brings_no_trigger_and_no_other_schema(data: Path, tmp_path: Path) -> None:
    assert write(data, tmp_path / "b.tar.gz") == 0
    assert take(data, rewritten(tmp_path / "b.tar.gz", sql(FOREIGN))) == 0
    db = sqlite3.connect(data / FILE)
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")}
    assert names == {"evening", "fact", "picture"}
    assert db.execute("SELECT count(*) FROM picture").fetchone() == (0,)  # the inserted bytes are no photograph
    db.close()
    table = Table(data)
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    assert all(entry.at > 0 for entry in table.journal.entries(1))
    table.close()


VIEW = "ALTER TABLE fact RENAME TO real; CREATE VIEW fact AS SELECT evening, number, at, fact FROM real;"
COMPUTED = """ALTER TABLE fact RENAME TO real; CREATE TABLE fact (evening, number, at, kept,
    fact TEXT GENERATED ALWAYS AS (replace(kept, ' ', ' ')) VIRTUAL);
INSERT INTO fact SELECT * FROM real;"""
"""SQL for a table with the same rows that runs a function for each row; a function may fill the memory or never end."""
VIRTUAL = """ALTER TABLE evening RENAME TO real; CREATE VIRTUAL TABLE evening USING rtree(id, closed, started);
INSERT INTO evening SELECT id, closed, started FROM real;
PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = replace(sql, 'CREATE', 'CREATE /**/') WHERE name = 'evening';"""
"""SQL for a virtual table whose stored schema does not begin like that of a virtual table."""


@pytest.mark.parametrize(
    "script",
    [
        VIEW,
        COMPUTED,
        VIRTUAL,
        "UPDATE fact SET fact = '{}'",
        "UPDATE fact SET number = number + 1",
        "UPDATE fact SET at = 'noon'",
        "UPDATE evening SET started = 'noon'",
        "DELETE FROM fact",
        "DROP TABLE picture",
    ],
)
def test_a_journal_that_is_not_what_was_written_is_refused(
    data: Path, tmp_path: Path, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write(data, tmp_path / "b.tar.gz") == 0
    before = facts(data)
    assert take(data, rewritten(tmp_path / "b.tar.gz", sql(script))) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert facts(data) == before and not list(data.glob(".restore-*"))


@pytest.mark.parametrize(
    "statement",
    ["SELECT randomblob(9)", "PRAGMA user_version", "ATTACH ':memory:' AS other", "SELECT load_extension('other')",
     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n LIMIT 1"],
)  # fmt: skip
def test_a_foreign_journal_is_only_read_whatever_gets_past_the_look_at_its_schema(data: Path, statement: str) -> None:
    with archive._foreign(data / FILE) as db:
        assert db.execute("SELECT count FROM (SELECT number AS count FROM fact)").fetchall()
        with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
            db.execute(statement).fetchall()


def test_a_file_of_another_kind_than_servi_keeps_is_refused(data: Path, tmp_path: Path) -> None:
    for name in ("backups/x", "servi.sqlite-wal", ".restore-complete/new/x"):
        file = tmp_path / "b.tar.gz"
        assert write(data, file) == 0
        with tarfile.open(file) as whole:
            content = {one.name: whole.extractfile(one).read() for one in whole.getmembers()}
        with tarfile.open(file, "w:gz") as whole:
            for place, text in {**content, name: b"x"}.items():
                member = tarfile.TarInfo(place)
                member.size = len(text)
                whole.addfile(member, io.BytesIO(text))
        assert take(data, file) == 1


def test_a_backup_of_version_1_is_still_taken_back(data: Path, tmp_path: Path) -> None:
    def older(journal: Path) -> None:
        journal.with_name(archive.HEAD).write_text(json.dumps({"format": archive.FORMAT, "version": 1, "at": 1.7e9}))

    assert write(data, tmp_path / "b.tar.gz") == 0
    before = facts(data)
    assert take(tmp_path / "new", rewritten(tmp_path / "b.tar.gz", older)) == 0
    assert facts(tmp_path / "new") == before


# --- safe writing -----------------------------------------------------------------------------------------------------


def test_a_backup_and_what_it_brings_back_are_for_their_owner_only(data: Path, tmp_path: Path) -> None:
    (data / "pin.json").write_text("{}")
    assert write(data, tmp_path / "b.tar.gz") == 0
    assert take(data, tmp_path / "b.tar.gz") == 0
    for file in (tmp_path / "b.tar.gz", data / FILE, data / "pin.json", data / "boxes" / "la nôtre.json"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_a_backup_is_synced_read_again_and_only_then_put_in_its_place(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, steps = tmp_path / "b.tar.gz", []
    fsync, unpack = os.fsync, archive.unpack

    def synced(handle: int) -> None:
        steps.append("sync")
        fsync(handle)

    def again(*what: Path, **how: bool) -> archive.Content:
        assert how == {"replay": True} and not file.exists()
        steps.append("read")
        return unpack(*what, **how)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(archive, "unpack", again)
    assert write(data, file) == 0
    assert steps[:2] == ["sync", "read"] and steps[2:] == ["sync", "sync"]  # sync the file again, then its folder


def test_a_disk_that_stores_something_else_makes_no_backup(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lies(file: Path) -> None:
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 4
        file.write_bytes(content)

    monkeypatch.setattr(archive, "_forget_cached", lies)
    assert write(data, tmp_path / "b.tar.gz") == 1
    assert "servi: " in capsys.readouterr().err and not (tmp_path / "b.tar.gz").exists()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ('UPDATE fact SET fact = \'{"type":"No"}\' WHERE number = 2', "evening 1: fact 2 is unreadable"),
        ("DELETE FROM fact WHERE number = 2", "evening 1: fact 2 is missing"),
    ],
)
def test_a_damaged_evening_is_named_and_the_rest_comes_back(
    data: Path, tmp_path: Path, script: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(data)
    for _ in range(2):
        assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    table.end_game()
    table.start(evenings.setup())
    table.close()
    sql(script)(data / FILE)
    assert write(data, tmp_path / "b.tar.gz") == 1
    assert words in capsys.readouterr().err
    assert take(tmp_path / "new", tmp_path / "b.tar.gz") == 0
    assert words in capsys.readouterr().out
    table = Table(tmp_path / "new")
    assert [(kept.id, kept.facts) for kept in table.journal.evenings()][1] == (1, 1) and facts(tmp_path / "new") >= 1
    table.close()


# --- a kill at every rename -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stride", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_a_restore_that_is_killed_leaves_the_old_or_the_new_after_the_next_start(
    data: Path, tmp_path: Path, stride: int
) -> None:
    file = tmp_path / "b.tar.gz"
    assert write(data, file) == 0
    new = content(data)
    table = Table(data)
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=25)).ok
    table.close()
    (data / "pin.json").write_text("{}")
    old = content(data)
    command = [
        sys.executable,
        "-m",
        "tests.companion.killed",
        str(data),
        str(file),
        str(tmp_path / "work"),
        str(stride),
    ]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=250)
    seen = set()
    for row in done.stdout.splitlines():
        first, second, found, kept, left = row.split("\t")
        assert left == "[]", row
        assert (found, kept) in ((old, "[]"), (new, str([old]))), row
        seen.add((first, second, found == old))
    assert {was_old for *_, was_old in seen} == {True, False} and len(seen) > 20


# --- nightly backups --------------------------------------------------------------------------------------------------


def nightly(data: Path) -> int:
    return backup.main(["backup", "--nightly", "--data", str(data)], data)


def test_a_nightly_backup_lies_in_the_data_folder_without_photographs_and_holds_no_other(data: Path) -> None:
    sql("INSERT INTO picture VALUES (1, 1, x'ffd8ff')")(data / FILE)
    assert nightly(data) == nightly(data) == 0
    (file,) = (data / swap.BACKUPS).iterdir()
    with tarfile.open(file) as whole:
        assert {one.split("/")[0] for one in whole.getnames()} == {archive.HEAD, FILE, "boxes"}
    before = facts(data)
    assert take(data, file) == 0
    assert facts(data) == before and file.exists()


def test_a_damaged_journal_never_replaces_a_good_nightly_backup(data: Path) -> None:
    assert nightly(data) == 0
    (good,) = (data / swap.BACKUPS).iterdir()
    content = good.read_bytes()
    sql("UPDATE fact SET fact = 'x'")(data / FILE)
    assert nightly(data) == 1
    assert good.read_bytes() == content
    assert sorted(one.name for one in good.parent.iterdir()) == [good.name, backup.DAMAGED] or nightly(data) == 1


def test_what_a_killed_backup_left_is_removed(data: Path) -> None:
    left = data / swap.BACKUPS / ".servi-abc" / "whole.tar.gz"
    left.parent.mkdir(parents=True)
    left.write_text("secret")
    assert nightly(data) == 0
    assert [one.name for one in (data / swap.BACKUPS).iterdir()] == [time.strftime("servi-%Y-%m-%d.tar.gz")]


def test_seven_days_and_four_weeks_are_kept() -> None:
    kept: set[str] = set()
    for day in range(60):
        name = time.strftime("servi-%Y-%m-%d.tar.gz", time.gmtime(1.75e9 + day * 86_400))
        kept = {*kept, name} - backup.outdated([*kept, name], name)
    assert len(kept) in (7 + 2, 7 + 3)  # the seven days include some of the newest weeks
    assert max(kept) in kept and backup.outdated([*kept], max(kept)) == set()


def test_a_clock_that_jumps_deletes_no_new_backup() -> None:
    names = [f"servi-2026-03-{day:02}.tar.gz" for day in range(1, 12)]
    assert "servi-1970-01-01.tar.gz" not in backup.outdated(
        [*names, "servi-1970-01-01.tar.gz"], "servi-1970-01-01.tar.gz"
    )
    assert backup.outdated(["mine.tar.gz", "servi-2026-99-99.tar.gz", backup.DAMAGED], "x") == set()


def test_a_data_folder_of_another_user_is_named_in_one_sentence(person: Person) -> None:
    """Regression: `./servi backup` on a Pi, without sudo, ended in a traceback."""
    shutil.copytree(ROOT / "companion", person.folder / "companion")
    closed = person.folder / "closed"
    closed.mkdir(mode=0)
    try:
        command = [person.python, "-P", "-m", "companion.backup", "backup", "--data", closed]
        done = person.run(command, {"PYTHONPATH": str(person.folder)})
    finally:
        closed.chmod(0o700)
    assert (done.returncode, done.stderr) == (1, f"servi: {closed} belongs to another user: run the same with sudo.\n")
