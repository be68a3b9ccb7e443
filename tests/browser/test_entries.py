"""Values entered by hand stay as typed, and the page says what is wrong with them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from companion.facts import CardPlayed, CardsShown, Counted, OptionChosen, StakePlaced
from companion.table import Table
from tests import pages
from tests.browser.conftest import SMALL, Open
from tests.browser.taps import settled
from tests.web.test_question_words import PEOPLE
from tests.web.test_question_words import table as table

FULL = {"cards": 52, "spades": 13, "aces": 4, "big": 1, "little": 1}
"""All that a deal of Cassino counts."""


def enter(page: Any, key: str, number: int) -> None:
    page.locator(f'[data-key="n-{key}"]').fill(str(number))
    page.keyboard.press("Tab")


def test_a_count_says_how_many_are_too_many_and_keeps_what_was_typed(open_page: Open, table: Table) -> None:
    """Regression: 9 and 5 spades gave « Il manque : Piques », and 60 cards silently became 52."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    page = open_page("/table")
    button = page.locator('[data-key="count"]')
    for key, first, second in (("cards", 30, 22), ("spades", 9, 5)):
        enter(page, f"{key}-A", first)
        enter(page, f"{key}-B", second)
    page.get_by_role("button", name="Une de trop : Piques").wait_for()
    enter(page, "cards-A", 60)
    enter(page, "cards-B", 0)
    page.get_by_role("button", name="8 de trop : Cartes").wait_for()
    assert page.locator('[data-key="n-cards-A"]').input_value() == "60"
    button.click()
    page.locator(".pourquoi-pas").get_by_text("8 de trop : Cartes").wait_for()
    assert len(table.journal.entries(1)) == 1


def test_a_number_can_be_typed_over_and_counts_at_each_key(open_page: Open, table: Table) -> None:
    """Regression: a digit was appended to the filled number, an emptied field refilled itself, and sums lagged behind."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:3], "first": 0}).ok
    page = open_page("/table", SMALL["low"])
    row = page.locator(".compte-ligne", has_text="Cartes")
    row.locator("[data-key=n-cards-A]").wait_for()

    def shown(*numbers: str, counted: int) -> None:
        row.get_by_text(f"{counted} sur 52").wait_for()
        assert [field.input_value() for field in row.locator("input").all()] == list(numbers)

    def key_in(seat: str, keys: str) -> None:
        row.locator(f"[data-key=n-cards-{seat}]").click()
        page.keyboard.type(keys)

    key_in("A", "30")
    shown("30", "", "", counted=30)
    key_in("B", "20")
    shown("30", "20", "2", counted=52)
    key_in("C", "5")
    shown("30", "20", "5", counted=55)
    page.get_by_role("button", name="3 de trop : Cartes").wait_for()
    key_in("A", "25")
    shown("25", "20", "5", counted=50)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    shown("", "20", "5", counted=25)
    page.get_by_role("button", name="Il manque : Cartes").wait_for()
    page.keyboard.type("2")
    shown("2", "20", "5", counted=27)
    page.keyboard.press("Backspace")
    page.keyboard.press("Tab")
    shown("27", "20", "5", counted=52)


def test_a_corrected_number_can_be_emptied_and_typed_again(open_page: Open, table: Table) -> None:
    """The dialog redraws its fields at each key; a field that loses the focus by a redraw must not fill itself."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    assert table.submit(Counted(seat="A", counts={"A": FULL})).ok
    page = open_page("/history")
    page.locator("[data-key^=fix-]").first.click()
    first, second = (page.locator(f"dialog [data-key=n-cards-{seat}]") for seat in "AB")
    second.click()
    page.keyboard.type("27")
    assert (first.input_value(), second.input_value()) == ("25", "27")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert (first.input_value(), second.input_value()) == ("50", "")
    page.keyboard.type("9")
    assert (first.input_value(), second.input_value()) == ("43", "9")


def test_a_refused_count_can_be_sent_again_as_soon_as_it_changes(open_page: Open, table: Table) -> None:
    """Regression: the refusal stayed over the corrected count and hid its button."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    page = open_page("/table", strict=False)
    for key, first in (("cards", 2), ("spades", 9), ("aces", 2)):
        enter(page, f"{key}-A", first)
    for key in ("big", "little"):
        page.locator(f'[data-key="own-{key}-A"]').click()
    page.get_by_role("button", name="Le compte y est").click()
    refusal = page.get_by_text("ce qui est compté ne tient pas en 2 cartes")
    refusal.wait_for()
    enter(page, "cards-A", 31)
    refusal.wait_for(state="detached")
    before = pages.view(table)["version"]
    page.get_by_role("button", name="Le compte y est").click()
    assert table.wait(before, 60) > before
    assert [seat["points"] for seat in pages.view(table)["seats"]] == [9, 2]


def test_an_undone_count_stands_there_again(open_page: Open, table: Table) -> None:
    """Regression: after « Annuler » all numbers had to be typed again."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    page = open_page("/table")
    for key, first in (("cards", 30), ("spades", 9), ("aces", 2)):
        enter(page, f"{key}-A", first)
    for key in ("big", "little"):
        page.locator(f'[data-key="own-{key}-A"]').click()
    page.get_by_role("button", name="Le compte y est").click()
    page.get_by_role("button", name="Il manque : Cartes").wait_for()
    page.locator(".lien-annuler").click()
    page.get_by_role("button", name="Le compte y est").wait_for()
    assert page.locator('[data-key="n-spades-B"]').input_value() == "4"


def test_the_keys_of_a_count_stand_apart_where_there_is_room(open_page: Open, table: Table) -> None:
    """Regression: on 1024x600, one pixel separated the keys of two rows above an empty half."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:3], "first": 0}).ok
    page = open_page("/table", SMALL["low"])
    boxes = [page.locator(f'[data-key="{key}"]').bounding_box() for key in ("more-cards-C", "more-spades-C", "own-little-C")]
    for above, below in pairwise(boxes):
        assert below["y"] - above["y"] - above["height"] >= 8
    less, field = (page.locator(f'[data-key="{key}-cards-A"]').bounding_box() for key in ("less", "n"))
    assert field["x"] - less["x"] - less["width"] >= 8


def test_a_count_goes_on_while_its_key_is_held(open_page: Open, table: Table) -> None:
    """Regression: a pile of twenty cards took twenty touches on a screen without a keyboard."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    page = open_page("/table", strict=False)
    page.locator('[data-key="n-cards-A"]').click()  # the key takes the focus from this field
    box = page.locator('[data-key="more-cards-A"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.wait_for_function("() => Number(document.querySelector('[data-key=\"n-cards-A\"]').value) >= 5")
    page.mouse.up()
    settled(page)
    stopped = page.locator('[data-key="n-cards-A"]').input_value()
    page.wait_for_timeout(400)
    assert page.locator('[data-key="n-cards-A"]').input_value() == stopped


def test_partners_count_one_pile(open_page: Open, table: Table) -> None:
    """Regression: the sheet asked for four piles although partners put their captures together (CS-PLY-2)."""
    assert table.start({"game": "cassino", "seats": PEOPLE, "first": 0}).ok
    assert table.submit(OptionChosen(seat="A", option="partners")).ok
    page = open_page("/table")
    enter(page, "cards-A", 30)
    assert page.locator('[data-key="n-cards-B"]').input_value() == "22"
    assert page.get_by_role("group", name="Cartes, Anna et Chloé").count() == 1
    assert page.locator('[data-key^="n-cards-"]').count() == 2


def test_the_player_who_is_asked_is_marked_not_who_leads(open_page: Open, table: Table) -> None:
    """Regression: while the others staked, the leader's tile was the brightest and said « son tour »."""
    assert table.start({"game": "casino_pirate", "seats": PEOPLE[:3], "first": 0}).ok
    leader = next(seat for seat in pages.view(table)["seats"] if seat["turn"])
    assert table.submit(OptionChosen(seat=leader["id"], option="deal")).ok
    page = open_page("/table")
    page.get_by_text("à vous").first.wait_for()
    assert page.get_by_text("à vous").count() == 2
    assert page.get_by_text("son tour").count() == page.locator(".siege--joue").count() == 0


def test_a_card_that_may_not_be_left_says_why_when_it_is_touched(open_page: Open, table: Table) -> None:
    """Regression: the owner of a build saw no button and no reason, and could not continue."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0, "house": {"result_only": False}}).ok
    dealer = next(q for q in pages.view(table)["questions"] if q["topic"] == "layout")["seats"][0]
    owner = "B" if dealer == "A" else "A"
    assert table.submit(CardsShown(seat=dealer, cards=("2C", "KC", "7H", "10D"))).ok
    assert table.submit(CardPlayed(seat=owner, card="6D", use="build", take=("2C",), value=8)).ok
    assert table.submit(CardPlayed(seat=dealer, card="3S", use="trail")).ok
    page = open_page("/table", strict=False)
    page.locator('[data-card="JS"]').click()
    page.get_by_role("button", name="Laisser sur la table", exact=True).click()
    page.get_by_text("a sa construction sur la table").wait_for()
    page.get_by_role("button", name="Pourquoi ?").last.wait_for()


def test_the_end_proclaims_both_partners(open_page: Open, table: Table) -> None:
    assert table.start({"game": "cassino", "seats": PEOPLE, "first": 0, "house": {"target": 11}}).ok
    assert table.submit(OptionChosen(seat="A", option="partners")).ok
    assert table.submit(Counted(seat="A", counts={"A": FULL})).ok
    open_page("/table").get_by_role("heading", name="Anna et Chloé").wait_for()


def test_an_open_card_is_entered_with_one_touch_and_an_unnamed_one_lies_face_up(open_page: Open, table: Table) -> None:
    """Regression: « Servi » discarded a 5 that was already touched, and an unnamed open card was drawn face down."""
    setup = {"game": "casino_pirate", "seats": PEOPLE[:3], "first": 0, "house": {"result_only": False}}
    assert table.start(setup).ok
    leader = pages.view(table)["questions"][0]["seats"][0]
    assert table.submit(OptionChosen(seat=leader, option="deal")).ok
    for seat in sorted({"A", "B", "C"} - {leader}):
        assert table.submit(StakePlaced(seat=seat, amount=1)).ok
    page = open_page("/table")
    page.locator('.pave-cartes [data-card="5"]').click()
    page.locator(".mains").get_by_role("img", name="pierre de 5").wait_for()
    page.get_by_role("button", name="Carte, sans la dire").click()
    page.locator(".mains").get_by_role("img", name="carte non dite").wait_for()
    assert page.locator('.mains .carte-jeu--dos[aria-label="carte non dite"]').count() == 0


def test_a_symbol_without_a_card_left_is_not_offered(open_page: Open, table: Table) -> None:
    """Regression: the page offered a symbol without cards left, and refused it after the touch."""
    setup = {"game": "casablanca", "seats": PEOPLE, "box": "exemple", "first": 0, "house": {"result_only": True}}
    assert table.start(setup).ok
    for seat, cards in zip("ABC", (("lune", "lune"), ("lune", "lune"), ("palmier", "etoile")), strict=True):
        assert table.submit(CardsShown(seat=seat, cards=(*cards, "babouche"))).ok
    page = open_page("/table")
    left = next(q for q in pages.view(table)["questions"] if q["topic"] == "dealt")["left"]
    symbols = page.locator(".pave-cartes")
    assert left["lune"] > 0
    for _ in range(left["lune"]):
        symbols.locator('[data-card="lune"]').click()
    symbols.locator('.touche-carte--impossible[data-card="lune"]').click()
    page.locator(".raison").get_by_text("Cette carte est déjà sortie.").wait_for()
    assert symbols.locator('[data-card="palmier"]:not(.touche-carte--impossible)').count()


def test_the_sheet_says_nothing_yet_only_of_a_list_that_has_come(open_page: Open, table: Table) -> None:
    """Regression: the page showed « 0 fait » and « Rien encore » until the list arrived."""
    assert table.start({"game": "cassino", "seats": PEOPLE[:2], "first": 0}).ok
    page = open_page("/table")
    page.route("**/history.json", lambda route: page.wait_for_timeout(600) or route.continue_())
    page.goto(page.url.replace("/table", "/history"), wait_until="commit")
    page.locator("html[data-version]").wait_for(state="attached")
    assert page.get_by_text("Rien encore").count() == 0
    page.get_by_text("1 fait.").wait_for()
