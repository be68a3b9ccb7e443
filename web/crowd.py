"""The rules of many connections: which one is closed, which request waits, which addresses have priority (033)."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from typing import Any, Protocol

CONNECTIONS = 256
"""Maximum number of connections: forty browsers with six each."""
OF_ONE = 64
"""Maximum number of connections of one address."""
THREADS = 32
THREADS_OF_ONE = 12
"""Maximum number of threads that serve one address."""
KEPT_THREADS = 4
"""Number of threads that serve only addresses with priority."""
KEPT = 16
"""Maximum number of addresses with priority, besides the machine's own screen."""
OWN = ("127.0.0.1", "::1")


class Connection(Protocol):
    """What the rules need to know of a connection; ``rank`` is 0 while idle, 1 while a request arrives, 2 while served."""

    address: str
    last_activity: float

    @property
    def rank(self) -> int: ...

    @property
    def open(self) -> bool: ...


class Kept:
    """The addresses with priority, whose connections are closed last: the machine, the table's tablet and the banker."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, address: str) -> None:
        """Give this address priority; beyond ``KEPT``, the one that was added longest ago loses it."""
        with self._lock:
            self._latest[address] = None
            self._latest.move_to_end(address)
            while len(self._latest) > KEPT:
                self._latest.popitem(last=False)

    def __contains__(self, address: object) -> bool:
        return address in OWN or address in self._latest


def too_many(newcomer: Connection, everybody: Iterable[Connection], kept: Kept) -> Connection | None:
    """Return the connection to close after a new one was accepted, None within the limits.

    It is the idlest one of the address with the most connections. If no address has more than one, it is one without
    priority that is not being served, otherwise the new one itself.
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
    return min(connections, key=lambda one: (one.rank, one.last_activity), default=None)


class Turns:
    """The turns of requests: no address takes all threads, and some threads serve only addresses with priority."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self._lock = threading.Lock()
        self._served: Counter[str] = Counter()
        self._waiting: deque[Any] = deque()

    def begin(self, connection: Any) -> bool:
        """Whether this connection's request may be served now; otherwise ``end`` returns it later."""
        with self._lock:
            allowed = self._allows(connection.address)
            if allowed:
                self._served[connection.address] += 1
            else:
                self._waiting.append(connection)
            return allowed

    def end(self, connection: Any) -> Any | None:
        """End a turn; return a connection that may try again."""
        with self._lock:
            self._served[connection.address] -= 1
            if not self._served[connection.address]:
                del self._served[connection.address]
            found = next((one for one in self._waiting if self._allows(one.address)), None)
            if found is not None:
                self._waiting.remove(found)
            return found

    def _allows(self, address: str) -> bool:
        strangers = sum(number for one, number in self._served.items() if one not in self.kept)
        room = self._served.total() < THREADS and (address in self.kept or strangers < THREADS - KEPT_THREADS)
        return room and self._served[address] < THREADS_OF_ONE
