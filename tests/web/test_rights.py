"""Rights: among friends everything; in a café money, corrections, rules and the end need the PIN."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import MoneyMoved
from companion.table import Table
from tests import pages
from tests.web.conftest import TABLE, Browser
from tests.web.test_real_table import SETUP
from web import create_app, rights
from web.pin import FREE_TRIES, BankersPin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    assert opened.start(SETUP).ok
    yield opened
    opened.close()


@pytest.fixture
def app(table: Table) -> Any:
    return create_app(table)


@pytest.fixture
def browser(app: Any) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def other(app: Any) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def pin(tmp_path: Path) -> BankersPin:
    kept = BankersPin(tmp_path)
    kept.set("4217")
    return kept


def money(to: str = "A") -> dict[str, Any]:
    return {"type": "MoneyMoved", "giver": "bank", "taker": to, "amount": 100}


GUARDED = [
    ("/command", {"fact": money()}),
    ("/command", {"fact": {"type": "HouseChanged", "key": "min_stake", "value": 50}}),
    ("/command", {"fact": {"type": "LevelSet", "level": "compteur"}}),
    ("/command", {"fact": {"type": "Voided", "target": 2}}),
    ("/command", {"fact": {"type": "TurnGiven", "seat": "A"}}),
    ("/command", {"fact": {"type": "SeatLeft", "seat": "A"}}),
    ("/command", {"fact": {"type": "DiceThrown", "seat": "A", "dice": []}, "force": True}),
    ("/pending", {"dice": [], "kept": None, "force": True}),
    ("/hand-over", {"from": "bank", "to": "A", "way": None}),
    ("/undo", {}),
    ("/end", {}),
    ("/start", {"setup": SETUP}),
    ("/resume", {"id": 1}),
    ("/erase-pictures", {}),
    ("/delete-evening", {"id": 1}),
    ("/pin", {"pin": "9999"}),
    ("/pin", {"pin": ""}),
]


@pytest.mark.parametrize(("path", "body"), GUARDED)
def test_the_bankers_part_asks_for_the_pin(
    path: str, body: dict[str, Any], browser: Browser, table: Table, pin: BankersPin
) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=100)).ok
    before = pages.view(table)
    answer = browser.post(path, body)
    assert (answer.status_code, answer.json["code"]) == (403, "PIN_NEEDED")
    assert "./servi pin" in answer.json["text"]
    assert pages.view(table)["number"] == before["number"]
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    assert browser.post(path, body).json.get("code") != "PIN_NEEDED"


@pytest.mark.parametrize(("path", "body"), GUARDED)
def test_among_friends_nobody_is_asked(path: str, body: dict[str, Any], browser: Browser, table: Table) -> None:
    assert table.submit(MoneyMoved(giver="bank", taker="A", amount=100)).ok
    assert browser.post(path, body).json.get("code") != "PIN_NEEDED"


def test_playing_needs_no_pin(browser: Browser, table: Table, pin: BankersPin) -> None:
    die = {"kind": "d6", "value": 1}
    fact = {"type": "DiceThrown", "seat": pages.view(table)["turn"], "dice": [die, {"kind": "d6", "value": 2}]}
    assert browser.fact(fact, seen=1).json["ok"]
    browser.claim("A")
    assert browser.fact({"type": "ChipsCounted", "account": "A", "chips": {"1000": 4}}).json["ok"]
    assert browser.post("/preview", {"fact": {"type": "Voided", "target": 2}}).json["ok"]


def test_every_address_that_changes_something_is_the_bankers_unless_it_is_named_free(app: Any) -> None:
    """A new command needs the PIN until somebody exempts it."""
    changing = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert rights.FREE <= changing
    assert {"commands.end", "commands.undo", "commands.hand_over", "commands.import_evening", "rights.set_pin"} <= (
        changing - rights.FREE
    )


def test_a_new_evening_after_the_last_needs_no_pin(browser: Browser, table: Table, pin: BankersPin) -> None:
    table.end_game()
    assert browser.post("/start", {"setup": SETUP}).json["ok"]
    assert browser.post("/start", {"setup": SETUP}).json["code"] == "PIN_NEEDED"


def test_one_browser_is_opened_not_all(browser: Browser, other: Browser, pin: BankersPin) -> None:
    assert browser.get("/rights.json").json == {"cafe": True, "open": False, "wait": 0}
    opened = browser.post("/unlock", {"pin": "4217"})
    cookie = opened.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert f"Max-Age={rights.REMEMBERED}" in cookie
    assert browser.get("/rights.json").json["open"]
    assert not other.get("/rights.json").json["open"]
    assert browser.post("/undo", {}).json["code"] == "NOTHING_TO_UNDO"
    assert browser.post("/lock", {}).json["ok"]
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"


def test_a_new_pin_closes_every_browser(browser: Browser, pin: BankersPin) -> None:
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    pin.set("4217")  # like ./servi pin, even with the same digits
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"


def test_after_half_an_hour_it_is_asked_again(
    browser: Browser, pin: BankersPin, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert browser.post("/unlock", {"pin": "4217"}).json["ok"]
    monkeypatch.setattr(rights, "REMEMBERED", -1)
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"


def test_guessing_takes_longer_and_longer(browser: Browser, other: Browser, pin: BankersPin) -> None:
    for _ in range(FREE_TRIES - 1):
        assert browser.post("/unlock", {"pin": "0000"}).status_code == 403
    late = browser.post("/unlock", {"pin": "0000"})
    assert late.status_code == 429
    assert late.json["wait"] > 0
    assert "secondes" in late.json["text"]
    assert other.post("/unlock", {"pin": "4217"}).status_code == 429  # another browser must wait too


def test_the_table_page_chooses_the_pin_and_a_phone_does_not(browser: Browser, tmp_path: Path) -> None:
    browser.claim("A")
    assert browser.post("/pin", {"pin": "1234"}).json["code"] == "WRONG_SEAT"
    assert (
        browser.post("/pin", {"pin": "12"}, **{k.replace("-", "_"): v for k, v in TABLE.items()}).json["code"]
        == "BAD_PIN"
    )
    assert browser.post("/pin", {"pin": "1234"}, X_Servi_Page="table").json["ok"]
    assert BankersPin(tmp_path).accepts("1234")
    assert browser.get("/rights.json").json == {"cafe": True, "open": True, "wait": 0}
    assert browser.post("/pin", {"pin": ""}, X_Servi_Page="table").json["ok"]
    assert not BankersPin(tmp_path).there


@pytest.mark.parametrize("told", [5, None, ["4217"], "4" * 21])
def test_what_is_no_pin_opens_nothing(told: Any, browser: Browser, pin: BankersPin) -> None:
    assert browser.post("/unlock", {"pin": told}).status_code in (400, 403)
    assert browser.post("/undo", {}).json["code"] == "PIN_NEEDED"
