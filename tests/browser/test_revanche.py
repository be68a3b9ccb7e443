"""A rematch takes one tap on the table page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table import Table
from tests import pages
from tests.browser.conftest import Open
from tests.browser.test_after import play_to_the_end
from tests.browser.test_evening import begin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def test_the_end_says_so_on_every_tab_and_ranks_in_one_column(open_page: Open, table: Table) -> None:
    """Regression: « Table » showed « Un instant… » for ever, and in two columns the third place looked second."""
    begin(table, house={"handover": "tap"})
    play_to_the_end(table, 20)
    page = open_page("/table")
    rows = page.locator(".classement li")
    rows.first.wait_for()
    assert [one[:2] for one in rows.locator("span").all_inner_texts()] == ["1.", "2.", "3.", "4."]
    assert len({one["x"] for row in rows.all() if (one := row.bounding_box())}) == 1
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator(".classement").wait_for(state="detached")
    page.locator(".question").get_by_text("La partie est finie").wait_for()
    page.get_by_role("button", name="Revanche").wait_for()
    assert page.get_by_text("Un instant…").count() == 0


def test_the_revanche_is_one_tap(open_page: Open, table: Table) -> None:
    begin(table)
    play_to_the_end(table, 20)
    page = open_page("/table")
    page.get_by_role("button", name="Revanche").click()
    page.locator(".scene .question h1", has_text="lance deux dés").wait_for()
    view = pages.view(table)
    assert view["phase"] != "over"
    assert [one["name"] for one in view["seats"]] == ["Anna", "Bruno", "Chloé", "David"]
    assert {one["points"] for one in view["seats"]} == {4000}
