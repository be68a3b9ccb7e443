"""A head is fitted to the table's labels and used only if it is better; wrong labels make no wrong value certain."""

from __future__ import annotations

import numpy as np
import pytest

from vision.learning import heads
from vision.learning.fit import Sample, learnt
from vision.learning.heads import CLASSES, HIDDEN, STRANGERS, Head, capped, packed, unpacked
from vision.learning.rows import Rows
from vision.reading.faces import OUTPUTS, PLACE, sigmoid, softmax

WIDE = OUTPUTS - HIDDEN["faces"]
PLACES = range(PLACE, HIDDEN["faces"])
SURE, UNSURE = 7.0, 1.2
"""Logits of a value of which the networks are sure, and of a value about which the page asks."""


def looks(value: int, seed: int = 3) -> np.ndarray:
    """Return the features of a die's face with this value."""
    return np.abs(np.random.default_rng([seed, value]).normal(0, 1, WIDE)).astype(np.float32)


def outputs(rng: np.random.Generator, shown: int, read: int, how: float, seed: int = 3) -> np.ndarray:
    """Return the outputs (4, OUTPUTS) for views of a die that shows ``shown``, read as ``read`` with logit ``how``.

    ``seed`` selects the features of the die. The outputs for the place of its top face, which nothing is learnt from, are 0.
    """
    noise = rng.normal(0, 0.1, (4, OUTPUTS - len(PLACES))).astype(np.float32)
    out = np.insert(noise, [PLACES[0]] * len(PLACES), 0, axis=1)
    out[:, read] += how
    out[:, STRANGERS["faces"]] = -1.0
    out[:, HIDDEN["faces"] :] = np.maximum(looks(shown, seed) + rng.normal(0, 0.15, (4, WIDE)), 0)
    return out


def sample(rng: np.random.Generator, throw: int, shown: int, read: int, told: int, touched: bool, how: float) -> Sample:
    return Sample(str(throw), touched, Rows(outputs(rng, shown, read, how), np.full(4, told)))


def strange(rng: np.random.Generator, throws: int = 30, wrong: float = 0.0) -> list[Sample]:
    """Return throws of two dice that the networks read with doubt: threes as twos, all others correctly.

    ``wrong`` is the share of dice whose label is random.
    """
    samples = []
    for throw in range(throws):
        for shown in rng.integers(1, 7, 2):
            told = int(rng.integers(1, 7)) if rng.random() < wrong else int(shown)
            samples.append(sample(rng, throw, int(shown), 2 if shown == 3 else int(shown), told, True, UNSURE))
    return samples


def chances(head: Head | None, shown: int, read: int, how: float = UNSURE, seed: int = 3) -> np.ndarray:
    out = outputs(np.random.default_rng(99), shown, read, how, seed)
    return softmax((head(out) if head else out)[:, : CLASSES["faces"]]).mean(0)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_doubtful_values_become_clear_and_misread_ones_right(rng: np.random.Generator) -> None:
    told = learnt("faces", strange(rng))
    head, trial = told.head, told.trial
    assert head is not None and trial.used and trial.wrong[1] < trial.wrong[0]
    assert chances(head, 5, 5)[5] > 0.8 > chances(None, 5, 5)[5]
    assert chances(head, 3, 2).argmax() == 3


@pytest.mark.parametrize("wrong", [0.01, 0.05])
def test_one_wrong_label_in_a_hundred_spoils_nothing(rng: np.random.Generator, wrong: float) -> None:
    head = learnt("faces", strange(rng, 60, wrong)).head
    assert head is not None
    for shown in (1, 2, 4, 5, 6):
        assert chances(head, shown, shown)[shown] > 0.8
        assert chances(head, shown, shown, SURE)[shown] > 0.99


def test_a_child_that_taps_nonsense_makes_no_value_certain(rng: np.random.Generator) -> None:
    head = learnt("faces", strange(rng, 60, wrong=1.0)).head
    for shown in range(1, 7):
        seen = chances(head, shown, shown, SURE)
        assert seen.argmax() == shown, "nonsense does not outvote what the networks see clearly"
        assert chances(head, shown, shown).max() < 0.9


@pytest.mark.parametrize(("throws", "least"), [(4, 0.95), (10, 0.7)])
def test_some_nonsense_among_the_taps_is_left_out(rng: np.random.Generator, throws: int, least: float) -> None:
    """With one nonsense throw in eleven nothing is lost; with one in five the eye asks more, but is never wrong."""
    sure = [sample(rng, t, s, s, s, True, SURE) for t in range(40) for s in (1 + t % 6, 1 + (t + 3) % 6)]
    told = rng.integers(1, 7, (throws, 2, 2))
    nonsense = [sample(rng, 50 + t, int(s), int(s), int(n), True, SURE) for t, dice in enumerate(told) for s, n in dice]
    told = learnt("faces", [*sure, *nonsense])
    head, trial = told.head, told.trial
    assert trial.trusted < trial.crops
    for shown in range(1, 7):
        assert chances(head, shown, shown, SURE)[shown] > least


def test_a_silent_mistake_does_not_teach_itself(rng: np.random.Generator) -> None:
    """Nobody touches the sixes that are read as fives; all other dice are confirmed."""
    confirmed = [sample(rng, t, s, s, s, True, UNSURE) for t in range(30) for s in (1 + t % 5, 1 + (t + 2) % 5)]
    silent = [sample(rng, t, 6, 5, 5, False, 2.8) for t in range(0, 30, 3)]
    head = learnt("faces", [*confirmed, *silent]).head
    before, after = chances(None, 6, 5, 2.8)[5], chances(head, 6, 5, 2.8)[5]
    assert after / (1 - after) <= before / (1 - before) * (1 + 0.2 * len(silent)) * 1.05, "ten of them weigh as two"


def test_what_was_put_right_outvotes_what_nobody_touched(rng: np.random.Generator) -> None:
    confirmed = [sample(rng, t, s, s, s, True, UNSURE) for t in range(30) for s in (1 + t % 5, 1 + (t + 2) % 5)]
    silent = [sample(rng, t, 6, 5, 5, False, 2.8) for t in range(0, 30, 3)]
    corrected = [sample(rng, t, 6, 5, 6, True, 2.8) for t in range(1, 30, 5)]
    head = learnt("faces", [*confirmed, *silent, *corrected]).head
    assert chances(head, 6, 5, 2.8)[5] < 0.8, "the page asks"


def test_dice_that_look_like_none_of_the_learnt_ones_are_read_as_before(rng: np.random.Generator) -> None:
    head = learnt("faces", strange(rng)).head
    assert head is not None
    out = outputs(rng, 4, 4, UNSURE)
    out[:, HIDDEN["faces"] :] = 0
    out[:, HIDDEN["faces"] + 5] = 1.0
    assert np.allclose(head(out), out, atol=1e-5)


def test_a_stranger_stays_one_unless_alike_dice_were_confirmed(rng: np.random.Generator) -> None:
    head = learnt("faces", strange(rng)).head
    assert head is not None
    unlike = outputs(rng, 4, 4, SURE)
    unlike[:, HIDDEN["faces"] :] = np.eye(1, WIDE, 5)
    unlike[:, STRANGERS["faces"]] = 2.0
    assert sigmoid(head(unlike)[:, STRANGERS["faces"]]).min() > 0.85
    alike = outputs(rng, 4, 4, SURE)
    assert head(alike)[:, STRANGERS["faces"]].mean() < alike[:, STRANGERS["faces"]].mean()


@pytest.mark.parametrize("throws", [0, 5])
def test_few_throws_teach_nothing(rng: np.random.Generator, throws: int) -> None:
    assert learnt("faces", strange(rng, throws)).head is None


def test_nothing_is_used_that_is_not_better(rng: np.random.Generator) -> None:
    """Neither the outputs nor the features depend on the value, so no head can be better."""
    samples = []
    for throw in range(40):
        one = sample(rng, throw, 1, 1, 1, True, SURE)
        one.rows.out[:, HIDDEN["faces"] :] = np.abs(rng.normal(0, 1, (1, WIDE)))
        one.rows.out[:, :6] = rng.normal(0, 1, 6)
        one.rows.wanted[:] = int(rng.integers(1, 7))
        samples.append(one)
    told = learnt("faces", samples)
    head, trial = told.head, told.trial
    assert head is None and not trial.used


def test_no_value_gets_better_odds_than_the_alike_dice_justify() -> None:
    before, after = np.zeros((1, 11), np.float32), np.full((1, 11), -30, np.float32)
    before[0, 3], after[0, 3] = 2.0, 10.0
    votes = np.zeros((1, 11), np.float32)
    odds = float(softmax(before)[0, 3] / (1 - softmax(before)[0, 3]))
    for count in (0, 1, 5):
        votes[0, 3] = count
        held = float(softmax(capped(before, after, votes, votes * 0))[0, 3])
        assert held <= max(odds * (1 + count) / (1 + odds * (1 + count)), (count + 1) / (count + 2)) + 1e-4
    doubted = votes * 0
    doubted[0, 4] = heads.OFTEN + 1
    assert softmax(capped(before, after, votes, doubted))[0, 3] <= (5 + 1) / (5 + 3 + 2) + 1e-4


def test_heads_are_stored_whole_and_a_damaged_file_is_refused(rng: np.random.Generator) -> None:
    head = learnt("faces", strange(rng)).head
    assert head is not None
    data = packed({"faces": head})
    again = unpacked(data)["faces"]
    out = outputs(rng, 2, 2, UNSURE)
    assert np.allclose(again(out), head(out), atol=0.05)
    for bad in (data[: len(data) // 2], b"", b"PK" + bytes(50), data.replace(b"faces.known", b"faces.knowm")):
        with pytest.raises(ValueError, match="no learnt heads"):
            unpacked(bad)
