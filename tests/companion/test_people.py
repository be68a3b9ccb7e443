"""Known players are remembered until forgotten, and the last set-up is offered again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.facts import DiceThrown, Die, Seat
from companion.game.library import game_class
from companion.people import MOST, People, Person
from companion.swap import PEOPLE
from companion.table import Table
from tests import pages
from tests.companion import evenings
from tests.companion.evenings import setup


def seats(*names: str, age: int = 0) -> list[Seat]:
    return [Seat(id=name, name=name, colour="rouge", age=age) for name in names]


def names(people: People) -> list[str]:
    return [person.name for person in people.all()]


def test_who_played_last_stands_first(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.learn(seats("Anna", "Bruno", "Chloé"))
    people.learn(seats("David", "Bruno"))
    assert names(People(tmp_path)) == ["David", "Bruno", "Anna", "Chloé"]


def test_an_age_that_was_told_once_stays(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.learn(seats("Anna", age=9))
    people.learn(seats("Anna"))
    assert people.all() == [Person("Anna", "rouge", 9)]


def test_who_asks_is_forgotten(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.learn(seats("Anna", "Bruno"))
    assert people.forget("Anna")
    assert not people.forget("Anna")
    assert names(People(tmp_path)) == ["Bruno"]
    assert "Anna" not in (tmp_path / PEOPLE).read_text("utf-8")


def test_not_more_people_than_a_village_are_kept(tmp_path: Path) -> None:
    people = People(tmp_path)
    for number in range(MOST + 5):
        people.learn(seats(f"Joueur {number}"))
    assert len(people.all()) == MOST
    assert names(people)[0] == f"Joueur {MOST + 4}"


@pytest.mark.parametrize("text", ["{", "3", "[3]", '[{"colour": "rouge"}]', '[{"name": 3}]', "[" * 5000])
def test_a_damaged_file_knows_nobody_and_is_written_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / PEOPLE).write_text(text, "utf-8")
    people = People(tmp_path)
    assert people.all() == []
    people.learn(seats("Anna"))
    assert names(people) == ["Anna"]


def test_an_evening_makes_its_people_known(tmp_path: Path) -> None:
    table = evenings.table(tmp_path, seats=3)
    table.end_game()
    assert [(one.name, one.age) for one in table.people.all()] == [("Anna", 30), ("Ben", 31), ("Chloé", 32)]


def test_a_simulated_evening_teaches_nobody_and_is_never_the_last_choice(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start(setup(seats=2, simulated=True))
    assert table.people.all() == []
    assert table.last_setup() is None


def test_a_folder_that_cannot_be_written_does_not_stop_the_evening(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (tmp_path / PEOPLE).mkdir()
    assert table.start(setup()).ok
    assert "n'ont pas pu être retenus" in pages.view(table)["notice"]


def test_the_last_choice_is_offered_again(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start(setup(seats=2, banker=1, target=10_000, level="croupier", house={"min_stake": 100}, box="vide"))
    last = table.last_setup()
    assert last is not None
    assert [seat["name"] for seat in last["seats"]] == ["Anna", "Ben"]
    assert (last["banker"], last["target"], last["level"], last["house"]) == (1, 10_000, "croupier", {"min_stake": 100})
    assert last["box"] == "vide"
    assert table.start(last).ok


def test_a_box_that_left_the_shelf_is_not_offered_again(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.shelf.save("Mienne", game_class("home_casino").example_box())
    table.start(setup(box="Mienne"))
    assert (table.last_setup() or {})["box"] == "Mienne"
    (tmp_path / "boxes" / "Mienne.json").unlink()
    assert (table.last_setup() or {})["box"] == "exemple"


def test_an_evening_is_deleted_with_its_photographs(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    word = b"\xff\xd8 only this evening \xff\xd9"
    turn = table.evening().play.game.turn  # type: ignore[union-attr]
    assert table.submit(DiceThrown(seat=turn, dice=(Die("d6", 1), Die("d6", 2))), picture=word).ok
    table.end_game()
    table.start(setup(seats=2))
    assert table.delete_evening(1).ok
    assert [row.id for row in table.evenings()] == [2]
    table.close()
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or b"only this evening" not in file.read_bytes()


def test_the_evening_on_the_table_is_not_deleted(tmp_path: Path) -> None:
    table = evenings.table(tmp_path)
    refused = table.delete_evening(1)
    assert refused.refusal.code == "EVENING_OPEN"
    assert [row.id for row in table.evenings()] == [1]
