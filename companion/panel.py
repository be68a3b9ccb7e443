"""The port through which pages use the buttons and lamps of the table.

The snapshot holds what the panel shows. This port gives pages that simulate the panel access to the buttons and lamps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Panel(Protocol):
    """The buttons and lamps of the table."""

    @property
    def simulated(self) -> bool:
        """Whether pages may press the buttons this evening."""

    def buttons(self) -> tuple[str, ...]:
        """Return the names of the buttons."""

    def press(self, button: str, down: bool) -> None:
        """Press or release a simulated button; raise ``BadCommand`` if pages may not press it."""

    def pressed(self) -> tuple[str, ...]:
        """Return the buttons that are held down now."""

    def lamps(self) -> Mapping[str, bool]:
        """Return for each seat whether its lamp is lit."""

    def try_lamps(self) -> None:
        """Light every lamp briefly, as a lamp test."""

    def close(self) -> None:
        """Switch the lamps off and release the pins."""
