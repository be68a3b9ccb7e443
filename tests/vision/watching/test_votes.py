"""What the looks at one rest say together, and which of the dice in view were thrown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet, DieKind, ReadDie, Reading
from tests.vision.watching.test_watch import Script, followed, squares, starts, told
from vision.watching.arrival import How, shift
from vision.watching.lying import Lying, matched, middle, patch
from vision.watching.motion import Grid
from vision.watching.placed import placed
from vision.watching.votes import Look, voted
from vision.watching.watcher import HOLD, Watcher


def lie(script: Script, seconds: float = 1.5, expected: str | None = None) -> list[tuple[float, Reading]]:
    """Return the readings of a die that comes after half a second, each with its time."""
    watcher, out = Watcher(script), []
    watcher.expected = DiceSet.parse(expected) if expected else None
    for i in range(int(30 * seconds)):
        found = watcher.feed(squares(200 if i >= 15 else None), i / 30)
        out += [(i / 30, found.reading)] if found else []
    return out


def test_a_die_that_is_just_certain_is_looked_at_again_before_it_is_reported() -> None:
    [(soon, clear)] = lie(Script(told(3)))
    assert clear.certain and soon < 0.5 + HOLD / 2
    weak = told(3, confidence=0.95)
    [(late, same)] = lie(Script(weak))
    assert same.certain and late > soon
    [(_, other)] = lie(Script(weak, weak, weak, told(2, confidence=0.95)))
    assert not other.certain


def test_a_d10_is_reported_as_soon_as_a_d6() -> None:
    """Regression: the eye waited for a confidence that a d10 never reaches."""
    ten = ReadDie(DieKind.D10, 3, box=(188, 96, 26, 26), confidence=0.95)
    [(late, reading)] = lie(Script(Reading((ten,), True)))
    [(soon, _)] = lie(Script(told(3)))
    assert reading.certain and late == soon


def test_one_certain_look_of_many_settles_a_doubt_about_the_ground_but_not_about_a_value() -> None:
    sure = told(3)
    for confidence, settled in ((0.99, True), (0.8, False)):
        doubt = told(3, certain=False, confidence=confidence)
        [(_, reading)] = lie(Script(doubt, doubt, sure, doubt), expected="1d6")
        assert reading.certain is settled


@pytest.mark.parametrize("expected", [None, "1-2d6", "1d6+kept"])
def test_one_certain_look_is_not_enough_if_a_die_may_be_overlooked(expected: str | None) -> None:
    """Regression: of a large and a small die, whose place was doubtful, one look saw the large one only, and was sure.

    In another film one of five dice, on print, was overlooked; one look of seven was sure of the other four.
    """
    sure, doubt = told(3), told(3, certain=False, confidence=0.99)
    [(_, once)] = lie(Script(doubt, doubt, sure, doubt), expected=expected)
    [(_, twice)] = lie(Script(doubt, doubt, sure, sure, doubt), expected=expected)
    assert twice.certain and not once.certain


def test_a_die_of_unknown_size_is_looked_at_often_although_a_hand_moves_beside_it() -> None:
    """Regression: a d10 in view for half a second was missed, because the eye looked three times a second."""
    script = Script(told(3, certain=False))
    watcher = Watcher(script)
    for i in range(30):
        frame = squares(200 if i >= 15 else None)
        frame[180:280, 20 + 10 * i : 80 + 10 * i] = 20
        watcher.feed(frame, i / 30)
    assert script.count >= 4


def test_certain_looks_outvote_the_blurred_ones_before_them() -> None:
    """Regression: two looks while the camera focused lowered the mean, though the four after them were certain and agreed.

    In another film three looks were blurred and three certain.
    """
    blurred = told(3, certain=False, confidence=0.5)
    for before in (3, 4):
        [(_, reading)] = lie(Script(*[blurred] * before, told(3)))
        assert reading.certain
    [(_, other)] = lie(Script(blurred, blurred, blurred, blurred, blurred, told(3)))
    assert not other.certain


def test_a_clear_die_that_only_the_last_look_shows_makes_a_report_without_a_number_uncertain() -> None:
    """Regression: four looks saw three purple dice on print and were sure; the last two saw a fourth, which did not rest yet."""
    view = np.zeros((4, 4), np.float32)
    one, other = (Lying((x, 100.0), 20.0, view, 0.0, 1.0, sure=0.99) for x in (100.0, 160.0))
    first, second = ReadDie(DieKind.D6, 3, confidence=0.99), ReadDie(DieKind.D6, 6, confidence=0.99)
    before = [Look(i / 10, Reading((first,), True), {one: 0}, False) for i in range(4)]
    last = Look(0.4, Reading((first, second), False, ("unsure",)), {one: 0, other: 1}, False)
    assert voted(before, [one], False)[1]
    assert not voted([*before, last], [one], False)[1]
    assert voted([*before, last], [one], True)[1], "of a known number all lie there"


@pytest.mark.parametrize("first", range(40, 49))
def test_a_short_rest_beside_a_moving_hand_is_looked_at_twice(first: int) -> None:
    """Regression: before any die was visible, the eye searched for the size three times a second and missed such a rest."""
    script = Script(told(3, certain=False))
    watcher = Watcher(script)
    for i in range(60):
        frame = squares(200 if first <= i < first + 10 else None)
        frame[180:280, 20 + 5 * i : 80 + 5 * i] = 20
        watcher.feed(frame, i / 30)
    assert script.count >= 2


def test_a_die_in_a_flickering_picture_is_reported_after_a_third_of_a_second() -> None:
    """Regression: the place of a d10 never looked unchanged, and five looks in 0.4 s were not enough to report it."""
    watcher, found = Watcher(Script(told(3, certain=False))), []
    watcher.expected = DiceSet.parse("1d6")
    for i in range(40):
        frame = squares(200 if 15 <= i < 28 else None)
        frame[frame == 240] = 240 if i % 2 else 204
        frame[180:280, 20 + 8 * i : 80 + 8 * i] = 20
        found.append(watcher.feed(frame, i / 30))
    assert sum(one is not None for one in found) == 1


@pytest.mark.parametrize(
    ("drift", "expected", "asked"), [(9.0, "1-2d6+kept", True), (0.0, "1-2d6+kept", False), (9.0, "2d6", False)]
)
def test_a_kept_die_that_a_moving_camera_lost_is_asked_about(drift: float, expected: str, asked: bool) -> None:
    """Regression: the camera moved while an arm covered a kept die, so that the die seemed thrown, with certainty."""
    view = np.zeros((24, 24), np.float32)
    kept = Lying((100.0, 100.0), 20.0, view, 0.0, 1.0, drift=(drift, 0.0), votes=[(DieKind.D6, 6)])
    one = Lying((140.0, 120.0), 20.0, view, 2.0, 2.2, how=How.COVERED, votes=[(DieKind.D6, 6)])
    other = Lying((240.0, 120.0), 20.0, view, 2.0, 2.2, how=How.FREE, votes=[(DieKind.D6, 4)])
    assert placed(one, [one, other], [one, other], [kept], DiceSet.parse(expected).kept, False) is asked


@pytest.mark.parametrize("away", [True, False])
def test_a_single_die_with_its_former_face_near_its_former_place_was_thrown_if_the_hand_left_with_it(away: bool) -> None:
    """Regression: a hand took a 3 out of the picture and threw it; it showed a 3 again, two edges beside: « not-thrown »."""
    view = np.zeros((24, 24), np.float32)
    taken = Lying((100.0, 100.0), 20.0, view, 0.0, 1.0, votes=[(DieKind.D6, 3)])
    one = Lying((140.0, 120.0), 20.0, view, 3.0, 3.2, how=How.COVERED, votes=[(DieKind.D6, 3)])
    assert placed(one, [one], [one], [taken], False, away) is not away


def test_a_die_is_not_reported_alone_when_a_hand_hides_others_that_still_roll() -> None:
    """Regression: an arm over rolling dice made a throw of the one die that lay, and it was kept in the next report."""
    for step, dice in ((12, []), (0, [2])):
        lying = [squares(40, 150 + step * i) for i in range(16)]
        frames = [*[squares()] * 15, *lying, *[squares()] * 15]
        assert [len(reading.dice) for reading in followed(frames)] == dice


def test_a_die_whose_picture_is_unchanged_is_the_same_die_though_it_is_read_otherwise_beside_its_place() -> None:
    image = np.random.default_rng(0).integers(0, 255, (200, 200, 3), np.uint8)
    old = Lying((100.0, 100.0), 20.0, patch(image, (100.0, 100.0), 20.0), 0.0, 0.0, votes=[(DieKind.D6, 3)])
    again = ReadDie(DieKind.D6, 2, box=(100 - 14 + 4, 100 - 14, 29, 29), confidence=0.9)
    assert matched([old], [again], image, (0.0, 0.0))[0] == {0: old}
    elsewhere = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    assert matched([old], [again], elsewhere, (0.0, 0.0))[0] == {}


class Dots:
    """A reader of bright squares that takes a dot of the ground for a small 1 until its third look at a square at rest."""

    def __init__(self) -> None:
        self.last, self.rested = -1, 0

    def read(self, image: np.ndarray, *_: object) -> Reading:
        bright = starts(image)
        self.rested += bool(len(bright)) and int(bright[0]) == self.last
        self.last = int(bright[0]) if len(bright) else -1
        dice = [ReadDie(DieKind.D6, 4, box=(int(x) - 4, 96, 26, 26), confidence=0.99) for x in bright]
        if self.rested < 3:
            dice.append(ReadDie(DieKind.D6, 1, box=(40, 200, 10, 10), confidence=0.99))
        return Reading(tuple(dice), self.rested >= 3, () if self.rested >= 3 else ("unsure",))


def test_a_dot_that_only_the_first_looks_took_for_a_die_is_no_kept_die() -> None:
    watcher, found = Watcher(Dots()), []
    for i in range(60):
        seen = watcher.feed(squares(20 * min(i - 5, 10) if i > 5 else None), i / 30)
        found += [seen.reading] if seen else []
    [reading] = found
    assert reading.certain and [(die.value, die.kept) for die in reading.dice] == [(4, False)]
    assert watcher._edge == 26 / 1.44


@pytest.mark.parametrize(("beside", "same", "back"), [(0, True, True), (0, False, True), (12, True, True), (12, False, False)])
def test_a_covered_die_is_known_again_beside_its_place_by_its_picture_only(beside: int, same: bool, back: bool) -> None:
    """Regression: a hand looked like a drift of the camera, so a thrown 6 near the place of the last 6 was surely kept."""
    rng = np.random.default_rng(1)
    frame, face, other = np.full((300, 400, 3), 90, np.uint8), *rng.integers(0, 255, (2, 26, 26, 3), np.uint8)
    frame[96:122, 196:222] = face
    watcher = Watcher(Script())
    watcher.asked = False
    for i in range(4):
        watcher.feed(frame, i / 30)
    old = Lying((209.0, 109.0), 20.0, patch(frame, (209.0, 109.0), 20.0), 0, 0, told=True, drift=(12.0, 0.0))
    old.votes = [(DieKind.D6, 6)]
    frame[96:122, 196:222] = 90
    frame[96:122, 196 + beside : 222 + beside] = face if same else other
    watcher.feed(frame, 1.0)
    watcher._covered, watcher._cell = [old], 2.5
    die = ReadDie(DieKind.D6, 6, box=(195 + beside, 95, 28, 28), confidence=0.9)
    found = watcher._returned(die, patch(frame, middle(die), 20.0), frame, 1.0)
    assert (found is old) is back


@pytest.mark.parametrize("certain", [True, False])
def test_the_size_is_learnt_from_a_red_and_black_die_in_a_certain_look(certain: bool) -> None:
    """Regression: at roulette without a track, every look searched for the size of the dice, which takes ten times as long."""
    ten = ReadDie(DieKind.D10, 3, box=(188, 96, 40, 40), confidence=0.99)
    cube = ReadDie(DieKind.BICOLOUR, "black", box=(248, 96, 26, 26), confidence=0.99)
    watcher = Watcher(Script(Reading((ten, cube), certain, () if certain else ("unsure",))))
    for i in range(40):
        watcher.feed(squares(200 if i >= 15 else None), i / 30)
    assert watcher._edge == (26 / 1.44 if certain else None)


def test_a_single_die_set_down_while_a_hand_lies_on_the_last_one_was_not_thrown() -> None:
    """The arm that sets down a 5 lies on the 3 until the end, so the 3 was not thrown again."""

    class Faces:
        def read(self, image: np.ndarray, *_: object) -> Reading:
            bright = starts(image)
            dice = [ReadDie(DieKind.D6, 5 if x > 250 else 3, box=(int(x) - 4, 96, 26, 26), confidence=0.99) for x in bright]
            return Reading(tuple(dice), bool(dice), () if dice else ("unsure",))

    watcher, found = Watcher(Faces()), []
    for i in range(120):
        frame = squares(min(200, 20 * i - 100) if i > 5 else None, *([330] if i > 75 else []))
        reach = min(20 * max(0, i - 40), 370) if i < 80 else max(370 - 20 * (i - 80), 250)
        if i > 40:
            frame[60:160, 100 : max(100, reach)] = 20
        seen = watcher.feed(frame, i / 30)
        found += [seen.reading] if seen else []
    first, second = found
    assert [die.value for die in first.dice] == [3] and first.certain
    assert [die.value for die in second.dice] == [5] and "not-thrown" in second.why


def test_print_that_the_first_looks_took_for_a_die_was_not_set_down_elsewhere_as_long_as_it_looks_the_same() -> None:
    """Regression: a hand covered a single die until it lay; the print, no longer read, was the die that it had set down."""

    class Print:
        """A reader of bright squares that takes a letter of the ground for a 3 in its first looks."""

        def __init__(self) -> None:
            self.looks = 0

        def read(self, image: np.ndarray, *_: object) -> Reading:
            bright = starts(image)
            dice = [ReadDie(DieKind.D6, 6, box=(int(x) - 4, 96, 26, 26), confidence=0.99) for x in bright]
            self.looks += 1
            if self.looks < 4:
                dice.append(ReadDie(DieKind.D6, 3, box=(40, 196, 26, 26), confidence=0.5))
            return Reading(tuple(dice), bool(bright.size), () if bright.size else ("unsure",))

    watcher, found = Watcher(Print()), []
    watcher.expected = DiceSet.parse("1d6")
    for i in range(90):
        frame = squares(200 if i > 45 else None)
        reach = max(0, min(i - 20, 60 - i, 15))
        frame[: 10 * reach, 150:260] = 20
        seen = watcher.feed(frame, i / 30)
        found += [seen.reading] if seen else []
    [reading] = found
    assert reading.certain and [die.value for die in reading.dice] == [6]


def test_another_face_of_a_reported_die_is_no_new_die() -> None:
    """Regression: in a shadow a side of a reported die was read, half an edge beside its top, and the throw was told again."""

    class Side:
        """A reader of a bright square as a 3, and after 20 looks, of which six tell the throw, as a 2 half an edge above it."""

        def __init__(self) -> None:
            self.looks = 0

        def read(self, image: np.ndarray, *_: object) -> Reading:
            self.looks += len(starts(image))
            value, up = (2, 9) if self.looks > 20 else (3, 0)
            dice = [ReadDie(DieKind.D6, value, box=(int(x) - 4, 96 - up, 26, 26), confidence=0.99) for x in starts(image)]
            return Reading(tuple(dice), bool(dice), () if dice else ("unsure",))

    watcher, found = Watcher(Side()), []
    watcher.expected = DiceSet.parse("1d6")
    for i in range(200):
        frame = squares(20 * min(i - 5, 10) if i > 5 else None)
        frame[250:, :] = 60 + 9 * (i % 9)  # something moves on at the border, so the eye goes on looking
        seen = watcher.feed(frame, i / 30)
        found += [seen.reading] if seen else []
    assert watcher.reader.looks > 30
    assert [[die.value for die in reading.dice] for reading in found] == [[3]]


def test_looks_at_which_a_hand_still_covered_a_kept_die_do_not_contradict_the_others() -> None:
    """Regression: a thrown die lay while the hand was over the kept one, so that certain looks saw a die less: « unsure »."""
    frames = []
    for i in range(110):
        kept, thrown = min(20 * i - 100, 60), 380 - 12 * min(max(0, i - 60), 15)
        frame = squares(kept if kept > 0 else None, thrown if i > 60 else 300 if 10 < i < 50 else None)
        if 45 < i < 86:
            frame[40:, 20 : 120 + 9 * (i % 3)] = 20
        frames.append(frame)
    first, second = followed(frames, "1-2d6+kept")
    assert len(first.dice) == 2 and [die.kept for die in second.dice] == [True, False]
    assert second.certain


def test_print_that_only_some_looks_took_for_a_die_does_not_make_a_whole_throw_doubtful() -> None:
    """Regression: four clear dice were asked about, because two looks saw a letter on the mat, too."""

    class Mat:
        """A reader of bright squares, certain of two at rest in its third and fourth look; it saw a letter in the two before."""

        def __init__(self) -> None:
            self.looks = 0

        def read(self, image: np.ndarray, *_: object) -> Reading:
            bright = starts(image)
            dice = [ReadDie(DieKind.D6, 4, box=(int(x) - 4, 96, 26, 26), confidence=0.99) for x in bright]
            self.looks += [*bright] == [200, 300]
            if self.looks < 3:
                dice.append(ReadDie(DieKind.D6, 1, box=(40, 200, 26, 26), confidence=0.5))
            return Reading(tuple(dice), self.looks in (3, 4), () if self.looks in (3, 4) else ("unsure",))

    watcher, found = Watcher(Mat()), []
    watcher.expected = DiceSet.parse("2d6")
    for i in range(90):
        frame = squares(*[20 * min(i - 30, 10), 300] if i > 30 else [])
        frame[40:90] = 60 + 9 * (i % 9) if i > 30 else 60  # a shadow moves on, so the report waits
        seen = watcher.feed(frame, i / 30)
        found += [seen.reading] if seen else []
    assert [die.value for die in found[0].dice] == [4, 4] and found[0].certain


def lit(at: int) -> np.ndarray:
    """Return a plain table lit from one side, with a hand that holds up a die at column ``at``."""
    frame = np.zeros((300, 400, 3), np.uint8) + np.linspace(60, 120, 400).astype(np.uint8)[:, None]
    hand = np.random.default_rng(2).integers(30, 70, (30, 12, 3), np.uint8)
    frame[80:200, at - 30 : at + 48] = cv2.resize(hand, (78, 120), interpolation=cv2.INTER_CUBIC)
    frame[100:118, at : at + 18] = 240
    return frame


def test_a_die_that_a_hand_holds_up_over_a_plain_table_is_not_at_rest() -> None:
    """Regression: only the hand moved, as a drift of the camera would, so the die in it was a sure throw."""
    assert followed([lit(40 + 7 * i) for i in range(40)]) == []
    small = [Grid().levels(frame) for frame in (lit(100), lit(114))]
    assert shift(*small) == (0.0, 0.0)


def test_the_drift_of_a_camera_is_known_though_a_hand_moves_otherwise() -> None:
    rng = np.random.default_rng(4)
    ground = cv2.GaussianBlur(rng.integers(60, 120, (300, 420, 3), np.uint8), (0, 0), 2)
    before, after = ground[:, :400].copy(), ground[:, 10:410].copy()
    before[150:, 100:180], after[150:, 130:210] = 20, 20
    x, y = shift(Grid().levels(before), Grid().levels(after))
    assert (x, y) == pytest.approx((-4, 0), abs=0.3)


def test_dice_are_reported_together_though_a_camera_in_the_hand_drifts_by_more_than_an_edge() -> None:
    """Regression: a die that had moved by an edge since it lay was not at rest, so that the other was reported alone."""
    wide = cv2.GaussianBlur(np.random.default_rng(4).integers(60, 120, (300, 600, 3), np.uint8), (0, 0), 2)
    frames = []
    for i in range(70):
        table = wide.copy()
        for x, rests in ((250, 10), (330, 15)):
            at = x - 14 * max(0, rests - i)
            table[100:118, at : at + 18] = 240
        by = min(i, 60)
        table[180:280, by + 30 + 9 * (i % 3) : by + 90] = 20  # a hand waits below
        frames.append(table[:, by : by + 400])
    assert [len(reading.dice) for reading in followed(frames)] == [2]
