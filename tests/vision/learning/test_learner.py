"""The learner stores throws, learns in the background and forgets at once; boxes and cameras share nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.dice import DiceSet, DieKind
from companion.errors import EyeError
from companion.eye import Learnt, Verdict
from tests.vision.learning.test_fit import strange
from tests.vision.learning.test_store import BEGAN, seen, verdict
from tests.vision.teaching.test_teach import picture
from vision.learning import folders, lesson, store
from vision.learning import learner as learning
from vision.learning.fit import Trial, learnt
from vision.learning.folders import HEADS
from vision.learning.heads import packed
from vision.learning.learner import Learner
from vision.learning.rows import Eyes
from vision.learning.store import Store
from vision.reading.reader import DiceReader
from vision.teaching.shared import CAMERA, PHONE, SharedReader


def wait_for(met: Callable[[], bool]) -> None:
    for _ in range(6000):
        if met():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come")


class Lesson:
    """A lesson that ends when the test allows it; it stores a head that was fitted before."""

    head = packed({"faces": learnt("faces", strange(np.random.default_rng(7))).head})  # type: ignore[dict-item]

    def __init__(self, store: Store) -> None:
        self._store, self.killed = store, False
        self.may_end = threading.Event()
        self.learned = store.verdicts()

    def poll(self) -> int | None:
        if not self.may_end.is_set():
            return None
        if not self.killed:
            report = lesson.Report({"faces": Trial(used=True)}, self.learned, lesson.networks())
            lesson.write(self._store, self.head, report)
        return 0

    def kill(self) -> None:
        self.killed = True
        self.may_end.set()

    def wait(self) -> int:
        return 0


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> list[Lesson]:
    """Return the list of begun lessons, which the learner fills; these lessons compute nothing."""
    begun: list[Lesson] = []

    def begin(store: Store) -> Lesson:
        begun.append(Lesson(store))
        return begun[-1]

    monkeypatch.setattr(lesson, "begin", begin)
    return begun


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Learner]:
    one = Learner(tmp_path, after=0, between=0)
    one.play_with("exemple")
    yield one
    one.close()


def play(mine: Learner, numbers: range, box: str = "exemple", camera: str = CAMERA) -> None:
    for number in numbers:
        mine.keep(f"{BEGAN}-{number}", seen(box=box, camera=camera))
        mine.judge({f"{BEGAN}-{number}": verdict(4)})


def taught(mine: Learner, lessons: list[Lesson]) -> None:
    """Play four throws and run the lesson."""
    play(mine, range(4))
    wait_for(lambda: bool(lessons))
    for each in lessons:
        each.may_end.set()
    wait_for(lambda: bool(mine.heads(CAMERA)))


def test_throws_are_learned_in_the_background_and_found_again(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    assert mine.state() == Learnt(True, True, "exemple")
    taught(mine, lessons)
    wait_for(lambda: mine.state() == Learnt(True, True, "exemple", 4, 4, float(BEGAN), True))
    again = Learner(tmp_path)
    again.play_with("exemple")
    assert again.state() == mine.state() and again.heads(CAMERA)
    assert sorted(again.kept(BEGAN)) == [f"{BEGAN}-{n}" for n in range(4)]
    named = [one.saw(np.zeros((90, 90, 3), np.uint8), seen_reading(), CAMERA).eye for one in (mine, again)]
    assert named[0] == named[1] and "+" in named[0] and len(named[0]) <= 20


def seen_reading() -> Any:
    from companion.dice import Reading

    return Reading(seen().dice, True)


def test_another_box_and_another_camera_share_nothing(mine: Learner, lessons: list[Lesson]) -> None:
    taught(mine, lessons)
    assert mine.heads(PHONE) == {}
    mine.play_with("salon")
    assert mine.heads(CAMERA) == {} and mine.state().dice == 0 and mine.kept(BEGAN) == ()
    mine.keep(f"{BEGAN}-9", seen())  # this throw was read before the box changed
    assert mine.kept(BEGAN) == ()
    mine.play_with("exemple")
    assert mine.heads(CAMERA)


def test_forgetting_is_at_once_and_for_good(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    assert mine.forget() == Learnt(True, True, "exemple")
    assert mine.heads(CAMERA) == {} and mine.kept(BEGAN) == ()
    assert list((tmp_path / "learnt").rglob("*.throw")) == []
    again = Learner(tmp_path)
    again.play_with("exemple")
    assert again.state().dice == 0 and again.heads(CAMERA) == {}


def test_forgetting_reaches_the_folders_of_the_first_version(tmp_path: Path) -> None:
    """The first version stored the box « A/B » in the folder of « A_B », and the camera "usb:0" in "usb_0"."""
    old = [tmp_path / "learnt" / "A_B" / "usb_0" / "7.000-1.throw", tmp_path / "learnt" / "C" / "usb_0" / "7.000-1.throw"]
    for file in old:
        file.parent.mkdir(parents=True)
        file.write_bytes(b"")
    mine = Learner(tmp_path)
    mine.play_with("A/B")
    mine.forget()
    assert [file.exists() for file in old] == [False, True]
    mine.play_with("C")
    mine.forget()
    assert not old[1].exists()


def test_a_lesson_that_runs_while_one_forgets_is_thrown_away(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    play(mine, range(4))
    wait_for(lambda: bool(lessons))
    mine.forget()
    assert lessons[0].killed
    play(mine, range(5, 6))
    wait_for(lambda: mine.state().throws == 1)
    assert mine.heads(CAMERA) == {}


def test_a_correction_after_the_lesson_takes_its_head_out_of_use_until_the_next(
    mine: Learner, lessons: list[Lesson], tmp_path: Path
) -> None:
    taught(mine, lessons)
    mine.judge({f"{BEGAN}-2": verdict(6)})
    assert mine.heads(CAMERA) == {}
    wait_for(lambda: len(lessons) > 1)
    wait_for(lambda: Store(tmp_path, "exemple", CAMERA).verdicts()[f"{BEGAN}-2"] == verdict(6))
    after_a_cut = Learner(tmp_path)
    after_a_cut.play_with("exemple")
    assert after_a_cut.heads(CAMERA) == {}, "the head on the disk learned what the table has taken back"
    lessons[-1].may_end.set()
    wait_for(lambda: bool(mine.heads(CAMERA)))


def test_a_voided_throw_drops_out(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    mine.judge({f"{BEGAN}-1": None})
    assert mine.heads(CAMERA) == {} and mine.state().throws == 3
    wait_for(lambda: f"{BEGAN}-1" not in Store(tmp_path, "exemple", CAMERA).verdicts())
    mine.judge({f"{BEGAN}-1": verdict(4)})
    wait_for(lambda: f"{BEGAN}-1" in Store(tmp_path, "exemple", CAMERA).verdicts())


def test_a_full_store_keeps_its_head(
    mine: Learner, lessons: list[Lesson], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught(mine, lessons)
    monkeypatch.setattr(store, "MOST", 3)
    there = Store(tmp_path, "exemple", CAMERA)
    play(mine, range(4, 6))
    wait_for(lambda: f"{BEGAN}-5" in there.verdicts())
    assert f"{BEGAN}-0" not in there.throws()
    mine.judge(dict.fromkeys(mine.kept(BEGAN), verdict(4)))
    assert mine.heads(CAMERA), "nobody took back what it learned"
    again = Learner(tmp_path)
    again.play_with("exemple")
    assert again.heads(CAMERA)
    mine.judge({f"{BEGAN}-0": None})
    assert mine.heads(CAMERA) == {}, "a throw without crops can be voided too"


def test_a_throw_that_is_not_stored_is_no_more_asked_about(
    mine: Learner, lessons: list[Lesson], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST", 1)
    play(mine, range(2))
    wait_for(lambda: mine.kept(BEGAN) == (f"{BEGAN}-1",))


def test_a_power_cut_after_erasing_leaves_no_head(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    folders.erase(tmp_path, BEGAN)
    again = Learner(tmp_path)
    again.play_with("exemple")
    assert again.heads(CAMERA) == {}


def test_a_head_counts_by_what_the_table_says_now(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    there = Store(tmp_path, "exemple", CAMERA)
    now = there.verdicts()
    del now[f"{BEGAN}-1"]
    assert lesson.heads_of(there) and lesson.heads_of(there, now) == {}


def test_an_erased_evening_is_erased_here_too(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    mine.erase(BEGAN)
    assert mine.heads(CAMERA) == {} and mine.state().dice == 0 and mine.kept(BEGAN) == ()
    assert list((tmp_path / "learnt").rglob("*.throw")) == []


def test_the_owner_can_switch_it_off(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    assert not mine.switch(False).on
    assert mine.heads(CAMERA) == {}
    assert mine.saw(np.zeros((90, 90, 3), np.uint8), seen_reading(), CAMERA).crops == ()
    play(mine, range(6, 9))
    assert not any(name.endswith("-7") for name in mine.kept(BEGAN))
    again = Learner(tmp_path)
    again.play_with("exemple")
    assert again.heads(CAMERA) == {} and not again.state().on
    assert again.switch(True).on and again.heads(CAMERA)


def test_other_networks_do_not_use_an_old_head(mine: Learner, lessons: list[Lesson], tmp_path: Path) -> None:
    taught(mine, lessons)
    store = Store(tmp_path, "exemple", CAMERA)
    last = lesson.summary(store)
    assert last is not None and lesson.heads_of(store)
    lesson.write(store, (store.folder / HEADS).read_bytes(), replace(last, networks="others"))
    assert lesson.heads_of(store) == {}


@pytest.mark.parametrize("name", [HEADS, folders.SUMMARY])
def test_a_damaged_head_is_not_used(mine: Learner, lessons: list[Lesson], tmp_path: Path, name: str) -> None:
    taught(mine, lessons)
    file = Store(tmp_path, "exemple", CAMERA).folder / name
    file.write_bytes(file.read_bytes()[:40])
    again = Learner(tmp_path)
    again.play_with("exemple")
    assert again.heads(CAMERA) == {}


def test_a_full_disk_stops_nothing(mine: Learner, lessons: list[Lesson], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Event()
    kept = Store.keep

    def full(store: Store, throw: str, what: Any) -> None:
        if throw.endswith("-0"):
            tried.set()
            raise OSError("No space left on device")
        kept(store, throw, what)

    monkeypatch.setattr(Store, "keep", full)
    play(mine, range(1))
    wait_for(tried.is_set)
    play(mine, range(3, 5))
    wait_for(lambda: sorted(Store(tmp_path, "exemple", CAMERA).verdicts()) == [f"{BEGAN}-3", f"{BEGAN}-4"])


def test_without_a_data_folder_nothing_is_learnt() -> None:
    mine = Learner(None)
    mine.play_with("exemple")
    play(mine, range(3))
    assert mine.state() == Learnt(False, False, "exemple") and mine.forget().dice == 0
    mine.erase(BEGAN)
    with pytest.raises(EyeError, match="dossier de données"):
        mine.switch(True)
    mine.close()


def test_a_real_lesson_learns_drawn_dice_in_a_process_of_its_own(reader: DiceReader, tmp_path: Path) -> None:
    mine = Learner(tmp_path, after=0, between=0)
    shared, asked = SharedReader(lambda: reader, tmp_path, mine), DiceSet.parse("2d6")
    mine.play_with("exemple")
    for number in range(12):
        value = 1 + number % 6
        image = picture(DieKind.D6, value, number, dice=2)
        saw = mine.saw(image, shared.read(image, asked), CAMERA)
        mine.keep(f"{BEGAN}-{number}", saw)
        mine.judge({f"{BEGAN}-{number}": Verdict((("d6", value), ("d6", value)), True)})
    try:
        wait_for(lambda: mine.state().used)
        before = reader.read(picture(DieKind.D6, 5, 77, dice=2), asked)
        after = shared.read(picture(DieKind.D6, 5, 77, dice=2), asked)
        assert [d.value for d in after.dice] == [5, 5] and after.certain
        assert min(d.confidence for d in after.dice) >= min(d.confidence for d in before.dice)
        assert reader.read(picture(DieKind.D6, 5, 77, dice=2), asked).dice == before.dice, "the general reader is unchanged"
    finally:
        mine.close()


def test_the_rows_of_a_crop_tell_its_label() -> None:
    image = picture(DieKind.D10, 7, 3)
    crop = image[110:238, 40:168]
    rows = Eyes().rows(np.ascontiguousarray(crop), ("d10", 7))
    assert set(rows) <= {"faces", "ten"} and (rows["faces"].wanted == 7).all()
    assert learning.NEW <= 4
