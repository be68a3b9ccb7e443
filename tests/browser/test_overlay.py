"""The overlay for a video mixer: transparent except for its band, never wider than the screen, delayed as requested."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.table import Table
from tests.browser.conftest import Server
from tests.companion import evenings

pytestmark = pytest.mark.needs("chromium")
SIZE = (1920, 1080)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = evenings.table(tmp_path, seats=4)
    evenings.play_until(opened, Random(1), lambda evening: evening.play.throws > 2)
    yield opened
    opened.close()


@pytest.fixture
def screen(table: Table, chrome: Any) -> Iterator[tuple[Any, str]]:
    """Yield an empty page of a video mixer, and the address of the overlay."""
    server = Server(table)
    context = chrome.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
    yield context.new_page(), f"{server.address}/overlay"
    context.close()
    server.stop()


def test_only_the_band_is_painted_and_shows_who_has_what(table: Table, screen: tuple[Any, str]) -> None:
    page, address = screen
    page.goto(address)
    page.locator(".bandeau-jet").wait_for()
    now = table.snapshot()
    shown = page.locator("#bandeau").inner_text()
    assert all(seat.name in shown for seat in now.seats)
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    alpha = picture.getchannel("A")
    band = alpha.getbbox()
    assert picture.size == SIZE and band is not None
    assert band[1] >= 2 * SIZE[1] // 3, "nothing above the lower third"
    assert alpha.getpixel((SIZE[0] // 2, SIZE[1] - 100)) == 255
    assert page.locator(".bandeau-tour span").inner_text() == now.name_of(now.turn)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_twelve_long_names_and_five_digits_stay_inside(table: Table, screen: tuple[Any, str], monkeypatch: Any) -> None:
    page, address = screen
    now = table.snapshot()
    many = tuple(
        replace(now.seats[0], id=f"S{i}", name=f"Maximilienne {i}", points=98_750 + i) for i in range(12)
    )
    monkeypatch.setattr(table, "_snapshot", replace(now, seats=many))
    page.goto(address)
    page.locator(".bandeau--foule").wait_for()
    boxes = page.locator("#bandeau > *").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(boxes) <= SIZE[0]
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".bandeau-joueurs b").evaluate_all(cut) == 0, "points are never cut"


def test_a_delay_holds_everything_back(table: Table, screen: tuple[Any, str]) -> None:
    page, address = screen
    page.clock.install()
    page.goto(f"{address}?delay=30&theme=jour")
    seconds = 0
    while not page.locator("#bandeau > *").count():
        page.clock.run_for(1000)
        seconds += 1
        assert seconds < 600
    assert seconds >= 30
    assert page.evaluate("document.documentElement.dataset.theme") == "jour"
