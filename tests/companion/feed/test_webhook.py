"""The webhook against a real server that refuses, hangs or cannot be reached; the table never waits for it."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.feed import webhook
from companion.feed.feed import Feed
from companion.feed.webhook import Webhook, poster
from companion.table import Table
from tests.companion import evenings

SECRET = "une clé"


class Listener(ThreadingHTTPServer):
    """A server that answers with ``status`` and stores the messages that it accepted."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.status, self.got, self.asked = 200, [], 0
        self.hangs = threading.Event()
        self.hangs.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    got: list[dict[str, Any]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"


class Answer(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        self.server.hangs.wait(30)
        signed = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
        assert hmac.compare_digest(self.headers["Servi-Signature"], signed)
        if self.server.status < 300:
            self.server.got.append({"name": self.headers["Servi-Message"], **json.loads(body)})
        self.send_response(self.server.status)
        self.send_header("Location", self.server.url)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def listener() -> Iterator[Listener]:
    server = Listener()
    yield server
    server.hangs.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = evenings.table(tmp_path)
    yield opened
    opened.close()


def hook(table: Table, listener: Listener) -> Webhook:
    return Webhook(Feed(table, "un"), poster(listener.url, SECRET), table.folder / webhook.FILE)


def numbers(listener: Listener) -> list[int]:
    return [one["number"] for one in listener.got if one["name"] == "event"]


@pytest.mark.parametrize("status", [302, 404, 500])
def test_what_was_refused_comes_again_in_order(table: Table, listener: Listener, status: int) -> None:
    sender = hook(table, listener)
    assert sender.send() and [one["name"] for one in listener.got] == ["state"]
    first = table.snapshot().number
    evenings.play_on(table, Random(1), 3)
    listener.status = status
    assert not sender.send() and sender.trouble == f"HTTP {status}"
    evenings.play_on(table, Random(2), 3)
    listener.status = 204
    assert sender.send() and not sender.trouble
    assert numbers(listener) == list(range(first + 1, table.snapshot().number + 1))
    assert listener.got[-1]["name"] == "state" and listener.got[-1]["number"] == table.snapshot().number


def test_a_restart_goes_on_where_it_stopped(table: Table, listener: Listener) -> None:
    sender = hook(table, listener)
    thread = threading.Thread(target=sender.run)
    thread.start()
    evenings.play_on(table, Random(1), 5)
    table.closed.set()
    table.refresh()
    thread.join(60)
    table.closed.clear()
    evenings.play_on(table, Random(2), 5)
    assert hook(table, listener).send()
    got = numbers(listener)
    assert sorted(set(got)) == list(range(min(got), table.snapshot().number + 1)), "each at least once"
    assert got == sorted(got)


def test_the_table_does_not_wait_for_a_listener_that_hangs(table: Table, listener: Listener) -> None:
    listener.hangs.clear()
    sender = hook(table, listener)
    sender.start()
    while not listener.asked:
        table.closed.wait(0.01)
    before = table.snapshot().number
    evenings.play_on(table, Random(1), 20)  # the table does not wait for an answer
    assert table.snapshot().number > before and not listener.got
    listener.hangs.set()
    while not listener.got or listener.got[-1]["number"] < table.snapshot().number:
        table.closed.wait(0.01)
    table.closed.set()


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "http://nowhere.invalid/", "http://[/"])
def test_an_address_that_cannot_be_reached_is_told(table: Table, url: str) -> None:
    sender = Webhook(Feed(table, "un"), poster(url, ""), None)
    assert not sender.send() and sender.trouble
