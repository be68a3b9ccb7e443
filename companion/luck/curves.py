"""The win-chance curves of evenings: one worker process computes them, and files beside the journal keep them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion import secrets
from companion.chronicle.kept import Head, Kept
from companion.counted import Entry, counted
from companion.evening import Evening
from companion.facts import ChipsCounted, Fact, GameStarted, HandedOver, PauseFact, SeatJoined, SeatTaken, line
from companion.luck.values import Sums, Values
from companion.luck.worker import BUDGET, ROUNDED, share
from companion.record import record

LOG = logging.getLogger(__name__)
KIND, VERSION = "luck", 1
LONGEST = 4_000
"""Maximum facts of an evening with a curve, about 800 throws; its first play-outs take about an hour on one core."""
LOWEST = 19
"""Priority of the worker, as ``nice`` counts: the lowest."""
OFTEN = 10.0
"""Seconds between two writes of unfinished values."""
BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from companion.luck.worker import main; main()"


@record()
class Found:
    """The known part of an evening's curve: its values, whether they are final, and whether the worker is running.

    ``share`` is the finished part of the work, 0 to 1. ``refused``: the reason against computing now: "long", "playing"
    or "hidden".
    """

    values: Values | None = None
    done: bool = False
    running: bool = False
    share: float = 0.0
    refused: str = ""

    @property
    def state(self) -> str:
        """The state as one word, for the page."""
        if self.refused:
            return self.refused
        return "done" if self.done else "running" if self.running else "begun" if self.values else "none"


class Curves:
    """The curves of one data folder. They contain no names, and computing them takes no lock of the table."""

    def __init__(self, data: Path, budget: int = BUDGET, priority: int = LOWEST) -> None:
        self._kept = Kept(data)
        self._effort = budget, priority
        self._lock = threading.Lock()
        self._work: Work | None = None
        self._known: dict[int, tuple[Head, Found]] = {}

    def found(self, evening: int, entries: Sequence[Entry]) -> Found:
        """Return the known part of this evening's curve; a new fact that counts makes the curve unknown again."""
        head = head_of(entries)
        with self._lock:
            if (work := self._work) is not None and work.evening == evening and work.head == head:
                return replace(work.found, running=work.running) if work.running or work.found.values else Found()
            known = self._known.get(evening)
            if known is None or known[0] != head:
                known = self._known[evening] = head, self._read(evening, head)
            return known[1]

    def compute(self, evening: int, entries: Sequence[Entry]) -> None:
        """Start the worker, or continue where it stopped; do nothing if this curve is finished or in progress."""
        found = self.found(evening, entries)
        if found.done or found.running:
            return
        self.stop()
        with self._lock:
            self._known.pop(evening, None)
            self._work = Work(self._kept, evening, head_of(entries), list(entries), found, *self._effort)

    def stop(self) -> None:
        """Stop the worker; keep its results."""
        with self._lock:
            work, self._work = self._work, None
        if work is not None:
            work.end()

    def _read(self, evening: int, head: Head) -> Found:
        data = self._kept.get(evening, KIND, VERSION, head)
        try:
            values = Values.read(data["values"])
            return Found(values, data["done"], share=1.0 if data["done"] else share(values))
        except (TypeError, ValueError, KeyError, IndexError):
            return Found()


class Work:
    """One evening in the worker process, and the thread that stores its results."""

    def __init__(
        self, kept: Kept, evening: int, head: Head, entries: list[Entry], before: Found, budget: int, priority: int
    ) -> None:
        self.evening, self.head, self.found = evening, head, before
        self._kept, self._job = kept, (entries, before.values.write() if before.values else None, budget)
        command = [sys.executable, "-I", "-c", BEGIN, *sys.path]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )  # Ctrl-C does not reach another session: only the program ends the worker
        lowered(self._process, priority)
        self._thread = threading.Thread(target=self._follow, name="luck", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether the worker is running."""
        return self._thread.is_alive()

    def end(self) -> None:
        """End the process, and wait until its results are kept."""
        self._process.kill()
        self._thread.join()

    def _follow(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._process:
            with contextlib.suppress(OSError), self._process.stdin as stream:
                pickle.dump(self._job, stream)
            values: Values | None = None
            waiting: list[tuple[int, Sums, int]] = []
            saved = time.monotonic()
            try:
                for said in map(json.loads, self._process.stdout):
                    if values is None:
                        values = Values.read(said)
                    elif said == ROUNDED:
                        for each in waiting:
                            values.add(*each)
                        waiting.clear()
                        self.found = Found(Values.read(values.write()), share=share(values))
                        if time.monotonic() > saved + OFTEN:
                            self._keep(self.found)
                            saved = time.monotonic()
                    else:
                        link, wins, points, facts = said
                        waiting.append((link, Sums(tuple(wins), tuple(points)), facts))
            except ValueError:  # an incomplete line from a process that was ended
                pass
        found = self.found
        if self._process.returncode == 0 and values is not None:
            found = Found(values, done=True, share=1.0)
        elif self._process.returncode > 0:
            LOG.warning("the curve of evening %d could not be computed", self.evening)
        self._keep(found)
        self.found = found

    def _keep(self, found: Found) -> None:
        if found.values is None:
            return
        try:
            value = {"done": found.done, "values": found.values.write()}
            self._kept.put(self.evening, KIND, VERSION, self.head, value)
        except OSError as error:
            LOG.warning("a curve is only in memory: %s", error)


def lowered(process: subprocess.Popen[bytes], priority: int = LOWEST) -> None:
    """Give a worker process a low priority, if the system can."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, process.pid, priority)


def refusal_of(evening: Evening) -> str:
    """Return the reason against computing a curve now, as in ``Found.refused``; "" if there is none."""
    play = evening.play
    if len(evening.entries) > LONGEST:
        return "long"
    if not play.game.here or (play.game.outcome is None and play.pause is None):
        return "playing"
    return "hidden" if secrets.holds_any(evening) else ""


def head_of(entries: Sequence[Entry]) -> Head:
    """Return the state for which a curve is valid: the hash of the facts that count, with their corrections.

    Names, hand-overs and pauses are left out: they also occur after the end, and do not change a chance to win.
    """
    topics = Evening(entries[:1]).play.game.turn_topics
    facts = [entries[0].fact, *(entry.fact for entry in counted(entries, topics).facts)]
    hashed = hashlib.sha256()
    for fact in facts:
        if not isinstance(fact, HandedOver | ChipsCounted | PauseFact):
            hashed.update(line(_nameless(fact)).encode("utf-8", "surrogatepass"))
    return Head(0, hashed.hexdigest(), 0)


def _nameless(fact: Fact) -> Fact:
    """Return a fact without players' names, its author, its way to the table, and its reason."""
    if isinstance(fact, GameStarted):
        fact = replace(fact, seats=tuple(replace(seat, name="") for seat in fact.seats))
    elif isinstance(fact, SeatJoined | SeatTaken):
        fact = replace(fact, name="")
    return replace(fact, who="", how="tap", why="")
