"""Twelve at the table, with long names and five-digit balances: every page is whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetPlaced, BetsClosed, DiceThrown, Die, MoneyMoved, PlayPaused
from companion.game import library
from companion.game.seats import COLOURS
from companion.packages import Installed, installed
from companion.table import Table
from tests import rings
from tests.browser.conftest import NARROWEST, PHONE, TABLET, Open, Server, at_sizes, claim
from tests.browser.taps import up_to_date
from tests.hazard import Hazard

NAMES = ("Marie-Antoinette", "Jean-Baptiste", "Wolfgang", "Maximilienne", "Bartholomé", "Anne-Sophie", "Pierre-Emmanuel",
         "Éléonore", "Charles-Édouard", "Bérénice", "Alexandrine", "Jean-Christophe")  # fmt: skip
SIZES = {"tablet": TABLET, "small": (800, 480), "phone": PHONE, "upright": (800, 1280), **NARROWEST}
SIZES |= {"television": (1920, 1080)} if rings.slow else {}
SEATS = "ABCDEFGHIJKL"
PAGES = {"/history": ".recit li", "/after": "#bilan .carte", "/pause": "#pause .papier", "/score-sheet": ".marque-table"}
PANELS = ("La table décide", "Qui vient, qui part", "Compter des jetons", "Les téléphones")


@pytest.fixture
def number() -> int:
    return 12


@pytest.fixture
def table(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setitem(installed(), "hazard", Installed("hazard", "tests.hazard"))
    monkeypatch.setattr(Hazard, "given", 45_675)
    library._loaded.cache_clear()
    table = Table(tmp_path / "data")
    seats = [{"name": name, "colour": colour} for name, colour in zip(NAMES[:number], COLOURS, strict=False)]
    assert table.start({"game": "hazard", "seats": seats, "level": "arbitre", "box": "exemple"}).ok
    yield table
    table.close()
    library._loaded.cache_clear()


def say(table: Table, *facts: Any) -> None:
    for fact in facts:
        assert table.submit(fact).ok, fact


def bets() -> list[BetPlaced]:
    return [BetPlaced(seat=seat, field=field, amount=1255) for seat in SEATS for field in ("small", "odd")]


def owed() -> list[MoneyMoved]:
    return [MoneyMoved(giver=giver, taker=taker, amount=10_250) for giver, taker in zip(SEATS, SEATS[1:], strict=False)]


def thrown(seats: str) -> list[DiceThrown]:
    return [DiceThrown(seat=seat, dice=(Die("d6", 3), Die("d6", 4))) for seat in seats]


STATES = {
    "bets": bets(), "throws": [*bets(), BetsClosed(seat="A"), *thrown("AABCDEFGH")], "debts": [*bets(), *owed()],
    "pause": [*bets(), PlayPaused()],
}  # fmt: skip


@pytest.mark.parametrize("state", [
    "bets", "throws", "debts", pytest.param("pause", marks=pytest.mark.slow),
])  # fmt: skip
def test_table_and_seat_are_whole(open_page: Open, server: Server, table: Table, state: str) -> None:
    say(table, *STATES[state])
    page = open_page("/table", strict=False)
    up_to_date(page, table.snapshot().version)
    assert page.locator(".siege").count() == 12
    found = at_sizes(page, SIZES, "table")
    page.goto(server.address + "/watch", wait_until="domcontentloaded")
    up_to_date(page, table.snapshot().version)
    found += at_sizes(page, SIZES, "watch")
    claim(page, server, "L")
    up_to_date(page, table.snapshot().version)
    found += at_sizes(page, SIZES, "seat")
    assert found == []


@pytest.mark.parametrize("number", [7, 11, *(pytest.param(number, marks=pytest.mark.slow) for number in (8, 9, 10))])
def test_a_table_of_more_than_six_is_whole(open_page: Open, table: Table, number: int) -> None:
    page = open_page("/table", strict=False)
    up_to_date(page, table.snapshot().version)
    assert page.locator(".siege").count() == number
    assert at_sizes(page, SIZES, f"{number}") == []


def test_the_other_pages_and_panels_are_whole(open_page: Open, server: Server, table: Table) -> None:
    say(table, *bets(), BetsClosed(seat="A"), *thrown("AABC"), PlayPaused())
    page = open_page("/table", strict=False)
    found = []
    for path, ready in PAGES.items():
        page.goto(server.address + path, wait_until="domcontentloaded")
        page.locator(ready).first.wait_for()
        found += at_sizes(page, SIZES, path)
    page.goto(server.address + "/table", wait_until="domcontentloaded")
    for name in PANELS:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog", name=name).wait_for()
        found += at_sizes(page, SIZES, name)
        page.keyboard.press("Escape")
    assert found == []


def test_twelve_are_set_up(open_page: Open, table: Table) -> None:
    page = open_page("/setup", strict=False)
    page.get_by_role("button", name="Hasard").click()
    while page.get_by_role("button", name="Ajouter un joueur").count():
        page.get_by_role("button", name="Ajouter un joueur").click()
    for i, name in enumerate(NAMES):
        page.locator(f"[data-key=name-{i}]").fill(name)
    assert page.locator(".ronde .pion").count() == 12
    assert at_sizes(page, SIZES, "set-up") == []
