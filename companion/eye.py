"""The port through which the table uses an eye: look, read a photograph, and say what is wrong with the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.dice import DiceSet, Face, Reading
from companion.errors import UnreadablePicture


@dataclass(frozen=True, slots=True)
class Look:
    """One reading, with the cropped track as JPEG and the name of the picture."""

    reading: Reading
    jpeg: bytes | None
    name: str = ""


class Photographs(Protocol):
    """What reads the dice in a picture that somebody took."""

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return what lies in an encoded picture; raise ``UnreadablePicture`` with a sentence for its taker."""


class Eye(Photographs, Protocol):
    """What sees the dice. ``button``: pictures are taken when somebody asks for the next throw;
    ``photographs``: a picture taken with a phone can be read as well."""

    source: str
    button: bool
    photographs: bool
    trouble: str | None

    def look(self, expected: DiceSet | None) -> Look | None:
        """Return the next throw as it was seen; None where there is none to see."""


class NoEye:
    """No camera: dice are tapped in, or photographed with a phone where there is something that reads pictures."""

    source = "none"
    button = False
    trouble: str | None = None

    def __init__(self, photographs: Photographs | None = None) -> None:
        self._reader = photographs
        self.photographs = photographs is not None

    def look(self, expected: DiceSet | None) -> Look | None:
        return None

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        if self._reader is None:
            raise UnreadablePicture("Cette table ne lit pas de photos : touchez les dés sur la page.")
        return self._reader.read(data, expected)


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
