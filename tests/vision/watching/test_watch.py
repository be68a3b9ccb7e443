"""Throws are read once; what is nudged, turned or set down by hand is no throw."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from tests.vision.watching.test_keeper import sheet_seen
from vision.drawing.throws import handle, throw
from vision.reading.reader import DiceReader
from vision.watching.keeper import Keeper
from vision.watching.watch import VOTES, Watched, Watcher, agreed, main, watch


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


# --- several frames of one rest ---


def told(*faces: int, certain: bool = True) -> Reading:
    dice = tuple(ReadDie(DieKind.D6, f, box=(188 + 60 * i, 88, 43, 43)) for i, f in enumerate(faces))
    return Reading(dice, certain, () if certain else ("unsure",))


def vote(*faces: int, certain: bool = True) -> Watched:
    return Watched(0.0, 0, told(*faces, certain=certain), np.zeros((2, 2, 3), np.uint8))


def test_one_certain_reading_holds_where_the_others_see_the_same_dice() -> None:
    votes = [vote(3, 4, certain=False), vote(4, 3), vote(3, 4, certain=False)]
    assert agreed(votes) is votes[1]


def test_readings_that_agree_but_are_all_unsure_stay_a_question() -> None:
    votes = [vote(3, 4, certain=False)] * VOTES
    assert agreed(votes).reading == votes[0].reading


def test_readings_that_disagree_are_asked_and_what_most_of_them_see_is_shown() -> None:
    found = agreed([vote(3, 6, certain=False), vote(3, 4), vote(4, 3)]).reading
    assert sorted(d.value for d in found.dice) == [3, 4]
    assert (found.certain, found.why) == (False, ("unsure",))


class Script:
    """A reader that tells one reading after the other, and counts."""

    def __init__(self, *readings: Reading) -> None:
        self.readings, self.count = readings, 0

    def read(self, image: np.ndarray, expected: DiceSet | None = None, edge: float | None = None) -> Reading:
        self.count += 1
        return self.readings[min(self.count, len(self.readings)) - 1]


def rolled(script: Script, rest: int = 12) -> list[Watched]:
    """Let something move over a track, lie still for ``rest`` frames, and move again."""
    watcher = Watcher(script)
    rng = np.random.default_rng(4)
    ground = rng.integers(80, 100, (240, 320, 3), np.uint8)
    found = []
    for i in range(8 + rest + 4):
        frame = ground.copy()
        at = 20 * min(i, 8) + (20 * (i - 7 - rest) if i > 7 + rest else 0)
        frame[100:118, 40 + at : 58 + at] = 240
        if (seen := watcher.feed(frame, i / 30)) is not None:
            found.append(seen)
    return found


def test_a_certain_reading_needs_one_frame() -> None:
    script = Script(told(5))
    assert [w.reading.certain for w in rolled(script, rest=10)][0] is True
    assert script.count <= 2  # the second rest, after it was pushed on, is another reading


def test_an_uncertain_reading_is_read_again_and_may_settle() -> None:
    script = Script(told(5, certain=False), told(5, certain=False), told(5))
    found = rolled(script)
    assert script.count >= VOTES
    assert found[0].reading.certain and found[0].reading.dice[0].value == 5


def test_what_was_read_is_told_even_where_the_hand_comes_early() -> None:
    found = rolled(Script(told(5, certain=False)), rest=5)
    assert [w.reading.certain for w in found[:1]] == [False]


# --- the stored track ---


def on_the_sheet(beside: bool = False) -> list[np.ndarray]:
    """Draw a throw on the printed sheet, seen by a camera from above; ``beside`` dice lie next to the sheet too."""
    play = throw(DiceSet.parse("2d6"), 1, rest=14)
    empty = sheet_seen(light=0.8)
    out = []
    for frame in play.frames():
        seen = empty.copy()
        small = cv2.resize(frame, (480, 360))
        seen[150:420, 270:690] = small[60:330, 30:450]
        if beside:
            seen[590:635, 10:60] = small[100:145, 100:150]
            seen[:60, :60] = 255
        out.append(seen)
    return out


def test_watch_reads_the_stored_track_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep = Keeper(tmp_path / "data")
    keep.saw(sheet_seen(light=0.8))
    keep.take_empty()
    (tmp_path / "film").mkdir()
    for i, frame in enumerate(on_the_sheet(beside=True)):
        cv2.imwrite(str(tmp_path / "film" / f"{i}.png"), frame)
    main([f"frames:{tmp_path / 'film'}", "--json", "--data", str(tmp_path / "data")])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows
    high, wide = keep.now()[0].shape[:2]
    for row in rows:
        for x, y, w, h in (die["box"] for die in row["dice"]):
            assert 0 <= x + w / 2 <= wide and 0 <= y + h / 2 <= high
