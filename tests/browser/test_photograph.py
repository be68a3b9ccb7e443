"""A phone's photograph of the dice: from the browser's file chooser to the throw on the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.dice import DiceSet
from companion.table import Table
from hardware.__main__ import open_table, play_arguments
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open, Server, claim
from tests.browser.test_evening import begin
from tests.tools import SHARED
from vision import pictures
from vision.reading.reader import DiceReader

FOLDER = SHARED / "data" / "dice" / "matteop65"


@pytest.fixture(scope="module")
def photographs() -> dict[bool, tuple[Path, str]]:
    """Return two photographs of two dice with their faces: one that is read with certainty, one with doubts."""
    reader, wanted, found = DiceReader(), DiceSet.parse("2d6"), {}
    for row in json.loads((FOLDER / "labels.json").read_text(encoding="utf-8")):
        values = [int(d["value"]) for d in row["dice"]]
        if len(values) != 2 or len(found) == 2:
            continue
        file = FOLDER / "images" / row["file"]
        reading = reader.read(pictures.load(file), wanted)
        if [d.value for d in reading.dice] == values:
            found.setdefault(reading.certain, (file, ", ".join(map(str, values))))
    return found


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
def test_the_asked_seat_photographs_its_throw_with_its_phone(
    open_page: Open, server: Server, table: Table, photographs: dict[bool, tuple[Path, str]]
) -> None:
    """It takes two touches: the page's button and the phone's shutter."""
    page, whole = open_page("/table", PHONE), open_page("/table", TABLET)
    claim(page, server, pages.view(table)["turn"])
    attributes = page.locator("input[type=file]")
    assert (attributes.get_attribute("accept"), attributes.get_attribute("capture")) == ("image/*", "environment")
    file, shows = photographs[True]
    photograph(page, file)
    for one in (page, whole):
        one.get_by_role("img", name=f"Photo du lancer : {shows}").wait_for()
    assert pages.view(table)["throw"]["how"] == "camera"


@pytest.mark.needs("matteop65")
def test_a_doubtful_photograph_shows_its_alternatives(
    open_page: Open, table: Table, photographs: dict[bool, tuple[Path, str]]
) -> None:
    page = open_page("/table", TABLET)
    file, shows = photographs[False]
    photograph(page, file)
    page.get_by_role("region", name="Lecture incertaine").wait_for()
    assert page.get_by_role("group", name="Valeurs probables").get_by_role("button").count() >= 1
    page.get_by_role("button", name="C'est juste").click()
    page.get_by_role("region", name="Lecture incertaine").wait_for(state="hidden")
    throw = pages.view(table)["throw"]  # the square's question may replace the photograph on the page
    assert (", ".join(str(die["value"]) for die in throw["dice"]), throw["picture"]) == (shows, True)


def test_what_is_no_photograph_is_said(open_page: Open, table: Table, tmp_path: Path) -> None:
    page = open_page("/table", PHONE, strict=False)
    (tmp_path / "liste.png").write_bytes(b"2 oeufs, du pain")
    photograph(page, tmp_path / "liste.png")
    page.get_by_role("alert").get_by_text("Cette photo ne se lit pas").wait_for()
    assert pages.view(table)["throw"] is None
