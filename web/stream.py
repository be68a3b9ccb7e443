"""The event stream of each open page: every new view, and a heartbeat each second.

A seat's page also gets its secrets, as separate events; the common view contains none.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.language import speaking, spoken
from companion.snapshot import Snapshot
from companion.table import Table
from companion.telling.reader import Reader
from web import here
from web.drawing import drawn, repainted
from web.seats import TABLE_PAGE, held_seat, holder_of

if TYPE_CHECKING:
    from web.drawing.shapes import Secrets, View

bp = Blueprint("stream", __name__)
log = logging.getLogger(__name__)


def init_app(app: Flask) -> None:
    """Create the views for the open pages."""
    app.extensions["written"] = Written(app.extensions["table"])


BEAT = 1.0
"""Seconds between two heartbeats; a page reports the lost connection after three missing ones."""

WAITING = 64 * 1024
"""Bytes buffered for a slow page before its stream waits."""

RETRY = b"retry: 1000\n\n"
"""The first event: a page that has lost its stream opens another one after a second."""

KEPT = 32
"""Number of views kept for slow pages."""


@bp.get("/stream")
def stream() -> Response:
    """Answer with an endless stream of ``view`` events (the latest wins) and ``beat`` events.

    ``?seat=A`` adds ``secrets`` events while this browser holds that seat.
    """
    wanted = request.args.get("seat")
    holder = holder_of(wanted) if wanted else None
    return answer(PageStream(here.table(), current_app.extensions["written"], spoken(), holder))


@bp.get("/view.json")
def view() -> Response:
    """Answer with the newest view once."""
    return Response(_text(drawn(here.now())), mimetype="application/json")


@bp.get("/plays.json")
def plays() -> Response:
    """Answer with a card's plays, now or ``?before`` a fact; only its holder's page learns what the hand allows."""
    seat, card = request.args.get("seat", "")[:40], request.args.get("card", "")[:20]
    held = held_seat() if request.headers.get(TABLE_PAGE) == "seat" else None
    own = held is not None and held.id == seat
    before = request.args.get("before", 0, type=int)
    found = here.table().plays(seat, card, own=own, before=max(0, before))
    rows = [{"use": p.use, "take": list(p.take), "build": p.build, "value": p.value} for p in found]
    return jsonify({"plays": rows})


class Written:
    """The newest views as events, by language; each view is written once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._last: dict[str, tuple[Snapshot, View]] = {}
        self._events: dict[str, dict[int, bytes]] = {}
        self._readers: Counter[str] = Counter()
        self._lock = threading.Lock()
        table.listen(self._write_all)

    @contextmanager
    def read_in(self, language: str) -> Iterator[None]:
        """Write each new view in this language while the block runs."""
        with self._lock:
            self._readers[language] += 1
        try:
            yield
        finally:
            with self._lock:
                self._readers[language] -= 1
                if not self._readers[language]:
                    del self._readers[language]
                    self._events.pop(language, None)
                    self._last.pop(language, None)

    def since(self, seen: int, language: str) -> list[tuple[int, bytes]]:
        """Return (version, event) of the kept views after ``seen``; for -1 only the newest."""
        self._write(language)
        with self._lock:
            found = sorted(self._events[language].items())
        return [one for one in found if one[0] > seen] if seen >= 0 else found[-1:]

    def _write_all(self) -> None:
        for language in [*self._readers]:
            self._write(language)

    def _write(self, language: str) -> None:
        now = self._table.snapshot()
        with self._lock:
            events = self._events.setdefault(language, {})
            if now.version in events:
                return
            with speaking(language):
                view = self._drawn(now, language)
            events[now.version] = f"id: {now.version}\nevent: view\ndata: {_text(view)}\n\n".encode()
            for old in sorted(events)[:-KEPT]:
                del events[old]

    def _drawn(self, now: Snapshot, language: str) -> View:
        """Return the view of a snapshot; if only the panel changed, the rest is reused."""
        before = self._last.get(language)
        same = before is not None and now.same_evening(before[0])
        view = repainted(before[1], now) if before and same else drawn(now)
        self._last[language] = (now, view)
        return view


LATER = 0.01
"""Delay of the streams for other programs, in seconds, so that the pages come first."""


class Stream:
    """The events for one listener; subclasses yield new ones in ``news``.

    ``later``: the listener is another program, so the pages of the table come first.
    """

    later = False

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seen = -1
        """The last written version of the table; the stream waits for a later one."""
        self._lock = threading.Lock()

    def news(self) -> Iterator[bytes]:
        """Yield packets of all new events and a heartbeat."""
        raise NotImplementedError

    def close(self) -> None:
        """Release what the stream holds; nothing by default."""

    def __iter__(self) -> Iterator[bytes]:
        """Yield the events as they come, until the table closes."""
        while not self.table.closed.is_set():
            yield from self.news()
            self.table.wait(self._seen, BEAT)

    def write(self, full: Callable[[], bool], write: Callable[[bytes], object]) -> None:
        """Write new events until the listener's buffer is full; the rest follows later, or newer views replace it."""
        with self._lock:
            if full():
                return  # compute what it has missed once there is room, not at each change
            for event in self.news():
                if full():
                    return
                write(event)


def answer(made: Stream) -> Response:
    """Answer with an endless stream of events; the server's ``Streams`` write it, if there is one."""
    detached = request.environ.get("servi.detaches") and request.method == "GET"
    if detached:
        request.environ["servi.stream"] = made
    found = Response(iter((RETRY,)) if detached else chain((RETRY,), made), mimetype="text/event-stream")
    if not detached:
        found.call_on_close(made.close)
    found.headers["X-Accel-Buffering"] = "no"
    return found


class PageStream(Stream):
    """The events of one page: each new view, the secrets of a seat while ``holder`` returns it, and heartbeats."""

    def __init__(
        self, table: Table, written: Written, language: str, holder: Callable[[], str | None] | None = None
    ) -> None:
        super().__init__(table)
        self._written, self._language, self._holder = written, language, holder
        self._seat = cast(str | None, None)
        self._reading = ExitStack()
        self._reading.enter_context(written.read_in(language))

    def close(self) -> None:
        self._reading.close()

    def news(self) -> Iterator[bytes]:
        """Yield the secrets if they may have changed, every new view, and a heartbeat with the last one."""
        views = self._written.since(self._seen, self._language)
        before = self._seat
        seat = self._holder() if self._holder else None
        if self._holder and (views or seat != before):
            with speaking(self._language):  # not around a yield, where other work may run
                own = secret_row(self.table.snapshot(), self.table.secrets(seat)) if seat else {"gone": True}
            yield f"event: secrets\ndata: {_text(own)}\n\n".encode()
            self._seat = seat
        last, view = views[-1] if views else (self._seen, b"")
        for version, event in views[:-1]:
            yield event
            self._seen = version
        yield b"%sevent: beat\ndata: %d\n\n" % (view, last)  # view and beat in a single packet
        self._seen = last


class Streams:
    """The open streams of a server. One thread writes to all, so that a page that reads nothing occupies no thread."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._open: dict[Any, Stream] = {}
        self._lock = threading.Lock()
        self._writes = False

    def add(self, task: Any, stream: Stream) -> None:
        """Continue the answer of a waitress task with this stream."""
        with self._lock:
            self._open[task] = stream
            if not self._writes:
                self._writes = True
                threading.Thread(target=self._run, name="streams", daemon=True).start()
        self._write(task, stream)

    def _run(self) -> None:
        """Write new events and heartbeats until no stream is open."""
        version = -1
        while True:
            version = self._table.wait(version, BEAT)
            with self._lock:
                here = [*self._open.items()]
                if not here:
                    self._writes = False
                    return
            for later in (False, True):
                if later and any(stream.later for _, stream in here):
                    time.sleep(LATER)
                for task, stream in here:
                    if stream.later is later:
                        self._write(task, stream)

    def _write(self, task: Any, stream: Stream) -> None:
        channel = task.channel
        if channel.open and not self._table.closed.is_set():
            try:
                stream.write(lambda: channel.total_outbufs_len > WAITING, task.write)
                return
            except Exception as error:  # a page that has gone, or a view that cannot be drawn
                if channel.open:
                    log.error("a stream broke", exc_info=error)
        with self._lock:
            if self._open.pop(task, None) is None:
                return
        stream.close()
        channel.leave()


def secret_row(now: Snapshot, secret: Mapping[str, Any]) -> Secrets:
    """Return the secrets of a seat, with their value in words."""
    text = Reader(now).words.total(secret) if secret else None
    return cast("Secrets", {**secret, **({"text": text} if text is not None else {})})


def _text(view: View | Secrets) -> str:
    return json.dumps(view, ensure_ascii=False, separators=(",", ":"))
