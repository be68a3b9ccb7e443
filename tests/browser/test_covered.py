"""Own cards on a phone are covered everywhere on the page until their holder uncovers them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import CardDrawn, CardsHeld, CardsShown, OpponentChosen, OptionChosen, StakePlaced, Stood
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, Open, Server, claim
from tests.browser.taps import up_to_date

PEOPLE = [{"name": name, "age": 20 + at} for at, name in enumerate(("Anna", "Bruno", "Chloé"))]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    opened.close()


def seen(page: Any, table: Table, card: str) -> int:
    """Return how often the page draws this card outside the pads of the whole pack."""
    up_to_date(page, pages.view(table)["version"])
    name = pages.view(table)["pack"][card]["text"]
    count: int = page.locator(f'main svg.carte-jeu[aria-label="{name}"]:not(.pave-cartes *)').count()
    return count


def phone_of(seat: str, open_page: Open, server: Server) -> Any:
    page = open_page("/table", PHONE)
    claim(page, server, seat)
    page.locator(".moi").wait_for()
    return page


def test_a_hidden_card_is_covered_also_where_it_is_shown_to_all(open_page: Open, server: Server, table: Table) -> None:
    house = {"result_only": False}
    assert table.start({"game": "casino_pirate", "seats": PEOPLE, "box": "exemple", "first": 0, "house": house}).ok
    for fact in (OptionChosen(seat="A", option="deal"), CardsHeld(seat="B", cards=("6",)), StakePlaced(seat="B", amount=1),
                 StakePlaced(seat="C", amount=1), Stood(seat="B")):  # fmt: skip
        assert table.submit(fact).ok, fact
    page = phone_of("B", open_page, server)
    assert seen(page, table, "6") == 0
    page.get_by_role("button", name="Voir ma main").click()
    assert seen(page, table, "6") == 1
    page.get_by_role("button", name="Couvrir").click()
    assert seen(page, table, "6") == 0
    assert table.submit(Stood(seat="C")).ok
    assert table.submit(CardDrawn(seat="A", deck="pack", card={"name": "5"})).ok
    assert table.submit(OpponentChosen(seat="A", opponent="B")).ok
    # « Montrer à tous » shows the hand to everybody, « Voir ma main » only to its holder; both are offered
    page.get_by_role("button", name="Montrer à tous").wait_for()
    assert page.get_by_role("button", name="Voir ma main").count() == 1


def test_who_said_no_card_finds_none_in_the_pad_that_shows(open_page: Open, server: Server, table: Table) -> None:
    """Regression: a hidden card whose face nobody had entered was drawn as an empty card."""
    house = {"result_only": False}
    assert table.start({"game": "casino_pirate", "seats": PEOPLE, "box": "exemple", "first": 0, "house": house}).ok
    for fact in (OptionChosen(seat="A", option="deal"), StakePlaced(seat="B", amount=1), StakePlaced(seat="C", amount=1),
                 Stood(seat="B"), Stood(seat="C"), CardDrawn(seat="A", deck="pack", card={"name": "5"}),
                 OpponentChosen(seat="A", opponent="B")):  # fmt: skip
        assert table.submit(fact).ok, fact
    page = phone_of("B", open_page, server)
    page.get_by_role("button", name="Montrer à tous").wait_for()
    assert page.locator("[data-key^=taken-]").count() == 0


def test_a_hand_of_cassino_is_covered_in_the_question_too(open_page: Open, server: Server, table: Table) -> None:
    house = {"result_only": False}
    setup = {"game": "cassino", "seats": PEOPLE, "first": 0, "level": "arbitre", "house": house}
    assert table.start(setup).ok
    assert table.submit(CardsShown(seat="C", cards=("2S", "4H", "9D", "KC"))).ok
    mover = next(q for q in pages.view(table)["questions"] if q["kind"] == "play_card")["seats"][0]
    assert table.submit(CardsHeld(seat=mover, cards=("5S", "6H", "7D", "QC"))).ok
    page = phone_of(mover, open_page, server)
    assert seen(page, table, "5S") == 0
    page.get_by_role("button", name="Voir ma main").click()
    assert seen(page, table, "5S") == 1  # only once, where the seat plays it
