"""The shelf of boxes: evenings add what they learn, corrections stay, and an invalid file changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import BadBox
from companion.facts import Square, SquareNamed
from companion.game.library import game_class
from companion.games.home_casino import box as boxes
from companion.shelf.shelf import Shelf, patched, plain
from companion.table import Table
from tests.companion import evenings
from tests.companion.evenings import setup


def square(index: int, kind: str) -> dict[str, Any]:
    return {"index": index, "kind": kind}


def contents(shelf: Shelf) -> dict[str, str]:
    return {name: (shelf.folder / f"{name}.json").read_text("utf-8") for name in shelf.names()}


@pytest.fixture
def table(tmp_path: Path) -> Any:
    table = Table(tmp_path)
    yield table
    table.close()


def test_only_what_changed_is_carried_over() -> None:
    before = {"length": 40, "ring": [square(1, "mafia"), square(2, "pot")], "name": "x"}
    after = {**before, "ring": [square(1, "mafia"), square(2, "neutral"), square(3, "pot")]}
    kept = {**before, "name": "Ma boîte", "ring": [square(0, "pot"), square(1, "jackpot"), square(2, "pot")]}
    assert patched(kept, before, after) == {
        "length": 40,
        "name": "Ma boîte",
        "ring": [square(0, "pot"), square(1, "jackpot"), square(2, "neutral"), square(3, "pot")],
    }


def test_what_is_unlearnt_is_taken_away_again_and_copies_of_a_card_stay_together() -> None:
    fine, win = {"name": "Amende"}, {"name": "Gros lot"}
    assert patched({"jackpot": [fine, fine, win]}, {"jackpot": [fine, fine, win]}, {"jackpot": [fine, fine]}) == {
        "jackpot": [fine, fine]
    }


def test_a_file_without_indices_counts_by_place() -> None:
    kept = {"ring": [{"kind": "pot"}, {"kind": "mafia"}]}
    before = {"ring": [{"index": 0, "kind": "pot"}, {"index": 1, "kind": "mafia"}]}
    after = {"ring": [{"index": 0, "kind": "pot"}, {"index": 1, "kind": "neutral"}]}
    assert patched(kept, before, after)["ring"] == [{"kind": "pot"}, {"index": 1, "kind": "neutral"}]


def learning(folder: Path) -> Table:
    """Return a table with an evening on an empty box that waits for the kind of a square."""
    table = evenings.table(folder, box="vide")
    evenings.play_until(table, Random(3), lambda e: any(q.topic == "square" for q in e.play.open))
    return table


def test_an_evening_taken_up_again_takes_nothing_back_that_was_put_right_meanwhile(tmp_path: Path) -> None:
    table = learning(tmp_path)
    table.end_game()
    data = table.shelf.load("Ma boîte")
    free = next(i for i in range(data["length"]) if all(row["index"] != i for row in data["ring"]))
    table.boxes.save("Ma boîte", {**data, "ring": [*data["ring"], {"index": free, "kind": "pot"}]})
    assert table.resume(1).ok
    seat = table.evening().play.open[0].seats[0]  # type: ignore[union-attr]
    index = table.evening().play.open[0].index  # type: ignore[union-attr]
    assert table.submit(SquareNamed(seat=seat, square=Square(kind="mafia"))).ok
    ring = {row["index"]: row for row in table.shelf.load("Ma boîte")["ring"]}
    assert ring[index] == {"index": index, "kind": "mafia", "unsure": True}
    assert free == index or ring[free] == {"index": free, "kind": "pot"}


def test_what_is_met_a_second_time_is_sure_on_the_shelf_too(tmp_path: Path) -> None:
    table = learning(tmp_path)
    evenings.play_until(
        table, Random(5), lambda e: any("unsure" not in row and row["index"] for row in e.play.game.box_data()["ring"])
    )
    assert table.shelf.load("Ma boîte")["ring"] == table.evening().play.game.box_data()["ring"]  # type: ignore[union-attr]


def test_a_simulated_evening_teaches_the_shelf_nothing(tmp_path: Path) -> None:
    table = evenings.table(tmp_path, box="vide", simulated=True)
    evenings.play_until(table, Random(3), lambda e: any(isinstance(x.fact, SquareNamed) for x in e.entries))
    assert table.shelf.names() == []


def test_a_box_on_the_table_is_put_right_there_and_nowhere_else(tmp_path: Path) -> None:
    table = learning(tmp_path)
    before = contents(table.shelf)
    for change in (lambda: table.boxes.save("Ma boîte", {}), lambda: table.boxes.delete("Ma boîte")):
        with pytest.raises(BadBox, match="est sur la table"):
            change()
    assert contents(table.shelf) == before


def test_a_new_box_a_copy_of_the_example_and_another_name(table: Table) -> None:
    assert table.boxes.new("Chez Papi", "home_casino") == "Chez Papi"
    assert table.boxes.new("Chez Papi", "home_casino", example=True) == "Chez Papi 2"
    assert table.boxes.new("exemple", "home_casino") == "exemple 2", "that name is the invented one's"
    copy = table.shelf.load("Chez Papi 2")
    assert len(copy["ring"]) == 42 and "example" not in copy
    assert table.boxes.save("Chez Papi 2", copy, called="Chez Mamie") == "Chez Mamie"
    assert table.shelf.names() == ["Chez Mamie", "Chez Papi", "exemple 2"]
    with pytest.raises(BadBox, match="Il y a déjà une boîte « Chez Papi »"):
        table.boxes.save("Chez Mamie", copy, called="Chez Papi")
    assert table.shelf.load("Chez Mamie")["name"] == "Chez Mamie"
    assert table.start(setup(box="Chez Mamie")).ok


def test_a_bad_box_is_not_saved_and_the_good_one_stays(table: Table) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    before = contents(table.shelf)
    with pytest.raises(BadBox, match="ring, case 0 : une machine à sous a sa somme"):
        table.boxes.save("Mienne", {"ring": [{"kind": "slot"}]}, called="Autre")
    with pytest.raises(BadBox, match="Il n'y a pas de boîte « Autre »"):
        table.boxes.save("Autre", {})
    assert contents(table.shelf) == before


def test_a_box_comes_back_from_its_file_under_a_name_that_is_free(table: Table) -> None:
    table.boxes.new("Mienne", "home_casino", example=True)
    text = contents(table.shelf)["Mienne"]
    assert table.boxes.bring_in(text, "mienne.json") == "Mienne 2"
    assert table.shelf.load("Mienne 2") == {**json.loads(text), "name": "Mienne 2"}
    assert table.boxes.bring_in("{}", "Vieille boîte.json") == "Vieille boîte"


@pytest.mark.parametrize("name", ["x" * 60, "x" * 59 + " y", "Boîte " * 10, "x" * 58 + " y"])
def test_a_second_box_with_a_long_name_leaves_the_first_as_it_is(table: Table, name: str) -> None:
    first = table.boxes.new(name, "home_casino", example=True)
    before = contents(table.shelf)
    others = [table.boxes.new(name, "home_casino") for _ in range(11)]
    assert len({first, *others}) == 12 and all(len(one) <= 60 for one in others)
    assert others[0].endswith(" 2") and others[-1].endswith(" 12")
    assert {one: contents(table.shelf)[one] for one in before} == before
    assert {*table.shelf.names()} == {first, *others}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "x.json, ligne 1 : ce n'est pas du JSON"),
        ("[]", "une boîte est un seul objet JSON"),
        ("[" * 200_000, "ce n'est pas le fichier d'une boîte"),
        ('{"game": "chess"}', "Ce jeu n'existe pas ici"),
        ('{"game": ["chess"]}', "Ce jeu n'existe pas ici"),
        ('{"ring": [{"kind": "moon"}]}', "ring, case 0 : « kind » : au choix casino"),
        ('{"ring": "x"}', "« ring » est une liste de 200 au plus"),
        (json.dumps({"x": "y" * 500_000}), "trop grand pour une boîte"),
    ],
)
def test_a_bad_file_brings_nothing_in(table: Table, text: str, reason: str) -> None:
    with pytest.raises(BadBox, match=reason):
        table.boxes.bring_in(text, "x.json")
    assert table.shelf.names() == []


def test_the_shelf_tells_what_it_holds_and_what_is_wrong(table: Table) -> None:
    table.boxes.new("Bonne", "home_casino", example=True)
    data = table.shelf.load("Bonne")
    data["ring"][3]["unsure"] = True
    data["jackpot"][0]["unsure"] = True
    table.boxes.save("Bonne", data)
    (table.shelf.folder / "Cassée.json").write_text("{", "utf-8")
    (table.shelf.folder / "Binaire.json").write_bytes(b"\xff\xfe\x00")
    broken, good, other = table.boxes.rows()[2:]
    assert good == {
        "name": "Bonne",
        "game": "home_casino",
        "title": "Home Casino",
        "squares": 42,
        "cards": 57,
        "unsure": 2,
        "invented": True,
    }
    assert "ce n'est pas le fichier d'une boîte" in broken["trouble"]
    assert "ligne 1" in other["trouble"]


def test_a_box_of_another_game_is_not_played_with(table: Table) -> None:
    table.boxes.new("Désert", "casablanca")
    with pytest.raises(BadBox, match="est celle de Casablanca"):
        table.start(setup(box="Désert"))


def test_a_box_taken_off_the_shelf_is_gone_and_a_name_never_leaves_its_folder(table: Table) -> None:
    table.boxes.new("Mienne", "home_casino")
    table.boxes.delete("Mienne")
    with pytest.raises(BadBox, match="Il n'y a pas de boîte « Mienne »"):
        table.boxes.delete("Mienne")
    with pytest.raises(BadBox):
        table.boxes.delete("../people")
    assert plain("../../etc/passwd") == "______etc_passwd"


def test_the_example_is_a_box_that_can_be_saved() -> None:
    assert boxes.box_trouble({**game_class("home_casino").example_box(), "game": "home_casino"}) == ""
