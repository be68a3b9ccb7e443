"""The fake table shows what a test told it to show last."""

from __future__ import annotations

import threading
from typing import Any

from tests.web.fake_table import FakeTable
from tests.web.states import states


class Watched(list[Any]):
    """A record of commands; as soon as it gets one, another thread shows the roulette."""

    def __init__(self, table: FakeTable) -> None:
        super().__init__()
        self.other = threading.Thread(target=table.show, args=(states()["throw-roulette"],))

    def append(self, one: Any) -> None:
        super().append(one)
        self.other.start()
        self.other.join(0.2)


def test_a_snapshot_shown_after_a_command_stays() -> None:
    table = FakeTable("bet")
    table.told = told = Watched(table)
    fact = {"type": "BetPlaced", "seat": "A", "field": "noir", "amount": 25}
    assert table.submit(fact, seen=table.snapshot().number, who="Anna").ok
    told.other.join()
    assert table.snapshot().open == states()["throw-roulette"].open
