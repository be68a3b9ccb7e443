"""A set-up form becomes the first fact, or an error with what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadBox, BadCommand, BadHouseRule
from companion.facts import Seat
from companion.shelf.shelf import Shelf
from companion.started import started_from

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": " Ben ", "age": None}]


def form(**more: Any) -> dict[str, Any]:
    return {"game": "home_casino", "seats": SEATS, "target": 100_000, **more}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    kept = Shelf(tmp_path)
    kept.save("Chez Mamie", {"name": "Chez Mamie", "game": "home_casino"})
    kept.save("Léa", {"name": "Léa", "game": "les_cases_si_no"})
    return kept


def test_a_form_becomes_the_first_fact(shelf: Shelf) -> None:
    fact = started_from(form(banker=1, first=0, house={"min_stake": 50}, level="croupier"), shelf)
    assert fact.seats == (Seat(id="A", name="Anna", colour="rouge", age=9), Seat(id="B", name="Ben"))
    assert (fact.banker, fact.first, fact.level, fact.target) == ("B", "A", "croupier", 100_000)
    assert fact.house["min_stake"] == 50 and fact.house["handover"] == "next_throw"
    assert fact.box["example"] is True and not fact.simulated


@pytest.mark.parametrize(("box", "shelf_name"), [("Chez Mamie", "Chez Mamie"), ("vide", "Ma boîte")])
def test_a_box_of_the_shelf_is_named_in_the_fact(shelf: Shelf, box: str, shelf_name: str) -> None:
    assert started_from(form(box=box), shelf).box["shelf"] == shelf_name


@pytest.mark.parametrize(("setup", "sentence"), [
    ([], "« La préparation » est un objet avec des valeurs nommées."),
    (form(luck=1), "La préparation n'a pas de « luck ». Il a : banker, box, first, game"),
    (form(game="poker"), "Ce jeu n'existe pas ici : « poker ». Au choix : home_casino"),
    (form(game=3), "« game » est un texte d'une ligne"),
    (form(seats=None), "« seats » est une liste de 12 au plus."),
    ({"game": "home_casino"}, "Il faut 2 à 6 joueurs."),
    (form(seats=SEATS[:1]), "Il faut 2 à 6 joueurs."),
    (form(seats=[SEATS[0], 7]), "« seats » est un objet avec des valeurs nommées."),
    (form(seats=[SEATS[0], {"name": "B", "id": "A"}]), "Chaque place n'a pas de « id ». Il a : age, colour, name."),
    (form(seats=[SEATS[0], {"age": 9}]), "Chaque place : il manque name."),
    (form(seats=[SEATS[0], {"name": "  "}]), "La place 2 a besoin d'un nom (30 lettres au plus)."),
    (form(seats=[SEATS[0], {"name": "B" * 31}]), "« name » est un texte d'une ligne, 30 lettres au plus."),
    (form(seats=[SEATS[0], {"name": "Ben", "colour": 3}]), "« colour » est un texte d'une ligne, 20 lettres au plus."),
    (form(seats=[SEATS[0], {"name": "Ben", "age": 121}]), "« age » est un nombre entier de 0 à 120."),
    (form(seats=[SEATS[0], {"name": "Ben", "age": True}]), "« age » est un nombre entier de 0 à 120."),
    (form(seats=[SEATS[0], {"name": "Ben", "colour": "rouge"}]), "Deux joueurs ont la même couleur : en choisir une autre."),
    (form(seats=[SEATS[0], {"name": "Anna "}]), "Deux joueurs ont le même nom : ajouter une lettre."),
    (form(house=[]), "« house » est un objet avec des valeurs nommées."),
    (form(banker=2), "Le banquier est un des joueurs, de 0 à 1."),
    (form(first=-1), "Le premier joueur est un des joueurs, de 0 à 1."),
    (form(first=True), "« first » est un nombre entier"),
    (form(box=4), "« box » est un texte d'une ligne, 60 lettres au plus."),
    (form(level="chef"), "« level » : au choix compteur, arbitre, croupier."),
    (form(simulated=1), "« simulated » est vrai ou faux."),
])  # fmt: skip
def test_what_is_missing_is_one_sentence(shelf: Shelf, setup: Any, sentence: str) -> None:
    with pytest.raises(BadCommand) as told:
        started_from(setup, shelf)
    assert str(told.value).startswith(sentence)


def test_a_box_of_another_game_and_one_that_is_not_there_are_named(shelf: Shelf) -> None:
    with pytest.raises(BadBox, match="La boîte « Léa » est celle de"):
        started_from(form(box="Léa"), shelf)
    with pytest.raises(BadBox, match="Au choix : Chez Mamie, Léa"):
        started_from(form(box="x"), shelf)


def test_an_unknown_house_rule_names_the_nearest(shelf: Shelf) -> None:
    with pytest.raises(BadHouseRule, match="est-ce « min_stake »"):
        started_from(form(house={"min_stak": 50}), shelf)
