"""Seeded nonsense for every address and every fact: none of it causes a server error."""

from __future__ import annotations

import errno
import itertools
import json
import os
from random import Random
from typing import Any

import pytest

from companion import players
from companion.facts import TYPES
from companion.table import Table
from tests.web import hostile
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table

REQUESTS, FACTS = 500, 575
"""Number of requests and of facts for each seed; with ``--slow`` there are 10 000 and 23 000 in all."""
PAIRS = [*itertools.product(TYPES, TYPES), *itertools.product(hostile.CORRECTIONS[:2], [*TYPES] * 20)]
"""Types of an outer and an inner fact; in about half the outer is ``Amended`` or ``Inserted``, which alone hold a fact."""


def seeds(whole: int, short: int) -> list[Any]:
    return [*range(short), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(short, whole))]


def pages(browser: Browser) -> list[str]:
    """Return the addresses of all pages and data without an argument."""
    rules = browser.client.application.url_map.iter_rules()
    endless = ("/stream", "/feed")
    return [one.rule for one in rules if "GET" in (one.methods or ()) and not one.arguments and one.rule not in endless]


def draw_all(browser: Browser, number: int, why: Any) -> None:
    """Draw every page, for now and for the moments before and after each of the two newest facts."""
    past = [f"/{place}/{one}.json" for one in range(max(1, number - 1), number + 1) for place in ("at", "before")]
    for page in [*pages(browser), *past, "/seat/A", "/plays.json?seat=A&card=x"]:
        assert browser.get(page).status_code < 500, (page, why)


def begin(table: Table, browser: Browser, chance: Random) -> None:
    """Start an evening of any game and play some facts."""
    assert browser.post("/start", {"setup": hostile.form(chance)}).status_code == 200
    for _ in range(12):
        play_on(table, chance)


def play_on(table: Table, chance: Random) -> None:
    evening = table.evening()
    if evening is not None and (answer := players.turn(evening.play, chance)) is not None:
        table.submit(answer)


@pytest.mark.parametrize("seed", seeds(20, 2))
def test_no_request_breaks_the_server(table: Table, browser: Browser, seed: int, caplog: Any) -> None:
    chance = Random(seed)
    app = browser.client.application
    for number in range(REQUESTS):
        if table.evening() is None or number % 100 == 0:
            begin(table, browser, chance)
        assert (evening := table.evening()) is not None
        asked = hostile.request(chance, app, evening)
        answer = browser.client.open(**asked)
        assert answer.status_code < 500, (asked, caplog.text[-3000:])
        answer.close()
    draw_all(browser, evening.number, seed)


@pytest.mark.parametrize("seed", seeds(40, 1))
def test_no_fact_around_another_stops_a_page(table: Table, browser: Browser, seed: int, caplog: Any) -> None:
    chance = Random(seed)
    kept: list[Any] = []
    for number in range(FACTS):
        if number % 100 == 0:
            kept.clear()
            begin(table, browser, chance)
        if chance.random() < 0.2:
            play_on(table, chance)
        assert (evening := table.evening()) is not None
        fact = hostile.wrapped(chance, *PAIRS[(seed * FACTS + number) % len(PAIRS)], evening)
        asked = json.dumps({"fact": fact, "force": chance.random() < 0.8})
        answer = browser.post(chance.choice(("/command", "/command", "/preview")), asked)
        assert answer.status_code < 500, (fact, caplog.text[-3000:])
        if answer.status_code == 200:
            kept.append(fact)
            assert browser.get("/view.json").status_code == 200, (kept, caplog.text[-3000:])
        if number % 50 == 49:
            draw_all(browser, evening.number, (kept, caplog.text[-3000:]))
    reopened = Table(table.folder)
    assert reopened.history() == table.history(), "a restart shows the same evening"
    reopened.close()


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("seed", seeds(6, 1))
def test_a_full_disk_breaks_nothing_and_is_said(
    table: Table, browser: Browser, seed: int, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    begin(table, browser, chance)
    pages_now = table.journal._db.execute("PRAGMA page_count").fetchone()[0]
    table.journal._db.execute(f"PRAGMA max_page_count = {pages_now}")
    monkeypatch.setattr(os, "fsync", full)
    for _ in range(REQUESTS):
        if (evening := table.evening()) is None:
            browser.post("/resume", {"id": 1})
            continue
        asked = hostile.request(chance, browser.client.application, evening)
        answer = browser.client.open(**asked)
        assert answer.status_code < 500 or answer.status_code == 507, (asked, caplog.text[-3000:])
        answer.close()
    for path, body in (("/pin", {"pin": "1234"}), ("/new-box", {"name": "x", "game": "home_casino"})):
        answer = browser.post(path, body)
        assert (answer.status_code, answer.json["code"]) == (507, "CANNOT_WRITE")
    draw_all(browser, evening.number if evening else 1, seed)
