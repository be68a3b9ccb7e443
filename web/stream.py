"""The event stream of each open page: every new view, and a heartbeat each second.

A seat's page also gets its secrets, as separate events; the common view contains none.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.language import speaking, spoken
from companion.snapshot import Snapshot
from companion.table import Table
from companion.telling.reader import Reader
from web import here
from web.drawing import drawn, repainted
from web.drawing.shapes import Secrets, View
from web.problems import WORDS, Problem
from web.seats import TABLE_PAGE, held_seat, holder_of

bp = Blueprint("stream", __name__)


def init_app(app: Flask) -> None:
    """Create the views for the open pages."""
    app.extensions["written"] = Written(app.extensions["table"])


BEAT = 1.0
"""Seconds between two heartbeats; a page reports the lost connection after three missing ones."""

MOST = 56
"""Maximum number of streams: each holds one of the server's 64 threads, and commands need some."""

KEPT = 32
"""Number of views kept for slow pages."""

_open = threading.BoundedSemaphore(MOST)


@bp.get("/stream")
def stream() -> Response:
    """Answer with an endless stream of ``view`` events (the latest wins) and ``beat`` events.

    ``?seat=A`` adds ``secrets`` events while this browser holds that seat.
    """
    if not _open.acquire(blocking=False):
        code, text = WORDS[503]
        raise Problem(503, code, str(text))
    wanted = request.args.get("seat")
    table, written = here.table(), current_app.extensions["written"]
    events = _Events(_events(table, written, spoken(), holder_of(wanted) if wanted else None))
    answer = Response(events, mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@bp.get("/view.json")
def view() -> Response:
    """Answer with the newest view once."""
    return Response(_text(drawn(here.now())), mimetype="application/json")


@bp.get("/plays.json")
def plays() -> Response:
    """Answer with the plays of a card, now or ``?before`` a fact; only its holder's page learns what the hand allows."""
    seat, card = request.args.get("seat", "")[:40], request.args.get("card", "")[:20]
    held = held_seat() if request.headers.get(TABLE_PAGE) == "seat" else None
    own = held is not None and held.id == seat
    before = request.args.get("before", 0, type=int)
    found = here.table().plays(seat, card, own=own, before=max(0, before))
    rows = [{"use": p.use, "take": list(p.take), "build": p.build, "value": p.value} for p in found]
    return jsonify({"plays": rows})


class _Events:
    """The events of one page's stream; closing it frees its place among ``MOST``, even before the first event."""

    def __init__(self, events: Iterator[bytes]) -> None:
        self._events = events
        self._held = True

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._events)

    def close(self) -> None:
        self._events.close()  # type: ignore[attr-defined]
        if self._held:
            self._held = False
            _open.release()


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


def _events(table: Table, written: Written, language: str, holder: Callable[[], str | None] | None) -> Iterator[bytes]:
    yield b"retry: 1000\n\n"
    seen, seat = -1, None
    with written.read_in(language):
        while not table.closed.is_set():
            news = written.since(seen, language)
            before, seat = seat, holder() if holder else None
            if holder and (news or seat != before):
                with speaking(language):  # not for the whole loop, since other work may run at a yield
                    own = secret_row(table.snapshot(), table.secrets(seat)) if seat else Secrets(gone=True)
                yield f"event: secrets\ndata: {_text(own)}\n\n".encode()
            seen = news[-1][0] if news else seen
            views = [event for _, event in news]
            yield from views[:-1]
            yield b"%sevent: beat\ndata: %d\n\n" % (b"".join(views[-1:]), seen)  # view and beat in a single packet
            table.wait(seen, BEAT)


def secret_row(now: Snapshot, secret: Mapping[str, Any]) -> Secrets:
    """Return the secrets of a seat, with their value in words."""
    text = Reader(now).words.total(secret) if secret else None
    return cast(Secrets, {**secret, **({"text": text} if text is not None else {})})


def _text(view: View | Secrets) -> str:
    return json.dumps(view, ensure_ascii=False, separators=(",", ":"))
