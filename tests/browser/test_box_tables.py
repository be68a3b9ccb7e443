"""Boxes with printed tables, entered field by field: keyboard, touch, wrong entries, the example, playing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.game.library import game_class
from companion.table import Table
from tests import pages
from tests.browser.conftest import PHONE, TABLET, Open
from tests.browser.test_box import until
from tests.browser.test_setup import button
from tests.browser.test_setup import table as table

POINTS = {"5": 150, "6": 160, "8": 150, "9": 140, "3": 250, "4": 260, "10": 250, "11": 240, "1.1": 500}
SEATS = [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]


def opened(
    open_page: Open, table: Table, game: str = "les_cases_si_no", size: tuple[int, int] = TABLET, **more: bool
) -> Any:
    table.boxes.new("Mienne", game, example=True)
    page = open_page("/box?name=Mienne", size, **more)
    page.locator(".champ-boite").first.wait_for()
    return page


def kept(table: Table) -> dict[str, Any]:
    return table.shelf.load("Mienne")


def tags(page: Any) -> int:
    return int(page.locator("h2 .etiquette").count())


def write(page: Any, label: str, text: str) -> Any:
    """Type into a field and leave it."""
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Tab")
    return field


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), PHONE])
def test_the_printed_points_are_typed_by_keyboard_alone_and_played_with(
    open_page: Open, server: Any, table: Table, size: tuple[int, int]
) -> None:
    page = open_page("/boxes", size)
    button(page, "Les cases Si-No").click()
    button(page, "Partir de l'exemple").click()
    page.wait_for_url("**/box?name=*")
    page.get_by_text("Ceci est un exemple inventé.").wait_for()
    page.get_by_label("5", exact=True).focus()
    for points in POINTS.values():
        page.keyboard.type(str(points))
        page.keyboard.press("Enter")
    until(lambda: table.shelf.load("Ma boîte")["points"].items() >= POINTS.items())
    assert table.shelf.load("Ma boîte")["points"]["2.2"] == 400, "what was not typed stays"
    page.get_by_text("Enregistrée sur l'étagère.").wait_for()
    page.goto(server.address + "/setup", wait_until="domcontentloaded")
    button(page, "Les cases Si-No").click()
    page.get_by_role("button", name="Ma boîte").click()
    assert table.start({"game": "les_cases_si_no", "seats": SEATS, "box": "Ma boîte"}).ok
    cloth = {one["text"]: one["points"] for line in pages.view(table)["cloth"]["lines"] for one in line["fields"]}
    assert cloth.items() >= POINTS.items()


def test_a_wrong_number_is_refused_beside_its_field_and_changes_nothing(open_page: Open, table: Table) -> None:
    page = opened(open_page, table)
    before = kept(table)
    field = page.get_by_label("6", exact=True)
    for wrong in ("70000", "0", "-5", "cent", "1,5"):
        field.fill(wrong)
        field.press("Enter")
        told = page.get_by_text("Il faut un nombre de 1 à 7\u202f000.")
        told.wait_for()
        assert field.input_value() == wrong, "the text stays to be put right"
        assert field.get_attribute("aria-invalid") == "true"
        assert field.evaluate("(e) => document.activeElement === e")
    write(page, "8", "1 200")
    until(lambda: kept(table)["points"]["8"] == 1200)
    assert kept(table) == {**before, "points": {**before["points"], "8": 1200}}
    write(page, "6", "90")
    told.wait_for(state="detached")
    until(lambda: kept(table)["points"]["6"] == 90)
    assert page.get_by_label("8", exact=True).input_value() == "1\u202f200"


def test_what_is_typed_while_the_shelf_answers_is_not_lost(open_page: Open, table: Table) -> None:
    page = opened(open_page, table, "casablanca")
    first, second = (page.get_by_label(f"Symbole {n}", exact=True) for n in (1, 2))
    first.fill("dromadaire")
    first.press("Enter")
    page.keyboard.type("cact")
    until(lambda: kept(table)["symbols"][0] == "dromadaire")
    page.get_by_text("Enregistrée sur l'étagère.").wait_for()
    page.keyboard.type("us")
    assert second.input_value() == "cactus"
    second.press("Enter")
    until(lambda: kept(table)["symbols"][:2] == ["dromadaire", "cactus"])
    old = game_class("casablanca").example_box()["ring"]
    ring = [{"chameau": "dromadaire", "palmier": "cactus"}.get(one, one) for one in old]
    assert kept(table)["ring"] == ring
    assert page.get_by_label("Case 8", exact=True).input_value() == "dromadaire"
    write(page, "Symbole 3", "cactus")
    page.get_by_text("Il faut un nom de 30 lettres au plus, différent des autres.").wait_for()
    assert kept(table)["symbols"][2] == "lune"


def test_a_draw_is_put_on_a_line_and_taken_off_by_touch(open_page: Open, table: Table) -> None:
    page = opened(open_page, table, size=PHONE, strict=False)
    line = page.get_by_role("group", name="Ligne 1")
    for draw in ("9", "1.1"):
        button(line, draw).click()
    until(lambda: kept(table)["lines"]["H1"] == ["1.1", "5", "6", "8"])
    assert button(line, "9").get_attribute("aria-pressed") == "false"
    for draw in ("1.1", "5", "6", "8"):
        button(line, draw).click()
    page.locator("section.empile > .perte", has_text="Ligne 1").wait_for()
    assert kept(table)["lines"]["H1"], "a line without any draw is not saved"
    button(line, "11").click()
    until(lambda: kept(table)["lines"]["H1"] == ["11"])
    page.locator("section.empile > .perte").first.wait_for(state="detached")


def test_the_mark_of_the_example_goes_table_by_table_and_comes_back_after_a_question(
    open_page: Open, table: Table
) -> None:
    page = opened(open_page, table)
    assert tags(page) == 3
    assert button(page, "Revenir à l'exemple").count() == 0
    write(page, "6.6", "1000")
    button(page, "Revenir à l'exemple").wait_for()
    assert tags(page) == 2
    write(page, "cercle 1, le vert est plus haut", "900")
    button(page.get_by_role("group", name="Verticale"), "3").click()
    page.get_by_text("Ceci est un exemple inventé.").wait_for(state="detached")
    until(lambda: "invented" not in kept(table))
    mine = kept(table)
    button(page, "Revenir à l'exemple").click()
    button(page, "Laisser").click()
    assert kept(table) == mine
    button(page, "Revenir à l'exemple").click()
    button(page.get_by_role("dialog"), "Revenir à l'exemple").click()
    until(lambda: kept(table)["points"] == game_class("les_cases_si_no").example_box()["points"] and kept(table)["invented"])
    page.get_by_text("Ceci est un exemple inventé.").wait_for()
    button(page, "Annuler le dernier").click()
    until(lambda: kept(table) == mine)


def test_who_compared_it_says_so_and_the_evening_has_no_banner(open_page: Open, table: Table) -> None:
    page = opened(open_page, table)
    button(page, "J'ai tout comparé").click()
    page.get_by_text("Ceci est un exemple inventé.").wait_for(state="detached")
    until(lambda: "invented" not in kept(table))
    assert table.start({"game": "les_cases_si_no", "seats": SEATS, "box": "Mienne"}).ok
    assert pages.view(table)["banner"] == []


def test_a_ring_half_changed_is_refused_in_words_and_not_lost_with_the_page(open_page: Open, table: Table) -> None:
    page = opened(open_page, table, "casablanca", strict=False)
    before = kept(table)
    page.get_by_label("Case 1", exact=True).select_option("lune")
    refused = page.locator("section.empile > .perte", has_text="fois").first
    refused.wait_for()
    words = refused.inner_text().replace("\u00a0", " ")
    assert words == (
        "Pas enregistrée : Le tour du plateau : chaque symbole y est 4 fois, "
        "mais « lune » 5 fois et « chameau » 3 fois."
    )
    assert kept(table) == before
    page.reload(wait_until="domcontentloaded")
    page.locator("#etat", has_text="Pas enregistrée").wait_for()
    assert page.get_by_label("Case 1", exact=True).input_value() == "lune"
    page.get_by_label("Case 3", exact=True).select_option("chameau")
    until(lambda: kept(table)["ring"][:3] == ["lune", "palmier", "chameau"])
    page.reload(wait_until="domcontentloaded")
    page.get_by_text("Chaque changement est enregistré aussitôt.").wait_for()
    assert table.start({"game": "casablanca", "seats": [{"name": "Anna"}, {"name": "Bruno"}], "box": "Mienne"}).ok
    assert [row["kind"] for row in pages.view(table)["board"]["squares"]][:3] == ["lune", "palmier", "chameau"]


def test_a_draft_gives_way_to_a_box_that_was_put_right_elsewhere(open_page: Open, table: Table) -> None:
    page = opened(open_page, table, "casablanca", strict=False)
    page.get_by_label("Case 1", exact=True).select_option("lune")
    page.locator("section.empile > .perte", has_text="fois").first.wait_for()
    table.boxes.save("Mienne", {**kept(table), "notes_total": 12_000})
    page.reload(wait_until="domcontentloaded")
    page.get_by_label("Leur somme", exact=True).wait_for()
    assert page.get_by_label("Case 1", exact=True).input_value() == "chameau"
    assert page.get_by_label("Leur somme", exact=True).input_value() == "12\u202f000"


def test_an_english_reader_is_refused_in_english(chrome: Any, server: Any, english: None, table: Table) -> None:
    table.boxes.new("Mine", "les_cases_si_no", example=True)
    table.boxes.new("Desert", "casablanca", example=True)
    context = chrome.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.address + "/box?name=Mine", wait_until="domcontentloaded")
    write(page, "6.6", "8,000")
    page.get_by_text("A number from 1 to 7,000 is needed.").wait_for()
    write(page, "6.6", "6,000")
    until(lambda: table.shelf.load("Mine")["points"]["6.6"] == 6000)
    page.goto(server.address + "/box?name=Desert", wait_until="domcontentloaded")
    page.get_by_label("Square 1", exact=True).select_option("lune")
    page.get_by_text("“moon” 5 times and “camel” 3 times").first.wait_for()
    context.close()


def test_a_box_of_printed_tables_goes_out_as_a_file_and_comes_in_again(
    open_page: Open, table: Table, tmp_path: Any
) -> None:
    page = opened(open_page, table, strict=False)
    write(page, "6.6", "777")
    until(lambda: kept(table)["points"]["6.6"] == 777)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Exporter").click()
    file = tmp_path / "Si-No.json"
    downloading.value.save_as(file)
    data = json.loads(file.read_text("utf-8"))
    page.get_by_role("link", name="L'étagère").click()
    page.get_by_label("Importer une boîte").set_input_files(file)
    until(lambda: "Mienne 2" in table.shelf.names())
    assert table.shelf.load("Mienne 2") == {**data, "name": "Mienne 2"}
    page.get_by_role("heading", name="Mienne 2").wait_for()  # the redrawn page has a new file input
    data["points"]["6.6"] = "beaucoup"
    file.write_text(json.dumps(data), "utf-8")
    page.get_by_label("Importer une boîte").set_input_files(file)
    page.get_by_role("alert").get_by_text("Rien n'a été repris").wait_for()
    assert table.shelf.names() == ["Mienne", "Mienne 2"]
