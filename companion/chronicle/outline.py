"""The outline of an evening: game, seats, result, and largest wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion import summary
from companion.chronicle.kind import Kind
from companion.evening import Evening
from companion.name_table import ID
from companion.record import record
from companion.report import sat

LARGEST = 20
"""Maximum number of wins in an outline."""


@record()
class Seated:
    """A seat at the end: its ``person`` is an id, "" if unknown; ``place`` counts from 1, 0 for a player who left."""

    seat: str
    person: str
    colour: str | None
    points: int
    place: int
    out: bool
    left: bool


@record()
class Won:
    """Points that a seat won by one fact; ``throw`` counts the throws so far; ``picture``: it has a photograph."""

    number: int
    throw: int
    seat: str
    person: str
    amount: int
    giver: str
    reason: str
    picture: bool


@record()
class Outline:
    """The summary of an evening; times in seconds since 1970.

    ``winners`` are seats, () before the end. ``here``: the game is installed. ``pot``: the largest pot, and the number
    of throws up to it. ``wins`` are the largest wins, in descending order.
    """

    game: str
    started: float
    ended: float
    rules: int
    simulated: bool
    here: bool
    facts: int
    throws: int
    target: int
    winners: tuple[str, ...]
    reason: str
    seats: tuple[Seated, ...]
    pot: tuple[int, int] | None
    wins: tuple[Won, ...]
    before: tuple[str, ...] = ()
    """Persons whose seats others have taken over."""


def person_at(evening: Evening, seat: str, number: int) -> str:
    """Return the id of the person at a seat at this fact, "" if unknown; the evening must hold ids for names."""
    player = evening.play.game.players.get(seat)
    name = sat(evening, number).get(seat, player.name if player else "")
    return name if ID.fullmatch(name) else ""


def outline(evening: Evening) -> Outline:
    """Return the outline of an evening whose names are replaced by ids."""
    game, last = evening.play.game, evening.entries[-1]
    places = game.places()
    winners = (game.outcome.winner, *game.outcome.others) if game.outcome else ()
    return Outline(
        game=game.name,
        started=evening.entries[0].at,
        ended=max(entry.at for entry in evening.entries),
        rules=game.rules,
        simulated=game.started.simulated,
        here=game.here,
        facts=last.number,
        throws=evening.play.throws,
        target=game.target,
        winners=winners,
        reason=game.outcome.reason if game.outcome else "",
        seats=tuple(
            Seated(
                seat=seat,
                person=person_at(evening, seat, last.number + 1),
                colour=player.colour,
                points=game.balance(seat),
                place=places.get(seat, 0),
                out=seat in game.out,
                left=player.left,
            )
            for seat, player in game.players.items()
        ),
        pot=summary.highest_pot(evening),
        wins=tuple(
            Won(
                win.number,
                win.throw,
                win.seat,
                person_at(evening, win.seat, win.number),
                win.amount,
                win.giver,
                win.reason,
                win.picture,
            )
            for win in summary.wins(evening)[:LARGEST]
        ),
        before=tuple(one for _, _, one in game.takeovers if ID.fullmatch(one)),
    )


def _read(data: Mapping[str, Any]) -> Outline:
    lists = {
        "winners": tuple(data["winners"]),
        "seats": tuple(Seated(**one) for one in data["seats"]),
        "pot": tuple(data["pot"]) if data["pot"] else None,
        "wins": tuple(Won(**one) for one in data["wins"]),
        "before": tuple(data["before"]),
    }
    return Outline(**{**data, **lists})


OUTLINE = Kind("outline", 3, outline, asdict, _read, remembered=True)
