"""What the lamp of each seat says: computed from the open questions and the pad, nothing else.

A pattern is a line of tenths of a second, repeated: ``1`` lit, ``0`` dark. Which tenth it is, the clock says.
"""

from __future__ import annotations

from companion.snapshot import SeatNow
from hardware.choices import bets_of
from hardware.pad import Pad

CELL = 0.1
"""Seconds of one sign of a pattern."""

PATTERNS = {
    "out": "0",
    "calm": "0",
    "owed": "10100000000000000000",
    "may": "11000000000000000000",
    "stands": "1",
    "must": "1111100000",
    "holds": "1111111101",
    "regret": "10",
}
"""State to its pattern: two short flashes where chips are owed, one where one may act, steady where a bet stands, an
even blinking where one must act, an almost steady light for who has the pad, a quick blinking as long as the same
button takes back."""


def states(pad: Pad) -> dict[str, str]:
    """Return the state of each seat's lamp."""
    return {row.id: state(pad, row) for row in pad.now.seats if not row.left}


def state(pad: Pad, row: SeatNow) -> str:
    """Return the state of one lamp: the most urgent thing that holds for the seat."""
    seat = row.id
    if row.out:
        return "out"
    if any(regret.seat == seat for regret in pad.regrets.values()):
        return "regret"
    if pad.holder == seat:
        return "holds"
    if row.state == "must":
        return "must"
    if bets_of(pad.now, seat):
        return "stands"
    if row.owes or row.owed:
        return "owed"
    return "may" if row.state == "may" and seat not in pad.passed else "calm"


def lit(state: str, now: float) -> bool:
    """Whether a lamp in this state is lit at this moment of the clock."""
    pattern = PATTERNS[state]
    return pattern[int(now / CELL) % len(pattern)] == "1"
