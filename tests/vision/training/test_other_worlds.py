"""From other worlds, locator and crop reader learn where the top face lies, and the digit reader which digit is upright."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra train brings torch, which only training needs")

from vision.reading.faces import LOGITS, OUTPUTS, PLACE, REACH, SIDE  # noqa: E402
from vision.reading.ten import WRONG  # noqa: E402
from vision.training.classifier import OFF_FACE, Source  # noqa: E402
from vision.training.facing import Dice  # noqa: E402
from vision.training.locator import HIGH, LOW, SIZE, framed  # noqa: E402
from vision.training.scenes import MOST  # noqa: E402
from vision.training.ten import others, sample  # noqa: E402
from vision.training.wider import grounds, loss, world  # noqa: E402
from vision.training.worlds import LEFT_OUT, pictures  # noqa: E402

EDGE = 30.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pictures of a world: in each, a bright dot marks the middle of a d10's top face."""
    rng = np.random.default_rng(6)
    for n in range(2 * LEFT_OUT):
        x, y = rng.uniform(60, 180, 2)
        picture = np.zeros((240, 240, 3), np.uint8)
        cv2.circle(picture, (round(x * 16), round(y * 16)), 32, (255, 255, 255), -1, cv2.LINE_AA, 4)
        spin = float(rng.uniform(0, 2 * np.pi))
        cv2.imwrite(str(tmp_path / f"{n:05}.png"), picture)
        np.save(tmp_path / f"{n:05}.npy", np.array([[x, y, EDGE, 7, 3, 0.1, spin]], np.float32))
    return tmp_path


def test_every_fifth_picture_of_a_world_is_left_out(folder: Path) -> None:
    part = world(folder)
    assert len(part.pictures) == len(part.dice) == 2 * LEFT_OUT - 2
    assert len(part.places) == 2 * LEFT_OUT - 2 and (part.dice[:, 1:, 3] == -1).all()


def test_on_photographed_grounds_only_what_is_no_die_is_learned_from_the_hits(tmp_path: Path) -> None:
    dice = np.full((1, 2, 9), -1, np.float32)
    dice[0, 0] = 40, 50, EDGE, 7, 3, 0, 0, 1, 0
    np.save(tmp_path / "dice_training_8.npy", dice)
    np.save(tmp_path / "pictures_training_8.npy", np.zeros((1, SIZE, SIZE, 3), np.uint8))
    np.save(tmp_path / "hits_training_8.npy", np.array([(0, 40, 50, EDGE, 7, 0), (0, 120, 90, 24, 0, -1)], np.float32))
    (part,) = grounds(tmp_path)
    rng = np.random.default_rng(1)
    assert part.places.tolist() == [[0, 0]] and part.hits is not None
    assert {tuple(part.hits.any(rng)) for _ in range(40)} == {(0, 120, 90, 24, 0, -1)}


def test_a_window_of_a_world_shows_the_die_where_its_row_says(folder: Path) -> None:
    rng, edges = np.random.default_rng(5), list[float]()
    for picture, dice in [*pictures(folder)] * 8:
        view, ((x, y, edge, *_),) = framed(rng, picture, dice)
        assert view.shape == (SIZE, SIZE, 3)
        if min(x, y) > 9 and max(x, y) < SIZE - 9:
            ys, xs = np.indices(view.shape[:2])
            shown = view.astype(float).sum(2)
            assert abs((xs * shown).sum() / shown.sum() - x) < 0.6 and abs((ys * shown).sum() / shown.sum() - y) < 0.6
            edges.append(float(edge))
    assert len(edges) > 30 and LOW <= min(edges) < 20 and 40 < max(edges) <= HIGH


def test_the_place_is_where_the_crop_shows_the_middle_of_the_top_face(folder: Path) -> None:
    source = Source(None, [], beside=0, change=lambda _, picture: picture, astray=0.6, parts=[world(folder)])
    rng, far = np.random.default_rng(2), 0
    for _ in range(60):
        sample = source.get(rng)
        assert sample.place is not None
        x, y = sample.place[:2] * SIDE / REACH + SIDE / 2
        if not (2 < x < SIDE - 2 and 2 < y < SIDE - 2):
            continue
        shown = sample.crop.astype(float).sum(2)
        ys, xs = np.indices(shown.shape)
        assert abs((xs * shown).sum() / shown.sum() - x) < 0.6 and abs((ys * shown).sum() / shown.sum() - y) < 0.6
        aside = float(np.hypot(*sample.place[:2])) > OFF_FACE
        assert sample.label == (-1 if aside else 7)
        far += aside
    assert 5 < far < 55


def test_a_better_place_has_a_smaller_loss(folder: Path) -> None:
    source = Source(None, [], beside=0, astray=0.3, parts=[world(folder)])
    rng = np.random.default_rng(3)
    samples = [source.get(rng) for _ in range(16)]
    given = torch.zeros((16, OUTPUTS))
    right = given.clone()
    right[:, PLACE : PLACE + 3] = torch.tensor(np.array([s.place for s in samples]), dtype=torch.float32) * 10
    near = right.clone()
    near[:, PLACE] += 0.5
    shares = [1.0] * 16
    assert loss(samples, shares, given, right) < loss(samples, shares, given, near) < loss(samples, shares, given, near * 3)


def pointing(folder: Path) -> Path:
    """Draw pictures of a d10 whose facing and rotation are told: a bright dot lies in that direction, above its upright digit."""
    rng = np.random.default_rng(7)
    for n in range(2 * LEFT_OUT):
        way = float(rng.uniform(0, 2 * np.pi))
        facing = 0.4 * np.array([np.cos(way), np.sin(way)])
        picture = np.zeros((240, 240, 3), np.uint8)
        cv2.circle(picture, tuple(int(v) for v in np.round(16 * (120 + EDGE * facing))), 48, (255, 255, 255), -1, cv2.LINE_AA, 4)
        cv2.imwrite(str(folder / f"{n:05}.png"), picture)
        spin = np.arctan2(-facing[0], -facing[1])
        np.save(folder / f"{n:05}.npy", np.array([[120, 120, EDGE, 7, 3, 0.1, spin, *facing]], np.float32))
    return folder


def test_the_facing_and_the_digit_of_another_world_turn_with_the_crop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.facing.light", lambda _, picture: picture)  # it adds reflections
    crops, wanted = Dice(tmp_path, [pointing(tmp_path)]).some(np.random.default_rng(8), 30)
    for crop, told in zip(crops, wanted, strict=True):
        ys, xs = np.nonzero(crop.max(2) > 0.7 * crop.max())
        off = np.array([xs.mean(), ys.mean()]) - SIDE / 2
        facing, (c, s) = told[:2], told[2:]
        assert off @ facing > 0.9 * np.linalg.norm(off) * np.linalg.norm(facing)
        assert np.isnan(c) or off @ (s, c) < -0.9 * np.linalg.norm(off), "so turned, the dot is above the middle"
    assert 5 < np.isnan(wanted[:, 2]).sum() < 25, "a mirrored digit is none"


def test_each_world_has_its_share_of_the_dice_whose_facing_is_learned(tmp_path: Path) -> None:
    """A picture may list more faces than a scene has dice."""
    few, many = tmp_path / "few", tmp_path / "many"
    for folder in (few, many):
        folder.mkdir()
        pointing(folder)
    for rows in many.glob("*.npy"):
        np.save(rows, np.repeat(np.load(rows), MOST + 2, 0))
    assert [len(kind) for kind in Dice(tmp_path, [few, many]).kinds] == [8, 8 * (MOST + 2)]


def test_a_facing_that_a_world_tells_is_learned_instead_of_the_former_answer(tmp_path: Path, folder: Path) -> None:
    assert world(folder, searched=False).marks is None
    (tmp_path / "told").mkdir()
    source = Source(None, [], beside=0, parts=[world(pointing(tmp_path / "told"), searched=False)])
    rng = np.random.default_rng(3)
    samples = [source.get(rng) for _ in range(16)]
    given = torch.zeros((16, OUTPUTS))
    told = given.clone()
    told[:, LOGITS : LOGITS + 2] = torch.tensor(np.array([s.facing for s in samples]), dtype=torch.float32)
    assert loss(samples, [1.0] * 16, given, told) < loss(samples, [1.0] * 16, given, given)
    assert loss(samples, [0.3] * 16, given, told) > loss(samples, [0.3] * 16, given, given)


def test_a_digit_of_another_world_stands_upright_in_the_crops_labelled_with_it(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    for n in range(2 * LEFT_OUT):
        spin = float(rng.uniform(0, 2 * np.pi))
        picture, above = np.zeros((240, 240, 3), np.uint8), 120 + 0.22 * EDGE * np.array([-np.sin(spin), -np.cos(spin)])
        cv2.circle(picture, tuple(int(v) for v in np.round(16 * above)), 48, (255, 255, 255), -1, cv2.LINE_AA, 4)
        cv2.imwrite(str(tmp_path / f"{n:05}.png"), picture)
        kind = (7, 3) if n % 2 else (9, -1)
        np.save(tmp_path / f"{n:05}.npy", np.array([[120, 120, EDGE, *kind, 0.1, spin]], np.float32))
    dice, upright = others([tmp_path]), 0
    assert sorted(row[3] for _, row in dice) == [3] * 4 + [WRONG] * 4
    for _ in range(20):
        for picture, row in dice:
            crop, label = sample(rng, picture, row)
            if label == 3:
                ys, xs = np.nonzero(crop.max(2) > 0.6 * crop.max())
                assert np.arctan2(31.5 - ys.mean(), abs(xs.mean() - 31.5)) > 0, "the mark lies above the middle"
                upright += 1
            assert label in (3, WRONG) and (row[3] != WRONG or label == WRONG)
    assert upright > 20


def test_an_illegible_or_small_die_of_another_world_is_not_learnt_from(tmp_path: Path) -> None:
    flat, bright = np.full((240, 240, 3), 90, np.uint8), np.zeros((240, 240, 3), np.uint8)
    bright[110:122, 118:122] = 255
    fine, pale, small, slanted = (bright, EDGE, 0), (flat, EDGE, 0), (bright, 10, 0), (bright, EDGE, 1)
    for n, (picture, edge, tilt) in enumerate((fine, pale, small, slanted, fine)):  # the first is left out
        cv2.imwrite(str(tmp_path / f"{n:05}.png"), picture)
        np.save(tmp_path / f"{n:05}.npy", np.array([[120, 120, edge, 7, 1, tilt, 0]], np.float32))
    assert len(others([tmp_path])) == 1
