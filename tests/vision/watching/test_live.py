"""A live camera at a real table: each throw becomes one fact, and nothing else does."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, Reading
from companion.eye import Look
from companion.facts import DiceThrown
from companion.questions import Stand, Throw
from companion.refusal import Refusal
from companion.snapshot import LastThrow, OpenQuestion, Snapshot
from companion.table import Result, Table
from vision import pictures
from vision.drawing.throws import Play, handle, throw
from vision.errors import SourceError
from vision.reading.reader import DiceReader
from vision.watching import live
from vision.watching.live import LiveEye, asked, open_eye
from vision.watching.sources import Frame
from vision.watching.watcher import Watched

SEATS = [{"name": "Anna", "colour": "rouge", "age": 9}, {"name": "Bruno", "colour": "bleu", "age": 41}]


class Stream:
    """A camera with given frames, which can be unplugged or hang."""

    name = "usb:0"
    live = True

    def __init__(self, frames: list[np.ndarray]) -> None:
        self.frames, self.count = frames, 0
        self.gone, self.hangs = threading.Event(), threading.Event()

    def next_throw(self) -> Frame | None:
        while self.hangs.is_set():
            time.sleep(0.02)
        if self.gone.is_set():
            return None
        self.count += 1
        image = self.frames[min(self.count, len(self.frames)) - 1]
        if self.count > len(self.frames):
            time.sleep(0.01)
            image = image.copy()
            image[0, 0, 0] ^= self.count % 2  # a real camera never sends two identical frames
        return Frame(image, str(self.count), self.count / 30)

    def notices(self) -> list[str]:
        return []

    def close(self) -> None:
        pass


def until(happens: Callable[[], Any], seconds: float = 240.0) -> Any:
    end = time.monotonic() + seconds
    while not (got := happens()) and time.monotonic() < end:
        time.sleep(0.02)
    return got


@pytest.fixture
def opened(tmp_path: Path, reader: DiceReader) -> Iterator[Callable[..., tuple[Table, LiveEye, Stream]]]:
    """Yield a function that opens a table whose camera shows this scene, with an evening if ``start``."""
    there: list[Any] = []

    def open_(play: Play | list[np.ndarray], start: bool = True) -> tuple[Table, LiveEye, Stream]:
        stream = Stream(list(play.frames()) if isinstance(play, Play) else play)
        eye = LiveEye(stream, lambda: stream, load=lambda: reader, patience=0.5)
        table = Table(tmp_path / "data", eye=eye)
        there.extend([table, eye])
        if start:
            assert table.start({"seats": SEATS}).ok
        eye.follow(table)
        return table, eye, stream

    yield open_
    for one in reversed(there):
        one.close()


def test_a_throw_becomes_a_fact_once_with_its_picture(opened: Callable[..., Any]) -> None:
    play = throw(DiceSet.parse("2d6"), 1, rest=14)
    table, _, stream = opened(play)
    assert until(lambda: stream.count > len(stream.frames) + 20)
    thrown = [e for e in table.evening().entries if type(e.fact).__name__ == "DiceThrown"]
    waiting = table.snapshot().around.pending
    assert len(thrown) + bool(waiting) == 1
    if thrown:
        assert Counter(d.value for d in thrown[0].fact.dice) == Counter(v for _, v in play.thrown)
        assert thrown[0].fact.how == "camera"
        assert table.picture(thrown[0].number)[:2] == b"\xff\xd8"


def test_a_camera_that_hangs_sideways_is_turned_for_the_eye_and_its_page(opened: Callable[..., Any]) -> None:
    _, eye, stream = opened([np.full((90, 160, 3), 60, np.uint8)], start=False)
    assert until(lambda: stream.count > 2)
    assert (eye.track.picture().width, eye.track.picture().height) == (160, 90)
    eye.track.turn()
    seen = stream.count
    assert until(lambda: stream.count > seen + live.WAITING + 2)
    assert (eye.track.picture().width, eye.track.picture().height) == (90, 160)


def test_nothing_is_read_while_no_throw_is_open(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Reading:
        raise AssertionError("nothing may be read now")

    monkeypatch.setattr(DiceReader, "read", never)
    table, eye, stream = opened(throw(DiceSet.parse("2d6"), 1, rest=14), start=False)
    assert until(lambda: stream.count > len(stream.frames) + 20)
    assert table.snapshot().around.pending is None
    assert eye.trouble is None


def test_only_the_track_is_kept_of_a_picture(tmp_path: Path, reader: DiceReader) -> None:
    """The journal's picture of a throw shows only the track, not the room around it."""
    play = throw(DiceSet.parse("2d6"), 1, rest=14)
    room = [cv2.copyMakeBorder(f, 60, 60, 200, 200, cv2.BORDER_CONSTANT, value=(0, 0, 255)) for f in play.frames()]
    stream = Stream(room)
    eye = LiveEye(stream, lambda: stream, tmp_path, load=lambda: reader, patience=0.5)
    eye.track.saw(room[0])  # type: ignore[attr-defined]
    high, wide = room[0].shape[:2]
    corners = [
        (200 / wide, 60 / high),
        (1 - 200 / wide, 60 / high),
        (1 - 200 / wide, 1 - 60 / high),
        (200 / wide, 1 - 60 / high),
    ]
    eye.track.set_corners(corners, (640 * 16 / play.edge, 480 * 16 / play.edge))
    eye.track.take_empty()
    table = Table(tmp_path, eye=eye)
    try:
        assert table.start({"seats": SEATS}).ok
        eye.follow(table)
        assert until(lambda: stream.count > len(stream.frames) + 20)
        thrown = [e for e in table.evening().entries if type(e.fact).__name__ == "DiceThrown"]
        data = table.picture(thrown[0].number) if thrown else table.pending_picture()
        kept = pictures.decode(data)
        assert kept.shape[:2] == (720, 960)  # only the track, at 4:3
        red = (kept[..., 2] > 200) & (kept[..., :2].max(-1) < 80)
        assert red.mean() < 0.001
        assert table.snapshot().around.camera.trouble is None
    finally:
        eye.close()
        table.close()


@pytest.mark.parametrize("what", ["nudge", "turn", "place"])
def test_what_a_hand_does_never_becomes_a_fact(opened: Callable[..., Any], what: str) -> None:
    table, _, stream = opened(handle(0, what))
    assert until(lambda: stream.count > len(stream.frames) + 20)
    assert table.snapshot().number == 1


def test_an_unplugged_camera_is_told_and_comes_back_by_itself(opened: Callable[..., Any]) -> None:
    table, _, stream = opened([np.full((120, 160, 3), 90, np.uint8)])
    stream.gone.set()
    assert until(lambda: table.snapshot().around.camera.trouble == live.SILENT)
    stream.gone.clear()
    assert until(lambda: table.snapshot().around.camera.trouble is None)


def test_a_camera_that_hangs_is_told_and_comes_back_by_itself(opened: Callable[..., Any]) -> None:
    table, _, stream = opened([np.full((120, 160, 3), 90, np.uint8)])
    stream.hangs.set()
    assert until(lambda: table.snapshot().around.camera.trouble == live.SILENT)
    stream.hangs.clear()
    assert until(lambda: table.snapshot().around.camera.trouble is None)


def test_a_broken_frame_does_not_end_the_eye(opened: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    bad = np.zeros((0, 0, 3), np.uint8)
    table, _, stream = opened([bad, bad, np.full((120, 160, 3), 90, np.uint8)])
    assert until(lambda: stream.count > 30)
    assert until(lambda: table.snapshot().around.camera.trouble is None)
    assert "stumbled" in caplog.text


def test_a_film_waits_for_the_first_throw_and_says_when_it_is_over(tmp_path: Path, reader: DiceReader) -> None:
    folder = tmp_path / "film"
    folder.mkdir()
    for i in range(3):
        cv2.imwrite(str(folder / f"{i}.png"), np.full((120, 160, 3), 90, np.uint8))
    eye = open_eye(f"frames:{folder}", tmp_path)
    assert isinstance(eye, LiveEye)
    assert not eye.button
    assert eye.look(None) is None
    table = Table(tmp_path / "data", eye=eye)
    eye.follow(table)
    time.sleep(0.4)
    assert table.snapshot().around.camera.trouble is None
    table.start({"seats": SEATS})
    assert until(lambda: table.snapshot().around.camera.trouble == live.ENDED)
    eye.close()
    table.close()


def test_a_moved_camera_is_told_at_the_start_and_nothing_is_certain_until_it_is_set_up_anew(
    tmp_path: Path, reader: DiceReader
) -> None:
    play = throw(DiceSet.parse("2d6"), 1, rest=14)
    frames = list(play.frames())
    rng = np.random.default_rng(0)
    cloth = cv2.resize(rng.integers(0, 60, (24, 32, 3), np.uint8), (640, 480), interpolation=cv2.INTER_NEAREST)
    frames = [cv2.add(f, cloth) for f in frames]
    size = (640 * 16 / play.edge, 480 * 16 / play.edge)
    first = Stream([frames[0]])
    before = LiveEye(first, lambda: first, tmp_path, load=lambda: reader)
    before.track.saw(frames[0])  # type: ignore[attr-defined]
    before.track.set_corners([(0, 0), (1, 0), (1, 1), (0, 1)], size)
    before.track.take_empty()

    stream = Stream([np.roll(f, 25, axis=1) for f in frames])
    eye = LiveEye(stream, lambda: stream, tmp_path, load=lambda: reader, patience=0.5)
    table = Table(tmp_path / "data", eye=eye)
    try:
        assert table.start({"seats": SEATS}).ok
        say, told_at = eye._say, {}

        def heard(words: str | None) -> None:
            told_at.setdefault(words, stream.count)
            say(words)

        eye._say = heard  # type: ignore[method-assign]
        eye.follow(table)
        assert until(lambda: "a bougé" in str(table.snapshot().around.camera.trouble))
        words = table.snapshot().around.camera.trouble
        assert eye.track.state().changed == words
        assert told_at[words] <= 20
        assert until(lambda: stream.count > len(stream.frames) + 20)
        assert not [e for e in table.evening().entries if type(e.fact).__name__ == "DiceThrown"]
        eye.track.take_empty()
        assert until(lambda: table.snapshot().around.camera.trouble is None)
    finally:
        eye.close()
        table.close()


def test_pictures_in_a_folder_are_still_taken_by_a_button(tmp_path: Path) -> None:
    assert open_eye(f"folder:{tmp_path}").button
    with pytest.raises(SourceError):
        open_eye("frames:/nowhere/at/all")


def test_the_open_question_says_which_dice_may_stay() -> None:
    stand = OpenQuestion("s:A", Stand(topic="s", seats=("A",)))

    def asking(dice: str, **more: Any) -> Snapshot:
        return Snapshot(open=(stand, throw_of(dice, "x:A", **more)))

    assert asked(Snapshot(open=(stand,))) is None
    assert asked(asking("2d6")) == ("x:A", DiceSet.parse("2d6"))
    assert asked(asking("1-3d6", lying=(1, 2, 4))) == ("x:A", DiceSet.parse("1-3d6+kept"))


def throw_of(dice: str, name: str, **more: Any) -> OpenQuestion:
    """Return an open throw of seat A."""
    return OpenQuestion(name, Throw(topic="x", seats=("A",), dice=DiceSet.parse(dice), **more))


class Busy:
    """A table that records other facts just before a reading arrives, so that the first readings are stale."""

    def __init__(self) -> None:
        self.number, self.taken = 1, 0

    def snapshot(self) -> Snapshot:
        return Snapshot(number=self.number, open=(throw_of("2d6", "move:A"),))

    def take_look(self, look: Look | None, seen: int, who: str = "") -> Result:
        self.number += 1
        stale = self.number < 4
        self.taken += not stale
        return Result(not stale, 1, refusal=Refusal("STALE") if stale else None)


def test_a_reading_is_not_lost_when_chips_are_handed_over_meanwhile() -> None:
    eye = LiveEye(Stream([]), lambda: Stream([]))
    eye._table = table = Busy()
    found = Watched(0.0, 0, Reading((), False, ("unsure",)), np.zeros((20, 20, 3), np.uint8))
    eye._tell(found, "move:A")
    assert table.taken == 1
    eye._tell(found, "another:B")
    assert table.taken == 1


class Tapping:
    """A table at which the same seat throws repeatedly, and its reader; if ``taps``, somebody enters the dice meanwhile."""

    def __init__(self, reader: DiceReader, taps: bool) -> None:
        self.reader, self.taps = reader, taps
        self.number, self.last, self.taken = 5, 3, 0

    def snapshot(self) -> Snapshot:
        last = LastThrow(self.last, DiceThrown(seat="A", dice=()), False, ())
        return Snapshot(number=self.number, throw=last, open=(throw_of("2d6", "draw:A"),))

    def read(self, *what: Any) -> Reading:
        found = self.reader.read(*what)
        if found.dice and self.taps:
            self.number += 1
            self.last = self.number
        return found

    def take_look(self, look: Look | None, seen: int, who: str = "") -> Result:
        self.taken += look is not None
        return Result(True, 1)


@pytest.mark.parametrize("taps", [True, False])
def test_dice_that_somebody_tapped_while_they_were_read_are_no_second_throw(reader: DiceReader, taps: bool) -> None:
    """If the same seat throws again, the next question has the same id, which does not distinguish the two throws."""
    table = Tapping(reader, taps)
    eye = LiveEye(Stream([]), lambda: Stream([]), load=lambda: table)
    eye._table = table
    for at, image in enumerate(throw(DiceSet.parse("2d6"), 1, rest=14).frames()):
        eye._frame(Frame(image, str(at), at / 30))
    assert table.taken == (not taps)
