"""A journal with evenings of years gone by: recorded evenings of every game, with names, dates and photographs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.chronicle.outline import OUTLINE
from companion.evening import Entry
from companion.facts import DiceThrown, GameStarted, SeatJoined, SeatTaken, decode
from companion.journal import Journal
from companion.table import Table
from tests.tools import ROOT

NAMES = ("Anna", "Bruno", "Chloé", "David", "Élodie", "Farid")
MORE = ("Hugo", "Inès", "Jules", "Karim", "Lola", "Malo", "Nina", "Oscar", "Pia", "Rosa")
"""More names, for games with more seats than the given people."""
GUEST = "Gaspard"
KEPT = sorted((ROOT / "tests/games/kept").glob("*.jsonl"))
GAMES = sorted({file.name.partition("-")[0] for file in KEPT})
DAY = 86_400.0
FIRST = 1_700_000_000.0
"""The first evening, in seconds since 1970."""


def recorded(file: Path, names: Sequence[str], at: float, *, simulated: bool = False) -> list[Entry]:
    """Return the entries of a recorded evening, played by these people, with one fact every twenty seconds."""
    rows = [decode(json.loads(line)) for line in file.read_text("utf-8").splitlines()[1:]]
    started = rows[0]
    assert isinstance(started, GameStarted)
    everybody = (*names, *(one for one in MORE if one not in names))
    seats = tuple(replace(seat, name=everybody[i]) for i, seat in enumerate(started.seats))
    rows[0] = replace(started, seats=seats, simulated=simulated)
    for place, fact in enumerate(rows):
        if isinstance(fact, SeatJoined | SeatTaken):
            rows[place] = replace(fact, name=GUEST)
    return [Entry(number, at + 20.0 * number, fact) for number, fact in enumerate(rows, 1)]


def store(journal: Journal, entries: list[Entry], jpeg: bytes | None = None) -> int:
    """Store an evening; each throw gets this photograph. Return its id."""
    pictures = {one.number: jpeg for one in entries if jpeg and isinstance(one.fact, DiceThrown)}
    return journal.bring_in(entries, pictures)


def computed(folder: Path) -> Path:
    """Compute all projections of a data folder, so that tests can share them; return the folder."""
    table = Table(folder)
    assert not table.chronicle.all(OUTLINE, 600).missing
    table.close()
    return folder


def past(folder: Path, number: int, *, jpeg: bytes | None = None, names: Sequence[str] = NAMES, apart: float = 3) -> None:
    """Fill a data folder with ``number`` evenings, ``apart`` days apart, of all games in turn."""
    journal = Journal(folder, synchronous="OFF")
    games = sorted(KEPT, key=lambda file: (file.stem.rpartition("-")[2].isdigit(), file.stem.rpartition("-")[2], file.stem))
    for at in range(number):
        turned = [*names[at % len(names) :], *names[: at % len(names)]]
        store(journal, recorded(games[at % len(games)], turned, FIRST + apart * DAY * at), jpeg)
    journal.close()


def years(folder: Path, last: Sequence[str], jpeg: bytes) -> Path:
    """Return a data folder with 16 closed evenings of all games, then one that these people played."""
    past(folder, 16, jpeg=jpeg)
    journal = Journal(folder, synchronous="OFF")
    store(journal, recorded(KEPT[0], last, 1.7e9))
    journal.close()
    return computed(folder)
