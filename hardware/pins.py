"""The pins: what the 40-pin header of a Raspberry Pi carries, and which pin each button and lamp has by default.

The wiring drawing, the settings and the panel all read this one table. Numbers are BCM ("GPIO17"); the board's own
numbers, counted on the header, are ``BOARD``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from hardware.health import is_a_pi

SEATS = "ABCDEF"
"""Seats with a button and a lamp of their own, in the order of the table."""

PAD = ("chip_up", "chip_down", "next", "previous", "confirm", "undo")
"""The buttons that all seats share."""

BY_SEAT = "servi."
"""How the name of a seat's own button begins."""

SERVI = dict(zip(SEATS, (17, 27, 22, 23, 24, 25), strict=True))
LAMPS = dict(zip(SEATS, (12, 16, 20, 21, 26, 19), strict=True))
SHARED = dict(zip(PAD, (5, 6, 8, 7, 11, 9), strict=True))
EXTRAS = {"light": 13, "buzzer": 18}

DEFAULTS = {
    **{f"servi.{seat}": pin for seat, pin in SERVI.items()},
    **{f"lamps.{seat}": pin for seat, pin in LAMPS.items()},
    **SHARED,
    **EXTRAS,
}
"""Name in the settings to BCM number."""

OUTPUTS = ("lamps.", "light", "buzzer")

GROUND = "GND"
HEADER: tuple[str | int, ...] = (
    "3V3", "5V", 2, "5V", 3, GROUND, 4, 14, GROUND, 15, 17, 18, 27, GROUND, 22, 23, "3V3", 24, 10, GROUND,
    9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND, 6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21,
)  # fmt: skip
"""What pin 1, 2, … 40 of the header is: a BCM number, or a supply."""

BOARD = {bcm: place for place, bcm in enumerate(HEADER, 1) if isinstance(bcm, int)}
"""BCM number to the pin's place on the header."""

SPI = (7, 8, 9, 10, 11)

BUSES = {
    **dict.fromkeys((0, 1), "the memory of an add-on board"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys(SPI, "SPI"),
    **dict.fromkeys((14, 15), "the serial port"),
}
"""What else a pin is for, where that is switched on."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin that the panel uses: its name in the settings and its BCM number."""

    name: str
    bcm: int

    @property
    def output(self) -> bool:
        """Whether the panel drives it."""
        return self.name.startswith(OUTPUTS)

    def __str__(self) -> str:
        return f"GPIO{self.bcm} (pin {BOARD[self.bcm]} of the header)"


def notes(pins: dict[str, int]) -> list[str]:
    """Return a sentence for each bus whose pins are taken: it must stay switched off."""
    taken: dict[str, list[str]] = {}
    for bcm in sorted(pins.values()):
        if bcm in BUSES:
            taken.setdefault(BUSES[bcm], []).append(f"GPIO{bcm}")
    return [f"{', '.join(names)} also serve {bus}: keep it switched off." for bus, names in taken.items()]


def has_pins() -> bool:
    """Whether this is a Raspberry Pi, or ``GPIOZERO_PIN_FACTORY`` names pins; nothing is opened.

    Other machines have chips of the same kind for their own use, without a header.
    """
    return bool(os.environ.get("GPIOZERO_PIN_FACTORY")) or is_a_pi()
