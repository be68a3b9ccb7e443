"""Opening of buttons and lamps, repeated while another program holds the pins."""

from __future__ import annotations

import gc
import sys
import threading
from typing import Any

from companion.errors import ServiError
from hardware.pins import has_pins
from hardware.settings import Settings

AGAIN = 3.0
"""Seconds between two attempts to take busy pins."""


def open_buttons(table: Any, settings: Settings, **more: Any) -> None:
    """Open buttons and lamps, if any; on failure report the reason and continue without them."""
    if settings.panel == "off" or (settings.panel == "auto" and not has_pins()):
        return
    from hardware import panel  # imported here, because it loads gpiozero

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
    """Retry until the pins are free or the table closes."""
    from hardware import panel

    while not table.closed.wait(AGAIN):
        gc.collect()  # gpiozero keeps the pin of a half-built device until garbage collection
        try:
            table.panel = panel.open_panel(table, settings, **more)
            return
        except panel.BusyPin:
            continue
