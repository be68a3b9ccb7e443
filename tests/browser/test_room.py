"""The page of the room: calling tables come first, absent tables are marked, and a lost broker is reported."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from waitress import create_server

from companion.feed.making import state
from companion.snapshot import Snapshot
from tests.browser.conftest import SCREENS, SMALL, at_sizes
from tests.companion import evenings
from tests.waiting import until
from web.room import create_app

pytestmark = pytest.mark.needs("chromium")
NOW = 1_790_000_000.0


class Tables:
    """A fake hall, whose content the test sets."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.version, self.trouble, self.went = 0, "", list[str]()
        self.tables: dict[str, dict[str, Any]] = {}
        self.wins: list[dict[str, Any]] = []

    def tell(self, **more: Any) -> None:
        with self.changed:
            vars(self).update(more)
            self.version += 1
            self.changed.notify_all()

    def wait(self, after: int, timeout: float) -> tuple[int, dict[str, Any]]:
        with self.changed:
            self.changed.wait_for(lambda: self.version > after, timeout)
            tables = {name: dict(one) for name, one in self.tables.items()}
            wins = [dict(one) for one in self.wins]
            return self.version, {"tables": tables, "names": sorted(tables), "wins": wins, "trouble": self.trouble}

    def answered(self, table: str) -> bool:
        self.went.append(table)
        return table in self.tables


def row(table: Snapshot, *, online: bool = True, now: float = NOW, **more: Any) -> dict[str, Any]:
    """Return a table as a hall reports it."""
    told = asdict(state(table, "x", began=now - 4000))
    return {"state": {**told, **more}, "online": online, "since": now - 300, "moved": now - 60}


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> list[Snapshot]:
    """Return a free table and a table of five."""
    table = evenings.table(tmp_path_factory.mktemp("room"), seats=5)
    evenings.play_on(table, Random(1), 20)
    playing = table.snapshot()
    table.close()
    return [Snapshot(), playing]


@pytest.fixture
def room(chrome: Any, snapshots: list[Snapshot]) -> Iterator[tuple[Any, Tables]]:
    free, playing = snapshots
    tables = Tables()
    tables.tell(
        tables={
            "table-1": row(free),
            "table-2": row(playing),
            "table-3": row(playing, online=False),
            "table-10": row(playing, help=True),
            "ludothèque": row(playing, winners=[playing.seats[0].id]),
        },
        wins=[{"evening": 3, "at": NOW, "game": "cassino", "names": ["Chloé", "Max"], "points": 21, "table": "table-2"}],
    )
    server = create_server(create_app(tables), host="127.0.0.1", port=0, threads=8)

    def serve() -> None:
        with suppress(OSError):  # closed during a request
            server.run()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    context = chrome.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.effective_port}/")
    page.locator(".salle-table").first.wait_for()
    yield page, tables
    context.close()
    tables.tell()  # wake the stream, so that it notices the closed page
    server.task_dispatcher.shutdown(timeout=5)
    server.close()
    thread.join(5)


def names(page: Any) -> list[str]:
    return [one.partition("\n")[0] for one in page.locator(".salle-table h2 span").all_inner_texts()]


def test_who_calls_comes_first_and_the_host_goes_there(room: tuple[Any, Tables]) -> None:
    page, tables = room
    assert names(page) == ["table-10", "ludothèque", "table-1", "table-2", "table-3"]
    assert page.locator("#compte").inner_text() == "5 tables · 1 libre"
    assert page.locator(".salle-table--absente").get_attribute("data-table") == "table-3"
    assert "Cassino" in page.locator("#gagnants").inner_text() and "Chloé, Max" in page.locator("#gagnants").inner_text()
    page.locator('[data-key="go-table-10"]').click()
    tables.tell(tables={**tables.tables, "table-10": {**tables.tables["table-10"], "state": tables.tables["table-2"]["state"]}})
    page.locator(".salle-table--appelle").wait_for(state="detached")
    assert until(lambda: tables.went == ["table-10"])  # the page may hear of the table before its own request arrives
    tables.tell(tables={"table-1": tables.tables["table-1"]}, trouble="unreachable")
    page.get_by_text("Le relais ne répond pas.").wait_for()
    assert names(page) == ["table-1"]


def test_the_room_fits_every_screen(room: tuple[Any, Tables]) -> None:
    page, _ = room
    assert at_sizes(page, {**SCREENS, **SMALL}) == []
