"""Table words by touch in mid-evening: a guest joins, a seat leaves, an old throw is corrected."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import players
from companion.facts import DiceThrown
from companion.table import Table
from tests import pages
from tests.browser.conftest import Open
from tests.browser.test_evening import begin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def play(table: Table, facts: int) -> None:
    """Play a number of random facts."""
    evening, chance = table.evening(), random.Random(facts)
    assert evening is not None
    for _ in range(facts):
        fact = players.turn(evening.play, chance)
        assert fact is not None and table.submit(fact).ok


def confirmed(page: Any, table: Table) -> None:
    """Confirm the preview and wait until the table has the fact."""
    number = pages.view(table)["number"]
    page.locator("dialog [data-key=confirm]").click()
    page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("(n) => !document.documentElement.hasAttribute('aria-busy')", arg=number)
    assert pages.view(table)["number"] > number


def test_a_guest_joins_and_a_seat_leaves(open_page: Open, table: Table) -> None:
    begin(table)
    play(table, 12)
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Qui vient, qui part").click()
    page.locator("[data-key=name]").fill("Emma")
    page.locator("[data-key=go]").click()
    confirmed(page, table)
    page.locator(".joueur, .siege").get_by_text("Emma").first.wait_for()
    assert [one["name"] for one in pages.view(table)["seats"]].count("Emma") == 1
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Qui vient, qui part").click()
    page.locator("[data-key=tab-leave]").click()
    page.locator("[data-key=seat]").select_option("C")
    if page.get_by_label("ce qui est en cours est annulé").count():
        page.get_by_label("ce qui est en cours est annulé").check()
    page.locator("[data-key=go]").click()
    confirmed(page, table)
    view = pages.view(table)
    assert next(one for one in view["seats"] if one["id"] == "C")["left"]
    assert sum(view["accounts"].values()) == 160_500


def test_a_misread_is_set_right_ten_throws_later(open_page: Open, table: Table) -> None:
    begin(table)
    play(table, 60)
    evening = table.evening()
    assert evening is not None
    throws = [(one.number, one.fact.dice) for one in evening.played if isinstance(one.fact, DiceThrown)]
    long_ago, was = next(
        (number, dice)
        for number, dice in reversed(throws[:-10])
        if all(die.kind == "d6" for die in dice) and len(dice) == 2
    )
    other = 6 if was[0].value != 6 else 1
    page = open_page("/history")
    page.locator(f'[data-key="fix-{long_ago}"]').click()
    page.locator(f'dialog [data-key="v-0-{other}"]').click()
    page.locator("dialog [data-key=confirm]:enabled").wait_for()
    confirmed(page, table)
    line = next(one for one in pages.report(table) if one["number"] == long_ago)
    assert line["state"] == "amended"
    assert line["fact"]["dice"][0]["value"] == other
    page.locator(f'li[data-number="{long_ago}"]').get_by_text("corrigé", exact=True).wait_for()
    assert sum(pages.view(table)["accounts"].values()) == 160_500


def test_a_house_rule_is_changed_after_a_preview_and_told_in_words(open_page: Open, table: Table) -> None:
    """Regression: changes of rules without a number had no text."""
    begin(table)
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Règles de la maison").click()
    least = page.locator("[data-key=min_stake]")
    least.fill("beaucoup")
    least.press("Enter")
    page.get_by_role("alert").get_by_text("Il faut le nombre, en chiffres.").wait_for()
    least.fill("100")
    least.press("Enter")
    confirmed(page, table)
    assert pages.view(table)["house"]["min_stake"] == 100
    assert pages.report(table)[-1]["text"] == "Règle de la maison, Mise minimale : 100"


def test_a_page_that_cannot_be_answered_asks_once_for_the_cards_of_the_box(open_page: Open, table: Table) -> None:
    """Regression: when the cards could not be loaded, the page repeated the request without a pause."""
    begin(table)
    page = open_page("/table", strict=False)
    asked: list[str] = []

    def refused(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=500, content_type="application/json", body='{"ok": false, "text": "cassé"}')

    page.route("**/box.json", refused)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="La table décide").click()
    page.locator("[data-key=tab-card]").click()
    page.get_by_text("La boîte n'a encore aucune carte").wait_for()
    page.locator("[data-key=tab-turn]").click()
    page.locator("[data-key=tab-card]").click()
    page.get_by_text("La boîte n'a encore aucune carte").wait_for()
    page.wait_for_timeout(300)
    assert len(asked) == 1
