"""« Vos dés » at every size, in both themes and on paper: whole, readable, and open to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.chronicle.chronicle import Found
from companion.table import Table
from tests.browser.conftest import PHONE, PROBE, TABLET, Open, barriers
from tests.web.test_your_dice import FAIR, LOADED, MISREAD, ODD, RED, evening


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("dice"))
    evenings = {1: evening(FAIR, game="les_cases_si_no"), 2: evening(LOADED, ODD, RED, MISREAD)}
    table.chronicle.all = lambda kind: Found(evenings)  # type: ignore[method-assign, assignment, misc]
    yield table
    table.close()


@pytest.fixture
def table(played: Table) -> Table:
    return played


def test_your_dice_are_whole_at_every_size_and_on_paper(open_page: Open) -> None:
    page = open_page("/your-dice")
    page.locator(".barre-chance").first.wait_for()
    for width, height in (TABLET, PHONE, (800, 480), (320, 568), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(PROBE) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    page.emulate_media(media="print")
    assert page.locator(".verdict").first.is_visible() and not page.locator("#imprimer").is_visible()


def test_an_accused_face_differs_by_its_pattern_and_the_line_stands_at_one_place(open_page: Open) -> None:
    page = open_page("/your-dice")
    page.locator(".rang--off .barre-chance").first.wait_for()
    assert "motif-off" in page.locator(".rang--off .barre-chance").first.evaluate("one => getComputedStyle(one).fill")
    lines = page.locator(".faces-table").first.locator(".honnete")
    assert len(set(lines.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().x))"))) == 1


def test_nobody_is_shut_out_of_the_dice(open_page: Open, checker: Any) -> None:
    page = open_page("/your-dice", strict=False)
    page.locator("main h1").wait_for()
    assert barriers(checker, page, "/your-dice") == []
