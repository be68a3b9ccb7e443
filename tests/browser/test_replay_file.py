"""The file of one evening in a browser without a network, opened from the disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import evening_file
from companion.evening import Entry, Evening
from companion.facts import DiceThrown
from companion.language import speaking
from companion.luck.curves import Found
from companion.words import amount
from tests.browser.conftest import PHONE, PROBE, TABLET, barriers
from tests.browser.taps import settled
from tests.web.test_replay import OLD, drawn, some_values
from vision.pictures import jpeg

SIZES = {"tablet": TABLET, "phone": PHONE, "pi": (800, 480), "small phone": (360, 640)}


@pytest.fixture
def opened(chrome: Any, tmp_path: Path) -> Iterator[Any]:
    """Yield a function that opens the file of an old evening from the disk; any request of the page fails the test."""
    errors: list[str] = []
    contexts = []

    def open_file(game: str, language: str = "fr") -> Any:
        entries, _ = evening_file.read((OLD / f"{game}.servi").read_bytes())
        photograph = jpeg(np.full((90, 160, 3), 90, np.uint8))
        pictures = {e.number: photograph for e in entries if isinstance(e.fact, DiceThrown)}
        file = tmp_path / "evening.html"
        with speaking(language):
            file.write_text(
                drawn([replace(e, picture=e.number in pictures) for e in entries], pictures, luck=curve(entries)),
                "utf-8",
            )
        size = {"width": 1280, "height": 800}
        context = chrome.new_context(viewport=size, locale="fr-FR", offline=True, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text))
        allowed = (file.as_uri(), "data:")
        page.on("request", lambda asked: None if asked.url.startswith(allowed) else errors.append(asked.url))
        page.goto(file.as_uri(), wait_until="load")
        page.locator("#vue").wait_for()
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert errors == []


def curve(entries: list[Entry]) -> Found:
    return Found(some_values(entries), done=True)


def shown(page: Any) -> list[str]:
    """Return everybody's points as they are shown."""
    rows: list[str] = page.locator(".classement--passe li > b").evaluate_all(
        "(all) => all.map((one) => one.lastChild.textContent)"
    )
    return rows


def held(entries: list[Entry]) -> list[str]:
    game = Evening(entries).play.game
    return [amount(game.ledger.balances[id_]) for id_, player in game.players.items() if not player.left]


@pytest.mark.parametrize(
    "game", ["home_casino", pytest.param("les_cases_si_no", marks=pytest.mark.slow), "casablanca", "casino_pirate", "cassino",
             "corrected"],
)
def test_it_is_stepped_through_from_the_start_to_the_end(game: str, opened: Any) -> None:
    page = opened(game)
    entries, _ = evening_file.read((OLD / f"{game}.servi").read_bytes())
    assert shown(page) == held(entries)
    page.locator("#lieu input").evaluate("(one) => { one.value = 0; one.dispatchEvent(new Event('input')); }")
    assert page.evaluate("document.documentElement.dataset.moment") == "1"
    page.get_by_role("button", name="Le moment d'avant").click()
    page.get_by_role("alert").get_by_text("La soirée commence ici.").wait_for()
    page.evaluate("for (let i = 1; i < 20; i += 1) document.querySelector('[data-key=after]:not(.bouton--impossible)')?.click()")
    last = min(20, len(entries))
    assert page.evaluate("document.documentElement.dataset.moment") == str(last)
    assert shown(page) == held(entries[:last])
    page.evaluate("for (let next; (next = document.querySelector('[data-key=after]:not(.bouton--impossible)'));) next.click()")
    assert shown(page) == held(entries)
    page.get_by_role("button", name="Le lancer d'après").click()
    page.get_by_role("alert").get_by_text("Rien n'est venu après.").wait_for()


def test_a_moment_shows_its_dice_and_its_photograph(opened: Any) -> None:
    page = opened("home_casino")
    page.locator("#lieu input").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Le lancer d'après").click()
    number = page.evaluate("document.documentElement.dataset.moment")
    page.locator("#moment .dernier-jet .de").nth(1).wait_for()
    assert page.locator("#moment img.photo").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 160
    page.locator(".rejeu-tout summary").click()
    page.locator(f'.rejeu-suite li[data-number="{int(number) + 3}"] button').click()
    assert page.evaluate("document.documentElement.dataset.moment") == str(int(number) + 3)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.documentElement.dataset.moment") == str(int(number) + 2)


def test_it_plays_by_itself_and_stops(opened: Any) -> None:
    page = opened("home_casino")
    page.get_by_role("button", name="Dérouler").click()
    page.wait_for_function("() => Number(document.documentElement.dataset.moment) === 2")
    page.get_by_role("button", name="Arrêter").click()
    page.get_by_role("button", name="Dérouler").wait_for()


def test_without_scripts_the_result_and_every_fact_can_be_read(chrome: Any, tmp_path: Path) -> None:
    file = tmp_path / "evening.html"
    file.write_text(drawn(evening_file.read((OLD / "corrected.servi").read_bytes())[0]), "utf-8")
    context = chrome.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    assert "En tête" in page.inner_text("#tete")
    page.locator(".rejeu-tout summary").click()
    assert "lance" in page.inner_text(".rejeu-suite")
    context.close()


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.slow)])
def test_it_is_whole_at_every_size_and_for_every_reader(language: str, opened: Any, checker: Any) -> None:
    page = opened("home_casino", language)
    found = []
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        found += [f"{name}: {fault}" for fault in page.evaluate(PROBE)]
    assert found == []
    assert barriers(checker, page, "file") == []
    assert page.locator(".courbe:visible").count() == 2
