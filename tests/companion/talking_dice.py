"""An eye for dice that report themselves: each die calls at rest, and the eye tells the table the throw."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Protocol

from companion.dice import DiceSet, DieKind, Face, ReadDie, Reading
from companion.eye import Look, NoEye
from companion.table import Table


class TalkingDie(Protocol):
    """A die of a maker's library. It calls ``rested`` with its top face, in its own thread."""

    kind: DieKind
    rested: Callable[[Face], None]


class TalkingDice(NoEye):
    """An eye for dice that report themselves. ``attend`` tells the table each throw; the view contains ``source``."""

    source = "talking"

    def __init__(self, dice: list[TalkingDie]) -> None:
        super().__init__()
        self._rested: queue.SimpleQueue[ReadDie] = queue.SimpleQueue()
        self._here: list[ReadDie] = []
        for die in dice:
            die.rested = lambda face, kind=die.kind: self._rested.put(ReadDie(kind, face, "white"))  # type: ignore[misc]

    def attend(self, table: Table) -> None:
        """Start a thread that reports each awaited throw to the table until the table closes."""
        threading.Thread(target=self._attend, args=(table,), daemon=True).start()

    def _attend(self, table: Table) -> None:
        while not table.closed.is_set():
            now = table.snapshot()
            awaited = now.awaited_throw
            look = self.look(awaited[1].dice if awaited else None)
            if look is not None:
                table.take_look(look, now.number)

    def look(self, expected: DiceSet | None) -> Look | None:
        """Wait 0.2 s for one more die; return the throw if the expected number of each kind is at rest, else None."""
        try:
            self._here.append(self._rested.get(timeout=0.2))
        except queue.Empty:
            return None
        kinds = {term.kind: term.least for term in expected.terms} if expected else {}
        thrown = tuple(die for die in self._here if die.kind in kinds)
        if not kinds or any(sum(die.kind is kind for die in thrown) < least for kind, least in kinds.items()):
            return None
        self._here = []
        return Look(Reading(thrown, certain=True), None)
