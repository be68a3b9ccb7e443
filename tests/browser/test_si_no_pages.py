"""The pages of Les cases Si-No show the croupier while others answer, all lines on a small screen, and the winner on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import players
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, SMALL, Open, Server, claim
from tests.browser.taps import up_to_date

PEOPLE = (("Anna", "rouge", 9), ("Bruno", "bleu", 41), ("Chloé", "jaune", 14))
LARGE = 1.5
"""Minimum size of the winner's name, relative to the sentence below it."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def begin(table: Table, game: str) -> None:
    seats = [{"name": name, "colour": colour, "age": age} for name, colour, age in PEOPLE]
    assert table.start({"game": game, "seats": seats, "level": "arbitre", "box": "exemple"}).ok


def play(table: Table, chance: Random, scene: str = "") -> None:
    """Play to the winner, or until this scene is shown."""
    while (evening := table.evening()) and not evening.play.game.outcome:
        shown = evening.play.game.scene
        if scene and shown is not None and shown.kind == scene:
            return
        fact = players.turn(evening.play, chance)
        assert fact is not None
        table.submit(fact)


def test_the_croupier_is_marked_while_chips_are_laid(open_page: Open, table: Table, server: Server) -> None:
    begin(table, "les_cases_si_no")
    play(table, Random("croupier"), "bets")
    view = pages.view(table)
    croupier = next(seat for seat in view["seats"] if seat["banker"])
    assert croupier["id"] == view["turn"]
    page = open_page()
    up_to_date(page, view["version"])
    assert (
        page.get_by_role("region", name=croupier["name"], exact=True).locator(".etiquette").inner_text() == "croupier"
    )


@pytest.mark.parametrize("size", [SMALL["pi"], SMALL["low"]])
@pytest.mark.parametrize("scene", ["bets", "draws"])
def test_all_lines_are_in_sight_on_a_small_screen(
    scene: str, size: tuple[int, int], open_page: Open, table: Table
) -> None:
    begin(table, "les_cases_si_no")
    play(table, Random("croupier"), scene)
    page = open_page("/table", size)
    up_to_date(page, pages.view(table)["version"])
    page.locator(".champ-ligne").last.wait_for()
    scrolled = """() => [...document.querySelectorAll(".coeur, .coeur *")].filter((one) =>
        one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === "auto").map((one) => one.className)"""
    assert page.evaluate(scrolled) == []
    assert page.evaluate("() => document.querySelectorAll('.champ-ligne').length") == 28


APART = """() => [...document.querySelectorAll(".cercles td")].map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return one.getBoundingClientRect().width - words.getBoundingClientRect().width;
})"""


@pytest.mark.parametrize("size", [PHONE, SMALL["small phone"]])
def test_the_values_of_a_seven_stand_apart(size: tuple[int, int], open_page: Open, table: Table) -> None:
    begin(table, "les_cases_si_no")
    play(table, Random("croupier"), "value")
    page = open_page("/table", size)
    page.locator(".cercles").first.wait_for()
    assert min(page.evaluate(APART)) >= 4


@pytest.mark.parametrize("size", [PHONE, SMALL["small phone"]])
def test_a_phone_shows_the_winner_large(size: tuple[int, int], open_page: Open, table: Table, server: Server) -> None:
    begin(table, "les_cases_si_no")
    phone = open_page("/table", size)
    claim(phone, server, "A")
    play(table, Random("winner"))
    view = pages.view(table)
    up_to_date(phone, view["version"])
    crown = phone.locator(".gagnant")
    crown.wait_for()
    winners = [seat["name"] for seat in view["seats"] if seat["id"] in view["outcome"]["winners"]]
    assert crown.locator("h1").inner_text() == winners[0]
    assert crown.get_by_text(view["outcome"]["text"]).is_visible()
    name, words = (
        crown.locator(one).evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        for one in ("h1", "p:not([class])")
    )
    assert name >= LARGE * words
    assert phone.evaluate("() => document.querySelector('.gagnant').getBoundingClientRect().bottom <= innerHeight")
