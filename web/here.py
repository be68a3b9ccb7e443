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
    """Return the current snapshot."""
    return table().snapshot()


def seats() -> tuple[SeatNow, ...]:
    """Return the seats of the evening in play."""
    return now().seats
