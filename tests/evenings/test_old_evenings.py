"""Evenings and a data folder of an older Servi open, reach the same state as then, and continue."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players
from companion.evening import Evening
from companion.facts import TABLE, TYPES, LaidOut, PlayResumed, Voided
from companion.journal_reader import FILE
from companion.questions import Closed
from companion.table import Table
from hardware import settings
from tests.evenings.program import Program
from tests.web.conftest import Browser
from vision.teaching.box import Box
from web import create_app

OLD = Path(__file__).parent / "old"
EVENINGS = sorted(OLD.glob("*.servi"))
SINCE = {"NamesGiven", "PointsEntered"}
"""Classes of facts added later."""


def comes_to(evening: Evening) -> dict[str, Any]:
    play, game = evening.play, evening.play.game
    return {
        "facts": evening.number,
        "balances": game.ledger.balances,
        "felt": {seat: amount for seat, amount in game.ledger.felt.items() if amount},
        "debts": [[d.giver, d.taker, d.amount] for d in game.ledger.debts() if d.amount],
        "turn": game.turn,
        "phase": game.phase,
        "throws": play.throws,
        "asked": sorted({q.topic for q in play.open if not isinstance(q, Closed)}),
        "winner": game.outcome.winner if game.outcome else None,
        "others": list(game.outcome.others) if game.outcome else [],
        "reason": game.outcome.reason if game.outcome else None,
        "misfits": {str(number): refusal.code for number, refusal in evening.misfits.items()},
        "pictures": [e.number for e in evening.entries if e.picture],
        "paused": play.pause is not None,
    }  # fmt: skip


def came_to(file: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(file.with_suffix(".json").read_text("utf-8"))
    return told


def played(table: Table) -> Evening:
    evening = table.evening()
    assert evening is not None
    return evening


def goes_on(table: Table) -> None:
    """Check that another answer is accepted; in a finished evening, first undo the newest fact."""
    if played(table).play.game.outcome:
        assert table.undo_last(seen=played(table).number).ok
    fact = players.turn(played(table).play, Random(1))
    assert fact is not None
    assert table.submit(fact, seen=played(table).number).ok


@pytest.fixture
def taken_in(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Yield a table that resumed an imported evening."""
    table = Table(tmp_path)
    table.resume(table.import_evening(request.param.read_bytes()))
    yield table
    table.close()


each = pytest.mark.parametrize("taken_in", EVENINGS, ids=lambda file: file.stem, indirect=True)


@pytest.mark.parametrize(("taken_in", "file"), [(f, f) for f in EVENINGS], ids=lambda f: f.stem, indirect=["taken_in"])
def test_an_old_evening_comes_to_what_it_came_to(taken_in: Table, file: Path) -> None:
    assert comes_to(played(taken_in)) == came_to(file)


@each
def test_an_old_evening_goes_on_and_is_corrected(taken_in: Table) -> None:
    goes_on(taken_in)
    first = next(e for e in played(taken_in).entries[1:] if e.number not in played(taken_in).misfits)
    assert taken_in.submit(Voided(target=first.number)).ok
    again = Evening(taken_in.journal.entries(1))
    assert comes_to(again) == comes_to(played(taken_in))


@each
def test_who_was_the_table_is_a_code_now_and_words_on_a_page(taken_in: Table) -> None:
    assert TABLE in {entry.fact.who for entry in taken_in.journal.entries(1)}
    assert '"La table"' not in taken_in.export(1)
    said = {row["who"] for row in Browser(create_app(taken_in).test_client()).get("/history.json").json}
    assert "La table" in said and TABLE not in said


@each
def test_an_old_evening_is_exported_as_it_was(taken_in: Table, tmp_path: Path) -> None:
    other = Table(tmp_path / "other")
    other.import_evening(taken_in.export(1).encode())
    assert other.journal.entries(1) == taken_in.journal.entries(1)
    for entry in other.journal.entries(1):
        assert other.journal.picture(1, entry.number) == taken_in.journal.picture(1, entry.number)
    other.close()


def test_every_kind_of_fact_stands_in_one_of_the_old_evenings() -> None:
    kinds: set[str] = set()
    for file in EVENINGS:
        for line in file.read_text("utf-8").splitlines()[1:]:
            fact = json.loads(line)["fact"]
            kinds |= {fact["type"], fact.get("fact", fact)["type"]}
    assert kinds == set(TYPES) - SINCE


# --- the data folder -------------------------------------------------------------------------------------


TOLD = json.loads((OLD / "data.json").read_text("utf-8"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(OLD / "data", folder)
    dump = folder / "servi.sql"
    db = sqlite3.connect(folder / FILE)
    db.executescript(dump.read_text("utf-8"))
    db.close()
    dump.unlink()
    return folder


@pytest.fixture
def table(data: Path) -> Iterator[Table]:
    opened = Table(data)
    yield opened
    opened.close()


@pytest.fixture
def browser(table: Table) -> Browser:
    return Browser(create_app(table).test_client())


def test_the_open_evening_stands_as_it_stood(table: Table) -> None:
    assert comes_to(played(table)) == {key: TOLD[key] for key in comes_to(played(table))}
    kept = [{"id": k.id, "game": k.game, "closed": k.closed, "facts": k.facts} for k in table.journal.evenings()]
    assert kept == TOLD["evenings"]
    for number in TOLD["pictures"]:
        assert (table.journal.picture(3, number) or b"").startswith(b"\xff\xd8")


def test_the_paused_evening_is_laid_out_and_goes_on(table: Table) -> None:
    for account in (*played(table).play.game.playing(), "bank"):
        assert table.submit(LaidOut(account=account)).ok
    assert table.submit(PlayResumed()).ok
    goes_on(table)
    table.resume(1)
    goes_on(table)


def test_boxes_people_and_settings_are_there(table: Table, data: Path) -> None:
    assert table.shelf.names() == TOLD["boxes"]
    assert [row.get("trouble") for row in table.shelf.rows()] == [None, None]
    assert table.boxes.open("Le tapis de Léa").data["points"]["5"] == 1234
    assert len(table.boxes.open("Chez Mamie").data["ring"]) == TOLD["learnt"]
    assert [person.name for person in table.people.all()] == TOLD["people"]
    own = settings.load(data)
    assert (own.panel, own.pull_up, own.pins["light"]) == ("off", False, 18)
    assert not {"buzzer", "servi.F"} & set(own.pins)


def test_taught_dice_and_what_stands_in_for_a_die_are_there(data: Path) -> None:
    box = Box(data, "Chez Mamie")
    assert [[t.kind, t.value, t.pictures] for t in box.taught()] == TOLD["taught"]
    assert [(s.kind.value, s.die) for s in box.stand_ins()] == [("bicolour", "d6")]


PAGES = (
    "/table", "/view.json", "/history.json", "/after.json", "/rules.json", "/setup.json", "/boxes.json", "/at/40.json",
    "/seats.json",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers(browser: Browser, page: str) -> None:
    assert browser.post("/unlock", {"pin": TOLD["pin"]}).status_code == 200
    assert browser.get(page, X_Servi_Page="table").status_code == 200


def test_the_program_starts_on_the_old_folder(data: Path) -> None:
    program = Program(data)
    try:
        assert program.view()["number"] == TOLD["facts"]
    finally:
        program.kill()


def test_the_pin_holds(browser: Browser) -> None:
    assert browser.post("/undo", {}).status_code == 403
    assert browser.post("/unlock", {"pin": "1234"}).status_code == 403
    assert browser.post("/unlock", {"pin": TOLD["pin"]}).status_code == 200
    assert browser.post("/undo", {}).status_code == 200


def test_a_phone_keeps_its_seat(browser: Browser) -> None:
    browser.client.set_cookie(TOLD["cookie"]["name"], TOLD["cookie"]["value"], domain="localhost")
    assert browser.fact({"type": "LaidOut", "account": "B"}).status_code == 200
    refused = browser.fact({"type": "LaidOut", "account": "C"})
    assert (refused.status_code, refused.json["code"]) == (403, "WRONG_SEAT")
