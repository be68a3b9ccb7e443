"""The first evening with an own board: the page asks what is printed on it, by touch alone, and the table stores it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import (
    BetPlaced,
    CardDrawn,
    CardsShown,
    DiceThrown,
    Die,
    Fact,
    NamesGiven,
    NumberGiven,
    Square,
    SquareNamed,
)
from companion.games.casablanca.box import SQUARES
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, SMALL, TABLET, Open, Server, claim
from tests.browser.taps import IN_SIGHT, Fingers, settled, up_to_date
from tests.waiting import until

SYMBOLS = ("dé", "lune", "lampe", "clef", "dattes", "âne", "épée")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def begun(open_page: Open, game: str, size: tuple[int, int]) -> Any:
    """Start an evening of three players with the set-up page's defaults; return the table's page."""
    page = open_page("/setup", size)
    button(page, game).click()
    while page.get_by_label("Nom, place 3").count() == 0:
        button(page, "Ajouter un joueur").click()
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    return page


class Counting(Fingers):
    """Touches on a page with their number; typing a name does not count."""

    touches = 0

    def touch(self, name: str) -> None:
        self.touches += 1
        super().touch(name)


def tell(page: Any, table: Table, *facts: Fact) -> int:
    """Answer by touch; return the number of touches."""
    fingers = Counting(page)
    for fact in facts:
        view = pages.view(table)
        up_to_date(page, view["version"])
        fingers.answer(fact)
        assert until(lambda number=view["number"]: pages.view(table)["number"] > number), fact
    return fingers.touches


def topics(table: Table) -> list[str]:
    return [q["topic"] for q in pages.view(table)["questions"] if q["must"]]


def dice(seat: str, *faces: tuple[int, str]) -> DiceThrown:
    return DiceThrown(seat=seat, dice=tuple(Die("d6", value, colour) for value, colour in faces))


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), SMALL["pi"]], ids=["tablet", "pi"])
def test_si_no_asks_for_each_printed_number_once(open_page: Open, table: Table, size: tuple[int, int]) -> None:
    page = begun(open_page, "Les cases Si-No", size)
    as_lit = NamesGiven(seat="A", names=())
    assert tell(page, table, *[as_lit] * 4) == 4, "one touch a line where the probable draws are right"
    for seat, one in zip("ABC", (1, 2, 3), strict=True):
        assert table.submit(dice(seat, (one, "white"), (one, "white"))).ok
    assert table.submit(dice("A", (3, "white"), (4, "white"))).ok
    for seat, numbers in {"B": ("5", "3", "2.2", "8"), "C": ("6", "4", "3.3", "9")}.items():
        for line, number in zip(("H1", "H2", "H3", "V"), numbers, strict=True):
            assert table.submit(BetPlaced(seat=seat, field=f"{line}:{number}", amount=1)).ok
    assert table.submit(dice("A", (4, "green"), (1, "red"))).ok
    assert topics(table) == ["worth"]
    assert tell(page, table, NumberGiven(seat="A", number=150)) == 4
    assert table.evening().play.game.balance("B") == 150  # type: ignore[union-attr]
    until(lambda: table.shelf.load("Ma boîte").get("points") == {"5": 150})


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), SMALL["pi"]], ids=["tablet", "pi"])
def test_casablanca_asks_for_its_symbols_and_for_each_square_once(
    open_page: Open, table: Table, size: tuple[int, int]
) -> None:
    page = begun(open_page, "Casablanca", size)
    leader = pages.view(table)["questions"][0]["seats"][0]
    tell(page, table, NamesGiven(seat=leader, names=SYMBOLS))
    playing = table.evening().play.game  # type: ignore[union-attr]
    for seat in playing.order:
        assert table.submit(CardsShown(seat=seat, cards=SYMBOLS[:3])).ok
    first = playing.order[0]
    tell(page, table, *(NumberGiven(seat=seat, number=7 * at) for at, seat in enumerate(playing.order)))
    assert table.submit(CardDrawn(seat=leader, deck="stock", card={"name": "lune"})).ok
    assert tell(page, table, NumberGiven(seat=first, number=4)) == 1
    assert topics(table) == ["square"]
    assert tell(page, table, SquareNamed(seat=first, square=Square(kind="lune"))) == 1
    assert "square" not in topics(table)
    until(lambda: table.shelf.load("Ma boîte").get("ring") == [None] * 4 + ["lune"] + [None] * (SQUARES - 5))


COUNTED = "(all) => all.map((one) => one.querySelector('text')?.textContent ?? one.textContent)"


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), SMALL["pi"]], ids=["tablet", "pi"])
def test_home_casino_counts_its_squares_from_one(open_page: Open, table: Table, size: tuple[int, int]) -> None:
    page = begun(open_page, "Home Casino", size)
    asked = pages.view(table)["questions"][0]["seats"][0]
    tell(page, table, NumberGiven(seat=asked, number=24))
    squares = page.locator("[data-square], [data-key^=square-]")
    squares.first.wait_for()
    assert squares.evaluate_all(COUNTED)[1:] == [str(number) for number in range(2, 25)], "the first is a known casino"
    titles = page.locator("[data-square] title").evaluate_all("(all) => all.map((one) => parseInt(one.textContent))")
    assert titles == (list(range(1, 25)) if size == TABLET else [])
    for casino in (11, 17):
        tell(page, table, NumberGiven(seat=pages.view(table)["questions"][0]["seats"][0], number=casino))
    asked = pages.view(table)["turn"]
    tell(page, table, DiceThrown(seat=asked, dice=(Die("d6", 1), Die("d6", 2))))
    view = pages.view(table)
    up_to_date(page, view["version"])
    here = next(seat for seat in view["seats"] if seat["id"] == asked)
    page.get_by_text(f"{here['name']} arrive case {here['pawn'] + 1}, encore inconnue").wait_for()


@pytest.mark.parametrize("size", [
    pytest.param(SMALL["pi"], id="pi"), pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
    pytest.param(SMALL["small phone"], id="small phone"),
])  # fmt: skip
def test_what_an_unknown_square_still_needs_is_in_sight(
    open_page: Open, server: Server, table: Table, size: tuple[int, int]
) -> None:
    """Regression: the confirmation of a slot machine's amount lay below the fold."""
    page = begun(open_page, "Home Casino", size)
    for casino in (24, 11, 17):
        tell(page, table, NumberGiven(seat=pages.view(table)["questions"][0]["seats"][0], number=casino))
    asked = pages.view(table)["turn"]
    tell(page, table, DiceThrown(seat=asked, dice=(Die("d6", 1), Die("d6", 2))))
    if size != SMALL["pi"]:
        claim(page, server, asked)
    for kind, needed in {"casino": "[data-key^=colour-]", "slot": "[data-key^=a-], [data-key=plus], [data-key=square]"}.items():
        page.locator(f"[data-key=square-{kind}]").click()
        page.locator(needed).first.wait_for()
        settled(page)
        assert all(page.evaluate(IN_SIGHT, needed)), kind
    page.locator("[data-key=minus]").click()
    page.locator("[data-key=a-150]").click()
    page.locator("[data-key=square]").click()
    until(lambda: topics(table) != ["square"])
    square = pages.view(table)["board"]["squares"][3]
    assert (square["kind"], square["amount"]) == ("slot", -150)
