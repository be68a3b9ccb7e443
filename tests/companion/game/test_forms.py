"""The tables of a box: fields, refusals with their place, and comparison with the example."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadBox
from companion.game.forms import ChoiceField, FormTable, NameField, NumberField, SeveralField, trouble, value_at
from companion.game.library import game_class
from companion.language import speaking
from companion.packages import names
from companion.shelf.shelf import checked, marked
from tests.english import french
from web.drawing.games import box_form

BOXED = [name for name in names() if game_class(name).box_tables(game_class(name).example_box())]
FIELDS = {
    "a number": (NumberField(("x",), "X", 1, 500), [1, 500], [0, 501, True, 3.0, "3", None, []]),
    "an amount": (NumberField(("x",), "X", 0, 500, 50), [0, 50, 500], [25, -50, 550]),
    "a number that may be missing": (NumberField(("x",), "X", 1, 9, optional=True), [None, 9], [0, 10, ""]),
    "a choice": (ChoiceField(("x",), "X", {"a": "A", "b": "B"}), ["a", "b"], ["c", "A", 1, None, ["a"], {}]),
    "a set": (SeveralField(("x",), "X", {"a": "A", "b": "B"}), [["a"], ["b", "a"]], [[], ["a", "a"], ["c"], "a", [["a"]], None]),
    "a name": (NameField(("x",), "X"), ["étoile", "x" * 30], ["", "  ", "x" * 31, 3, None]),
}  # fmt: skip


@pytest.mark.parametrize(("field", "good", "bad"), FIELDS.values(), ids=FIELDS)
def test_a_field_takes_what_fits_and_nothing_else(field: Any, good: list[Any], bad: list[Any]) -> None:
    assert [one for one in good if not field.takes(one)] == []
    assert [one for one in bad if field.takes(one)] == []


def test_the_first_place_that_cannot_stay_is_told_with_what_it_needs() -> None:
    table = FormTable("Les points", "", (NumberField(("p", "5"), "5", 1, 7000), NumberField(("p", "6"), "6", 1, 7000)))
    assert trouble([table], {"p": {"5": 1, "6": 7001}}) == "Les points, 6 : il faut un nombre de 1 à 7\u202f000"
    assert trouble([table], {"p": [1, 2]}).startswith("Les points, 5 : ")
    assert trouble([table], None).startswith("Les points, 5 : ")
    assert trouble([table], {"p": {"5": 1, "6": 2}, "more": 3}) == ""


def test_a_list_is_as_long_as_its_table_and_its_names_differ() -> None:
    table = FormTable("Les symboles", "", (NameField(("s", 0), "1"), NameField(("s", 1), "2")))
    assert trouble([table], {"s": ["lune", "lampe"]}) == ""
    assert trouble([table], {"s": ["lune", "lampe", "clef"]}) == "Les symboles : il y faut 2 valeurs"
    assert trouble([table], {"s": ["lune", "lune "]}) == "Les symboles : « lune » y est deux fois"


def test_what_stands_nowhere_is_nothing() -> None:
    assert value_at({"a": ["b"]}, ("a", 1)) is value_at({"a": "bc"}, ("a", 0)) is value_at({}, ("a", "b")) is None


@pytest.mark.parametrize("game", BOXED)
def test_a_form_has_a_field_for_all_that_its_example_says(game: str) -> None:
    """Without a field, a value could be corrected only in the file."""
    example = game_class(game).example_box()
    fields = [field for table in game_class(game).box_tables(example) for field in table.fields]
    told = {field.path[0] for field in fields}
    assert set(example) - told <= {"example", "name", "target", "unit", "note"}
    assert all(field.takes(value_at(example, field.path)) for field in fields)
    assert len({field.path for field in fields}) == len(fields)


@pytest.mark.parametrize("game", BOXED)
def test_every_word_of_a_form_and_every_trouble_of_a_box_is_in_the_reader_s_language(english: None, game: str) -> None:
    kind = game_class(game)
    example = kind.example_box()
    own = (*example.get("symbols", ()), "Si-No")
    with speaking("en"):
        form = box_form(kind, example)
        assert form is not None
        words = [text for table in form["tables"] for text in (table["title"], table["help"], *table["columns"])]
        words += [text for table in form["tables"] for one in table["fields"] for text in (one["label"], one["needs"])]
        for key in set(example) - {"example", "name", "target", "unit", "note"}:
            for bad in ("x", [], [None], -1):
                with pytest.raises(BadBox) as raised:
                    checked({**example, "game": game, key: bad})
                words.append(str(raised.value))
    assert [text for text in words if french(text, *own)] == []
    assert len(words) > 40


def test_a_copy_of_the_example_is_marked_table_by_table_until_nothing_of_it_is_left() -> None:
    kind = game_class("les_cases_si_no")
    data = marked({**kind.example_box(), "game": kind.name})
    assert data["invented"] is True and "example" not in data

    def signs(box: dict[str, Any]) -> list[bool]:
        form = box_form(kind, box)
        assert form is not None
        return [table["example"] for table in form["tables"]]

    assert signs(data) == [True, True, True]
    data = marked({**data, "points": {**data["points"], "5": 150}})
    assert signs(data) == [True, False, True]
    data = marked({**data, "seven": {**data["seven"], "red": [0] * 10}})
    data = marked({**data, "lines": {**data["lines"], "H1": ["9", "8"]}})
    assert "invented" not in data
    assert signs(data) == [False, False, False]


def test_a_box_that_is_learnt_keeps_its_mark_until_somebody_compared_it() -> None:
    example = game_class("home_casino").example_box()
    assert marked({**example, "ring": []})["invented"] is True
    assert "invented" not in marked({key: value for key, value in example.items() if key != "example"})
