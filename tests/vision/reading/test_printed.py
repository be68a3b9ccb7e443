"""A certain die of a loose photograph may be print on a larger die with digits."""

from __future__ import annotations

import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, ReadDie
from vision.drawing.throws import throw
from vision.reading import reader as readers
from vision.reading.faces import CLASSES, OTHER, TEN, Faces, Looks
from vision.reading.locate import Hit, Locator
from vision.reading.printed import printed
from vision.reading.reader import DiceReader

PICTURE = np.zeros((300, 300, 3), np.uint8)
SMALL = ReadDie(DieKind.D6, 1, "white", (130, 130, 29, 29), 0.99)


class Found(Locator):
    """A locator that finds one hit."""

    def __init__(self, hit: Hit) -> None:
        self._hit = hit

    def find(self, image: np.ndarray, scale: float, least: float = 0.15, odds: np.ndarray | None = None) -> list[Hit]:
        return [self._hit] if self._hit.score > least else []


class Seen(Faces):
    """A crop reader that sees the same class everywhere."""

    def __init__(self, kind: int) -> None:
        self._kind = kind

    def look(self, image: np.ndarray, hits: list[Hit], sure: float = 0.93, crops: object = None) -> Looks:
        each = np.zeros((len(hits), 2), np.float32)
        return Looks(hits, np.eye(CLASSES, dtype=np.float32)[[self._kind] * len(hits)], each, each, each, each[:, 0])


@pytest.mark.parametrize(
    ("hit", "kind", "doubt"),
    [
        (Hit(140, 150, 100, 0.9), OTHER, True),
        (Hit(140, 150, 100, 0.9), TEN, True),
        (Hit(140, 150, 100, 0.9), 1, False),
        (Hit(140, 150, 100, 0.4), OTHER, False),
        (Hit(140, 150, 40, 0.9), OTHER, False),
        (Hit(200, 150, 100, 0.9), OTHER, False),
    ],
    ids=["other", "d10", "pips", "faint", "hardly-larger", "beside"],
)
def test_a_die_on_a_larger_one_with_digits_may_be_print(hit: Hit, kind: int, doubt: bool) -> None:
    assert printed(PICTURE, [SMALL], Found(hit), Seen(kind)) is doubt


def test_a_loose_photograph_of_what_may_be_print_is_asked_about(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = throw(asked := DiceSet.parse("3d6"), 40)
    assert reader.read(play.still(), asked).certain
    monkeypatch.setattr(readers, "printed", lambda *_: True)
    assert reader.read(play.still(), asked).why == ("unsure",)
    assert reader.read(play.still(), asked, play.edge).certain, "on a known track all dice have one size"
