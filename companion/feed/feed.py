"""The feed of one table, for its listeners.

The journal is the queue: a listener keeps its ``Place`` and reads from there, so a slow listener blocks no other.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from dataclasses import asdict
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit, urlunsplit

from companion.feed.making import event, state
from companion.feed.messages import Event, State
from companion.table import Table

MOST = 500
"""Maximum number of events that a listener gets at once; older unread events are skipped."""
KEPT = 8
"""Number of answers kept for listeners at the same place."""


class Place(NamedTuple):
    """The position of a listener: its last event of an evening, and its last state's version.

    The version is -1 for a new listener, and 0 after a restart.
    """

    evening: int = 0
    number: int = 0
    version: int = -1


class Message(NamedTuple):
    """One message: its name ("event" or "state"), its place, and its JSON."""

    name: str
    evening: int
    number: int
    data: bytes


class Listener(Protocol):
    """A receiver of the messages; ``trouble`` says why it lags behind, "" if it does not."""

    trouble: str


class Feed:
    """The messages of a table; ``name`` is the table's name in them.

    ``sent`` are the listeners to which the table sends the messages, by address without password.
    """

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name
        self.sent: dict[str, Listener] = {}
        self._answers: OrderedDict[tuple[int, int, int], tuple[list[Message], Place]] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, place: Place) -> tuple[list[Message], Place]:
        """Return the messages after a place, oldest first and the state last, and the new place.

        A new listener (``Place()``) gets only the state.
        """
        version = self.table.snapshot().version
        if version == place.version:
            return [], place
        asked = (version, place.evening, place.number)
        with self._lock:
            if asked not in self._answers:
                self._answers[asked] = self._read(place)
                while len(self._answers) > KEPT:
                    self._answers.popitem(last=False)
            return self._answers[asked]

    def _read(self, place: Place) -> tuple[list[Message], Place]:
        now, began, lines = self.table.after(place.evening, place.number, MOST)
        found = [packed(event(line, place.evening, self.name)) for line in lines]
        if now.evening not in (0, place.evening) and place.version >= 0:
            found += self.again(now.evening, 1)
        number = found[-1].number if found and found[-1].evening == now.evening else now.number
        place = Place(now.evening, number, now.version)
        return [*found, packed(state(now, self.name, began=began))], place

    def again(self, evening: int, first: int) -> list[Message]:
        """Return the events of an evening from a number on, at most the last ``MOST``.

        Their facts are those recorded; payments, news, turn and winners are those after all corrections.
        """
        lines = self.table.after(evening, first - 1, MOST).lines
        return [packed(event(line, evening, self.name)) for line in lines]


def without_password(address: str) -> str:
    """Return an address without user name, password and query, for display on a page.

    >>> without_password("mqtts://servi:secret@broker.local:8883/?key=1")
    'mqtts://broker.local:8883/'
    """
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def packed(message: Event | State) -> Message:
    """Return a message with its JSON."""
    data = json.dumps(asdict(message), ensure_ascii=False, separators=(",", ":")).encode()
    return Message("event" if isinstance(message, Event) else "state", message.evening, message.number, data)
