"""The routes of the shelf: valid requests are answered, invalid ones get a sentence and change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.game.library import game_class
from companion.table import Table
from tests import pages
from tests.rings import examples
from tests.web.conftest import Browser
from tests.web.real import browser as browser
from tests.web.real import table as table
from tests.web.test_bad_input import refused
from tests.web.test_real_table import SETUP
from web import BOX_BODY


def shelf(table: Table) -> dict[str, str]:
    return {name: (table.shelf.folder / f"{name}.json").read_text("utf-8") for name in table.shelf.names()}


def bring(browser: Browser, data: bytes | str, file: str = "x.json") -> Any:
    return browser.post(f"/import-box?file={file}", data, Content_Type="text/plain")


def test_a_box_is_made_looked_at_changed_exported_and_brought_in(table: Table, browser: Browser) -> None:
    made = browser.post("/new-box", {"name": "Chez Papi", "game": "home_casino", "example": True})
    assert made.json == {"ok": True, "name": "Chez Papi"}
    found = browser.get("/box-file.json?name=Chez Papi").json
    assert (found["name"], found["title"], len(found["data"]["ring"])) == ("Chez Papi", "Home Casino", 42)
    form = found["form"]
    slot = next(kind for kind in form["kinds"] if kind["kind"] == "slot")
    assert (slot["text"], slot["needs"], slot["sums"]) == ("Machine à sous", "amount", [50, 100, 150, 200, 250, 300, 500])
    assert [deck["title"] for deck in form["decks"]] == ["Jackpot", "Acquisition"]
    assert (form["length"], form["step"], form["dice"]) == ([7, 200], 25, {"d6": 3, "d10": 1, "bicolour": 1})
    data = {**found["data"], "length": 0, "ring": []}
    assert browser.post("/save-box", {"name": "Chez Papi", "called": "Mienne", "data": data}).json["name"] == "Mienne"
    exported = browser.get("/box-export?name=Mienne")
    assert exported.headers["Content-Disposition"] == "attachment; filename=Mienne.json"
    assert bring(browser, exported.data).json == {"ok": True, "name": "Mienne 2"}
    rows = browser.get("/boxes.json").json["boxes"]
    assert [one["name"] for one in rows] == ["exemple", "vide", "Mienne", "Mienne 2"]
    assert browser.post("/delete-box", {"name": "Mienne"}).json == {"ok": True}
    assert table.shelf.names() == ["Mienne 2"]


def test_the_pages_are_there(browser: Browser) -> None:
    assert browser.get("/boxes").status_code == browser.get("/box?name=x").status_code == 200


BAD = {
    "a nameless box": ("/new-box", {"name": " ", "game": "home_casino"}, "Il faut un nom"),
    "an odd game": ("/new-box", {"name": "x", "game": "chess"}, "Ce jeu n'existe pas ici"),
    "an odd flag": ("/new-box", {"name": "x", "game": "home_casino", "example": 1}, "vrai ou faux"),
    "no data": ("/save-box", {"name": "Mienne"}, "Il manque : data"),
    "a box that is not there": ("/save-box", {"name": "Autre", "data": {}}, "Il n'y a pas de boîte « Autre »"),
    "a square without its sum": ("/save-box", {"name": "Mienne", "data": {"ring": [{"kind": "slot"}]}}, "ring, case 0"),
    "a taken name": ("/save-box", {"name": "Mienne", "called": "Autre boîte", "data": {}}, "Il y a déjà une boîte"),
    "the example's name": ("/save-box", {"name": "Mienne", "called": "exemple", "data": {}}, "Il y a déjà une boîte"),
    "nothing to delete": ("/delete-box", {"name": "../people"}, "Il n'y a pas de boîte"),
    "a number for a name": ("/delete-box", {"name": 3}, "« name » est un texte"),
}


@pytest.mark.parametrize(("path", "body", "words"), BAD.values(), ids=BAD)
def test_what_is_bad_is_refused_in_words_and_changes_nothing(
    table: Table, browser: Browser, path: str, body: Any, words: str
) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    table.boxes.new("Autre boîte", "home_casino")
    before = shelf(table)
    answer = browser.post(path, body)
    assert 400 <= answer.status_code < 500
    assert words in answer.json["text"]
    assert shelf(table) == before


@pytest.mark.parametrize("data", [b"\xff\xfe", b"{", b"[]", b'{"game": "chess"}', b'{"chips": {"x": 1}}', b"[" * 9000])
def test_a_bad_file_brings_nothing_in(table: Table, browser: Browser, data: bytes) -> None:
    answer = bring(browser, data, "Vieille.json")
    assert 400 <= answer.status_code < 500
    assert answer.json["text"]
    assert table.shelf.names() == []


def test_a_file_over_the_limit_is_refused_with_the_limit(table: Table, browser: Browser) -> None:
    answer = bring(browser, b"x" * (BOX_BODY + 1))
    assert (answer.status_code, answer.json["code"]) == (413, "TOO_LARGE")
    assert "400 Kio au plus" in answer.json["text"]
    table.boxes.new("Mienne", "home_casino")
    text = json.dumps({"name": "Mienne", "data": {"x": "y" * BOX_BODY}})
    assert browser.post("/save-box", text).status_code == 413


def test_a_box_of_the_largest_ring_fits(table: Table, browser: Browser) -> None:
    table.boxes.new("Mienne", "home_casino")
    ring = [{"index": i, "kind": "slot", "amount": -150, "unsure": True} for i in range(200)]
    cards = [{"name": f"Une carte qui parle beaucoup {i}", "buy": 25, "sell": 25} for i in range(200)]
    body = {"name": "Mienne", "data": {"length": 200, "ring": ring, "acquisition": cards}}
    assert browser.post("/save-box", body).status_code == 200
    assert browser.get("/box-file.json?name=Mienne").json["data"]["ring"] == ring


@pytest.mark.parametrize("path", ["/box-file.json?name=Autre", "/box-file.json", "/box-export?name=../people"])
def test_a_box_that_is_not_there_is_not_found(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.json["code"]) == (404, "BAD_BOX")


def test_the_box_on_the_table_is_put_right_there(table: Table, browser: Browser) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    assert browser.post("/start", {"setup": {**SETUP, "box": "Mienne"}}).status_code == 200
    before = shelf(table)
    assert browser.get("/boxes.json").json["on_table"] == "Mienne"
    for path, body in (("/save-box", {"name": "Mienne", "data": {}}), ("/delete-box", {"name": "Mienne"})):
        assert "est sur la table" in refused(table, browser.post(path, body))
    assert shelf(table) == before


def test_a_printed_box_on_the_table_waits_until_the_game_is_left(table: Table, browser: Browser) -> None:
    table.boxes.new("Mienne", "les_cases_si_no", example=True)
    seats = [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]
    assert table.start({"game": "les_cases_si_no", "seats": seats, "box": "Mienne"}).ok
    told = refused(table, browser.post("/save-box", {"name": "Mienne", "data": table.shelf.load("Mienne")}))
    assert told == "La boîte « Mienne » est sur la table : quitter d'abord la partie."


@pytest.mark.parametrize("path", ["/new-box", "/save-box", "/import-box", "/delete-box"])
def test_a_seat_s_phone_leaves_the_shelf_alone(table: Table, browser: Browser, path: str) -> None:
    browser.post("/start", {"setup": SETUP})
    browser.claim("A")
    body = {"name": "x", "game": "home_casino", "data": {}}
    answer = bring(browser, b"{}") if path == "/import-box" else browser.post(path, body)
    assert answer.status_code == 403
    assert table.shelf.names() == []


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-400, 400) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
squares = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["casino", "slot", "pot"]) | anything,
        "index": st.integers(-1, 9) | anything,
        "colour": st.sampled_from(["rouge", "x"]) | anything,
        "amount": st.sampled_from([25, -150, 3]) | anything,
        "unsure": st.booleans() | anything,
    },
)
data = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["home_casino", "casablanca", "les_cases_si_no"]) | anything,
        "length": st.integers(0, 12) | anything,
        "ring": st.lists(squares, max_size=9) | anything,
        "jackpot": anything,
        "acquisition": anything,
        "chips": anything,
        "start_chips": anything,
        "followed": anything,
        "name": anything,
    },
)


@examples(150, HealthCheck.function_scoped_fixture)
@given(data=data)
def test_whatever_is_saved_can_be_played_or_is_refused(table: Table, browser: Browser, data: Any) -> None:
    if "Mienne" not in table.shelf.names():
        table.boxes.new("Mienne", "home_casino")
    answer = browser.post("/save-box", {"name": "Mienne", "data": data})
    assert answer.status_code in (200, 400, 409)
    if answer.status_code == 200 and table.shelf.load("Mienne")["game"] == "home_casino":
        assert table.start({**SETUP, "box": "Mienne"}).ok
        table.end_game()


WRONG = {
    "too many points": ("les_cases_si_no", {"points": {"5": 7001}}, "Les points de chaque tirage, 5 : il faut un nombre"),
    "points in letters": ("les_cases_si_no", {"points": {"5": "cent"}}, "il faut un nombre de 1 à 7\u202f000"),
    "a line without a draw": ("les_cases_si_no", {"lines": {"H1": []}}, "Le tableau des mises, Ligne 1 : il en faut au moins un"),
    "a 7 on a line": ("les_cases_si_no", {"lines": {"V": ["7"]}}, "Le tableau des mises, Verticale"),
    "half a column": ("les_cases_si_no", {"seven": {"red": [1, 2]}}, "Ce que vaut un 7 : il y faut 10 valeurs"),
    "a symbol too often": ("casablanca", {"ring": ["lune"] * 28}, "« lune » 28 fois et « chameau » 0 fois"),
    "a symbol twice": ("casablanca", {"symbols": ["lune"] * 7}, "Les sept symboles : « lune » y est deux fois"),
    "half a note": ("casablanca", {"notes_total": 1025}, "Les billets, Leur somme : il faut un multiple de 50"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "change", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_entry_of_a_printed_table_is_refused_with_its_place_and_changes_nothing(
    table: Table, browser: Browser, game: str, change: dict[str, Any], words: str
) -> None:
    table.boxes.new("Mienne", game, example=True)
    before, data = shelf(table), table.shelf.load("Mienne")
    for key, value in change.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) else value
    answer = browser.post("/save-box", {"name": "Mienne", "data": data})
    assert (answer.status_code, answer.json["code"]) == (409, "BAD_BOX")
    assert words in answer.json["text"]
    assert words in bring(browser, json.dumps({**data, "game": game})).json["text"]
    assert shelf(table) == before


@pytest.mark.parametrize("game", ["les_cases_si_no", "casablanca"])
def test_a_printed_box_is_opened_with_its_tables_changed_exported_and_brought_in(
    table: Table, browser: Browser, game: str
) -> None:
    browser.post("/new-box", {"name": "Chez Papi", "game": game, "example": True})
    found = browser.get("/box-file.json?name=Chez Papi").json
    tables = found["form"]["tables"]
    assert found["data"]["invented"] and all(one["example"] for one in tables)
    first = next(one for one in tables[-1]["fields"] if one["kind"] == "number")
    data = json.loads(json.dumps(found["data"]))
    inner = data
    for step in first["path"][:-1]:
        inner = inner[step]
    inner[first["path"][-1]] = first["high"]
    saved = browser.post("/save-box", {"name": "Chez Papi", "data": data}).json
    assert (saved["ok"], saved["data"]) == (True, data)
    assert [one["example"] for one in saved["form"]["tables"]] == [True, True, False]
    exported = browser.get("/box-export?name=Chez Papi")
    assert bring(browser, exported.data).json["name"] == "Chez Papi 2"
    assert {**table.shelf.load("Chez Papi 2"), "name": "Chez Papi"} == table.shelf.load("Chez Papi")
    again = browser.post("/save-box", {"name": "Chez Papi", "data": {**data, **saved["form"]["example"]}}).json
    assert all(one["example"] for one in again["form"]["tables"])
    rows = {one["name"]: one for one in browser.get("/boxes.json").json["boxes"]}
    assert rows["Chez Papi"]["invented"]


def test_the_invented_box_is_marked_where_it_comes_from_a_file_too(table: Table, browser: Browser) -> None:
    text = json.dumps({**game_class("les_cases_si_no").example_box(), "game": "les_cases_si_no", "name": "Essai"})
    bring(browser, text)
    assert table.shelf.load("Essai")["invented"] is True
    seats = [{"name": "Anna", "colour": "rouge"}, {"name": "Bruno", "colour": "bleu"}]
    assert table.start({"game": "les_cases_si_no", "seats": seats, "box": "Essai"}).ok
    assert any("inventé" in line for line in pages.view(table)["banner"])


@pytest.mark.parametrize("game", ["cassino", "casino_pirate"])
def test_a_game_without_a_box_has_none_to_fill_in(table: Table, browser: Browser, game: str) -> None:
    for answer in (browser.post("/new-box", {"name": "x", "game": game}), bring(browser, json.dumps({"game": game}))):
        assert answer.status_code == 409
        assert "il n'y a rien à recopier" in answer.json["text"]
    assert table.shelf.names() == []
