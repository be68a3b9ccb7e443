"""A forgotten name is gone from every stored evening, whose chain stays whole, and no backup brings it back."""

from __future__ import annotations

import tarfile
from pathlib import Path
from random import Random

import pytest

from companion import backup
from companion.errors import JournalError
from companion.facts import Amended, SeatJoined, SeatTaken
from companion.journal import Journal
from companion.name_table import ID, NameTable
from companion.swap import NAMES, PEOPLE
from companion.table import Table
from hardware import doctor
from tests import pages
from tests.companion import evenings


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder with an evening of Anna, Ben and Zoé, who took Chloé's seat."""
    table = evenings.table(tmp_path / "data")
    evenings.play_on(table, Random(1), 4)
    assert table.submit(SeatTaken(seat="C", name="Zoé"), who="Anna").ok
    number = table.snapshot().number
    assert table.submit(Amended(target=number, fact=SeatTaken(seat="C", name="Zoé")), who="Zoé").ok
    table.close()
    return tmp_path / "data"


def seats(data: Path) -> list[str]:
    table = Table(data)
    names = [seat["name"] for seat in pages.view(table)["seats"]]
    table.close()
    return names


def stored(data: Path) -> bytes:
    """Return the bytes of all files in the data folder except the table of names and the known players."""
    return b"".join(
        file.read_bytes() for file in data.rglob("*") if file.is_file() and file.name not in (NAMES, PEOPLE)
    )


def test_no_stored_fact_holds_a_name(data: Path) -> None:
    for name in ("Anna", "Ben", "Zoé"):
        assert name.encode() not in stored(data) and name in (data / NAMES).read_text("utf-8")
    assert seats(data) == ["Anna", "Ben", "Zoé"]


def test_forget_verify_restore(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "before.tar.gz"
    assert backup.main(["backup", str(file), "--data", str(data)], data) == 0
    table = Table(data)
    assert table.forget("Anna") and not table.forget("Anna")
    assert [seat["name"] for seat in pages.view(table)["seats"]] == ["A", "Ben", "Zoé"]
    assert not any("Anna" in str(line) for line in pages.report(table))
    table.close()
    assert doctor.database(doctor.Host(data)).ok  # the chain of checksums is valid
    assert b"Anna" not in b"".join(f.read_bytes() for f in data.rglob("*") if f.is_file())
    assert backup.main(["restore", str(file), "--data", str(data)], data) == 0
    assert seats(data) == ["A", "Ben", "Zoé"]
    assert "Anna" not in (data / PEOPLE).read_text("utf-8")


def test_a_backup_that_still_holds_known_players_is_restored_without_them(data: Path, tmp_path: Path) -> None:
    file, older = tmp_path / "new.tar.gz", tmp_path / "older.tar.gz"
    assert backup.main(["backup", str(file), "--data", str(data)], data) == 0
    with tarfile.open(file) as whole, tarfile.open(older, "w:gz") as out:
        for member in whole:
            out.addfile(member, whole.extractfile(member))
        out.add(data / PEOPLE, PEOPLE)
    assert backup.main(["restore", str(older), "--data", str(tmp_path / "other")], data) == 0
    assert seats(tmp_path / "other") == ["A", "B", "C"] and not (tmp_path / "other" / PEOPLE).exists()


def test_who_entered_a_fact_is_forgotten_too(data: Path) -> None:
    table = Table(data)
    assert {entry.fact.who for entry in table.journal.entries(1)} >= {"Anna", "Zoé"}
    assert table.forget("Zoé")
    assert "Zoé" not in {entry.fact.who for entry in table.journal.entries(1)}
    assert [seat["name"] for seat in pages.view(table)["seats"]] == ["Anna", "Ben", "C"]
    table.close()


def test_an_exported_evening_holds_the_names(data: Path, tmp_path: Path) -> None:
    journal, other = Journal(data), Table(tmp_path / "other")
    number = other.import_evening(journal.export(1).encode())
    assert other.journal.entries(number) == journal.entries(1)
    assert b"Anna" not in stored(tmp_path / "other")
    journal.close()
    other.close()


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"@5f3a09c1d2": 3}'])
def test_without_its_names_an_evening_opens(data: Path, content: str | None) -> None:
    (data / NAMES).unlink()
    if content is not None:
        (data / NAMES).write_text(content)
    assert seats(data) == ["A", "B", "C"]


def test_a_name_that_cannot_be_written_refuses_its_fact(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    table = Table(data)
    number = table.snapshot().number
    monkeypatch.setattr("companion.name_table.write_whole", full)
    with pytest.raises(JournalError, match="free some space"):
        table.submit(SeatJoined(seat="D", name="Emma"), force=True)
    assert table.snapshot().number == number
    table.close()


def test_an_id_is_never_taken_for_a_name(tmp_path: Path) -> None:
    names = NameTable(tmp_path)
    for name in ("@table", "@5f3a09c1d2", "Émile", "@"):
        fact = SeatTaken(seat="B", name=name)
        stored = names.hidden(fact)
        assert isinstance(stored, SeatTaken) and (ID.fullmatch(stored.name) is not None) == (name in ("@5f3a09c1d2", "Émile"))
        assert NameTable(tmp_path).shown(stored) == fact
