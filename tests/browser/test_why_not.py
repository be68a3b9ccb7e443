"""On pages other than the table's, an unavailable control says in one line why it is unavailable."""

from __future__ import annotations

import pytest

from companion.facts import CardsShown
from companion.table import Table
from tests.browser.conftest import PHONE, TABLET, Open
from tests.browser.test_setup import table as table


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_the_set_up_says_why_a_place_cannot_move_or_go(open_page: Open, table: Table, size: tuple[int, int]) -> None:
    page = open_page("/setup", size)
    why = page.locator(".pourquoi-pas")
    for key, words in (("up-0", "Joueur 1 a déjà la première place."), ("drop-1", "Il faut au moins 2 joueurs.")):
        page.locator(f"[data-key={key}]").click()
        why.get_by_text(words).wait_for()
    page.get_by_role("heading").first.click()
    assert why.count() == 0


def test_the_box_says_why_nothing_can_be_undone_and_a_colour_is_taken(open_page: Open, table: Table) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    page = open_page("/box?name=Mienne")
    taken = page.locator(".palette .bouton--impossible").first
    taken.click()
    page.locator(".pourquoi-pas").get_by_text("Ce casino est déjà la case").wait_for()
    page.locator("[data-key=undo]").click()
    page.locator(".pourquoi-pas").get_by_text("Rien n'a encore changé.").wait_for()
    page.locator("[data-key=drop]").click()
    assert page.locator("[data-key=undo].bouton--impossible").count() == 0
    page.locator("[data-key=undo]").click()
    page.locator("[data-key=undo].bouton--impossible").wait_for()


def test_a_correction_says_which_card_to_touch_first(open_page: Open, table: Table) -> None:
    seats = [{"name": name, "age": 30} for name in ("Anna", "Bruno", "Chloé")]
    assert table.start({"game": "casablanca", "seats": seats, "box": "exemple", "first": 0}).ok
    for seat in "ABC":
        assert table.submit(CardsShown(seat=seat, cards=("chameau", "palmier", "lune"))).ok
    page = open_page("/history")
    page.locator("[data-key^=fix-]").last.click()
    page.locator('dialog .pave-cartes [data-card="lampe"]').click()
    page.get_by_text("Touchez d'abord la carte qui est fausse.").wait_for()
    page.locator('dialog [data-key="told-2"]').click()
    page.locator('dialog .pave-cartes [data-card="lampe"]').click()
    page.locator('dialog [data-key="told-2"][data-card="lampe"]').wait_for()
