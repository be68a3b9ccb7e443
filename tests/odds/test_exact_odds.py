"""Invariants of the odds: they sum to one, agree with each other, and best play is best."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.odds import black_jack, chance, duel, four_two_one, les_cases_si_no, moves, roulette, zanzibar
from companion.odds.black_jack import croupier_choice


def test_dice_sums_are_probabilities() -> None:
    """The chances of the sums of one to three dice sum to one; the mean is 3.5 for each die."""
    for dice in (1, 2, 3):
        assert sum(p for _, p in chance.sums(dice)) == 1
        assert sum(total * p for total, p in chance.sums(dice)) == Fraction(7 * dice, 2)


@pytest.mark.parametrize("field", roulette.FIELDS)
def test_every_field_of_the_roulette_costs_a_tenth(field: str) -> None:
    """All thirteen fields lose a tenth of the stake on average; win, lose and void sum to one."""
    odds = roulette.bet(field)
    assert odds.win + odds.lose + odds.void == 1
    assert odds.ev_per_unit == Fraction(-1, 10)


def test_the_roulette_pays_as_the_rule_book_says() -> None:
    """The 20 throws pay by HC-ROU-11 to HC-ROU-15."""
    for digit, colour in product(range(10), ("rouge", "noir")):
        gains = {field: roulette.net_gain(field, digit, colour) for field in roulette.FIELDS}
        if digit == 0:
            assert set(gains.values()) == {None}
        elif digit == 5:
            assert [field for field, gain in gains.items() if gain == 7] == ["5"]
            assert {gains[field] for field in roulette.EVEN_CHANCES} == {-1}
        else:
            winners = {str(digit), "pair" if digit % 2 == 0 else "impair", colour}
            assert {field for field, gain in gains.items() if gain is not None and gain > 0} == winners
            assert gains[str(digit)] == 7


def test_even_duels_sum_to_one() -> None:
    """In every even duel, twice the chance of a win and the chance of a tie sum to one."""
    for odds in (
        duel.casino_duel(),
        zanzibar.after_two_rounds(),
        zanzibar.replay_round(),
        four_two_one.one_throw_duel(),
    ):
        assert 2 * odds.win_each + odds.tie == 1


def test_throws_of_a_turn_add_up() -> None:
    """The mean number of throws is the sum over ``n`` of the chance of at least ``n`` throws."""
    assert sum(moves.at_least(n) for n in range(1, 60)) == pytest.approx(float(moves.expected_throws()))


def test_zanzibar_counts_every_throw() -> None:
    """The odds count 216 throws and 46 656 pairs of throws."""
    assert sum(zanzibar.one_throw().values()) == 6**3
    assert sum(zanzibar.two_throws().values()) == 6**6


def test_421_rankings_hold_all_combinations() -> None:
    """Both rankings order the same 56 combinations; the traditional one ends with 221."""
    table = four_two_one.combinations_by_distance()
    assert sum(ways for _, _, ways in table) == 216
    assert sorted(four_two_one.traditional_order()) == sorted(combo for combo, _, _ in table)
    assert four_two_one.traditional_order()[-1] == 221


def test_more_throws_never_hurt_unless_they_are_forced() -> None:
    """Each further throw helps, even a forced one; a forced throw helps no more than a free one."""
    free = [four_two_one.reach_421(n) for n in (1, 2, 3)]
    forced = [four_two_one.reach_421(n, forced=True) for n in (1, 2, 3)]
    assert free == sorted(free)
    assert forced == sorted(forced)
    assert all(a >= b for a, b in zip(free, forced, strict=True))


def test_si_no_circles_and_draws_are_everything() -> None:
    """The chances of the circles sum to one, the draws cover 36 throws, and each 7 is green or red."""
    assert sum(les_cases_si_no.chip_on(circle) for circle in range(1, 11)) == 1
    assert sum(les_cases_si_no.draws().values()) == 36
    assert les_cases_si_no.green_seven() + les_cases_si_no.red_seven() == les_cases_si_no.SEVEN


@pytest.mark.parametrize("players", [2, 3])
def test_lowest_total_ties_agree_with_plain_counting(players: int) -> None:
    """The formula agrees with a count of all throws."""
    totals = [sum(faces) for faces in chance.throws(2)]
    ties = sum(throw.count(min(throw)) > 1 for throw in product(totals, repeat=players))
    assert les_cases_si_no.lowest_total_tie(players) == Fraction(ties, 36**players)


def test_black_jack_outcomes_are_probabilities() -> None:
    """Win, lose and push sum to one, and a win with 21 is one of the wins."""
    for outcome in (
        black_jack.sequential(),
        black_jack.sequential(black_jack.croupier_draws_below_17),
        black_jack.rounds(),
    ):
        assert outcome.wins + outcome.loses + outcome.push == 1
        assert 0 < outcome.wins_with_21 < outcome.wins


def test_the_free_croupier_is_never_worse_than_the_forced_one() -> None:
    """The player never gains more against a free croupier than against one who draws below 17."""
    for player, croupier in product(range(3, 22), range(3, 22)):
        free = black_jack.croupier_free(player, croupier).ev
        assert free <= black_jack.croupier_draws_below_17(player, croupier).ev


def test_the_croupier_never_throws_when_he_is_ahead_or_done() -> None:
    """A croupier who is ahead, at 21 or over 21 stands, whatever the player holds."""
    for player, croupier in product(range(3, 22), range(3, 27)):
        choice = croupier_choice(player, croupier)
        assert choice in (0, 1, 2, 3)
        if croupier > player or croupier >= 21:
            assert choice == 0
        elif croupier < player:
            assert choice > 0


def test_the_croupier_in_rounds_answers_for_every_pair_of_totals() -> None:
    """For all totals from 3 to 20 the croupier throws 0 to 3 dice; at 21 he throws none."""
    choices = {black_jack.croupier_choice_in_rounds(p, c) for p, c in product(range(3, 21), range(3, 21))}
    assert choices <= {0, 1, 2, 3}
    assert black_jack.croupier_choice_in_rounds(17, 21) == 0


def test_the_croupiers_answer_is_cheap() -> None:
    """Repeated answers come from the cache."""
    croupier_choice(3, 3)
    before = black_jack._croupier.cache_info()
    croupier_choice(3, 3)
    assert black_jack._croupier.cache_info() == before._replace(hits=before.hits + 1)
