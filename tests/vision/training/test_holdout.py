"""The hold-out shares no font, ground, die or light with training, in the committed split and in the drawn scenes."""

from __future__ import annotations

import inspect
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.dice import DieKind
from vision.training import grounds, hard, holdout, looks, score
from vision.training.holdout import SPLIT, Placed

RNG = np.random.default_rng


def apart(a: list[float], b: list[float]) -> bool:
    """Whether two lists of values have nothing in common; a list of two values is a range."""
    return not set(a) & set(b) and (max(a) < min(b) or max(b) < min(a) or len(a) > 2 or len(b) > 2)


def test_no_font_is_on_both_sides() -> None:
    training, holdout_ = set(SPLIT["fonts"]["training"]), set(SPLIT["fonts"]["holdout"])
    assert not training & holdout_
    assert len(holdout_) > 40

    def kept_away(name: str) -> bool:
        return zlib.crc32(name.encode()) % looks.HELD_OUT == 0

    assert not any(map(kept_away, training))
    assert all(kept_away(n) or n in holdout.HERSHEY for n in holdout_)


def test_no_font_is_drawn_on_two_sides() -> None:
    pytest.importorskip("PIL", reason="the extra train brings Pillow, which draws the fonts of training")
    from pathlib import Path

    names = {side: {Path(f).stem for f in looks.fonts(side)} for side in looks.SIDES}
    assert not names["training"] & set(SPLIT["fonts"]["holdout"])
    assert not names["training"] & names["validation"]
    assert not names["holdout"] & (names["training"] | names["validation"])


def test_no_percentile_die_is_drawn_as_a_d10(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: 3 % of the drawn d10 had the prints 00 to 90, so training took this strange die for a d10."""
    printed: list[str] = []

    def glyph(text: str, *rest: Any, **more: Any) -> np.ndarray:
        printed.append(text)
        return np.zeros((64, 64), np.uint8)

    monkeypatch.setattr(looks, "glyph", glyph)
    monkeypatch.setattr(looks, "mark", lambda *_: None)
    monkeypatch.setattr(looks, "fonts", lambda side: ("font",))
    monkeypatch.setattr(looks, "font_odds", lambda side: np.ones(1))
    for seed in range(150):
        looks.look(RNG(seed), "d10")
    assert set(printed) == set("0123456789")


def test_what_was_trained_on_is_never_chosen_by() -> None:
    assert {looks.side_of(f) for f in SPLIT["fonts"]["training"]} == {"training"}
    assert {looks.side_of(f) for f in SPLIT["fonts"]["validation"]} == {"validation"}


@pytest.mark.parametrize(
    ("group", "name"),
    [("dice", "sharp"), ("dice", "shine"), ("dice", "ball"), ("lights", "softness"), ("lights", "window_size")],
)
def test_the_ranges_of_the_split_do_not_meet(group: str, name: str) -> None:
    assert apart(SPLIT[group][name]["training"], SPLIT[group][name]["holdout"])


def within(value: float, allowed: list[float], a_range: bool) -> bool:
    return allowed[0] <= value <= allowed[1] if a_range else value in allowed


@pytest.mark.parametrize("kind", ["pips", "hard", "blank"])
def test_every_die_of_training_keeps_to_its_side(kind: str) -> None:
    dice = SPLIT["dice"]
    for seed in range(150):
        made, _ = looks.look(RNG(seed), kind)
        assert within(made.sharp, dice["sharp"]["training"], True)
        assert within(made.shine, dice["shine"]["training"], False)
        assert within(made.ball, dice["ball"]["training"], False)


@pytest.mark.parametrize("kind", ["d6", "d10", "bicolour"])
def test_every_die_of_the_holdout_keeps_to_its_side(kind: str) -> None:
    dice = SPLIT["dice"]
    for seed in range(40):
        made = holdout.die(RNG(seed), kind, "hershey-duplex" if kind == "d10" else None)
        assert within(made.sharp, dice["sharp"]["holdout"], True)
        assert within(made.shine, dice["shine"]["holdout"], False)
        assert within(made.ball, dice["ball"]["holdout"], False)


def test_no_light_is_on_both_sides() -> None:
    for seed in range(300):
        training, held = looks.view(RNG(seed), 0.2), holdout.view(RNG(seed))
        for name in ("softness", "window_size"):
            sides = SPLIT["lights"][name]
            assert within(getattr(training, name), sides["training"], True)
            assert within(getattr(held, name), sides["holdout"], True)


def test_no_ground_is_on_both_sides() -> None:
    assert not set(SPLIT["grounds"]["training"]) & set(SPLIT["grounds"]["holdout"])
    assert set(re.findall(r'kind == "(\w+)"', inspect.getsource(holdout.ground))) < set(SPLIT["grounds"]["holdout"])
    drawn = inspect.getsource(holdout)
    assert "grounds" not in re.findall(r"^(?:from|import) .*", drawn, re.M)
    assert holdout.ground.__module__ != grounds.ground.__module__


def test_no_seed_is_on_both_sides() -> None:
    assert not set(SPLIT["seeds"]["training"]) & set(SPLIT["seeds"]["holdout"])
    firsts = sorted(SPLIT["seeds"]["holdout"])
    assert all(b - a >= 10_000 for a, b in zip(firsts, firsts[1:], strict=False))


@pytest.fixture
def without_font_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw only with OpenCV's fonts, which need no font file."""
    monkeypatch.setattr(holdout, "font_files", dict)


@pytest.mark.usefixtures("without_font_files")
def test_a_scene_is_the_same_every_time_and_its_truth_fits_what_was_asked() -> None:
    seen: set[str] = set()
    for number in range(6):
        one = holdout.scene(holdout.READ + 5000 + number)
        seen |= {d.kind.value for d in one.dice}
        h, w = one.image.shape[:2]
        for d in one.dice:
            assert 0 < d.x < w
            assert 0 < d.y < h
            assert 24 <= d.edge <= 190
            assert d.kind != "d10" or d.edge >= 59
        assert one.expected().accepts([(d.kind, "white") for d in one.dice])
    assert np.array_equal(one.image, holdout.scene(holdout.READ + 5005).image)
    assert "d6" in seen


def test_troubled_scenes_have_two_dice_and_a_reason() -> None:
    names = {holdout.troubled(holdout.LEANING + 5000 + n).trouble for n in range(6)}
    assert names == {"leaning", "stacked"}


def test_hard_scenes_are_as_hard_as_they_say_and_the_same_every_time() -> None:
    white, tiny = hard.scene("white", 2), hard.scene("tiny", 2)
    x, y = int(white.dice[0].x), int(white.dice[0].y)
    assert np.median(white.image) > 0.6 * np.percentile(white.image[y - 20 : y + 20, x - 20 : x + 20], 90)
    assert all(d.edge < 33 for d in tiny.dice) and np.array_equal(tiny.image, hard.scene("tiny", 2).image)
    assert {d.kind for d in white.dice + tiny.dice} == {DieKind.D6}


def test_a_row_counts_what_was_silently_wrong() -> None:
    row: Any = score.Row()
    for right, certain in ((True, True), (False, True), (True, False), (False, False)):
        row.add(right, certain)
    assert (row.scenes, row.right, row.certain, row.silent) == (4, 2, 2, 1)
    assert row.told("d6") == "| d6 | 4 | 50.0% | 50.0% | 50.00 % | 1 |"


def test_a_scoring_that_broke_off_goes_on_where_it_stopped(tmp_path: Any) -> None:
    file = tmp_path / "log.jsonl"
    asked: list[int] = []

    def read(number: int) -> dict[str, Any]:
        asked.append(number)
        return {"right": number > 1}

    first = score.Log(file)
    assert [first.get("told", n, read)["right"] for n in range(3)] == [False, False, True]
    again = score.Log(file)
    assert [again.get("told", n, read)["right"] for n in range(4)] == [False, False, True, True]
    assert asked == [0, 1, 2, 3]
    assert again.get("blind", 0, read) == {"part": "blind", "number": 0, "right": False}


def test_a_scene_that_is_kept_comes_back_as_it_was(tmp_path: Path) -> None:
    dice = (Placed(DieKind.D6, 4, 10.5, 20.0, 33.0), Placed(DieKind.BICOLOUR, "red", 5.0, 6.0, 30.0))
    one = holdout.Scene(np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8), dice)
    one.save(tmp_path / "7.png")
    again = holdout.Scene.load(tmp_path / "7.png")
    assert again.dice == dice
    assert np.array_equal(again.image, one.image)
