"""Sends the whole view to every open page as soon as it changes, and a heartbeat each second.

The page of a seat also gets what only its holder may see, as events of its own: the common view holds nothing of it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from companion.language import speaking, spoken
from web.problems import WORDS, Problem
from web.seats import TABLE_PAGE, held_seat, holder_of

bp = Blueprint("stream", __name__)

BEAT = 1.0
"""Seconds between two heartbeats; a page that hears none for three says so."""

MOST = 56
"""Streams at once: each holds a thread, and some must stay free for the taps."""

KEPT = 8
"""So many views are kept for pages that lag behind; one that lags farther gets the newest."""

_open = threading.BoundedSemaphore(MOST)


@bp.get("/stream")
def stream() -> Response:
    """Answer with ``view`` events (latest wins) and ``beat`` events that never end.

    ``?seat=A`` from the browser that holds this seat adds ``secrets`` events, for as long as it holds it.
    """
    if not _open.acquire(blocking=False):
        code, text = WORDS[503]
        raise Problem(503, code, str(text))
    wanted = request.args.get("seat")
    written = current_app.extensions.setdefault("written", Written())
    events = _Events(_events(current_app.extensions["table"], written, spoken(), holder_of(wanted) if wanted else None))
    answer = Response(events, mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@bp.get("/view.json")
def view() -> Response:
    """Answer with the newest view once."""
    return Response(_text(current_app.extensions["table"].view()), mimetype="application/json")


@bp.get("/plays.json")
def plays() -> Response:
    """Answer with what a card may do now; only its holder's page is answered with a look at his hand."""
    seat, card = request.args.get("seat", "")[:40], request.args.get("card", "")[:20]
    held = held_seat() if request.headers.get(TABLE_PAGE) == "seat" else None
    own = held is not None and held["id"] == seat
    table = current_app.extensions["table"]
    return jsonify({"plays": table.plays(seat, card, own=own)})


class _Events:
    """The events of one page; closing it, even before the first event, frees its place."""

    def __init__(self, events: Iterator[str]) -> None:
        self._events = events
        self._held = True

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        self._events.close()  # type: ignore[attr-defined]
        if self._held:
            self._held = False
            _open.release()


class Written:
    """The newest views as text in each language: written once for all pages, kept for one that lags a little behind."""

    def __init__(self) -> None:
        self._texts: dict[str, dict[int, str]] = {}
        self._lock = threading.Lock()

    def since(self, seen: int, view: dict[str, Any], language: str) -> list[tuple[int, str]]:
        """Return version and text of ``view`` and, before it, of those that a page missed after ``seen`` (-1: new here)."""
        version = int(view["version"])
        with self._lock:
            texts = self._texts.setdefault(language, {})
            if version not in texts:
                texts[version] = _text(view)
                for old in sorted(texts)[:-KEPT]:
                    del texts[old]
            missed = [v for v in sorted(texts) if 0 <= seen < v < version]
            return [(v, texts[v]) for v in missed] + [(version, texts.get(version) or _text(view))]


def _events(table: Any, written: Written, language: str, holder: Callable[[], str | None] | None) -> Iterator[str]:
    yield "retry: 1000\n\n"
    seen = -1
    while True:
        with speaking(language):  # not while it waits: what else runs in this thread speaks for itself
            newest = table.view()
            seat = holder() if holder else None
            own = table.secrets(seat) if seat else {}
        if newest["version"] != seen:
            if holder:
                yield f"event: secrets\ndata: {_text(own)}\n\n"
            for version, text in written.since(seen, newest, language):
                yield f"id: {version}\nevent: view\ndata: {text}\n\n"
            seen = newest["version"]
        yield f"event: beat\ndata: {seen}\n\n"
        table.wait(seen, BEAT)


def _text(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False, separators=(",", ":"))
