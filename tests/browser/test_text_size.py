"""With larger text, up to 200 % (WCAG 1.4.4), every page stays complete: nothing is cut off or overlaps."""

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


@pytest.fixture(scope="module", params=[pytest.param(22, marks=pytest.mark.slow), 32])
def chrome(request: pytest.FixtureRequest, launch: Launch) -> Any:
    return launch(f"--blink-settings=defaultFontSize={request.param}")


@pytest.mark.parametrize("path", ["/table", pytest.param("/seat/A", marks=pytest.mark.slow)])
def test_a_page_that_plays_is_whole_in_larger_letters(
    path: str, open_page: Open, server: Server, table: FakeTable
) -> None:
    page = open_page("/table", strict=False)
    if path != "/table":
        claim(page, server, "A")
    found = []
    for name in LOOKED_AT:
        shown(page, table, states()[name])
        found += at_sizes(page, SCREENS, name)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20
    assert found == []


def test_setting_up_and_the_report_are_whole_in_larger_letters(open_page: Open, table: FakeTable) -> None:
    page = open_page("/setup", strict=False)
    page.get_by_role("button", name="Ajouter un joueur").click()
    found = at_sizes(page, SCREENS, "setup")
    page.goto(page.url.replace("/setup", "/history"), wait_until="domcontentloaded")
    page.locator(".recit li").first.wait_for()
    found += at_sizes(page, SCREENS, "report")
    assert not found, "\n".join(found)
