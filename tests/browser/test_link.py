"""The link between page and table: the page reports a cut within four seconds and recovers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.table import Result
from tests.browser.conftest import PHONE, Open, Server, claim
from tests.browser.taps import up_to_date
from tests.waiting import until
from tests.web.fake_table import FakeTable
from tests.web.states import opening, states


def test_a_dead_server_is_seen_within_four_seconds_and_a_new_one_is_found(
    open_page: Open, server: Server, table: FakeTable
) -> None:
    """The four seconds are those of the page's own clock, which a busy machine does not slow down."""
    page = open_page(strict=False)
    page.clock.install()
    page.reload(wait_until="domcontentloaded")
    page.get_by_text("En direct").wait_for()
    server.stop()
    page.clock.run_for(4000)
    assert page.get_by_text("Pas de liaison").first.is_visible()
    table.show(states()["stake"])
    again = Server(table, server.port)
    try:
        page.get_by_text("En direct").wait_for()
        page.get_by_text("Anna mise contre David").wait_for()
    finally:
        again.stop()


def test_a_page_opened_late_shows_the_truth_at_once(open_page: Open, table: FakeTable) -> None:
    first = open_page()
    table.show(states()["sell"])
    late = open_page()
    for page in (first, late):
        page.get_by_text("vendre d'abord ?").wait_for()


def test_a_seat_taken_over_says_so_on_the_old_phone(open_page: Open, server: Server, table: FakeTable) -> None:
    old, new = open_page(size=PHONE, strict=False), open_page(size=PHONE, strict=False)
    claim(old, server, "A")
    claim(new, server, "A")
    table.show(states()["stand"])
    old.get_by_text("repris sur un autre écran").wait_for()  # no touch is needed
    assert old.get_by_role("button", name="Servi").count() == 0
    new.get_by_role("button", name="Servi").click()
    assert until(lambda: len(table.told) == 1)


def test_a_tap_counts_while_the_answer_to_the_one_before_is_still_on_its_way(
    open_page: Open, server: Server, table: FakeTable
) -> None:
    """Regression: the page showed the next question before it could send the answer, and the tap was lost."""
    phone, held = open_page(size=PHONE, strict=False), list[tuple[Any, Any]]()
    claim(phone, server, "A")
    table.show(states()["stand"])
    phone.route("**/command", lambda route: held.append((route, route.fetch())), times=1)
    before = table.snapshot().version
    phone.get_by_role("button", name="Servi").click()
    up_to_date(phone, before + 1)
    phone.get_by_role("button", name="Servi").click()
    [(route, answer)] = held
    route.fulfill(response=answer)
    up_to_date(phone, before + 2)
    assert len(table.told) == 2


def test_a_bet_that_others_overtake_again_and_again_is_not_lost(
    open_page: Open, server: Server, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the tap was refused after three tries."""
    phone = open_page(size=PHONE, strict=False)
    claim(phone, server, "A")
    table.show(states()["bet"])
    phone.locator("button.champ.n2").wait_for()
    submit, others = table.submit, iter(range(5))

    def overtaken(*args: Any, **more: Any) -> Result:
        if next(others, None) is not None:
            now = table.snapshot()
            table.show(replace(now, number=now.number + 1))
        return submit(*args, **more)

    monkeypatch.setattr(table, "submit", overtaken)
    phone.locator("button.champ.n2").click()
    assert until(lambda: len(table.told) == 1)


def test_six_seats_bet_at_once(open_page: Open, server: Server, table: FakeTable) -> None:
    """The page retries colliding taps while the question is open, and loses none."""
    pages = []
    for seat in "ABC":
        page = open_page(size=PHONE, strict=False)
        claim(page, server, seat)
        pages.append(page)
    table.show(states()["bet"])
    for page in pages:
        page.locator("button.champ.n2").wait_for()
    for _ in range(3):
        for page in pages:
            page.locator("button.champ.n2").evaluate("(one) => one.click()")
    assert until(lambda: len(table.told) == 9)
    assert sorted(fact["seat"] for _, fact, _ in table.told) == sorted("ABC" * 3)


def test_the_bar_of_a_phone_stays_one_line(open_page: Open, server: Server, table: FakeTable) -> None:
    """Regression: with an undo button, the link state wrapped to a second line and moved the page."""
    page = open_page(size=PHONE)
    claim(page, server, "A")
    assert page.locator(".lien-annuler").count() == 0
    before = page.locator(".barre").bounding_box()["height"]
    table.show(opening().throws("A", 2, 3).now())
    page.locator(".lien-annuler").wait_for()
    assert page.locator(".barre").bounding_box()["height"] == before
