"""Damaged facts are detected and reported with number and time, and no page fails."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import backup, swap
from companion.evening import Entry, Evening
from companion.facts import MoneyMoved, Voided
from companion.journal import make_openable, set_aside
from companion.journal_reader import FILE
from companion.table import Table
from hardware import doctor
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import state
from tests.evenings.program import Program
from tests.web.conftest import Browser
from web import create_app

FACTS, BAD = 12, 7
PAGES = ("/", "/table", "/setup", "/history", "/view.json", "/setup.json", "/history.json", "/after.json", "/seats.json")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder with two evenings: the first closed, the second in play."""
    table = evenings.table(tmp_path)
    evenings.play_on(table, Random(1), 3)
    table.start(evenings.setup())
    while table.snapshot().number < FACTS:
        evenings.play_on(table, Random(2), 1)
    table.close()
    return tmp_path


def change(data: Path, statement: str, *values: object) -> None:
    """Delete a folder's mirrors, because an older Servi had none, and change its journal by SQL."""
    for file in data.glob("*.mirror"):
        file.unlink()
    db = sqlite3.connect(data / FILE)
    db.execute(statement, values)
    db.commit()
    db.close()


UNREADABLE = {
    "no JSON": '{"type":"DiceThr',
    "nested": "[" * 100_000,
    "another type": '{"type":"Nonsense"}',
    "another value": '{"type":"MoneyMoved","giver":"bank","taker":"A","amount":"much"}',
    "bytes": b"\xff\xfe\x00",
    "nothing": "",
}


@pytest.fixture(params=UNREADABLE)
def unreadable(request: pytest.FixtureRequest, data: Path) -> Path:
    change(data, "UPDATE fact SET fact = ? WHERE evening = 2 AND number = ?", UNREADABLE[request.param], BAD)
    return data


def test_a_table_with_an_unreadable_fact_opens_at_the_last_good_one_and_says_so(unreadable: Path) -> None:
    table = Table(unreadable)
    assert state(table.evening()) == state(Evening(table.journal.entries(2)))  # type: ignore[arg-type]
    assert table.snapshot().number == BAD - 1
    assert f"La ligne {BAD} de la soirée (" in str(pages.view(table)["machine"]["trouble"])
    table.close()


def test_nobody_adds_to_a_damaged_evening(unreadable: Path) -> None:
    table = Table(unreadable)
    for done in (
        table.submit(MoneyMoved(giver="bank", taker="A", amount=25), force=True),
        table.submit(Voided(target=3)),
        table.undo_last(),
        table.hand_over("bank", "A", None),
        table.repeat_bets("A"),
    ):
        assert done.refusal is not None and done.refusal.code == "DAMAGED"
    table.close()


def test_every_page_opens_with_an_unreadable_fact(unreadable: Path) -> None:
    table = Table(unreadable)
    browser = Browser(create_app(table).test_client())
    assert {path: browser.get(path).status_code for path in PAGES if browser.get(path).status_code >= 500} == {}
    assert len(browser.get("/export/2").data.splitlines()) == BAD  # the head, and the facts before the damage
    table.close()


def test_the_doctor_names_the_unreadable_fact(unreadable: Path) -> None:
    found = doctor.database(doctor.Host(unreadable))
    assert found.ok is False and found.text.endswith(f": fact {BAD} is unreadable")


def test_a_missing_fact_is_named(data: Path) -> None:
    change(data, "DELETE FROM fact WHERE evening = 2 AND number = ?", BAD)
    table = Table(data)
    assert f"La ligne {BAD} de la soirée manque" in str(pages.view(table)["machine"]["trouble"])
    table.close()
    assert "is missing" in doctor.database(doctor.Host(data)).text


def test_a_fact_that_breaks_the_rules_ends_the_evening_before_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def happen(self: Evening, entry: Entry, kept: Callable[..., None] = Evening.happen) -> None:
        if entry.number == BAD:
            raise ZeroDivisionError
        kept(self, entry)

    monkeypatch.setattr(Evening, "happen", happen)
    table = Table(data)
    assert table.snapshot().number == BAD - 1
    assert f"La ligne {BAD} de la soirée (" in str(pages.view(table)["machine"]["trouble"])
    table.close()


@pytest.mark.parametrize("evening", [1, 2])
def test_without_its_first_fact_an_evening_is_listed_and_the_table_opens(data: Path, evening: int) -> None:
    change(data, "UPDATE fact SET fact = 'x' WHERE evening = ? AND number = 1", evening)
    table = Table(data)
    browser = Browser(create_app(table).test_client())
    assert {path: browser.get(path).status_code for path in PAGES if browser.get(path).status_code >= 500} == {}
    rows = {row["id"]: row for row in browser.get("/setup.json").json["evenings"]}
    assert rows[evening]["missing"].startswith("De cette soirée, rien ne se lit plus")
    assert rows[3 - evening]["missing"] is None
    before = pages.view(table)
    answer = browser.post("/resume", {"id": evening})
    assert answer.status_code == 400 and "rien ne se lit plus" in answer.json["text"]
    assert browser.get(f"/export/{evening}").status_code == 409
    assert pages.view(table) == before
    assert browser.post("/resume", {"id": 3 - evening}).status_code == 200
    assert browser.post("/delete-evening", {"id": evening}).status_code == 200
    table.close()


# --- recovery ---------------------------------------------------------------------------------------------------------


def test_the_first_page_of_a_damaged_evening_says_what_is_wrong_and_shows_the_last_good_state(unreadable: Path) -> None:
    table = Table(unreadable)
    browser = Browser(create_app(table).test_client())
    assert browser.get("/").headers["Location"].endswith("/repair")
    page = browser.get("/repair").text
    assert 'href="/repair"' in browser.get("/table").text
    assert f"ligne {BAD} de la soirée (" in page and "Ce que chacun avait le" in page and "Anna" in page and "/export/2" in page
    table.close()


def test_a_damaged_evening_goes_on_from_its_last_good_fact(unreadable: Path) -> None:
    table = Table(unreadable)
    browser = Browser(create_app(table).test_client())
    last = state(table.evening())  # type: ignore[arg-type]
    assert browser.post("/repair/go-on", {}).status_code == 200
    assert state(table.evening()) == last  # type: ignore[arg-type]
    assert browser.get("/").headers["Location"].endswith("/table")
    assert browser.post("/repair/go-on", {}).json["code"] == "NOT_DAMAGED"
    evenings.play_on(table, Random(1), 3)
    number, played = table.snapshot().number, state(table.evening())  # type: ignore[arg-type]
    table.close()
    again = Table(unreadable)
    assert (again.snapshot().number, state(again.evening())) == (number, played)  # type: ignore[arg-type]
    again.close()
    assert doctor.database(doctor.Host(unreadable)).ok
    (kept,) = unreadable.glob(f"{FILE}.2.after-{BAD - 1}-*")
    assert len(kept.read_bytes().split(b"\n")) >= FACTS - BAD + 2  # the facts after the damage are kept


def test_a_damaged_evening_can_be_left_for_another_one(unreadable: Path) -> None:
    table = Table(unreadable)
    browser = Browser(create_app(table).test_client())
    assert browser.post("/end", {}).status_code == 200
    assert browser.get("/").headers["Location"].endswith("/setup")
    assert table.start(evenings.setup()).ok and table.snapshot().number == 1
    table.close()


def test_a_backup_is_restored_from_the_page(unreadable: Path) -> None:
    good = unreadable / "good"
    evenings.table(good).close()
    (unreadable / swap.BACKUPS).mkdir()
    file = unreadable / swap.BACKUPS / "servi-2026-01-01.tar.gz"
    assert backup.main(["backup", str(file), "--data", str(good)], good) == 0
    table = Table(unreadable)
    browser = Browser(create_app(table).test_client())
    assert file.name in browser.get("/repair").text
    for other in ("../good/servi.sqlite", "none.tar.gz"):
        assert browser.post("/repair/restore", {"file": other}).status_code == 404
    assert browser.post("/repair/restore", {"file": file.name}).status_code == 200
    table.close()
    assert swap.finish(unreadable) is not None  # every start calls this
    again = Table(unreadable)
    assert again.snapshot().number == 1 and again.snapshot().evening == 1
    again.close()


@pytest.mark.parametrize("content", [b"my holiday pictures\n" * 500, b"", bytes(9000), b"SQLite format 3\0" + b"?" * 9000])
def test_a_table_opens_on_a_journal_that_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    make_openable(tmp_path)
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    kept = set_aside(tmp_path)
    assert [(tmp_path / name).read_bytes() for name in kept] == ([content] if content else [])
    assert all(name in browser.get("/repair").text for name in kept)
    assert table.start(evenings.setup()).ok
    table.close()


def test_servi_opens_on_a_damaged_journal_and_starts_anew_with_a_restored_one(tmp_path: Path) -> None:
    """The service keeps running, so nothing restarts it in a loop; a restore replaces the running program."""
    good, data = tmp_path / "good", tmp_path / "data"
    evenings.table(good).close()
    (data / swap.BACKUPS).mkdir(parents=True)
    file = data / swap.BACKUPS / "servi-2026-01-01.tar.gz"
    assert backup.main(["backup", str(file), "--data", str(good)], good) == 0
    (data / FILE).write_bytes(b"?" * 9000)
    servi = Program(data)
    try:
        assert len(set_aside(data)) == 1 and servi.view()["phase"] == "none"
        assert servi.post("/repair/restore", {"file": file.name})[0] == 200
        while evening_of(servi) is None:
            assert servi.process.poll() is None
            time.sleep(0.05)
        assert servi.view()["number"] == 1
        assert [*data.glob(f"{swap.BEFORE}*/{FILE}")], "what lay there is kept"
        running = Path(f"/proc/{servi.process.pid}/task").glob("*/children")
        assert "".join(one.read_text() for one in running) == "", "no worker of the program before is left"
    finally:
        servi.kill()


def evening_of(servi: Program) -> int | None:
    """Return the evening that the program shows, None if it shows none or does not answer."""
    try:
        shown: int | None = servi.view()["evening"]
        return shown
    except OSError:
        return None
