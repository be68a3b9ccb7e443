"""Any earlier moment can be viewed, but not changed from its page."""

from __future__ import annotations

from pathlib import Path

from companion.table import Table
from tests import pages
from tests.web.conftest import Browser
from tests.web.test_real_table import SETUP
from web import create_app


def test_an_earlier_moment_is_shown_as_it_was(tmp_path: Path) -> None:
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    browser.post("/start", {"setup": SETUP})
    before = pages.view(table)["accounts"]
    moved = {"type": "MoneyMoved", "giver": "A", "taker": "B", "amount": 500}
    assert browser.fact(moved).status_code == 200
    shown = browser.get("/at/1.json").json
    assert shown["view"]["accounts"] == before != pages.view(table)["accounts"]
    assert (shown["last"], shown["moment"]["text"]) == (2, "La partie commence : Anna, Bruno et Chloé ; Bruno tient la banque")
    assert browser.get("/at/2.json").json["view"]["accounts"] == pages.view(table)["accounts"]
    assert browser.get("/at/1").status_code == 200
    table.close()


def test_the_report_is_told_from_a_fact_on(tmp_path: Path) -> None:
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    browser.post("/start", {"setup": SETUP})
    for giver, taker in ("AB", "BC", "CA"):
        table.submit({"type": "MoneyMoved", "giver": giver, "taker": taker, "amount": 500})
    lines = browser.get("/history.json").json
    assert len(lines) > 2
    assert browser.get("/history.json?from=2").json == lines[1:]
    assert browser.get(f"/history.json?from={len(lines) + 1}").json == []
    for whole in ("", "?from=0", "?from=-5", "?from=x"):
        assert browser.get(f"/history.json{whole}").json == lines
    table.close()


def test_a_moment_that_never_was_is_said_in_words(browser: Browser) -> None:
    for path in ("/at/0", "/at/9999.json", "/at/99999999999999999999", "/at/0.json"):
        answer = browser.get(path)
        assert (answer.status_code, answer.json["code"]) == (404, "NO_MOMENT"), path
    assert browser.post("/at/1", {}).status_code == 405
