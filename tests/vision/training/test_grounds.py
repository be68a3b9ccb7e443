"""Grounds of photographs: parts in any size, of pictures that show colours only."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.grounds import Photographs, ground


def stored(path: Path, colour: tuple[int, int, int], size: tuple[int, int] = (256, 400)) -> None:
    path.parent.mkdir(exist_ok=True)
    assert cv2.imwrite(str(path), np.full((*size, 3), colour, np.uint8))


def test_a_photographed_ground_shows_only_photographs(tmp_path: Path) -> None:
    stored(tmp_path / "walls" / "brick.jpg", (20, 40, 200))
    stored(tmp_path / "walls" / "brick_norm.jpg", (200, 40, 20))
    stored(tmp_path / "icon.png", (20, 200, 40), (64, 64))
    photographs, rng = Photographs(tmp_path), np.random.default_rng(1)
    for side in (128, 224, 640):
        for _ in range(20):
            part = ground(rng, side, side + 10, clutter=0.0, photographs=photographs)
            assert part.shape == (side, side + 10, 3) and part.dtype == np.float32
            assert 0 <= part.min() and part.max() <= 1
            assert part[..., 2].mean() > 2 * part[..., :2].mean(), "the red of the brick"


def test_a_folder_without_photographs_is_named(tmp_path: Path) -> None:
    stored(tmp_path / "icon.png", (20, 200, 40), (64, 64))
    with pytest.raises(ValueError, match="no photographs of grounds in"):
        Photographs(tmp_path).part(np.random.default_rng(1), 128, 128)
