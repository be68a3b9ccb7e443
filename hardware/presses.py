"""From the noisy edges of a contact to presses: each press of a finger once, whatever the contact does.

A change counts when the contact has been at rest for ``REST``, and not within ``LOCK`` of the change before: shorter
peaks are noise on the wire, and what a contact does while it bounces is one press. Nothing here reads a clock; whoever
calls says what time it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

REST = 0.003
"""Seconds that a contact must be at rest."""
LOCK = 0.030
"""Seconds after a change in which no other one counts; the level that it has then does."""
LONG = 1.0
"""Seconds of a long press."""
HOLDS = (LONG, 5.0, 10.0)
"""Seconds after which a button that is still pressed is told once more."""


class Edge(NamedTuple):
    """What a pin did, as it came: pressed or not, at which moment of the clock."""

    button: str
    down: bool
    at: float


class Press(NamedTuple):
    """What a finger did: ``what`` is down, up or held; ``held`` for how many seconds so far."""

    at: float
    button: str
    what: str
    held: float = 0.0


@dataclass(slots=True)
class Contact:
    """One button: its level on the wire, and whether it counts as pressed."""

    level: bool = False
    edge_at: float = float("-inf")
    down: bool = False
    changed_at: float = float("-inf")
    told: int = 0

    def due(self) -> float | None:
        """Return when something will happen if the wire stays as it is, None where nothing will."""
        if self.level != self.down:
            return max(self.edge_at + REST, self.changed_at + LOCK)
        if self.down and self.told < len(HOLDS):
            return self.changed_at + HOLDS[self.told]
        return None

    def happen(self, button: str, at: float) -> Press:
        """Let happen what was due."""
        held = at - self.changed_at
        if self.level == self.down:
            self.told += 1
            return Press(at, button, "held", HOLDS[self.told - 1])
        self.down, self.changed_at, self.told = self.level, at, 0
        return Press(at, button, "down") if self.down else Press(at, button, "up", held)


class Contacts:
    """All buttons of the panel."""

    def __init__(self, buttons: Iterable[str]) -> None:
        self.all = {button: Contact() for button in buttons}

    def found(self, button: str, down: bool, at: float) -> None:
        """Note how a button was found at the start: one that is pressed already means nothing, until it is stuck."""
        if down:
            self.all[button] = Contact(True, at, True, at, len(HOLDS) - 1)

    def due(self) -> float | None:
        """Return when the next thing will happen if all wires stay as they are."""
        return min((due for each in self.all.values() if (due := each.due()) is not None), default=None)

    def until(self, now: float) -> Iterator[Press]:
        """Yield what happened up to ``now``, in order."""
        while True:
            at, button = min(((due, b) for b, c in self.all.items() if (due := c.due()) is not None), default=(now, ""))
            if not button or at > now:
                return
            yield self.all[button].happen(button, at)

    def take(self, edge: Edge) -> Iterator[Press]:
        """Yield what had happened before this edge, then note it."""
        yield from self.until(edge.at)
        contact = self.all[edge.button]
        if contact.level != edge.down:
            contact.level, contact.edge_at = edge.down, edge.at
