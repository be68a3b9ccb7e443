"""Which places are faces of one die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.dice import DieKind
from vision.reading.faces import CLASSES, TEN
from vision.reading.locate import Hit
from vision.reading.places import STACKED, Place, top_faces


def place(x: float, edge: float, presence: float, kind: int) -> Place:
    """Return a place at (``x``, 100) whose class is ``kind``."""
    none = np.zeros(2, np.float32)
    return Place(Hit(x, 100, edge, 0.8), np.eye(CLASSES, dtype=np.float32)[kind], none, none, none, 0.0, presence,
                 np.zeros(11), (1.0, 1.0))  # fmt: skip


@pytest.mark.parametrize(
    ("kinds", "apart", "kept"),
    [
        ((TEN, TEN), STACKED - 0.01, [0.9]),
        ((TEN, TEN), STACKED, [0.9, 0.7]),
        ((TEN, 3), 0.5, [0.9, 0.7]),
        ((3, 3), 0.5, [0.9, 0.7]),
    ],
)
def test_of_two_faces_of_one_d10_the_likelier_one_is_its_top(
    kinds: tuple[int, int], apart: float, kept: list[float]
) -> None:
    """Regression: a single d10, seen aslant, was two stacked dice. Two d6 as near are stacked."""
    other, top = place(100, 40, 0.7, kinds[1]), place(100 + apart * 50, 50, 0.9, kinds[0])
    assert [one.presence for one in top_faces([other, top])] == kept


@pytest.mark.parametrize(
    ("kind", "sharp", "sure", "smeared", "blurred"),
    [
        (DieKind.D6, (0.3, 0.8), 0.8, False, False),
        (DieKind.D6, (0.15, 0.9), 0.95, False, True),
        (DieKind.D6, (0.15, 0.9), 0.95, True, False),
        (DieKind.D6, (0.15, 0.9), 0.89, True, True),
        (DieKind.D6, (0.3, 0.5), 0.95, False, True),
        (DieKind.D6, (0.3, 0.5), 0.8, True, False),
        (DieKind.D6, (0.3, 0.4), 0.89, True, True),
        (DieKind.D6, (0.1, 0.9), 0.95, True, True),
        (DieKind.D10, (0.15, 0.9), 0.8, False, False),
        (DieKind.D10, (0.115, 0.9), 0.95, False, True),
        (DieKind.D10, (0.3, 0.5), 0.95, False, True),
        (DieKind.BICOLOUR, (0.1, 0.4), 0.8, False, False),
    ],
)
def test_a_blurred_die_is_asked_about_unless_the_network_for_smeared_dice_is_sure(
    kind: DieKind, sharp: tuple[float, float], sure: float, smeared: bool, blurred: bool
) -> None:
    one = place(0, 40, 0.9, 1)
    one = replace(one, classes=one.classes * np.float32(sure), sharp=sharp, smeared=smeared)
    assert one.blurred(kind) == blurred


def test_without_places_there_are_no_faces() -> None:
    assert top_faces([]) == []
