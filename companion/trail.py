"""Replays that stay slightly behind a long evening, so that a correction near its end replays only that end.

A rule script is a generator: it goes forward, and cannot be copied. Further copies of the evening therefore stop some
facts before the present. A correction of a later fact takes one of them and plays the rest (decision 056).
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from companion.counted import Counted, Entry, counted
from companion.evening import Evening

BEHIND = 100
"""Minimum number of facts that a replay is behind; the maximum is twice as many."""
NUMBER = 3
"""Number of replays kept; each needs about 2 MB at 20 000 payments."""
PORTION, PAUSE = 50, 0.001
"""Facts played in one step, and the pause after it in seconds, in which other threads run."""


@dataclass(slots=True)
class Replay:
    """A copy of an evening that has played the first ``played`` facts of ``line``."""

    evening: Evening
    line: list[Entry]
    played: int = 0

    def leads_to(self, found: Counted) -> bool:
        """Whether ``found`` begins with the facts played here; False if corrections may change which of them fit."""
        evening = self.evening
        if found.corrected != evening.corrected and (evening.corrected or evening.misfits):
            return False
        return self.played <= len(found.facts) and self.line[: self.played] == found.facts[: self.played]

    def play(self, entries: list[Entry], found: Counted, end: int, pause: float = 0.0) -> None:
        """Play these facts up to ``end``."""
        self.evening.read(entries, found)
        self.line = found.facts
        while self.played < end:
            for entry in found.facts[self.played : min(end, self.played + PORTION)]:
                self.evening.happen(entry)
                self.played += 1
            if pause:
                time.sleep(pause)


def settle() -> None:
    """Exclude a long evening from garbage collection: a full collection of its objects would delay every tap.

    Reference counting still frees evenings, since they contain no cycles.
    """
    gc.collect()
    gc.freeze()


class Trail:
    """The replays behind one evening at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: list[Replay] = []
        self._first: Entry | None = None
        """The first fact of the evening that the replays follow."""
        self._following = 0
        """Number of entries when the replays last followed to ``BEHIND`` facts before the end."""
        self._thread: threading.Thread | None = None

    def follow(self, entries: Sequence[Entry]) -> None:
        """Let the replays follow this evening after new facts; create a missing replay in the background."""
        with self._lock:
            if self._first is not entries[0]:
                self._first, self._kept = entries[0], []
            if self._thread is None and len(self._kept) < NUMBER:
                self._thread = threading.Thread(target=self._fill, args=([*entries],), name="trail", daemon=True)
                self._thread.start()
            if len(entries) - self._following > BEHIND:
                self._catch_up([*entries])

    def _catch_up(self, entries: list[Entry]) -> None:
        self._following = len(entries)
        if not self._kept:
            return
        found = counted(entries, self._kept[0].evening.play.game.turn_topics)
        self._kept = [one for one in self._kept if one.leads_to(found)]
        for one in self._kept:
            one.play(entries, found, len(found.facts) - BEHIND)

    def take(self, entries: list[Entry]) -> Evening | None:
        """Return the evening of these entries, made from the first suitable replay; None if there is none."""
        with self._lock:
            if not self._kept or self._first is not entries[0]:
                return None
            found = counted(entries, self._kept[0].evening.play.game.turn_topics)
            base = next((one for one in self._kept if one.leads_to(found)), None)
            if base is None:
                self._kept = []
                return None
            self._kept.remove(base)
        base.play(entries, found, len(found.facts))
        return base.evening

    def drop(self) -> None:
        """Forget the evening and its replays."""
        with self._lock:
            self._first, self._kept = None, []

    def _fill(self, entries: list[Entry]) -> None:
        """Create the missing replays one after another, slowly enough not to delay taps."""
        while True:
            evening = Evening(entries[:1])
            found = counted(entries, evening.play.game.turn_topics)
            made = Replay(evening, found.facts)
            made.play(entries, found, len(found.facts) - BEHIND, PAUSE)
            settle()
            with self._lock:
                if self._first is entries[0]:
                    self._kept.append(made)
                if self._first is not entries[0] or len(self._kept) >= NUMBER:
                    self._thread = None
                    return
