"""The page under load: delay from a command to all painted pages, and reliability of many long streams."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench import bench, minutes, percentile
from tests.browser.conftest import FLAGS, PHONE, TABLET
from tests.companion.evenings import setup
from tests.evenings.program import Program
from tests.memory import resident
from tests.tools import needed

PAGES, COMMANDS = 12, 40
PAUSE = 0.4
"""Seconds between two commands, about the pace of a table."""
STREAMS, EVENTS_A_SECOND = 50, 10
WARM = 600
"""Events of the warm-up (one minute), until threads, buffers and caches have their final size."""

PAINTED = """
window.painted = {};
new MutationObserver(() => {
  const version = document.documentElement.dataset.version;
  requestAnimationFrame(() => setTimeout(() => { window.painted[version] ??= performance.timeOrigin + performance.now(); }));
}).observe(document, { subtree: true, attributeFilter: ["data-version"] });
"""
"""JavaScript that records when the browser passed the frame with each version to the compositor."""


@contextmanager
def playing() -> Iterator[Program]:
    """Yield the real program with an evening of four."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder))
        try:
            program.post("/start", {"setup": setup(4)})
            yield program
        finally:
            program.kill()


def pay(seat: str = "A") -> dict[str, Any]:
    """Return a fact that is always allowed."""
    return {"type": "MoneyMoved", "giver": "bank", "taker": seat, "amount": 25}


EMPTY = """
document.body.textContent = "";
new EventSource("/stream").addEventListener("view", (event) => {
  const { version } = JSON.parse(event.data);
  document.body.textContent = version;
  document.documentElement.dataset.version = version;
});
"""
"""JavaScript that replaces the page by the latest version number, to measure browser and machine without drawing."""


@bench("paint", unit="ms", limit=60)
def paint() -> float:
    """Delay (p99) from each of 40 commands to each of 12 painted pages; it prints that of empty pages, too."""
    from playwright.sync_api import sync_playwright

    with playing() as program, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(needed("chromium")), args=FLAGS)
        empty, real = (percentile(_waits(browser, program, bare), 0.99) for bare in (True, False))
        browser.close()
    print(f"{PAGES} pages that draw nothing but a number take {empty:.0f} ms here", file=sys.stderr)
    return real


def _waits(browser: Any, program: Program, bare: bool) -> list[float]:
    """Return the milliseconds from each command to each painted page."""
    pages = [_page(browser, program, TABLET if i % 4 == 0 else PHONE, bare) for i in range(PAGES)]
    told: dict[int, float] = {}
    for i in range(COMMANDS):
        begun = time.time() * 1000
        view = program.fact(pay("ABCD"[i % 4]))
        told[view["version"]] = begun
        time.sleep(PAUSE)  # polling the pages would slow them down
    painted = [page.evaluate("window.painted") for page in pages]
    for page in pages:
        page.context.close()
    return [one[str(v)] - begun for one in painted for v, begun in told.items()]


def _page(browser: Any, program: Program, size: tuple[int, int], bare: bool) -> Any:
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="fr-FR").new_page()
    page.add_init_script(PAINTED)
    where = "/no-such-page" if bare else "/table"
    page.goto(f"http://127.0.0.1:{program.port}{where}", wait_until="domcontentloaded")
    if bare:
        page.evaluate(EMPTY)
    page.wait_for_function("() => document.documentElement.dataset.version")
    return page


@dataclass(slots=True)
class Heard:
    """A stream, with the events that it received."""

    versions: list[int] = field(default_factory=list)
    status: int = 0


@bench("streams", unit="MB", limit=5, short=False)
def streams() -> float:
    """Memory growth in 10 minutes with 50 streams at 10 events a second; a lost or reordered view fails."""
    with playing() as program:
        return asyncio.run(_soak(program, minutes(10) * 60))


async def _soak(program: Program, seconds: float) -> float:
    heard = [Heard() for _ in range(STREAMS)]
    listening = [asyncio.create_task(_listen(program.port, one)) for one in heard]
    while not all(one.versions for one in heard):
        await asyncio.sleep(0.05)
        for task in listening:
            if task.done():
                task.result()
    first = max(one.versions[-1] for one in heard)
    held: list[float] = []
    events, begun = 0, time.monotonic()
    while events < WARM + seconds * EVENTS_A_SECOND:
        last = await asyncio.to_thread(_one_event, program, events)
        events += 1
        if events >= WARM and events % (60 * EVENTS_A_SECOND) == 0:
            held.append(resident(program.process.pid))
        await asyncio.sleep(max(0.0, begun + events / EVENTS_A_SECOND - time.monotonic()))
    await asyncio.sleep(2)
    held.append(resident(program.process.pid))
    print("MB held after each minute:", *(f"{one:.1f}" for one in held), file=sys.stderr)
    for task in listening:
        task.cancel()
    for one in heard:
        wanted = list(range(first, last + 1))
        got = [v for v in one.versions if v >= first]
        if one.status != 200 or got != wanted:
            missing = len(set(wanted) - set(got))
            raise RuntimeError(f"a stream (HTTP {one.status}) heard {len(got)} of {len(wanted)} views, {missing} lost")
    return held[-1] - held[0]


def _one_event(program: Program, number: int) -> int:
    """Take one of four steps in turn, which leave no debt: pay a seat, hand over, pay back, hand over.

    Return the version of the table after it.
    """
    giver, taker = ("bank", "ABCD"[number // 4 % 4])[:: 1 if number % 4 < 2 else -1]
    if number % 2:
        status, answer = program.post("/hand-over", {"from": giver, "to": taker, "way": None, "seen": None})
    else:
        status, answer = program.post("/command", {"seen": None, "fact": pay(taker) | {"giver": giver}})
    if status != 200:
        raise RuntimeError(f"an event was answered {status}: {answer}")
    return int(answer["version"])


async def _listen(port: int, heard: Heard) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    writer.write(f"GET /stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
    heard.status = int((await reader.readline()).split()[1])
    event = b""
    while line := await reader.readline():
        if line.startswith(b"event: "):
            event = line[7:].strip()
        elif line.startswith(b"data: ") and event == b"view":
            heard.versions.append(json.loads(line[6:])["version"])
