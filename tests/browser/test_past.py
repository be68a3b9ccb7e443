"""Any earlier moment can be opened from the report, with a way back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, TABLET, Open, Server, claim
from tests.browser.test_evening import begin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    begin(opened)
    for giver, taker, amount in (("A", "B", 500), ("C", "D", 1000), ("B", "C", 250)):
        opened.submit({"type": "MoneyMoved", "giver": giver, "taker": taker, "amount": amount})
    yield opened
    opened.close()


@pytest.mark.parametrize(("size", "theme"), [(TABLET, "tapis"), pytest.param(PHONE, "jour", marks=pytest.mark.slow)])
def test_the_past_is_two_touches_away_and_one_back(
    open_page: Open, table: Table, size: tuple[int, int], theme: str
) -> None:
    page = open_page("/table", size)
    page.evaluate(f"localStorage.setItem('servi-theme', '{theme}')")
    page.get_by_role("link", name="Feuille").click()
    page.locator('li[data-number="2"]').get_by_role("link", name="Voir la table après").click()
    page.get_by_text("C'est le passé.").wait_for()
    anna = page.locator(".classement li").filter(has_text="Anna")
    was = anna.inner_text()
    assert page.evaluate(PROBE) == []
    page.get_by_role("button", name="Un fait plus tôt").click()
    page.wait_for_function("() => document.documentElement.dataset.moment === '1'")
    assert anna.inner_text() != was
    page.get_by_role("button", name="Un fait plus tôt").click()
    page.get_by_role("alert").get_by_text("La soirée commence ici.").wait_for()
    for number in ("2", "3", "4"):
        page.get_by_role("button", name="Un fait plus tard").click()
        page.wait_for_function("(n) => document.documentElement.dataset.moment === n", arg=number)
    page.get_by_role("button", name="Un fait plus tard").click()
    page.get_by_role("alert").get_by_text("Rien n'est venu après.").wait_for()
    assert pages.view(table)["number"] == 4
    page.get_by_role("link", name="Revenir à maintenant").click()
    page.locator("#caisse").get_by_text("Pot").wait_for()


def test_a_seat_comes_back_to_its_seat(open_page: Open, server: Server, table: Table) -> None:
    page = open_page("/table", PHONE)
    claim(page, server, "A")
    page.get_by_role("link", name="Feuille").click()
    page.locator('li[data-number="3"]').get_by_role("link", name="Voir la table après").click()
    page.get_by_role("link", name="Revenir à maintenant").click()
    page.wait_for_url("**/seat/A")


def test_the_way_back_keeps_the_focus_when_an_earlier_moment_comes_late(open_page: Open, table: Table) -> None:
    """Regression: the late answer redrew the link, which lost the focus, so Enter had no effect."""
    page, held = open_page("/at/3", TABLET), []
    page.get_by_text("C'est le passé.").wait_for()
    page.route("**/at/2.json", lambda route: held.append(route))  # a lambda, because Playwright sets an attribute on it
    with page.expect_request("**/at/2.json"):
        page.get_by_role("button", name="Un fait plus tôt").press("Enter")
    page.get_by_role("link", name="Revenir à maintenant").focus()
    held[0].continue_()
    page.wait_for_function("() => document.documentElement.dataset.moment === '2'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table")


def test_a_long_report_comes_in_portions(open_page: Open, table: Table) -> None:
    for at in range(120):
        table.submit({"type": "MoneyMoved", "giver": "AB"[at % 2], "taker": "BA"[at % 2], "amount": 25})
    page = open_page("/history", TABLET)
    lines = page.locator(".recit > li")
    page.locator('li[data-number="124"]').wait_for()
    assert lines.count() == 100
    assert "124 faits" in page.locator("#compte").inner_text()
    page.get_by_role("button", name="Les faits d'avant").click()
    page.locator('li[data-number="1"]').wait_for()
    assert lines.count() == 124
    assert page.get_by_role("button", name="Les faits d'avant").count() == 0
