"""A real browser on a real server: one context for each tablet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import pages, rings
from tests.browser.taps import lettered, settled
from tests.web.fake_table import FakeTable
from web import make_server

sync_api = pytest.importorskip("playwright.sync_api")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TABLET, PHONE = (1280, 800), (390, 844)
SCREENS = {"tablet": TABLET, "phone": PHONE, "upright": (800, 1280), "television": (1920, 1080)}
SMALL = {"pi": (800, 480), "low": (1024, 600), "small phone": (360, 640), "ipad": (768, 1024)}
"""More screen sizes: the Raspberry Pi's 7 inches, a netbook, an old phone, an upright iPad."""
ZOOMED = {"tablet at 200 %": (640, 400), "television at 200 %": (960, 540), "320 px (WCAG 1.4.10)": (320, 568)}
"""Viewports in CSS pixels: two screens at 200 % zoom, and the narrowest width that WCAG's reflow asks for."""
NARROWEST = {name: size for name, size in ZOOMED.items() if rings.slow or size[0] == 320}
"""All of ``ZOOMED`` with ``--slow``, else only the narrowest, which has the layout of a phone."""

PROBE = (Path(__file__).parent / "probe.js").read_text("utf-8")

UNGUARDED = """() => { const at_once = new CSSStyleSheet();
  at_once.replaceSync("html[data-held] body { pointer-events: auto !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, at_once]; }"""
"""JavaScript that removes the pause after a committing tap; ``test_still.py`` tests that pause."""


OVERLAID = """() => { const bars = new CSSStyleSheet();
  bars.replaceSync("@media (max-width: 40rem) { * { scrollbar-width: none !important } }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, bars]; }"""
"""JavaScript that removes the scroll bars of narrow pages, because those of a phone take no space."""

NO_STORAGE = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
"""JavaScript that takes the storage away, as a browser with all cookies blocked does."""


class Server:
    """The page of a table, on a free port, in a thread."""

    def __init__(self, table: Any, port: int = 0) -> None:
        self.table = table
        self._server = make_server(table, "127.0.0.1", port)
        self.port: int = self._server.effective_port
        self.address = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the server and every open connection abruptly."""
        from waitress.wasyncore import close_all

        self._server.task_dispatcher.shutdown(timeout=0.1)
        if self._thread.is_alive():  # its own thread closes; another one could miss a connection just accepted
            self._server.trigger.pull_trigger(lambda: close_all(self._server._map, ignore_all=True))
            self._thread.join()


Launch = Callable[..., Any]


@pytest.fixture(scope="session")
def launch(chromium: Path) -> Iterator[Launch]:
    """Yield a function that starts a browser, with extra flags if given."""
    with sync_api.sync_playwright() as playwright:
        browsers = []

        def launched(*flags: str) -> Any:
            browsers.append(
                playwright.chromium.launch(
                    executable_path=str(chromium), args=[*FLAGS, *flags], ignore_default_args=["--hide-scrollbars"]
                )
            )
            return browsers[-1]

        yield launched
        for browser in browsers:
            browser.close()


@pytest.fixture(scope="session")
def chrome(launch: Launch) -> Any:
    return launch()


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def server(table: FakeTable) -> Iterator[Server]:
    opened = Server(table)
    yield opened
    opened.stop()


Open = Callable[..., Any]


@pytest.fixture
def open_page(chrome: Any, server: Server) -> Iterator[Open]:
    """Yield a function that opens a page in its own context; page errors fail the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(
        path: str = "/table",
        size: tuple[int, int] = TABLET,
        *,
        strict: bool = True,
        locale: str = "fr-FR",
        guarded: bool = False,
        touch: bool = False,
    ) -> Any:
        context = chrome.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        contexts.append(context)
        context.add_init_script(f"({OVERLAID})()")
        if not guarded:
            context.add_init_script(f"({UNGUARDED})()")
        page = context.new_page()
        page.set_default_timeout(20_000)
        if strict:
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.goto(server.address + path, wait_until="domcontentloaded")
        lettered(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def link_of(page: Any, seat: str) -> str:
    """Return the path of a seat's link, as the table's page fetches it."""
    links = page.evaluate("fetch('/seats.json', { headers: { 'X-Servi-Page': 'table' } }).then((r) => r.json())")["seats"]
    return "/" + next(one["link"] for one in links if one["id"] == seat).split("/", 3)[3]


def claim(page: Any, server: Server, seat: str) -> None:
    """Claim that seat in this browser, by its link."""
    page.goto(server.address + link_of(page, seat), wait_until="domcontentloaded")
    page.wait_for_url(f"**/seat/{seat}")


LONG = ("casablanca", "casino_pirate", "les_cases_si_no")
"""Games whose evenings take the longest in a browser."""


def long_ones_slow(games: Iterable[str]) -> list[Any]:
    """Return the games as parameters of a test; those of ``LONG`` run only with ``--slow``."""
    return [pytest.param(game, marks=pytest.mark.slow) if game in LONG else game for game in games]


def at_sizes(page: Any, sizes: Mapping[str, tuple[int, int]], where: str = "") -> list[str]:
    """Return the probe's findings about a page at each size, laid out again without reloading."""
    found = []
    for name, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        found += [f"{where} {name}: {fault}" for fault in page.evaluate(PROBE)]
    return found


def phones_of(open_page: Open, server: Server, table: Any) -> dict[str, Any]:
    """Open a phone for each seat and claim the seat there."""
    opened = {seat["id"]: open_page("/table", PHONE) for seat in pages.view(table)["seats"]}
    for seat, page in opened.items():
        claim(page, server, seat)
    return opened


@pytest.fixture
def checker() -> Any:
    """Return axe-core, the accessibility checker."""
    return pytest.importorskip("axe_playwright_python.sync_playwright").Axe()


def violations(checker: Any, page: Any, where: str, rules: tuple[str, ...] = ()) -> list[str]:
    """Return axe-core's findings about a page, by all rules or only these."""
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    # inject it only once, because it is half a megabyte
    if not page.evaluate("() => document.fonts.ready.then(() => 'axe' in window)"):
        page.evaluate(checker.axe_script)
    found = page.evaluate("(options) => axe.run(document, options).then((told) => told.violations)", options)
    return [f"{where}: {one['id']} at {node['html'][:90]}" for one in found for node in one["nodes"]]


def barriers(checker: Any, page: Any, where: str) -> list[str]:
    """Return this page's accessibility findings: all of the current theme, and the contrasts by day.

    Afterwards the page has the theme of the green felt.
    """
    found = violations(checker, page, where)
    page.evaluate("document.documentElement.dataset.theme = 'jour'")
    found += violations(checker, page, f"{where}, by day", ("color-contrast",))
    page.evaluate("document.documentElement.dataset.theme = 'tapis'")
    return found
