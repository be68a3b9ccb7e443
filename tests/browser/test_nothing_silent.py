"""Changes that every page announces: news, whose turn it is, a seat taken over elsewhere, a restored connection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.facts import (
    BankerNamed,
    CardDrawn,
    CardsShown,
    Counted,
    DiceThrown,
    Die,
    Fact,
    LevelSet,
    MoneyMoved,
    NumberGiven,
    SeatTaken,
    TurnGiven,
)
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, SMALL, Open, Server, claim
from tests.browser.taps import up_to_date
from tests.browser.test_spoken import RECORDER

PEOPLE = [
    {"name": name, "colour": colour, "age": 20 + at}
    for at, (name, colour) in enumerate((("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "jaune")))
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    opened.close()


def begin(table: Table, game: str = "home_casino", **more: Any) -> None:
    assert table.start({"game": game, "seats": PEOPLE, "box": "exemple", "first": 0, **more}).ok


def claimed(open_page: Open, server: Server, seats: str) -> dict[str, Any]:
    """Open a phone for each of these seats."""
    phones = {seat: open_page("/table", PHONE) for seat in seats}
    for seat, phone in phones.items():
        claim(phone, server, seat)
    return phones


def told(table: Table, phones: dict[str, Any], fact: Fact) -> None:
    """Submit a fact, and wait until the phones show it."""
    assert table.submit(fact).ok
    for phone in phones.values():
        up_to_date(phone, pages.view(table)["version"])


def announced(page: Any, table: Table) -> str:
    """Return what the page announces now."""
    up_to_date(page, pages.view(table)["version"])
    return " ".join(page.locator(".message--annonce").all_inner_texts())


def test_a_bankruptcy_stands_large_on_every_page_until_the_next_answer(
    open_page: Open, server: Server, table: Table
) -> None:
    begin(table, banker=1)
    screens = [open_page("/table"), open_page("/watch"), open_page("/table", PHONE)]
    claim(screens[2], server, "C")
    screens[0].context.add_init_script(RECORDER)
    screens[0].reload(wait_until="domcontentloaded")
    screens[0].evaluate("() => import('/static/js/sound.js').then(() => true)")
    assert [announced(page, table) for page in screens] == ["Bruno tient la banque."] * 3
    bruno = next(seat["points"] for seat in pages.view(table)["seats"] if seat["name"] == "Bruno")
    assert table.submit(MoneyMoved(giver="B", taker="bank", amount=bruno)).ok
    told = "Bruno est en faillite. Anna tient la banque."
    assert [announced(page, table) for page in screens] == [told] * 3
    assert table.submit(LevelSet(level="croupier")).ok  # this fact answers no question
    assert all(told in announced(page, table) for page in screens)
    sizes = (
        "[...document.querySelectorAll('.message--annonce')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert all(size >= 20 for page in screens for size in page.evaluate(sizes))
    heard = [text for text, _ in screens[0].evaluate("window.told")]
    assert sum("Bruno est en faillite" in text for text in heard) == 1  # the voice says it only once
    assert table.submit(DiceThrown(seat="A", dice=(Die("d6", 1), Die("d6", 2)))).ok
    assert [announced(page, table) for page in screens] == [""] * 3


def test_a_seat_taken_over_and_a_new_banker_are_announced(open_page: Open, table: Table) -> None:
    begin(table, banker=1)
    page = open_page("/table")
    assert table.submit(SeatTaken(seat="C", name="Zoé")).ok
    assert table.submit(BankerNamed(seat="C")).ok
    assert announced(page, table) == "Zoé prend la place de Chloé. Zoé tient la banque."


@pytest.mark.parametrize(("game", "told"), [
    ("casino_pirate", "Anna mène."), ("cassino", "Chloé donne."), ("les_cases_si_no", "Anna est croupier."),
])  # fmt: skip
def test_the_first_office_is_announced(game: str, told: str, open_page: Open, table: Table) -> None:
    begin(table, game)
    assert told in announced(open_page("/table"), table)


def test_an_idle_phone_says_whose_turn_it_is(open_page: Open, server: Server, table: Table) -> None:
    begin(table)
    phone = open_page("/table", PHONE)
    claim(phone, server, "B")
    phone.get_by_text("C'est à Anna. Vos questions paraîtront ici.").wait_for()


def test_a_phone_shows_from_its_top_whose_turn_it_is_after_its_own(
    open_page: Open, server: Server, table: Table
) -> None:
    begin(table)
    phones = claimed(open_page, server, "A")
    up_to_date(phones["A"], pages.view(table)["version"])
    phones["A"].evaluate("() => { document.body.style.minHeight = '200vh'; scrollTo(0, 300); }")
    told(table, phones, LevelSet(level="croupier"))  # the seat is still asked, so the page does not scroll
    assert phones["A"].evaluate("scrollY") == 300
    told(table, phones, TurnGiven(seat="B"))
    assert phones["A"].evaluate("scrollY") == 0


def test_a_phone_shows_at_once_that_its_seat_went_elsewhere(open_page: Open, server: Server, table: Table) -> None:
    begin(table)
    phone, other = open_page("/table", PHONE), open_page("/table", PHONE)
    claim(phone, server, "A")
    phone.locator(".moi").wait_for()
    claim(other, server, "A")
    phone.get_by_text("Ce siège a été repris sur un autre écran.").wait_for()  # the page says it without a new fact
    assert phone.locator(".moi").count() == 0
    other.locator(".moi").wait_for()
    assert other.locator(".moi").count() == 1


def test_a_link_that_is_back_takes_its_message_along(open_page: Open, table: Table) -> None:
    begin(table)
    page = open_page("/table", strict=False)
    page.route("**/command", lambda route: route.abort())
    page.evaluate(
        "import('/static/js/send.js').then(({ submit }) => void submit({ type: 'LevelSet', level: 'croupier' }))"
    )
    page.get_by_role("alert").get_by_text("Pas de liaison avec la table.").wait_for()
    page.get_by_role("alert").wait_for(state="detached")


def test_a_rare_right_waits_in_the_menu_and_asks_once(open_page: Open, server: Server, table: Table) -> None:
    begin(table, "casablanca", house={"result_only": True})
    for seat in "ABC":
        assert table.submit(CardsShown(seat=seat, cards=("lune", "lampe", "babouche"))).ok
    for seat in "ABC":
        assert table.submit(NumberGiven(seat=seat, number=0)).ok
    leader = pages.view(table)["questions"][0]["seats"][0]
    assert table.submit(CardDrawn(seat=leader, deck="stock", card={"name": "palmier"})).ok
    page, phone = open_page("/table"), open_page("/table", PHONE)
    claim(phone, server, "B")
    phone.locator("[data-key=rare]").wait_for()
    for screen in (page, phone):
        assert screen.get_by_text("mélanger", exact=False).count() == 0
    page.locator("[data-key=tool-menu]").click()
    page.locator("[data-key=rare]").click()
    page.locator("[data-key=rare-reshuffle-B]").click()
    assert pages.view(table)["news"][0]["type"] == "CardDrawn"
    page.locator("[data-key=sure]").click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".message--annonce").get_by_text("Les jetons sont mélangés").wait_for()


def test_a_phone_says_who_is_asked_and_nothing_else(open_page: Open, server: Server, table: Table) -> None:
    """Bruno has the turn, but Anna is asked for her casino: only her phone says « à vous »."""
    assert table.start({"game": "home_casino", "seats": PEOPLE, "box": "vide", "first": 1}).ok
    phones = claimed(open_page, server, "AB")
    told(table, phones, NumberGiven(seat="B", number=42))
    assert phones["A"].locator(".moi .etiquette--plein").inner_text() == "à vous"
    assert phones["B"].locator(".moi .etiquette--plein").count() == 0
    phones["B"].get_by_text("C'est à Anna. Vos questions paraîtront ici.").wait_for()


def test_who_lays_later_reads_whose_chips_come_first(open_page: Open, server: Server, table: Table) -> None:
    begin(table, "les_cases_si_no", house={"result_only": True})
    phones = claimed(open_page, server, "BC")
    told(table, phones, NumberGiven(seat="A", number=3))
    phones["B"].get_by_text("Bruno pose ses jetons", exact=True).wait_for()
    phones["C"].get_by_text("C'est à Bruno. Vos questions paraîtront ici.").wait_for()
    assert phones["C"].locator("[data-key^=field-]").count() == 0


def test_where_the_points_of_a_deal_come_from_stands_small_below_them(open_page: Open, server: Server, table: Table) -> None:
    """Regression: the page gave eleven points without their sources."""
    begin(table, "cassino", house={"sweeps": True})
    phone = claimed(open_page, server, "B")["B"]
    anna = {"cards": 28, "spades": 6, "big": 1, "aces": 1, "sweeps": 2}
    rest = {"B": {"cards": 22, "spades": 6, "aces": 3}, "C": {"cards": 2, "spades": 1, "little": 1}}
    told(table, {"B": phone}, Counted(seat="A", counts={"A": anna, **rest}))
    screens = [open_page("/table"), open_page("/table", SMALL["pi"]), phone]
    for page in screens:
        assert "Anna 8, Bruno 3, Chloé 1." in announced(page, table)
        small = page.locator(".message--annonce small")
        assert small.inner_text().strip().replace("\xa0", " ") == (
            "Anna : le plus de cartes 3, dix de carreau 2, as 1, balayages 2. Bruno : as 3. Chloé : deux de pique 1. "
            "Piques à égalité : pour personne."
        )
        sizes = "(one) => [one, one.parentElement].map((each) => parseFloat(getComputedStyle(each).fontSize))"
        assert 16 <= small.evaluate(sizes)[0] < small.evaluate(sizes)[1]
        assert page.evaluate(PROBE) == []
