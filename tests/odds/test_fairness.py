"""The judgement on dice: its rate of false accusations, its speed on loaded dice, and the effect of misreadings."""

from __future__ import annotations

from functools import cache
from math import log
from typing import Any

import numpy as np
import pytest

from companion.odds.evidence import PSEUDO, interval, likeliest_within, log_evidence, log_likelihood, throws_to_see
from companion.odds.fairness import ALARM, LOADED, Counts, judge, levels, share, throws_needed

THROWS = 5_000
LOADED_D6 = [4 / 25] * 5 + [1 / 5]
"""A d6 whose 6 falls 1 in 5."""
Array = Any
D6, D10, BICOLOUR = (1, 2, 3, 4, 5, 6), tuple(range(10)), ("red", "black")


# --- a vectorised reading after every throw, held against the judgement itself ---------------------------------------------


@cache
def limits(fair: float, pseudo: float, level: float) -> tuple[Array, Array]:
    """Return the least and most hits, after each number of throws, that are no evidence against a fair die."""
    least, most = np.zeros(THROWS + 1, int), np.zeros(THROWS + 1, int)
    low = high = 0

    def told(hits: int, number: int) -> bool:
        return log_evidence((hits, number - hits), (fair, 1 - fair), pseudo) >= -log(level)

    for number in range(1, THROWS + 1):
        while low < number * fair and told(low, number):
            low += 1
        while high < number and not (high + 1 > number * fair and told(high + 1, number)):
            high += 1
        least[number], most[number] = low, high
    return least, most


def rising(start: float) -> Array:
    """Return ln(start (start + 1) ... (start + n - 1)) for each n."""
    return np.concatenate(([0.0], np.cumsum(np.log(start + np.arange(THROWS)))))


def alarms(rolled: Array, sides: int, place: int, asked: Array | None = None) -> Array:
    """Return whether the judgement accuses a die after each throw (boxes, throws); ``rolled`` holds faces from 0.

    ``asked`` marks the throws about which the eye asks.
    """
    level, each = levels(sides, place)
    pseudo, fair = PSEUDO * sides, 1 / sides
    number = np.arange(1, rolled.shape[1] + 1)
    told = np.zeros(rolled.shape, bool)
    whole = -rising(pseudo)[number] + number * log(sides)
    odd = np.zeros(rolled.shape, int)
    for face in range(sides):
        count = np.cumsum(rolled == face, axis=1)
        least, most = limits(fair, pseudo, each)
        told |= (count < least[number]) | (count > most[number])
        whole = whole + rising(PSEUDO)[count]
        odd += count if face % 2 else 0
        if asked is not None:
            told |= np.cumsum((rolled == face) & asked, axis=1) > most[np.cumsum(asked, axis=1)]
    if sides > 2:
        told |= whole >= -log(level)
    if sides == 10:
        least, most = limits(0.5, pseudo, level)
        told |= (odd < least[number]) | (odd > most[number])
    return told


def counted(rolled: Array, faces: tuple[Any, ...]) -> Counts:
    """Return the counts of one box's throws."""
    nothing = (0,) * len(faces)
    return Counts(faces, tuple(int(n) for n in np.bincount(rolled, minlength=len(faces))), nothing, nothing)


def found(told: Array) -> Array:
    """Return the number of the throw at which each box is first accused, infinity for never."""
    return np.where(told.any(axis=1), told.argmax(axis=1) + 1, np.inf)


def ever(boxes: int, seed: int) -> float:
    """Return the share of fair boxes (a d6, a d10 and a bicolour die each) that are ever accused."""
    random = np.random.default_rng(seed)
    said = 0
    for start in range(0, boxes, 100):
        size = (min(100, boxes - start), THROWS)
        box = np.zeros(size[0], bool)
        for place, sides in enumerate((6, 10, 2)):
            box |= alarms(random.integers(0, sides, size), sides, place, random.random(size) < 0.05).any(axis=1)
        said += int(box.sum())
    return said / boxes


def test_fair_boxes_are_seldom_accused_however_often_somebody_looks() -> None:
    assert ever(200, seed=1) <= ALARM


@pytest.mark.slow
def test_of_2000_fair_boxes_read_after_each_of_5000_throws_at_most_5_percent_are_ever_accused() -> None:
    assert ever(2000, seed=2) <= ALARM


@pytest.mark.parametrize("faces", [D6, D10, BICOLOUR])
def test_the_vectorised_reading_is_the_judgement(faces: tuple[Any, ...]) -> None:
    sides, random = len(faces), np.random.default_rng(3)
    chances = np.full(sides, 1.0)
    chances[0] = 1.25
    rolled = random.choice(sides, (30, 2000), p=chances / chances.sum())
    told = alarms(rolled, sides, 1)
    at = random.integers(50, 2000, 30)
    said = [not judge(counted(row[:n], faces), 1).fair for row, n in zip(rolled, at, strict=True)]
    assert said == [bool(told[i, n - 1]) for i, n in enumerate(at)]
    assert 0 < sum(said) < 30


# --- loaded dice ------------------------------------------------------------------------------------------------------


def loaded(boxes: int, place: int = 0) -> Array:
    random = np.random.default_rng(4)
    return found(alarms(random.choice(6, (boxes, THROWS), p=LOADED_D6), 6, place))


def test_two_thirds_of_loaded_dice_are_found_within_the_throws_told_beforehand() -> None:
    """No test that is read after every throw beats ln 20 / KL on average (Wald): 787 throws.

    More throws are needed because the judgement looks at all dice and faces.
    """
    bound = log(1 / ALARM) / (0.2 * log(6 / 5) + 0.8 * log(24 / 25))
    told = throws_needed(6, 0)
    found_at = loaded(200)
    median = np.median(found_at)
    assert 780 < bound < 790
    assert bound < median < 3.2 * bound
    assert median < told < 1.4 * median and 0.6 < np.mean(found_at <= told) < 0.8


@pytest.mark.parametrize("chance, most", [(0.5, 80), (0.3, 500)])
def test_a_heavily_loaded_die_is_found_soon(chance: float, most: int) -> None:
    random = np.random.default_rng(5)
    rolled = random.choice(6, (100, 1000), p=[(1 - chance) / 5] * 5 + [chance])
    assert np.median(found(alarms(rolled, 6, 2))) < most


def test_the_loaded_face_is_named() -> None:
    judged = judge(Counts(D6, (480, 470, 490, 485, 475, 700), (0,) * 6, (0,) * 6), 0)
    assert [(o.faces, o.off, o.doubtful) for o in judged.off] == [((6,), 1, False)]
    assert judged.outcomes[5].low > 1 / 6 > judged.outcomes[0].low


def test_a_d10_that_prefers_odd_digits_is_told_before_any_digit() -> None:
    judged = judge(Counts(D10, (80, 120) * 5, (0,) * 10, (0,) * 10), 1)
    assert {o.faces for o in judged.off} == {(1, 3, 5, 7, 9), (0, 2, 4, 6, 8)}


# --- an eye that errs -------------------------------------------------------------------------------------------------


def erring(boxes: int, throws: int, noticed: float) -> list[Counts]:
    """Return the counts of fair d6 whose 6 is read as 4 in 1 of 20 throws; the table corrects a share of these."""
    random = np.random.default_rng(6)
    rows = []
    for _ in range(boxes):
        counts = random.multinomial(throws, [1 / 6] * 6)
        wrong = random.binomial(counts[5], 0.05)
        corrected = random.binomial(wrong, noticed)
        counts[5] -= wrong - corrected
        counts[3] += wrong - corrected
        rows.append(Counts(D6, tuple(map(int, counts)), (0,) * 6, (0, 0, 0, int(corrected), 0, 0)))
    return rows


@pytest.mark.parametrize("noticed", [1.0, 0.5])
def test_misreadings_accuse_no_fair_die_without_the_doubt_being_said(noticed: float) -> None:
    for throws in (500, 5_000, 50_000):
        judged = [judge(row, 0) for row in erring(40, throws, noticed)]
        assert sum(any(not o.doubtful for o in one.off) or one.uneven and not one.doubtful for one in judged) <= 2


def test_unnoticed_misreadings_are_told_as_doubtful() -> None:
    """The table corrects half of the misreadings. A million throws accuse every die, but as doubtful."""
    judged = [judge(row, 0) for row in erring(20, 1_000_000, 0.5)]
    assert all(one.off and all(o.doubtful for o in one.off) and one.doubtful for one in judged)


def test_an_eye_that_asks_about_one_face_is_told() -> None:
    judged = judge(Counts(D6, (500,) * 6, (10, 12, 9, 11, 10, 90), (0,) * 6), 0)
    assert [o.faces for o in judged.outcomes if o.asked_often] == [(6,)] and judged.fair


def test_an_eye_that_asks_about_what_a_loaded_die_shows_is_not_blamed() -> None:
    judged = judge(Counts(D6, (1000,) * 5 + (5000,), (30,) * 5 + (150,), (0,) * 6), 0)
    assert not any(o.asked_often for o in judged.outcomes) and not judged.fair


# --- the parts --------------------------------------------------------------------------------------------------------


def test_the_evidence_has_mean_1_for_a_fair_die() -> None:
    """The mean is taken over all 6**4 throws of four dice, which are equally likely."""
    rows = [np.bincount(t, minlength=6) for t in np.ndindex(6, 6, 6, 6)]
    assert np.mean([np.exp(log_evidence(row.tolist(), [1 / 6] * 6, 120)) for row in rows]) == pytest.approx(1)


@pytest.mark.parametrize("hits, number", [(0, 30), (30, 30), (200, 1000), (240, 1000)])
def test_the_interval_ends_where_the_likelihood_does(hits: int, number: int) -> None:
    low, high = interval(hits, number, 1 / 6, 120, 0.01)
    assert 0 <= low <= hits / number <= high <= 1
    excluded = log_evidence((hits, number - hits), (1 / 6, 5 / 6), 120) >= log(100)
    assert excluded == (not low <= 1 / 6 <= high)


def test_no_throw_excludes_nothing() -> None:
    judged = judge(Counts(D10, (0,) * 10, (0,) * 10, (0,) * 10), 0)
    assert judged.fair and all((o.low, o.high) == (0, 1) for o in judged.outcomes)


def test_the_shares_of_a_box_sum_to_1_at_most() -> None:
    assert 0.99 < sum(share(place) for place in range(1000)) <= 1


@pytest.mark.parametrize(
    "sides, questions",
    [(2, ["each", "eye"]), (6, ["all", "each", "eye"]), (10, ["all", "each", "odd", "eye"])],
)
def test_the_questions_about_a_die_share_its_part(sides: int, questions: list[str]) -> None:
    level, each = levels(sides, 0)
    faces = 1 if sides == 2 else sides
    used = sum(each * faces if one in ("each", "eye") else level for one in questions)
    assert used == pytest.approx(ALARM * share(0))


def test_one_loaded_die_among_three_alike_needs_many_more_throws() -> None:
    assert 5 < throws_needed(6, 0, alike=3) / throws_needed(6, 0) < 12


def test_the_likeliest_chances_stay_within_the_slack() -> None:
    free = likeliest_within((10, 10, 40), (1 / 3,) * 3, 1.0)
    assert free == pytest.approx(log_likelihood((10, 10, 40), (1 / 6, 1 / 6, 2 / 3)))
    slack = likeliest_within((10, 10, 40), (1 / 3,) * 3, 0.1)
    assert slack == pytest.approx(log_likelihood((10, 10, 40), (1 / 3 - 0.05, 1 / 3 - 0.05, 1 / 3 + 0.1)))


def test_a_fair_face_is_never_told_from_a_fair_one() -> None:
    assert throws_to_see(1 / 6, 1 / 6, 120, ALARM) == np.inf and LOADED / 6 == pytest.approx(1 / 5)
