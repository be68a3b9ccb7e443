"""The pages of Les cases Si-No show the croupier while others answer, all lines on a small screen, and the winner on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import players
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SMALL, TABLET, Open, Server, claim
from tests.browser.taps import lettered, settled, styled, up_to_date
from tests.browser.test_card_tables import WHOLE

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


@pytest.mark.parametrize("size", [SMALL["pi"], pytest.param(SMALL["low"], marks=pytest.mark.slow)])
@pytest.mark.parametrize("moment", ["bets", "all chips", "draws"])
def test_all_lines_are_in_sight_on_a_small_screen(
    moment: str, size: tuple[int, int], open_page: Open, table: Table
) -> None:
    """Regression: between the last chip and the first draw the page cut the third line and the vertical one."""
    if moment == "all chips":
        bets_laid(table)
    else:
        begin(table, "les_cases_si_no")
        play(table, Random("croupier"), moment)
    page = open_page("/table", size)
    up_to_date(page, pages.view(table)["version"])
    page.locator(".champ-ligne").last.wait_for()
    styled(page)
    lettered(page)
    settled(page)
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


@pytest.mark.parametrize("size", [SMALL["small phone"], pytest.param(PHONE, marks=pytest.mark.slow)])
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


def bets_laid(table: Table) -> None:
    """Play the first round until all chips are placed."""
    begin(table, "les_cases_si_no")
    chance = Random("all chips")
    play(table, chance, "bets")
    while any(q["topic"] == "bet" and q["must"] for q in pages.view(table)["questions"]):
        evening = table.evening()
        assert evening is not None
        assert table.submit(next(f for q, f in players.answers(evening.play, chance) if q.topic == "bet" and q.must)).ok


@pytest.mark.parametrize("path", ["/table", "/watch"])
def test_the_bar_tells_the_target_on_a_small_screen(path: str, open_page: Open, table: Table) -> None:
    """Regression: at 800x480 no page told how many points win."""
    begin(table, "les_cases_si_no")
    page = open_page(path, SMALL["pi"])
    up_to_date(page, pages.view(table)["version"])
    told = page.locator("#jeu")
    assert told.is_visible()
    assert told.inner_text() == "Les cases Si-No · objectif 7\u202f000"
    assert told.evaluate("(one) => one.scrollWidth <= one.clientWidth")


WHERE = """() => [...document.querySelectorAll("[data-key^=field-], [data-key^=who-]")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.key, ...[x, y, width, height].map(Math.round)].join(" ");
})"""


@pytest.mark.parametrize("size", [SMALL["pi"], pytest.param(SMALL["low"], marks=pytest.mark.slow), TABLET])
def test_no_field_moves_while_chips_are_laid(size: tuple[int, int], open_page: Open, table: Table) -> None:
    """Regression: the announced value of a 7 disappeared at the first chip, and all fields jumped up by 40 px."""
    begin(table, "les_cases_si_no")
    play(table, Random("croupier"), "bets")
    page = open_page("/table", size)
    page.locator(".champ-ligne").last.wait_for()
    styled(page)
    settled(page)
    before = page.evaluate(WHERE)
    laid: list[str] = []
    for field in ("V:4.4", "H1:5", "H2:10", "H3:5.5", "V:4.4", "H1:6", "H2:10"):
        laid.append(field)
        touched = page.locator(f'[data-key="field-{field}"]')
        touched.click()
        touched.locator(".champ-pions .pion").nth(laid.count(field) - 1).wait_for()
        settled(page)
        assert page.evaluate(WHERE) == before


@pytest.mark.parametrize(("scene", "key"), [("start", "face-d6-white-3"), ("bets", "field-H3:4.4")])
def test_a_touch_leaves_no_frame_behind(scene: str, key: str, open_page: Open, table: Table) -> None:
    """Regression: a touch screen kept the golden frame of hovering on the last touched die or empty field."""
    begin(table, "les_cases_si_no")
    play(table, Random("croupier"), scene)
    page = open_page("/table", SMALL["pi"], touch=True)
    touched = page.locator(f'[data-key="{key}"]')
    touched.wait_for()
    styled(page)
    before = touched.evaluate("(one) => getComputedStyle(one).borderColor")
    touched.hover()
    settled(page)
    assert touched.evaluate("(one) => getComputedStyle(one).borderColor") == before


@pytest.mark.parametrize("size", [SMALL["pi"], pytest.param(SMALL["low"], marks=pytest.mark.slow)])
def test_chips_stay_inside_a_cell_of_the_vertical_line(size: tuple[int, int], open_page: Open, table: Table) -> None:
    """Regression: at 800x480 a chip pushed the number over the left border of its cell, and stood over the right one."""
    seats = [{"name": name, "colour": colour} for name, colour in (*((n, c) for n, c, _ in PEOPLE), ("Denise", "noir"))]
    assert table.start({"game": "les_cases_si_no", "seats": seats, "box": "exemple"}).ok
    play(table, Random("croupier"), "bets")
    page = open_page("/table", size)
    for own in (("H1:5", "H2:3", "H3:1.1"), ("H1:6", "H2:4", "H3:2.2"), ("H1:8", "H2:10", "H3:3.3")):
        seat = next(q["seats"][0] for q in pages.view(table)["questions"] if q["topic"] == "bet")
        for field in ("V:4.4", *own):
            assert table.submit({"type": "BetPlaced", "seat": seat, "field": field, "amount": 1}).ok
            if field == "V:4.4":
                up_to_date(page, pages.view(table)["version"])
                styled(page)
                assert page.evaluate(PROBE) == []


def test_once_all_chips_lie_only_the_next_step_is_golden(open_page: Open, table: Table) -> None:
    """Regression: « Rien ne va plus » was highlighted beside « Lancer », although the throw also closes the bets."""
    bets_laid(table)
    page = open_page()
    close = page.get_by_role("button", name="Rien ne va plus")
    close.wait_for()
    assert pages.view(table)["questions"][0]["topic"] == "draw"
    assert "bouton--plein" not in (close.get_attribute("class") or "")


def test_the_next_bettor_is_selected_after_another_was(open_page: Open, table: Table) -> None:
    """Regression: a bettor selected once stayed selected in another's turn, and every field was refused."""
    bets_laid(table)
    first, second = next(q["seats"] for q in pages.view(table)["questions"] if q["topic"] == "bet")
    page = open_page()
    page.locator(f'[data-key="to-bet:{first}"]').click()
    selected = page.locator(".qui[aria-pressed=true]")
    selected.wait_for()
    assert selected.get_attribute("data-key") == f"who-{first}"
    field = next(bet["field"] for bet in pages.view(table)["scene"]["bets"] if bet["seat"] == second)
    assert table.submit({"type": "BetTakenBack", "seat": second, "field": field}).ok
    up_to_date(page, pages.view(table)["version"])
    assert selected.get_attribute("data-key") == f"who-{second}"
    assert page.locator(f'[data-key="field-{field}"]:not(.champ-ligne--ferme)').count() == 1
    play(table, Random("draws"), "draws")
    up_to_date(page, pages.view(table)["version"])
    assert table.undo_last().ok
    up_to_date(page, pages.view(table)["version"])
    assert page.locator(".face-touche").count() == 12  # the next step leads again, not the selected bets


def test_the_colours_of_the_dice_that_were_read_are_shown_during_the_draws(open_page: Open, table: Table) -> None:
    """SN-P3-3: the colour decides whether a 7 scores green or red. Regression: the page showed « Lu : 5 2 »."""
    bets_laid(table)
    dice = [{"kind": "d6", "value": 5, "colour": "green"}, {"kind": "d6", "value": 2, "colour": "red"}]
    croupier = pages.view(table)["turn"]
    assert table.submit({"type": "DiceThrown", "seat": croupier, "dice": dice}, how="camera").ok
    page = open_page()
    up_to_date(page, pages.view(table)["version"])
    read = page.locator(".lu-avant button")
    read.first.wait_for()
    styled(page)
    paint = read.evaluate_all("(all) => all.map((one) => getComputedStyle(one).backgroundColor)")
    assert (read.all_inner_texts(), paint) == (["5", "2"], ["rgb(31, 122, 74)", "rgb(179, 51, 43)"])
    assert page.evaluate(PROBE) == []


def test_a_refusal_of_many_names_covers_no_line_of_the_table_on_a_small_screen(open_page: Open, table: Table) -> None:
    """Regression: at 800x480 a refusal of three lines pushed the third line of the table below the fold."""
    names = ("Marie-Antoinette", "Jean-Baptiste", "Wolfgang", "Maximilienne")
    seats = [{"name": name, "colour": one} for name, one in zip(names, ("rouge", "bleu", "jaune", "noir"), strict=True)]
    assert table.start({"game": "les_cases_si_no", "seats": seats, "box": "exemple", "first": 0}).ok
    white = tuple({"kind": "d6", "value": value, "colour": "white"} for value in (3, 4))
    assert table.submit({"type": "DiceThrown", "seat": "A", "dice": white}).ok
    for seat, fields in (("B", ("H1:5", "H2:3", "H3:1.1", "V:8")), ("C", ("H1:5", "H2:3"))):
        for field in fields:
            assert table.submit({"type": "BetPlaced", "seat": seat, "field": field, "amount": 1}).ok
    page = open_page("/table", SMALL["pi"], strict=False)
    page.get_by_role("button", name="Rien ne va plus").click()
    told = page.get_by_role("alert")
    told.wait_for()
    settled(page)
    assert told.locator(".message").inner_text().count("verticale") == 2
    assert all(page.evaluate(WHOLE, ".refus .message, .refus button, .ligne"))


def test_a_line_of_the_report_without_dice_begins_beside_its_hour(open_page: Open, table: Table) -> None:
    """Regression: at 800x480 the empty column of the dice left 190 px, and « ligne 3 » was broken."""
    bets_laid(table)
    page = open_page("/history", SMALL["pi"])
    bets = page.locator(".recit > li", has_text="pose un jeton")
    bets.last.wait_for()
    lettered(page)
    apart = """(all) => all.map((one) => one.querySelector("p").getBoundingClientRect().left
      - one.querySelector("time").getBoundingClientRect().right)"""
    assert max(bets.evaluate_all(apart)) < 32
    assert page.evaluate(PROBE) == []
