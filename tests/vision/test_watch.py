"""Throws are read once; what is nudged, turned or set down by hand is no throw."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import pytest

from companion.dice import DiceSet
from vision.reader import DiceReader
from vision.throws import handle, throw
from vision.watch import main, watch


def test_a_throw_is_read_once_while_it_lies_still(reader: DiceReader) -> None:
    play = throw(DiceSet.parse("2d6"), 1, rest=8)
    found = list(watch(play.frames(), reader, DiceSet.parse("2d6")))
    assert len(found) == 1
    assert Counter(d.value for d in found[0].reading.dice) == Counter(v for _, v in play.thrown)
    assert play.rest[0] <= found[0].first_still <= play.rest[1] and not any(d.kept for d in found[0].reading.dice)


def test_kept_dice_are_told_from_thrown_ones(reader: DiceReader) -> None:
    play = throw(DiceSet.parse("1d6"), 3, kept=(4, 2))
    found = list(watch(play.frames(), reader, DiceSet.parse("1-3d6+kept")))
    assert len(found) == 1
    want = Counter([(v, False) for _, v in play.thrown] + [(4, True), (2, True)])
    assert Counter((d.value, d.kept) for d in found[0].reading.dice) == want


@pytest.mark.parametrize("what", ["nudge", "turn", "place"])
def test_what_a_hand_does_to_a_die_is_no_throw(reader: DiceReader, what: str) -> None:
    for seen in watch(handle(0, what).frames(), reader):
        assert not seen.reading.certain and "not-thrown" in seen.reading.why


def test_watch_prints_each_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for i, frame in enumerate(throw(DiceSet.parse("1d6"), 5, rest=8).frames()):
        cv2.imwrite(str(tmp_path / f"{i}.png"), frame)
    assert main([f"frames:{tmp_path}", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 1 and {"time", "first_still", "dice", "certain", "why", "milliseconds"} <= set(rows[0])
    assert main(["frames:/nowhere/at/all"]) == 2
