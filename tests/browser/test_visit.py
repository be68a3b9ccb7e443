"""Whole visits are corrected in the report of the evening: assigned to another player, or voided."""

from __future__ import annotations

from typing import Any

from companion.table import Table
from tests import pages
from tests.browser.conftest import Open
from tests.browser.test_table_words import confirmed
from tests.companion.test_visit import points, roulette
from tests.companion.test_visit import table as table


def sheet(open_page: Open) -> Any:
    page = open_page("/history")
    page.locator('[data-key="fix-2"]').click()
    return page


def test_a_whole_visit_is_given_to_another_player(open_page: Open, table: Table) -> None:
    before = points(table)
    roulette(table, "A")
    won = points(table)["A"] - before["A"]
    page = sheet(open_page)
    assert page.locator("dialog [data-key=visit]").count() == 0  # before another player is chosen
    page.locator("dialog").get_by_role("group", name="Qui était-ce ?").get_by_role("button", name="Bruno").click()
    assert page.locator("dialog [data-key=visit]").get_attribute("aria-pressed") == "true"
    page.locator("dialog [data-key=confirm]:enabled").wait_for()
    confirmed(page, table)
    assert points(table) == {"A": before["A"], "B": before["B"] + won, "C": before["C"] + 50}
    assert pages.view(table)["misfits"] == []


def test_a_whole_visit_is_voided(open_page: Open, table: Table) -> None:
    before = points(table)
    roulette(table, "A")
    page = sheet(open_page)
    page.locator("dialog [data-key=void-visit]").click()
    page.locator("dialog [data-key=confirm]:enabled").wait_for()
    confirmed(page, table)
    assert points(table) == before
    assert [line["state"] for line in pages.report(table)[1:6]] == ["voided"] * 5
    assert pages.view(table)["questions"][0]["text"] == "Anna lance deux dés"
