"""Each throw is reported once; a die nudged, turned or set down by hand is not a throw."""

from __future__ import annotations

import json
import weakref
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from tests.vision.watching.test_keeper import sheet_seen
from vision.drawing.throws import handle, throw
from vision.reading.reader import DiceReader
from vision.watching.keeper import Keeper
from vision.watching.lying import patch
from vision.watching.sources import Frames
from vision.watching.watch import main, watch
from vision.watching.watcher import VOTES, Watched, Watcher


def test_a_throw_is_read_once_while_it_lies_still(reader: DiceReader) -> None:
    play = throw(DiceSet.parse("2d6"), 1, rest=8)
    found = list(watch(play.frames(), reader, DiceSet.parse("2d6")))
    assert len(found) == 1
    assert Counter(d.value for d in found[0].reading.dice) == Counter(v for _, v in play.thrown)
    assert play.rest[0] <= found[0].first_still <= play.rest[1] and not any(d.kept for d in found[0].reading.dice)


@pytest.mark.parametrize(("dice", "seed", "kept"), [("1d6", 3, (4, 2)), ("2d6", 3022, (2, 5)), ("3d6", 3011, (6,))])
def test_kept_dice_are_told_from_thrown_ones(reader: DiceReader, dice: str, seed: int, kept: tuple[int, ...]) -> None:
    play = throw(DiceSet.parse(dice), seed, kept=kept)
    found = list(watch(play.frames(), reader, DiceSet.parse("1-3d6+kept")))
    assert len(found) == 1
    want = Counter([(v, False) for _, v in play.thrown] + [(v, True) for v in kept])
    assert Counter((d.value, d.kept) for d in found[0].reading.dice) == want and found[0].reading.certain


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


def test_a_camera_s_picture_is_turned_as_on_the_page_and_a_film_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = throw(DiceSet.parse("1d6"), 5, rest=8)
    frames, data = tmp_path / "frames", tmp_path / "data"
    for folder in (frames, data):
        folder.mkdir()
    for i, frame in enumerate(play.frames()):
        cv2.imwrite(str(frames / f"{i}.png"), frame)
    keeper = Keeper(data)
    keeper.saw(play.still())
    keeper.turn()

    def middle() -> tuple[float, float]:
        assert main([f"frames:{frames}", "--json", "--data", str(data)]) == 0
        [row] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        x, y, wide, high = row["dice"][0]["box"]
        return x + wide / 2, y + high / 2

    x, y = middle()
    camera = Frames(str(frames))
    camera.name = "usb:0"
    monkeypatch.setattr("vision.watching.watch.open_source", lambda _: camera)
    assert middle() == pytest.approx((play.still().shape[0] - 1 - y, x), abs=4)


# --- several looks at one rest ---


def told(*faces: int, certain: bool = True, at: int = 200, confidence: float = 0.99) -> Reading:
    dice = tuple(
        ReadDie(DieKind.D6, f, box=(at - 12 + 60 * i, 96, 26, 26), confidence=confidence) for i, f in enumerate(faces)
    )
    return Reading(dice, certain, () if certain else ("unsure",))


def starts(image: np.ndarray) -> np.ndarray:
    """Return the columns at which the bright squares of a picture begin."""
    return np.flatnonzero(np.diff((image[100:118, :, 0] > 200).all(0).astype(int), prepend=0) == 1)


class Script:
    """A reader that finds its dice at a bright square, and returns the given readings in turn, then the last again."""

    def __init__(self, *readings: Reading) -> None:
        self.readings, self.count = readings, 0

    def read(self, image: np.ndarray, *_: object) -> Reading:
        columns = np.flatnonzero((image[100:118, :, 0] > 200).all(0))
        if not len(columns):
            return Reading((), False, ("unsure",))
        self.count += 1
        reading = self.readings[min(self.count, len(self.readings)) - 1]
        by = int(columns[0]) + 9 - 200
        dice = tuple(replace(d, box=(d.box[0] + by, *d.box[1:])) for d in reading.dice)
        return replace(reading, dice=dice)


def rolled(script: Script, rest: int = 30, fps: float = 30, light: float = 0.0, drift: float = 0.0) -> list[Watched]:
    """Return the readings of a film: a square rolls in, lies for ``rest`` frames and rolls on; light and camera may vary."""
    watcher, rng = Watcher(script), np.random.default_rng(4)
    ground = cv2.GaussianBlur(rng.integers(60, 120, (300, 400, 3), np.uint8), (0, 0), 2)
    found = []
    for i in range(12 + rest + 8):
        frame = ground.copy()
        at = -160 + 20 * min(i, 10) + (20 * (i - 11 - rest) if i > 11 + rest else 0)
        if -40 < at < 330:
            frame[100:118, max(0, 40 + at) : max(0, 58 + at)] = 240
        if light:
            frame = np.clip(frame * (1 + light * np.sin(i)), 0, 255).astype(np.uint8)
        if drift:
            by = round(4 * np.sin(drift * i))
            frame = np.roll(frame, by, axis=1)
        if (seen := watcher.feed(frame, i / fps)) is not None:
            found.append(seen)
    return found


@pytest.mark.parametrize("fps", [10, 15, 30, 60])
def test_a_die_that_lies_for_a_quarter_of_a_second_is_told_once(fps: float) -> None:
    found = rolled(Script(told(5)), rest=max(3, round(0.27 * fps) + 1), fps=fps)
    assert [(w.reading.certain, w.reading.dice[0].value) for w in found[:1]] == [(True, 5)]
    assert 9 <= found[0].first_still <= 13


@pytest.mark.parametrize("visits", [((40, 60), (90, 110)), ((40, 80),)])
def test_a_die_lifted_and_thrown_beside_its_place_is_a_throw_one_turned_there_is_none(visits: tuple[tuple[int, int]]) -> None:
    """A 3 lies still until a hand comes; after the hand left for the last time, a 5 lies half an edge beside it."""

    class Faces:
        def read(self, image: np.ndarray, *_: object) -> Reading:
            columns = np.flatnonzero((image[100:118, :, 0] > 200).all(0))
            return told(5 if columns[0] > 200 else 3, at=int(columns[0]) + 9) if len(columns) else Reading((), False)

    watcher, rng = Watcher(Faces()), np.random.default_rng(4)
    ground, found = cv2.GaussianBlur(rng.integers(60, 120, (300, 400, 3), np.uint8), (0, 0), 2), []
    for i in range(visits[-1][1] + 25):
        frame = ground.copy()
        if 5 < i < 50 or i > sum(visits[-1]) / 2:
            at = min(200, 20 * (i - 5)) if i < 50 else 209
            frame[100:118, at : at + 18] = 240
        near = max(min(i - first, last - i, 10) for first, last in visits)
        frame[300 - 26 * max(0, near) :, 150:290] = 20
        found += [seen.reading] if (seen := watcher.feed(frame, i / 30)) is not None else []
    assert [[d.value for d in reading.dice] for reading in found] == [[3], [5]]
    assert ("not-thrown" in found[1].why) == (len(visits) == 1)


class Bright:
    """A reader that finds a die at each bright square; its face is the one given for its column, or 1."""

    def __init__(self, faces: dict[int, int]) -> None:
        self.faces = faces

    def read(self, image: np.ndarray, *_: object) -> Reading:
        columns = np.flatnonzero((image[100:118, :, 0] > 200).all(0))
        starts = [int(at) for at in columns if at - 1 not in columns]
        dice = [told(self.faces.get(at, 1), at=at + 9).dice[0] for at in starts if at + 17 in columns]
        return Reading(tuple(dice), bool(dice))


@pytest.mark.parametrize(
    ("waits", "back", "thrown"),
    [(300, 90, True), (300, 66, True), (200, 90, True), (200, 57, False), (140, 90, False), (140, 130, False)],
)
def test_a_single_die_that_a_hand_drew_back_with_is_thrown_again(waits: int, back: int, thrown: bool) -> None:
    """Regression: the hand covered the die until it lay still, far from its former place: « not-thrown », each time.

    ``waits`` is the row from which on the hand waits; at 300 it is out of the picture, at 140 it is beside the dice.
    ``back`` is the frame in which it returns. Out of the picture 0.1 s is enough, in it 0.3 s.
    """
    watcher, rng = Watcher(Bright({60: 4, 200: 3, 330: 5})), np.random.default_rng(4)
    watcher.expected = DiceSet.parse("1-2d6+kept")
    ground, found = cv2.GaussianBlur(rng.integers(60, 120, (300, 400, 3), np.uint8), (0, 0), 2), []
    for i in range(180):
        frame = ground.copy()
        there = [60, 200] if i < 50 else [60, 330] if i > back + 10 else [60]
        for at in there if i > 5 else []:
            frame[100:118, at : at + 18] = 240
        for (first, last), middle in (((40, 60), 209), ((back, back + 20), 339)):
            near = max(min(i - first, last - i, 10), 0)
            frame[300 - 26 * near :, middle - 50 : middle + 50] = 20
        if 40 < i < back + 20:
            frame[waits:, 150:290] = 20
        found += [seen.reading] if (seen := watcher.feed(frame, i / 30)) is not None else []
    assert [[(d.value, d.kept) for d in reading.dice] for reading in found] == [
        [(4, False), (3, False)],
        [(4, True), (5, False)],
    ]
    assert found[1].certain is thrown and ("not-thrown" in found[1].why) is not thrown


def shown(
    script: Script, places: Sequence[int | None], fps: float, covered: Container[int] = (), stirs: bool = False
) -> list[int | str | None]:
    """Return the faces told of a film with a bright square at each of these columns in turn, or none.

    In the frames ``covered``, a hand covers most of the picture. ``stirs``: something moves beside the die all the time.
    """
    watcher, found = Watcher(script), []
    for i, place in enumerate(places):
        frame = squares(place)
        if i in covered:
            frame[60:, 100:] = 20
        if stirs:
            frame[200:, 20 + 7 * (i % 3) :: 40] = 20
        found += [seen] if (seen := watcher.feed(frame, i / fps)) is not None else []
    return [die.value for seen in found for die in seen.reading.dice]


def test_a_die_that_two_looks_saw_before_a_hand_took_it_is_told() -> None:
    """Regression: at 10 frames a second the looks lie 0.1 s apart; the throw was overlooked."""
    places = [None] * 4 + [60, 120, 200, 200, 200] + [None] * 10
    assert shown(Script(told(5)), places, 10, covered=range(8, 16)) == [5]


def test_a_die_that_tips_over_is_told_where_it_ends() -> None:
    """Regression: a die that stood on its edge for 0.2 s was told, with the face that it showed then."""
    places = [None] * 8 + [60, 120, 180, 200, 200, 200, 200] + [209] * 20
    assert shown(Script(*[told(5)] * 7, told(3)), places, 15, stirs=True) == [3]


def test_a_die_that_lay_still_is_told_before_a_camera_held_in_a_hand_moves_on() -> None:
    """Regression: a throw whose hand was still in the picture was forgotten, because the die did not seem to rest any more."""
    places = [None] * 8 + [60, 120] + [200] * 7 + [205 + 5 * i for i in range(7)] + [None] * 8
    assert shown(Script(told(5)), places, 15, stirs=True) == [5]


def test_of_all_pictures_that_were_looked_at_only_the_last_is_kept() -> None:
    """Regression: the eye kept a dozen pictures, each 36 MB if the camera takes full resolution for dice at rest."""
    script = Script(told(5, certain=False))
    watcher, ground = Watcher(script), np.full((300, 400, 3), 90, np.uint8)
    held: list[weakref.ref[np.ndarray]] = []
    most = 0
    for i in range(50):
        frame = ground.copy()
        at = 40 + 20 * min(i, 8)
        frame[100:118, at : at + 18] = 240
        watcher.feed(frame, i / 30)
        held.append(weakref.ref(frame))
        del frame
        most = max(most, sum(one() is not None for one in held))
    assert script.count > 5
    assert most == 1


@pytest.mark.parametrize(("light", "drift"), [(0.08, 0.0), (0.0, 0.25), (0.08, 0.25)])
def test_light_and_a_camera_that_waver_do_not_matter(light: float, drift: float) -> None:
    found = rolled(Script(told(5)), light=light, drift=drift)
    assert len(found) == 1 and found[0].reading.certain


def test_an_uncertain_reading_is_read_again_and_may_settle() -> None:
    script = Script(*[told(5, certain=False)] * 4, told(5))
    found = rolled(script)
    assert script.count >= VOTES
    assert found[0].reading.certain and found[0].reading.dice[0].value == 5


def test_looks_that_agree_but_are_all_unsure_stay_a_question() -> None:
    (found,) = rolled(Script(told(5, certain=False)))
    assert found.reading.why == ("unsure",)


def test_looks_that_disagree_are_asked_and_what_most_of_them_see_is_shown() -> None:
    turns = [told(5), told(5), told(6), told(5)]
    (found,) = rolled(Script(*turns))
    assert (found.reading.certain, found.reading.dice[0].value) == (False, 5)


def test_a_number_of_dice_that_differs_between_looks_is_asked_about() -> None:
    (found,) = rolled(Script(*[told(5), told(5, 4)] * 20))
    assert not found.reading.certain


def test_what_was_read_is_told_even_where_the_hand_comes_early() -> None:
    found = rolled(Script(told(5, certain=False)), rest=9)
    assert [w.reading.certain for w in found[:1]] == [False]


def test_dice_that_lay_there_before_a_throw_was_asked_for_are_no_throw() -> None:
    script = Script(told(5))
    watcher = Watcher(script)
    ground = np.full((300, 400, 3), 90, np.uint8)
    lying = ground.copy()
    lying[100:118, 191:209] = 240
    watcher.asked = False
    for i in range(30):
        assert watcher.feed(ground if i < 10 else lying, i / 30) is None
    assert script.count == 0
    watcher.asked = True
    shaded = lying.copy()
    shaded[200:, :150] = 20
    assert all(watcher.feed(shaded if i < 50 else lying, i / 30) is None for i in range(30, 80))
    assert script.count > 0


# --- several dice ---


class Squares:
    """A reader that finds a 4 at each bright square; its readings with dice are certain."""

    def read(self, image: np.ndarray, *_: object) -> Reading:
        bright = starts(image)
        dice = tuple(ReadDie(DieKind.D6, 4, box=(int(x) - 4, 96, 26, 26), confidence=0.99) for x in bright)
        return Reading(dice, bool(dice), () if dice else ("too-few",))


def squares(*places: int | None) -> np.ndarray:
    """Return a picture of a ground with a bright square at each of these columns; None draws no square."""
    out = cv2.GaussianBlur(np.random.default_rng(4).integers(60, 120, (300, 400, 3), np.uint8), (0, 0), 2)
    for x in places:
        if x is not None:
            out[100:118, x : x + 18] = 240
    return out


def followed(frames: Iterable[np.ndarray], expected: str | None = None) -> list[Reading]:
    """Return the readings of these frames, 30 a second."""
    return [w.reading for w in watch(frames, Squares(), DiceSet.parse(expected) if expected else None)]


def test_a_number_that_may_vary_does_not_end_the_wait_for_a_die_that_still_rolls() -> None:
    """Regression: the first of two dice at rest was reported as a whole throw of 1 to 3 dice."""
    rolling = [squares(60 + 10 * min(i, 6) if i > 2 else None) for i in range(60)]
    for i, frame in enumerate(rolling):
        x = 380 - 8 * min(i, 20)
        frame[100:118, x : x + 18] = 240 if i > 20 else 180  # a die that rolls is not read
    assert [len(reading.dice) for reading in followed(rolling, "1-3d6+kept")] == [2]


def test_a_die_that_the_first_look_saw_lay_there_even_if_the_light_round_it_changes() -> None:
    """Regression: when the picture changed soon after the start, dice that lay there were reported as thrown."""
    frames = [squares(200) for _ in range(40)]
    for i, frame in enumerate(frames):
        frame[:, : min(400, 60 * i)] //= 2
        frame[100:118, 200:218] = 240 - 3 * min(i, 10)
    assert followed(frames) == []


def test_a_die_at_the_place_of_one_that_was_taken_away_is_a_new_one() -> None:
    """Regression: a thrown die that stopped where one with the same face had been taken away was marked as kept."""
    frames = [squares(*(() if i < 4 else (60 + 20 * min(i - 4, 5),))) for i in range(40)]
    frames += [squares() for _ in range(30)]
    frames += [squares(380 - 20 * i if i < 11 else 160, 20 + 20 * min(i, 14)) for i in range(40)]
    first, second = followed(frames)
    assert len(first.dice) == 1
    assert [die.kept for die in second.dice] == [False, False]


def test_the_last_reading_of_a_film_names_the_frame_in_which_its_dice_were_first_seen() -> None:
    watcher = Watcher(Squares())
    for i in range(10):
        frame = squares(*(() if i < 5 else (100,)))
        frame[frame == 240] = 240 if i % 2 else 202  # pixels that change every time
        assert watcher.feed(frame, i / 10) is None
    last = watcher.finish()
    assert last is not None and last.first_still == 7


def test_a_place_outside_the_picture_has_a_small_picture_too() -> None:
    """Regression: a camera that moved and a die at the border stopped the eye."""
    assert patch(squares(), (-60.0, 350.0), 20.0).shape == patch(squares(), (450.0, -40.0), 20.0).shape == (24, 24)


# --- the stored track ---


def on_the_sheet(beside: bool = False) -> list[np.ndarray]:
    """Draw a throw on the printed sheet, seen by a camera from above; if ``beside``, dice also lie next to the sheet."""
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
