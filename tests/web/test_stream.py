"""The stream: the whole view, latest wins, a heartbeat each second, and its place given back."""

from __future__ import annotations

import json
import threading
from typing import Any

from tests.web.conftest import Browser
from tests.web.fake_table import FakeTable, states
from web import stream


def events(answer: Any) -> Any:
    """Yield (event, data) as a browser would read them."""
    text = ""
    for piece in answer.response:
        text += piece.decode() if isinstance(piece, bytes) else piece
        while "\n\n" in text:
            block, text = text.split("\n\n", 1)
            fields = dict(line.split(": ", 1) for line in block.splitlines())
            if "event" in fields:
                yield fields["event"], fields["data"]


def test_the_first_event_is_the_whole_view(browser: Browser, table: FakeTable) -> None:
    answer = browser.get("/stream")
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    read = events(answer)
    name, data = next(read)
    assert name == "view"
    assert json.loads(data) == table.view()
    assert next(read)[0] == "beat"
    answer.close()


def test_a_change_comes_at_once_and_only_the_latest(browser: Browser, table: FakeTable) -> None:
    answer = browser.get("/stream")
    read = events(answer)
    next(read), next(read)
    for name in ("stake", "sell", "throw"):
        table.show(states()[name])
    seen = [
        json.loads(data)["questions"][0]["kind"]
        for event, data in (next(read), next(read), next(read))
        if event == "view"
    ]
    assert seen == ["throw"]
    answer.close()


def test_a_quiet_table_still_beats(browser: Browser, monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "BEAT", 0.05)
    answer = browser.get("/stream")
    read = events(answer)
    assert [next(read)[0] for _ in range(4)] == ["view", "beat", "beat", "beat"]
    answer.close()


def test_too_many_streams_are_told_so_and_a_closed_one_makes_room(browser: Browser, monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "_open", threading.BoundedSemaphore(2))
    first, second = browser.get("/stream"), browser.get("/stream")
    third = browser.get("/stream")
    assert third.status_code == 503
    assert "Fermez" in third.json["text"]
    first.close()
    assert browser.get("/stream").status_code == 200
    second.close()


def test_a_page_that_lags_a_little_gets_every_view_and_one_that_lags_far_the_newest() -> None:
    written = stream.Written()
    views = [{"version": number} for number in range(1, 21)]
    sent = [written.since(view["version"] - 1, view, "fr") for view in views[:-1]]
    assert [[number for number, _ in one] for one in sent] == [[number] for number in range(1, 20)]
    assert [number for number, _ in written.since(16, views[-1], "fr")] == [17, 18, 19, 20]
    assert [number for number, _ in written.since(2, views[-1], "fr")] == [*range(21 - stream.KEPT, 21)]
    assert written.since(-1, views[-1], "fr") == [(20, '{"version":20}')]
    assert written.since(19, views[-1], "en") == [(20, '{"version":20}')]
