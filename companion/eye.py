"""The port through which the table uses an eye: look, and say what is wrong with the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.dice import DiceSet, Reading


@dataclass(frozen=True, slots=True)
class Look:
    """One reading, with the cropped track as JPEG and the name of the picture."""

    reading: Reading
    jpeg: bytes | None
    name: str = ""


class Eye(Protocol):
    """What sees the dice. ``button``: pictures are taken when somebody asks for the next throw."""

    source: str
    button: bool
    trouble: str | None

    def look(self, expected: DiceSet | None) -> Look | None:
        """Return the next throw as it was seen; None where there is none to see."""


class NoEye:
    """No camera: dice are tapped in."""

    source = "none"
    button = False
    trouble: str | None = None

    def look(self, expected: DiceSet | None) -> Look | None:
        return None
