"""The worker process of slow replays: it keeps checkpoints of one evening, each in a forked process.

A rule script is a generator and cannot be copied, but a process can be forked. The first process holds only the
entries. A replay forks from the latest checkpoint whose facts still count in the replay, and leaves further checkpoints
as it plays. It sends its result directly to the program, through its own pipe.

Every process ends when its channel is closed, so none outlives the program.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from companion.counted import Counted, Entry, counted
from companion.evening import Evening
from companion.game.base import Game
from companion.record import record

MOST = 20
"""Maximum number of checkpoints; each needs about 3 MB."""


@record()
class Job:
    """A replay of the first ``last`` entries and then ``more``; its answer is ``work(evening, *given)``.

    It ends just before the fact ``stop``, if that is not 0. Without ``work``, the job only brings new entries. ``tail``
    holds the entries that the receiver lacks. ``found`` holds the facts still to be played; ``played`` is the number of
    facts that the receiver has already played.
    """

    tail: Sequence[Entry]
    last: int = 0
    more: tuple[Entry, ...] = ()
    stop: int = 0
    work: Callable[..., Any] | None = None
    given: tuple[Any, ...] = ()
    found: Counted | None = None
    played: int = 0
    places: tuple[int, ...] = ()
    """Numbers of played facts at which the replay leaves a checkpoint."""


# --- messages ------------------------------------------------------------------------------------------------


def send(channel: socket.socket, job: Job, handles: Sequence[int] = ()) -> None:
    """Send a job with its file descriptors."""
    data = pickle.dumps(job, protocol=5)
    socket.send_fds(channel, [len(data).to_bytes(8, "big")], handles)
    channel.sendall(data)


def receive(channel: socket.socket) -> tuple[Job, list[int]] | None:
    """Return the next job with its file descriptors, None if the channel is closed."""
    head, handles, _, _ = socket.recv_fds(channel, 8, MOST + 1, socket.MSG_WAITALL)
    size = int.from_bytes(head, "big")
    data = channel.recv(size, socket.MSG_WAITALL) if len(head) == 8 else b""
    return (pickle.loads(data), handles) if data and len(data) == size else None


class Plain(pickle.Pickler):
    """Pickles a result without the functions of its questions, which belong to a game in play; None replaces them."""

    def reducer_override(self, value: Any) -> Any:
        local = isinstance(value, FunctionType) and "<" in value.__qualname__
        return (type(None), ()) if local or isinstance(value, MethodType | partial) else NotImplemented


# --- the processes -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Checkpoint:
    """A process that has played the first ``played`` facts of ``line``; it has received ``known`` entries."""

    line: list[Entry]
    played: int
    corrected: bool
    known: int
    channel: socket.socket

    def leads_to(self, found: Counted, end: int) -> bool:
        """Whether a replay of the first ``end`` facts can start from this checkpoint."""
        if self.played > end or (self.corrected and not found.corrected):
            return False
        return self.line[: self.played] == found.facts[: self.played]


@dataclass(slots=True)
class Root:
    """The first process: it holds all entries and forwards each job to the best checkpoint."""

    step: int
    game: Game | None = None
    """The game before its first fact."""
    entries: list[Entry] = field(default_factory=list)
    kept: list[Checkpoint] = field(default_factory=list)
    """The checkpoints, the most recently used last."""

    def serve(self, channel: socket.socket) -> None:
        """Carry out the program's jobs until the program ends."""
        while message := receive(channel):
            job, handles = message
            self.entries += job.tail
            if job.work is not None:
                self.start(replace(job, tail=()), handles)
            for handle in handles:
                os.close(handle)

    def start(self, job: Job, handles: Sequence[int]) -> None:
        """Run a job in a new process, forked from the best checkpoint or from this process."""
        if self.game is None:
            self.game = Evening(self.entries[:1]).play.game
        found = counted([*self.entries[: job.last], *job.more], self.game.turn_topics)
        end = found.before(job.stop)
        ahead = sorted(self.kept, key=lambda one: one.played, reverse=True)
        base = next((one for one in ahead if one.leads_to(found, end)), None)
        played, known = (base.played, base.known) if base else (0, len(self.entries))
        step = self.step * -(-len(self.entries) // (self.step * MOST // 2))
        places = () if job.more else tuple(range((played // step + 1) * step, end + 1, step))[-MOST:]
        rest = replace(found, facts=found.facts[played:end])
        sent = replace(job, tail=self.entries[known : job.last], found=rest, played=played, places=places)
        pairs = [socket.socketpair() for _ in places]
        theirs = [pair[1].fileno() for pair in pairs]
        try:
            if base is None:
                forked(partial(play, self.entries, Evening(self.entries[:1]), sent, [*handles, *theirs]))
            else:
                send(base.channel, sent, [*handles, *theirs])
        except ConnectionError:  # the system killed this checkpoint for lack of memory
            assert base is not None
            self.kept.remove(base)
            base.channel.close()
            return self.start(job, handles)
        finally:
            for _, end_of_theirs in pairs:
                end_of_theirs.close()
        for place, (ours, _) in zip(places, pairs, strict=True):
            self.kept.append(Checkpoint(found.facts, place, found.corrected, max(known, job.last), ours))
        self.tidy(base)

    def tidy(self, used: Checkpoint | None) -> None:
        """Move the used checkpoint to the end of the list, and close the least recently used ones beyond ``MOST``."""
        if used is not None:
            self.kept.remove(used)
            self.kept.append(used)
        for old in self.kept[:-MOST]:
            old.channel.close()
        del self.kept[:-MOST]


def forked(work: Callable[[], None]) -> None:
    """Do some work in a forked process."""
    if os.fork():
        return
    status = 1
    try:
        work()
        status = 0
    finally:
        os._exit(status)


def play(entries: list[Entry], evening: Evening, job: Job, handles: Sequence[int]) -> None:
    """Replay a job from a checkpoint, leave the wanted checkpoints, and send the result."""
    reply, *channels = handles
    keep_only(handles)
    assert job.found is not None
    assert job.work is not None
    entries += job.tail
    evening.read([*entries[: job.last], *job.more], job.found)
    left = dict(zip(job.places, channels, strict=True))
    for played, entry in enumerate(job.found.facts, job.played + 1):
        evening.happen(entry)
        if (channel := left.get(played)) is not None:
            if evening.corrected or not evening.misfits:  # a misfit may fit in a replay with corrections
                forked(partial(wait, entries, evening, channel))
            os.close(channel)
    with open(reply, "wb") as stream:
        Plain(stream, protocol=5).dump(job.work(evening, *job.given))


def wait(entries: list[Entry], evening: Evening, handle: int) -> None:
    """Run as a checkpoint: fork a replay for each job."""
    keep_only([handle])
    channel = socket.socket(fileno=handle)
    while message := receive(channel):
        job, handles = message
        forked(partial(play, entries, evening, job, handles))
        for each in handles:
            os.close(each)


def keep_only(handles: Sequence[int]) -> None:
    """Close all file descriptors except these and the standard ones; a forgotten copy would keep a channel open."""
    low = 3
    for each in sorted(handles):
        os.closerange(low, each)
        low = each + 1
    os.closerange(low, 1024)


def main(handle: int, step: int) -> None:
    """Run the first process; ``step`` is the minimum number of facts between two checkpoints."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system discards ended replays, since no process waits for them
    gc.disable()  # a collection would write to every shared page and so copy it
    gc.freeze()
    Root(step).serve(socket.socket(fileno=handle))
