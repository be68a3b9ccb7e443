"""The recovery page of a damaged evening, in a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import swap
from companion.journal_reader import FILE
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SMALL, TABLET, Open, at_sizes, violations
from tests.companion import evenings
from tests.journal.test_damage import BAD, UNREADABLE, change


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a table whose current evening has an unreadable fact, with an unreadable backup in its folder."""
    opened = evenings.table(tmp_path)
    evenings.play_on(opened, Random(2), 8)
    opened.close()
    change(tmp_path, "UPDATE fact SET fact = ? WHERE number = ?", UNREADABLE["no JSON"], BAD)
    (tmp_path / swap.BACKUPS).mkdir()
    shutil.copy(tmp_path / FILE, tmp_path / swap.BACKUPS / "servi-2026-01-01.tar.gz")
    (tmp_path / f"{FILE}.damaged-20260203-201500").write_bytes(b"?")
    opened = Table(tmp_path)
    yield opened
    opened.close()


def test_a_damaged_evening_is_repaired_from_a_whole_page(open_page: Open, table: Table, checker: Any) -> None:
    page = open_page("/repair", strict=False)
    faults = at_sizes(page, SMALL | {"phone": PHONE, "tablet": TABLET}, "repair")
    for theme in ("jour", "tapis"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        faults += violations(checker, page, f"repair, {theme}")
    assert faults == []
    page.get_by_role("button", name="Restaurer").click()
    sure = page.get_by_role("dialog", name="Restaurer")
    sure.get_by_text("Elle remplace toutes les soirées").wait_for()
    assert page.evaluate(PROBE) == []
    sure.get_by_role("button", name="Restaurer").click()
    page.locator("#avis").get_by_text("Cette sauvegarde ne se lit pas").wait_for()
    page.get_by_role("button", name="Reprendre de là").click()
    page.wait_for_url("**/table")
    assert pages.view(table)["number"] == BAD - 1
    assert pages.view(table)["machine"]["trouble"] is None
