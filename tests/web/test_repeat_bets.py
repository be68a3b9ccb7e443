"""« Comme avant » and « Comme dessiné » on the real engine: one tap places several bets, all or none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table import Table
from tests import pages
from tests.web.conftest import Browser
from tests.web.test_real_table import SETUP
from web import create_app

Playing = tuple[Table, Browser]


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    table = Table(tmp_path)
    browser = Browser(create_app(table).test_client())
    assert browser.post("/start", {"setup": SETUP}).status_code == 200
    yield table, browser
    table.close()


def land(browser: Browser) -> None:
    seat = browser.get("/view.json").json["turn"]
    assert browser.fact({"type": "Landed", "seat": seat, "square": {"kind": "roulette"}}).status_code == 200


def bet(browser: Browser, seat: str, field: str, amount: int) -> None:
    fact = {"type": "BetPlaced", "seat": seat, "field": field, "amount": amount}
    assert browser.fact(fact).status_code == 200


def turn_out(browser: Browser, number: int, colour: str) -> None:
    dice = [{"kind": "d10", "value": number}, {"kind": "bicolour", "value": colour}]
    seat = browser.get("/view.json").json["turn"]
    answer = browser.fact({"type": "DiceThrown", "seat": seat, "dice": dice})
    assert answer.status_code == 200, answer.json


def lying(table: Table) -> set[tuple[str, str, int]]:
    question = next(q for q in pages.view(table)["questions"] if q["kind"] == "bet")
    return {(b["seat"], b["field"], b["amount"]) for b in question["bets"]}


def before(table: Table) -> dict[str, int]:
    return dict(next(q for q in pages.view(table)["questions"] if q["kind"] == "bet")["before"])


def first_round(browser: Browser) -> None:
    land(browser)
    bet(browser, "A", "rouge", 100)
    bet(browser, "A", "rouge", 50)
    bet(browser, "A", "7", 25)
    bet(browser, "A", "pair", 50)
    assert browser.fact({"type": "BetTakenBack", "seat": "A", "field": "pair"}).status_code == 200
    bet(browser, "B", "noir", 25)
    turn_out(browser, 0, "red")


def test_the_bets_of_the_last_roulette_are_one_tap(playing: Playing) -> None:
    table, browser = playing
    first_round(browser)
    land(browser)
    assert before(table) == {"A": 175, "B": 25}
    bet(browser, "B", "9", 25)
    number = pages.view(table)["number"]
    answer = browser.post("/repeat-bets", {"seat": "A", "seen": number})
    assert answer.status_code == 200
    assert lying(table) == {("A", "rouge", 150), ("A", "7", 25), ("B", "9", 25)}
    assert browser.post("/repeat-bets", {"seat": "A", "seen": number}).json["code"] == "NO_BETS_BEFORE"
    assert browser.post("/undo", {}).status_code == 200
    assert lying(table) == {("B", "9", 25)}


def test_what_lies_there_already_counts(playing: Playing) -> None:
    table, browser = playing
    first_round(browser)
    land(browser)
    bet(browser, "A", "rouge", 100)
    assert browser.post("/repeat-bets", {"seat": "A"}).status_code == 200
    assert lying(table) == {("A", "rouge", 150), ("A", "7", 25)}


def test_the_first_roulette_has_no_before(playing: Playing) -> None:
    table, browser = playing
    land(browser)
    assert before(table) == {}
    refused = browser.post("/repeat-bets", {"seat": "A"})
    assert (refused.status_code, refused.json["text"]) == (409, "Anna n'a rien à reposer comme avant.")


def test_above_the_purse_nothing_is_bet(playing: Playing) -> None:
    table, browser = playing
    first_round(browser)
    points = next(s["points"] for s in pages.view(table)["seats"] if s["id"] == "A")
    moved = {"type": "MoneyMoved", "giver": "A", "taker": "bank", "amount": points - 150}
    assert browser.fact(moved).status_code == 200
    land(browser)
    refused = browser.post("/repeat-bets", {"seat": "A"})
    assert refused.status_code == 409
    assert refused.json["text"] == "Comme avant, il faudrait 175 ; Anna en a 150."
    assert not any(seat == "A" for seat, _, _ in lying(table))


def test_a_seat_repeats_its_own_bets_only(playing: Playing) -> None:
    table, browser = playing
    first_round(browser)
    land(browser)
    phone = Browser(browser.client.application.test_client())
    phone.claim("B")
    refused = phone.post("/repeat-bets", {"seat": "A"}, X_Servi_Page="seat")
    assert (refused.status_code, refused.json["code"]) == (403, "WRONG_SEAT")
    assert phone.post("/repeat-bets", {"seat": "B"}, X_Servi_Page="seat").status_code == 200
    assert lying(table) == {("B", "noir", 25)}


def test_when_no_bets_are_open_it_says_so(playing: Playing) -> None:
    _, browser = playing
    refused = browser.post("/repeat-bets", {"seat": "A"})
    assert refused.status_code == 409
    assert browser.post("/repeat-bets", {}).status_code == 409
    assert browser.post("/repeat-bets", {"seat": 3}).status_code == 400


def test_all_missing_chips_are_placed_as_they_are_drawn_and_undone_together(playing: Playing) -> None:
    table, browser = playing
    assert table.end_game().ok
    seats = SETUP["seats"][:3]
    setup = {"game": "les_cases_si_no", "seats": seats, "box": "exemple", "first": 0, "house": {"result_only": True}}
    assert browser.post("/start", {"setup": setup}).status_code == 200
    assert browser.post("/bet-as-drawn", {}).json["code"] == "BETS_CLOSED"
    assert browser.fact({"type": "NumberGiven", "seat": "A", "number": 3}).status_code == 200
    phone = Browser(browser.client.application.test_client())
    phone.claim("B")
    assert phone.post("/bet-as-drawn", {}, X_Servi_Page="seat").json["code"] == "WRONG_SEAT"
    assert phone.post("/bet-as-drawn", {"seat": "B"}, X_Servi_Page="seat").status_code == 200
    assert {(seat, amount) for seat, _, amount in lying(table)} == {("B", 1)} and len(lying(table)) == 4
    assert browser.post("/bet-as-drawn", {"seen": 1}).json["code"] == "STALE"
    assert browser.post("/bet-as-drawn", {}).status_code == 200
    assert {seat for seat, _, _ in lying(table)} == {"B", "C"} and len(lying(table)) == 8
    assert browser.post("/undo", {}).status_code == 200
    assert len(lying(table)) == 4
