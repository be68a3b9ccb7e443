"""The cells of a score sheet: the entries by line and seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.questions.points import MOST_LINES
from companion.scene import Scene


@dataclass(slots=True)
class Cell:
    """One entry: its points, the number of its fact (0 if Servi computed it), and the table's note."""

    points: int
    number: int
    note: str = ""


@dataclass(slots=True, kw_only=True)
class ScoreSheet(Scene):
    """The sheet for the page. ``rounds`` are its lines, from line 1 on; ``names`` are their names, if they have any.

    ``start`` are the points of each seat before its first line. ``lowest``: the lowest total wins. ``thrown`` are this
    turn's throws, worth ``worth``.
    """

    kind: ClassVar[str] = "sheet"
    name: str = ""
    line: str = ""
    names: tuple[str, ...] = ()
    rounds: list[dict[str, Cell]] = field(default_factory=list)
    start: dict[str, int] = field(default_factory=dict)
    lowest: bool = False
    thrown: list[list[int]] = field(default_factory=list)
    worth: int = 0


class Sheet:
    """The entries of an evening by line and seat. A seat may be lines ahead of others, or fill an empty line later."""

    def __init__(self) -> None:
        self.lines: dict[int, dict[str, Cell]] = {}
        self.first: dict[str, int] = {}
        """The first line of each late guest."""
        self.start: dict[str, int] = {}
        """The points of each seat before its first line."""

    def write(self, line: int, seat: str, cell: Cell) -> None:
        """Write an entry."""
        self.lines.setdefault(line, {})[seat] = cell

    def filled(self, seat: str) -> set[int]:
        """Return the lines in which this seat has an entry."""
        return {line for line, cells in self.lines.items() if seat in cells}

    def blank(self, seat: str, most: int) -> tuple[int, ...]:
        """Return this seat's empty lines: all up to ``most``; without a limit (0), the gaps and the next line."""
        filled = self.filled(seat)
        last = most or min(max(filled, default=self.first.get(seat, 1) - 1) + 1, MOST_LINES)
        return tuple(line for line in range(self.first.get(seat, 1), last + 1) if line not in filled)

    def progress(self, seat: str) -> int:
        """Return how many lines this seat has filled; for a late guest, also those before his first."""
        return self.first.get(seat, 1) - 1 + len(self.filled(seat))

    def lacking(self, line: int, seats: Iterable[str]) -> list[str]:
        """Return the seats without an entry in this line; a guest lacks none before his first line."""
        cells = self.lines.get(line, {})
        return [seat for seat in seats if seat not in cells and line >= self.first.get(seat, 1)]

    def drawn(self, least: int) -> list[dict[str, Cell]]:
        """Return the entries line by line, for at least ``least`` lines."""
        return [dict(self.lines.get(line, {})) for line in range(1, max([least, *self.lines]) + 1)]


def ranked(totals: Mapping[str, int], lowest: bool) -> list[str]:
    """Return the seats that share the best total.

    >>> ranked({"A": 4, "B": -2, "C": 4}, lowest=False), ranked({"A": 4, "B": -2, "C": 4}, lowest=True)
    (['A', 'C'], ['B'])
    """
    best = (min if lowest else max)(totals.values())
    return [seat for seat, points in totals.items() if points == best]
