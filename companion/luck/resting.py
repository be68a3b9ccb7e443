"""Automatic computation of curves while nobody plays: after an evening, in a pause, or at night on a small machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.table import Table

EVERY = 30.0
"""Seconds between two checks of the table."""
NIGHT = range(2, 6)
"""The hours that count as night."""


def keep_curves(table: Table, *, at_night: bool) -> None:
    """Start the curve of the evening in play when it is over or paused, and stop when play continues.

    ``at_night``: start only at night, for a small machine.
    """

    def look() -> None:
        while not table.closed.wait(EVERY):
            rest(table, at_night=at_night)

    threading.Thread(target=look, name="resting", daemon=True).start()


def rest(table: Table, *, at_night: bool, hour: Callable[[], int] = lambda: time.localtime().tm_hour) -> None:
    """Start, continue or stop the computation, depending on the present state of the table."""
    found = table.luck()
    if found is None or found.refused:
        table.curves.stop()
    elif not found.done and not found.running and not table.simulated and (not at_night or hour() in NIGHT):
        table.compute_luck()
