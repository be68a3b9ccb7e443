"""The set-ups of earlier evenings, offered for the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.library import reading_class
from companion.house import HouseRule, rules_of
from companion.journal import Journal
from companion.record import record
from companion.shelf.shelf import Shelf

LISTED = 30
"""Number of evenings listed on the set-up page."""
LOOKED_AT = 20
"""Number of latest evenings to search for one that was not simulated."""


def last_setup(journal: Journal, shelf: Shelf) -> dict[str, Any] | None:
    """Return the set-up of the newest real evening of an installed game, as form data; None without one.

    Search the ``LOOKED_AT`` latest evenings.
    """
    for kept in journal.evenings()[:LOOKED_AT]:
        started = journal.started(kept.id)
        if started is None or started.simulated or not reading_class(started.game).here:
            continue
        rules = rules_of(started.game)
        ids = [seat.id for seat in started.seats]
        box = str(started.box.get("shelf", ""))
        if box not in shelf.names():
            box = "vide" if box and not started.box.get("ring") else "exemple"
        return {
            "game": started.game,
            "seats": [{"name": s.name, "colour": s.colour, "age": s.age} for s in started.seats],
            "banker": ids.index(started.banker) if started.banker in ids else None,
            "target": started.target,
            "house": {key: started.house[key] for key, rule in rules.items() if changed(started.house, rule)},
            "level": started.level,
            "box": box,
        }
    return None


def changed(house: Mapping[str, Any], rule: HouseRule) -> bool:
    """Whether this house rule differs from its default."""
    return rule.key in house and house[rule.key] != rule.default


@record()
class PastEvening:
    """An evening of the journal; ``playing``: it is in play now."""

    id: int
    game: str
    started: float
    seats: tuple[str, ...]
    target: int
    facts: int
    playing: bool
    simulated: bool
    missing: str | None
    """The package to install for it, "" if unknown; None if its game is installed."""
    damaged: bool = False
    """Whether even its first fact is unreadable."""


def past_evenings(journal: Journal, playing: int) -> list[PastEvening]:
    """Return the ``LISTED`` newest evenings of the journal, the newest first."""
    found = []
    for kept in journal.evenings()[:LISTED]:
        first = journal.started(kept.id)
        found.append(
            PastEvening(
                kept.id,
                kept.game,
                kept.started,
                tuple(seat.name for seat in first.seats) if first else (),
                first.target if first else 0,
                kept.facts,
                kept.id == playing,
                first is not None and first.simulated,
                None if first is None or reading_class(kept.game).here else first.package,
                damaged=first is None,
            )
        )
    return found
