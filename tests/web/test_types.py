"""The generated types fit the drawn data, and every view has every key; tests/browser/test_typescript.py uses them."""

from __future__ import annotations

from pathlib import Path

from companion.table import Table
from tests import pages
from web.types.__main__ import FOLDER, written


def test_the_types_of_what_is_drawn_are_written_from_its_shapes() -> None:
    here = {file.name: file.read_text("utf-8") for file in FOLDER.iterdir()}
    assert here == written(), "run: python -m web.types"


def test_what_is_shown_while_no_game_is_open_has_every_key(tmp_path: Path) -> None:
    table = Table(tmp_path)
    empty = pages.view(table)
    people = [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]
    assert table.start({"game": "home_casino", "seats": people, "box": "exemple"}).ok
    assert set(pages.view(table)) == set(empty)
    table.close()
