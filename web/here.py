"""The table that this application serves."""

from __future__ import annotations

from flask import current_app

from companion.snapshot import SeatNow, Snapshot
from companion.table import Table


def table() -> Table:
    """Return the table of the running application."""
    found: Table = current_app.extensions["table"]
    return found


def now() -> Snapshot:
    """Return what stands at the table now."""
    return table().snapshot()


def seats() -> tuple[SeatNow, ...]:
    """Return the seats of the evening being played."""
    return now().seats
