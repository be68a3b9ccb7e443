"""The scenes of Les cases Si-No: start, value of the 7, bets, draws, play-off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.record import record
from companion.scene import Betting, Contest, Scene


@dataclass(slots=True, kw_only=True)
class Start(Contest):
    """The throws of the two white dice for the first croupier."""

    kind: ClassVar[str] = "start"


@dataclass(slots=True, kw_only=True)
class Value(Scene):
    """The throws for a 7; each failure moves the chip down one circle, and the circle sets the value of a 7."""

    kind: ClassVar[str] = "value"
    circle: int = 1
    rolls: list[list[int]] = field(default_factory=list)


@record()
class InCommon:
    """The draws that two bettors have in common, and their count by house rule."""

    seats: tuple[str, str]
    draws: tuple[str, ...]
    number: int


@dataclass(slots=True, kw_only=True)
class Bets(Betting):
    """The chips on the table, the value of a 7, and the numbers in common (SN-PRE-2)."""

    kind: ClassVar[str] = "bets"
    circle: int
    seven: dict[str, int]
    croupier: str = ""
    common: tuple[InCommon, ...] = ()
    most: int = 0


@dataclass(slots=True, kw_only=True)
class Draws(Betting):
    """Ten throws of green and red: how many are done, the draws, and the chips."""

    kind: ClassVar[str] = "draws"
    circle: int
    seven: dict[str, int]
    throw: int
    counter: int
    drawn: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class SevenPlayOff(Contest):
    """A play-off: green and red; the first 7 wins."""

    kind: ClassVar[str] = "playoff"
