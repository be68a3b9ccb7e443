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
