"""Every other page in both languages, on every screen size, and zoomed to 200 %."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetPlaced, BetsClosed, DiceThrown, Die, MoneyMoved, PlayPaused
from companion.table import Table
from tests.browser.conftest import NARROWEST, SCREENS, Open, Server, at_sizes, claim
from tests.browser.test_evening import begin
from tests.browser.test_screen import to_the_roulette

ALL = {**SCREENS, **NARROWEST}
LOCALES = ["fr-FR", pytest.param("en-GB", marks=pytest.mark.slow)]

READY = {
    "/setup": ".fiche",
    "/boxes": "#etagere .carte, #etagere li, #etagere .vide",
    "/dice": "#des > :not(.note)",
    "/track": "#piste > :not(.note)",
    "/machine": "#boitier > *",
    "/panel": "#boutons > *",
    "/score-sheet": ".marque-table",
    "/history": ".recit li",
    "/at/6": "#passe .carte",
    "/after": "#bilan .carte",
    "/pause": "#pause .papier",
    "/nowhere": ".vide",
}
"""Each page, and an element that exists once the page is drawn."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    begin(opened)
    to_the_roulette(opened)
    for seat, field in (("B", "rouge"), ("C", "noir"), ("D", "8")):
        assert opened.submit(BetPlaced(seat=seat, field=field, amount=100)).ok
    yield opened
    opened.close()


def drawn(page: Any, address: str, path: str) -> None:
    page.goto(address + path, wait_until="domcontentloaded")
    page.locator(READY[path]).first.wait_for()
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_is_whole_on_every_screen(locale: str, open_page: Open, server: Server, table: Table) -> None:
    page = open_page("/table", strict=False, locale=locale)
    found = []
    claim(page, server, "B")
    found += at_sizes(page, ALL, "/seat/B")
    for path in READY:
        drawn(page, server.address, path)
        found += at_sizes(page, ALL, path)
    assert table.submit(PlayPaused()).ok
    drawn(page, server.address, "/pause")
    found += at_sizes(page, ALL, "paused")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_comes_after_an_evening_is_whole_on_every_screen(
    locale: str, open_page: Open, server: Server, table: Table
) -> None:
    dice = (Die("d10", 7), Die("bicolour", "red"))
    for fact in (
        BetsClosed(seat="A"),
        DiceThrown(seat="A", dice=dice),
        MoneyMoved(giver="bank", taker="B", amount=12_000),
    ):
        assert table.submit(fact).ok, fact
    page = open_page("/table", strict=False, locale=locale)
    page.locator(".gagnant").wait_for()
    found = at_sizes(page, ALL, "/table")
    for path in ("/after", "/history", "/at/6"):
        drawn(page, server.address, path)
        found += at_sizes(page, ALL, path)
    claim(page, server, "B")
    found += at_sizes(page, ALL, "/seat/B")
    assert not found, "\n".join(found)
