"""The page shows house rules in words; pages and reports contain no journal codes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.errors import BadHouseRule
from companion.facts import Amended, HouseChanged
from companion.game.library import game_class
from companion.game.words import words_of
from companion.house import HouseRule, check, rules_of
from companion.language import speaking
from companion.packages import names
from companion.telling.facts import fact_words
from companion.words import Names, house_value
from tests.english import french

CODE = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
RULES = [(game, rule) for game in names() for rule in rules_of(game).values()]


def values(rule: HouseRule) -> list[Any]:
    return {"flag": [True, False], "int": [25, 1000, rule.default]}.get(rule.type) or list(rule.values)


def told(game: str, key: str, value: Any) -> str:
    return fact_words(HouseChanged(key=key, value=value), Names({"A": "Anna"}), words_of(game_class(game)))


@pytest.mark.parametrize(("game", "rule"), RULES, ids=[f"{game}-{rule.key}" for game, rule in RULES])
def test_every_value_of_every_rule_has_words_of_its_own_in_both_languages(
    english: None, game: str, rule: HouseRule
) -> None:
    for language in ("fr", "en"):
        with speaking(language):
            row = rule.as_row()
            lines = [told(game, rule.key, value) for value in values(rule)]
            assert len(set(lines)) == len(set(values(rule)))
            for line in (*lines, row["help"], *row["words"]):
                assert not CODE.search(line), line
                assert language == "fr" or not french(line), f"no translation in en.json or servi.po: {line}"
            assert len(row["words"]) == len(row["values"])


def test_the_report_of_a_changed_rule_reads_like_a_sentence(english: None) -> None:
    assert told("home_casino", "move_dice", "three_d6_pick_two") == (
        "Règle de la maison, Dés du déplacement : Trois dés, on en choisit deux"
    )
    assert told("home_casino", "own_casino_land", 700).endswith(" : 700, avec le passage")
    assert told("home_casino", "min_stake", 1000).endswith(" : 1\u202f000")
    assert told("les_cases_si_no", "none_value", None).endswith(" : sans")
    assert told("cassino", "sweeps", True) == "Règle de la maison, Balayages : oui"
    correction = Amended(target=7, fact=HouseChanged(key="tie", value="active_player"))
    said = words_of(game_class("home_casino"))
    with speaking("en"):
        assert fact_words(correction, Names({}), said).endswith("The active player wins")


def test_a_value_that_is_not_possible_is_refused_in_the_words_of_the_page() -> None:
    with pytest.raises(
        BadHouseRule, match="« Égalité à l'objectif » vaut « On se départage aux deux dés » ou « Le joueur"
    ):
        check("home_casino", {"tie": "x"})
    with pytest.raises(BadHouseRule, match="« Mise minimale » est un nombre entier au-dessus de 0"):
        check("home_casino", {"min_stake": 0})


def test_a_value_of_a_choice_is_told_apart_by_kind_too() -> None:
    rule = rules_of("home_casino")["own_casino_land"]
    assert house_value(rule, 500) == "500"
    assert house_value(rules_of("home_casino")["one_sale"], False) == "non"


def test_an_option_of_newer_rules_has_its_older_value_in_an_older_evening() -> None:
    rule = HouseRule("k", "flag", True, "k", "k", since=2, before=False)
    assert [rule.usual(rules) for rules in (1, 2, 3, None)] == [False, True, True, True]


@pytest.mark.parametrize("game", names())
def test_no_option_is_newer_than_the_rules_of_its_game(game: str) -> None:
    assert all(rule.since <= game_class(game).version for rule in rules_of(game).values())
