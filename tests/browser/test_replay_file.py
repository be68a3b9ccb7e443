"""The file of one evening in a browser without a network, opened from the disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import evening_file
from companion.evening import Evening
from companion.facts import DiceThrown
from companion.words import amount
from tests.browser.conftest import PHONE, PROBE, TABLET, barriers
from tests.browser.taps import settled
from tests.web.test_replay import OLD, drawn
from vision.pictures import jpeg

SIZES = {"tablet": TABLET, "phone": PHONE, "pi": (800, 480), "small phone": (360, 640)}


@pytest.fixture
def page(chrome: Any, tmp_path: Path) -> Iterator[Any]:
    """Yield a page with the file of an evening of Home Casino with photographs; whatever it asks for fails the test."""
    entries, _ = evening_file.read((OLD / "home_casino.servi").read_bytes())
    photograph = jpeg(np.full((90, 160, 3), 90, np.uint8))
    file = tmp_path / "evening.html"
    file.write_text(drawn(entries, {e.number: photograph for e in entries if isinstance(e.fact, DiceThrown)}), "utf-8")
    context = chrome.new_context(viewport={"width": 1280, "height": 800}, locale="fr-FR", offline=True, reduced_motion="reduce")
    errors: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text))
    opened.on("request", lambda asked: errors.append(asked.url) if asked.url.startswith("http") else None)
    opened.goto(file.as_uri(), wait_until="load")
    yield opened
    context.close()
    assert errors == []


def shown(page: Any) -> list[str]:
    return [text.replace("\u202f", " ") for text in page.locator("#comptes dd").all_inner_texts()]


def test_it_is_stepped_through_from_the_start_to_the_end(page: Any) -> None:
    entries, _ = evening_file.read((OLD / "home_casino.servi").read_bytes())
    game = Evening(entries).play.game
    end = [amount(game.ledger.balances[one]).replace("\u202f", " ") for one in (*game.counters, *game.players)]
    assert [text.split(" ▲")[0].split(" ▼")[0] for text in shown(page)] == end
    page.locator("#lieu").evaluate("(one) => { one.value = 0; one.dispatchEvent(new Event('input')); }")
    first = shown(page)
    assert "La partie commence" in page.inner_text("#moment")
    for _ in entries:
        page.locator("#apres").click()
    assert shown(page) != first
    assert shown(page) == end


def test_a_moment_shows_its_dice_and_its_photograph(page: Any) -> None:
    page.locator("#n2").click()
    assert page.locator("#moment .de").count() == 2
    assert page.locator("#moment img").evaluate("(one) => one.complete && one.naturalWidth") == 160


def test_it_plays_by_itself_and_stops(page: Any) -> None:
    page.locator("#n2").click()
    page.get_by_role("button", name="Dérouler").click()
    page.wait_for_function("() => Number(document.getElementById('lieu').value) > 2")
    page.get_by_role("button", name="Arrêter").click()
    page.get_by_role("button", name="Dérouler").wait_for()


def test_it_is_whole_at_every_size_and_for_every_reader(page: Any, checker: Any) -> None:
    found = []
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        found += [f"{name}: {fault}" for fault in page.evaluate(PROBE)]
    assert found == []
    assert barriers(checker, page, "file") == []
