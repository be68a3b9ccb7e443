"""The scene: events beside the questions, such as a duel or a deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(slots=True, kw_only=True)
class Scene:
    """The base of all scenes; each game derives its own classes, with the fields that the page shows.

    A script may change its scene; ``Game.picture`` returns a copy that does not change.
    """

    kind: ClassVar[str] = ""
    """The key of the page's drawing; ``SCENES`` of the game's words gives the title."""
    sides: tuple[str, ...] = ()
    """The seats that play against one another, if any."""


@dataclass(slots=True, kw_only=True)
class Betting(Scene):
    """A scene with bets on a cloth: its fields, and points by seat and field."""

    kind: ClassVar[str] = "betting"
    fields: tuple[str, ...] = ()
    bets: dict[tuple[str, str], int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Contest(Scene):
    """A scene of seats that throw against one another: throws, dice in front of each seat, and totals."""

    kind: ClassVar[str] = "contest"
    throws: dict[str, list[list[int]]] = field(default_factory=dict)
    hands: dict[str, list[int]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in self.sides:
            self.throws.setdefault(seat, [])

    def thrown(self, seat: str, faces: Iterable[int]) -> list[int]:
        """Record the faces of a side's throw, and return them as a list."""
        found = list(faces)
        self.throws[seat].append(found)
        return found
