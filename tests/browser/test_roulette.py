"""Roulette with six seats in three ways: bets before the throw, repeated bets, bets declared after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetPlaced, DiceThrown, Die, HouseChanged, MoneyMoved, OpponentChosen, PawnPlaced, TurnGiven
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SMALL, TABLET, Open, Server, claim, violations
from tests.browser.taps import IN_SIGHT, settled

PEOPLE = ("Anna", "Bruno", "Chloé", "David", "Élodie", "Farid")
COLOURS = ("rouge", "bleu", "jaune", "noir", "blanc", "vert")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    seats = [{"name": PEOPLE[i], "colour": COLOURS[i], "age": 9 + i} for i in range(6)]
    assert opened.start({"game": "home_casino", "seats": seats, "target": 15000, "house": {"handover": "tap"}}).ok
    to_the_roulette(opened)
    yield opened
    opened.close()


def to_the_roulette(table: Table, kind: str = "roulette") -> None:
    """Bring Anna to the square Roulette, or to one of another kind."""
    view = pages.view(table)
    index = next(one["index"] for one in view["board"]["squares"] if one["kind"] == kind)
    assert table.submit(TurnGiven(seat="A")).ok
    assert table.submit(PawnPlaced(seat="A", index=(index - 3) % view["board"]["length"])).ok
    assert table.submit(DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))).ok


def spin(table: Table, number: int, colour: str) -> None:
    assert table.submit(DiceThrown(seat="A", dice=(Die("d10", number), Die("bicolour", colour)))).ok


def points(table: Table) -> dict[str, int]:
    return {one["id"]: one["points"] for one in pages.view(table)["seats"]}


def asked(table: Table) -> dict[str, Any]:
    return next(q for q in pages.view(table)["questions"] if q["kind"] == "bet")


def phones(open_page: Open, server: Server) -> dict[str, Any]:
    found = {}
    for seat in "ABCDEF":
        found[seat] = open_page("/table", PHONE, strict=False)
        claim(found[seat], server, seat)
    return found


def test_six_phones_bet_at_once_and_once_more_as_before(open_page: Open, server: Server, table: Table) -> None:
    held = phones(open_page, server)
    for page in held.values():
        page.locator("button.champ.n7").wait_for()
    for seat, page in held.items():  # the seats bet at the same time
        page.locator("button.champ.n7" if seat in "ABC" else "button.champ.c-noir").evaluate("(one) => one.click()")
    for page in held.values():
        page.locator(".champ--moi").wait_for()
    assert sorted((b["seat"], b["field"], b["amount"]) for b in asked(table)["bets"]) == [
        (seat, "7" if seat in "ABC" else "noir", 100) for seat in "ABCDEF"
    ]
    held["A"].get_by_role("button", name="Rien ne va plus").click()
    held["B"].locator(".question h2", has_text="Anna lance").wait_for()
    spin(table, 7, "red")
    assert points(table) == {**dict.fromkeys("ABC", 4700), **dict.fromkeys("DEF", 3900)}

    to_the_roulette(table)
    for page in held.values():
        page.get_by_role("button", name="miser comme avant, 100 en tout").click()
        page.locator(".champ--moi").wait_for()
    spin(table, 8, "black")
    assert points(table) == {**dict.fromkeys("ABC", 4600), **dict.fromkeys("DEF", 4000)}


BEHIND_THE_BAR = """(selector) => {
  const { top } = document.querySelector(".question-actes--tel").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((one) => one.getBoundingClientRect().bottom > top)
    .map((one) => one.textContent);
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL["small phone"]])
def test_the_bar_of_a_phone_covers_no_field_and_no_limit(
    size: tuple[int, int], open_page: Open, server: Server, table: Table
) -> None:
    page = open_page("/table", size)
    claim(page, server, "A")
    page.locator("button.champ.n8").click()
    page.get_by_role("button", name="Tout reprendre").wait_for()
    page.evaluate("scrollTo(0, 0)")
    assert page.locator(".jeux .note").is_visible()
    assert page.evaluate(BEHIND_THE_BAR, ".champ, .jeux > *") == []
    spin(table, 7, "red")
    to_the_roulette(table, "zanzibar")
    assert table.submit(OpponentChosen(seat="A", opponent="B")).ok
    page.locator(".mise-carte .limite").wait_for()
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(BEHIND_THE_BAR, ".mise-carte") == []


@pytest.mark.parametrize("size", [PHONE, (360, 640)])
def test_the_thrower_sees_all_faces_on_a_phone(
    size: tuple[int, int], open_page: Open, server: Server, table: Table
) -> None:
    claim(phone := open_page("/table", size), server, "A")
    assert table.submit(BetPlaced(seat="B", field="7", amount=100)).ok
    phone.get_by_role("button", name="Rien ne va plus").click()
    phone.locator(".face-touche").nth(11).wait_for()
    settled(phone)
    assert phone.evaluate(IN_SIGHT, ".face-touche") == [True] * 12


def test_the_closed_cloth_is_whole_above_the_faces_on_the_small_screen(open_page: Open, table: Table) -> None:
    for seat, field in zip("ABCDEF", ("7", "8", "9", "rouge", "pair", "7"), strict=True):
        assert table.submit(BetPlaced(seat=seat, field=field, amount=100)).ok
    page = open_page("/table", (800, 480))
    page.get_by_role("button", name="Rien ne va plus").click()
    page.locator(".face-touche").nth(11).wait_for()
    settled(page)
    assert page.evaluate(IN_SIGHT, ".face-touche") == [True] * 12
    assert page.locator(".roulette").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1


def test_the_small_screen_shows_on_each_seat_what_the_last_throw_changed(open_page: Open, table: Table) -> None:
    for seat, field in zip("ABCDEF", ("7", "8", "9", "rouge", "noir", "7"), strict=True):
        assert table.submit(BetPlaced(seat=seat, field=field, amount=100)).ok
    spin(table, 7, "red")
    page = open_page("/table", SMALL["pi"])
    changes = page.locator(".siege .dernier b:visible")
    changes.nth(5).wait_for()
    assert sorted(changes.all_inner_texts()) == ["▲ +100", "▲ +700", "▲ +700", "▼ −100", "▼ −100", "▼ −100"]
    assert page.evaluate(PROBE) == []
    seat = pages.view(table)["turn"]
    assert table.submit(DiceThrown(seat=seat, dice=(Die("d6", 1), Die("d6", 2)))).ok
    changes.first.wait_for(state="hidden")


def test_told_after_the_throw_by_six_phones(open_page: Open, server: Server, table: Table) -> None:
    assert table.submit(HouseChanged(key="roulette_result", value=True)).ok
    to_the_roulette(table)  # the setting applies from the next roulette
    assert [q["kind"] for q in pages.view(table)["questions"]] == ["throw"]
    held = phones(open_page, server)
    spin(table, 7, "red")
    for page in held.values():
        page.locator(".dit-cases").wait_for()
    held["B"].locator("[data-key=told-7]").click()
    held["B"].get_by_role("button", name="Ajouter 100", exact=True).click()
    held["B"].get_by_role("button", name="Ailleurs, perdu").click()
    held["B"].get_by_role("button", name="Ajouter 50", exact=True).click()
    assert held["B"].evaluate(PROBE) == []
    held["B"].get_by_role("button", name="Bruno : 150 en tout").click()
    held["C"].get_by_role("button", name="Ailleurs, perdu").click()
    held["C"].get_by_role("button", name="Ajouter 500", exact=True).click()
    held["C"].get_by_role("button", name="Chloé : 500 en tout").click()
    for seat in "DEF":
        held[seat].get_by_role("button", name="n'avait rien").click()
        held[seat].get_by_role("button", name="n'avait rien").wait_for(state="detached")
    held["A"].get_by_role("button", name="C'est tout").click()
    held["A"].get_by_role("button", name="C'est tout").wait_for(state="detached")
    assert points(table) == {"A": 4000, "B": 4650, "C": 3500, "D": 4000, "E": 4000, "F": 4000}
    told = [line["text"] for line in pages.report(table)]
    assert any("Bruno dit après le coup" in text and "150 en tout" in text for text in told)


@pytest.mark.parametrize("size", [TABLET, PHONE, pytest.param((800, 1280), marks=pytest.mark.slow)])
def test_one_tablet_alone_hears_everybody(size: tuple[int, int], open_page: Open, table: Table, checker: Any) -> None:
    assert table.submit(HouseChanged(key="roulette_result", value=True)).ok
    to_the_roulette(table)
    spin(table, 6, "black")
    page = open_page("/table", size, strict=False)
    page.locator(".dit-cases").wait_for()
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, "told") == []
    page.locator("[data-key=who-D]").click()
    page.get_by_role("button", name="Pair").click()
    page.get_by_role("button", name="Ajouter 500", exact=True).click()
    page.get_by_role("button", name="David : 500 en tout").click()
    page.locator("[data-key=who-D]").wait_for(state="detached")
    page.get_by_role("button", name="C'est tout").click()
    page.get_by_role("button", name="C'est tout").wait_for(state="detached")
    assert points(table)["D"] == 4500


def test_the_ten_faces_of_a_throw_to_correct_stand_in_two_rows_of_five(open_page: Open, table: Table) -> None:
    """Regression: nine faces stood in one row and the tenth alone below."""
    spin(table, 7, "red")
    page = open_page("/history", TABLET)
    page.get_by_role("button", name="Corriger").first.click()
    faces = page.locator('[data-key^="v-0-"]')
    faces.last.wait_for()
    rows = [round(one.bounding_box()["y"]) for one in faces.all()]
    assert [rows.count(y) for y in sorted(set(rows))] == [5, 5]


def test_the_cloth_stays_while_chips_are_laid_although_something_is_owed(open_page: Open, table: Table) -> None:
    assert table.submit(MoneyMoved(giver="A", taker="B", amount=100)).ok
    page = open_page("/table", TABLET)
    page.locator(".dettes").wait_for()
    page.locator(".vue", has_text="Jeu").click()
    page.locator(".roulette").wait_for()
    bet = asked(table)
    for seat in ("B", "C"):
        assert table.submit(BetPlaced(seat=seat, field=bet["fields"][0], amount=bet["step"])).ok
        page.locator(f'html[data-version="{table.snapshot().version}"]').wait_for(state="attached")
        assert page.locator(".roulette").count() == 1 and page.locator(".dettes").count() == 0


def test_six_debts_leave_the_number_and_the_colour_large(open_page: Open, table: Table) -> None:
    """Regression: from the third debt on, the page did not show what the dice had shown."""
    for seat, field in zip("ABCDEF", ("7", "8", "9", "rouge", "pair", "7"), strict=True):
        assert table.submit(BetPlaced(seat=seat, field=field, amount=100)).ok
    page = open_page("/table")
    spin(table, 7, "red")
    page.locator(".dette").nth(5).wait_for()
    said = page.locator(".dettes-bloc").get_by_text("7 rouge", exact=True)
    assert said.bounding_box()["height"] >= 32
    assert "roulette, 8" in page.get_by_role("region", name="Bruno", exact=True).inner_text()  # the lost chip's reason
    assert page.locator(".dettes").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0  # no scroll bar


def test_a_touch_beside_the_own_bets_takes_nothing_back_and_bets_nothing(open_page: Open, table: Table) -> None:
    """Regression: in « Reprendre une mise » a touch on an empty field placed a bet."""
    assert table.submit(BetPlaced(seat="A", field="7", amount=100)).ok
    page = open_page("/table")
    page.locator("[data-key=who-A]").click()
    page.locator("[data-key=back]").click()
    page.locator("[data-key=field-3]").click()
    page.get_by_text("Il n'y a pas de mise à reprendre là.").first.wait_for()
    assert [(bet["field"], bet["amount"]) for bet in asked(table)["bets"]] == [("7", 100)]
    page.locator("[data-key=field-7]").click()
    page.locator("[data-key=field-7] .mise").wait_for(state="detached")
