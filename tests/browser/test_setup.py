"""The set-up page over the real table: players are remembered, and few touches lead to the first throw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.facts import Seat
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open
from tests.waiting import until

PEOPLE = [
    ("Anna", "rouge", 9), ("Bruno", "bleu", 41), ("Chloé", "jaune", 14), ("David", "noir", 38),
    ("Élodie", "blanc", 12), ("Farid", "vert", 44), ("Marie-Antoinette", "rouge", 0),
]  # fmt: skip

COUNTER = """
document.addEventListener("pointerdown", () => sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1), true);
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Any]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture
def salon(table: Table) -> Table:
    """Return a table whose default box is the owner's: a complete one of Home Casino."""
    table.boxes.new("Salon", "home_casino", example=True)
    return table


@pytest.fixture
def known(salon: Table) -> Table:
    """Return the table of ``salon``, which knows seven players."""
    salon.people.learn([Seat(id=name, name=name, colour=colour, age=age) for name, colour, age in PEOPLE])
    return salon


def counting(page: Any) -> Any:
    """Start to count the touches on this page; return the page."""
    page.add_init_script(COUNTER)
    page.reload(wait_until="domcontentloaded")
    page.locator("#preparer .fiche").first.wait_for()
    return page


def taps(page: Any) -> int:
    return int(page.evaluate("Number(sessionStorage.getItem('taps'))"))


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def tile(page: Any, name: str) -> Any:
    return page.locator(".tuile").filter(has_text=name)


def throw(page: Any, *faces: int) -> None:
    for value in faces:
        page.locator(".faces").get_by_role("button", name=str(value), exact=True).click()


def thrown(table: Table) -> None:
    """Wait until the first throw is played."""
    assert until(lambda: table.snapshot().throws) == 1


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_four_known_players_throw_first_after_eight_touches(
    open_page: Open, known: Table, size: tuple[int, int]
) -> None:
    page = counting(open_page("/setup", size))
    for name in ("Chloé", "Marie-Antoinette", "Anna", "Farid"):
        tile(page, name).click()
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    throw(page, 3, 4)
    thrown(known)
    assert taps(page) <= 8
    evening = known.evening()
    assert evening is not None
    assert [seat.name for seat in evening.play.game.started.seats] == ["Chloé", "Marie-Antoinette", "Anna", "Farid"]
    assert [seat.colour for seat in evening.play.game.started.seats][::3] == ["jaune", "vert"]
    assert len({seat.colour for seat in evening.play.game.started.seats}) == 4, (
        "Anna and Marie-Antoinette were both red"
    )
    assert next(one.fact for one in evening.entries[1:]).seat == "C", "Anna is the youngest"  # type: ignore[attr-defined]


def test_the_same_table_as_last_time_is_one_touch(open_page: Open, known: Table) -> None:
    seats = [{"name": name, "colour": colour, "age": age} for name, colour, age in PEOPLE[:4]]
    house = {"min_stake": 100}
    known.start({"seats": seats, "banker": 2, "target": 10000, "level": "croupier", "house": house, "box": "vide"})
    known.end_game()
    page = counting(open_page("/setup"))
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    assert taps(page) == 1
    evening = known.evening()
    assert evening is not None
    began = evening.play.game.started
    assert [seat.name for seat in began.seats] == ["Anna", "Bruno", "Chloé", "David"]
    assert (began.banker, began.target, began.level, began.house["min_stake"]) == ("C", 10000, "croupier", 100)
    assert began.box["shelf"]


def test_four_new_players_need_their_names_and_few_touches(open_page: Open, salon: Table) -> None:
    """Enter moves the keyboard focus from one name to the next."""
    page = counting(open_page("/setup", PHONE))
    page.get_by_label("Nom, place 1").click()
    for number, name in enumerate(("Lou", "Max", "Nour", "Zoé"), 1):
        page.keyboard.type(name)
        if number < 4:
            page.keyboard.press("Enter")
            page.wait_for_function(
                "(key) => document.activeElement.dataset.key === key", arg=f"name-{number}"
            )
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    throw(page, 1, 2)
    thrown(salon)
    assert taps(page) <= 8
    assert [person.name for person in salon.people.all()] == ["Lou", "Max", "Nour", "Zoé"]
    assert len({person.colour for person in salon.people.all()}) == 4


def test_who_sat_down_stands_up_again_and_what_was_typed_outlives_a_look_elsewhere(
    open_page: Open, known: Table
) -> None:
    page = open_page("/setup")
    tile(page, "Bruno").click()
    tile(page, "Chloé").click()
    tile(page, "Bruno").click()
    assert page.get_by_label("Nom, place 1").input_value() == "Chloé"
    page.get_by_label("Nom, place 2").fill("Inès")
    page.get_by_label("Nom, place 2").press("Tab")
    page.goto(page.url.replace("/setup", "/history"), wait_until="domcontentloaded")
    page.goto(page.url.replace("/history", "/setup"), wait_until="domcontentloaded")
    page.locator("#preparer .fiche").first.wait_for()
    assert page.get_by_label("Nom, place 2").input_value() == "Inès"
    button(page, "Avancer Inès d'une place").click()
    assert page.get_by_label("Nom, place 1").input_value() == "Inès"


def test_somebody_is_forgotten_when_asked(open_page: Open, known: Table) -> None:
    page = open_page("/setup")
    button(page, "Oublier quelqu'un").click()
    button(page, "Oublier Farid").click()
    button(page, "Oublier Farid").wait_for(state="detached")
    page.keyboard.press("Escape")
    tile(page, "Farid").wait_for(state="detached")
    assert "Farid" not in [person.name for person in known.people.all()]


def test_only_boxes_that_the_chosen_game_can_be_played_with_are_offered(open_page: Open, known: Table) -> None:
    known.boxes.new("Mienne", "home_casino")
    known.boxes.new("Désert", "casablanca")
    (known.shelf.folder / "Cassée.json").write_text("{", "utf-8")
    page = open_page("/setup")
    offered = page.get_by_role("group", name="La boîte").get_by_role("button")
    offered.first.wait_for()
    assert [words.split("\n")[0] for words in offered.all_inner_texts()] == [
        "Mienne",
        "Salon",
        "La vôtre, apprise en jouant",
        "L'exemple inventé",
    ]
    button(page, "Casablanca").click()
    page.get_by_role("button", name="Désert").wait_for()
    assert [words.split("\n")[0] for words in offered.all_inner_texts()] == [
        "Désert",
        "La vôtre, apprise en jouant",
        "L'exemple inventé",
    ]


def test_a_printed_board_is_typed_in_from_the_set_up_and_chosen_there(open_page: Open, table: Table) -> None:
    page = open_page("/setup")
    button(page, "Les cases Si-No").click()
    page.locator('[data-key="name-0"]').fill("Anna")
    button(page, "Taper ma boîte").click()
    page.wait_for_url("**/box?name=*")
    page.get_by_role("link", name="La partie").click()
    page.get_by_role("button", name="Ma boîte").wait_for()
    assert page.get_by_role("button", name="Ma boîte").get_attribute("aria-pressed") == "true"
    assert page.locator('[data-key="name-0"]').input_value() == "Anna"
    assert button(page, "Taper ma boîte").count() == 0
    button(page, "Home Casino").click()
    page.get_by_role("button", name="La vôtre, apprise en jouant").wait_for()
    assert button(page, "Taper ma boîte").count() == 0  # Servi learns this box during play


def test_an_evening_is_deleted_only_after_a_second_word(open_page: Open, known: Table) -> None:
    known.start({"seats": [{"name": "Anna"}, {"name": "Bruno"}]})
    known.end_game()
    page = open_page("/setup")
    button(page, "Effacer la soirée d'Anna, Bruno").click()
    button(page, "Laisser").click()
    assert len(known.evenings()) == 1
    button(page, "Effacer la soirée d'Anna, Bruno").click()
    button(page, "Effacer pour de bon").click()
    page.get_by_text("Aucune encore sur cette machine").wait_for()
    assert known.evenings() == []


def test_an_evening_without_a_box_is_simulated_and_says_so(open_page: Open, known: Table) -> None:
    page = open_page("/setup")
    button(page, "Essayer sans boîte").click()
    page.wait_for_url("**/table")
    page.get_by_text("Soirée simulée.").wait_for()
    assert known.evening().play.game.started.simulated  # type: ignore[union-attr]
    assert [person.name for person in known.people.all()] == [name for name, _, _ in PEOPLE]


BEGINS = {
    "Home Casino": ("Le plus jeune commence, puis son voisin de droite.", "Chloé commence", "banque"),
    "Les cases Si-No": ("Chacun lance les deux dés blancs", "Les dés décident", ""),
    "Casino Pirate": ("Le plus âgé est le premier meneur", "Bruno commence", ""),
    "Cassino": ("Le voisin de gauche de celui qui donne commence.", "Bruno commence", "donne"),
    "Casablanca": ("Le voisin de gauche du meneur commence.", "Bruno commence", "meneur"),
}


@pytest.mark.parametrize(("game", "told"), BEGINS.items(), ids=BEGINS)
def test_the_page_says_who_begins_as_the_game_will_have_it(
    open_page: Open, salon: Table, game: str, told: tuple[str, str, str]
) -> None:
    """Regression: in every game the page said that the youngest begins, and named a banker."""
    how, first, office = told
    page = open_page("/setup")
    button(page, game).click()
    while page.get_by_label("Nom, place 3").count() == 0:
        button(page, "Ajouter un joueur").click()
    for i, (name, age) in enumerate((("Anna", 30), ("Bruno", 41), ("Chloé", 9)), 1):
        page.get_by_label(f"Nom, place {i}").fill(name)
        page.get_by_label(f"Âge, place {i}").fill(str(age))
    assert how in page.locator(".entete p").inner_text()
    page.locator(".ronde .nom", has_text=first).wait_for()
    radios = page.locator(".fiche .radio")
    assert radios.count() == (3 if office else 0)
    assert not office or office in radios.first.inner_text()
    assert ("◆" in (page.locator(".ronde").text_content() or "")) == bool(office)
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    evening = salon.evening()
    assert evening is not None
    playing = evening.play.game
    if first == "Les dés décident":
        assert evening.play.open[0].topic == "line_H1"  # it asks for its own board first
        while (question := evening.play.open[0]).topic != "start_throw":
            assert salon.submit(question.answer("A", Random())).ok
        assert question.seats == ("A", "B", "C")
    else:
        assert playing.players[playing.turn].name == first.split()[0]
    assert bool(pages.view(salon)["banner"]) == bool(playing.box.get("invented"))
    marked = bool(office) or game == "Casino Pirate"  # Casino Pirate knows its first leader by then
    assert any(seat["banker"] for seat in pages.view(salon)["seats"]) == marked


def test_a_first_evening_learns_the_box_while_playing(open_page: Open, table: Table) -> None:
    """The default is an empty box that Servi learns, not the example."""
    page = counting(open_page("/setup"))
    assert "La vôtre, apprise en jouant" in page.locator(".vite-choix").inner_text()
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    assert taps(page) == 1
    assert pages.view(table)["banner"] == []
    assert table.evening().play.game.started.box["shelf"] == "Ma boîte"  # type: ignore[union-attr]


def test_five_house_rules_are_shown_and_all_on_request(open_page: Open, table: Table) -> None:
    page = open_page("/setup")
    page.locator("[data-key=rules]").click()
    rules = page.locator(".regle-ligne")
    rules.first.wait_for()
    assert rules.count() == 5
    button(page, "Tout voir").click()
    rules.nth(25).wait_for()


def test_the_start_stands_below_the_names(open_page: Open, known: Table) -> None:
    page = open_page("/setup", (1280, 2400))
    names = page.get_by_label("Nom, place 2").bounding_box()
    start = button(page, "Commencer").bounding_box()
    assert names["y"] < start["y"]


def test_a_game_that_needs_three_gets_a_third_place(open_page: Open, table: Table) -> None:
    page = open_page("/setup")
    button(page, "Casino Pirate").click()
    button(page, "Commencer").click()
    page.wait_for_url("**/table")
    assert len(pages.view(table)["seats"]) == 3


def test_one_target_is_nothing_to_choose_from(open_page: Open, table: Table) -> None:
    page = open_page("/setup")
    button(page, "Les cases Si-No").click()
    page.get_by_text("jusqu'à 7\u202f000").wait_for()
    assert page.get_by_role("heading", name="Objectif").count() == 0
    button(page, "Cassino").click()
    page.locator(".cible").first.wait_for()
    assert [one.replace("\n", " ") for one in page.locator(".cible").all_inner_texts()][:2] == ["21 longue", "11 courte"]


def test_why_an_evening_cannot_begin_stands_in_sight(open_page: Open, known: Table) -> None:
    page = open_page("/setup", TABLET)
    page.locator("#preparer .fiche").first.wait_for()
    page.route("**/start", lambda route: route.fulfill(json={"ok": False, "code": "BAD_TARGET", "text": "Pas ainsi."}))
    page.locator("[data-key=target-own]").click()
    page.locator("[data-key=own]").scroll_into_view_if_needed()
    page.locator("[data-key=begin]").click()
    refusal = page.get_by_text("Pas ainsi.")
    refusal.wait_for()
    box = refusal.bounding_box()
    assert box is not None and 0 <= box["y"] < TABLET[1] - box["height"], box


def test_how_much_of_the_play_is_entered_stands_open_beside_the_level(table: Table, open_page: Open) -> None:
    """Regression: « Résultat seul », which decides how much a family taps, was hidden among the folded house rules."""
    page = open_page("/setup")
    for game, usual in (("casino_pirate", True), ("cassino", True), ("casablanca", False), ("les_cases_si_no", False)):
        page.locator(f'[data-key="game-{game}"]').click()
        switch = page.locator('[data-key="regle-result_only"]')
        switch.wait_for()
        assert (switch.is_visible(), switch.is_checked()) == (True, usual)
        assert page.locator("details.regles[open]").count() == 0
    switch.check()
    page.locator('[data-key="rules"]').click()
    page.locator(".regles-grille").wait_for()
    assert page.locator('[data-key="regle-result_only"]').count() == 1
    page.locator('[data-key="begin"]').click()
    page.wait_for_url("**/table")
    assert table.evening().play.game.house["result_only"] is True  # type: ignore[union-attr]
