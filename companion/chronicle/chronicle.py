"""The projections of all evenings: stored ones at once; a thread computes the others while the table plays."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from companion.chronicle.deeds import DEEDS
from companion.chronicle.dice import DICE
from companion.chronicle.kept import Head, Kept
from companion.chronicle.kind import Kind
from companion.chronicle.outline import OUTLINE
from companion.chronicle.thrown import THROWN
from companion.evening import Evening
from companion.held import held
from companion.journal_reader import JournalReader
from companion.record import record

LOG = logging.getLogger(__name__)
KINDS: tuple[Kind[Any], ...] = (OUTLINE, THROWN, DEEDS, DICE)
"""All kinds; one replay of an evening computes all of them."""
PATIENCE = 0.2
"""Maximum seconds that a page waits for evenings that are not computed yet."""
REST = 0.02
"""Seconds between two replays, so that they do not slow the table down."""

Made = TypeVar("Made")


@record()
class Found(Generic[Made]):
    """The projections by evening id, the oldest first; ``missing`` evenings are still to be computed."""

    evenings: Mapping[int, Made]
    missing: int = 0


class Chronicle:
    """The projections of one journal. It uses its own connection and never takes the table's lock.

    ``keeps``: it stores the computed projections in the data folder.
    """

    def __init__(self, journal: JournalReader, *, keeps: bool = True) -> None:
        self._journal, self._keeps = journal, keeps
        self._kept = Kept(journal.path.parent)
        self._memory: dict[tuple[str, int], tuple[Head, Any]] = {}
        self._unreadable: dict[int, Head] = {}
        """Evenings that cannot be replayed, with the state of the journal at that attempt."""
        self._changed = threading.Condition()
        self._wanted: dict[int, Head] = {}
        self._worker: threading.Thread | None = None
        self._closed = threading.Event()
        self._tidy = False

    def all(self, kind: Kind[Made], patience: float = PATIENCE, heads: Mapping[int, Head] | None = None) -> Found[Made]:
        """Return this projection of every evening; compute missing ones and wait up to ``patience`` seconds.

        ``heads`` avoids a second read of the journal for a second kind.
        """
        heads = self.heads() if heads is None else heads
        if not self._tidy:
            self._tidy = True
            with suppress(OSError):
                self._kept.drop_others(heads)
        found = {evening: self._there(kind, evening, head) for evening, head in heads.items()}
        missing = {evening: heads[evening] for evening, made in found.items() if made is None}
        missing = {one: head for one, head in missing.items() if self._unreadable.get(one) != head}
        if missing:
            self._compute(missing, patience)
            found |= {evening: self._there(kind, evening, head) for evening, head in missing.items()}
        there = {evening: made for evening, made in sorted(found.items()) if made is not None}
        left = sum(found[one] is None and self._unreadable.get(one) != head for one, head in missing.items())
        return Found(there, left)

    def one(self, kind: Kind[Made], evening: int) -> Made | None:
        """Return this projection of one evening, computed now if it is missing; None if it cannot be."""
        head = self.heads(evening).get(evening)
        if head is None or self._unreadable.get(evening) == head:
            return None
        there = self._there(kind, evening, head)
        return there if there is not None else cast("Made | None", self._tried(evening, head).get(kind.name))

    def heads(self, only: int | None = None) -> dict[int, Head]:
        """Return the state of the journal by evening, for all evenings or for ``only`` one."""
        query = (
            "SELECT id, (SELECT max(number) FROM fact WHERE evening = id),"
            " (SELECT count(*) FROM picture WHERE evening = id) FROM evening WHERE ?1 IS NULL OR id = ?1 ORDER BY id"
        )
        with closing(self._reading()) as db:
            rows = db.execute(query, (only,)).fetchall()
        ends = {evening: self._journal.mirror.end(evening) for evening, _, _ in rows}
        return {
            evening: Head(facts, ends[evening].head if ends[evening].number == facts else "", pictures)
            for evening, facts, pictures in rows
            if facts
        }

    def drop(self, evening: int) -> None:
        """Forget a deleted evening. Raise ``OSError``."""
        with self._changed:
            self._wanted.pop(evening, None)
        for kind in KINDS:
            self._memory.pop((kind.name, evening), None)
        self._kept.drop(evening)

    def close(self) -> None:
        """End the thread after its current replay."""
        self._closed.set()
        if (worker := self._worker) is not None:
            worker.join()

    def _reading(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._journal.path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)

    def _there(self, kind: Kind[Made], evening: int, head: Head) -> Made | None:
        known = self._memory.get((kind.name, evening))
        if known and known[0] == head:
            return cast("Made", known[1])
        data = self._kept.get(evening, kind.name, kind.version, head)
        try:
            made = None if data is None else kind.read(data)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError):
            return None  # the stored value is damaged
        if made is not None and kind.remembered:
            self._memory[kind.name, evening] = head, made
        return made

    def _compute(self, missing: Mapping[int, Head], patience: float) -> None:
        """Let the thread compute these evenings, the newest first; wait up to ``patience`` seconds for it."""
        with self._changed:
            self._wanted |= missing
            if self._worker is None and not self._closed.is_set():
                self._worker = threading.Thread(target=self._work, name="chronicle", daemon=True)
                self._worker.start()
            self._changed.wait_for(lambda: missing.keys().isdisjoint(self._wanted), patience)

    def _work(self) -> None:
        while not self._closed.is_set():
            with self._changed:
                if not self._wanted:
                    self._worker = None
                    return
                evening = max(self._wanted)
                head = self._wanted[evening]
            self._tried(evening, head)
            with self._changed:
                self._wanted.pop(evening, None)
                self._changed.notify_all()
            self._closed.wait(REST)

    def _tried(self, evening: int, head: Head) -> dict[str, Any]:
        """Return the projections of an evening by kind, {} if its replay fails."""
        try:
            return self._make(evening, head)
        except Exception:  # a damaged fact may make any rule fail: the page leaves this evening out
            LOG.warning("evening %d has no projection", evening, exc_info=True)
            self._unreadable[evening] = head
            return {}

    def _make(self, evening: int, head: Head) -> dict[str, Any]:
        """Replay an evening and return its projections by kind; keep them if no new fact arrived meanwhile."""
        with closing(self._reading()) as db:
            entries = held(db, self._journal.mirror, evening).entries
        if not entries:
            raise ValueError("nothing of it can be read")
        names = self._journal.names
        played = Evening(replace(entry, fact=names.hidden_if_known(entry.fact)) for entry in entries)
        made = {kind.name: kind.make(played) for kind in KINDS}
        if entries[-1].number <= head.facts and self.heads(evening).get(evening) == head:
            for kind in KINDS:
                if not self._put(kind, evening, head, made[kind.name], played.play.game.here) or kind.remembered:
                    self._memory[kind.name, evening] = head, made[kind.name]
        return made

    def _put(self, kind: Kind[Any], evening: int, head: Head, made: Any, here: bool) -> bool:
        """Keep a projection; return whether it was stored. Without the game's package, it is not stored."""
        here = here and self._keeps
        try:
            if here:
                self._kept.put(evening, kind.name, kind.version, head, kind.write(made))
        except OSError as error:
            LOG.warning("a projection is only in memory: %s", error)
            return False
        return here
