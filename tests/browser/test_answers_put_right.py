"""In the report, each past answer can be replaced by one that its question allowed at that time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import BetPlaced, BetsClosed, CardDrawn, DiceThrown, Die, Landed, OptionChosen, Square, TurnGiven
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, TABLET, Open, Server, claim, violations
from tests.browser.taps import up_to_date
from tests.browser.test_evening import begin
from tests.browser.test_setup import COUNTER, taps

SIZES = {"tablet": TABLET, "phone": PHONE}
SEEN = """(rows) => {
  const { top, bottom } = rows.getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector("dialog [data-key=confirm]").parentElement.getBoundingClientRect().top;
}"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    begin(opened, house={"handover": "tap"})
    assert opened.submit(TurnGiven(seat="A")).ok
    yield opened
    opened.close()


def say(table: Table, *facts: Any) -> None:
    for fact in facts:
        assert table.submit(fact, how="camera" if isinstance(fact, DiceThrown) else "tap").ok, fact


def deck(table: Table, title: str) -> list[dict[str, Any]]:
    return next(one["cards"] for one in pages.decks(table) if one["deck"] == title)


def points(table: Table, seat: str = "A") -> int:
    return int(next(one["points"] for one in pages.view(table)["seats"] if one["id"] == seat))


def number_of(table: Table, kind: str) -> int:
    return int(next(line["number"] for line in reversed(pages.report(table)) if line["type"] == kind))


def a_bet(table: Table) -> dict[str, Any]:
    say(table, Landed(seat="A", square=Square(kind="roulette")), BetPlaced(seat="A", field="7", amount=100),
        BetsClosed(seat="A"), DiceThrown(seat="A", dice=(Die("d10", 8), Die("bicolour", "black"))))  # fmt: skip
    return {"kind": "BetPlaced", "touch": "Noir", "gain": 200, "now": {"field": "noir"}}


def whose_bet(table: Table) -> dict[str, Any]:
    a_bet(table)
    return {"kind": "BetPlaced", "touch": "Chloé", "gain": 100, "now": {"seat": "C"}}


def a_card(table: Table) -> dict[str, Any]:
    gains = sorted(
        (one for one in deck(table, "jackpot") if one["effect"]["kind"] == "gain"), key=lambda c: c["effect"]["amount"]
    )
    low, high = gains[0], gains[-1]
    say(table, Landed(seat="A", square=Square(kind="jackpot")), CardDrawn(seat="A", deck="jackpot", card=low))
    gain = high["effect"]["amount"] - low["effect"]["amount"]
    return {"kind": "CardDrawn", "touch": high["name"], "gain": gain, "now": {"card": high}}


def an_option(table: Table) -> dict[str, Any]:
    card = min(deck(table, "acquisition"), key=lambda one: one["buy"])
    say(table, Landed(seat="A", square=Square(kind="acquisition")), CardDrawn(seat="A", deck="acquisition", card=card),
        OptionChosen(seat="A", option="buy"))  # fmt: skip
    return {"kind": "OptionChosen", "touch": "Laisser la carte", "gain": card["buy"], "now": {"option": "leave"}}


def a_square(table: Table) -> dict[str, Any]:
    say(table, Landed(seat="A", square=Square(kind="mafia")))
    return {"kind": "Landed", "touch": "Casino + 500", "gain": 1000, "now": {"square": {"kind": "casino_plus_500"}}}


@pytest.mark.parametrize(("wrong", "size"), [
    *((one, "phone") for one in (a_bet, whose_bet, a_card, an_option, a_square)), (a_square, "tablet"),
    *(pytest.param(one, "tablet", marks=pytest.mark.slow) for one in (a_bet, whose_bet, a_card, an_option)),
])  # fmt: skip
def test_four_touches_put_an_answer_right_that_is_long_past(
    wrong: Any, size: str, open_page: Open, table: Table, checker: Any
) -> None:
    case = wrong(table)
    number = number_of(table, case["kind"])
    for seat in "BCD":  # the evening continues
        say(table, TurnGiven(seat=seat), Landed(seat=seat, square=Square(kind="neutral")))
    had = points(table)
    page = open_page("/table", SIZES[size])
    page.add_init_script(COUNTER)
    page.reload(wait_until="domcontentloaded")
    page.get_by_role("link", name="Feuille").click()
    page.locator(f'[data-key="fix-{number}"]').click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".reponses, .choix-case").get_by_role("button", name=case["touch"], exact=True).click()
    dialog.locator("[data-key=confirm]:enabled").wait_for()
    assert dialog.locator(".avant-apres").evaluate(SEEN), "what it changes is seen before it is confirmed"
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, case["kind"]) == []
    dialog.locator("[data-key=confirm]").click()
    page.locator(f'li[data-number="{number}"]').get_by_text("corrigé", exact=True).wait_for()
    assert taps(page) == 4
    assert points(table) - had == case["gain"]
    fact = next(line["fact"] for line in pages.report(table) if line["number"] == number)
    assert fact.items() >= case["now"].items()


def test_the_keyboard_alone_puts_an_answer_right(open_page: Open, table: Table) -> None:
    case = an_option(table)
    had, number = points(table), number_of(table, case["kind"])
    page = open_page("/table")
    page.locator(".question h1").wait_for()

    def reach(what: str) -> None:
        for _ in range(90):
            page.keyboard.press("Tab")
            if page.evaluate("(what) => document.activeElement.matches(what)", what):
                return page.keyboard.press("Enter")
        raise AssertionError(f"{what} cannot be reached")

    reach('a[href="/history"]')
    page.locator(f'[data-key="fix-{number}"]').wait_for()
    reach(f'[data-key="fix-{number}"]')
    page.locator('[data-key="answer-1"]').wait_for()
    reach('[data-key="answer-1"]')
    page.locator("[data-key=confirm]:enabled").wait_for()
    reach("[data-key=confirm]")
    page.locator(f'li[data-number="{number}"]').get_by_text("corrigé", exact=True).wait_for()
    assert points(table) - had == case["gain"]


def test_the_answer_that_was_given_is_marked_and_nothing_is_sent_for_it(open_page: Open, table: Table) -> None:
    an_option(table)
    page = open_page("/history")
    page.locator(f'[data-key="fix-{number_of(table, "OptionChosen")}"]').click()
    given = page.get_by_role("group", name="C'était").locator('[aria-pressed="true"]')
    given.wait_for()
    assert given.count() == 1
    assert page.locator("dialog [data-key=confirm]").count() == 0


def test_a_phone_that_goes_on_to_the_report_keeps_speaking_for_its_seat(
    open_page: Open, server: Server, table: Table
) -> None:
    """Regression: the phone's correction went through the table's report and lost its author."""
    say(table, DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2))))
    number = number_of(table, "DiceThrown")
    phone = open_page("/table", PHONE)
    claim(phone, server, "B")
    phone.get_by_role("button", name="1 : corriger ce dé").click()
    phone.get_by_role("link", name="Autre chose").click()
    phone.locator(f'[data-key="fix-{number}"]').click()
    phone.get_by_role("button", name="Ça ne compte pas").click()
    phone.get_by_role("button", name="Confirmer").click()
    phone.get_by_role("dialog").wait_for(state="detached")
    phone.locator(f'li[data-number="{number}"]').get_by_text("ne compte pas", exact=True).wait_for()
    assert pages.report(table)[-1]["who"] == "Bruno"


@pytest.mark.parametrize("path", ["/table", "/seat/B"])
def test_beside_a_fresh_reading_it_is_two_touches_that_it_does_not_count(
    path: str, open_page: Open, server: Server, table: Table
) -> None:
    say(table, DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2))), TurnGiven(seat="B"))
    number = number_of(table, "DiceThrown")
    page = open_page("/table", TABLET if path == "/table" else PHONE)
    if path != "/table":
        claim(page, server, "B")
    page.locator(".dernier-jet").get_by_role("button", name="Ça ne compte pas").click()
    page.get_by_role("dialog", name="Ce lancer ne compte pas").get_by_role("button", name="Confirmer").click()
    page.locator(f'.dernier-jet[data-number="{number}"]').wait_for(state="detached")
    assert next(line["state"] for line in pages.report(table) if line["number"] == number) == "voided"
    assert pages.report(table)[-1]["who"] == ("La table" if path == "/table" else "Bruno")


def two_dice(table: Table, number: int) -> list[int]:
    return next([die["value"] for die in line["fact"]["dice"]] for line in pages.report(table) if line["number"] == number)


def test_read_is_said_of_what_the_eye_read_and_not_of_a_throw_by_hand(open_page: Open, table: Table) -> None:
    assert table.submit(DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 6))), how="tap").ok
    page = open_page("/table")
    up_to_date(page, pages.view(table)["version"])
    assert page.get_by_text("Lu :").count() == 0
    assert table.undo_last().ok
    say(table, DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 6))))  # ``say`` submits throws as the camera's
    page.get_by_text("Lu :").wait_for()


@pytest.mark.parametrize("path", ["/table", "/seat/B"])
def test_a_wrong_last_reading_is_two_touches_and_one_takes_it_back(
    path: str, open_page: Open, server: Server, table: Table
) -> None:
    """The cloth fills the middle of the page, and the correction moves chips, which the dialog tells beforehand."""
    say(table, DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 6))))
    assert "bet" in [one["kind"] for one in pages.view(table)["questions"]]
    number, had = number_of(table, "DiceThrown"), points(table)
    page = open_page("/table", TABLET if path == "/table" else PHONE)
    if path != "/table":
        claim(page, server, "B")
    page.add_init_script(COUNTER)
    page.reload(wait_until="domcontentloaded")
    page.locator('[data-key="read-1"]').click()
    page.locator('dialog [data-key="face-5"]', has_text=re.compile(r"500.*Le pion d'Anna va case \d+\.")).click()
    page.get_by_role("button", name="5 : corriger ce dé").wait_for()
    assert taps(page) == 2
    assert two_dice(table, number) == [6, 5]
    assert points(table) == had - 500, "it was the mafia"
    if path == "/table":
        assert page.evaluate(PROBE) == []
        page.get_by_role("button", name="Annuler").click()
        page.get_by_role("button", name="5 : corriger ce dé").wait_for(state="detached")
        assert (two_dice(table, number), points(table)) == ([6, 6], had)


@pytest.mark.parametrize("gone", [False, True])
def test_quick_fingers_are_asked_only_where_chips_went_over_already(gone: bool, open_page: Open, table: Table) -> None:
    """The player taps the right face before the preview arrives."""
    say(table, DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 5))))
    number = number_of(table, "DiceThrown")
    if gone:
        (debt,) = pages.view(table)["debts"]
        assert table.hand_over(debt["from"], debt["to"], None).ok
    page = open_page("/table")
    page.add_init_script(COUNTER)
    page.reload(wait_until="domcontentloaded")
    held: list[Any] = []
    page.route("**/preview", lambda route: held.append(route))
    page.locator('[data-key="read-1"]').click()
    page.locator('dialog [data-key="face-6"]').click()
    assert held
    page.unroute("**/preview")  # answer the delayed requests
    if gone:
        page.locator("dialog .avant-apres").wait_for()
        assert page.get_by_role("dialog").get_by_text("Le pion d'Anna va case").is_visible()
        assert two_dice(table, number) == [6, 5]
        return page.locator("dialog [data-key=confirm]").click()
    page.get_by_role("button", name="5 : corriger ce dé").wait_for(state="detached")
    assert taps(page) == 2
    assert two_dice(table, number) == [6, 6]


def test_a_correction_of_a_table_that_went_on_says_so(open_page: Open, table: Table) -> None:
    say(table, DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 5))))
    number = number_of(table, "DiceThrown")
    page = open_page("/table")
    page.locator('[data-key="read-1"]').click()
    page.locator('dialog [data-key="face-6"]').wait_for()
    say(table, TurnGiven(seat="C"))
    page.locator("dialog .message").get_by_text("La table a changé entre-temps.").wait_for()
    for key in ("face-6", "never"):
        page.locator(f'dialog [data-key="{key}"]').click()
        page.locator(".pourquoi-pas").get_by_text("La table a changé entre-temps.").wait_for()
    assert two_dice(table, number) == [6, 5]


@pytest.mark.parametrize("size", [pytest.param("tablet", marks=pytest.mark.slow), "phone"])
def test_a_throw_that_was_missed_is_added_in_four_touches_and_its_faces(
    size: str, open_page: Open, table: Table, checker: Any
) -> None:
    """Regression: the page sent a fact that the table refused, and took two more touches."""
    say(table, DiceThrown(seat="A", dice=(Die("d6", 6), Die("d6", 5))), TurnGiven(seat="C"))
    number = number_of(table, "TurnGiven")
    say(table, DiceThrown(seat="C", dice=(Die("d6", 1), Die("d6", 4))))  # the camera missed David's throw
    had = points(table, "D")
    page = open_page("/table", SIZES[size])
    page.add_init_script(COUNTER)
    page.reload(wait_until="domcontentloaded")
    page.get_by_role("link", name="Feuille").click()
    page.locator(f'[data-key="fix-{number}"]').click()
    page.get_by_role("button", name="Ajouter un lancer avant").click()
    page.locator('dialog [data-key="v-0-2"]').wait_for()
    assert page.locator("dialog [data-key=confirm]").count() == 0, "a face that nobody told is not taken for one"
    for key in ("v-0-2", "v-1-3"):
        page.locator(f'dialog [data-key="{key}"]').click()
    page.locator("dialog [data-key=confirm]:enabled").wait_for()
    assert page.evaluate(PROBE) == []
    assert violations(checker, page, "insert") == []
    page.locator("dialog [data-key=confirm]").click()
    page.get_by_text("ajouté", exact=True).wait_for()
    assert taps(page) == 4 + 2
    assert points(table, "D") == had + 500
    line = pages.report(table)[-1]
    assert (line["state"], line["fact"]["seat"], pages.view(table)["misfits"]) == ("inserted", "D", [])
