"""The panel: delay from a pressed button to the table."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from companion.facts import Landed, Square
from companion.table import Table
from hardware.panel import GpioPanel
from hardware.settings import Settings
from tests import pages
from tests.bench import bench, milliseconds, percentile
from tests.bench.bench_engine import long_evening
from tests.companion import evenings

PRESSES = 300
FACTS = 500
"""Number of facts in an evening of about three hours."""


@contextmanager
def press_table() -> Iterator[Table]:
    """Yield a table on disk in the middle of an evening."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.resume(evenings.kept_evening(table.journal, list(long_evening(FACTS))))
        yield table
        table.close()


@bench("press", unit="ms", limit=20)
def press() -> float:
    """Delay (p99) from a pressed contact to the committed bet in the view, in an evening of 500 facts."""
    taken, settings, factory = [], Settings(panel="mock"), MockFactory()
    with press_table() as table:
        for _ in range(40):  # play until everybody may bet
            if any(q["kind"] == "bet" for q in pages.view(table)["questions"]):
                break
            turn = pages.view(table)["turn"]
            table.submit({"type": "TurnGiven", "seat": turn}, force=True)
            assert table.submit(Landed(seat=turn, square=Square(kind="roulette"))).ok
        panel = GpioPanel(table, settings, factory, simulated=True)
        panel.start()

        def finger(button: str) -> None:
            panel.press(button, True)
            panel.press(button, False)

        def seen(number: int) -> None:
            while (view := pages.view(table))["number"] == number:
                table.wait(view["version"], 5)

        seat = next(s["id"] for s in pages.view(table)["seats"] if s["points"] > 100 * PRESSES or s["points"] > 2000)
        finger(f"servi.{seat}")
        for at in range(PRESSES):
            number = pages.view(table)["number"]
            if at % 2 == 0:  # bet and take back alternately, so that nobody runs out of chips
                finger("chip_up")
                panel.press("confirm", True)
                taken.append(milliseconds(lambda number=number: seen(number)))  # type: ignore[misc]
                panel.press("confirm", False)
            else:
                finger("undo")
                seen(number)
        panel.close()
    return percentile(taken, 0.99)
