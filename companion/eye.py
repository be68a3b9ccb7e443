"""The port through which the table uses an eye: look, and say what is wrong with the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.dice import DiceSet, Face, Reading


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


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """A face of the owner's own die, and how many pictures of it were shown."""

    kind: str
    value: Face
    pictures: int


class Teacher(Protocol):
    """What learns the owner's own dice, per box."""

    def teach(self, kind: str, value: Face, picture: bytes) -> None:
        """Learn a face from a picture of one die; raise a ``ValueError`` with a sentence for the page."""

    def forget(self) -> None:
        """Forget every die of the box."""

    def taught(self) -> tuple[TaughtFace, ...]:
        """Return which faces were shown, and how often."""
