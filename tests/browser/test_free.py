"""Any game, from the set-up page to the winner by touches: typed points on a tablet and a phone, and dice that the eye reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import DiceThrown, Die, PointsEntered
from companion.table import Table
from hardware.simulated import SimulatedEye
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open, Server, at_sizes, claim
from tests.browser.taps import Fingers, settled, up_to_date
from tests.browser.test_twelve import NAMES, PAGES, SEATS, SIZES
from tests.waiting import until

PEOPLE = ("Anna", "Bruno", "Chloé", "David", "Élodie", "Farid")


def eye(table: Table) -> SimulatedEye:
    """Return the real eye on drawn dice, which lie still at once."""
    found = SimulatedEye(hurry=True)
    found.follow(table)
    return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data", simulation=eye)
    yield opened
    opened.close()


def start(table: Table, house: dict[str, Any], number: int = 6) -> None:
    assert table.start({"game": "free", "seats": [{"name": name} for name in PEOPLE[:number]], "first": 0, "house": house}).ok


def type_points(page: Any, points: int) -> int:
    """Type points for the next player; return the number of touches."""
    hand = Fingers(page)
    keys = [*(f"digit-{d}" for d in str(abs(points))), *(["minus"] if points < 0 else []), "enter"]
    for key in keys:
        hand.touch(key)
    return len(keys)


def test_the_question_names_the_player_whose_points_are_typed(open_page: Open, server: Server, table: Table) -> None:
    start(table, {}, 3)
    page, phone = open_page("/table"), open_page("/table", PHONE)
    claim(phone, server, "B")
    phone.get_by_role("heading", name="Vos points").wait_for()
    page.get_by_role("heading", name="Manche 1 : les points d'Anna").wait_for()
    Fingers(page).touch("who-C")
    page.get_by_role("heading", name="Les points de Chloé").wait_for()


def test_a_digit_counts_whose_touch_lasts_while_another_writes_points(open_page: Open, server: Server, table: Table) -> None:
    start(table, {}, 3)
    page, phone = open_page("/table"), open_page("/table", PHONE)
    claim(phone, server, "C")
    hand = Fingers(page)
    hand.touch("digit-1")
    hand.key("digit-2").hover()
    page.mouse.down()
    type_points(phone, 30)
    up_to_date(phone, pages.view(table)["version"])
    page.mouse.up()
    page.get_by_role("button", name="Noter 12").wait_for()
    up_to_date(page, pages.view(table)["version"])


@pytest.mark.parametrize("size", [TABLET, (800, 480)])
def test_no_key_moves_while_points_are_typed_whoever_is_next(size: tuple[int, int], open_page: Open, table: Table) -> None:
    start(table, {}, 3)
    page = open_page("/table", size)
    hand = Fingers(page)
    key = page.locator("[data-key=digit-5]")
    key.wait_for()
    places = [key.bounding_box()]
    for _ in range(3):
        for name in ("digit-1", "digit-2", "minus", "enter"):
            hand.touch(name)
            up_to_date(page, pages.view(table)["version"])
            places.append(key.bounding_box())
    assert all(place == places[0] for place in places), places


def test_the_set_up_names_the_chosen_kind_of_sheet(open_page: Open, table: Table) -> None:
    page = open_page("/setup", TABLET)
    page.locator("[data-key=game-free]").click()
    chosen = page.locator(".vite-choix")
    chosen.get_by_text("Feuille de marque").wait_for()
    page.locator("[data-key=preset-low]").click()
    chosen.get_by_text("Le plus bas gagne").wait_for()


def test_a_family_sets_up_low_wins_and_plays_it_on_a_tablet(open_page: Open, table: Table) -> None:
    page = open_page("/setup", TABLET)
    hand = Fingers(page)
    page.locator("[data-key=game-free]").wait_for()
    for key in ("game-free", "preset-low"):
        hand.touch(key)
    hand.key("begin").click()  # another page: there is no frame of this one to wait for
    page.wait_for_url("**/table")
    page.locator("[data-key=enter]").wait_for()
    for points in (60, -5, 45, 12):
        type_points(page, points)
        page.wait_for_function("() => !document.documentElement.hasAttribute('aria-busy')")
        up_to_date(page, pages.view(table)["version"])  # the next digits belong to the next question
    page.get_by_text("La partie est finie").first.wait_for()
    view = pages.view(table)
    assert [seat["points"] for seat in view["seats"]] == [105, 7]
    assert (view["outcome"]["winners"], view["outcome"]["reason"]) == (["B"], "target")


def test_a_round_for_six_takes_three_touches_a_player_and_an_entry_is_put_right(open_page: Open, table: Table) -> None:
    start(table, {})
    page = open_page("/table", TABLET)
    page.locator("[data-key=enter]").wait_for()
    touches = 0
    for points in (12, 30, 7, 0, 25, 8):
        touches += type_points(page, points)
        up_to_date(page, pages.view(table)["version"])
    assert touches <= 3 * 6
    assert [seat["points"] for seat in pages.view(table)["seats"]] == [12, 30, 7, 0, 25, 8]
    page.locator("[data-key=cell-1-B]").click()
    box = page.locator("dialog")
    box.locator("[data-key=digit-4]").wait_for()
    for key in ("digit-4", "minus"):
        box.locator(f"[data-key={key}]").click()
        settled(page)
    box.locator("[data-key=confirm]:enabled").click()
    page.wait_for_function("() => document.querySelector('[data-key=cell-1-B]')?.textContent.includes('4')")
    assert pages.view(table)["seats"][1]["points"] == -4
    assert not pages.view(table)["misfits"]


def test_a_phone_writes_its_own_points_with_a_note(open_page: Open, table: Table, server: Server) -> None:
    start(table, {"rounds": 1}, 2)
    phone = open_page("/table", PHONE)
    claim(phone, server, "B")
    phone.locator("[data-key=enter]").wait_for()
    phone.locator("[data-key=note]").click()
    phone.locator("[data-key=note-text]").fill("belote")
    type_points(phone, 20)
    phone.locator(".case-marque, .feuille-table sup").first.wait_for()
    assert pages.view(table)["scene"]["rounds"] == [{"B": {"points": 20, "number": 2, "note": "belote"}}]


LINES = "As, Deux, Trois, Quatre, Cinq, Six, Brelan, Carré, Full, Petite suite, Grande suite, Yams, Chance"
SHEETS = {"rounds": {"entry": "round"}, "lines": {"entry": "turn", "lines": LINES}, "dice": {"entry": "dice", "d6": 5}}


@pytest.mark.parametrize("kind", ["lines", "dice", pytest.param("rounds", marks=pytest.mark.slow)])
def test_twelve_with_long_names_and_large_sums_are_whole(kind: str, open_page: Open, table: Table, server: Server) -> None:
    assert table.start({"game": "free", "seats": [{"name": name} for name in NAMES], "first": 0, "house": SHEETS[kind]}).ok
    for line in range(1, 8):
        for place, seat in enumerate(SEATS):
            fact = PointsEntered(seat=seat, points=-900 - place if place % 2 else 9_000 + place, line=line)
            if kind != "dice":
                assert table.submit(fact).ok
    page = open_page("/table", strict=False)
    up_to_date(page, table.snapshot().version)
    assert page.locator(".siege").count() == 12
    found = at_sizes(page, SIZES, "table")
    claim(page, server, "L")
    up_to_date(page, table.snapshot().version)
    found += at_sizes(page, SIZES, "seat")
    for path, ready in PAGES.items():
        page.goto(server.address + path, wait_until="domcontentloaded")
        page.locator(ready).first.wait_for()
        found += at_sizes(page, SIZES, path)
    assert found == []


def test_the_simulated_eye_reads_the_dice_and_the_formula_adds_the_three_best(open_page: Open, table: Table) -> None:
    """The real eye reads drawn dice; the table confirms a doubtful reading."""
    house = {"entry": "dice", "d6": 4, "formula": "best", "rounds": 1, "seconds": 90}
    seats = [{"name": name} for name in PEOPLE[:2]]
    assert table.start({"game": "free", "seats": seats, "first": 0, "house": house, "simulated": True}).ok
    page = open_page("/table", TABLET)
    page.locator(".minuteur").wait_for()
    for turn in range(2):
        assert table.looked_at(60)  # the eye has finished the previous throw
        up_to_date(page, pages.view(table)["version"])
        page.get_by_role("button", name="Lancer", exact=True).click()
        assert until(lambda turn=turn: pages.view(table)["throws"] > turn or pages.view(table)["pending"], 60)
        if pending := pages.view(table)["pending"]:
            dice = tuple(Die("d6", die["value"] or 1) for die in pending["dice"])
            assert table.submit(DiceThrown(seat="AB"[turn], dice=dice)).ok
    page.get_by_text("La partie est finie").first.wait_for()
    thrown = [entry.fact for entry in table.evening().entries if isinstance(entry.fact, DiceThrown)]  # type: ignore[union-attr]
    best = [sum(sorted(die.value for die in fact.dice)[-3:]) for fact in thrown]  # type: ignore[type-var]
    assert [seat["points"] for seat in pages.view(table)["seats"]] == best
    assert pages.view(table)["outcome"]["reason"] == "rounds"
