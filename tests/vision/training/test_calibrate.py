"""The calibration chooses certainty thresholds and belief weights on validation pictures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from vision.reading import belief
from vision.training import calibrate
from vision.training.calibrate import Said
from vision.training.looks import look, pose
from vision.training.sprites import D10, LEANING
from vision.training.tables import plain

DIE = np.array([1, 8.0, 4.0, 6.0, 0.0, 0.99, 0.0, 0.0, 1.0, 0.0, 0.0])
"""The features of a place that certainly shows a die."""


def place(kind: str, value: str, *doubts: float, x: float = 100.0) -> dict[str, Any]:
    """Return a place in the format of ``collect``, read as ``kind`` and ``value``."""
    named = (kind, value, doubts, [])
    facing = np.zeros(2)
    return {"features": DIE, "top": None, "label": 1, "where": (x, 100.0, 40.0), "neither": False, "digit": -1,
            "named": named, "classes": np.eye(11)[int(value) if kind == "d6" else 7], "facing": (facing, facing)}  # fmt: skip


def row(places: list[dict[str, Any]], want: dict[tuple[str, str], int], fair: bool = True) -> dict[str, Any]:
    asked = Counter(p["named"][0] for p in places)
    return {"places": {"blind": places, "told": places}, "want": Counter(want), "asked": asked, "fair": fair,
            "name": ("", 0), "width": 640, "vain": False}  # fmt: skip


def test_a_wrong_die_is_a_mistake_of_its_kind_alone() -> None:
    both = [place("d10", "4", 0.999, 0.99), place("d6", "2", 0.999, x=300)]
    (said,) = calibrate.said([row(both, {("d10", "7"): 1, ("d6", "2"): 1})], "told")
    assert said.wrong == {"d10"} and set(said.believed) == {"d6", "d10"}


def test_what_cannot_be_read_is_a_mistake_of_what_is_believed_least() -> None:
    both = [place("d10", "4", 0.9, 0.5), place("d6", "2", 0.9999, x=300)]
    (said,) = calibrate.said([row(both, {}, fair=False)], "told")
    assert said.wrong == {"d10"}


def test_what_would_be_asked_about_is_not_believed() -> None:
    doubted = place("d6", "2", 0.9999)
    doubted["named"] = (*doubted["named"][:3], ["blurred"])
    (said,) = calibrate.said([row([doubted], {("d6", "2"): 1})], "told")
    assert not said.believed and not said.sure and not said.wrong


def test_a_reading_is_sure_where_each_kind_is(monkeypatch: pytest.MonkeyPatch) -> None:
    made = belief.Weights(DIE, (1.0, 0.0, 0.0), {}, {"d6": 0.9, "d10": 0.95})
    monkeypatch.setattr(belief, "weights", lambda: made)
    assert Said({"d6": 0.91, "d10": 0.96}, frozenset()).sure
    assert not Said({"d6": 0.91, "d10": 0.94}, frozenset()).sure
    assert not Said({"d6": 0.91, "unknown": 0.99}, frozenset()).sure


def test_the_threshold_lets_no_more_mistakes_pass_than_allowed() -> None:
    rng = np.random.default_rng(4)
    believed = rng.uniform(0.5, 1, 4000)
    right = rng.random(4000) < believed**0.3
    answers = list(zip(believed.tolist(), right.tolist(), strict=True))
    least = calibrate.certain(answers, 0.01)
    passed = [ok for b, ok in answers if b >= least]
    assert calibrate.LEAST < least < 1 and 1 - np.mean(passed) <= 0.01
    assert calibrate.certain([(0.6, True), (0.4, True)], 0.01) == calibrate.LEAST
    assert calibrate.certain([(0.99, False)], 0.01) == 1.0


def test_one_wrong_answer_moves_the_threshold_less_than_it_would_alone() -> None:
    answers = [Said({"d6": 0.9 + n / 3000}, frozenset({"d6"} if n == 290 else ())) for n in range(300)]
    alone = calibrate.certain([(a.believed["d6"], not a.wrong) for a in answers], calibrate.ALLOWED["d6"])
    assert 0.9 < calibrate.steadily(answers, "d6") < alone
    assert calibrate.steadily(answers, "d10") == 1.0


def test_no_threshold_is_chosen_by_what_no_look_tells() -> None:
    def dice(kind: int, plain: bool) -> np.ndarray:
        return np.array([[100, 100, 40, kind, 0, 3, float(plain)]])

    assert calibrate.vain(dice(LEANING, True)) and calibrate.vain(dice(D10, False))
    assert not calibrate.vain(dice(D10, True)) and not calibrate.vain(dice(4, False))


def test_from_above_the_face_on_top_shows_most_and_from_beside_another_may() -> None:
    pytest.importorskip("PIL", reason="Pillow prints the digits of drawn dice, which only training needs")
    for seed in range(20):
        rng = np.random.default_rng(seed)
        made, _ = look(rng, "d10")
        turn, _ = pose(rng, made, lean=False)
        assert plain(made, turn, 0.0) and not plain(made, turn, np.radians(85))
