"""The answers that a seat can give at the pad: every open question as a row of choices.

The buttons « cible » step through the row. A choice takes chips, is a part of a combined answer, or only needs
confirming. A seat gives secret answers, and answers that do not fit into a row, on the page only.
"""

from __future__ import annotations

from companion.questions import Bet
from companion.questions.pad import Choice, PadContext
from companion.snapshot import Snapshot
from companion.telling.reader import Reader


def choices(now: Snapshot, seat: str) -> list[Choice]:
    """Return the choices of this seat at the pad, mandatory questions first."""
    if not now.open:
        return []
    reader = Reader(now)
    found: list[Choice] = []
    for one in now.open:
        if seat in one.question.seats:
            found += one.question.choices(PadContext(reader, seat, one.id, reader.question(one.question)[0]))
    return found


def bets_of(now: Snapshot, seat: str) -> list[tuple[str, str]]:
    """Return the seat's bets that it can still take back, as (question id, field), the latest last."""
    open_ = [(one.id, one.question) for one in now.open if isinstance(one.question, Bet) and seat in one.question.seats]
    return [(name, field) for name, bet in open_ for who, field in bet.bets if who == seat]
