"""Exported weights can be loaded for further training, and the whole recipe runs from drawing to exported networks."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import models

torch = pytest.importorskip("torch", reason="the extra train brings torch, which only training needs")
pytest.importorskip("onnx", reason="the extra train brings onnx, which only training needs")
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "name, shape",
    [(name, (16, 3, 64, 64)) for name in ("ten", "faces", "facing", "bicolour")] + [("locator", (2, 3, 96, 96))],
)
def test_an_exported_network_comes_back_as_it_was(name: str, shape: tuple[int, ...]) -> None:
    from vision.training.export import NETS
    from vision.training.resume import resume

    net = NETS[name]()
    batch = torch.rand(shape, generator=torch.Generator().manual_seed(4)) - 0.5
    resume(net, batch, name)
    net.eval()
    with torch.no_grad():
        again = net(batch).numpy()
    exported = models.load(name)
    exported.setInput(batch.numpy())
    assert np.abs(again - exported.forward()).max() < 1e-3


def test_a_network_stored_in_integers_only_can_learn_further() -> None:
    from vision.reading.network import by_onnxruntime
    from vision.training.smeared import begun, resume

    batch = torch.from_numpy(np.random.default_rng(4).random((16, 3, 64, 64), np.float32)) - 0.5
    net = begun(batch)
    with torch.no_grad():
        before = net.eval()(batch).numpy()
        resume(net, batch, "smeared-int8")
        again = net.eval()(batch).numpy()
    integers = by_onnxruntime("smeared-int8.onnx")
    assert integers is not None
    told = integers(batch.numpy())[:, :11]
    assert np.abs(again[:, :11] - told).mean() < 0.2 < np.abs(before[:, :11] - told).mean()


def test_a_wider_network_begins_as_the_narrower_one_was() -> None:
    from vision.training.nets import Crop, Tops, begin

    torch.manual_seed(5)
    narrow, wide = Crop(3).eval(), Tops().eval()
    batch = torch.rand((8, 3, 64, 64)) - 0.5
    begin(wide, narrow.state_dict())
    with torch.no_grad():
        assert torch.allclose(wide(batch), narrow(batch), atol=1e-5)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_one_command_draws_trains_exports_and_judges(tmp_path: Path) -> None:
    pytest.importorskip("mujoco", reason="the extra train brings mujoco, which only training needs")
    for package in ("vision", "companion", "tests/worlds"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "vision" / "models"
    for old in folder.glob("*.onnx"):
        old.unlink()
    surface = np.random.default_rng(3).integers(0, 256, (400, 400, 3), np.uint8)
    (tmp_path / "surfaces").mkdir()
    cv2.imwrite(str(tmp_path / "surfaces" / "wood.png"), surface)
    command = [sys.executable, "-m", "vision.training", "work", "--share=0.0005", "--grounds=surfaces"]
    subprocess.run(command, check=True, cwd=tmp_path)
    assert len(list((tmp_path / "work" / "grounds").glob("hits_*"))) == 4
    assert set(json.loads((folder / "checksums.json").read_text())) == {
        "belief.json",
        "smeared-int8.onnx",
        *(f"{name}{kind}.onnx" for name in ("bicolour", "faces", "facing", "locator", "ten") for kind in ("", "-int8")),
    }
    shapes = {"locator": (1, 3, 96, 96)} | dict.fromkeys(("bicolour", "faces", "facing", "ten"), (1, 3, 64, 64))
    for name, shape in shapes.items():
        net = models.load(name, folder)
        net.setInput(np.zeros(shape, np.float32))
        assert np.isfinite(np.asarray(net.forward())).all()
    certain = json.loads((folder / "belief.json").read_text())["certain"]
    assert all(0.8 < certain[kind] <= 1 for kind in ("d6", "d10", "bicolour"))
    assert cv2.imread(str(tmp_path / "work" / "tables_fit" / "0.png")) is not None
