"""The state of each seat's lamp, from the open questions and the pad.

A pattern is a repeated row of tenths of a second: ``1`` lit, ``0`` dark. The clock selects the tenth.
"""

from __future__ import annotations

from companion.snapshot import SeatNow
from hardware.choices import bets_of
from hardware.pad import Pad

CELL = 0.1
"""Duration of one character of a pattern, in seconds."""

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
"""The pattern of each state. ``owed``: two short flashes; ``may``: one; ``stands`` (a bet): steady; ``must``: even
blinking; ``holds`` (this seat has the pad): almost steady; ``regret`` (the same button undoes): fast blinking."""


def states(pad: Pad) -> dict[str, str]:
    """Return the state of each seat's lamp."""
    return {row.id: state(pad, row) for row in pad.now.seats if not row.left}


def state(pad: Pad, row: SeatNow) -> str:
    """Return the state of one lamp: the most urgent one that applies."""
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
    """Whether a lamp in this state is lit at time ``now``."""
    pattern = PATTERNS[state]
    return pattern[int(now / CELL) % len(pattern)] == "1"
