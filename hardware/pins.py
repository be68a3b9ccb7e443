"""The 40-pin header of a Raspberry Pi, and the default pin of each button and lamp.

Wiring drawing, settings and panel use this file. Numbers are BCM ("GPIO17"); ``BOARD`` gives the place on the header.
"""

from __future__ import annotations

import os

from companion.record import record
from hardware.health import is_a_pi

SEATS = "ABCDEF"
"""The seats with a button and a lamp, in table order."""

PAD = ("chip_up", "chip_down", "next", "previous", "confirm", "undo")
"""The shared buttons."""

BY_SEAT = "servi."
"""Prefix of the names of seat buttons."""

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
"""Default BCM number of each name in the settings."""

OUTPUTS = ("lamps.", "light", "buzzer")

GROUND = "GND"
HEADER: tuple[str | int, ...] = (
    "3V3", "5V", 2, "5V", 3, GROUND, 4, 14, GROUND, 15, 17, 18, 27, GROUND, 22, 23, "3V3", 24, 10, GROUND,
    9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND, 6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21,
)  # fmt: skip
"""The function of header pins 1 to 40: a BCM number, a supply voltage, or ground."""

BOARD = {bcm: place for place, bcm in enumerate(HEADER, 1) if isinstance(bcm, int)}
"""The header pin of each BCM number."""

SPI = (7, 8, 9, 10, 11)

BUSES = {
    **dict.fromkeys((0, 1), "the memory of an add-on board"),
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys(SPI, "SPI"),
    **dict.fromkeys((14, 15), "the serial port"),
}
"""The bus that also uses a pin when it is switched on, by BCM number."""


@record()
class Pin:
    """A pin of the panel: its name in the settings and its BCM number."""

    name: str
    bcm: int

    @property
    def output(self) -> bool:
        """Whether the panel drives the pin."""
        return self.name.startswith(OUTPUTS)

    def __str__(self) -> str:
        return f"GPIO{self.bcm} (pin {BOARD[self.bcm]} of the header)"


def notes(pins: dict[str, int]) -> list[str]:
    """Return a sentence for each bus that must stay off because its pins are used."""
    taken: dict[str, list[str]] = {}
    for bcm in sorted(pins.values()):
        if bcm in BUSES:
            taken.setdefault(BUSES[bcm], []).append(f"GPIO{bcm}")
    return [f"{', '.join(names)} also serve {bus}: keep it switched off." for bus, names in taken.items()]


def has_pins() -> bool:
    """Whether this is a Raspberry Pi, or ``GPIOZERO_PIN_FACTORY`` is set; it opens nothing.

    Other machines have GPIO chips without a header.
    """
    return bool(os.environ.get("GPIOZERO_PIN_FACTORY")) or is_a_pi()
