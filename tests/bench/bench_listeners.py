"""Delays with many listeners: of a tap while listeners hang, and from a tap at one of 200 tables to the room's page."""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from companion.feed.feed import Feed, Message, Place, packed
from companion.feed.making import event, state
from companion.table import Table
from hardware.broker import Broker
from hardware.hall import Hall
from hardware.settings import Listeners
from tests.bench import bench, percentile
from tests.companion import evenings
from tests.evenings.program import Program
from tests.hardware.mosquitto import Mosquitto
from web.room import create_app

TAPS = 400
PAUSE = 0.03
"""Seconds between two taps."""
STREAMS = 12
"""Number of feed streams whose listeners read nothing."""
TABLES, RATE, SECONDS = 200, 50, 30.0
"""Number of tables in the room, their events per second together, and the duration in seconds."""


@bench("listeners", unit="ms", limit=1)
def listeners() -> float:
    """Delay (p99) that a hanging webhook, a hanging broker and unread streams add to a tap, measured in turn."""
    with ExitStack() as stack:
        # accepts connections, never answers
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=64))
        port = silent.getsockname()[1]
        bare, heard = (stack.enter_context(tempfile.TemporaryDirectory(dir=_memory())) for _ in range(2))
        Path(heard, "servi.toml").write_text(
            f'[feed]\nwebhook = "http://127.0.0.1:{port}/"\nbroker = "mqtt://127.0.0.1:{port}"\n'
        )
        programs = [Program(Path(folder)) for folder in (bare, heard)]
        try:
            for program in programs:
                assert program.post("/start", {"setup": evenings.setup()})[0] == 200
            for _ in range(STREAMS):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", programs[1].port)))
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                one.sendall(b"GET /feed HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % programs[1].port)
            taps: list[list[float]] = [[], []]
            for at in range(2 * TAPS):
                taps[at % 2].append(_tap(programs[at % 2], at))
                time.sleep(PAUSE)
        finally:
            for program in programs:
                program.kill()
    rows = [", ".join(f"p{p} {percentile(one, p / 100):.1f}" for p in (50, 95, 99)) for one in taps]
    print(f"bare: {rows[0]} ms; with listeners: {rows[1]} ms", file=sys.stderr)
    return percentile(taps[1], 0.99) - percentile(taps[0], 0.99)


def _memory() -> str | None:
    """Return a folder in memory, because disk delays would hide those of listeners; None if there is none."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _tap(program: Program, at: int) -> float:
    giver, taker = ("A", "B") if at % 4 < 2 else ("B", "A")
    fact = {"type": "MoneyMoved", "giver": giver, "taker": taker, "amount": 100}
    begun = time.perf_counter()
    status, answer = program.post("/command", {"seen": None, "fact": fact})
    assert status == 200, answer
    return (time.perf_counter() - begun) * 1000


class Canned(Feed):
    """The feed of a table that repeats a recorded game; ``tap`` advances it by one event."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(table, name)
        self.at = 1
        self._now, self._lines = table.snapshot(), table.history()

    def tap(self) -> None:
        self.at += 1

    def _message(self, number: int) -> Message:
        line = self._lines[(number - 1) % len(self._lines)]
        return packed(event(line, 1, self.name))._replace(number=number)

    def read(self, place: Place) -> tuple[list[Message], Place]:
        if place.number == self.at and place.version == 1:
            return [], place
        found = [self._message(number) for number in range(max(place.number, 1) + 1, self.at + 1)]
        now = packed(state(self._now, self.name, began=time.time()))
        now = now._replace(data=now.data.replace(b'"number":%d' % self._now.number, b'"number":%d' % self.at, 1))
        return [*found, now], Place(1, self.at, 1)


@bench("room", unit="ms", limit=500, short=False)
def room() -> float:
    """Delay (p99) from a tap to the room's page through a real Mosquitto, with 200 tables and 50 events a second."""
    with tempfile.TemporaryDirectory() as folder:
        mosquitto = Mosquitto(Path(folder))
        table = evenings.table(Path(folder) / "table", seats=4)
        wanted = Listeners(broker=f"mqtt://127.0.0.1:{mosquitto.port}")
        hall = Hall(wanted)
        hall.start()
        feeds = [Canned(table, f"t{at}") for at in range(TABLES)]
        brokers = [Broker(feed, wanted) for feed in feeds]
        tapped: dict[tuple[str, int], float] = {}
        delays: list[float] = []
        over = threading.Event()

        def look() -> None:
            for part in create_app(hall).test_client().get("/tables").response:
                if over.is_set():
                    return
                seen = time.perf_counter()
                news = json.loads(part.partition(b"data: ")[2])
                for name, one in news["tables"].items() if isinstance(news, dict) else ():
                    if begun := tapped.pop((name, one["state"].get("number", 0)), None):
                        delays.append((seen - begun) * 1000)

        watcher = threading.Thread(target=look, daemon=True)
        try:
            for broker in brokers:
                broker.start(wanted)
            while len(hall.wait(-1, 1)[1]["tables"]) < TABLES:
                time.sleep(0.2)
            watcher.start()
            end = time.perf_counter() + SECONDS
            at = 0
            while time.perf_counter() < end:
                feed, broker = feeds[at % TABLES], brokers[at % TABLES]
                tapped[f"t{at % TABLES}", feed.at + 1] = time.perf_counter()
                feed.tap()
                broker._news.set()  # wake the broker, as a table does after a change
                at += 1
                time.sleep(1 / RATE)
            time.sleep(1)
        finally:
            over.set()
            table.closed.set()
            for broker in brokers:
                broker.client.disconnect()
                broker.client.loop_stop()
            hall.stop()
            mosquitto.kill()
            table.close()
    row = ", ".join(f"p{p} {percentile(delays, p / 100):.0f}" for p in (50, 95, 99))
    print(f"{len(delays)} of {at} taps seen: {row} ms; missing {len(tapped)}", file=sys.stderr)
    return percentile(delays, 0.99)
