"""A trial without a box: simulated dice roll at a touch, and every page says that it is a trial."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import players
from companion.table import Table
from tests import pages
from tests.browser.conftest import Open, Server
from tests.companion.quick_eye import QuickEye
from tests.waiting import until

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path, simulation=QuickEye)
    yield opened
    opened.close()


def test_dice_roll_at_a_touch(open_page: Open, server: Server, table: Any) -> None:
    page = open_page("/setup")
    page.get_by_role("button", name="Essayer sans boîte").click()
    page.wait_for_url("**/table")
    page.get_by_text("Soirée simulée").first.wait_for()
    page.get_by_role("button", name="Lancer", exact=True).click()
    page.wait_for_function("() => document.querySelector('#coeur svg')")
    assert until(lambda: pages.view(table)["throws"]) == 1
    assert pages.view(table)["simulated"]
    assert table.evening().entries[1].fact.how == "camera"


def test_dice_that_may_stay_are_chosen_and_the_others_roll(open_page: Open, server: Server, table: Any) -> None:
    table.start({"seats": [{"name": "Anna"}, {"name": "Bruno"}], "simulated": True})
    chance = Random(2)
    while not any(q.get("lying") for q in pages.view(table)["questions"]):  # play until some dice may be kept
        assert pages.view(table)["number"] < 2000
        assert table.submit(players.turn(table.evening().play, chance)).ok
    before = pages.view(table)["throws"]
    page = open_page("/table")
    if pages.view(table)["debts"]:
        page.get_by_role("button", name="Tout est remis").click()
    page.locator('[data-key="keep-0"]').wait_for()
    assert page.get_by_role("button", name="Saisir les dés").count() == 1  # regression: the button was shown twice
    # regression: "Relancer" was cut off
    assert page.locator("#coeur").evaluate("(all) => all.scrollHeight <= all.clientHeight")
    page.locator('[data-key="keep-0"]').click()
    page.get_by_role("button", name=re.compile("^Relancer")).click()
    assert until(lambda: pages.view(table)["throws"] > before or pages.view(table)["pending"], 240)
