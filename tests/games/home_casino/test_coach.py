"""The coach shows the value of choices to all players or nobody, from exact odds, and judges choices afterwards."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.evening import Entry
from companion.evening import Evening as Told
from companion.games.home_casino.four_two_one import better
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
    """Return the coach's help beside a question, as all players read it."""
    now = observe(told(evening))
    return next(Reader(now).question(one.question)[1] for one in now.open if one.question.topic == topic)


@covers("coach", "off", "after", "before")
def test_it_speaks_before_a_choice_only_if_the_house_says_so() -> None:
    for coach in ("off", "after", "before"):
        evening = test_four_two_one.staked(house={"coach": coach})
        evening.throws("A", 4, 2, 6)
        assert ("Un 421 :" in help_of(evening, "421_throw")) == (coach == "before")


def test_it_says_what_keeping_and_stopping_gain_at_421() -> None:
    """HC-421-8, HC-421-11: the first side has two throws left, the other side one."""
    evening = test_four_two_one.staked(**BEFORE)
    evening.throws("A", 4, 2, 6)
    gains = "garder\u00a04\u00a0et\u00a02\u00a0→\u00a0+0,71 · s'arrêter\u00a0→\u00a0−0,54"
    told = f"Gain moyen par point misé, en jouant bien ensuite : {gains}. Un 421 : 31 % au mieux."
    assert told in help_of(evening, "421_throw")
    evening.throws("A", 6, kept=(4, 2))
    evening.servi("A")
    evening.throws("B", 6, 6, 5)
    told = help_of(evening, "421_throw")
    assert "tout\u00a0relancer\u00a0→\u00a0+0,54 · garder\u00a05\u00a0→\u00a0+0,39. Un 421 : 2,8 % au mieux." in told


@pytest.mark.parametrize("house", [{"421_triple_payer": "bank"}, {"421_triple_payer": "cap"}])
def test_where_the_gain_is_not_exact_it_names_the_dice_to_keep_for_a_421(house: dict[str, object]) -> None:
    evening = test_four_two_one.staked(house={"coach": "before", **house})
    evening.throws("A", 4, 2, 6)
    assert "Garder 4 et 2 : 421 dans 31 %. Seule la chance d'un 421 est comparée." in help_of(evening, "421_throw")
    evening.servi("A")
    evening.throws("B", 1, 1, 1)
    assert summary(told(evening)).decisions == ()


def test_a_loser_who_cannot_pay_the_triple_makes_the_gain_inexact() -> None:
    evening = test_four_two_one.staked(stake=1000, house={"coach": "before"})
    evening.moves_money("B", "bank", 1025)
    evening.throws("A", 4, 2, 6)
    assert "Seule la chance d'un 421 est comparée." in help_of(evening, "421_throw")


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
    gain = "Gain moyen par point misé, en jouant bien ensuite : 1\u00a0dé\u00a0→\u00a0"
    assert gain in help_of(evening, "black_jack_throw")
    assert black_jack.player_choice(18, 17) == 1


@pytest.mark.parametrize(
    "house", [{"bj_order": "rounds", "croupier": "auto"}, {"bj_21_instant": True}, {"croupier": "must_beat"}]
)
def test_it_is_silent_where_the_odds_are_not_exact(house: dict[str, object]) -> None:
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), house={"coach": "before", **house})
    assert "Gain moyen" not in help_of(evening, "black_jack_throw")


def test_it_also_weighs_choices_when_both_throw_in_turn() -> None:
    """AMB-11 ``bj_order=rounds``: the two sides throw in turn; once one side stops, the other draws alone."""
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), house={"coach": "before", "bj_order": "rounds"})
    assert "1\u00a0dé\u00a0→\u00a0−0,04 · servi\u00a0→\u00a0−0,17" in help_of(evening, "black_jack_throw")
    evening.throws("A", 1)
    assert black_jack.croupier_choice_in_rounds(19, 17) == 1
    evening.servi("B")  # throwing one die was better
    alone = dict(black_jack.player_options_in_rounds(19, 17, True))
    assert alone[0].ev == 1  # 19 against 17 wins if the player stops
    assert f"servi\u00a0→\u00a0+{1:.2f}".replace(".", ",") in help_of(evening, "black_jack_throw")
    evening.servi("A")
    costs = [(one.seat, one.cost) for one in summary(told(evening)).decisions]
    assert [cost > 0 for _, cost in costs] == [False, True, False]
    assert [seat for seat, _ in costs] == ["A", "B", "A"]


def test_every_field_of_the_roulette_has_the_same_price() -> None:
    evening = Evening(**BEFORE)
    evening.lands("A", "roulette")
    assert "Sur toute case on perd en moyenne 10 points pour 100 misés : toutes se valent." in help_of(evening, "roulette_bet")


def test_afterwards_each_choice_has_its_mean_cost() -> None:
    evening = test_black_jack.opened((6, 6, 6), (6, 6, 5), house={"coach": "after"})
    evening.servi("A")  # throwing one die was better
    found = summary_row(summary(told(evening)))["decisions"]
    options = dict(black_jack.player_options(18, 17))
    cost = (options[1].ev - options[0].ev) * test_black_jack.STAKE
    assert found[0] == {"seat": "A", "text": "Black Jack, 18 contre 17 : servi plutôt que 1 dé", "cost": -(-cost // 1)}
    assert summary_row(summary(told(test_black_jack.opened((6, 6, 6), (6, 6, 5)))))["decisions"] == []


def test_afterwards_each_choice_at_421_has_its_mean_cost() -> None:
    evening = test_four_two_one.staked(house={"coach": "after"})
    evening.throws("A", 4, 2, 6)
    evening.throws("A", 1, 1, kept=(6,))  # keeping 4 and 2 was better
    evening.servi("A")
    evening.throws("B", 6, 6, 5)
    evening.throws("B", 1, 1, 4)
    found = summary(told(evening)).decisions
    first, last = (four_two_one.options(four_two_one.Order(), *one) for one in (((6, 4, 2), 2), ((6, 6, 5), 1, 611)))
    assert [one.seat for one in found] == ["A", "A", "B"]
    assert (found[0].cost, found[2].cost) == ((first[4, 2] - first[6,]) * 100, (last[5,] - last[()]) * 100)
    rows = [one["text"] for one in summary_row(summary(told(evening)))["decisions"]]
    assert rows[0] == "421, dés 4, 2 et 6 : garder 6 plutôt que garder 4 et 2"
    assert rows[2] == "421, dés 6, 6 et 5 contre 611 : tout relancer plutôt que garder 5"


def test_a_throw_that_the_table_forces_is_no_choice() -> None:
    evening = test_four_two_one.staked(house={"coach": "after"})
    evening.throws("A", 4, 2, 6)
    evening.forced.throws("A", 1, 1, kept=(5,))
    assert summary(told(evening)).decisions == ()


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


ORDERS = [four_two_one.Order(*one) for one in (("distance", "void"), ("distance", "lower_wins"), ("distance", "higher_wins"),
                                               ("traditional", "void"))]  # fmt: skip
FACES = [(a, b, c) for a in range(6, 0, -1) for b in range(a, 0, -1) for c in range(b, 0, -1)]


@pytest.mark.parametrize("order", ORDERS, ids="/".join)
def test_the_gains_at_421_agree_with_all_last_throws_and_the_rules_of_the_game(order: four_two_one.Order) -> None:
    """The test enumerates the last throw of the second side; the game itself decides the winner."""
    game = Evening(house={"ranking_421": order.ranking, "distance_tie": order.tie}).game
    for mine, target in zip(FACES, [four_two_one.combination(one) for one in FACES[::-1]], strict=True):
        for kept, gain in four_two_one.options(order, mine, 1, target).items():
            every = [four_two_one.combination((*kept, *faces)) for faces in product(range(1, 7), repeat=3 - len(kept))]
            paid = [better(game, one, target) * (3 if 421 in (one, target) else 1) for one in every]
            assert gain == Fraction(sum(paid), len(paid))


def test_the_gains_at_421_telescope() -> None:
    """A throw gains the mean of its outcomes; stopping loses what the other side gains on average by best play."""
    order, dice = four_two_one.Order(), (6, 4, 2)
    after = [max(four_two_one.options(order, (*dice[1:], face), 1).values()) for face in range(1, 7)]
    assert four_two_one.options(order, dice, 2)[4, 2] == sum(after) / 6
    theirs = [four_two_one.options(order, one, 1, 642) for one in product(range(1, 7), repeat=3)]
    assert -sum(max(one.values()) for one in theirs) / 216 == four_two_one.options(order, dice, 1)[dice]
