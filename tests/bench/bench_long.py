"""Delays of taps and pages in a long evening while four people view the past."""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from companion.journal import Journal
from tests.bench import bench, percentile
from tests.companion import evenings
from tests.evenings.program import Program
from tests.memory import proportional

FACTS = 20_000
SETTLED = 10.0
"""Seconds after the start in which the program prepares corrections and views of the past."""
PEOPLE = 4
SECONDS = 20.0
PAUSE = 0.1
"""Seconds between two taps."""
THINKING = 0.25
"""Seconds for which a reader looks at a page."""
UNDONE, READING = 3, 2.0
"""Number of facts undone in a row, and seconds before each."""
STEPS = 3
"""Moments that a reader views at one place before the next jump."""


@dataclass(slots=True)
class Waits:
    """Delays in milliseconds; ``start``: from the start of the program to its first view."""

    start: float = 0.0
    taps: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    undone: list[float] = field(default_factory=list)
    first: float = 0.0
    memory: float = 0.0
    """The largest proportional memory of the program and its workers, in megabytes."""


@bench("long", unit="ms", limit=50)
def long() -> float:
    """Delay (p99) of a tap in an evening of 20 000 facts while four people view the past."""
    return percentile(leafed().taps, 0.99)


@bench("leaf", unit="ms", limit=300)
def leaf() -> float:
    """Delay (p99) of a page of the past in the same evening."""
    return percentile(leafed().pages, 0.99)


@bench("undo", unit="ms", limit=300)
def undo() -> float:
    """Longest delay of three "undo" in a row in the same evening while nobody views the past."""
    return max(leafed().undone)


@cache
def leafed() -> Waits:
    """Run the program on an evening of ``FACTS`` facts; print all figures."""
    waits = Waits()
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder), synchronous="OFF")
        evenings.kept_evening(journal, evenings.entries(FACTS))
        journal.close()
        begun = time.perf_counter()
        program = Program(Path(folder))
        waits.start = since(begun)
        try:
            waits.first = timed(program.port, f"/at/{FACTS // 2}.json")
            time.sleep(SETTLED)
            crowd(program, waits)
            for _ in range(UNDONE):
                time.sleep(READING)
                waits.undone.append(timed(program.port, "/undo", {"seen": None}))
        finally:
            program.kill()
    for name, found in (("taps", waits.taps), ("pages", waits.pages), ("undone", waits.undone)):
        row = ", ".join(f"p{at:g} {percentile(found, at / 100):.0f}" for at in (50, 99, 100))
        print(f"{len(found)} {name}: {row} ms", file=sys.stderr)
    print(
        f"start {waits.start:.0f} ms, first moment {waits.first:.0f} ms, memory {waits.memory:.0f} MB", file=sys.stderr
    )
    return waits


def crowd(program: Program, waits: Waits) -> None:
    """Let the readers view the past and the table send taps for ``SECONDS``; raise the first error of any of them."""
    end = time.monotonic() + SECONDS
    failed: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    def read(chance: Random) -> None:
        for path in leafing(chance):
            waits.pages.append(timed(program.port, path))
            time.sleep(THINKING)
            if time.monotonic() > end:
                return

    def tap() -> None:
        points = program.view()["accounts"]
        rich, poor = max("ABCD", key=points.__getitem__), min("ABCD", key=points.__getitem__)
        while time.monotonic() < end:
            for path, body in payment(rich, poor):
                waits.taps.append(timed(program.port, path, body))
            rich, poor = poor, rich
            if len(waits.taps) % 20 == 0:
                waits.memory = max(waits.memory, proportional(program.process.pid))
            time.sleep(PAUSE)

    work: list[Callable[[], None]] = [lambda seed=seed: read(Random(seed)) for seed in range(PEOPLE)]  # type: ignore[misc]
    people = [threading.Thread(target=guarded, args=(each,)) for each in [tap, *work]]
    for one in people:
        one.start()
    for one in people:
        one.join()
    if failed:
        raise failed[0]


def leafing(chance: Random) -> Iterator[str]:
    """Yield the paths that one reader fetches: a random moment, some steps, what came before, history, summary."""
    while True:
        number = chance.randrange(2, FACTS - STEPS)
        yield f"/at/{number}"
        for step in range(STEPS):
            yield f"/at/{number + step}.json"
        yield f"/before/{number}.json"
        yield f"/history.json?from={FACTS - 99}"
        if chance.random() < 0.2:
            yield "/after.json"


def payment(giver: str, taker: str) -> list[tuple[str, object]]:
    """Return the two taps of a payment: the points, then the chips."""
    fact = {"type": "MoneyMoved", "giver": giver, "taker": taker, "amount": 25}
    handed = {"from": giver, "to": taker, "way": None}
    return [("/command", {"seen": None, "fact": fact}), ("/hand-over", {"seen": None, **handed})]


def timed(port: int, path: str, body: object = None) -> float:
    """Return the milliseconds until a page, or the answer to a tap, is complete."""
    begun = time.perf_counter()
    request(port, path, body)
    return since(begun)


def since(begun: float) -> float:
    """Return the milliseconds since a moment."""
    return 1000 * (time.perf_counter() - begun)


def request(port: int, path: str, body: object) -> None:
    """Send a request, a POST if there is a body; raise for any answer but 200."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        if body is None:
            connection.request("GET", path)
        else:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{path} was answered {answer.status}: {text[:200]!r}")
