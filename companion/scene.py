"""A scene: what goes on at the table besides the questions, such as a duel or a deal, as the page draws it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(slots=True, kw_only=True)
class Scene:
    """What goes on; each game derives its own, with the fields that the page shows.

    A script may change its scene while it plays; ``Game.picture`` returns one that nobody changes any more.
    """

    kind: ClassVar[str]
    """What the page draws it by; its title stands in the game's ``SCENES``."""
    sides: tuple[str, ...] = ()
    """The seats that play against one another, none where there are no sides."""


@dataclass(slots=True, kw_only=True)
class Contest(Scene):
    """A scene whose sides throw against one another: their throws, the dice that lie before them, their totals."""

    throws: dict[str, list[list[int]]] = field(default_factory=dict)
    hands: dict[str, list[int]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in self.sides:
            self.throws.setdefault(seat, [])

    def thrown(self, seat: str, faces: Iterable[int]) -> list[int]:
        """Note a throw of a side and return its faces."""
        found = list(faces)
        self.throws[seat].append(found)
        return found
