"""Simulated films: dice come to rest on a face, the truth names it, and the same number gives the same film."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.films import judge
from tests.films.noise import Rng

pytest.importorskip("mujoco", reason="the extra films brings mujoco and av, which only films need")
pytest.importorskip("av", reason="the extra films brings mujoco and av, which only films need")


@pytest.mark.parametrize("kind", ["d6", "d10", "bicolour"])
def test_a_die_dropped_on_each_face_comes_to_rest_on_it(kind: str) -> None:
    from tests.films.prints import die
    from tests.films.stage import Stage
    from tests.films.world import Lamp, Room, Table

    made = die(np.random.default_rng(3), kind, exam=False)
    ground = Table(np.full((8, 8, 3), 90, np.uint8), 60, 0.7, 0.4, 0.1)
    stage = Stage(Room(ground, (made,) * len(made.solid.values), (), (), (Lamp((0, 0, 60), (0.5,) * 3),), (0.3,) * 3))
    for i, value in enumerate(made.solid.values):
        stage.solid(i, True)
        stage.put(i, np.array([4.0 * i, 0, made.solid.height + 1.0]), tilted(made.solid.lying(value, 0.3 * i), 5))
    stage.run(1.0)
    for i, value in enumerate(made.solid.values):
        at, turn = stage.pose(i)
        assert made.solid.up(turn) == (value, pytest.approx(0, abs=0.5))
        assert at[2] == pytest.approx(made.solid.height, abs=0.02)
    assert stage.at_rest(list(range(len(made.solid.values))))


def tilted(rotation: np.ndarray, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ rotation


def test_a_number_is_one_film_in_practice_and_another_in_the_exam() -> None:
    from tests.films import film

    once, twice, exam = film.plan("practice", 4), film.plan("practice", 4), film.plan("exam", 4)
    assert (once.plot, once.size, once.ground, once.expect) == (twice.plot, twice.size, twice.ground, twice.expect)
    assert np.array_equal(once.room.table.picture, twice.room.table.picture)
    assert not np.array_equal(once.view.at, exam.view.at)


def test_a_die_set_aside_is_no_throw() -> None:
    from tests.films import film

    plan = film.plan("aside", 0)
    story = film.truth(plan, film.act(plan))
    assert len(plan.room.hands) == 1 and plan.plot == "set aside"
    assert story["throws"] == [] and [one["what"] for one in story["others"]] == ["set down"]


def test_what_happens_in_a_film_follows_from_its_number() -> None:
    from tests.films import film

    plan = film.plan("practice", 4)
    stories = [film.truth(plan, film.act(plan)) for _ in range(2)]
    assert stories[0] == stories[1]
    throws = stories[0]["throws"]
    assert throws and all(t["released"] < t["rest"] <= t["clear"][0] < t["clear"][1] <= t["moved"] for t in throws)
    for die in (d for t in throws for d in t["dice"]):
        assert 0 <= die["box"][0] <= die["box"][0] + die["box"][2] <= plan.size[0]
        assert die["lean"] < 1 and die["value"] in plan.room.dice[die["die"]].solid.values


def test_frames_are_exposed_row_by_row() -> None:
    from tests.films.draw import shutter

    shots = [np.full((100, 4, 3), v, np.uint8) for v in (0, 100, 200, 250)]
    times = np.array([0.005, 0.015, 0.025, 0.035])
    rows = shutter(shots, times, 0.0, exposure=0.01, readout=0.03)[:, 0, 0].astype(int)
    assert rows[0] == 0 and rows[-1] >= 245 and (np.diff(rows) >= 0).all()
    assert abs(int(shutter(shots, times, 0.0, exposure=0.04, readout=1e-6)[50, 0, 0]) - 137) <= 1


def test_exposure_follows_the_light_and_flicker_bands_the_rows() -> None:
    from tests.films.lens import Sensor, lens

    rng: Rng = np.random.default_rng(1)
    habits = replace(
        lens(rng, 5.0, 60),
        flicker=0.2,
        mains=100.0,
        exposure=0.002,
        readout=0.02,
        eager=4.0,
        overshoot=0.0,
        lamp=((1.0, 0.5),),
        noise=0.5,
        vignette=0.0,
        breathing=(),
        gain=0.5,
    )
    sensor = Sensor(habits, 80, 60, rng)
    means = [float(sensor.take(np.full((60, 80, 3), 120, np.uint8), i / 30).mean()) for i in range(90)]
    assert min(means[30:40]) < 0.85 * np.mean(means[10:25]), "the lamp is dimmed"
    assert np.mean(means[80:]) > 1.1 * min(means[30:40]), "and the exposure follows"
    rows = sensor.rows(0.0)
    assert rows.max() > 1.15 and rows.min() < 0.85 and abs(rows.mean() - 1) < 0.02


@pytest.mark.slow
def test_a_film_is_made_twice_alike_and_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.films import film

    plan = film.plan("practice", 4)
    small = replace(plan, fps=10)
    monkeypatch.setattr(film, "plan", lambda split, number, photographs=None: small)
    digests = []
    for name in ("once", "again"):
        (tmp_path / name).mkdir()
        truth = json.loads(film.make("practice", 4, tmp_path / name).read_text("utf-8"))
        digests.append(hashlib.sha256((tmp_path / name / truth["file"]).read_bytes()).hexdigest())
    assert digests[0] == digests[1]
    rows = judge.read(tmp_path / "once" / truth["file"], truth["expect"])
    assert all({"time", "first_still", "dice", "certain", "why"} <= set(row) for row in rows)
    verdict = judge.judge(truth, rows)
    assert verdict.throws == 1 and verdict.once + verdict.doubles <= len(rows)
    perfect = [
        {"time": t["rest"], "first_still": round(t["rest"] * 10), "dice": t["dice"], "certain": True, "why": []}
        for t in truth["throws"]
    ]
    assert judge.judge(truth, perfect).errors == []


def test_a_film_of_photographs_shows_each_of_them_from_rest_until_its_dice_are_taken(tmp_path: Path) -> None:
    from tests.films.photographed import FPS, film, shots

    rows, rng = [], np.random.default_rng(2)
    for k, values in enumerate(((3, 5), (1, 6), (2, 2))):
        picture, boxes = np.full((200, 240, 3), 120 + 4 * k, np.uint8), []
        for x in (70 + 20 * k, 130):
            picture[90:110, x : x + 20] = rng.integers(0, 255, (20, 20, 1))
            boxes.append([x, 90.0, 20.0, 20.0])
        assert cv2.imwrite(str(tmp_path / f"tray_{k}.jpg"), picture)
        dice = [{"value": v, "bbox": b} for v, b in zip(values, boxes, strict=True)]
        rows.append({"file": f"tray_{k}.jpg", "dice": dice, "note": "EXCLUDE: blurred" if k == 2 else None})
    (tmp_path / "labels.json").write_text(json.dumps(rows), "utf-8")
    shown, throws = shots(tmp_path, "tray"), list[judge.Row]()
    frames = list(film(shown, rng, throws))
    assert [[die["value"] for die in throw["dice"]] for throw in throws] == [[3, 5], [1, 6]]
    for shot, throw in zip(shown, throws, strict=True):
        start, end = round(throw["rest"] * FPS), round(throw["clear"][1] * FPS)
        assert throw["released"] < throw["rest"] and end - start >= 0.4 * FPS
        for frame in (frames[start], frames[start + 12]):
            for x, y, w, h in (map(int, box) for box in shot.boxes):
                assert np.abs(frame - shot.picture)[y : y + h, x : x + w].mean() < 12
    last = frames[-1].astype(float)
    assert np.abs(last - shown[-1].ground).mean() < 8, "in the end all dice are taken"
