"""axe-core has no findings on any page, in either theme, at tablet and phone size."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import PHONE, TABLET, Open, Server, barriers, claim, link_of, violations
from tests.browser.test_layout import PANELS, shown
from tests.web.fake_table import FakeTable
from tests.web.states import states
from tests.web.test_machine import Machine

SIZES = {"tablet": TABLET, "phone": PHONE}
ONCE = [pytest.param("tablet", marks=pytest.mark.slow), "phone"]


def themed(page: Any, theme: str) -> Any:
    page.evaluate(f"localStorage.setItem('servi-theme', '{theme}')")
    page.reload(wait_until="domcontentloaded")
    return page


USUAL = [("/table", "tablet"), ("/seat", "phone")]
OTHER = [("/table", "phone"), ("/seat", "tablet"), ("/watch", "phone"), ("/watch", "tablet")]


@pytest.mark.parametrize(("path", "size"), [*USUAL, *(pytest.param(*one, marks=pytest.mark.slow) for one in OTHER)])
def test_every_state_of_a_page_that_plays(
    open_page: Open, server: Server, table: FakeTable, checker: Any, path: str, size: str
) -> None:
    page = open_page("/watch" if path == "/watch" else "/table", SIZES[size], strict=False)
    if path == "/seat":
        claim(page, server, "A")
    found = []
    for name, state in states().items():
        shown(page, table, state)
        found += barriers(checker, page, name)
    assert found == []


@pytest.mark.parametrize("size", ONCE)
def test_every_other_page(open_page: Open, checker: Any, size: str) -> None:
    page = open_page("/setup", SIZES[size], strict=False)
    found = []
    for path, there in (("/setup", "#preparer button"), ("/history", ".recit li"), ("/at/20", ".classement li")):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path, wait_until="domcontentloaded")
        page.locator(there).first.wait_for()
        found += barriers(checker, page, path)
    page.goto(page.url.replace("/at/20", "/at/0"), wait_until="domcontentloaded")
    found += barriers(checker, page, "a problem")
    assert found == []


@pytest.mark.parametrize("size", ONCE)
def test_every_page_beside_the_game(open_page: Open, table: FakeTable, checker: Any, size: str) -> None:
    table.machine = Machine()
    page = open_page("/table", SIZES[size], strict=False)
    host = page.url.removesuffix("/table")
    # otherwise the page redirects to the seat during the check
    page.route("**/js/joined.js", lambda route: route.abort())
    joined = link_of(page, "A")
    found = []
    for path, there in (("/pause", ".papier"), ("/machine", ".code img"), ("/panel", "h1"), (joined, "h1")):
        page.goto(host + path, wait_until="commit")
        page.locator(there).first.wait_for()
        found += barriers(checker, page, path)
    assert found == []


@pytest.mark.parametrize("theme", ["tapis", "jour"])
def test_every_panel(open_page: Open, checker: Any, theme: str) -> None:
    page = themed(open_page("/table", TABLET, strict=False), theme)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").wait_for()
    found = violations(checker, page, "menu")
    page.keyboard.press("Escape")
    for name in PANELS:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog", name=name).wait_for()
        found += violations(checker, page, name)
        page.keyboard.press("Escape")
    assert found == []
