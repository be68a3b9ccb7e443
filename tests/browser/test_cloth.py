"""The default cloth of a game without its own drawing: a plain list of fields."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import library
from companion.packages import Installed, installed
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, TABLET, Open, Server, claim
from tests.browser.taps import up_to_date
from tests.hazard import FIELDS, HazardWords


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setitem(installed(), "hazard", Installed("hazard", "tests.hazard"))
    table = Table(tmp_path / "data")
    seats = [{"name": name, "colour": colour} for name, colour in (("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "vert"))]
    assert table.start({"game": "hazard", "seats": seats, "level": "arbitre", "box": "exemple"}).ok
    yield table
    table.close()
    library._loaded.cache_clear()


def bets(table: Any) -> list[tuple[str, str, int]]:
    return [(bet["seat"], bet["field"], bet["amount"]) for bet in pages.view(table)["scene"]["bets"]]


def test_a_cloth_without_a_drawing_is_a_list_of_its_fields(open_page: Open, table: Table) -> None:
    page = open_page("/table", TABLET)
    cloth = page.get_by_role("group", name="Le tapis")
    cloth.get_by_role("button").first.wait_for()
    assert cloth.get_by_role("button").all_inner_texts() == ["Petit", "Grand", "Pair", "Impair"]
    chips = [one.get_attribute("data-key") for one in page.locator("[data-key^=chip-]").all()]
    assert chips == ["chip-5", "chip-25", "chip-50", "chip-250", "chip-500"]
    page.locator("[data-key=who-B]").click()
    page.locator("[data-key=chip-50]").click()
    cloth.get_by_role("button", name="Grand").click()
    cloth.get_by_role("button", name="Grand, 50 misés").wait_for()
    assert bets(table) == [("B", "large", 50)]
    assert page.evaluate(PROBE) == []
    page.get_by_role("button", name="Rien ne va plus").click()
    page.get_by_role("heading", name="lance").wait_for()
    cloth.get_by_text("Grand").wait_for()
    assert cloth.get_by_role("button").count() == 0


def test_a_phone_bets_on_such_a_cloth_and_takes_back(open_page: Open, server: Server, table: Table) -> None:
    page = open_page("/table", PHONE)
    claim(page, server, "C")
    field = page.get_by_role("group", name="Le tapis").get_by_role("button", name="Impair")
    field.click()
    page.get_by_role("button", name="Impair, 50 misés", exact=True).wait_for()
    assert bets(table) == [("C", "odd", 50)] and page.evaluate(PROBE) == []
    page.get_by_role("button", name="Reprendre une mise").click()
    page.get_by_role("button", name="Impair, 50 misés, reprendre").wait_for()
    page.get_by_role("button", name="Tout reprendre").click()
    page.get_by_role("button", name="Impair", exact=True).wait_for()
    assert bets(table) == []


def test_a_kind_of_cloth_that_the_page_does_not_know_is_such_a_list_too(
    open_page: Open, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = HazardWords().field_rows(FIELDS)
    monkeypatch.setattr(HazardWords, "cloth", lambda self, now: {"kind": "wheel", "fields": rows})
    page = open_page("/table")
    up_to_date(page, table.snapshot().version)
    assert page.get_by_role("group", name="Le tapis").get_by_role("button").count() == len(FIELDS)
