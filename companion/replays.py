"""Replays of the evening in play outside the table's lock; long ones run in a worker process (``checkpoints.py``)."""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from companion.checkpoints import Job, send
from companion.counted import Entry
from companion.evening import Evening
from companion.record import record

LOG = logging.getLogger(__name__)

LONG = 3_000
"""Minimum number of facts for a replay in the worker process; the asking thread replays shorter evenings."""
STEP = 500
"""Minimum number of facts between two checkpoints of the worker."""
AT_ONCE = 4
"""Maximum number of simultaneous replays."""
PATIENCE = 20.0
"""Timeout for an answer of the worker, in seconds."""
PORTION = 500
"""Entries in one message; other threads wait while Python encodes it."""

BEGIN = "import sys; sys.path[:] = sys.argv[3:]; from companion.checkpoints import main; main(int(sys.argv[1]), int(sys.argv[2]))"

Found = TypeVar("Found")


@record()
class Moment:
    """A moment of an evening: after its first ``last`` entries and then ``more``, or just before the fact ``stop``."""

    entries: Sequence[Entry]
    last: int
    more: tuple[Entry, ...] = ()
    stop: int = 0

    def evening(self) -> Evening:
        """Return the evening replayed to this moment."""
        return Evening([*self.entries[: self.last], *self.more], self.stop)


class Replays:
    """Replays of one evening at a time, without the table's lock.

    If the worker fails, the asking thread replays; the next request starts a new worker.
    """

    def __init__(self, long: int = LONG, step: int = STEP) -> None:
        self._long, self._step = long, step
        self._lock = threading.Lock()
        self._room = threading.Semaphore(AT_ONCE)
        self._worker: Worker | None = None
        self._closed = False

    def ask(self, moment: Moment, work: Callable[..., Found], *given: Any) -> Found:
        """Return ``work(evening, *given)`` for the evening at a moment.

        ``work`` must be a function of a module. A result from the worker lacks the functions of its questions.
        """
        with self._room:
            if self._apart(moment.entries):
                try:
                    return cast(Found, self._asked(moment, work, *given))
                except (OSError, EOFError, pickle.PickleError):
                    LOG.warning("a replay failed in the worker and runs here", exc_info=True)
            return work(moment.evening(), *given)

    def prepare(self, entries: Sequence[Entry]) -> None:
        """Let the worker make its checkpoints of a long evening in advance."""
        if self._apart(entries):
            moment = Moment(entries, len(entries))
            threading.Thread(target=self._prepared, args=(moment,), name="replays", daemon=True).start()

    def _apart(self, entries: Sequence[Entry]) -> bool:
        """Whether the worker replays this evening."""
        return len(entries) >= self._long and hasattr(os, "fork")

    def _prepared(self, moment: Moment) -> None:
        with contextlib.suppress(OSError, EOFError, pickle.PickleError):
            self._asked(moment, _nothing)

    def _asked(self, moment: Moment, work: Callable[..., Any], *given: Any) -> Any:
        with self._lock:
            worker = self._of(moment.entries)
            handle = worker.start(moment, work, given)
        with open(handle, "rb") as stream:
            waiting = select.poll()
            waiting.register(stream, select.POLLIN)
            if not waiting.poll(PATIENCE * 1000):
                worker.end()
                raise TimeoutError("the worker does not answer")
            return pickle.load(stream)

    def _of(self, entries: Sequence[Entry]) -> Worker:
        """Return the worker of this evening; start a new one if there is none for it."""
        worker = self._worker
        if worker is None or not worker.works_for(entries):
            if self._closed:
                raise BrokenPipeError("the table is closed")
            self.drop()
            worker = self._worker = Worker(self._step)
        return worker

    def drop(self) -> None:
        """End the worker, even while it is in use; the next request starts another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def close(self) -> None:
        """End the worker, and start no other."""
        self._closed = True
        self.drop()


def _nothing(evening: Evening) -> None:
    """Do nothing: the replay alone leaves the checkpoints."""


class Worker:
    """The worker process of one evening, and the entries that it has received."""

    def __init__(self, step: int) -> None:
        self._channel, theirs = socket.socketpair()
        with theirs:
            handle = theirs.fileno()
            command = [sys.executable, "-I", "-c", BEGIN, str(handle), str(step), *sys.path]
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=[handle], start_new_session=True
            )  # Ctrl-C reaches a whole session; only the program ends its worker
        self._known: list[Entry] = []

    def works_for(self, entries: Sequence[Entry]) -> bool:
        """Whether the process runs and has received no other entries than these."""
        both = min(len(self._known), len(entries))
        return self.process.poll() is None and (not both or self._known[both - 1] is entries[both - 1])

    def start(self, moment: Moment, work: Callable[..., Any], given: tuple[Any, ...]) -> int:
        """Send new entries and a job; return the file descriptor of its result."""
        for first in range(len(self._known), len(moment.entries), PORTION):
            tail = moment.entries[first : first + PORTION]
            send(self._channel, Job(tail))
            self._known += tail
        ours, theirs = os.pipe()
        try:
            send(self._channel, Job((), moment.last, moment.more, moment.stop, work, given), [theirs])
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return ours

    def end(self) -> None:
        """End the process, and with it its checkpoints."""
        self.process.kill()
        self.process.wait()
        self._channel.close()
