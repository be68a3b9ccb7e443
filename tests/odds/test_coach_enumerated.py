"""The coach's figures for some positions equal enumerations that share no code with it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from companion.odds import black_jack, four_two_one, roulette

FACES = range(1, 7)


# --- Black Jack: every plan of play, a plan being a number of dice for each total ------------------------------------------


def paid(player: int, croupier: int) -> int:
    """Return what the player gains for 1 point (HC-BJ-5 to HC-BJ-7, HC-BJ-13 to HC-BJ-15)."""
    if player > 21 or player < croupier <= 21:
        return -1
    return 0 if player == croupier else 3 if player == 21 else 1


def ends(total: int, dice: int, plan: dict[int, int]) -> Counter[int]:
    """Return the chance of each last total, if ``dice`` are thrown now and the plan is followed afterwards."""
    found: Counter[int] = Counter()
    for faces in product(FACES, repeat=dice):
        after = total + sum(faces)
        again = plan.get(after, 0)
        for last, chance in (ends(after, again, plan) if again else {after: 1.0}).items():
            found[last] += chance / 6**dice
    return found


def plans(total: int) -> list[dict[int, int]]:
    """Return all plans for the totals from ``total`` to 20."""
    totals = range(total, 21)
    return [dict(zip(totals, dice, strict=True)) for dice in product(range(4), repeat=len(totals))]


@cache
def reply(player: int, croupier: int) -> float:
    """Return the player's gain against the croupier's best plan."""
    return min(
        sum(chance * paid(player, last) for last, chance in ends(croupier, plan.get(croupier, 0), plan).items())
        for plan in plans(croupier)
    )


@pytest.mark.parametrize("player, croupier", [(18, 17), (19, 18), (20, 17), (18, 20)])
def test_black_jack_agrees_with_every_plan_of_both_sides(player: int, croupier: int) -> None:
    for dice, chances in black_jack.player_options(player, croupier):
        best = max(
            sum(
                chance * (reply(last, croupier) if last <= 21 else -1)
                for last, chance in ends(player, dice, plan).items()
            )
            for plan in plans(player + 1)
        )
        assert float(chances.ev) == pytest.approx(best), dice
    for dice, chances in black_jack.croupier_options(player, croupier):
        least = min(
            sum(chance * paid(player, last) for last, chance in ends(croupier, dice, plan).items())
            for plan in plans(croupier + 1)
        )
        assert float(chances.ev) == pytest.approx(least), dice


# --- 421: every throw of both sides ---------------------------------------------------------------------------------------

Dice = tuple[int, ...]
THROWN = {n: Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=n)) for n in range(4)}


def number(dice: Dice) -> int:
    low, middle, high = sorted(dice)
    return 100 * high + 10 * middle + low


def kept(dice: Dice) -> set[Dice]:
    return {one for size in range(3) for one in combinations(tuple(sorted(dice)), size)}


@cache
def second(target: int, dice: Dice, left: int) -> float:
    """Return what the second side gains for 1 point; it throws as often as the first did (HC-421-11)."""
    if left:
        return max(after(target, keep, left) for keep in kept(dice))
    mine, theirs = abs(number(dice) - 421), abs(target - 421)
    return (3 if not mine * theirs else 1) * ((mine < theirs) - (mine > theirs))


@cache
def after(target: int, keep: Dice, left: int) -> float:
    thrown = THROWN[3 - len(keep)]
    every = sum(ways * second(target, tuple(sorted(keep + faces)), left - 1) for faces, ways in thrown.items())
    return every / thrown.total()


@cache
def stopped(dice: Dice, left: int) -> float:
    """Return what the first side gains if it stops."""
    return -sum(ways * second(number(dice), faces, 2 - left) for faces, ways in THROWN[3].items()) / 216


@cache
def first(dice: Dice, left: int) -> float:
    return max(stopped(dice, left), *(going_on(keep, left) for keep in kept(dice))) if left else stopped(dice, 0)


@cache
def going_on(keep: Dice, left: int) -> float:
    thrown = THROWN[3 - len(keep)]
    every = sum(ways * first(tuple(sorted(keep + faces)), left - 1) for faces, ways in thrown.items())
    return every / thrown.total()


@pytest.mark.parametrize("dice, left", [((6, 4, 2), 2), ((4, 2, 2), 2), ((5, 5, 4), 1), ((4, 2, 1), 1), ((6, 6, 1), 1)])
def test_the_first_side_of_421_agrees_with_every_throw_of_both(dice: Dice, left: int) -> None:
    found = four_two_one.options(four_two_one.Order(), dice, left)
    assert {tuple(sorted(keep)) for keep in found} == {*kept(dice), tuple(sorted(dice))}
    for keep, gain in found.items():
        mine = tuple(sorted(keep))
        assert float(gain) == pytest.approx(stopped(mine, left) if len(mine) == 3 else going_on(mine, left)), keep


@pytest.mark.parametrize("dice, target", [((6, 6, 5), 611), ((4, 4, 1), 422), ((3, 2, 1), 421)])
def test_the_second_side_of_421_agrees_with_every_throw(dice: Dice, target: int) -> None:
    for left in (1, 2):
        for keep, gain in four_two_one.options(four_two_one.Order(), dice, left, target).items():
            assert float(gain) == pytest.approx(after(target, tuple(sorted(keep)), left)), (keep, left)


# --- Roulette: all 60 faces of the two dice -------------------------------------------------------------------------------


@pytest.mark.parametrize("field", roulette.FIELDS)
def test_the_price_of_a_field_agrees_with_all_60_throws(field: str) -> None:
    """HC-ROU-11 to HC-ROU-15: the test counts the d10 with a die of three red and three black faces."""
    gained = 0
    for digit, red in product(range(10), (True, True, True, False, False, False)):
        if digit == 0:
            continue  # the players take their stakes back
        even_money = {"pair": digit % 2 == 0, "impair": digit % 2 == 1, "rouge": red, "noir": not red}
        if field in even_money:
            gained += 1 if even_money[field] and digit != 5 else -1
        else:
            gained += 7 if field == str(digit) else -1
    assert roulette.bet(field).ev_per_unit * 60 == gained == -6
