"""The stream: it sends complete views and a heartbeat each second. A page that lags far gets only the newest views."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path
from typing import Any

from waitress.wasyncore import close_all  # type: ignore[import-untyped]

from companion.language import speaking
from companion.snapshot import Snapshot
from companion.table import Table
from tests import pages, waiting
from tests.companion.evenings import setup
from tests.web.conftest import Browser
from tests.web.fake_table import FakeTable
from tests.web.states import states
from web import make_server, stream
from web.drawing import drawn


def events(answer: Any) -> Any:
    """Yield (event, data) like a browser."""
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
    assert json.loads(data) == pages.view(table)
    assert next(read)[0] == "beat"
    answer.close()


def test_every_change_comes_once_and_in_order(browser: Browser, table: FakeTable) -> None:
    answer = browser.get("/stream")
    read = events(answer)
    next(read), next(read)
    for name in ("stake", "sell", "throw"):
        table.show(states()[name])
    seen = [json.loads(data)["questions"][0]["kind"] for event, data in (next(read), next(read), next(read))]
    assert seen == ["stake", "sell", "throw"]
    assert next(read)[0] == "beat"
    answer.close()


def test_a_quiet_table_still_beats(browser: Browser, monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "BEAT", 0.05)
    answer = browser.get("/stream")
    read = events(answer)
    assert [next(read)[0] for _ in range(4)] == ["view", "beat", "beat", "beat"]
    answer.close()


def test_streams_end_with_the_program(browser: Browser, table: FakeTable, monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "BEAT", 0.05)
    read = events(browser.get("/stream"))
    assert next(read)[0] == "view"
    table.closed.set()
    assert {name for name, *_ in read} <= {"beat"}  # the loop ends here


def event(version: int, language: str = "fr") -> bytes:
    """Return the event that a page gets from an empty table."""
    with speaking(language):
        told = json.dumps(drawn(Snapshot(version=version)), ensure_ascii=False, separators=(",", ":"))
    return f"id: {version}\nevent: view\ndata: {told}\n\n".encode()


def test_a_page_that_lags_a_little_gets_every_view_and_one_that_lags_far_the_newest() -> None:
    table = FakeTable()
    written = stream.Written(table)
    with written.read_in("fr"):
        for _ in range(60):
            table.show(Snapshot())
        last = pages.view(table)["version"]
        assert [number for number, _ in written.since(last - 4, "fr")] == [*range(last - 3, last + 1)]
        assert [number for number, _ in written.since(2, "fr")] == [*range(last + 1 - stream.KEPT, last + 1)]
        assert written.since(-1, "fr") == [(last, event(last))]
        with written.read_in("en"):
            assert written.since(last - 1, "en") == [(last, event(last, "en"))]


def test_a_view_that_nobody_asked_for_in_time_is_written_all_the_same(tmp_path: Path) -> None:
    """After quick commands, a waiting page gets the view of each."""
    table = Table(tmp_path)
    written = stream.Written(table)
    with written.read_in("fr"):
        (seen, _), *_ = written.since(-1, "fr")
        table.refresh()
        table.show_panel(None)
        table.refresh()
        assert [number for number, _ in written.since(seen, "fr")] == [seen + 1, seen + 2, seen + 3]
    table.close()


def test_a_view_that_cannot_be_made_for_the_pages_takes_nothing_back(tmp_path: Path, caplog: Any) -> None:
    table = Table(tmp_path)

    def broken() -> None:
        raise RuntimeError("no view")

    table.listen(broken)
    assert table.start(setup(2)).ok
    assert "no view" in caplog.text
    table.close()


class Channel:
    """A page's connection as ``Streams`` uses it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.total_outbufs_len = 0
        self.open = True
        self.channel = self

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def leave(self) -> None:
        self.open = False

    def seen(self) -> list[int]:
        """Return the versions that this page got."""
        return [int(part.split(b"\n", 1)[0]) for one in self.written for part in one.split(b"id: ")[1:]]


def until(true: Any) -> None:
    assert waiting.until(true), "it never came"


def test_a_page_that_reads_nothing_holds_up_no_other(monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "BEAT", 0.02)
    table = FakeTable()
    written, streams = stream.Written(table), stream.Streams(table)
    full, quick = Channel(), Channel()
    full.total_outbufs_len = stream.WAITING + 1
    for one in (full, quick):
        streams.add(one, stream.PageStream(table, written, "fr"))
    versions = [pages.view(table)["version"]]
    for _ in range(3):
        table.show(Snapshot())
        versions.append(pages.view(table)["version"])
    until(lambda: quick.seen() == versions)
    assert not full.written
    full.total_outbufs_len = 0
    until(lambda: full.seen() == versions[-1:])
    quick.open = False
    until(lambda: quick not in streams._open)
    assert full in streams._open
    table.closed.set()
    until(lambda: not streams._open and not full.open)
    until(lambda: not streams._writes)


def test_a_stream_that_breaks_ends_alone(monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setattr(stream, "BEAT", 0.02)
    table = FakeTable()
    written, streams = stream.Written(table), stream.Streams(table)
    broken, whole = Channel(), Channel()

    def holder() -> str:
        raise RuntimeError("no holder")

    streams.add(whole, stream.PageStream(table, written, "fr"))
    streams.add(broken, stream.PageStream(table, written, "fr", holder))
    until(lambda: not broken.open)
    assert "no holder" in caplog.text
    assert [*streams._open] == [whole]
    table.closed.set()
    until(lambda: not streams._writes)


def test_what_a_page_has_read_is_held_no_longer(monkeypatch: Any) -> None:
    monkeypatch.setattr(stream, "_text", lambda view: json.dumps(view) + " " * 20_000)
    served = FakeTable()
    server = make_server(served, "127.0.0.1", 0)
    loop = threading.Thread(target=server.run, daemon=True)
    loop.start()
    address = ("127.0.0.1", int(server.effective_port))
    with socket.create_connection(address) as page:
        page.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % address[1])
        reader = page.makefile("rb")
        for _ in range(2):  # two views fit in a buffer; waitress would replace a full one
            served.show(Snapshot())
            version = f"id: {pages.view(served)['version']}\n".encode()
            assert any(line == version for line in iter(reader.readline, b""))
        channel = next(iter(server.active_channels.values()))
        until(lambda: not channel.total_outbufs_len)
        until(lambda: all(not one.strbuf and one.buf is None for one in channel.outbufs))
        reader.close()
    served.closed.set()
    server.task_dispatcher.shutdown()
    server.trigger.pull_trigger(lambda: close_all(server._map, ignore_all=True))
    loop.join()
