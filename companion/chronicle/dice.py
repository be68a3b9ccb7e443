"""The dice of an evening as counts by face, and their sum over all evenings of a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

from companion.chronicle.kind import Kind
from companion.chronicle.thrown import Read, Thrown, thrown
from companion.dice import FACES, DieKind, Face
from companion.evening import Evening
from companion.eye import EXAMPLE
from companion.odds.fairness import Counts
from companion.record import record

PICTURES = 4
"""Maximum photographs kept of each face, the newest."""


@record()
class Rolled:
    """The rolls of one die, or of dice that look alike, in an evening; the lists follow the order of the faces.

    ``colour`` is "" if the throws did not name it. ``most`` is the largest number of these dice in one throw, ``seen``
    the number of rolls that the eye read. ``asked`` and ``misread`` as in ``Counts``; ``pictures`` are the newest
    photographed throws by face.
    """

    kind: str
    colour: str
    most: int
    seen: int
    counts: tuple[int, ...]
    asked: tuple[int, ...]
    misread: tuple[int, ...]
    pictures: tuple[tuple[int, ...], ...]


@record()
class EveningDice:
    """The dice of an evening in order of first use, () if it was simulated; ``box`` is the name on the shelf."""

    game: str
    box: str
    throws: int
    dice: tuple[Rolled, ...]


def dice(evening: Evening) -> EveningDice:
    """Return the counts of an evening's dice, after corrections; throws that were taken back do not count."""
    started = evening.play.game.started
    throws = [] if started.simulated else _corrected(thrown(evening))
    keys = dict.fromkeys((die.kind, die.colour or "") for one in throws for die in one.dice)
    rolled = tuple(_rolled(kind, colour, throws) for kind, colour in keys if kind in KINDS)
    return EveningDice(started.game, str(started.box.get("shelf") or EXAMPLE), len(throws), rolled)


def _corrected(throws: Iterable[Thrown]) -> list[Thrown]:
    """Return the throws that count. A throw that replaces a throw taken back just before counts as a correction."""
    rows = sorted(throws, key=lambda one: one.number)
    counted = []
    for before, one in pairwise([None, *rows]):
        if one is None or one.voided:
            continue
        again = before is not None and before.voided and (before.seat, before.topic) == (one.seat, one.topic)
        if again and before is not None and before.dice != one.dice and one.first is None:
            one = replace(one, first=before.dice, first_read=before.read)
        counted.append(one)
    return counted


KINDS = {kind.value: FACES[kind] for kind in DieKind if FACES[kind]}


def _rolled(kind: str, colour: str, throws: Iterable[Thrown]) -> Rolled:
    counts, asked, misread = Counter[Face](), Counter[Face](), Counter[Face]()
    pictures: dict[Face, list[int]] = {face: [] for face in KINDS[kind]}
    most = seen = 0
    for one in throws:
        faces, first = (
            Counter(die.value for die in rolled or () if (die.kind, die.colour or "") == (kind, colour))
            for rolled in (one.dice, one.first)
        )
        read = one.first_read or one.read
        counts += faces
        most = max(most, faces.total())
        seen += faces.total() if read in (Read.CERTAIN, Read.CONFIRMED) else 0
        asked += faces if read is Read.CONFIRMED else Counter()
        misread += first - faces
        for face in faces if one.picture else ():
            pictures[face].append(one.number)
    newest = {face: tuple(numbers[-PICTURES:][::-1]) for face, numbers in pictures.items()}
    order = KINDS[kind]
    return Rolled(
        kind,
        colour,
        most,
        seen,
        counts=tuple(counts[face] for face in order),
        asked=tuple(asked[face] for face in order),
        misread=tuple(misread[face] for face in order),
        pictures=tuple(newest[face] for face in order),
    )


def _read(data: Mapping[str, Any]) -> EveningDice:
    return EveningDice(**{**data, "dice": tuple(Rolled(**_tuples(row)) for row in data["dice"])})


def _tuples(data: Any) -> Any:
    """Return JSON data with its lists turned into tuples."""
    if isinstance(data, dict):
        return {key: _tuples(value) for key, value in data.items()}
    return tuple(_tuples(each) for each in data) if isinstance(data, list | tuple) else data


DICE = Kind("dice", 2, dice, asdict, _read, remembered=True)


# --- all evenings of a box --------------------------------------------------------------------------------------------


@dataclass(slots=True)
class DieRecord:
    """The rolls of one die, or of dice that look alike, over all evenings.

    ``pictures``: (evening, fact) of the newest photographs by face, the newest first.
    """

    kind: str
    colour: str
    faces: tuple[Face, ...]
    most: int = 0
    seen: int = 0
    counts: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    misread: list[int] = field(default_factory=list)
    pictures: list[list[tuple[int, int]]] = field(default_factory=list)

    def add(self, evening: int, rolled: Rolled) -> None:
        """Add the rolls of a later evening."""
        self.most = max(self.most, rolled.most)
        self.seen += rolled.seen
        for mine, more in ((self.counts, rolled.counts), (self.asked, rolled.asked), (self.misread, rolled.misread)):
            mine[:] = [a + b for a, b in zip(mine or [0] * len(more), more, strict=True)]
        new = [[(evening, number) for number in numbers] for numbers in rolled.pictures]
        old = self.pictures or [[] for _ in new]
        self.pictures = [(a + b)[:PICTURES] for a, b in zip(new, old, strict=True)]

    def total(self) -> Counts:
        """Return the counts for the judgement."""
        return Counts(self.faces, tuple(self.counts), tuple(self.asked), tuple(self.misread))


@dataclass(slots=True)
class BoxRecord:
    """The dice of one box, in order of first use; ``evenings`` counts its evenings, ``last`` is the id of the newest."""

    game: str
    box: str
    evenings: int = 0
    last: int = 0
    throws: int = 0
    dice: dict[tuple[str, str], DieRecord] = field(default_factory=dict)


def box_records(evenings: Mapping[int, EveningDice]) -> list[BoxRecord]:
    """Return the record of each box, the last used first; ``evenings`` must be in order, the oldest first."""
    boxes: dict[tuple[str, str], BoxRecord] = {}
    for number, evening in evenings.items():
        box = boxes.setdefault((evening.game, evening.box), BoxRecord(evening.game, evening.box))
        box.evenings += 1
        box.last = number
        box.throws += evening.throws
        for one in evening.dice:
            key = one.kind, one.colour
            box.dice.setdefault(key, DieRecord(*key, KINDS[one.kind])).add(number, one)
    return sorted(boxes.values(), key=lambda box: -box.last)
