"""The page's own font: every letter is drawn in it, and nothing jumps or breaks while it loads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from unicodedata import category

import pytest

from tests.browser.conftest import PHONE, PROBE, TABLET, Open, Server
from tests.browser.taps import lettered, settled
from tests.tools import ROOT

KINDS = {".css", ".html", ".js", ".json", ".po", ".py"}
TYPED = ROOT / "companion/names.py"
"""File with letters of other scripts, which occur only in players' names; the browser's own fonts draw them."""


def written() -> list[str]:
    """Return each non-ASCII character of pages, games and their words."""
    files = [path for folder in ("web", "companion") for path in (ROOT / folder).rglob("*")
             if path.suffix in KINDS and path != TYPED]
    text = "".join(path.read_text("utf-8") for path in files)
    escaped = (chr(int(code, 16)) for code in re.findall(r"\\u([0-9a-f]{4})", text))
    return sorted({one for one in [*text, *escaped] if not one.isascii() and category(one)[0] != "C"})


def own(page: Any, words: str) -> bool:
    """Whether the page draws these words in its own font alone."""
    page.evaluate("(words) => { document.querySelector('main').textContent = words; }", words)
    lettered(page)
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable"), session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "main"})["nodeId"]
    used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    session.detach()
    return [font["isCustomFont"] for font in used] == [True]


def test_every_character_of_the_pages_is_in_their_own_font(open_page: Open) -> None:
    page = open_page("/setup")
    page.locator(READY["/setup"]).first.wait_for()  # wait, because drawing could overwrite the test's text
    known = written()
    assert set("éœ→▲♠½\u202f") < set(known)
    assert own(page, "".join(known)), [one for one in known if not own(page, one)]
    assert own(page, "Servi 0123456789")
    assert not own(page, "Ж")


SIZES = {"tablet": TABLET, "phone": PHONE}
WATCH = """() => { let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; }).observe({ type: "layout-shift" });
  window.moved = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(sum)))); }"""
"""JavaScript that sums the layout shifts (moved share of the screen times distance)."""

READY = {"/table": ".siege", "/setup": ".fiche"}
"""Each page, and an element that exists once the page is drawn."""


@pytest.fixture(params=[(path, size) for path in READY for size in SIZES], ids="-".join)
def withheld(request: pytest.FixtureRequest, chrome: Any, server: Server) -> Iterator[tuple[Any, list[Any]]]:
    """Yield a drawn page and its pending font requests."""
    path, size = request.param
    width, height = SIZES[size]
    context = chrome.new_context(viewport={"width": width, "height": height}, locale="fr-FR", reduced_motion="reduce")
    page, held = context.new_page(), list[Any]()
    page.set_default_timeout(20_000)
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(server.address + path, wait_until="domcontentloaded")
    page.locator(READY[path]).first.wait_for()
    settled(page)
    yield page, held
    context.close()


def test_nothing_jumps_when_the_font_comes_late(withheld: tuple[Any, list[Any]]) -> None:
    page, held = withheld
    page.evaluate(WATCH)
    for one in held:
        one.continue_()
    lettered(page)
    assert page.evaluate("document.fonts.check('1em Servi')")
    assert page.evaluate("window.moved()") < 0.002


def test_a_page_whose_font_never_comes_is_whole(withheld: tuple[Any, list[Any]]) -> None:
    page, held = withheld
    for one in held:
        one.abort()
    assert page.evaluate(PROBE) == ["not in the page's own font"]
