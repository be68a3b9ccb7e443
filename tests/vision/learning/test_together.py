"""Heads are chosen on throws held back: they must not add silent errors, errors or questions."""

from __future__ import annotations

import numpy as np

from vision.learning.fit import Fitted, Sample, Trial
from vision.learning.heads import CLASSES, Head
from vision.learning.rows import Rows
from vision.learning.together import chosen
from vision.reading.faces import TEN

THROWS = 10
NOTHING = Rows(np.zeros((0, 1), np.float32), np.zeros(0, np.int64))


def fitted(name: str, before: list[float], after: list[float], label: int, weight: float = 1.0, crop: int = 0) -> Fitted:
    """Return a fitted head; ``before`` and ``after`` are the label's probabilities by throw without and with it.

    Another class has the rest of the probability.
    """
    count = CLASSES[name]
    chances = np.zeros((2, THROWS, count + 1), np.float32)
    for way, told in enumerate((before, after)):
        chances[way, :, label] = told
        chances[way, :, label - 1] = 1 - np.array(told)
    samples = [Sample(str(t), True, NOTHING, crop) for t in range(THROWS)]
    wide = np.zeros((1, count), np.float32)
    head = Head(name, np.zeros((count + 1, 3), np.float32), np.zeros((1, 2), np.float32), wide, wide)
    return Fitted(head, Trial(), samples, chances, np.full(THROWS, label), np.full(THROWS, weight))


SURE, DOUBTFUL, WRONG = [0.999] * THROWS, [0.7] * THROWS, [0.4] * THROWS


def test_a_head_that_asks_less_is_used() -> None:
    assert chosen({"faces": fitted("faces", DOUBTFUL, SURE, 4)}) == {"faces"}


def test_of_two_heads_the_one_that_spoils_throws_is_left_out() -> None:
    """With the second head the eye would ask about one more throw."""
    ten = fitted("ten", SURE, [0.6, *SURE[1:]], 3)
    assert chosen({"faces": fitted("faces", DOUBTFUL, SURE, TEN), "ten": ten}) == {"faces"}


def test_a_head_that_makes_a_mistake_silent_is_left_out() -> None:
    silent = [0.001, *SURE[1:]]
    assert chosen({"faces": fitted("faces", [0.4, *DOUBTFUL[1:]], silent, 4)}) == set()


def test_heads_that_harm_no_throw_are_used() -> None:
    both = {"faces": fitted("faces", SURE, SURE, TEN), "ten": fitted("ten", SURE, SURE, 3)}
    assert chosen(both) == {"faces", "ten"}


def test_a_head_that_its_own_crops_refuse_is_not_used() -> None:
    one = fitted("faces", DOUBTFUL, SURE, 4)
    assert chosen({"faces": Fitted(None, one.trial, one.samples, one.chances, one.label, one.weights)}) == set()


def test_throws_with_a_crop_that_is_not_trusted_do_not_count() -> None:
    assert chosen({"faces": fitted("faces", SURE, WRONG, 4, weight=0.0)}) == {"faces"}
