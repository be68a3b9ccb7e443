"""Opens buttons and lamps for a table, also later when another program has given the pins back."""

from __future__ import annotations

import gc
import sys
import threading
from typing import Any

from companion.errors import ServiError
from hardware.pins import has_pins
from hardware.settings import Settings

AGAIN = 3.0
"""Seconds between two tries to take pins that another program has."""


def open_buttons(table: Any, settings: Settings, **more: Any) -> None:
    """Open buttons and lamps where there are any; print and show what keeps them from working, and go on without."""
    if settings.panel == "off" or (settings.panel == "auto" and not has_pins()):
        return
    from hardware import panel  # loads gpiozero

    more["shut_down"] = table.machine.switch_off if table.machine.can_switch_off else None
    try:
        table.panel = panel.open_panel(table, settings, **more) or table.panel
    except ServiError as error:
        print(f"servi: {error}", file=sys.stderr)
        trouble = error.args[0]
        table.show_panel(lambda now: {"trouble": str(trouble)})
        if isinstance(error, panel.BusyPin):
            later = threading.Thread(target=take_pins_later, args=(table, settings, more), name="pins", daemon=True)
            later.start()


def take_pins_later(table: Any, settings: Settings, more: dict[str, Any]) -> None:
    """Try again until the other program has given the pins back, or the table is closed."""
    from hardware import panel

    while not table.closed.wait(AGAIN):
        gc.collect()  # gpiozero keeps a pin for a device that was never finished until nothing knows it any more
        try:
            table.panel = panel.open_panel(table, settings, **more)
            return
        except panel.BusyPin:
            continue
