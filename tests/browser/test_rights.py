"""Among friends a correction shows its author; in a café the pages ask for the banker's PIN and remember it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import DiceThrown, Die, MoneyMoved
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, TABLET, Open, Server, claim, link_of, violations
from tests.browser.test_evening import begin
from tests.browser.test_sister_evenings import touch
from web.pin import BankersPin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    begin(opened)
    assert opened.submit(MoneyMoved(giver="bank", taker="A", amount=500)).ok
    yield opened
    opened.close()


def test_among_friends_the_others_see_who_corrected(open_page: Open, server: Server, table: Table) -> None:
    page, phone = open_page("/table"), open_page("/table", PHONE, strict=False)
    claim(phone, server, "B")
    phone.get_by_role("link", name="Corriger").click()
    phone.locator('li[data-number="2"]').get_by_role("button").click()
    phone.get_by_role("button", name="Ça ne compte pas").click()
    phone.get_by_role("button", name="Confirmer").click()
    page.get_by_text("Bruno a corrigé.").wait_for()
    page.get_by_text("Anna, 500 » ne compte pas").wait_for()
    assert page.evaluate(PROBE) == []


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_in_a_cafe_the_pin_is_asked_once_and_remembered(
    size: tuple[int, int], open_page: Open, table: Table, tmp_path: Path, checker: Any
) -> None:
    BankersPin(tmp_path).set("4217")
    page = open_page("/table", size, strict=False)
    page.get_by_role("button", name="Tout est remis").click()
    dialog = page.get_by_role("dialog", name="Le code du banquier")
    dialog.wait_for()
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, "the PIN") == []
    page.keyboard.type("1111")
    page.keyboard.press("Enter")
    dialog.get_by_role("alert").get_by_text("Ce n'est pas le code").wait_for()
    assert pages.view(table)["debts"]
    page.keyboard.type("4217")
    dialog.get_by_role("button", name="Ouvrir").click()
    page.get_by_role("button", name="Tout est remis").wait_for(state="detached")
    assert pages.view(table)["debts"] == []
    assert dialog.count() == 0
    page.reload(wait_until="domcontentloaded")  # this tablet stays unlocked
    page.get_by_role("button", name="Annuler").click()
    page.get_by_role("button", name="Tout est remis").wait_for()  # the hand-over is undone
    assert page.get_by_role("dialog").count() == 0


def test_without_the_pin_nothing_changes_and_the_page_says_so(open_page: Open, table: Table, tmp_path: Path) -> None:
    BankersPin(tmp_path).set("4217")
    page = open_page("/table", strict=False)
    number = pages.view(table)["number"]
    page.get_by_role("button", name="Annuler").click()
    page.get_by_role("dialog", name="Le code du banquier").get_by_role("button", name="Laisser").click()
    page.get_by_role("alert").get_by_text("rien n'a changé").wait_for()
    assert pages.view(table)["number"] == number


def test_the_table_page_turns_the_cafe_on_and_off(open_page: Open, table: Table, tmp_path: Path, checker: Any) -> None:
    page = open_page("/table", strict=False)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Qui peut quoi").click()
    dialog = page.get_by_role("dialog", name="Qui peut quoi")
    dialog.get_by_text("Entre nous").wait_for()
    assert violations(checker, page, "who decides") == []
    dialog.get_by_role("button", name="Passer en mode café").click()
    dialog.get_by_role("alert").get_by_text("4 à 8 chiffres").wait_for()
    dialog.get_by_label("Un code pour le banquier").fill("2468")
    dialog.get_by_role("button", name="Passer en mode café").click()
    dialog.get_by_text("Café :").wait_for()
    assert page.evaluate(PROBE) == []
    assert BankersPin(tmp_path).accepts("2468")
    dialog.get_by_role("button", name="Revenir à « entre nous »").click()
    dialog.get_by_text("Entre nous :").wait_for()
    assert not BankersPin(tmp_path).there


def test_a_new_code_takes_the_seat_from_a_dead_phone(open_page: Open, server: Server, table: Table, checker: Any) -> None:
    page, phone = open_page("/table", strict=False), open_page("/table", PHONE, strict=False)
    claim(phone, server, "B")
    page.get_by_text("Un téléphone vient de prendre le siège de Bruno.").wait_for()
    old = link_of(page, "B")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Les téléphones").click()
    dialog = page.get_by_role("dialog", name="Les téléphones")
    code = dialog.get_by_role("img", name="Code du siège de Bruno").locator("path")
    before = code.get_attribute("d")
    dialog.get_by_role("button", name="Nouveau code pour Bruno").click()
    page.wait_for_function("(d) => ![...document.querySelectorAll('path')].some((p) => p.getAttribute('d') === d)", arg=before)
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, "the phones") == []
    phone.get_by_text("Ce siège a été repris").first.wait_for()
    assert link_of(page, "B") != old


def test_in_a_cafe_the_list_of_evenings_is_shown_after_the_pin(open_page: Open, table: Table, tmp_path: Path) -> None:
    BankersPin(tmp_path).set("4217")
    page = open_page("/setup", strict=False)
    page.get_by_role("dialog", name="Le code du banquier").wait_for()
    page.keyboard.type("4217")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Commencer").wait_for()


def test_in_a_cafe_a_phone_plays_its_seat_and_a_stranger_plays_nothing(
    open_page: Open, server: Server, table: Table, tmp_path: Path
) -> None:
    BankersPin(tmp_path).set("4217")
    seat = pages.view(table)["turn"]
    tablet, phone, stranger = open_page("/table", strict=False), open_page("/watch", PHONE), open_page("/table", strict=False)
    tablet.get_by_role("button", name="Menu").click()
    tablet.get_by_role("button", name="Les téléphones").click()
    tablet.get_by_role("dialog", name="Le code du banquier").wait_for()
    tablet.keyboard.type("4217")
    tablet.keyboard.press("Enter")
    tablet.get_by_role("dialog", name="Les téléphones").get_by_role("img").first.wait_for()
    phone.goto(server.address + link_of(tablet, seat), wait_until="domcontentloaded")
    phone.wait_for_url(f"**/seat/{seat}")
    touch(phone, table, DiceThrown(seat=seat, dice=(Die("d6", 1), Die("d6", 2))))
    assert [die["value"] for die in pages.view(table)["throw"]["dice"]] == [1, 2]
    stranger.get_by_role("button", name="Menu").click()
    stranger.get_by_role("button", name="Les téléphones").click()
    stranger.get_by_role("dialog", name="Le code du banquier").get_by_role("button", name="Laisser").click()
    assert stranger.get_by_role("dialog", name="Les téléphones").count() == 0
