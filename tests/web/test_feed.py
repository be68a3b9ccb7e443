"""``/feed``: what happens at the table, for other programs."""

from __future__ import annotations

import html
import json
from random import Random
from types import SimpleNamespace
from typing import Any

from companion.feed.feed import Feed, without_password
from companion.table import Table
from tests.companion import evenings
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table
from tests.web.test_stream import events


def read(answer: Any, number: int) -> list[tuple[str, Any]]:
    """Return the next messages of a stream."""
    found = events(answer)
    return [(name, json.loads(data)) for name, data in (next(found) for _ in range(number))]


def test_a_listener_hears_the_state_then_every_fact(browser: Browser, table: Table) -> None:
    assert table.start(evenings.setup()).ok
    answer = browser.get("/feed")
    assert answer.mimetype == "text/event-stream"
    found = events(answer)
    assert next(found)[0] == "state"
    seen = table.snapshot().number
    evenings.play_on(table, Random(1), 3)
    rows = [(name, json.loads(data)) for name, data in (next(found) for _ in range(table.snapshot().number - seen + 1))]
    assert [row["number"] for name, row in rows if name == "event"] == list(range(seen + 1, table.snapshot().number + 1))
    assert rows[-1][0] == "state" and rows[-1][1]["number"] == table.snapshot().number
    answer.close()


def test_a_listener_that_comes_back_hears_what_it_missed(browser: Browser, table: Table) -> None:
    assert table.start(evenings.setup()).ok
    evenings.play_on(table, Random(1), 5)
    last = table.snapshot().number
    for answer in (
        browser.get("/feed", Last_Event_ID=f"{table.playing}.2"),
        browser.get(f"/feed?after={table.playing}.2"),
    ):
        *rows, (name, state) = read(answer, last - 1)
        assert [row["number"] for _, row in rows] == list(range(3, last + 1))
        assert name == "state" and state["evening"] == table.playing
        answer.close()


def test_the_schema_is_served(browser: Browser) -> None:
    assert "Event" in json.loads(browser.get("/feed.schema.json").text)["$defs"]


def test_only_photographs_of_the_evening_in_play_are_served(browser: Browser, table: Table) -> None:
    assert table.start(evenings.setup()).ok
    assert browser.get(f"/feed/{table.playing}/1.jpg").status_code == 404
    assert browser.get("/feed/99/1.jpg").status_code == 404


def test_the_page_names_who_listens_without_their_passwords(browser: Browser, table: Table) -> None:
    feed: Feed = browser.client.application.extensions["feed"]
    assert "Personne n'est nommé." in html.unescape(browser.get("/connect").text)
    broker, hook = "mqtts://servi:s3cret@broker.local", "https://me:s3cret@hook.example/x?key=s3cret"
    for address, trouble in ((broker, ""), (hook, "HTTP 500")):
        feed.sent[without_password(address)] = SimpleNamespace(trouble=trouble)
    text = html.unescape(browser.get("/connect").text)
    assert "s3cret" not in text and "mqtts://broker.local" in text and "HTTP 500" in text and "http://localhost/overlay" in text
