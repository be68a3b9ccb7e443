"""The dice that the table recorded are matched with those that the eye read."""

from __future__ import annotations

import pytest

from companion.dice import DieKind, ReadDie
from vision.learning.labels import Label, matched


def read(*values: int, kind: DieKind = DieKind.D6) -> list[ReadDie]:
    return [ReadDie(kind, v, confidence=0.9, alternatives=((v, 0.9), (1 + v % 6, 0.1))) for v in values]


def d6(*values: int) -> list[Label]:
    return [("d6", v) for v in values]


@pytest.mark.parametrize(
    ("seen", "told", "want"),
    [
        ((2, 5, 6), (2, 5, 6), [2, 5, 6]),
        ((2, 5, 6), (2, 6, 6), [2, 6, 6]),  # corrected at its place
        ((2, 5, 6), (5, 2, 6), [2, 5, 6]),  # entered in another order
        ((5, 5), (5, 6), [5, 6]),  # between equal dice, the place decides
        ((2, 5, 6), (2, 6), [2, None, 6]),  # « pas un dé »
        ((2, 5), (2, 5, 4), [2, 5]),  # somebody added one by hand
        ((), (1,), []),
        ((1,) * 9, (1,) * 9, [1] * 9),
        ((1,) * 9, (1,) * 8, None),
    ],
)
def test_dice_are_matched(seen: tuple[int, ...], told: tuple[int, ...], want: list[int | None] | None) -> None:
    found = matched(read(*seen), d6(*told))
    assert (found and [label and label[1] for label in found]) == (want or found)


def test_kinds_matter_more_than_places() -> None:
    seen = [*read(4), *read(7, kind=DieKind.D10)]
    assert matched(seen, [("d10", 7), ("d6", 4)]) == [("d6", 4), ("d10", 7)]
