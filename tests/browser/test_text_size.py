"""With text at 200 % (WCAG 1.4.4) every page stays complete: nothing is cut off or overlaps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import SCREENS, Launch, Open, Server, at_sizes, claim
from tests.browser.test_layout import shown
from tests.browser.test_layout import table as table
from tests.web.fake_table import FakeTable
from tests.web.states import states

LOOKED_AT = (
    "throw",
    "throw-421",
    "stand",
    "stake",
    "bet",
    "opponent",
    "option",
    "card-new",
    "square",
    "pending",
    "debts-big",
)


@pytest.fixture(scope="module")
def chrome(launch: Launch) -> Any:
    return launch("--blink-settings=defaultFontSize=32")


@pytest.mark.parametrize("path", ["/table", "/seat/A"])
def test_a_page_that_plays_is_whole_in_letters_twice_as_large(
    path: str, open_page: Open, server: Server, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    if path != "/table":
        claim(page, server, "A")
    found = []
    for name in LOOKED_AT:
        shown(page, table, states()[name])
        found += at_sizes(page, SCREENS, name)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert found == []


def test_setting_up_and_the_report_are_whole_in_letters_twice_as_large(open_page: Open, table: FakeTable) -> None:
    page = open_page("/setup", strict=False)
    page.get_by_role("button", name="Ajouter un joueur").click()
    found = at_sizes(page, SCREENS, "setup")
    page.goto(page.url.replace("/setup", "/history"), wait_until="domcontentloaded")
    page.locator(".recit li").first.wait_for()
    found += at_sizes(page, SCREENS, "report")
    assert not found, "\n".join(found)
