"""The page of the machine: QR codes, joining a Wi-Fi, and the shutdown message."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SCREENS, Open, at_sizes
from tests.waiting import until
from tests.web.fake_table import FakeTable
from tests.web.states import around
from tests.web.test_machine import Machine


@pytest.fixture
def table() -> FakeTable:
    table = FakeTable()
    table.machine = Machine()
    return table


def test_the_page_is_whole_and_both_codes_are_drawn(open_page: Open) -> None:
    page = open_page("/machine")
    page.locator(".code img").nth(1).wait_for()
    page.wait_for_function("() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    assert at_sizes(page, SCREENS) == []


def test_a_network_is_joined_with_its_password(open_page: Open, table: FakeTable) -> None:
    page = open_page("/machine")
    page.get_by_role("button", name="Rejoindre Chez nous").click()
    page.get_by_label("Mot de passe du Wi-Fi").fill("bon secret")
    page.locator("dialog [data-key=sure]").click()
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("() => !document.documentElement.hasAttribute('aria-busy')")
    assert table.machine.did == [("Chez nous", "bon secret")]


def test_switching_off_asks_once_and_says_when_to_unplug(open_page: Open, table: FakeTable) -> None:
    page = open_page("/machine")
    page.get_by_role("button", name="Éteindre le boîtier").click()
    assert table.machine.did == []
    page.locator("dialog [data-key=sure]").click()
    page.locator("dialog").wait_for(state="detached")
    assert until(lambda: table.machine.did) == ["off"]
    table.show(around(table.snapshot(), machine_ending=True))
    page.get_by_text("vous pouvez débrancher").wait_for()
