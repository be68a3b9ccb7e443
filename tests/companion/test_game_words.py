"""The words of a game: required names, and defaults for the rest."""

from __future__ import annotations

import pytest

from companion.facts import DiceThrown, Die, OptionChosen
from companion.game.library import game_class
from companion.game.words import GameWords, words_of
from companion.packages import names, package_of
from companion.questions import Stake
from companion.refusal import Refusal
from companion.telling.facts import fact_words
from companion.telling.refusals import refusal_words
from companion.words import Names


class Fewest(GameWords):
    TITLE = "Un jeu"
    BEGINS = "Le plus jeune commence."
    TOPICS = {"stake": ("{seat} mise", "")}
    REASONS = {"won": "gagné", "advance": "prêt"}
    ENDS = {"target": "assez"}


@pytest.mark.parametrize("missing", ["TITLE", "BEGINS", "TOPICS"])
def test_a_game_without_a_required_name_cannot_be_loaded_and_the_error_names_it(missing: str) -> None:
    names = {"TITLE": "Un jeu", "BEGINS": "Le plus jeune commence.", "TOPICS": {}}
    names.pop(missing)
    with pytest.raises(TypeError, match=rf"\.Short lacks {missing}: \w+"):
        type("Short", (GameWords,), names)


def test_nothing_left_to_put_down_is_not_zero_at_most() -> None:
    none, some = (Refusal("NOT_ENOUGH_CHIPS", "A", {"available": left}) for left in (0, 50))
    assert refusal_words(none, Names({"A": "Anna"})) == ("Il ne reste rien à poser.", "")
    assert refusal_words(some, Names({"A": "Anna"})) == ("Il n'y en a pas assez.", "50 au plus.")


@pytest.mark.parametrize("game", names())
def test_no_rule_is_shown_with_the_marks_of_a_formula(game: str) -> None:
    rules = words_of(game_class(game)).rules().values()
    assert not [one for one in rules if "\\" in one or "frac" in one]


def test_a_game_that_says_no_more_gets_the_words_of_any_game() -> None:
    said, names = Fewest(), Names({"A": "Anna"})
    assert said.called() == ("jeton", "jetons")
    assert [said.reason(code) for code in ("won", "left", "advance", "new")] == [
        "gagné",
        "départ de la table",
        "prêt",
        "new",
    ]
    assert [said.end(code) for code in ("target", "last_player")] == ["assez", "seul encore en jeu"]
    assert said.news("won", {"seats": ["A"]}, names) == "Anna gagne la partie"
    stake = Stake(topic="stake", seats=("A",), minimum=25, limit=100, step=25, own=100)
    assert said.limit_words(stake, None, names) == "De 25 à 100 : tout ce qu'il reste à Anna."


@pytest.mark.parametrize("game", names())
def test_a_class_and_an_evening_of_a_game_have_the_same_words(game: str) -> None:
    found = game_class(game)
    assert words_of(found).package == package_of(game)
    assert found.title() == words_of(found).TITLE
    assert words_of(found).house_rules()["handover"]


def test_an_option_that_nobody_knows_is_shown_as_it_is_and_a_known_one_names_its_seat() -> None:
    """Regression: braces in an unknown option stopped every page; a refusal showed the braces of a known one."""
    words, anna = words_of(game_class("casino_pirate")), Names({"A": "Anna"})
    assert fact_words(OptionChosen(seat="A", option="%s{name}{"), anna, words) == "Anna : %s{name}{"
    refusal = Refusal("NO_SUCH_OPTION", "A", {"options": ["leader_bust", "%s{name}{"]})
    text, allowed = refusal_words(refusal, anna, words)
    assert "Anna (meneur) dépasse 7 ½" in allowed and "%s{name}{" in allowed


def test_a_die_that_a_zanzibar_never_uses_has_no_points() -> None:
    """Regression: a table that counts by itself forced a d10 on a Zanzibar, and its page could not be drawn any more."""
    words = words_of(game_class("home_casino"))
    one, zero = Die("d6", 1), Die("d10", 0)
    assert words.worth(DiceThrown(seat="A", dice=(one, one, one), on="zanzibar_throw")) == "300 points"
    assert words.worth(DiceThrown(seat="A", dice=(one, zero), on="zanzibar_throw")) == ""
