"""The shared parts of the page fit the sister games too: throwers, pieces to count, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.facts import (
    BetPlaced,
    CardDrawn,
    CardPlayed,
    CardsShown,
    DiceThrown,
    Die,
    NamesGiven,
    NumberGiven,
    OptionChosen,
    Protested,
    Square,
    SquareCorrected,
    SquareNamed,
    SquareSkipped,
    StakePlaced,
    encode,
)
from companion.games.les_cases_si_no import box as boxes
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, PROBE, TABLET, Open, Server, claim
from tests.browser.taps import IN_SIGHT, up_to_date
from tests.browser.test_sister_evenings import merchants as merchants_plan
from tests.waiting import until

SEATS = [
    {"name": name, "colour": colour} for name, colour in (("Anna", "rouge"), ("Bruno", "bleu"), ("Chloé", "jaune"))
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "data")
    yield opened
    opened.close()


def throwers(table: Table) -> list[str]:
    evening = table.evening()
    assert evening is not None
    return [one.fact.seat for one in evening.entries if isinstance(one.fact, DiceThrown)]


def enter(page: Any, *faces: str) -> None:
    for face in faces:
        page.locator(".face-touche").get_by_role("img", name=f"dé, {face}").click()


def test_a_phone_enters_the_throw_of_its_own_seat_where_everybody_throws(
    open_page: Open, server: Server, table: Table
) -> None:
    """Regression: the phone submitted the throw for the first of all seats, and the table refused it."""
    table.start({"game": "les_cases_si_no", "seats": SEATS})
    phone = open_page("/table", PHONE)
    claim(phone, server, "B")
    assert phone.get_by_role("group", name="Qui lance").count() == 0
    enter(phone, "2", "3")
    phone.locator(".face-touche").first.wait_for(state="detached")
    assert throwers(table) == ["B"]


def test_the_table_says_whose_throw_is_entered_and_another_one_can_be_touched(open_page: Open, table: Table) -> None:
    table.start({"game": "les_cases_si_no", "seats": SEATS})
    page = open_page("/table")
    who = page.get_by_role("group", name="Qui lance")
    assert who.get_by_role("button", name="Anna").get_attribute("aria-pressed") == "true"
    who.get_by_role("button", name="Chloé").click()
    enter(page, "6", "6")
    page.wait_for_function("() => document.querySelectorAll('[data-key^=\"who-\"]').length === 2")
    assert throwers(table) == ["C"]
    enter(page, "1", "2")
    page.wait_for_function("() => document.querySelectorAll('[data-key^=\"who-\"]').length === 0")
    assert throwers(table) == ["C", "A"]


def test_the_next_throw_is_entered_while_the_answer_to_the_one_before_is_still_on_its_way(
    open_page: Open, table: Table
) -> None:
    """Regression: both have the same question, so the entry was full, or the late answer cleared its first die."""
    table.start({"game": "les_cases_si_no", "seats": SEATS})
    page, held = open_page("/table"), list[tuple[Any, Any]]()
    who = page.get_by_role("group", name="Qui lance")
    page.route("**/command", lambda route: held.append((route, route.fetch())), times=1)
    who.get_by_role("button", name="Chloé").click()
    enter(page, "6", "6")
    who.get_by_role("button", name="Chloé").wait_for(state="detached")
    enter(page, "1")
    [(route, answer)] = held
    route.fulfill(response=answer)
    page.wait_for_function("() => !document.documentElement.ariaBusy")
    enter(page, "2")
    who.wait_for(state="detached")
    assert throwers(table) == ["C", "A"]


def test_an_entry_that_is_refused_comes_back_though_the_page_shows_a_newer_fact(open_page: Open, table: Table) -> None:
    table.start({"game": "les_cases_si_no", "seats": SEATS})
    page, held = open_page("/table", strict=False), list[Any]()
    page.route("**/command", lambda route: held.append(route), times=1)
    enter(page, "6", "6")
    assert table.submit(DiceThrown(seat="C", dice=(Die("d6", 1, "white"), Die("d6", 2, "white"))), how="tap").ok
    page.get_by_role("group", name="Qui lance").get_by_role("button", name="Chloé").wait_for(state="detached")
    held[0].continue_()
    page.get_by_role("button", name="Compris").click()
    assert page.get_by_role("button", name="Retirer le 6").count() == 2
    assert throwers(table) == ["C"]


def test_a_game_without_money_has_nothing_to_count(open_page: Open, server: Server, table: Table) -> None:
    table.start({"game": "les_cases_si_no", "seats": SEATS})
    page, phone = open_page("/table"), open_page("/table", PHONE)
    claim(phone, server, "B")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Qui vient, qui part").wait_for()
    assert page.get_by_role("button", name="Compter des jetons").count() == 0
    phone.get_by_role("link", name="Corriger").wait_for()
    assert phone.get_by_role("button", name="Compter mes jetons").count() == 0


@pytest.mark.parametrize(
    ("game", "called", "value", "many"), [("casino_pirate", "trésor", 1, 10), ("casablanca", "billet", 50, 26)]
)
def test_the_pieces_of_the_game_are_named_counted_and_drawn(
    open_page: Open, table: Table, game: str, called: str, value: int, many: int
) -> None:
    """Regression: in Casablanca « jeton » means the announced token, and the money is notes.

    Treasures could not be counted, because the page offered only chips from 25 up.
    """
    table.start({"game": game, "seats": SEATS})
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=f"Compter des {called}s").click()
    rows = page.locator(".compter-un")
    rows.first.wait_for()
    assert rows.count() == 1
    assert rows.locator("output").inner_text() == str(many)
    drawn = page.get_by_role("dialog").get_by_role("img", name=f"jeton de {value}", exact=True)
    assert drawn.evaluate("(svg) => svg.getBBox().width") > 90
    page.get_by_role("button", name=f"Un {called} de {value} de moins").click()
    page.get_by_role("button", name="Noter ce compte").click()
    page.get_by_text(f"Compté {(many - 1) * value:,}".replace(",", "\u202f")).wait_for()


@pytest.mark.parametrize(("game", "value", "corners"), [("casino_pirate", 1, 0), ("casablanca", 50, 2)])
def test_notes_are_drawn_as_notes_and_other_pieces_round(
    open_page: Open, table: Table, game: str, value: int, corners: int
) -> None:
    table.start({"game": game, "seats": SEATS})
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Compter des").click()
    drawn = page.get_by_role("dialog").get_by_role("img", name=f"jeton de {value}", exact=True)
    assert drawn.locator("rect").count() == corners
    assert drawn.evaluate("(svg) => svg.getBBox().width > 1.5 * svg.getBBox().height") is bool(corners)


def test_a_chip_of_ones_own_box_is_counted_too(open_page: Open, table: Table) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    data = table.shelf.load("Mienne")
    table.boxes.save("Mienne", {**data, "chips": {**data["chips"], "200": 12}})
    table.start({"seats": SEATS, "box": "Mienne"})
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Compter des jetons").click()
    page.get_by_role("button", name="Un jeton de 200 de plus").wait_for()


def test_a_refusal_says_on_the_page_what_would_be_allowed(open_page: Open, server: Server, table: Table) -> None:
    """Regression: the page never showed what a refusal would allow."""
    table.start({"game": "les_cases_si_no", "seats": SEATS, "first": 0})
    page = open_page("/table", strict=False)
    enter(page, "3", "4")
    chips = page.locator(".lignes")
    chips.wait_for()
    page.get_by_role("button", name="Chloé").first.click()
    page.locator('[data-key="field-H1:5"]').click()
    told = page.get_by_role("alert")
    told.wait_for()
    assert told.inner_text().startswith("Ce n'est pas à Chloé maintenant. C'est à Bruno.")
    page.get_by_role("button", name="Compris").click()
    page.get_by_role("button", name="Rien ne va plus").click()
    told.wait_for()
    assert "Bruno" in told.inner_text()
    assert page.evaluate(PROBE) == []


WIDE = {"points": dict.fromkeys(boxes.DRAWS, 1250), "seven": {"green": [1500] * 10, "red": [7000] * 10}}


@pytest.mark.parametrize("size", [
    pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone"),
    pytest.param((800, 1280), id="upright", marks=pytest.mark.slow),
])  # fmt: skip
def test_a_printed_sheet_of_thousands_fits_the_page(open_page: Open, table: Table, size: tuple[int, int]) -> None:
    table.boxes.new("Mienne", "les_cases_si_no", example=True)
    table.boxes.save("Mienne", {**table.shelf.load("Mienne"), **WIDE})
    table.start({"game": "les_cases_si_no", "seats": SEATS, "first": 0, "box": "Mienne"})
    page = open_page("/table", size)
    page.locator(".cercles").first.wait_for()
    assert page.locator(".cercles td").count() == 20
    found = page.evaluate(PROBE)
    enter(page, "3", "4")
    page.locator(".lignes").wait_for()
    assert found + page.evaluate(PROBE) == []
    for seat in "BC":
        for field in ("H1:5", "H2:3", "H3:1.1" if seat == "B" else "H3:6.6", "V:8" if seat == "B" else "V:9"):
            assert table.submit(BetPlaced(seat=seat, field=field, amount=1)).ok
    page.wait_for_function("() => document.querySelectorAll('.champ-pions .pion').length === 8")
    assert page.evaluate(PROBE) == []


def test_the_table_asks_who_it_is_that_wants_to_lead(open_page: Open, table: Table) -> None:
    """Regression: the page made the first of the others the leader, even if another player volunteered."""
    table.start({"game": "casino_pirate", "seats": [*SEATS, {"name": "David", "colour": "noir"}], "first": 0})
    page = open_page("/table")
    page.get_by_role("button", name="Donner les cartes").wait_for()
    assert page.get_by_role("button", name="Je mène").count() == 0  # before the first hand, the oldest leads
    assert table.submit(OptionChosen(seat="A", option="deal")).ok
    assert table.submit(SquareSkipped()).ok
    page.get_by_text("Anna donne une carte à chacun").wait_for()
    assert page.get_by_role("button", name="Je mène").count() == 0  # rare options are in the menu
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Droits rares").click()
    dialog = page.get_by_role("dialog", name="Droits rares")
    dialog.get_by_role("button", name="David").wait_for()
    assert dialog.locator("[data-key^=rare-volunteer]").all_inner_texts() == ["Bruno", "Chloé", "David"]
    assert page.evaluate(PROBE) == []
    dialog.get_by_role("button", name="David").click()
    dialog.get_by_role("button", name="Oui").click()
    page.get_by_text("David donne une carte à chacun").wait_for()


def merchants(table: Table) -> None:
    """Start a Casablanca with four players; the first announces the symbol of the top card."""
    table.start(
        {"game": "casablanca", "seats": [*SEATS, {"name": "David", "colour": "noir"}], "box": "exemple", "first": 1}
    )
    for seat in "BCDA":
        assert table.submit(CardsShown(seat=seat, cards=("chameau", "palmier", "lune"))).ok
    for seat in "BCDA":
        assert table.submit(NumberGiven(seat=seat, number=0)).ok
    assert table.submit(CardDrawn(seat="A", deck="stock", card={"name": "etoile"})).ok
    assert table.submit(NumberGiven(seat="B", number=3)).ok


@pytest.mark.parametrize("size", [
    pytest.param(TABLET, id="tablet"), pytest.param((1024, 768), id="small", marks=pytest.mark.slow),
    pytest.param((800, 1280), id="upright"),
])  # fmt: skip
def test_what_stands_inside_the_ring_of_squares_leaves_its_squares_free(
    open_page: Open, table: Table, size: tuple[int, int]
) -> None:
    """Regression: with a large question, the top card and the sums covered squares."""
    merchants(table)
    page = open_page("/table", size)
    page.get_by_role("button", name="David proteste").wait_for()
    found = page.evaluate(OVER_THE_RING)
    for fact, told in (
        (Protested(seat="C"), "Mettre 100"),
        (StakePlaced(seat="C", amount=200), "Le triple"),
        (StakePlaced(seat="B", amount=400), "Suivre et voir"),
    ):
        assert table.submit(fact).ok
        page.get_by_role("button", name=told).wait_for()
        found += page.evaluate(OVER_THE_RING)
    assert found == []


OVER_THE_RING = """() => {
  const squares = [...document.querySelectorAll('.plateau .case')].map((one) => one.getBoundingClientRect());
  const inside = [...document.querySelectorAll('.tour-rang > *, .enjeux > *, .tour-centre button')];
  return inside.filter((one) => {
    const a = one.getBoundingClientRect();
    return squares.some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1);
  }).map((one) => one.textContent);
}"""


def test_on_a_phone_the_announcement_stands_before_the_ring_and_symbols_beside_each_other(
    open_page: Open, server: Server, table: Table
) -> None:
    """Regression: seven symbols formed a long column, and a challenger had to scroll past the ring."""
    table.start({"game": "casablanca", "seats": SEATS, "box": "exemple"})
    phone = open_page("/table", PHONE)
    claim(phone, server, "C")
    symbols = phone.locator(".pave-cartes [data-card]")
    symbols.last.wait_for()
    assert len(set(symbols.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().y)"))) == 2
    merchants(table)
    claim(phone, server, "C")
    phone.locator(".annonce-nombre").wait_for()
    announced, ring = phone.evaluate(
        "(all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())",
        [".annonce-nombre", ".plateau > svg"],
    )  # in one call, because the page may be redrawn between two calls
    assert 0 < announced["bottom"] < min(ring["top"], PHONE[1])


def test_two_squares_are_exchanged_on_the_page_and_told_by_the_numbers_it_shows(open_page: Open, table: Table) -> None:
    """Regression: the page numbered squares from 1, but the report numbered them from 0."""
    merchants(table)
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="La table décide").click()
    assert "la caisse" in page.get_by_label("De", exact=True).inner_text().lower()
    assert page.get_by_role("button", name="Ajouter 25", exact=True).count() == 0
    assert page.get_by_role("button", name="Ajouter 25 000").count() == 0  # nobody has so much
    page.get_by_role("button", name="Une case").click()
    page.get_by_label("La case", exact=True).select_option("5")
    page.get_by_label("La case avec laquelle elle s'échange").select_option("7")
    page.get_by_role("button", name="Échanger les deux").click()
    page.get_by_role("button", name="Confirmer").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert until(lambda: any("Cases 6 et 8 échangées" in line["text"] for line in pages.report(table)))
    assert any("Anna se place case 1" in line["text"] for line in pages.report(table))
    squares = pages.view(table)["board"]["squares"]
    assert (squares[5]["kind"], squares[7]["kind"]) == ("chameau", "babouche")
    assert table.submit(SquareCorrected(index=5, square=Square(kind="lune"))).ok
    assert any("Corriger encore une case" in one for one in pages.view(table)["banner"])


@pytest.mark.parametrize("game", [pytest.param("les_cases_si_no", marks=pytest.mark.slow), "cassino"])
def test_the_table_decides_points_by_quick_taps_where_no_money_is(game: str, open_page: Open, table: Table) -> None:
    """Regression: the page offered a bank, which these games do not have, and lost every second tap on a chip."""
    assert table.start({"game": game, "seats": SEATS[:3], "first": 0, "box": "exemple"}).ok
    page = open_page("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="La table décide").click()
    page.get_by_label("À", exact=True).select_option("C")
    box = page.get_by_role("button", name="Ajouter 100", exact=True).bounding_box()
    for _ in range(5):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(80)
    page.get_by_role("button", name="Voir ce que cela change").click()
    page.get_by_role("button", name="Confirmer").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert until(lambda: pages.view(table)["accounts"]["C"] == 500)
    assert "e tableau des scores → C" in pages.report(table)[-1]["text"]


def test_a_card_that_was_won_cannot_be_chosen_again(open_page: Open, table: Table) -> None:
    """Regression: a card that was won could be touched, but had no legal play."""
    table.start({"game": "cassino", "seats": SEATS[:2], "first": 0, "house": {"result_only": False}})
    assert table.submit(CardsShown(seat="B", cards=("5S", "3H", "9C", "KD"))).ok
    assert table.submit(CardPlayed(seat="A", card="9H", use="capture", take=("9C",))).ok
    page = open_page("/table")
    page.locator('.pave-cartes [data-card="2S"]').wait_for()
    gone = page.locator(".pave-cartes .touche-carte--impossible").evaluate_all(
        "(all) => all.map((one) => one.dataset.card)"
    )
    assert sorted(gone) == ["3H", "5S", "9C", "9H", "KD"]
    page.locator('.pave-cartes [data-card="KD"]').click()
    page.locator(".scene").get_by_text("Cette carte est déjà sortie.").wait_for()


PORTRAIT = (768, 1024)


@pytest.mark.parametrize("size", [TABLET, PORTRAIT], ids=["tablet", "portrait"])
@pytest.mark.parametrize("game", ["casino_pirate", pytest.param("home_casino", marks=pytest.mark.slow)])
def test_the_seats_stand_round_the_screen_as_they_sit_round_the_table(
    open_page: Open, table: Table, game: str, size: tuple[int, int]
) -> None:
    """Seats are entered clockwise, as the table is seen from above."""
    table.start({"game": game, "seats": [*SEATS, {"name": "David", "colour": "noir"}]})
    page = open_page("/table", size)
    middles = [page.get_by_role("region", name=one["name"], exact=True).bounding_box() for one in pages.view(table)["seats"]]
    x, y = ([one[side] + one[length] / 2 for one in middles] for side, length in (("x", "width"), ("y", "height")))
    turns = [
        (x[b] - x[a]) * (y[c] - y[b]) - (y[b] - y[a]) * (x[c] - x[b])
        for a, b, c in ((i, (i + 1) % 4, (i + 2) % 4) for i in range(4))
    ]
    assert min(turns) >= 0 and max(turns) > 0, list(zip(x, y, strict=True))  # y grows downward: clockwise is positive


def test_the_cards_to_touch_never_lie_over_the_stock_on_the_small_screen(open_page: Open, table: Table) -> None:
    names = ("Marie-Antoinette", "Jean-Baptiste", "Wolfgang", "Maximilienne")
    seats = [{"name": name, "colour": one} for name, one in zip(names, ("rouge", "bleu", "jaune", "noir"), strict=True)]
    assert table.start({"game": "casablanca", "seats": seats, "box": "exemple", "first": 1}).ok
    for seat in "BCDA":
        assert table.submit(CardsShown(seat=seat, cards=("chameau", "palmier", "lune"))).ok
    for at, seat in enumerate("BCDA"):
        assert table.submit(NumberGiven(seat=seat, number=7 * at)).ok
    page = open_page("/table", (800, 480))
    page.locator(".pave-cartes button").nth(6).wait_for()
    page.get_by_text("est meneur").wait_for()  # the longest announcement is above the stock
    stock, cards = (page.locator(where).bounding_box() for where in (".tour-rang", ".pave-cartes"))
    assert stock["y"] + stock["height"] <= cards["y"] + 1
    assert cards["y"] + cards["height"] <= page.locator(".question").bounding_box()["y"]


@pytest.mark.parametrize("size", [
    pytest.param(TABLET, id="tablet"), pytest.param((800, 480), id="pi"),
    pytest.param((1920, 1080), id="television", marks=pytest.mark.slow),
])  # fmt: skip
def test_the_ring_keeps_its_place_from_the_announcement_through_the_symbol_to_the_protests(
    open_page: Open, table: Table, size: tuple[int, int]
) -> None:
    """Regression: the question for a symbol hid the board, and each question drew the ring in another size."""
    seats = [*SEATS, {"name": "David", "colour": "noir"}]
    assert table.start({"game": "casablanca", "seats": seats, "box": "vide", "first": 1}).ok
    names = ("dé", "lune", "lampe", "clef", "dattes", "âne", "épée")
    told = (
        NamesGiven(seat="A", names=names), *(CardsShown(seat=seat, cards=names[:3]) for seat in "BCDA"),
        *(NumberGiven(seat=seat, number=7 * at) for at, seat in enumerate("BCDA")),
        CardDrawn(seat="A", deck="stock", card={"name": "lune"}),
    )  # fmt: skip
    assert all(table.submit(fact).ok for fact in told)
    page = open_page("/table", size)
    page.locator(".nombre").first.wait_for()
    places = [page.locator(".plateau > svg").bounding_box()]
    named = SquareNamed(seat="B", square=Square(kind="lune"))
    for fact, key in ((NumberGiven(seat="B", number=3), "square-lune"), (named, "option-no_protest")):
        assert table.submit(fact).ok
        page.locator(f'[data-key="{key}"]').wait_for()
        up_to_date(page, pages.view(table)["version"])
        places.append(page.locator(".plateau > svg").bounding_box())
        assert page.evaluate(PROBE) == []
        assert all(page.evaluate(IN_SIGHT, ".tour-centre button"))
    assert [places[0]] * 3 == places


def test_a_box_without_the_sum_of_its_notes_says_where_the_other_notes_are(table: Table) -> None:
    """CB-MON-3: the remaining notes join the cash; an owner's box does not give their number."""
    said = "Les autres billets restent de côté ; leur somme, tapée dans la boîte, ira à la caisse."
    for box, rest in (("vide", True), ("exemple", False)):
        table.start({"game": "casablanca", "seats": SEATS, "box": box, "house": {"rest_stays_aside": not rest}})
        assert (said in pages.view(table)["start"]["text"]) is rest


NAMES_OF_CARDS = """() => [...document.querySelectorAll('.carte-nom, .talon-nom')].filter((one) => one.getClientRects().length)
  .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1)])"""


@pytest.mark.parametrize("size", [(800, 480), PHONE, TABLET], ids=["pi", "phone", "tablet"])
def test_the_names_on_the_cards_can_be_read(open_page: Open, table: Table, size: tuple[int, int]) -> None:
    """Regression: the signs are not those of the real cards, and their names were 5 to 8 px high."""
    assert table.start({"game": "casablanca", "seats": SEATS, "box": "exemple", "first": 1}).ok
    page = open_page("/table", size)
    page.locator(".pave-cartes button").nth(1).click()
    page.locator(".rang-cartes--choisies .carte-nom").wait_for()
    found = page.evaluate(NAMES_OF_CARDS)
    if size == (800, 480):  # with a notice on top too
        assert page.evaluate("(where) => document.querySelector(where).scrollTop", ".coeur") == 0
        assert all(page.evaluate(IN_SIGHT, ".pave-cartes button"))
    for seat in "BCA":
        assert table.submit(CardsShown(seat=seat, cards=("chameau", "palmier", "lune"))).ok
    for at, seat in enumerate("BCA"):
        assert table.submit(NumberGiven(seat=seat, number=7 * at)).ok
    page.locator(".tour-centre .pave-cartes button").nth(6).wait_for()
    found += page.evaluate(NAMES_OF_CARDS)
    assert table.submit(CardDrawn(seat="A", deck="stock", card={"name": "etoile"})).ok
    page.locator(".nombre").first.wait_for()
    found += page.evaluate(NAMES_OF_CARDS)
    assert len(found) == 8 + 7 + 1, found
    assert [one for one in found if one[1] < 11.9] == []
    assert page.evaluate(PROBE) == []


OUT_OF_A_PLATE = """() => [...document.querySelectorAll('.siege :is(svg,h2,p,span)')].filter((one) => {
  const a = one.getBoundingClientRect(), b = one.closest('.siege').getBoundingClientRect();
  return a.width && (a.top < b.top - 1 || a.bottom > b.bottom + 1 || a.right > b.right + 1);
}).map((one) => one.getAttribute('aria-label') ?? one.textContent)"""


def signs(seat: dict[str, Any]) -> int:
    """Return how many signs and counts the plate of a seat shows; 0 without a change of its money."""
    number = Counter(one["name"] for one in seat.get("cards") or [])
    return len(number) + sum(many > 1 for many in number.values()) if seat["change"] else 0


def test_a_plate_with_many_cards_and_the_ranking_fit_below_a_notice(open_page: Open, table: Table) -> None:
    """Regression: a second line of signs pushed the name out of its plate, and the last place was hidden."""
    assert table.start({"game": "casablanca", "seats": SEATS, "box": "exemple", "first": 0}).ok
    chance = Random("11")
    while max(map(signs, pages.view(table)["seats"])) < 7:
        assert table.submit(encode(merchants_plan(table.evening().play, chance))).ok
    assert table.submit(SquareCorrected(index=5, square=Square(kind="lune"))).ok  # a notice of two lines says so
    page = open_page("/table", (800, 480))
    up_to_date(page, pages.view(table)["version"])
    page.locator(".avis .message").first.wait_for()
    assert page.locator(".siege .signes:has(> :nth-child(4))").count() > 0
    assert page.evaluate(OUT_OF_A_PLATE) == []
    for _ in range(100):
        if (fact := merchants_plan(table.evening().play, chance)) is None:
            break
        assert table.submit(encode(fact)).ok
    assert pages.view(table)["phase"] == "over"
    page.locator(".classement li").nth(2).wait_for()
    assert page.locator(".fin").evaluate("(end) => end.scrollHeight - end.clientHeight") <= 1
    assert all(page.evaluate(IN_SIGHT, ".classement li"))
