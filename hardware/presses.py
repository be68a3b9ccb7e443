"""Debouncing: turns the noisy edges of a contact into presses.

A change counts once the contact has rested for ``REST``, but never within ``LOCK`` of the previous change. So short
peaks give no press, and a bouncing contact gives one. The caller passes the time; this module reads no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

REST = 0.003
"""Minimum rest of a contact, in seconds."""
LOCK = 0.030
"""Seconds after a change during which further changes are ignored; then the current level counts."""
LONG = 1.0
"""Duration of a long press, in seconds."""
HOLDS = (LONG, 5.0, 10.0)
"""Durations, in seconds, at each of which a held button is reported again."""


class Edge(NamedTuple):
    """A raw edge of a pin: the new state and its time."""

    button: str
    down: bool
    at: float


class Press(NamedTuple):
    """A debounced press: ``what`` is down, up or held; ``held`` is its duration so far, in seconds."""

    at: float
    button: str
    what: str
    held: float = 0.0


@dataclass(slots=True)
class Contact:
    """One button: its level on the wire, and its debounced state."""

    level: bool = False
    edge_at: float = float("-inf")
    down: bool = False
    changed_at: float = float("-inf")
    reported: int = 0

    def due(self) -> float | None:
        """Return the time of the next event if the level stays, None if there will be none."""
        if self.level != self.down:
            return max(self.edge_at + REST, self.changed_at + LOCK)
        if self.down and self.reported < len(HOLDS):
            return self.changed_at + HOLDS[self.reported]
        return None

    def happen(self, button: str, at: float) -> Press:
        """Apply the due event and return its press."""
        held = at - self.changed_at
        if self.level == self.down:
            self.reported += 1
            return Press(at, button, "held", HOLDS[self.reported - 1])
        self.down, self.changed_at, self.reported = self.level, at, 0
        return Press(at, button, "down") if self.down else Press(at, button, "up", held)


class Contacts:
    """The buttons of the panel."""

    def __init__(self, buttons: Iterable[str]) -> None:
        self.all = {button: Contact() for button in buttons}

    def found(self, button: str, down: bool, at: float) -> None:
        """Record a button's state at the start; one already down reports only the last of ``HOLDS`` and its release."""
        if down:
            self.all[button] = Contact(True, at, True, at, len(HOLDS) - 1)

    def due(self) -> float | None:
        """Return the time of the next event if all levels stay, None if there will be none."""
        return min((due for each in self.all.values() if (due := each.due()) is not None), default=None)

    def until(self, now: float) -> Iterator[Press]:
        """Yield the presses up to ``now``, in order."""
        while True:
            at, button = min(((due, b) for b, c in self.all.items() if (due := c.due()) is not None), default=(now, ""))
            if not button or at > now:
                return
            yield self.all[button].happen(button, at)

    def take(self, edge: Edge) -> Iterator[Press]:
        """Yield the presses before this edge, then record the edge."""
        yield from self.until(edge.at)
        contact = self.all[edge.button]
        if contact.level != edge.down:
            contact.level, contact.edge_at = edge.down, edge.at
