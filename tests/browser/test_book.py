"""The livre d'or in a browser: complete at every size, printed on one sheet; names are joined and forgotten."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table import Table
from tests.browser.conftest import PHONE, TABLET, Open, at_sizes, violations
from tests.companion.chronicle.past import NAMES, years
from tests.web.states import PICTURE
from web.pin import BankersPin

SIZES = {"tablet": TABLET, "phone": PHONE, "pi": (800, 480)}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with past evenings of every game, in which one person plays under two names."""
    return years(tmp_path_factory.mktemp("years"), ("Annie", "Marc", "Maximilienne-Élisabeth", "Jean-Baptiste"), PICTURE)


@pytest.fixture
def table(folder: Path, tmp_path: Path) -> Iterator[Table]:
    opened = Table(shutil.copytree(folder, tmp_path / "data"))
    yield opened
    opened.close()


def opened(open_page: Open, path: str = "/book", **more: Any) -> Any:
    page = open_page(path, strict=False, **more)  # the stored photographs are no valid images
    page.locator("#outils button").first.wait_for()
    return page


def test_it_is_whole_at_every_size_and_in_both_themes(open_page: Open, checker: Any) -> None:
    page = opened(open_page)
    for path in ("/book", "/book/1"):
        page.goto(page.url.rsplit("/book", 1)[0] + path, wait_until="domcontentloaded")
        page.locator("#outils button").first.wait_for()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert at_sizes(page, SIZES, path) == []
        assert violations(checker, page, path) == []
        page.evaluate("document.documentElement.dataset.theme = 'jour'")
        assert violations(checker, page, f"{path} by day", ("color-contrast",)) == []


def test_it_hangs_on_one_sheet(open_page: Open) -> None:
    page = opened(open_page)
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Imprimer").is_visible()
    assert not page.locator("#noms").is_visible()
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1


def test_the_sheet_says_how_many_rows_it_has_no_room_for(open_page: Open) -> None:
    page = opened(open_page)
    rows = page.locator(".tableau").first.locator("tbody tr")
    everybody = rows.count() - 1
    assert not rows.last.is_visible()
    page.emulate_media(media="print")
    shown = sum(row.is_visible() for row in rows.all()) - 1
    assert shown < everybody
    assert rows.last.inner_text() == f"et {everybody - shown} autres, dans Servi"


def test_two_names_become_one_and_a_forgotten_one_is_gone(open_page: Open) -> None:
    page = opened(open_page)
    page.get_by_label("Le nom qui reste").select_option(label=NAMES[0])
    page.get_by_label("L'autre nom").select_option(label="Annie")
    page.get_by_role("button", name="Réunir").click()
    page.get_by_role("button", name="Séparer Annie").wait_for()
    page.locator("#outils button").first.wait_for()
    page.get_by_role("button", name=f"Oublier {NAMES[0]}").click()
    page.get_by_role("button", name="Oublier pour de bon").click()
    page.get_by_role("button", name="Séparer Annie").wait_for(state="detached")
    page.locator("#outils button").first.wait_for()
    assert NAMES[0] not in page.locator("main").inner_text()


def test_a_refusal_is_said(open_page: Open) -> None:
    page = opened(open_page)
    page.get_by_label("Le nom qui reste").select_option(label="Annie")
    page.get_by_label("L'autre nom").select_option(label="Marc")
    page.get_by_role("button", name="Réunir").click()
    page.get_by_text("Annie et Marc ont joué à la même table : ce sont deux personnes.").wait_for()


def test_in_a_cafe_the_page_asks_for_the_pin(open_page: Open, table: Table) -> None:
    BankersPin(table.folder).set("4217")
    page = open_page("/book", strict=False)
    page.locator("[data-key=pin]").fill("4217")
    page.get_by_role("button", name="Ouvrir").click()
    page.get_by_role("heading", name="Les joueurs").wait_for()
