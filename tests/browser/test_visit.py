"""Whole visits are corrected in the report of the evening: assigned to another player, or voided."""

from __future__ import annotations

from typing import Any

from companion.facts import DiceThrown, Die, Voided
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open
from tests.browser.taps import IN_SIGHT
from tests.browser.test_table_words import confirmed
from tests.companion.test_visit import points, roulette
from tests.companion.test_visit import table as table


def sheet(open_page: Open, size: tuple[int, int] = TABLET) -> Any:
    page = open_page("/history", size=size)
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


def test_the_buttons_do_not_cover_what_a_correction_changes_on_a_phone(open_page: Open, table: Table) -> None:
    assert table.submit(DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))).ok
    page = sheet(open_page, PHONE)
    page.locator("dialog [data-key=v-0-5]").click()
    page.locator("dialog [data-key=confirm]:enabled").wait_for()
    assert page.evaluate(IN_SIGHT, "dialog .consequences > :first-child") == [True]
    assert table.submit(Voided(target=2)).ok  # somebody else, at the same time
    page.locator("dialog [data-key=v-0-6]").click()
    page.locator("dialog .consequences .message--refus").wait_for()
    assert page.evaluate(IN_SIGHT, "dialog .consequences .message--refus") == [True]
