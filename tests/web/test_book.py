"""The pages of the livre d'or: with no, one and many evenings, in each game, and the changes made from them."""

from __future__ import annotations

import html
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.chronicle.outline import OUTLINE
from companion.game.library import game_class
from companion.table import Table
from tests.companion.chronicle.past import GAMES, KEPT, NAMES, recorded, store, years
from tests.web.conftest import Browser
from tests.web.states import PICTURE
from web import create_app

WHILE = 60


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with no evening in play and 17 evenings of all games; Annie plays in the last."""
    return years(tmp_path_factory.mktemp("years"), ("Annie", "Marc", "Léa", "Paul"), PICTURE)


@pytest.fixture
def table(folder: Path, tmp_path: Path) -> Iterator[Table]:
    """Yield a table with a copy of that data folder."""
    opened = Table(shutil.copytree(folder, tmp_path / "data"))
    yield opened
    opened.close()


@pytest.fixture
def browser(table: Table) -> Browser:
    return Browser(create_app(table).test_client())


def text(browser: Browser, path: str, **headers: str) -> str:
    answer = browser.get(path, **headers)
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True)).replace("\xa0", " ")


def test_without_evenings_the_book_says_that_it_is_empty(tmp_path: Path) -> None:
    table = Table(tmp_path)
    page = text(Browser(create_app(table).test_client()), "/book")
    assert "Le livre est encore vide" in page and "Les joueurs" not in page
    table.close()


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_pages_and_says_if_it_has_no_dice(game: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    file = next(file for file in KEPT if file.name.startswith(game))
    evening = store(table.journal, recorded(file, NAMES, 1.7e9))
    table.chronicle.all(OUTLINE, WHILE)
    browser = Browser(create_app(table).test_client())
    for language in ("fr", "en"):
        page = text(browser, "/book", Accept_Language=language) + text(browser, f"/book/{evening}", Accept_Language=language)
        assert language == "en" or game_class(game).title() in page  # some titles are translated
        assert "Anna" in page and "None" not in page
        dice = table.chronicle.one(OUTLINE, evening).throws  # type: ignore[union-attr]
        assert (("sans dés" if language == "fr" else "without dice") in page) == (not dice)
    table.close()


def test_all_parts_are_there(browser: Browser) -> None:
    page = text(browser, "/book")
    parts = ("17 parties", "Qui gagne devant qui", "Les grands moments", "Records", "Les parties", "421 : la plus longue")
    assert [part for part in parts if part not in page] == []
    assert "/picture/" in page
    english = text(browser, "/book", Accept_Language="en")
    assert "17 games" in english and "November 2023" in english


def test_photographs_of_any_evening_are_there(browser: Browser, table: Table) -> None:
    assert browser.get("/picture/77/3").status_code == 404
    page = text(browser, "/book")
    address = page.split('src="/picture/')[1].split('"')[0]
    assert browser.get(f"/picture/{address}").get_data() == PICTURE


@pytest.mark.parametrize("path", ["/book/99", f"/book/{10**12}", f"/picture/{10**12}/1"])
def test_what_is_not_there_is_said(browser: Browser, path: str) -> None:
    assert browser.get(path).status_code == 404


def people(table: Table) -> dict[str, str]:
    return {name: one for one, name in table.book.persons().names.items()}


def test_two_names_are_joined_and_separated(browser: Browser, table: Table) -> None:
    ids = people(table)
    assert browser.post("/book/join", {"person": ids["Anna"], "other": ids["Annie"]}).json["ok"]
    page = text(browser, "/book")
    assert "aussi Annie" in page and '<th scope="row">Annie' not in page
    assert browser.post("/book/separate", {"person": ids["Annie"]}).json["ok"]
    assert '<th scope="row">Annie' in text(browser, "/book")


def test_two_who_sat_at_one_table_are_not_joined(browser: Browser, table: Table) -> None:
    ids = people(table)
    answer = browser.post("/book/join", {"person": ids["Anna"], "other": ids["Bruno"]})
    assert answer.status_code == 409 and "Anna et Bruno" in answer.json["text"]
    for other in (ids["Anna"], "@0000000000", ""):
        assert browser.post("/book/join", {"person": ids["Anna"], "other": other}).status_code == 409


def test_a_forgotten_person_is_out_of_every_page(browser: Browser, table: Table) -> None:
    ids = people(table)
    assert browser.post("/book/join", {"person": ids["Anna"], "other": ids["Annie"]}).json["ok"]
    assert browser.post("/book/forget", {"person": ids["Anna"]}).json["ok"]
    for path in ("/book", *(f"/book/{evening}" for evening in range(1, 16))):
        assert not any(name in text(browser, path) for name in ("Anna", "Annie"))
    assert ids["Anna"] not in text(browser, "/book")
    assert browser.post("/book/forget", {"person": ids["Anna"]}).status_code == 404
    assert not {"Anna", "Annie"} & set(people(table))


def test_simulated_evenings_have_a_book_of_their_own(browser: Browser, table: Table) -> None:
    store(table.journal, recorded(KEPT[0], ("Robin", "Zoé", "Max", "Lou"), 1.7e9, simulated=True))
    table.chronicle.all(OUTLINE, WHILE)
    real, simulated = text(browser, "/book"), text(browser, "/book?simulated")
    assert "Robin" not in real and "17 parties" in real and "/book?simulated" in real
    assert "Robin" in simulated and "1 partie," in simulated and "Anna" not in simulated and "simulées" in simulated


def test_a_name_is_shown_as_text(browser: Browser, table: Table) -> None:
    store(table.journal, recorded(KEPT[0], ("<b>Bob</b>", '"><img src=x>', "Léa", "Paul"), 1.7e9))
    table.chronicle.all(OUTLINE, WHILE)
    page: Any = browser.get("/book").get_data(as_text=True)
    assert "<b>Bob" not in page and "<img src=x>" not in page and "&lt;b&gt;Bob" in page


def test_evenings_still_to_be_read_are_said(browser: Browser, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(table.chronicle), "_compute", lambda *_: None)
    table.chronicle._memory.clear()
    for file in (table.folder / "chronicle").iterdir():
        file.unlink()
    page = text(browser, "/book")
    assert "17 parties sont encore à relire" in page and 'data-missing="17"' in page
    assert "Le livre est encore vide" not in page
