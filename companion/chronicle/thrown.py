"""The throws of an evening: their dice, and the source of each reading."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from companion.chronicle.kind import Kind
from companion.chronicle.outline import person_at
from companion.evening import Entry, Evening
from companion.facts import DiceThrown, Die, bare
from companion.record import record


class Read(StrEnum):
    """The source of the dice of a throw.

    CERTAIN: the eye read them without a question. CONFIRMED: there is a photograph, but the eye asked. CORRECTED: first
    other dice were recorded. TAPPED: somebody entered them. SIMULATED: nobody threw them.
    """

    CERTAIN = "certain"
    CONFIRMED = "confirmed"
    CORRECTED = "corrected"
    TAPPED = "tapped"
    SIMULATED = "simulated"


@record()
class Thrown:
    """A throw after all corrections: ``dice`` rolled; ``kept`` are the values of the dice that stayed.

    ``number`` is that of the fact. Its photograph, if ``picture``, has the address ``/picture/EVENING/NUMBER``.
    ``first``: the dice recorded before a correction; ``first_read``: the source of that reading.
    ``voided``: the throw was taken back and does not count.
    """

    number: int
    seat: str
    person: str
    topic: str
    dice: tuple[Die, ...]
    kept: tuple[int, ...] | None
    read: Read
    picture: bool
    first: tuple[Die, ...] | None = None
    first_read: Read | None = None
    voided: bool = False


def thrown(evening: Evening) -> tuple[Thrown, ...]:
    """Return the throws of an evening with ids for names: first those that count, then those taken back."""
    counted = [_thrown(evening, one.number, one.fact) for one in evening.played if isinstance(one.fact, DiceThrown)]
    voided = [
        _thrown(evening, number, standing.fact, voided=True)
        for number, standing in evening.standings.items()
        if standing.state == "voided" and isinstance(standing.fact, DiceThrown)
    ]
    return (*counted, *voided)


def _thrown(evening: Evening, number: int, fact: DiceThrown, *, voided: bool = False) -> Thrown:
    entry = evening.entry(number)
    assert entry is not None
    recorded = bare(entry.fact)
    first = recorded.dice if isinstance(recorded, DiceThrown) and recorded.dice != fact.dice else None
    first_read = Read.SIMULATED if evening.play.game.started.simulated else _read_by(entry)
    return Thrown(
        number=number,
        seat=fact.seat,
        person=person_at(evening, fact.seat, number),
        topic=fact.on,
        dice=fact.dice,
        kept=fact.kept,
        read=Read.CORRECTED if first and first_read is not Read.SIMULATED else first_read,
        picture=entry.picture,
        first=first,
        first_read=first_read if first else None,
        voided=voided,
    )


def _read_by(entry: Entry) -> Read:
    if bare(entry.fact).how == "camera":
        return Read.CERTAIN
    return Read.CONFIRMED if entry.picture else Read.TAPPED


def _write(throws: Iterable[Thrown]) -> list[Any]:
    return [
        [
            one.number, one.seat, one.person, one.topic, one.dice, one.kept, one.read, one.picture,
            *([one.first, one.first_read, one.voided] if one.first or one.voided else []),
        ]
        for one in throws
    ]  # fmt: skip


def _read(rows: Iterable[Any]) -> tuple[Thrown, ...]:
    return tuple(
        Thrown(
            number, seat, person, topic, _dice(dice), None if kept is None else tuple(kept), Read(read), picture,
            _dice(more[0]) if more and more[0] else None,
            Read(more[1]) if more and more[1] else None,
            bool(more and more[2]),
        )
        for number, seat, person, topic, dice, kept, read, picture, *more in rows
    )  # fmt: skip


def _dice(rows: Iterable[Any]) -> tuple[Die, ...]:
    return tuple(Die(*row) for row in rows)


THROWN = Kind("thrown", 1, thrown, _write, _read)
