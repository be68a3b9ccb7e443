"""A page open all evening equals a freshly loaded one: incremental updates leave nothing behind."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open, Server, claim
from tests.browser.taps import up_to_date
from tests.companion import evenings
from tests.rings import few
from tests.waiting import until

FACTS, BETWEEN = 60, 6
SHOWN = """() => {
  const drawn = document.querySelector("main").cloneNode(true);
  const sorted = (node) => {
    const held = node.type === "checkbox" ? node.checked : node.value;
    if (node.matches("input, select, textarea")) node.setAttribute("data-now", held);
    const own = [...node.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of own) node.removeAttribute(name);
    for (const { name, value } of own) node.setAttribute(name, value);
    for (const kid of node.children) sorted(kid);
  };
  sorted(drawn);
  return drawn.innerHTML.replaceAll("><", ">\\n<");
}"""
"""JavaScript that returns the rendered page, with attributes in a fixed order."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return evenings.table(tmp_path)


@pytest.fixture
def server(table: Table) -> Any:
    opened = Server(table)
    yield opened
    opened.stop()
    table.close()


def alike(fresh: Any, expected: list[str]) -> bool:
    """Whether a fresh page becomes the expected one; the parts of its questions may still be loading."""
    return until(lambda: lines(fresh) == expected)


def lines(page: Any) -> list[str]:
    """Return the rendered page in lines."""
    rendered: str = page.evaluate(SHOWN)
    return rendered.split("\n")


def test_what_was_touched_up_all_evening_is_what_is_drawn_anew(server: Server, table: Table, open_page: Open) -> None:
    chance = Random(8)
    old = {"/table": open_page("/table", TABLET), "/watch": open_page("/watch", PHONE)}
    seat = open_page("/table", PHONE)
    claim(seat, server, "A")
    for at in range(few(FACTS)):
        evening = table.evening()
        assert evening is not None
        assert table.submit(evenings.next_fact(evening.play, chance)).ok
        if at % BETWEEN:
            continue
        version = pages.view(table)["version"]
        for path, page in old.items():
            fresh = open_page(path, TABLET if path == "/table" else PHONE)
            for one in (page, fresh):
                up_to_date(one, version)
            expected = lines(page)
            assert alike(fresh, expected) or lines(fresh) == expected, (path, at)
            fresh.context.close()
        up_to_date(seat, version)
        kept = lines(seat)
        seat.reload(wait_until="domcontentloaded")
        up_to_date(seat, version)
        assert alike(seat, kept) or lines(seat) == kept, ("seat", at)
