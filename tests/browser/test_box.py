"""A box entered by touch: the whole ring in few touches, cards and chips, export and import."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.game.library import game_class
from companion.shelf.shelf import read_box
from companion.table import Table
from tests import waiting
from tests.browser.conftest import PHONE, TABLET, Open
from tests.browser.test_setup import COUNTER, button, taps
from tests.browser.test_setup import table as table

RING = game_class("home_casino").example_box()["ring"]


def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition on the shelf; the page saves shortly after the last touch."""
    assert waiting.until(holds)


def opened(open_page: Open, table: Table, size: tuple[int, int] = TABLET, **more: Any) -> Any:
    table.boxes.new("Mienne", "home_casino", **more)
    page = open_page("/box?name=Mienne", size)
    page.locator(".palette").first.wait_for()
    return page


def touch(page: Any, square: dict[str, Any]) -> None:
    """Enter the next square by touch."""
    key = {"casino": f"colour-{square.get('colour')}", "slot": f"amount-{square.get('amount')}"}
    page.locator(f'[data-key="{key.get(square["kind"], "kind-" + square["kind"])}"]').click()


@pytest.mark.parametrize("size", [pytest.param(TABLET, marks=pytest.mark.slow), PHONE])
def test_a_ring_of_forty_two_squares_takes_at_most_a_hundred_touches(
    open_page: Open, table: Table, size: tuple[int, int]
) -> None:
    page = open_page("/boxes", size)
    page.add_init_script(COUNTER)
    page.reload(wait_until="domcontentloaded")
    button(page, "Recopier mon plateau").click()
    page.wait_for_url("**/box?name=*")
    for square in RING:
        touch(page, square)
    button(page, "Le tour est fini : 42 cases").click()
    until(lambda: table.shelf.load("Ma boîte").get("length") == 42)
    assert taps(page) <= 100
    assert table.shelf.load("Ma boîte")["ring"] == RING
    assert table.start(
        {"seats": [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}], "box": "Ma boîte"}
    ).ok


def test_a_square_is_put_right_taken_out_slipped_in_and_taken_back(open_page: Open, table: Table) -> None:
    page = opened(open_page, table, example=True)
    button(page, "La case d'après").click()
    button(page, "Mafia − 500").click()
    until(lambda: table.shelf.load("Mienne")["ring"][1]["kind"] == "mafia")
    button(page, "La case d'avant").click()
    button(page, "Enlever cette case").click()
    until(lambda: table.shelf.load("Mienne")["length"] == 41)
    button(page, "Annuler le dernier").click()
    until(lambda: table.shelf.load("Mienne")["length"] == 42)
    button(page, "En glisser une avant").click()
    until(lambda: table.shelf.load("Mienne")["length"] == 43)
    page.get_by_label("Autre somme").fill("77")
    button(page, "elle donne").click()
    page.get_by_text("Il faut une somme en chiffres, par pas de 25.").wait_for()
    page.get_by_label("Autre somme").fill("75")
    button(page, "elle prend").click()
    until(lambda: {"kind": "slot", "amount": -75}.items() <= table.shelf.load("Mienne")["ring"][1].items())


def test_what_was_learnt_while_playing_is_marked_until_somebody_says_it_is_right(open_page: Open, table: Table) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    data = table.shelf.load("Mienne")
    data["ring"][0]["unsure"] = True
    data["jackpot"][-1]["unsure"] = data["jackpot"][-2]["unsure"] = True
    table.boxes.save("Mienne", data)
    page = open_page("/setup")
    page.get_by_text("3 à vérifier").wait_for()
    page = open_page("/box?name=Mienne")
    page.locator(".plateau-centre").get_by_text("à vérifier").wait_for()
    button(page, "C'est juste").click()
    button(page, "Rejouez : c'est juste").click()
    until(lambda: "unsure" not in json.dumps(table.shelf.load("Mienne")))
    page.locator(".etiquette--alerte").first.wait_for(state="detached")


def test_a_card_is_added_and_counted(open_page: Open, table: Table) -> None:
    page = opened(open_page, table)
    button(page, "Ajouter une carte Jackpot").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Versez au pot").click()
    dialog.get_by_role("button", name="Ajouter cette carte").click()
    dialog.get_by_text("Il faut le nombre, en chiffres.").wait_for()
    dialog.get_by_label("Montant").fill("500")
    dialog.get_by_label("Ses mots (si vous voulez)").fill("Amende")
    dialog.get_by_role("button", name="Ajouter cette carte").click()
    dialog.wait_for(state="detached")
    button(page, "Amende : une de plus").click()
    fine = {"name": "Amende", "effect": {"kind": "pay", "amount": 500}}
    until(lambda: table.shelf.load("Mienne").get("jackpot") == [fine, fine])
    button(page, "Ajouter une carte Acquisition").click()
    dialog.get_by_label("Son nom (si vous voulez)").fill("Le Palace")
    dialog.get_by_label("Prix d'achat").fill("810")
    dialog.get_by_role("button", name="Ajouter cette carte").click()
    dialog.get_by_text("Une somme est un multiple de 25, au-dessus de 0.").wait_for()
    dialog.get_by_label("Prix d'achat").fill("800")
    dialog.get_by_label("Prix de vente").fill("1000")
    dialog.get_by_role("button", name="Ajouter cette carte").click()
    button(page, "Corriger la carte Le Palace").click()
    dialog.get_by_label("Prix de vente").fill("1200")
    dialog.get_by_role("button", name="Corriger", exact=True).click()
    until(lambda: table.shelf.load("Mienne")["acquisition"] == [{"name": "Le Palace", "buy": 800, "sell": 1200}])


def test_chips_are_counted_and_another_value_is_added(open_page: Open, table: Table) -> None:
    page = opened(open_page, table)
    page.get_by_text("Chacun reçoit 4\u202f000").wait_for()
    page.get_by_label("Jetons de 500 dans la boîte").fill("30")
    page.get_by_label("Jetons de 500 à chacun").fill("4")
    page.get_by_label("Valeur d'un autre jeton").fill("200")
    page.get_by_text("Chacun reçoit 5\u202f000").wait_for()
    button(page, "Ajouter ce jeton").click()
    page.get_by_label("Jetons de 200 dans la boîte").fill("12")
    button(page, "Enlever les jetons de 25").click()
    until(lambda: table.shelf.load("Mienne").get("chips", {}).get("200") == 12)
    saved = table.shelf.load("Mienne")
    assert (saved["chips"]["500"], saved["start_chips"]["500"]) == (30, 4)
    assert "25" not in saved["chips"]


def test_a_box_goes_out_as_a_file_and_comes_in_again(open_page: Open, table: Table, tmp_path: Path) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    page = open_page("/boxes")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Exporter Mienne").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)
    assert file.name == "Mienne.json"
    page.get_by_label("Importer une boîte").set_input_files(file)
    page.get_by_text(
        "La boîte « Mienne 2 » est sur l'étagère.".replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    ).wait_for()
    assert table.shelf.load("Mienne 2")["ring"] == read_box(file.read_text("utf-8"), "x")["ring"]


def test_a_bad_file_says_one_clear_sentence_and_changes_nothing(open_page: Open, table: Table, tmp_path: Path) -> None:
    table.boxes.new("Mienne", "home_casino")
    page = open_page("/boxes", strict=False)
    (tmp_path / "vieille.json").write_text('{"ring": [{"kind": "slot"}]}', "utf-8")
    page.get_by_label("Importer une boîte").set_input_files(tmp_path / "vieille.json")
    told = page.get_by_role("alert")
    told.wait_for()
    words = "ring, case 0 : une machine à sous a sa somme, ainsi : -150 ou 200. Rien n'a été repris."
    assert words.replace(" :", "\u00a0:") in told.inner_text()
    assert table.shelf.names() == ["Mienne"]


def test_a_box_gets_another_name_and_leaves_after_a_second_word(open_page: Open, table: Table) -> None:
    page = opened(open_page, table)
    page.get_by_label("Nom de la boîte").fill("Chez Papi")
    page.get_by_label("Nom de la boîte").press("Tab")
    until(lambda: table.shelf.names() == ["Chez Papi"])
    page.goto(page.url.replace("/box?", "/boxes?"), wait_until="domcontentloaded")
    button(page, "Effacer Chez Papi").click()
    button(page, "Laisser").click()
    assert table.shelf.names() == ["Chez Papi"]
    button(page, "Effacer Chez Papi").click()
    button(page, "Effacer pour de bon").click()
    page.get_by_text("L'étagère est vide").wait_for()
    assert table.shelf.names() == []


def test_a_box_that_is_not_there_says_where_to_go(open_page: Open, table: Table) -> None:
    page = open_page("/box?name=Personne", strict=False)
    page.get_by_text("Cette boîte ne s'ouvre pas.").wait_for()
    page.get_by_role("link", name="Revenir à l'étagère").wait_for()
