"""What a seat can answer at the pad: every open question as a row of choices to walk along.

One choice is a place that « cible » stops at; chips are put on it, or it is simply confirmed. Questions whose answer is
a secret, or more than a row of choices can say, are left to the page.
"""

from __future__ import annotations

from companion.questions import Bet
from companion.questions.pad import Choice, Place
from companion.snapshot import Snapshot
from companion.telling.reader import Reader


def choices(now: Snapshot, seat: str) -> list[Choice]:
    """Return everything that this seat can answer at the pad now, what must be answered first."""
    if not now.open:
        return []
    reader = Reader(now)
    found = []
    for one in now.open:
        if seat in one.question.seats:
            found += one.question.choices(Place(reader, seat, one.id, reader.question(one.question)[0]))
    return found


def bets_of(now: Snapshot, seat: str) -> list[tuple[str, str]]:
    """Return the bets of a seat that can still be taken back, as id of the question and field, the latest last."""
    open_ = [(one.id, one.question) for one in now.open if isinstance(one.question, Bet) and seat in one.question.seats]
    return [(name, field) for name, bet in open_ for who, field in bet.bets if who == seat]
