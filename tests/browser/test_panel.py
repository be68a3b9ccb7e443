"""Buttons and lamps on a page, through the mock pins to the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetPlaced, BetsClosed, Landed, Square
from companion.table import Table
from hardware.panel import open_panel
from hardware.settings import Settings
from tests.browser.conftest import PHONE, TABLET, Open, at_sizes
from tests.companion import evenings


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Any]:
    """Yield a real table with a simulated panel, during a roulette."""
    table = evenings.table(tmp_path, seats=6)
    table.submit(Landed(seat="A", square=Square(kind="roulette")))
    panel = open_panel(table, Settings(panel="mock"))
    assert panel is not None
    table.panel = panel
    yield table
    panel.close()
    table.close()


def facts(table: Table) -> list[Any]:
    evening = table.evening()
    assert evening is not None
    return [e.fact for e in evening.entries]


def test_a_bet_is_put_down_with_the_buttons_of_the_page_and_shown_on_the_table(open_page: Open, table: Table) -> None:
    panel, page = open_page("/panel"), open_page("/table")
    panel.get_by_role("button", name="Servi de Chloé").click()
    page.locator(".pupitre", has_text="Chloé").wait_for()
    panel.get_by_role("button", name="Cible précédente").click()
    page.locator(".pupitre-cible", has_text="Noir").wait_for()
    page.locator(".champ--cible.c-noir").wait_for()
    for _ in range(2):
        panel.get_by_role("button", name="Plus").click()
    page.get_by_text("Confirmer : Chloé mise 50 sur noir.").wait_for()
    panel.get_by_role("button", name="Confirmer").click()
    page.locator(".c-noir .mise").wait_for()
    bet = facts(table)[-1]
    assert (type(bet), bet.seat, bet.field, bet.amount, bet.how) == (BetPlaced, "C", "noir", 50, "button")
    panel.get_by_role("button", name="Servi de Chloé").click()
    panel.locator("[data-lamp=C].lampe--allumee").wait_for()
    page.locator(".pot").wait_for()


def test_a_key_held_on_the_keyboard_is_a_long_press(open_page: Open, table: Table) -> None:
    panel = open_page("/panel")
    panel.get_by_role("button", name="Servi d'Anna").focus()
    panel.keyboard.down("Space")
    panel.get_by_text("Servi » encore reprend").wait_for()
    panel.keyboard.up("Space")
    assert isinstance(facts(table)[-1], BetsClosed)


def test_a_drawn_button_of_a_real_panel_says_where_to_press(
    open_page: Open, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table.panel), "simulated", False)
    page = open_page("/panel")
    page.get_by_role("button", name="Servi de Chloé").click()
    page.locator(".pourquoi-pas").get_by_text("Appuyez sur un bouton de la table").wait_for()
    page.get_by_role("button", name="Plus").click()
    assert page.locator(".pourquoi-pas").count() == 1


def test_the_page_of_the_buttons_is_whole(open_page: Open) -> None:
    page = open_page("/panel")
    page.locator(".touche").first.wait_for()
    assert at_sizes(page, {"tablet": TABLET, "phone": PHONE}) == []
    page.evaluate("document.documentElement.dataset.theme = 'jour'")
    assert at_sizes(page, {"tablet": TABLET, "phone": PHONE}, "by day") == []
