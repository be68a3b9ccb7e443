"""Buttons keep their place while an answer is entered, and a double tap answers only one question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import PawnPlaced
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open, Server, claim
from tests.browser.still import ENTERING, MIDDLE, moved
from tests.browser.taps import up_to_date
from tests.browser.test_evening import begin
from tests.browser.test_layout import shown
from tests.web.fake_table import FakeTable
from tests.web.states import states

EVERY = [False, pytest.param(True, marks=pytest.mark.slow)]
"""Whether to test every state, or only the crowded ones and the first that asks each question."""
CROWDED = {"long-names", "notices", "pad-bet", "four"}
SIZES = {"tablet": TABLET, "small": (800, 480), "phone": PHONE}
OF_TABLE = ["tablet", *(pytest.param(size, marks=pytest.mark.slow) for size in ("small", "phone"))]
OF_SEAT = ["phone", pytest.param("tablet", marks=pytest.mark.slow), pytest.param("small", marks=pytest.mark.slow)]
GAPS = (80, 250)
"""Milliseconds between two taps of a quick finger."""


def entered(page: Any, table: FakeTable, every: bool, seat: str = "") -> list[str]:
    """Enter something in every state, or as ``EVERY`` tells; with a seat, only where it is asked. Return what moved."""
    faults, known = [], set[tuple[str, str]]()
    for name, state in states().items():
        asked = {(one.question.kind, one.question.topic) for one in state.open if not seat or seat in one.question.seats}
        here = {kind for kind, topic in asked if every or name in CROWDED or (kind, topic) not in known}
        known |= asked
        for kind in sorted(here & set(ENTERING)):
            shown(page, table, states()["nothing"])  # discard the entries
            shown(page, table, states()[name])
            faults += [f"{name}: {fault}" for fault in moved(page, kind)]
    return faults


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("size", OF_TABLE)
def test_keys_of_the_table_stay_while_an_answer_is_entered(
    size: str, every: bool, open_page: Open, table: FakeTable
) -> None:
    page = open_page("/table", SIZES[size], strict=False)
    faults = entered(page, table, every)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("size", OF_SEAT)
def test_keys_of_a_seat_stay_while_an_answer_is_entered(
    size: str, every: bool, open_page: Open, server: Server, table: FakeTable
) -> None:
    page = open_page("/table", SIZES[size], strict=False)
    claim(page, server, "A")
    faults = entered(page, table, every, "A")
    assert not faults, "\n".join(faults)


def stop_clock(page: Any) -> None:
    page.clock.install(time=0)
    page.clock.pause_at(1)  # stop before the page would report a lost connection


class TestQuickTaps:
    """Taps on a page of a real table; the page's clock stops between two taps."""

    @pytest.fixture
    def table(self, tmp_path: Path) -> Iterator[Table]:
        opened = Table(tmp_path / "data")
        begin(opened)
        yield opened
        opened.close()

    @pytest.mark.parametrize("path", ["/table", "/seat/A"])
    @pytest.mark.parametrize("gap", GAPS)
    def test_two_on_a_face_enter_two_dice(
        self, gap: int, path: str, open_page: Open, server: Server, table: Table
    ) -> None:
        page = open_page("/table", TABLET if path == "/table" else PHONE, guarded=True)
        if path != "/table":
            claim(page, server, "A")
        up_to_date(page, table.snapshot().version)
        stop_clock(page)
        version = table.snapshot().version
        point = page.evaluate(MIDDLE, "face-d6-null-4")
        page.mouse.click(*point)
        page.clock.run_for(gap)
        page.mouse.click(*point)
        assert table.wait(version, 60) > version  # the second die sent the throw
        assert [die["value"] for die in pages.view(table)["throw"]["dice"]] == [4, 4]

    def test_those_after_one_that_commits_do_not_answer_the_next_question(self, open_page: Open, table: Table) -> None:
        board = pages.view(table)["board"]
        index = next(one["index"] for one in board["squares"] if one["colour"] == "bleu")
        assert table.submit(PawnPlaced(seat="A", index=(index - 3) % board["length"])).ok
        page = open_page("/table", guarded=True)
        up_to_date(page, table.snapshot().version)
        sent: list[str] = []
        page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
        page.locator("[data-key=face-d6-null-1]").click()
        point = page.evaluate(MIDDLE, "face-d6-null-2")
        stop_clock(page)
        page.mouse.click(*point)
        next_control = page.locator("[data-key=stake]")
        for _ in range(400):
            if next_control.count():
                break
            page.wait_for_timeout(10)
        for gap in GAPS:
            page.clock.run_for(gap)
            page.mouse.click(*point)
            page.mouse.click(*page.evaluate(MIDDLE, "stake"))
        assert len(sent) == 1
        page.clock.run_for(400)
        page.mouse.click(*page.evaluate(MIDDLE, "stake"))
        page.get_by_role("heading", name="lance").wait_for()
        assert len(sent) == 2
