"""The coach tells everybody or nobody what choices are worth, only where the odds are exact, and judges them afterwards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.observe import observe
from companion.odds import black_jack, four_two_one
from companion.summary import summary
from companion.telling.reader import Reader
from tests.games.home_casino import test_black_jack, test_four_two_one
from tests.games.home_casino.evening import Evening, covers
from web.drawing.summary import summary_row

BEFORE = {"house": {"coach": "before"}}


def told(evening: Evening) -> Told:
    return Told([Entry(n, 0.0, fact) for n, fact in enumerate((evening.start, *evening.told), 1)])


def help_of(evening: Evening, topic: str) -> str:
    """Return the help beside a question, as everybody reads it."""
    now = observe(told(evening))
    return next(Reader(now).question(one.question)[1] for one in now.open if one.question.topic == topic)


@covers("coach", "off", "after", "before")
def test_it_speaks_before_a_choice_only_if_the_house_says_so() -> None:
    for coach in ("off", "after", "before"):
        evening = test_four_two_one.staked(house={"coach": coach})
        evening.throws("A", 4, 2, 6)
        assert ("421 dans" in help_of(evening, "421_throw")) == (coach == "before")


def test_it_names_the_dice_to_keep_for_a_421() -> None:
    """HC-421-8, HC-421-11: two throws left for the first side, one for the other."""
    evening = test_four_two_one.staked(**BEFORE)
    evening.throws("A", 4, 2, 6)
    assert "Garder 4 et 2 : 421 dans 31 %. Seule la chance d'un 421 est comparée." in help_of(evening, "421_throw")
    evening.throws("A", 6, kept=(4, 2))
    assert "Garder 4 et 2 : 421 dans 17 %." in help_of(evening, "421_throw")
    evening.servi("A")
    evening.throws("B", 6, 6, 5)
    assert "Tout relancer : 421 dans 2,8 %." in help_of(evening, "421_throw")


def test_a_421_is_kept() -> None:
    evening = test_four_two_one.staked(**BEFORE)
    evening.throws("A", 4, 2, 1)
    assert "C'est un 421 : s'arrêter." in help_of(evening, "421_throw")


def test_it_is_silent_about_dice_that_must_stay() -> None:
    evening = test_four_two_one.staked(house={"coach": "before", "421_keep_final": True})
    evening.throws("A", 6, 6, 5)
    evening.throws("A", 4, 2, kept=(6,))
    assert "421 dans" not in help_of(evening, "421_throw")


def test_it_weighs_stopping_and_throwing_at_black_jack() -> None:
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), **BEFORE)
    assert "Gain moyen pour 1 misé, en jouant ensuite au mieux : 1\u00a0dé\u00a0" in help_of(evening, "black_jack_throw")
    assert black_jack.player_choice(18, 17) == 1


@pytest.mark.parametrize("house", [{"bj_order": "rounds"}, {"bj_21_instant": True}, {"croupier": "must_beat"}])
def test_it_is_silent_where_the_odds_are_not_exact(house: dict[str, object]) -> None:
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), house={"coach": "before", **house})
    assert "Gain moyen" not in help_of(evening, "black_jack_throw")


def test_every_field_of_the_roulette_has_the_same_price() -> None:
    evening = Evening(**BEFORE)
    evening.lands("A", "roulette")
    assert "Chaque case coûte en moyenne 10 points pour 100 misés : toutes se valent." in help_of(evening, "roulette_bet")


def test_afterwards_each_choice_has_its_mean_cost() -> None:
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), house={"coach": "after"})
    evening.servi("A")  # one die was better
    found = summary_row(summary(told(evening)))["decisions"]
    options = dict(black_jack.player_options(18, 17))
    cost = (options[1].ev - options[0].ev) * test_black_jack.STAKE
    assert found[0] == {"seat": "A", "text": "Black Jack, 18 contre 17 : servi plutôt que 1 dé", "cost": -(-cost // 1)}
    assert summary_row(summary(told(test_black_jack.opened((6, 6, 6), (6, 6, 5)))))["decisions"] == []


def test_the_best_choice_costs_nothing_for_either_side() -> None:
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), house={"coach": "after"})
    evening.throws("A", 1)
    evening.servi("A")
    evening.throws("B", 2)
    found = summary(told(evening)).decisions
    assert [one.cost for one in found] == [0, 0, 0]
    assert [one.seat for one in found] == ["A", "A", "B"]


def test_the_options_agree_with_best_play() -> None:
    for player in range(3, 21):
        for croupier in range(3, 19):
            best = max(black_jack.player_options(player, croupier), key=lambda one: one[1].ev)
            assert best[0] == black_jack.player_choice(player, croupier)
            least = min(black_jack.croupier_options(player, croupier), key=lambda one: one[1].ev)
            assert least[0] == black_jack.croupier_choice(player, croupier)


def test_keeping_the_best_dice_reaches_421_as_often_as_reach_421_says() -> None:
    every = [four_two_one.best_keep(dice, 2)[1] if four_two_one.combination(dice) != 421 else Fraction(1)
             for dice in ((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))]  # fmt: skip
    assert sum(every) / 216 == four_two_one.reach_421(3)
