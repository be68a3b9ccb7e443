"""The live state equals the state after a restart, even if a fact's fields came in another order."""

from __future__ import annotations

import json
from pathlib import Path

from companion.facts import ChipsCounted
from companion.table import Table
from tests import pages
from tests.companion import evenings


def test_chips_counted_in_any_order_are_shown_alike_after_a_restart(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    assert table.submit(ChipsCounted(account="A", chips={25: 6, 2000: 1, 100: 5, 1000: 1, 50: 4, 500: 0})).ok
    before = json.dumps(pages.view(table)["news"])
    table.close()
    again = Table(tmp_path)
    assert json.dumps(pages.view(again)["news"]) == before
    again.close()
