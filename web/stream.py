"""Sends the whole view to every open page as soon as it changes, and a heartbeat each second."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, current_app

from companion.language import speaking, spoken
from web.problems import WORDS, Problem

bp = Blueprint("stream", __name__)

BEAT = 1.0
"""Seconds between two heartbeats; a page that hears none for three says so."""

MOST = 56
"""Streams at once: each holds a thread, and some must stay free for the taps."""

_open = threading.BoundedSemaphore(MOST)


@bp.get("/stream")
def stream() -> Response:
    """Answer with ``view`` events (latest wins) and ``beat`` events that never end."""
    if not _open.acquire(blocking=False):
        code, text = WORDS[503]
        raise Problem(503, code, str(text))
    answer = Response(_Events(current_app.extensions["table"], spoken()), mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@bp.get("/view.json")
def view() -> Response:
    """Answer with the newest view once."""
    return Response(_text(current_app.extensions["table"].view()), mimetype="application/json")


class _Events:
    """The events of one page; closing it, even before the first event, frees its place."""

    def __init__(self, table: Any, language: str) -> None:
        self._events = _events(table, language)
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


def _events(table: Any, language: str) -> Iterator[str]:
    yield "retry: 1000\n\n"
    seen = -1
    while True:
        with speaking(language):  # not while it waits: what else runs in this thread speaks for itself
            newest = table.view()
        if newest["version"] != seen:
            seen = newest["version"]
            yield f"id: {seen}\nevent: view\ndata: {_text(newest)}\n\n"
        yield f"event: beat\ndata: {seen}\n\n"
        table.wait(seen, BEAT)


def _text(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False, separators=(",", ":"))
