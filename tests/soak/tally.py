"""The counts of a soak, and requests that are counted."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.evenings.program import Program

PATIENCE = 20.0
"""Timeout, in seconds, of each request and between two events of a stream."""

TAPS = ("/command", "/hand-over", "/undo", "/pending", "/panel/press")
"""Commands whose answers are timed."""


@dataclass(slots=True)
class Tally:
    """Counts of a soak. ``up`` is set while the program must answer; ``starts`` counts its starts."""

    program: Program
    up: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)
    storing: threading.RLock = field(default_factory=threading.RLock)
    """Lock that is held while the program is down, and while its files are read."""
    starts: int = 0
    kinds: set[str] = field(default_factory=set)
    """The kinds of dice that were read since the last start."""
    counts: Counter[str] = field(default_factory=Counter)
    taps: list[float] = field(default_factory=list)
    """Milliseconds from a command to its answer."""
    errors: list[str] = field(default_factory=list)

    def error(self, words: str) -> None:
        """Record something that must not happen."""
        self.errors.append(words)
        print(f"{time.strftime('%H:%M:%S')} error: {words}", flush=True)

    def wait_until_up(self) -> bool:
        """Wait until the program answers; return False once the soak is over."""
        while not self.over.is_set():
            if self.up.wait(0.2):
                return True
        return False


class Gone(Exception):
    """A request got no answer, because the program was ended or the connection failed."""


class Asker:
    """A person's device: an address, a cookie and a connection that stays open."""

    def __init__(self, tally: Tally, device: int, page: str = "table") -> None:
        self.tally, self.page, self.cookie = tally, page, ""
        self.address = f"127.0.0.{10 + device}"
        self._connection: http.client.HTTPConnection | None = None

    def connect(self) -> http.client.HTTPConnection:
        """Return a new connection from this device."""
        port = self.tally.program.port
        return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(self.address, 0))

    def headers(self) -> dict[str, str]:
        return {"X-Servi-Page": self.page, **({"Cookie": self.cookie} if self.cookie else {})}

    def ask(self, path: str, body: Any = None) -> tuple[int, bytes]:
        """Return status and answer; raise ``Gone`` if there is none, and record an error if the program was up."""
        start = self.tally.starts
        begun = time.perf_counter()
        try:
            status, text = self._exchange(path, body)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if self.tally.up.is_set() and self.tally.starts == start and not self.tally.over.is_set():
                self.tally.error(f"{path} was not answered: {error!r}")
            raise Gone from None
        self.tally.counts["requests"] += 1
        if path in TAPS:
            self.tally.taps.append(1000 * (time.perf_counter() - begun))
        if status >= 500:
            self.tally.error(f"{path} was answered {status}: {text[:300]!r}")
        return status, text

    def json(self, path: str, body: Any = None) -> Any:
        """Return the answer to a request as data, None unless it is 200."""
        status, text = self.ask(path, body)
        return json.loads(text) if status == 200 else None

    def _exchange(self, path: str, body: Any) -> tuple[int, bytes]:
        for attempt in range(2):
            fresh = self._connection is None
            one = self._connection = self._connection or self.connect()
            try:
                if body is None:
                    one.request("GET", path, headers=self.headers())
                else:
                    data = body if isinstance(body, bytes) else json.dumps(body).encode()
                    kind = "text/plain" if isinstance(body, bytes) else "application/json"
                    one.request("POST", path, data, {"Content-Type": kind, **self.headers()})
                answer = one.getresponse()
                text = answer.read()
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.close()
                if fresh or attempt:
                    raise
                continue  # the server had closed an idle connection; like a browser, ask again
            if cookie := answer.getheader("Set-Cookie"):
                self.cookie = cookie.partition(";")[0]
            if answer.will_close:
                self.close()
            return answer.status, text
        raise AssertionError("unreachable")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
