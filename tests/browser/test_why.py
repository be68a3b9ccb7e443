""""Pourquoi ?" shows the rule book's text and the house rules; the first evening explains each square once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import DiceThrown, Die, PawnPlaced, TurnGiven
from companion.table import Table
from tests import pages
from tests.browser.conftest import NO_STORAGE, PROBE, Open, violations
from tests.browser.taps import up_to_date
from tests.browser.test_evening import begin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    begin(opened, house={"handover": "tap"})
    yield opened
    opened.close()


def land(table: Table, kind: str) -> None:
    view = pages.view(table)
    index = next(one["index"] for one in view["board"]["squares"] if one["kind"] == kind)
    assert table.submit(TurnGiven(seat="A")).ok
    assert table.submit(PawnPlaced(seat="A", index=(index - 3) % view["board"]["length"])).ok
    assert table.submit(DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))).ok


def test_a_question_a_payment_and_a_refusal_say_why(open_page: Open, table: Table, checker: Any) -> None:
    page = open_page("/table", strict=False)
    page.get_by_role("button", name="Pourquoi ?").click()
    dialog = page.get_by_role("dialog", name="La règle")
    dialog.get_by_text("lancez 2 dés").wait_for()
    dialog.get_by_text("Dés du déplacement").wait_for()
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, "why") == []
    page.keyboard.press("Escape")

    land(table, "mafia")
    page.get_by_role("button", name="Payer autrement, Anna à Pot").click()
    page.get_by_role("dialog").get_by_role("button", name="Pourquoi ?").click()
    page.get_by_role("dialog").get_by_text("déposez 500 dans le pot").wait_for()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("storage", [True, False])
def test_the_first_evening_explains_each_kind_of_square_once(open_page: Open, table: Table, storage: bool) -> None:
    page = open_page("/table", strict=False)
    if not storage:
        page.context.add_init_script(NO_STORAGE)
        page.reload(wait_until="domcontentloaded")
    page.get_by_role("button", name="Menu").click()
    switch = page.get_by_role("switch", name="Montrer la règle de chaque nouvelle case")
    assert not switch.is_checked()
    switch.click()
    assert switch.is_checked()
    page.keyboard.press("Escape")
    land(table, "zanzibar")
    dialog = page.get_by_role("dialog", name="Zanzibar")
    dialog.get_by_text("vous choisissez un joueur autour de la table").wait_for()
    dialog.get_by_role("button", name="Compris").click()
    land(table, "mafia")
    page.get_by_role("dialog", name="Mafia").get_by_role("button", name="Compris").click()
    land(table, "zanzibar")
    version = pages.view(table)["version"]
    up_to_date(page, version)
    page.evaluate("() => new Promise((done) => setTimeout(done, 300))")
    assert page.get_by_role("dialog").count() == 0
