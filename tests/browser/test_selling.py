"""Cards are sold at Home Casino by touch, and a debt is expanded into its parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import CardDrawn, Fact, Landed, MoneyMoved, OptionChosen, Square, TurnGiven
from companion.table import Table
from tests import pages
from tests.browser.conftest import Open
from tests.browser.taps import turn_to, up_to_date

SEATS = [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def begin(table: Table, **house: Any) -> dict[str, Any]:
    """Start an evening in which Anna bought a card; return the card."""
    setup = {"game": "home_casino", "seats": SEATS, "box": "exemple", "first": 0, "house": {"handover": "tap", **house}}
    assert table.start(setup).ok
    card: dict[str, Any] = next(one["cards"] for one in pages.decks(table) if one["deck"] == "acquisition")[0]
    say(table, Landed(seat="A", square=Square(kind="acquisition")), CardDrawn(seat="A", deck="acquisition", card=card),
        OptionChosen(seat="A", option="buy"), TurnGiven(seat="A"))  # fmt: skip
    return card


def say(table: Table, *facts: Fact) -> None:
    for fact in facts:
        assert table.submit(fact).ok, fact


def points(table: Table, seat: str = "A") -> int:
    return next(int(one["points"]) for one in pages.view(table)["seats"] if one["id"] == seat)


def test_a_card_is_sold_at_a_vendre_by_two_touches(open_page: Open, table: Table) -> None:
    """HC-CAS-5: the bank pays the selling price."""
    card = begin(table)
    say(table, Landed(seat="A", square=Square(kind="a_vendre")))
    had, version = points(table), pages.view(table)["version"]
    page = open_page("/table")
    up_to_date(page, version)
    questions = pages.view(table)["questions"]
    page.locator("[data-key=play]").click()
    # a button and no small link, because the next throw ends the offer
    page.locator(".question-actes .bouton").get_by_text("Anna peut vendre").wait_for()
    turn_to(page, questions, next(q for q in questions if q["topic"] == "sale"))
    page.locator(f'[data-key="sell-{card["name"]}"]').click()
    page.locator('[data-key="sell"]').click()
    assert table.wait(version, 60) > version
    assert points(table) - had == card["sell"]


def test_an_emergency_sale_says_the_debt_and_offers_to_sell_nothing_once(open_page: Open, table: Table) -> None:
    """AMB-28."""
    begin(table, emergency_sale="half")
    say(table, MoneyMoved(giver="A", taker="B", amount=points(table) - 100), TurnGiven(seat="A"))
    say(table, Landed(seat="A", square=Square(kind="mafia")))
    page = open_page("/table")
    page.get_by_text("Anna doit 500, il manque 400 : vendre d'abord ?").wait_for()
    turn_to(page, [], next(q for q in pages.view(table)["questions"] if q["topic"] == "emergency_sale"))
    page.locator('[data-key="sell"]').wait_for()
    assert page.get_by_role("button", name="Ne rien vendre").count() == 1
    assert "il manquera 400" in page.locator('[data-key="sell"]').inner_text()


def test_a_netted_sum_opens_into_its_parts(open_page: Open, table: Table) -> None:
    begin(table)
    for giver, taker, amount in (("A", "B", 100), ("B", "A", 25), ("A", "B", 50)):
        say(table, MoneyMoved(giver=giver, taker=taker, amount=amount))
    page = open_page("/table")
    page.locator('[data-key="ways-A-B"]').click()
    parts = page.locator(".causes li b")
    parts.first.wait_for()
    assert [text.replace("−", "-") for text in parts.all_inner_texts()] == ["100", "-25", "50"]
