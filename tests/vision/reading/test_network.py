"""Both engines that run the networks give the same outputs, and a missing or wrong file gives one sentence."""

from __future__ import annotations

import builtins
import functools
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.dice import DiceSet
from companion.errors import UnreadablePicture
from vision import models
from vision.drawing.throws import throw
from vision.errors import ModelError
from vision.reading import photograph, read
from vision.reading.bicolour import WIDE
from vision.reading.faces import CLASSES, crop
from vision.reading.locate import Locator
from vision.reading.network import Network, blob, by_onnxruntime
from vision.reading.reader import DiceReader
from vision.reading.uppermost import RING
from vision.teaching.shared import SharedReader

NAMES = {"locator": (96, 160), "faces": (64, 64), "ten": (64, 64), "facing": (64, 64), "bicolour": (64, 64)}


@functools.cache
def tables(dice: str) -> list[tuple[np.ndarray, float]]:
    """Return drawn tables with the edge of their dice."""
    return [(play.still(), play.edge) for play in (throw(DiceSet.parse(dice), seed) for seed in range(20))]


@functools.cache
def dice(name: str) -> list[np.ndarray]:
    """Return crops of drawn dice, or whole tables for the locator."""
    drawn = tables("roulette" if name in ("ten", "bicolour") else "3d6")
    if name == "locator":
        return [cv2.resize(frame, (256, 160)) for frame, _ in drawn]
    wide = WIDE if name == "bicolour" else 1.0  # as the eye cuts its crops
    found = [(frame, one) for frame, edge in drawn for one in Locator().find(frame, 18 / edge)]
    level = [crop(frame, one.x, one.y, one.edge * wide) for frame, one in found]
    if name != "facing":
        return level
    found = [(frame, one) for frame, edge in tables("1d10") for one in Locator().find(frame, 18 / edge)]
    sides = [(RING * np.cos(way), RING * np.sin(way)) for way in np.arange(6) * np.pi / 3]
    return level + [crop(frame, k.x + x * k.edge, k.y + y * k.edge, k.edge) for frame, k in found for x, y in sides]


def crops(name: str, number: int = 3) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    high, wide = NAMES[name]
    return [cv2.resize(rng.integers(0, 255, (9, 12, 3), np.uint8), (wide, high)) for _ in range(number)]


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_say_the_same(name: str) -> None:
    pytest.importorskip("onnxruntime")
    one = by_onnxruntime(f"{name}.onnx")
    assert one is not None
    first, second = one(blob(crops(name))), Network(name, opencv=True).run(crops(name))
    assert first.shape == second.shape
    assert np.abs(first - second).max() < 2e-3


@pytest.mark.parametrize("name", NAMES)
def test_whole_numbers_say_what_floats_say(name: str) -> None:
    pytest.importorskip("onnxruntime")
    assert models.quickest(name) == f"{name}-int8.onnx"
    small, floats = Network(name).run(dice(name)), Network(name, opencv=True).run(dice(name))
    assert np.corrcoef(small.ravel(), floats.ravel())[0, 1] > 0.99
    if name in ("faces", "ten", "bicolour"):
        classes = {"faces": CLASSES, "ten": 11, "bicolour": 3}[name]
        assert (small[:, :classes].argmax(1) == floats[:, :classes].argmax(1)).mean() > 0.95


def test_a_new_network_drops_the_whole_numbers_of_the_old_one(damaged: Path) -> None:
    models.seal("faces.onnx", damaged)
    assert not (damaged / "faces-int8.onnx").exists()
    assert models.quickest("faces", damaged) == "faces.onnx"
    assert Network("faces").run(crops("faces")).shape[0] == 3


@pytest.mark.parametrize("name", ["faces", "ten", "facing", "bicolour"])
def test_a_crop_is_read_alike_alone_and_among_others(name: str) -> None:
    net = Network(name)
    together = net.run(crops(name))
    alone = np.concatenate([net.run([crop]) for crop in crops(name)])
    assert np.abs(together - alone).max() < 2e-3


def hide_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    really = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == "onnxruntime":
            raise ImportError(name)
        return really(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)


def test_without_onnxruntime_opencv_reads_the_same_dice(monkeypatch: pytest.MonkeyPatch, reader: DiceReader) -> None:
    hide_onnxruntime(monkeypatch)
    slow = DiceReader()
    play = throw(DiceSet.parse("3d6"), 5)
    one, other = (each.read(play.still(), DiceSet.parse("3d6"), play.edge) for each in (reader, slow))
    first, second = (sorted(each.dice, key=lambda d: d.box) for each in (one, other))  # rows of dice end between two pixels
    assert [(d.kind, d.value) for d in first] == [(d.kind, d.value) for d in second]
    assert np.abs(np.array([d.box for d in first]) - [d.box for d in second]).max() <= 2
    assert (one.certain, one.why) == (other.certain, other.why)


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a copy of the models' folder, which all code then reads and a test may damage."""
    folder = tmp_path / "models"
    shutil.copytree(models.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(models, "FOLDER", folder)
    for function in (models.data, models.load, models.quickest):
        monkeypatch.setattr(function, "__defaults__", (folder,))
    return folder


@pytest.mark.parametrize("kind", ["-int8", ""])
@pytest.mark.parametrize("network", NAMES)
@pytest.mark.parametrize(("harm", "words"), [("missing", "is missing"), ("changed", "not the one that belongs here")])
def test_a_missing_or_foreign_model_is_one_sentence(
    damaged: Path,
    network: str,
    kind: str,
    harm: str,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = f"{network}{kind}.onnx"
    if kind:
        pytest.importorskip("onnxruntime")
    else:
        hide_onnxruntime(monkeypatch)
    if harm == "missing":
        (damaged / name).unlink()
    else:
        (damaged / name).write_bytes(b"\0" + (damaged / name).read_bytes()[1:])
    with pytest.raises(ModelError, match=words) as caught:
        DiceReader()
    assert str(caught.value).count("\n") == 0 and str(caught.value).endswith(".")
    assert read.main(["some.jpg"]) == 2
    assert words in capsys.readouterr().err
    with pytest.raises(UnreadablePicture, match="lecteur de dés manque"):
        photograph.read(SharedReader(), cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1].tobytes(), None)


@pytest.mark.parametrize("harm", ["missing", "changed"])
def test_a_missing_or_foreign_network_for_smeared_dice_is_one_sentence(damaged: Path, harm: str) -> None:
    pytest.importorskip("onnxruntime")
    file = damaged / "smeared-int8.onnx"
    file.unlink() if harm == "missing" else file.write_bytes(b"\0" + file.read_bytes()[1:])
    with pytest.raises(ModelError, match="is missing" if harm == "missing" else "not the one that belongs here"):
        DiceReader()


def test_without_the_network_for_smeared_dice_they_are_asked_about(
    damaged: Path, monkeypatch: pytest.MonkeyPatch, reader: DiceReader
) -> None:
    hide_onnxruntime(monkeypatch)
    play = throw(DiceSet.parse("3d6"), 5)
    smeared = np.asarray(cv2.blur(play.still(), (1 + 2 * round(0.12 * play.edge), 1)), np.uint8)
    reading = DiceReader().read(smeared, DiceSet.parse("3d6"), play.edge)
    assert "blurred" in reading.why and not reading.certain


def test_a_model_with_the_right_checksum_that_no_engine_reads_is_one_sentence(damaged: Path) -> None:
    (damaged / "faces.onnx").write_bytes(b"no network at all")
    models.seal("faces.onnx", damaged)
    with pytest.raises(ModelError, match="cannot load"):
        DiceReader()
    assert json.loads((damaged / "checksums.json").read_text())["faces.onnx"]


SHAPES = """
import sys
import numpy as np
import onnxruntime as ort
if sys.argv[1] == "kept":
    class Kept(ort.SessionOptions):
        def __setattr__(self, name, value):
            if name not in ("enable_cpu_mem_arena", "enable_mem_pattern"):
                super().__setattr__(name, value)
    ort.SessionOptions = Kept
from companion.dice import DiceSet
from vision.drawing.throws import throw
from vision.reading.reader import DiceReader
def held():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("RssAnon")) // 1024
reader, rng, table = DiceReader(), np.random.default_rng(1), throw(DiceSet.parse("5d6"), 0).still()
reader.read(table)
before, (high, wide) = held(), table.shape[:2]
for _ in range(50):
    y, x, h, w = (int(rng.integers(side // 4, side)) for side in (high // 2, wide // 2, high, wide))
    reader.read(np.ascontiguousarray(table[y : y + h, x : x + w]))
print(held() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_pictures_of_many_sizes_do_not_pile_up_in_memory() -> None:
    """Regression: onnxruntime kept memory for every input shape, 20 MB in a long evening; "kept" is its default."""
    pytest.importorskip("onnxruntime")
    grown = {
        how: int(subprocess.run([sys.executable, "-c", SHAPES, how], capture_output=True, text=True, check=True).stdout)
        for how in ("kept", "given")
    }
    assert grown["given"] < 0.7 * grown["kept"], grown
