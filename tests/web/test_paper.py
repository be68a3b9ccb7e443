"""The printable pages over HTTP."""

from __future__ import annotations

import html
import re

import pytest

from companion.facts import MoneyMoved, OptionChosen
from companion.packages import names
from companion.table import Table
from companion.words import amount
from tests import pages
from tests.games.contracts import contract
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table
from tests.web.test_real_table import SETUP


def test_without_an_evening_there_are_no_figures_but_a_sentence(browser: Browser) -> None:
    answer = browser.get("/after.json")
    assert answer.status_code == 404
    assert answer.json["code"] == "NO_GAME"
    assert browser.get("/after").status_code == 200
    assert browser.get("/score-sheet").text.count('<th scope="col"></th>') == 6


def test_the_figures_tell_who_won(browser: Browser, table: Table) -> None:
    browser.post("/start", {"setup": SETUP})
    assert browser.get("/after.json").json["outcome"] is None
    assert table.submit(MoneyMoved(giver="bank", taker="B", amount=10_000)).ok
    figures = browser.get("/after.json").json
    assert figures["outcome"]["winner"] == "B"
    assert figures["curve"]["points"]["B"][-1] == 14_000
    assert "Bruno" in browser.get("/score-sheet").text


def test_the_revanche_is_the_tables_and_must_have_seen_the_end(browser: Browser, table: Table) -> None:
    browser.post("/start", {"setup": SETUP})
    assert browser.post("/rematch", {"seen": 1}).json["code"] == "NOT_OVER"
    assert table.submit(MoneyMoved(giver="bank", taker="B", amount=10_000)).ok
    assert browser.post("/rematch", {"seen": 1}).json["code"] == "STALE"
    browser.claim("A")
    assert browser.post("/rematch", {"seen": 2}).json["code"] == "WRONG_SEAT"
    assert browser.post("/rematch", {"seen": 2}, X_Servi_Page="table").json["ok"]
    assert pages.view(table)["phase"] != "over"
    assert browser.get("/seat/A").status_code == 200  # the phone keeps its seat in the next game


def test_a_seat_checks_its_own_things_and_the_table_pauses(browser: Browser, table: Table) -> None:
    browser.post("/start", {"setup": SETUP})
    browser.claim("A")
    assert browser.fact({"type": "PlayPaused"}).json["code"] == "WRONG_SEAT"
    assert browser.fact({"type": "PlayPaused"}, X_Servi_Page="table").json["ok"]
    assert browser.get("/").headers["Location"] == "/pause"
    assert browser.fact({"type": "LaidOut", "account": "B"}).json["code"] == "WRONG_SEAT"
    assert browser.fact({"type": "LaidOut", "account": "A"}).json["ok"]
    assert pages.view(table)["pause"]["laid"] == ["A"]
    assert browser.fact({"type": "PlayResumed"}).json["code"] == "WRONG_SEAT"
    refused = browser.fact({"type": "PlayResumed"}, X_Servi_Page="table")
    assert refused.status_code == 409
    assert "Bruno" in refused.json["allowed"]


@pytest.mark.parametrize("game", names())
def test_the_score_sheet_is_each_games_own(browser: Browser, table: Table, game: str) -> None:
    seats = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé"))]
    assert table.start({"game": game, "seats": seats, "box": "exemple"}).ok
    page = browser.get("/score-sheet").text
    sheet = contract(game).sheet
    columns = [sheet.line, "Anna", "Bruno", "Chloé", *sheet.beside]
    assert re.findall("<dt>(.*?)</dt>", page) == list(sheet.heads)
    assert re.findall('<th scope="col">(.*?)</th>', page) == columns
    assert sheet.money in html.unescape(page.split('class="note">')[1].split("</p>")[0])
    lines = page.count('<th scope="row">')
    assert page.count("<td></td>") == lines * (len(columns) - 1)
    assert lines == 25  # the sheet fits on one A4 page with the last line
    goal = table.evening().play.game.goal()  # type: ignore[union-attr]
    assert (f"<dd>{amount(goal)}</dd>" in page) == bool(goal)


def test_partners_share_a_column_of_the_score_sheet(browser: Browser, table: Table) -> None:
    seats = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé", "David"))]
    assert table.start({"game": "cassino", "seats": seats, "first": 0}).ok
    assert table.submit(OptionChosen(seat="A", option="partners")).ok
    columns = re.findall('<th scope="col">(.*?)</th>', browser.get("/score-sheet").text)
    assert columns[1:3] == ["Anna et Chloé", "Bruno et David"]


def test_the_sheet_of_si_no_has_the_lines_and_the_column_apart(browser: Browser, table: Table) -> None:
    assert table.start({"game": "les_cases_si_no", "seats": SETUP["seats"][:3], "box": "exemple"}).ok
    found = re.findall('<th scope="row">(.*?)</th>', browser.get("/score-sheet").text)
    rows = [re.sub("<.*?>", "", one).strip() for one in found]
    assert rows[:4] == ["1 Lignes 1 à 3", "Verticale", "7 du croupier", "2 Lignes 1 à 3"]


def test_the_sheet_of_a_game_that_counts_several_things_has_a_line_for_each(browser: Browser, table: Table) -> None:
    assert table.start({"game": "cassino", "seats": SETUP["seats"][:2]}).ok
    found = re.findall('<th scope="row">(.*?)</th>', browser.get("/score-sheet").text)
    rows = [re.sub("<.*?>", "", one).strip() for one in found]
    assert rows[:2] == ["1 Cartes (3)", "Piques (1)"]
    assert rows[6] == "2 Cartes (3)"
