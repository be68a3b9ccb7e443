"""The port through which pages reach the buttons and lamps of the table.

What the panel shows (whose pad it is, what confirming will do) stands in the snapshot; here are only its
buttons, for a page that plays them where there is no box, and its lamps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Panel(Protocol):
    """Buttons and lamps."""

    @property
    def simulated(self) -> bool:
        """Whether a page may press the buttons in this evening."""

    def buttons(self) -> tuple[str, ...]:
        """Return the names of the buttons that there are."""

    def press(self, button: str, down: bool) -> None:
        """Press or release a simulated button; raise ``BadCommand`` for one that a page may not touch."""

    def pressed(self) -> tuple[str, ...]:
        """Return the buttons that are pressed just now."""

    def lamps(self) -> Mapping[str, bool]:
        """Return which lamps are lit just now, by seat."""

    def try_lamps(self) -> None:
        """Light every lamp for a moment, so that somebody sees which one is dark."""

    def close(self) -> None:
        """Put the lamps out and give the pins back."""
