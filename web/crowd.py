"""The rules for many connections: which one to close, which request waits, which addresses have priority (033)."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Protocol

CONNECTIONS = 256
"""Maximum number of connections: forty browsers with six each."""
OF_ONE = 64
"""Maximum number of connections of one address."""
THREADS = 32
THREADS_OF_ONE = 12
"""Maximum number of threads that serve one address."""
LIKE = 8
"""Maximum number of one address's threads for one kind of request, so that another kind begins at once."""
KEPT_THREADS = 4
"""Number of threads that serve only addresses with priority."""
KEPT = 16
"""Maximum number of addresses with priority, besides the machine's own screen."""
OWN = ("127.0.0.1", "::1")


class Connection(Protocol):
    """What the rules need to know of a connection.

    ``rank`` is 0 while idle, 1 while a request arrives, 2 while a request waits for its turn or is served. ``fresh``:
    the connection is new, and its first request may not have arrived yet. ``asks`` is the first part of the request's
    path, "" without a request.
    """

    address: str
    last_activity: float
    asks: str

    @property
    def rank(self) -> int: ...
    @property
    def fresh(self) -> bool: ...

    @property
    def open(self) -> bool: ...


class Kept:
    """The addresses with priority, whose connections are closed last: the machine, the table's tablet and the banker."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, address: str) -> None:
        """Give this address priority; beyond ``KEPT``, the least recently added one loses it."""
        with self._lock:
            self._latest[address] = None
            self._latest.move_to_end(address)
            while len(self._latest) > KEPT:
                self._latest.popitem(last=False)

    def __contains__(self, address: object) -> bool:
        return address in OWN or address in self._latest


def too_many(newcomer: Connection, everybody: Iterable[Connection], kept: Kept) -> Connection | None:
    """Return the connection to close after a new one was accepted, None within the limits.

    If the newcomer's address has more than ``OF_ONE`` connections, its idlest older one closes. Above ``CONNECTIONS``,
    the address without priority that has the most connections loses its idlest one. If each of these addresses has
    only one, the idlest one without a complete request closes, or the idlest of all for a newcomer with priority. If
    there is none, the newcomer closes.
    """
    here = [one for one in everybody if one.open]
    own = [one for one in here if one.address == newcomer.address]
    if len(own) > OF_ONE:
        return _idlest(one for one in own if one is not newcomer)
    if len(here) <= CONNECTIONS:
        return None
    strangers = [one for one in here if one.address not in kept] or here
    counts = Counter(one.address for one in strangers)
    greediest, most = counts.most_common(1)[0]
    others = [one for one in strangers if one is not newcomer]
    if most > 1:
        return _idlest(one for one in others if one.address == greediest)
    served = 2 if newcomer.address in kept else 1
    return _idlest(one for one in others if one.rank <= served) or newcomer


def _idlest(connections: Iterable[Connection]) -> Connection | None:
    """Return the connection to close first, None if there is none: an idle one, else a busy one.

    A fresh connection counts as busy, otherwise the next newcomer would displace it before its request is read. Of the
    busy ones, those with the most frequent ``asks`` close first, and among these one whose request still arrives.
    """
    found = [*connections]
    often = Counter(one.asks for one in found)

    def worth(one: Connection) -> tuple[int, int, int, float]:
        return 2 if one.fresh else one.rank, -often[one.asks], max(one.rank, 1), one.last_activity

    return min(found, key=worth, default=None)


Turn = tuple[str, str]
"""The address of a connection, and what it asks for."""


class Turns:
    """The turns of requests: no address takes all threads, and some threads serve only addresses with priority.

    The next request is of the kind (address and path) that is served least now. So a tap precedes a hundred requests
    for past views.
    """

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self._lock = threading.Lock()
        self._served: Counter[Turn] = Counter()
        self._waiting: dict[Connection, None] = {}

    def begin(self, connection: Connection) -> Turn | None:
        """Return the turn of a request, for ``end``; None if its connection must wait until ``end`` returns it."""
        turn = (connection.address, connection.asks)
        with self._lock:
            if self._room(turn):
                self._served[turn] += 1
                return turn
            self._waiting[connection] = None
            return None

    def end(self, turn: Turn) -> Connection | None:
        """End a turn; return a connection that may try again, None if none may."""
        with self._lock:
            self._served[turn] -= 1
            self._served += Counter()  # removes counts of zero
            waiting = [(one, (one.address, one.asks)) for one in self._waiting]
            able = {turn for turn in {turn for _, turn in waiting} if self._room(turn)}
            ready = ((one, turn) for one, turn in waiting if turn in able)
            found, _ = min(ready, key=lambda pair: self._served[pair[1]], default=(None, None))
            if found is not None:
                del self._waiting[found]
            return found

    def leave(self, connection: Connection) -> bool:
        """Stop waiting for a turn; return whether this connection waited."""
        with self._lock:
            waited = connection in self._waiting
            self._waiting.pop(connection, None)
            return waited

    def _room(self, turn: Turn) -> bool:
        address, _ = turn
        own = sum(number for (one, _), number in self._served.items() if one == address)
        strangers = sum(number for (one, _), number in self._served.items() if one not in self.kept)
        room = self._served.total() < THREADS and (address in self.kept or strangers < THREADS - KEPT_THREADS)
        return room and own < THREADS_OF_ONE and self._served[turn] < LIKE
