"""Draws dice whose shapes and prints are by another maker, and measures the eye on them: nobody here made them.

``python -m tests.worlds.makers THEMES GROUNDS COUNT [--kind=d10] [--seed=13] [--held] [--keep=FOLDER]``. THEMES is the
folder ``node_modules/@3d-dice`` after ``npm install @3d-dice/theme-NAME`` for each of ``NAMES`` (MIT); GROUNDS holds photographs
(PNG, JPEG). Each picture shows one die, up to 28 degrees off the vertical, 0.12 to 0.45 of the picture's height. What is farthest
is at its top only with ``--held``, as if a person held the camera; else the picture is turned by some 118 degrees. The eye is
told ``1d10`` or ``1d6``, and both for a kind that no game uses. Needs mujoco, Pillow.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("MUJOCO_GL", "egl")
os.environ.setdefault("LP_NUM_THREADS", "1")  # one thread for Mesa's software rasteriser

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from companion.dice import DiceSet
from vision.reading.reader import DiceReader

Array = NDArray[Any]
NAMES = ("default", "smooth", "rust", "rock", "wooden", "blue-green-metal", "dice-of-rolling")
"""The themes with usual dice; "rust" has the shapes of "default". The d6 with pips are those of "smooth-pip"."""
ATLAS, SIZE, RENDERS = 1024, (960, 720), 6
"""Side of a print in pixels, width and height of a picture, and renders of which it is the mean: lamps have soft shadows."""
TOLD = {"d10": ("1d10",), "d6": ("1d6",)}
STRANGERS = ("d4", "numeral", "d8", "d12", "d20", "d100")


@cache
def shapes(themes: Path, name: str) -> dict[str, Any]:
    """Return the meshes of a theme, by the name of the die, and under "colliderFaceMap" which face shows which value."""
    folder = themes / f"theme-{'default' if name == 'rust' else name}"
    [file] = [f for f in folder.glob("*.json") if f.name not in ("package.json", "theme.config.json")]
    read = json.loads(file.read_text())
    return {mesh["name"]: mesh for mesh in read["meshes"]} | {"colliderFaceMap": read["colliderFaceMap"]}


def posed(mesh: dict[str, Any], field: str) -> Array:
    """Return the vectors of a mesh (n, 3) in its pose, mirrored: Babylon.js has left-handed axes."""
    x, y, z, w = mesh.get("rotationQuaternion") or (0, 0, 0, 1)
    turn = np.empty(9)
    mujoco.mju_quat2Mat(turn, np.array((w, x, y, z), float))
    scale = np.array(mesh["scaling"]) if field == "positions" else 1.0
    return np.asarray(np.reshape(mesh[field], (-1, 3)) * scale @ turn.reshape(3, 3).T * (-1, 1, 1))


def normals(meshes: dict[str, Any], die: str) -> dict[int, Array]:
    """Return the outward normal of the face of each value."""
    own = die if f"{die}_collider" in meshes else "d10"  # a percentile die has the shape of the d10
    points, corners = posed(meshes[f"{own}_collider"], "positions"), np.reshape(meshes[f"{own}_collider"]["indices"], (-1, 3))
    found: dict[int, list[Array]] = {}
    for triangle, value in meshes["colliderFaceMap"][own].items():
        a, b, c = points[corners[int(triangle)]]
        normal = np.cross(b - a, c - a)
        if np.linalg.norm(normal) > 1e-9:
            normal *= np.sign(normal @ ((a + b + c) / 3 - points.mean(0))) / np.linalg.norm(normal)
            found.setdefault(int(value), []).append(normal)
    return {value: sum(ns) / np.linalg.norm(sum(ns)) for value, ns in found.items()}


def upright(normal: Array, spin: float) -> Array:
    """Return the rotation (3, 3) that turns ``normal`` upwards, then by ``spin`` radians about the vertical."""
    axis, turn, about = np.cross(normal, (0, 0, 1)), np.zeros(9), np.zeros(9)
    angle, quat = np.arctan2(np.linalg.norm(axis), normal[2]), np.zeros(4)
    mujoco.mju_axisAngle2Quat(quat, axis / max(np.linalg.norm(axis), 1e-9) if angle < 3.14 else np.array((1.0, 0, 0)), angle)
    mujoco.mju_quat2Mat(turn, quat)
    mujoco.mju_axisAngle2Quat(quat, np.array((0, 0, 1.0)), spin)
    mujoco.mju_quat2Mat(about, quat)
    return np.asarray(about.reshape(3, 3) @ turn.reshape(3, 3))


def painted(rng: np.random.Generator, folder: Path) -> Array:
    """Return the print of a theme (RGB, uint8), on a random colour if the theme leaves the colour to its user."""
    told = json.loads((folder / "theme.config.json").read_text())["material"]["diffuseTexture"]
    hue, strong, light = rng.integers(180), int(255 * rng.random() ** 0.6), rng.integers(15, 256)
    colour = cv2.cvtColor(np.array([[(hue, strong, light)]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0].astype(float)
    if rng.random() < 0.25:
        colour = np.full(3, float(rng.choice((15, 30, 235, 245))))
    name = told if isinstance(told, str) else told["light" if colour @ (0.3, 0.59, 0.11) < 130 else "dark"]
    shown = np.asarray(Image.open(folder / name).convert("RGBA").resize((ATLAS, ATLAS))).astype(float)
    share = shown[..., 3:] / 255
    return np.asarray(colour * (1 - share) + shown[..., :3] * share, np.uint8)


def scene(
    rng: np.random.Generator, themes: Path, ground: Array, kind: str, *, held: bool = False
) -> tuple[Array, int]:
    """Return a picture (h, w, 3; BGR) of one die of this kind on ``ground`` (BGR), and its value; ``held``: by a person."""
    name = "smooth-pip" if kind == "d6" else str(rng.choice(NAMES))
    die = {"d6": "pip", "numeral": "d6"}.get(kind, kind)
    meshes = shapes(themes, name)
    tops = normals(meshes, die)
    value = int(rng.choice(list(tops)))
    turn = upright(tops[value], rng.uniform(0, 2 * np.pi))
    points = posed(meshes[die], "positions") @ turn.T
    points *= rng.uniform(1.0, 1.25) / np.ptp(points[:, 2])
    points -= (*points[:, :2].mean(0), points[:, 2].min())
    atlas = np.reshape(meshes[die]["uvs"], (-1, 2))
    corners = np.reshape(meshes[die]["indices"], (-1, 3))
    a, b, c = points[corners].transpose(1, 0, 2) - points.mean(0)
    corners = corners if (a * np.cross(b, c)).sum() > 0 else corners[:, ::-1]
    lines = [f"v {x} {y} {z}" for x, y, z in points] + [f"vt {u} {v}" for u, v in atlas]
    lines += [f"vn {x} {y} {z}" for x, y, z in posed(meshes[die], "normals") @ turn.T]
    lines += ["f " + " ".join(f"{i}/{i}/{i}" for i in three) for three in corners + 1]
    print_, cloth = painted(rng, themes / f"theme-{name}")[..., ::-1], cv2.resize(ground, (ATLAS, ATLAS))
    files = {"die.obj": "\n".join(lines).encode()}
    files |= {f"{n}.png": cv2.imencode(".png", p)[1].tobytes() for n, p in (("die", print_), ("ground", cloth))}
    slant, around, far = np.radians(rng.uniform(0.5, 28)), rng.uniform(0, 2 * np.pi), rng.uniform(14, 30)
    back = np.array((np.sin(slant) * np.cos(around), np.sin(slant) * np.sin(around), np.cos(slant)))
    share = rng.uniform(0.12, 0.45)  # of the picture's height
    field, half = 2 * np.degrees(np.arctan(0.5 / share / far)), max(20.0, 3 / share)
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><visual><global offwidth="{SIZE[0]}" offheight="{SIZE[1]}"/><quality shadowsize="4096" offsamples="8"/>
        <headlight active="0"/></visual><asset><mesh name="die" file="die.obj" inertia="convex"/>
        <texture name="die" type="2d" file="die.png"/><texture name="ground" type="2d" file="ground.png"/>
        <material name="die" texture="die" specular="{rng.uniform(0, 0.6)}" shininess="{rng.uniform(0.2, 0.9)}"/>
        <material name="ground" texture="ground" texrepeat="{half / 10} {half / 10}" specular="0.05"/></asset><worldbody>
        <light directional="true" pos="0 0 20" dir="0 0 -1" specular="0.4 0.4 0.4"/><camera name="eye" fovy="{field}"/>
        <geom type="plane" size="{half} {half} 1" pos="{rng.uniform(-9, 9)} {rng.uniform(-9, 9)} 0" material="ground"/>
        <geom type="mesh" mesh="die" material="die"/></worldbody></mujoco>""",
        files,
    )
    right = np.cross((0, 0, 1) if held else (np.cos(around + 1), np.sin(around + 1), 0.3), back)
    right /= np.linalg.norm(right)
    model.cam_pos[0] = far * back + (*rng.uniform(-0.4, 0.4, 2), 0)
    mujoco.mju_mat2Quat(model.cam_quat[0], np.stack([right, np.cross(back, right), back], 1).ravel())
    low, way, tint = rng.uniform(np.radians(15), np.radians(60)), rng.uniform(0, 2 * np.pi), rng.uniform(-0.1, 0.2)
    colour = np.array((1 + tint, 1, 1 - tint))
    model.light_diffuse[0], model.light_ambient[0] = rng.uniform(0.4, 0.9) * colour, rng.uniform(0.2, 0.5) * colour
    data, light = mujoco.MjData(model), np.zeros((SIZE[1], SIZE[0], 3))
    with mujoco.Renderer(model, SIZE[1], SIZE[0]) as renderer:
        for p, q in zip(low + rng.normal(0, 0.06, RENDERS), way + rng.normal(0, 0.08, RENDERS), strict=True):
            model.light_dir[0] = (-np.sin(p) * np.cos(q), -np.sin(p) * np.sin(q), -np.cos(p))
            mujoco.mj_forward(model, data)
            renderer.update_scene(data, "eye")
            light += renderer.render()[..., ::-1] / RENDERS
    light = light * rng.uniform(0.85, 1.2) + rng.normal(0, rng.uniform(1, 5), light.shape)
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, 1.1)).clip(0, 255).astype(np.uint8)
    jpeg = cv2.imencode(".jpg", light, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR)), value


def main() -> None:
    themes, grounds, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    kind, keep, reader, told = options.get("kind", "d10"), options.get("keep"), DiceReader(), Counter[str]()
    names = sorted(f for f in grounds.rglob("*") if f.suffix in (".png", ".jpg"))
    for number in range(count):
        rng = np.random.default_rng([int(options.get("seed", "13")), number])
        ground = cv2.imread(str(names[rng.integers(len(names))]))
        assert ground is not None
        own = str(rng.choice(STRANGERS)) if kind == "strangers" else kind
        picture, value = scene(rng, themes, ground, own, held="--held" in sys.argv)
        for expected in TOLD.get(kind, ("1d10", "1d6")):
            reading = reader.read(picture, DiceSet.parse(expected))
            right = own in TOLD and [die.value for die in reading.dice] == [value % 10]
            told.update(readings=1, right=right, certain=reading.certain, silent=reading.certain and not right)
            if reading.certain and not right:
                print(number, own, value, "read as", [die.value for die in reading.dice], flush=True)
        if keep:
            Path(keep).mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(Path(keep) / f"{number:04}-{own}-{value}.png"), picture)
    print(", ".join(f"{what} {told[what]}" for what in ("readings", "right", "certain", "silent")))


if __name__ == "__main__":
    main()
