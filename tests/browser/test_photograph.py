"""A phone photographs the dice: through the browser's own file chooser to the throw on the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import open_table, play_arguments
from companion.table import Table
from tests.browser.conftest import PHONE, TABLET, Open, Server, claim
from tests.browser.test_evening import begin
from tests.tools import SHARED

IMAGES = SHARED / "data" / "dice" / "matteop65" / "images"
CERTAIN, DOUBTFUL = "dice_12.jpg", "dice_13.jpg"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened: Table = open_table(play_arguments(["--data", str(tmp_path / "data")]))
    begin(opened)
    yield opened
    opened.close()


def photograph(page: Any, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photographier les dés").click()
    chooser.value.set_files(file)


@pytest.mark.needs("matteop65")
def test_the_asked_seat_photographs_its_throw_with_its_phone(open_page: Open, server: Server, table: Table) -> None:
    """Two touches: photograph, and the phone's own shutter."""
    page, whole = open_page("/table", PHONE), open_page("/table", TABLET)
    claim(page, server, table.view()["turn"])
    attributes = page.locator("input[type=file]")
    assert (attributes.get_attribute("accept"), attributes.get_attribute("capture")) == ("image/*", "environment")
    photograph(page, IMAGES / CERTAIN)
    for one in (page, whole):
        one.get_by_role("img", name="Photo du lancer : 1, 1").wait_for()
    assert table.view()["throw"]["how"] == "camera"


@pytest.mark.needs("matteop65")
def test_a_doubtful_photograph_shows_its_alternatives(open_page: Open, table: Table) -> None:
    page = open_page("/table", TABLET)
    photograph(page, IMAGES / DOUBTFUL)
    page.get_by_role("region", name="Lecture incertaine").wait_for()
    assert page.get_by_role("group", name="Valeurs probables").get_by_role("button").count() >= 1
    page.get_by_role("button", name="C'est juste").click()
    page.get_by_role("img", name="Photo du lancer : 1, 1").wait_for()


def test_what_is_no_photograph_is_said(open_page: Open, table: Table, tmp_path: Path) -> None:
    page = open_page("/table", PHONE, strict=False)
    (tmp_path / "liste.png").write_bytes(b"2 oeufs, du pain")
    photograph(page, tmp_path / "liste.png")
    page.get_by_role("alert").get_by_text("Cette photo ne se lit pas").wait_for()
    assert table.view()["throw"] is None
