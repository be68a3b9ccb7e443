"""The worlds share no code, and each lists the dice that its pictures show."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from tests.worlds import ours
from vision.reading.locate import Hit
from vision.reading.ten import Ten, view

FOLDER = Path(__file__).parent
RENDERERS = {"mitsuba": {"mitsuba", "drjit"}, "mujoco": {"mujoco"}, "blender": {"bpy", "bmesh", "mathutils"}}
COMMON = {*sys.stdlib_module_names, "numpy", "cv2", "PIL"}


def imported(path: Path) -> set[str]:
    """Return the first part of the name of each module that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("name", RENDERERS)
def test_a_world_imports_only_its_own_renderer(name: str) -> None:
    """Two worlds that shared meshes, prints, grounds or lights would say nothing about a third."""
    assert imported(FOLDER / f"with_{name}.py") <= COMMON | RENDERERS[name]


def fair(picture: np.ndarray, dice: np.ndarray) -> None:
    high, wide, colours = picture.shape
    assert picture.dtype == np.uint8 and colours == 3
    assert dice.shape[1] in (7, 9) and dice.dtype == np.float32
    x, y, edge, label, digit, tilt, *_ = dice.T
    assert ((0 <= x) & (x < wide) & (0 <= y) & (y < high)).all()
    assert ((12 <= edge) & (edge < 80)).all()
    assert np.isin(label, np.arange(1, 10)).all()
    assert np.isin(digit[label == 7], np.arange(10)).all()
    assert np.isin(digit[label == 8], (0, 1)).all()
    assert ((0 <= tilt) & (tilt < 1.2)).all()
    if dice.shape[1] > 7:  # a level face, seen by a camera held upright
        assert np.allclose(np.hypot(*dice[:, 7:].T), np.sin(tilt), atol=1e-5)
        assert (dice[tilt > 0.5, 8] < 0).all()


def test_our_world_lists_the_dice_of_its_pictures() -> None:
    scenes = [ours.scene(np.random.default_rng(n)) for n in range(6)]
    for picture, dice in scenes:
        fair(picture, dice)
    assert sum(len(dice) for _, dice in scenes) > 6


@pytest.mark.slow
@pytest.mark.parametrize("name", RENDERERS)
def test_a_world_lists_the_dice_of_its_pictures(name: str) -> None:
    for module in RENDERERS[name] - {"bmesh", "mathutils"}:
        pytest.importorskip(module, reason=f"the world of {name} needs {module}, which only this measurement uses")
    scene = import_module(f"tests.worlds.with_{name}").scene
    (picture, dice), (again, same) = (scene(np.random.default_rng(3)) for _ in range(2))
    fair(picture, dice)
    assert np.array_equal(dice, same) and picture.shape == again.shape  # Blender's pixels differ slightly


@pytest.mark.slow
@pytest.mark.parametrize("kind", [7, 8])
def test_most_dice_are_of_the_kind_that_is_asked_for(kind: int) -> None:
    pytest.importorskip("mujoco", reason="the world of mujoco needs mujoco, which only this measurement uses")
    scene = import_module("tests.worlds.with_mujoco").scene
    labels = np.concatenate([scene(np.random.default_rng(n), kind)[1][:, 3] for n in range(20)])
    assert 0.55 < np.mean(labels == kind) < 0.95


@pytest.mark.slow
def test_the_faces_of_a_tossed_d10_are_turned_and_numbered_as_listed() -> None:
    pytest.importorskip("mujoco", reason="the world of mujoco needs mujoco, which only this measurement uses")
    scene, reader = import_module("tests.worlds.with_mujoco").scene, Ten()
    slants, read = list[float](), list[bool]()
    for n in range(40):
        picture, faces = scene(np.random.default_rng([6, n]), 7, tossed=True)
        fair(picture, faces[:, :7])
        assert (faces[:, 3] == 7).all()
        for x, y, edge, _, digit, _, spin, *facing in faces.tolist():
            slants.append(float(np.hypot(*facing)))
            if edge > 30 and slants[-1] < 0.4:
                read.append(reader.digits([view(picture, Hit(x, y, edge, 1.0), spin)])[0].argmax() == digit)
    assert max(slants) < 0.9 and np.mean(np.array(slants) > 0.6) > 0.4
    assert len(read) > 15 and np.mean(read) > 0.6


@pytest.mark.slow
@pytest.mark.parametrize("name", RENDERERS)
def test_the_digits_of_a_world_are_turned_as_it_lists(name: str) -> None:
    """The digit reader learns each digit at the listed turn; a world that lists half turns wrongly would teach it nonsense."""
    for module in RENDERERS[name] - {"bmesh", "mathutils"}:
        pytest.importorskip(module, reason=f"the world of {name} needs {module}, which only this measurement uses")
    scene, reader, read = import_module(f"tests.worlds.with_{name}").scene, Ten(), list[bool]()
    for n in range(80):
        picture, dice = scene(np.random.default_rng([5, n]))
        for x, y, edge, label, digit, tilt, spin, *_ in dice.tolist():
            if label == 7 and edge > 30 and tilt < 0.4:
                answer = reader.digits([view(picture, Hit(x, y, edge, 1.0), spin)])[0]
                read.append(answer.argmax() == digit)
        if len(read) >= 8:
            break
    assert len(read) >= 5 and np.mean(read) > 0.6
