"""Fixtures: an evening of Home Casino with a panel on mock pins, and a random generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.journal import Journal
from companion.table import Table
from tests.companion import evenings
from tests.hardware.hands import Hands

Begin = Callable[..., Hands]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Yield a function that starts an evening with a panel."""
    opened: list[Hands] = []

    def begun(seats: int = 3, **more: Any) -> Hands:
        folder = tmp_path / str(len(opened))
        table = Table(folder, journal=Journal(folder, synchronous="OFF"))  # no test here cuts the power
        assert table.start(evenings.setup(seats, **more)).ok
        opened.append(Hands(table))
        return opened[-1]

    yield begun
    for hands in opened:
        hands.close()
        hands.table.close()


@pytest.fixture
def chance() -> Random:
    return Random(5)
