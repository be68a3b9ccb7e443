"""Every figure of an independent reference table equals that of ``companion.odds``.

The test visits every leaf of the table, so a figure without a computation fails. Fractions must be equal; decimals must
agree to the printed places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.odds import black_jack, duel, four_two_one, les_cases_si_no, moves, roulette, zanzibar
from companion.odds.chance import mean

REFERENCE = Path(__file__).resolve().parents[2].parent / "shared" / "rules" / "reference_odds.json"

NOT_COMPUTED: dict[str, str] = {}
"""Figures without a computation, by path, with the reason."""


@cache
def reference() -> dict[str, Any]:
    if not REFERENCE.is_file():
        pytest.skip("the reference odds are not here: put the folder `shared` beside the checkout")
    table: dict[str, Any] = json.loads(REFERENCE.read_text(encoding="utf-8"))
    return table


def by_name(keys: Iterator[Any] | list[Any] | range, figure: Callable[[Any], object]) -> dict[str, object]:
    return {str(key): figure(key) for key in keys}


def texts(counts: dict[int, int]) -> dict[str, int]:
    return {str(total): ways for total, ways in counts.items()}


def zanzibar_summary() -> dict[str, object]:
    one, two, total = zanzibar.one_throw(), zanzibar.two_throws(), zanzibar.after_two_rounds()
    return {
        "mean_one_throw": mean(one),
        "mean_two_throws": mean(two),
        "distinct_totals_one": len(one),
        "distinct_totals_two": len(two),
        "min_max_one": [min(one), max(one)],
        "min_max_two": [min(two), max(two)],
        "tie_after_two": total.tie,
        "win_each_after_two": total.win_each,
        "tie_in_one_replay_round": zanzibar.replay_round().tie,
        "expected_replay_rounds": zanzibar.expected_replay_rounds(),
        "p_163_first_throw": Fraction(one[zanzibar.points((1, 3, 6))], sum(one.values())),
    }


def movement() -> dict[str, object]:
    return {
        "sum_counts_of_36": texts(moves.sum_counts()),
        "double": moves.double(),
        "expected_throws_per_turn": moves.expected_throws(),
        "p_at_least_3_throws": moves.at_least(3),
    }


def game(outcome: black_jack.Chances) -> dict[str, Fraction]:
    return {
        "ev": outcome.ev,
        "player_wins": outcome.wins,
        "player_loses": outcome.loses,
        "push": outcome.push,
        "player_wins_with_21": outcome.wins_with_21,
    }


def dice(choice: int) -> int | str:
    return choice or "servi"


def black_jack_standing(situation: str) -> dict[str, object]:
    """Return the outcome of the situation in a key such as ``player stands 17, croupier has 11``."""
    player, croupier = (int(number) for number in re.findall(r"\d+", situation))
    return {
        "ev": black_jack.croupier_free(player, croupier).ev,
        "croupier": dice(black_jack.croupier_choice(player, croupier)),
    }


def black_jack_value(situation: str) -> Fraction:
    player, croupier = (int(number) for number in re.findall(r"\d+", situation))
    return black_jack.after_opening(player, croupier).ev


def black_jack_figures() -> dict[str, object]:
    table = reference()["blackjack"]
    return {
        "default_sequential_free": game(black_jack.sequential()),
        "default_player_policy": {
            f"c={c}": {f"p={p}": dice(black_jack.player_choice(p, c)) for p in range(3, 21)} for c in range(3, 19)
        },
        "default_croupier_policy": {
            f"p={p}": {f"c={c}": dice(black_jack.croupier_choice(p, c)) for c in range(3, 21)} for p in range(3, 22)
        },
        "default_value_table_after_opening": by_name(
            list(table["default_value_table_after_opening"]), black_jack_value
        ),
        "P_exact_C": by_name(list(table["P_exact_C"]), black_jack_standing),
        "rounds_free": game(black_jack.rounds()),
        "sequential_croupier_draws_1_die_below_17": game(black_jack.sequential(black_jack.croupier_draws_below_17)),
    }


def first_seven() -> dict[str, object]:
    return {
        "exact_k": by_name(range(1, 11), les_cases_si_no.first_seven),
        "none_in_10": les_cases_si_no.no_seven(10),
        "chip_on_k": by_name(range(1, 11), les_cases_si_no.chip_on),
        "mean_chip_position": les_cases_si_no.mean_circle(),
    }


COMPUTED: dict[str, Callable[[], object]] = {
    "roulette": lambda: by_name(list(roulette.FIELDS), lambda field: asdict(roulette.bet(field))),
    "roulette_red_bias": lambda: by_name(range(7), lambda red: roulette.bet("rouge", red).ev_per_unit),
    "zanzibar_one_throw": lambda: {"denominator": 6**3, "counts": texts(zanzibar.one_throw())},
    "zanzibar_two_throws": lambda: {"denominator": 6**6, "counts": texts(zanzibar.two_throws())},
    "zanzibar": zanzibar_summary,
    "421_probability": lambda: by_name(range(1, 4), four_two_one.reach_421),
    "421_probability_forced_exact_throws": lambda: by_name(
        range(1, 4), lambda throws: four_two_one.reach_421(throws, forced=True)
    ),
    "421_distance_table": lambda: [
        dict(zip(("combo", "distance", "ways_of_216"), row, strict=True))
        for row in four_two_one.combinations_by_distance()
    ],
    "421_equal_distance_pairs": lambda: [list(pair) for pair in four_two_one.equal_distance_pairs()],
    "421_one_throw_duel": lambda: asdict(four_two_one.one_throw_duel()),
    "421_traditional_order_best_first": four_two_one.traditional_order,
    "casino_duel_2d6": lambda: asdict(duel.casino_duel()),
    "movement_2d6": movement,
    "blackjack": black_jack_figures,
    "blackjack_reach_exactly_21_from": lambda: by_name(range(3, 21), black_jack.reach_21),
    "sino_first7": first_seven,
    "sino_draws_of_36": les_cases_si_no.draws,
    "sino_playoff_first_thrower_wins": les_cases_si_no.first_thrower_wins_playoff,
    "sino_green_7": les_cases_si_no.green_seven,
    "sino_red_7": les_cases_si_no.red_seven,
    "sino_lowest_total_tie": lambda: by_name(range(2, 7), les_cases_si_no.lowest_total_tie),
}


def differences(expected: object, computed: object, path: str) -> Iterator[str]:
    """Yield a sentence for every figure under ``path`` that is missing or different."""
    if path in NOT_COMPUTED:
        return
    if isinstance(expected, dict) and expected.keys() == {"frac", "float"}:
        if not isinstance(computed, Fraction) or computed != Fraction(expected["frac"]):
            yield f"{path}: expected {expected['frac']} but got {computed}"
        elif abs(computed - Fraction(expected["float"])) > Fraction(1, 2 * 10**10) + Fraction(1, 10**15):
            yield f"{path}: the decimals {expected['float']} are not those of {computed}"
    elif isinstance(expected, dict):
        if not isinstance(computed, dict):
            yield f"{path}: expected a table but got {computed!r}"
            return
        yield from (f"{path}/{key}: nothing computes this figure" for key in expected.keys() - computed.keys())
        yield from (f"{path}/{key}: computed but not in the reference" for key in computed.keys() - expected.keys())
        for key in expected.keys() & computed.keys():
            yield from differences(expected[key], computed[key], f"{path}/{key}")
    elif isinstance(expected, list) and isinstance(computed, list) and len(expected) == len(computed):
        for index, (one, other) in enumerate(zip(expected, computed, strict=True)):
            yield from differences(one, other, f"{path}/{index}")
    elif isinstance(expected, float) and isinstance(computed, Fraction):
        if round(float(computed), 6) != expected:
            yield f"{path}: expected {expected} but got {float(computed):.6f}"
    elif type(expected) is not type(computed) or expected != computed:
        yield f"{path}: expected {expected!r} but got {computed!r}"


@pytest.mark.parametrize("part", COMPUTED)
def test_every_figure_equals_the_reference(part: str) -> None:
    """Computed figures and reference figures are equal."""
    expected = reference()[part]
    assert list(differences(expected, COMPUTED[part](), part)) == []


def test_no_part_of_the_reference_is_forgotten() -> None:
    """Every part of the reference has a computation, and the exceptions name real figures."""
    assert reference().keys() == COMPUTED.keys()
    assert all(path.split("/")[0] in reference() for path in NOT_COMPUTED)


def test_the_comparison_sees_what_is_wrong_or_missing() -> None:
    """The comparison reports a wrong fraction, a wrong type and a missing figure."""
    half = {"frac": "1/2", "float": 0.5}
    assert list(differences({"a": half}, {"a": Fraction(1, 2)}, "x")) == []
    assert list(differences({"a": half}, {"a": Fraction(1, 3)}, "x"))
    assert list(differences({"a": half}, {"a": 0.5}, "x"))
    assert list(differences({"a": half}, {}, "x")) == ["x/a: nothing computes this figure"]
    assert list(differences([1, 2], [1], "x"))
    assert list(differences(1, True, "x"))
    assert list(differences(0.138246, Fraction(138247, 10**6), "x"))
