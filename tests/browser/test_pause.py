"""A pause until another day, in a 421: the machine is switched off, the chips are laid out again, play resumes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import DiceThrown, Die, OpponentChosen, PawnPlaced, PlayPaused, StakePlaced
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open, Server, at_sizes, claim, violations
from tests.browser.test_evening import begin

SIZES = {"tablet": TABLET, "upright": (800, 1280), "phone": PHONE}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    begin(opened)
    in_a_421(opened)
    yield opened
    opened.close()


def in_a_421(table: Table) -> None:
    """Bring Anna and David to a 421 with 500 each, after Anna's first throw."""
    view = pages.view(table)
    length = view["board"]["length"]
    index = next(one["index"] for one in view["board"]["squares"] if one["kind"] == "421")
    d6 = lambda *values: tuple(Die("d6", value) for value in values)  # noqa: E731
    for fact in (
        PawnPlaced(seat="A", index=(index - 3) % length),
        DiceThrown(seat="A", dice=d6(1, 2)),
        OpponentChosen(seat="A", opponent="D"),
        StakePlaced(seat="A", amount=500),
        DiceThrown(seat="A", dice=d6(4, 2, 6)),
    ):
        assert table.submit(fact).ok, fact
    for debt in pages.view(table)["debts"]:
        assert table.hand_over(debt["from"], debt["to"], 0).ok


def test_a_421_is_put_away_and_played_on_after_a_restart(
    open_page: Open, table: Table, server: Server, tmp_path: Path
) -> None:
    page = open_page("/table", strict=False)
    phone = open_page("/table", PHONE, strict=False)
    claim(phone, server, "D")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Pause jusqu'à demain").click()
    page.get_by_role("button", name="Mettre en pause").click()
    page.get_by_role("heading", name="La partie est en pause").wait_for()
    for seat in pages.view(table)["seats"]:
        told = page.get_by_role("region", name=seat["name"], exact=True)
        assert [int(v) for v in re.findall(r"jeton de (\d+)", told.inner_html().replace("\u202f", ""))] == [
            int(value) for value in seat["chips"]
        ]
    for words in ("Dont en jeu", "421"):
        assert words in page.get_by_role("region", name="Anna", exact=True).inner_text()
    following = page.locator(".papier--suite")
    following.get_by_text("Anna lance un à trois dés").wait_for()
    following.get_by_role("img", name="dé, 6").wait_for()

    server.stop()
    table.close()
    page.get_by_text("Pas de liaison").first.wait_for()
    again = Table(tmp_path / "data")
    opened = Server(again, server.port)
    try:
        page.get_by_text("En direct").wait_for(timeout=10_000)
        phone.get_by_role("button", name="David : c'est en place").click()
        page.get_by_role("button", name="David : en place").wait_for()
        page.get_by_role("button", name="Reprendre la partie").click()
        page.get_by_role("alert").get_by_text("Tout n'est pas encore en place").wait_for()
        page.get_by_role("button", name="Compris").click()
        page.reload(wait_until="domcontentloaded")  # the state is on the server, not in the browser
        page.get_by_role("button", name="David : en place").wait_for()
        assert page.get_by_text("Repris après").count() == 0, "nothing goes on while it is paused"
        letters = page.locator(".papier-tete .pion text").all_text_contents()
        assert sorted(letters) == ["A", "B", "C", "D"], "the bank has a sign, no letter that a player may have"
        for name in ("Anna", "Chloé", "Bruno", "La banque et le plateau"):
            page.get_by_role("button", name=f"{name} : c'est en place").click()
            page.get_by_role("button", name=f"{name} : en place").wait_for()
        page.get_by_role("button", name="Reprendre la partie").click()
        page.wait_for_url("**/table")
        page.locator(".scene .question h1", has_text="Anna lance un à trois dés").wait_for()
        scene = page.locator(".scene")
        scene.locator(".des-garder button").nth(0).click()
        scene.locator(".des-garder button").nth(1).click()
        scene.get_by_role("button", name="1", exact=True).click()
        scene.get_by_role("button", name="Valider 1").click()
        page.locator(".camp-dit", has_text="421 tout juste, 2 lancers").wait_for()
        assert pages.view(again)["scene"]["lines"][0]["hand"] == [4, 2, 1]
        assert pages.view(again)["seats"][0]["felt"] == 500
    finally:
        opened.stop()
        again.close()


def test_the_sheet_is_whole_and_shuts_nobody_out(open_page: Open, table: Table, checker: Any) -> None:
    page = open_page("/pause")
    page.get_by_role("button", name="Mettre en pause").wait_for()
    assert at_sizes(page, SIZES) == []
    assert table.submit(PlayPaused()).ok
    page.get_by_role("heading", name="La partie est en pause").wait_for()
    assert at_sizes(page, SIZES) == []  # the last size is a phone's
    assert violations(checker, page, "/pause") == []
    page.goto(page.url.replace("/pause", "/table"), wait_until="domcontentloaded")
    page.get_by_role("link", name="Remettre en place").wait_for()
    assert at_sizes(page, SIZES) == []


def test_on_paper_the_sheet_has_every_seat_and_no_button(open_page: Open, table: Table) -> None:
    assert table.submit(PlayPaused()).ok
    page = open_page("/")
    page.wait_for_url("**/pause")
    page.get_by_role("heading", name="La partie est en pause").wait_for()
    page.emulate_media(media="print")
    assert page.locator(".papier").count() == 6
    assert page.locator(".papier").evaluate_all("(all) => all.every((one) => one.offsetHeight > 0)")
    assert page.locator("button:visible").count() == 0
