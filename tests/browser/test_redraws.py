"""A part of a page is redrawn only if data that it read has changed; focus and scroll position stay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.snapshot import Snapshot
from tests.browser.conftest import PHONE, Open, Server, claim
from tests.browser.taps import CONTROLS, settled, up_to_date
from tests.web.fake_table import FakeTable
from tests.web.states import around, states

TRACE = """(id) => {
  document.getElementById(id).append(Object.assign(document.createElement("i"), { className: "trace", hidden: true }));
}"""
"""JavaScript that adds a foreign element to the part with this id; a redraw removes it."""


def shown(page: Any, table: FakeTable, now: Snapshot) -> None:
    table.show(now)
    up_to_date(page, table.snapshot().version)


def drawn_again(page: Any, table: FakeTable, now: Snapshot, parts: tuple[str, ...]) -> set[str]:
    """Show a snapshot and return the redrawn parts."""
    for part in parts:
        if not page.locator(f"#{part} > .trace").count():
            page.evaluate(TRACE, part)
    shown(page, table, now)
    return {part for part in parts if not page.locator(f"#{part} > .trace").count()}


TABLE_PARTS = ("jeu", "outils", "avis", "caisse", "coeur", "question")


def test_the_table_draws_only_the_parts_that_read_what_has_changed(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table")
    now = states()["bet"]
    shown(page, table, now)

    def changed(later: Snapshot) -> set[str]:
        again = drawn_again(page, table, later, TABLE_PARTS)
        drawn_again(page, table, now, TABLE_PARTS)
        return again

    assert changed(now) == set()
    assert changed(replace(now, number=now.number + 1)) == set()
    assert changed(around(now, notice="Le journal est plein.")) == {"avis"}
    assert changed(replace(now, target=9000)) == {"jeu"}
    assert changed(replace(now, accounts={**now.accounts, "pot": 1})) == {"caisse"}
    assert changed(replace(now, undo=None)) == {"outils"}
    assert {"coeur", "question"} <= changed(replace(now, open=now.open[:1]))


def test_who_has_the_focus_keeps_it_while_something_else_changes(open_page: Open, table: FakeTable) -> None:
    page = open_page("/table")
    now = states()["bet"]
    shown(page, table, now)
    page.locator("[data-key=chip-500]").focus()
    page.evaluate("() => { window.focused = document.activeElement; }")
    shown(page, table, around(now, notice="Le journal est plein."))
    assert page.evaluate("() => window.focused === document.activeElement")
    shown(page, table, replace(now, seats=tuple(replace(seat, points=seat.points + 25) for seat in now.seats)))
    assert page.evaluate("() => document.activeElement.dataset.key") == "chip-500"


@pytest.mark.parametrize("state", ["bet", "card"])
def test_a_phone_stays_where_it_was_scrolled_to(open_page: Open, server: Server, table: FakeTable, state: str) -> None:
    now = states()[state]
    page = open_page("/table", PHONE)
    claim(page, server, "A")
    shown(page, table, now)
    page.locator(CONTROLS[state]).first.wait_for()  # a separate script draws the cards; it redraws the part once it is there
    page.evaluate("() => scrollTo(0, 200)")
    settled(page)
    before = page.evaluate("() => scrollY")
    assert before > 0
    assert drawn_again(page, table, replace(now, target=9000, number=now.number + 1), ("moi", "jouer")) == set()
    assert page.evaluate("() => scrollY") == before
    again = drawn_again(page, table, replace(now, seats=tuple(replace(one, points=1) for one in now.seats)), ("moi",))
    assert again == {"moi"} and page.evaluate("() => scrollY") == before


def test_what_a_part_reads_besides_the_view_counts_too(open_page: Open, server: Server, table: FakeTable) -> None:
    page = open_page("/table", strict=False)
    shown(page, table, states()["bet"])
    page.evaluate(TRACE, "coeur")
    page.locator("[data-key=chip-500]").click()
    page.locator("[data-key=chip-500][aria-pressed=true]").wait_for()
    assert not page.locator("#coeur > .trace").count()
    server.stop()
    page.locator("#direct.direct--coupe").wait_for()
    page.get_by_text("Pas de liaison.").wait_for()
