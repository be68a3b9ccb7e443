"""No two threads can wait for each other: whenever a thread holds two locks, it has taken them in the same order."""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.facts import encode
from companion.nightly import keep_backups
from companion.table import Table
from hardware.opening import open_buttons
from hardware.settings import Settings
from hardware.simulated import SimulatedEye
from tests.companion import evenings
from tests.web.conftest import Browser
from web import create_app
from web.stream import PageStream

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]
PAGES = ("/table", "/setup", "/history", "/panel", "/view.json", "/setup.json", "/history.json", "/after.json",
         "/machine.json", "/seats.json", "/at/2.json", "/before/2.json")  # fmt: skip


class Order:
    """The pairs of locks of which one was taken while the other was held; a lock is named by the line that made it."""

    def __init__(self) -> None:
        self.later: dict[str, set[str]] = defaultdict(set)
        self.mine = threading.local()

    def making(self, real: Callable[[], Any]) -> Callable[..., Lock]:
        def made(*_: object) -> Lock:
            frame = sys._getframe(1)
            while frame.f_code.co_filename == threading.__file__ and frame.f_back:
                frame = frame.f_back
            return Lock(self, real(), f"{frame.f_code.co_filename}:{frame.f_lineno}")

        return made

    def circle(self) -> list[str]:
        """Return a circle of locks, each taken while the one before it was held; [] if there is none."""

        def onward(path: list[str]) -> list[str]:
            for after in self.later.get(path[-1], ()):
                if after in path:
                    return path[path.index(after) :]
                if after not in done and (found := onward([*path, after])):
                    return found
            done.add(path[-1])
            return []

        done: set[str] = set()
        return next((found for one in [*self.later] if (found := onward([one]))), [])


class Lock:
    """A lock that records which locks its thread already holds."""

    def __init__(self, order: Order, real: Any, name: str) -> None:
        self._order, self._real, self._name = order, real, name

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        held = self._order.mine.__dict__.setdefault("held", [])
        if blocking:
            for other in held:
                if other is not self and self not in held:
                    self._order.later[other._name].add(self._name)
        taken = bool(self._real.acquire(blocking, timeout))
        if taken:
            held.append(self)
        return taken

    __enter__ = acquire

    def release(self) -> None:
        self._real.release()
        held = self._order.mine.__dict__.get("held", [])
        if self in held:  # a thread may release what another one took
            held.remove(self)

    def __exit__(self, *_: object) -> None:
        self.release()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> Iterator[Order]:
    """Record the order of all locks that the test makes."""
    noted = Order()
    with monkeypatch.context() as patched:
        patched.setattr(threading, "Lock", noted.making(threading.Lock))
        patched.setattr(threading, "RLock", noted.making(threading.RLock))
        yield noted


def test_locks_are_taken_in_one_order(tmp_path: Path, order: Order) -> None:
    def simulation(table: Table) -> Any:
        eye = SimulatedEye(Random(2))
        eye.follow(table)
        return eye

    table = Table(tmp_path, simulation=simulation, only_simulated=True)
    with closing(table):
        open_buttons(table, replace(Settings(), panel="mock"))
        keep_backups(table, tmp_path, run=lambda command: None)
        app = create_app(table)
        browser = Browser(app.test_client())
        streams = [PageStream(table, app.extensions["written"], language) for language in ("fr", "en")]
        for stream in streams:
            threading.Thread(target=lambda stream=stream: list(stream), daemon=True).start()
        assert browser.post("/start", {"setup": {"seats": SEATS}}).status_code == 200
        assert table.throw_simulated().ok
        assert table.looked_at(60)
        for _ in range(4):
            fact = evenings.next_fact(table.evening().play, Random(1))  # type: ignore[union-attr]
            browser.post("/command", {"seen": None, "fact": encode(fact)})
        for button in browser.get("/panel.json").json["buttons"]:
            for down in (True, False):
                browser.post("/panel/press", {"button": button, "down": down})
        for page in PAGES:
            assert browser.get(page, X_Servi_Page="table").status_code == 200, page
        assert browser.post("/preview", {"fact": {"type": "Voided", "target": 2}}).status_code == 200
        assert browser.post("/undo", {"seen": None}).status_code == 200
        assert browser.post("/end", {"seen": None}).status_code == 200
        assert browser.post("/delete-evening", {"id": 1}).status_code == 200
    assert sum(map(len, order.later.values())) > 8, "the locks of table, eye and pages meet"
    assert order.circle() == []
