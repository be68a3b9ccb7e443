"""The value of each moment of an evening to each seat, split into luck and skill."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from companion.luck.chain import Link
from companion.luck.playouts import SHARE, Ending

BATCH = 16
"""Number of play-outs in a batch; batch number n has the same seeds at every moment."""


FORK = 100
"""Cost of starting a play-out; playing one fact costs 1."""


class Sums(NamedTuple):
    """The sums over a batch of play-outs, by seat: parts of the win (``SHARE`` is a whole win), and points."""

    wins: tuple[int, ...]
    points: tuple[int, ...]


def summed(endings: Sequence[Ending]) -> Sums:
    """Return the sums of these endings."""
    wins, points = zip(*((e.wins, e.points) for e in endings), strict=True)
    return Sums(tuple(map(sum, zip(*wins, strict=True))), tuple(map(sum, zip(*points, strict=True))))


class Split(NamedTuple):
    """A result as an exact sum: ``start + luck + skill == result``."""

    start: Fraction
    luck: Fraction
    skill: Fraction
    result: Fraction


@dataclass(slots=True)
class Values:
    """The sampled values of an evening's moments.

    The value of a moment to a seat is a mean over play-outs by simple players. It is the mean part of the win, which
    the curve shows, or the mean of the points at the end. Luck and skill are in points, so that players can check them
    at the table.

    Luck is the sum of all changes of value by chance events. Skill is the sum of all others: decisions of the player,
    of the others, and of the table. Both use the same stored means, so ``start + luck + skill`` is exactly the result.
    The standard error estimates how far luck and skill are from those of infinitely many play-outs.
    """

    seats: tuple[str, ...]
    links: tuple[Link, ...]
    batches: list[list[Sums]]
    end: Ending | None = None
    """The result of a finished evening; it replaces play-outs at the last link."""
    facts: int = 0
    """Number of facts in all play-outs so far."""
    _means: dict[tuple[int, int, bool], Fraction] = field(default_factory=dict)

    def add(self, link: int, sums: Sums, facts: int) -> None:
        """Add a batch of play-outs from a link."""
        self.batches[link].append(sums)
        self.facts += facts
        self._means.clear()

    @property
    def effort(self) -> int:
        """The effort of all play-outs so far."""
        return self.facts + FORK * BATCH * sum(map(len, self.batches))

    def value(self, link: int, seat: int, *, points: bool = False) -> Fraction:
        """Return the value of a link to a seat: its chance to win, 0 to 1, or its expected points."""
        key = link, seat, points
        if (known := self._means.get(key)) is None:
            known = self._means[key] = self._mean(*key)
        return known

    def _mean(self, link: int, seat: int, points: bool) -> Fraction:
        scale = 1 if points else SHARE
        if self.end is not None and link == len(self.links) - 1:
            return Fraction(_of(self.end, seat, points), scale)
        rows = self.batches[link]
        return Fraction(sum(_of(row, seat, points) for row in rows), scale * BATCH * max(1, len(rows)))

    def change(self, link: int, seat: int, *, points: bool = False) -> Fraction:
        """Return the change of value from the previous link to this one."""
        return self.value(link, seat, points=points) - self.value(link - 1, seat, points=points)

    def split(self, seat: int, *, points: bool = True) -> Split:
        """Return start, luck, skill and result of a seat as a split."""
        sums = {True: Fraction(0), False: Fraction(0)}
        for at, link in enumerate(self.links[1:], 1):
            sums[link.chance] += self.change(at, seat, points=points)
        last = len(self.links) - 1
        return Split(self.value(0, seat, points=points), sums[True], sums[False], self.value(last, seat, points=points))

    # --- standard errors -----------------------------------------------------------------------------------

    def error(self, weights: Mapping[int, int], seat: int, *, points: bool = False) -> float:
        """Return the standard error of a weighted sum of values; ``weights`` gives the weight of each link.

        Moments share the seeds of a batch, so add up each batch over all moments before computing the spread.
        """
        by_batch: dict[int, float] = {}
        scale = BATCH if points else BATCH * SHARE
        for link, weight in weights.items():
            rows = self.batches[link]
            if (self.end is not None and link == len(self.links) - 1) or len(rows) < 2:
                continue
            mean = float(self.value(link, seat, points=points))
            part = weight / math.sqrt(len(rows) * (len(rows) - 1))
            for batch, row in enumerate(rows):
                by_batch[batch] = by_batch.get(batch, 0.0) + part * (_of(row, seat, points) / scale - mean)
        return math.sqrt(sum(each * each for each in by_batch.values()))

    def split_error(self, seat: int, *, luck: bool, points: bool = True) -> float:
        """Return the standard error of a seat's luck, or of its skill."""
        weights: dict[int, int] = {}
        for at, link in enumerate(self.links[1:], 1):
            if link.chance is luck:
                weights[at] = weights.get(at, 0) + 1
                weights[at - 1] = weights.get(at - 1, 0) - 1
        return self.error({at: n for at, n in weights.items() if n}, seat, points=points)

    # --- the file ------------------------------------------------------------------------------------------

    def write(self) -> dict[str, Any]:
        """Return these values as JSON data."""
        return {
            "seats": list(self.seats),
            "links": [[one.number, one.before, one.chance, one.throw] for one in self.links],
            "batches": [[[*row] for row in rows] for rows in self.batches],
            "end": [self.end.wins, self.end.points] if self.end else None,
            "facts": self.facts,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Values:
        """Return the values from JSON data; raise ``ValueError``, ``TypeError``, ``KeyError`` or ``IndexError``."""
        links = tuple(Link(*row) for row in data["links"])
        batches = [[Sums(tuple(wins), tuple(points)) for wins, points in rows] for rows in data["batches"]]
        if len(batches) != len(links):
            raise ValueError("a row of batches for each link")
        end = Ending(tuple(data["end"][0]), tuple(data["end"][1])) if data["end"] else None
        return cls(tuple(data["seats"]), links, batches, end, data["facts"])


class Turning(NamedTuple):
    """A chance event that changed a seat's chance to win from ``before`` to ``after``."""

    number: int
    throw: int
    seat: int
    before: Fraction
    after: Fraction


def turning_point(values: Values) -> Turning | None:
    """Return the chance event with the largest change among those above two standard errors, None without one."""
    found: list[tuple[Fraction, int, int]] = []
    for at, link in enumerate(values.links):
        if link.chance:
            change, seat = max((abs(values.change(at, seat)), seat) for seat in range(len(values.seats)))
            found.append((change, at, seat))
    for change, at, seat in sorted(found, reverse=True):
        if change > 2 * values.error({at: 1, at - 1: -1}, seat):
            link = values.links[at]
            return Turning(link.number, link.throw, seat, values.value(at - 1, seat), values.value(at, seat))
    return None


def _of(row: Sums | Ending, seat: int, points: bool) -> int:
    """Return a seat's number in a row; 0 for a seat that had not joined yet."""
    numbers = row.points if points else row.wins
    return numbers[seat] if seat < len(numbers) else 0
