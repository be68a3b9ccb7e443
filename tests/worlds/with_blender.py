"""Dice drawn by Blender's path tracer Cycles: a world that shares no code, design or constant with the other worlds.

Bodies, prints, tables, rooms and cameras are drawn anew for each picture. Boolean difference cuts the pips out of a
die; numerals are text laid on its faces. A camera model then exposes, balances, blurs, adds noise and compresses.
Lengths are centimetres, the table is the plane z = 0, colours are linear RGB, pairs are ranges. It needs ``bpy``.
"""

from __future__ import annotations

import colorsys
import math
import tempfile
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import bpy  # comes first: it brings the modules bmesh and mathutils

# isort: split
import bmesh
import cv2
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rng = np.random.Generator
PIPS, D10, PLAIN, OTHER = 1, 7, 8, 9
FRAMES = ((320, 240), (360, 270), (400, 300), (400, 225), (240, 320))
FONTS = "Bebas Cabin Caladea Carlito Comfort DejaVuS Dosis Gentium Lato Liber LinBio LinLib Nimbus OpenS PTS Quick URW"
PLACES = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}
"""The pips of each value, on a grid whose nine places are ``a`` to ``i`` row by row."""
ANY, GREY, BROWN, SAME = (0.0, 1.0), (0.0, 0.25), (0.03, 0.11), (1.0, 1.0)
CLEAR, COAT, FELT, WAX = ({f"{name} Weight": 0.8} for name in ("Transmission", "Coat", "Sheen", "Subsurface"))
THINGS = (((6.3, 8.8, 0.03), 4), ((3.9, 3.9, 0.33), 48), ((2.4, 2.4, 0.2), 48), ((0.7, 17, 0.7), 4))
"""Sizes and sides of cards, chips, coins and pencils."""
BODIES: list[tuple[Any, ...]] = [
    # share, pattern, value, saturation, hue, second colour (times the first, or None), size, bump, roughness, more
    (0.16, "plain", (0.85, 0.97), (0, 0.08), (0.1, 0.2), SAME, SAME, 0.03, (0.05, 0.5), {}),
    (0.08, "plain", (0.75, 0.92), (0.15, 0.4), (0.09, 0.14), SAME, SAME, 0.08, (0.2, 0.7), WAX),
    (0.10, "plain", (0.05, 0.2), GREY, ANY, SAME, SAME, 0.02, (0.05, 0.6), {}),
    (0.22, "plain", (0.15, 0.95), (0.4, 1), ANY, SAME, SAME, 0.05, (0.05, 0.8), {}),
    (0.14, "plain", (0.6, 1), (0.2, 0.95), ANY, SAME, SAME, 0, (0.01, 0.25), CLEAR),
    (0.08, "marble", (0.1, 1), ANY, ANY, None, (0.3, 0.9), 0, (0.05, 0.4), COAT),
    (0.07, "clouds", (0.1, 1), (0.3, 1), ANY, (0.4, 0.9), (0.3, 0.9), 0, (0.1, 0.4), COAT | {"Metallic": 0.4}),
    (0.07, "speckle", (0.05, 1), (0, 0.8), ANY, None, (0.08, 0.2), 0, (0.1, 0.6), {}),
    (0.05, "plain", (0.4, 0.9), (0, 0.5), BROWN, SAME, SAME, 0.05, (0.25, 0.5), {"Metallic": 1.0}),
    (0.03, "wood", (0.5, 0.9), (0.3, 0.6), BROWN, (0.4, 0.8), (0.1, 0.3), 0.1, (0.4, 0.8), {}),
]
COVERS: list[tuple[Any, ...]] = [
    (0.24, "wood", (0.35, 0.9), (0.25, 0.75), BROWN, (0.35, 0.85), (0.3, 1.2), 0.08, (0.2, 0.7), {}),
    (0.16, "clouds", (0.1, 0.7), (0.1, 0.9), ANY, (0.65, 0.9), (0.08, 0.2), 0.8, (0.9, 1), FELT),
    (0.16, "cloth", (0.1, 1), (0, 0.8), ANY, None, (0.08, 0.2), 0.5, (0.8, 1), {}),
    (0.10, "cells", (0.1, 0.6), (0, 0.8), (-0.03, 0.1), (0.3, 0.7), (0.12, 0.25), 0.25, (0.3, 0.6), {}),
    (0.10, "marble", (0.05, 1), GREY, ANY, None, (1.5, 6), 0, (0.05, 0.4), {}),
    (0.08, "speckle", (0.2, 0.9), GREY, ANY, None, (0.1, 0.5), 0, (0.2, 0.6), {}),
    (0.08, "clouds", (0.75, 1), GREY, (0.05, 0.15), (0.85, 1), (0.5, 2), 0.05, (0.8, 1), {}),
    (0.08, "plain", (0.1, 1), (0, 0.6), ANY, SAME, SAME, 0.1, (0.15, 0.7), {}),
]
LAMPS: list[tuple[Any, ...]] = [
    # share, kelvin, distance, degrees above the table, width in distances, greatest number, light of the room
    (0.30, (5000, 8500), (80, 250), (15, 50), (0.3, 0.8), 1, (0.1, 0.6)),  # a window
    (0.24, (2700, 4200), (35, 90), (25, 85), (0.05, 0.4), 2, (0.03, 0.4)),  # desk lamps
    (0.20, (3200, 6500), (150, 250), (45, 90), (0.1, 0.5), 4, (0.1, 0.6)),  # ceiling panels
    (0.10, (4800, 6200), (900, 900), (20, 75), (0.01, 0.05), 1, (0.15, 0.4)),  # the sun
    (0.06, (5000, 6500), (40, 50), (75, 90), (0.02, 0.04), 1, (0.1, 0.5)),  # a flash
    (0.10, (6000, 9000), (200, 300), (60, 90), (1, 2), 1, (0.8, 1.5)),  # an overcast sky
]


@dataclass(slots=True)
class Die:
    """A die that rests on the table at ``spot``: its mesh, and each face's number and frame (right, up, outwards)."""

    kind: int
    shape: str
    mesh: Any
    numbers: list[int]
    frames: list[Any]
    top: int
    edge: float
    maker: int  # the seed of its looks
    spot: Any

    def corners(self, height: float = 0) -> Floats:
        """Return the corners (n, 3) that lie at least this high."""
        return np.array([v.co + self.spot for v in self.mesh.verts if v.co.z >= height])


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera: place, axes (rows: right, up, back), focal length in pixels, and picture size."""

    place: Floats
    axes: Floats
    focal: float
    size: tuple[int, int]

    def seen(self, points: Floats) -> Floats:
        """Return the pixel of each point, and the pixels that a centimetre has there (n, 3)."""
        right, up, back = ((points - self.place) @ self.axes.T).T
        scale = -self.focal / back
        return np.stack([self.size[0] / 2 - 0.5 + right * scale, self.size[1] / 2 - 0.5 - up * scale, scale], 1)

    def ground(self, rng: Rng) -> Any:
        """Return the point of the table at a random pixel."""
        ray = np.array([*rng.uniform(-0.5, 0.5, 2) * self.size, -self.focal]) @ self.axes
        return Vector(self.place - ray * self.place[2] / ray[2])

    def row(self, die: Die, away: bool = False) -> list[float]:
        """Return the die's row of the result; ``away``: its numerals stand away from the pole."""
        middle = np.array(die.frames[die.top].translation + die.spot)
        (x, y, scale), number = self.seen(middle[None])[0], die.numbers[die.top]
        tilt = math.acos((self.place - middle)[2] / np.linalg.norm(self.place - middle))
        label = number if die.kind == PIPS else die.kind
        right, down, _ = self.seen(middle[None] + np.array(die.frames[die.top].col[1].xyz) * 0.1)[0] - (x, y, scale)
        turn = math.atan2(-right, -down) + math.pi * away
        return [x, y, die.edge * scale, label, number if die.kind in (D10, PLAIN) else -1, tilt, turn]


def _solid(shape: str, tall: float) -> Any:
    """Return the mesh of a cube of edge 1, or of a die whose farthest corner is 0.8 from the middle."""
    golden, belt = (1 + math.sqrt(5)) / 2, np.arange(10) * math.pi / 5
    zigzag = tall * math.tan(math.pi / 10) ** 2 * (-1.0) ** np.arange(10)  # this makes the kites of a d10 flat
    corners = {
        "cube": np.array(list(product((-0.5, 0.5), repeat=3))),
        "d8": np.concatenate([np.eye(3), -np.eye(3)]),
        "d10": np.array([*zip(np.cos(belt), np.sin(belt), zigzag, strict=True), (0, 0, tall), (0, 0, -tall)]),
        "d20": np.array([np.roll((0, a, b * golden), k) for a, b in product((-1, 1), repeat=2) for k in range(3)]),
    }[shape]
    mesh, scale = bmesh.new(), 1 if shape == "cube" else 0.8 / np.linalg.norm(corners, axis=1).max()
    for corner in corners * scale:
        mesh.verts.new(corner)
    bmesh.ops.convex_hull(mesh, input=mesh.verts)
    bmesh.ops.dissolve_limit(mesh, angle_limit=0.02, verts=mesh.verts, edges=mesh.edges)
    return mesh


def _die(rng: Rng, edge: float, maker: int) -> Die:
    """Return a random die that lies on one of its faces."""
    kind = int(rng.choice([PIPS, D10, PLAIN, OTHER], p=[0.6, 0.2, 0.1, 0.1]))
    shape = {D10: "d10", OTHER: str(rng.choice(["cube", "d8", "d10", "d20"]))}.get(kind, "cube")
    mesh, d10 = _solid(shape, np.random.default_rng(maker).uniform(0.8, 1.1)), shape == "d10"
    faces, edge = list(mesh.faces), edge * (1 if shape == "cube" else rng.uniform(0.75, 1))
    count, numbers = len(faces), [0] * len(faces)
    opposite = [int(np.argmin([g.normal.dot(f.normal) for g in faces])) for f in faces]
    halves = [f for f in range(count) if (faces[f].normal.z > 0 if d10 else f < opposite[f])]
    for f, value in zip(halves, rng.permutation(count // 2), strict=True):  # one pole of a d10 has the even digits
        pair = [2 * int(value), 9 - 2 * int(value)] if d10 else [int(value) + 1, count - int(value)]
        numbers[f], numbers[opposite[f]] = pair if d10 or rng.random() < 0.5 else pair[::-1]
    if kind == PLAIN:
        numbers = [int(v) for v in rng.permutation(6) % 2] if rng.random() < 0.5 else [v % 2 for v in numbers]
    top, spin = int(rng.integers(count)), Matrix.Rotation(rng.uniform(0, 7), 4, "Z") @ Matrix.Scale(edge, 4)
    lay = spin @ faces[top].normal.rotation_difference(Vector((0, 0, 1))).to_matrix().to_4x4()
    bmesh.ops.transform(mesh, matrix=lay, verts=mesh.verts)
    bmesh.ops.translate(mesh, vec=(0, 0, -min(v.co.z for v in mesh.verts)), verts=mesh.verts)
    mesh.normal_update()
    frames = []
    for face in faces:
        middle = face.calc_center_median()
        up = max((v.co - middle for v in face.verts), key=lambda arm: arm.length).normalized()
        up = Matrix.Rotation(math.pi / 4, 3, face.normal) @ up if shape == "cube" else up
        axes = Matrix((up.cross(face.normal), up, face.normal)).transposed().to_4x4()
        frames.append(Matrix.Translation(middle) @ axes)
    return Die(kind, shape, mesh, numbers, frames, top, edge, maker, Vector((0, 0, 0)))


def _covered(a: Floats, b: Floats) -> float:
    """Return the share of the convex outline of ``a`` that the one of ``b`` covers."""
    low, wide = a[:, :2].min(0), float(np.ptp(a[:, :2], 0).max())
    hulls = [cv2.convexHull(((p[:, :2] - low) / wide * 127).astype(np.int32)) for p in (a, b)]
    first, second = (np.asarray(cv2.fillConvexPoly(np.zeros((128, 128), np.uint8), h, (1,)), bool) for h in hulls)
    return float((first & second).sum() / first.sum())


def _hides(camera: Camera, die: Die, other: Die) -> bool:
    """Return whether ``other`` hides too much of the die's top face."""
    near, far = (np.linalg.norm(d.corners().mean(0) - camera.place) for d in (other, die))
    top = die.corners(die.frames[die.top].translation.z - 1e-3)
    return bool(near < far and _covered(camera.seen(top), camera.seen(other.corners())) > 0.3)


def _layout(rng: Rng) -> tuple[Camera, list[Die]]:
    """Return a camera, and dice in full view that lie apart or touch."""
    size, edge, around = FRAMES[rng.integers(len(FRAMES))], rng.uniform(1.1, 2.1), rng.uniform(0, 7)
    focal = max(size) / 2 / math.tan(math.radians(rng.uniform(20, 66)) / 2)
    lean, roll = math.radians(rng.uniform(0, 50)) * rng.choice([0.3, 1]), rng.normal(0, 0.2) * rng.choice([1, 10])
    axes = Matrix.Rotation(around, 3, "Z") @ Matrix.Rotation(lean, 3, "X") @ Matrix.Rotation(roll, 3, "Z")
    place = axes.col[2] * float(focal * edge / rng.uniform(27, 52))
    camera = Camera(np.array(place), np.array(axes).T, focal, size)
    makers, alike = rng.integers(2**31, size=rng.integers(1, 7)), rng.random() < 0.4
    dice: list[Die] = []
    for maker in makers:
        die = _die(rng, edge * (1 if alike else rng.uniform(0.85, 1.15)), int(makers[0] if alike else maker))
        for _ in range(60):
            die.spot = camera.ground(rng)
            if dice and rng.random() < 0.4:  # push the die from within another one until they only touch
                die.spot, way = dice[rng.integers(len(dice))].spot.copy(), rng.uniform(0, 7)
                while any(_covered(die.corners(), d.corners()) for d in dice):
                    die.spot += Vector((math.cos(way), math.sin(way), 0)) * 0.02
            x, y, long, *_, tilt, _ = camera.row(die)
            good = 23 < long < 59 and tilt < 0.93 and min(x, y, size[0] - x, size[1] - y) > 0.6 * long
            good = good and not any(_covered(die.corners(), d.corners()) for d in dice)
            if good and not any(_hides(camera, die, d) or _hides(camera, d, die) for d in dice):
                dice.append(die)
                break
    return (camera, dice) if dice else _layout(rng)


def _wire(tree: Any, node: Any, inputs: dict[Any, Any]) -> None:
    """Set a node's inputs: sockets are linked, tuples are colours."""
    for key, value in inputs.items():
        if isinstance(value, bpy.types.NodeSocket):
            tree.links.new(value, node.inputs[key])
        else:
            node.inputs[key].default_value = (*value, 1) if isinstance(value, tuple) else value


def _node(tree: Any, kind: str, inputs: dict[Any, Any], out: int = 0, **settings: Any) -> Any:
    """Add a shader node and return one of its outputs."""
    node = tree.nodes.new("ShaderNode" + kind)
    for name, value in settings.items():
        setattr(node, name, value)
    _wire(tree, node, inputs)
    return node.outputs[out]


def _mixed(tree: Any, share: Any, a: Any, b: Any, **settings: Any) -> Any:
    return _node(tree, "Mix", {0: share, 6: a, 7: b}, 2, data_type="RGBA", **settings)


def _colour(rng: Rng, value: Any, strong: Any, hue: Any) -> Any:
    """Return a random colour; the ranges are those of the colour on a screen."""
    shown = colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*strong), rng.uniform(*value))
    return tuple(c**2.2 for c in shown)


def _pattern(tree: Any, rng: Rng, kind: str, a: Any, b: Any, size: float) -> tuple[Any, Any]:
    """Return the colour and the height of a texture of two colours."""
    shift, turn = [*rng.uniform(-50, 50, 2), rng.uniform(0, 1)], [0, 0, rng.uniform(0, 7)]
    where = _node(tree, "Mapping", {0: _node(tree, "TexCoord", {}, 3), 1: shift, 2: turn})

    def texture(kind: str, scale: float, out: int = 0, thin: float = 1, more: Any = None, **settings: Any) -> Any:
        place = _node(tree, "Mapping", {0: where, 3: [scale / size, scale / size * thin, scale / size]})
        return _node(tree, "Tex" + kind, {"Vector": place, "Scale": 1} | (more or {}), out, **settings)

    def steep(value: Any, low: float, high: float) -> Any:
        return _node(tree, "MapRange", {0: value, 1: low, 2: high})

    def both(x: Any, y: Any, how: str = "MULTIPLY") -> Any:
        return _node(tree, "Math", {0: x, 1: y}, operation=how)

    if kind == "marble":
        height = texture("Noise", 0.8, more={"Detail": 4, "Distortion": rng.uniform(0.5, 2.5)})
        height = steep(height, 0.47, rng.uniform(0.49, 0.7))
    elif kind == "speckle":
        height = steep(texture("Voronoi", 1), rng.uniform(0.25, 0.5), 0.2)
        b = _mixed(tree, rng.uniform(0, 0.4), b, texture("Voronoi", 1, 1))
    elif kind == "cells":
        height = steep(texture("Voronoi", 1, feature="DISTANCE_TO_EDGE"), 0.3, 0)
    elif kind == "wood":  # long fibres of two widths, in boards of different shades
        height = steep(texture("Noise", 0.5, thin=0.05, more={"Distortion": rng.uniform(0, 1)}), 0.35, 0.65)
        height = both(both(height, texture("Noise", 4, thin=0.03)), 1.5)
        boards = {"Color1": (1, 1, 1), "Color2": (0.5, 0.5, 0.5), "Mortar": (0.1, 0.1, 0.1), "Mortar Size": 0.006}
        turned = _node(tree, "Mapping", {0: where, 2: [0, 0, math.pi / 2]})  # boards lie along the fibres
        shade = _node(tree, "TexBrick", {0: turned, "Scale": 0.1, "Brick Width": 3, "Row Height": 0.7} | boards)
        a, b = (_mixed(tree, rng.choice([0.0, 0.6]), c, shade, blend_type="MULTIPLY") for c in (a, b))
    elif kind == "cloth":  # crossing threads, coloured in patches, stripes, checks or dots
        height = both(texture("Wave", 0.5, 1), texture("Wave", 0.5, 1, bands_direction="Y"), "MAXIMUM")
        size *= rng.uniform(8, 30)
        stripe, across = (steep(texture("Wave", 0.3, 1, bands_direction=d), 0.45, 0.55) for d in "XY")
        dots = steep(texture("Voronoi", 1, more={"Randomness": rng.choice([0, 0.8])}), 0.3, 0.27)
        patches = [texture("Noise", 0.3), stripe, both(both(stripe, across, "ADD"), 0.5), dots]
        a = _mixed(tree, patches[rng.integers(4)], a, b)
        b = _mixed(tree, 0.4, a, (0, 0, 0))
    else:
        height = steep(texture("Noise", 0.6, more={"Distortion": rng.uniform(0, 1)}), 0.35, 0.65)
    return _mixed(tree, height, a, b), height


def _material(rng: Rng, rows: list[tuple[Any, ...]]) -> tuple[Any, Any, bool]:
    """Return a material from a row of a table, its mean colour, and whether it is translucent."""
    _, kind, value, strong, hue, second, size, bump, rough, more = rows[rng.choice(len(rows), p=[r[0] for r in rows])]
    made = bpy.data.materials.new(kind)
    tree, a, size = made.node_tree, _colour(rng, value, strong, hue), rng.uniform(*size)
    darker, b = rng.uniform(*(second or ANY)), _colour(rng, (0.05, 1), strong, hue)
    b = tuple(darker * c for c in a) if second else b
    colour, height = (a, 0.5) if kind == "plain" else _pattern(tree, rng, kind, a, b, size)
    grain, mean = _node(tree, "TexNoise", {"Scale": rng.uniform(4, 30), "Detail": 4}), rng.uniform(*rough)
    height = _node(tree, "Math", {0: height, 1: grain}, operation="ADD")
    normal = _node(tree, "Bump", {"Height": height, "Strength": bump * rng.uniform(0, 1.5), "Distance": 0.3 * size})
    smear = _node(tree, "MapRange", {0: grain, 1: 0.3, 2: 0.7, 3: mean * 0.8, 4: mean * 1.2})
    shader, clear = tree.nodes["Principled BSDF"], "Transmission Weight" in more
    _wire(tree, shader, {"Base Color": colour, "Roughness": smear, "Normal": normal} | more)
    if clear:  # shadow rays do not refract: let coloured light through
        tint, shadow = tuple(0.8 * c**0.5 for c in a), _node(tree, "LightPath", {}, 1)
        through = {0: shadow, 1: shader.outputs[0], 2: _node(tree, "BsdfTransparent", {0: tint})}
        _wire(tree, tree.nodes["Material Output"], {0: _node(tree, "MixShader", through)})
    return made, tuple((a[i] + b[i]) / 2 for i in range(3)), clear


def _ink(rng: Rng, body: Any, clear: bool = False) -> tuple[Any, Any]:
    """Return the material and the colour of a print that contrasts with the body."""
    light = np.array([0.2, 0.7, 0.1])
    shown, made, ink = (light @ body) ** 0.45 * (0.6 if clear else 1), None, body
    tones = [((0.9, 1), GREY, ANY), ((0.01, 0.1), GREY, ANY)]
    for tone in [*rng.permutation([*tones, ((0.1, 1), (0.3, 1), ANY)]), *tones]:
        made, ink, _ = _material(rng, [(1, "clouds", *tone, (0.6, 1), (0.1, 0.2), 0, (0.2, 0.8), {})])
        if abs((light @ ink) ** 0.45 - shown) > 0.38:
            break
    return made, ink


def _show(mesh: Any, materials: list[Any], at: Any) -> Any:
    """Put a mesh into the scene and return its object."""
    thing = bpy.data.objects.new("", bpy.data.meshes.new(""))
    mesh.to_mesh(thing.data)
    for material in materials:
        thing.data.materials.append(material)
    thing.location = at
    bpy.context.scene.collection.objects.link(thing)
    thing.data.shade_smooth()
    thing.data.set_sharp_from_angle(angle=0.6)
    return thing


def _cut(thing: Any, cutter: Any, operation: str) -> None:
    """Cut an object by another one; the cut faces keep the cutter's material."""
    change = thing.modifiers.new("", "BOOLEAN")
    change.operation, change.object, change.solver, change.material_mode = operation, cutter, "MANIFOLD", "TRANSFER"
    graph = bpy.context.evaluated_depsgraph_get()
    thing.data = bpy.data.meshes.new_from_object(thing.evaluated_get(graph), depsgraph=graph)
    thing.modifiers.clear()
    thing.data.shade_smooth()
    thing.data.set_sharp_from_angle(angle=0.6)
    bpy.data.objects.remove(cutter)


def _numeral(mesh: Any, text: str, font: Any, frame: Any, size: float, swell: float, dot: bool) -> None:
    """Add a numeral to a mesh; a dot or a line marks 6 and 9."""
    curve, marked = bpy.data.curves.new("", "FONT"), text in ("6", "9")
    curve.body, curve.font, curve.offset = text + "." * (marked and dot), font, swell
    for letter in curve.body_format:
        letter.use_underline = marked and not dot
    flat = bpy.data.meshes.new_from_object(bpy.data.objects.new("", curve))
    points = np.array([v.co for v in flat.vertices])
    low, high = points.min(0) + swell, points.max(0) - swell
    scale = min(size / (high - low)[1], 1.3 * size / (high - low)[0])
    flat.transform(frame @ Matrix.Scale(scale, 4) @ Matrix.Translation(((low + high) / -2 * [1, 1, 0]).tolist()))
    mesh.from_mesh(flat)


def _build(die: Die) -> bool:
    """Put a die into the scene; its looks come from its maker. Return whether its numerals stand away from the pole."""
    rng, edge, cube, plain = np.random.default_rng(die.maker), die.edge, die.shape == "cube", die.kind == PLAIN
    body, colour, clear = _material(rng, BODIES)
    digits, (ink, print_colour) = die.kind in (D10, OTHER), _ink(rng, colour, clear)
    inks = [ink, _ink(rng, print_colour)[0] if digits else _ink(rng, colour, clear)[0]]
    paints = ((0.02, 0.2), (0, 0.3), ANY), ((0.5, 0.95), (0.75, 1), (-0.03, 0.03))
    rows = [(1, "plain", *p, SAME, SAME, 0.03, (0.25, 0.8), {"Specular IOR Level": 0.3}) for p in paints]
    inks = [_material(rng, [row])[0] for row in rows] if plain else inks
    whole, wide = plain and rng.random() < 0.5, edge * rng.uniform(0.015, 0.12) * (1 if cube else 0.35)
    mesh, bevel = die.mesh, {"segments": 4, "profile": 0.5, "affect": "EDGES", "clamp_overlap": True}
    bmesh.ops.bevel(mesh, geom=mesh.edges, offset=wide, **bevel)
    for face in mesh.faces if whole else ():
        nearest = int(np.argmax([frame.col[2].xyz.dot(face.normal) for frame in die.frames]))
        face.material_index = 1 + die.numbers[nearest]
    thing = _show(mesh, [body, *inks] if whole else [body], die.spot)
    ball = edge * rng.uniform(0.69, 0.82)
    if cube and not whole and rng.random() < 0.45:
        bmesh.ops.create_uvsphere(mesh := bmesh.new(), u_segments=48, v_segments=32, radius=ball)
        _cut(thing, _show(mesh, [body], die.spot + Vector((0, 0, edge / 2))), "INTERSECT")
    away = digits and _number(rng, die, inks)
    if not (digits or whole):
        _drill(rng, die, thing, inks)
    thing.modifiers.new("", "WEIGHTED_NORMAL").keep_sharp = True
    return away


def _number(rng: Rng, die: Die, inks: list[Any]) -> bool:
    """Print numerals, sometimes with an outline of the second ink, on a die; return whether they stand away from the pole."""
    found = sorted(p for p in Path("/usr/share/fonts").rglob("*.[to]tf") if p.name.startswith(tuple(FONTS.split())))
    files = [str(f) for f in found if not any(w in f.name for w in ("Thin", "Light", "Hair", "Math", "Symbol"))]
    if not files:
        raise RuntimeError("no font for the dice's digits: apt install fonts-dejavu-core fonts-lato")
    font, dot, tall = bpy.data.fonts.load(files[rng.integers(len(files))]), rng.random() < 0.5, rng.uniform(0.8, 1.1)
    away = bool(rng.choice([False, True], p=[0.7, 0.3])) and die.shape == "d10"
    turn = Matrix.Rotation(math.pi * away, 4, "Z")
    height = die.edge * tall * {"cube": 0.55, "d10": 0.36, "d8": 0.28, "d20": 0.21}[die.shape]
    for i, swell in enumerate((0, 0.02)[: rng.integers(1, 3)]):
        mesh = bmesh.new()
        for number, frame in zip(die.numbers, die.frames, strict=True):
            text = f"{number}0" if die.shape == "d10" and die.kind == OTHER else str(number)
            lift = Matrix.Translation((0, 0, 0.004 - 0.002 * i))
            _numeral(mesh, text, font, frame @ lift @ turn, height, swell, dot)
        _show(mesh, [inks[i]], die.spot)
    return away


def _drill(rng: Rng, die: Die, thing: Any, inks: list[Any]) -> None:
    """Cut pips, or the panels of a red and black die, into a cube."""
    plain, edge, mesh = die.kind == PLAIN, die.edge, bmesh.new()
    kind, big = str(rng.choice(["bowl", "bowl", "drill", "square"])), rng.choice([1, 1, 1, 1, rng.uniform(1.2, 1.8)])
    radius, spread = rng.uniform(0.07, 0.105), rng.uniform(0.23, 0.27)
    deep = rng.choice([0.006, rng.uniform(0.02, 0.07)])
    for number, frame in zip(die.numbers, die.frames, strict=True):
        turn = Matrix.Rotation(math.pi / 2 * rng.integers(2), 4, "Z")
        for place in "e" if plain else PLACES[number]:
            row, column = divmod("abcdefghi".index(place), 3)
            wide = edge * (0.4 if plain else radius * (big if number == 1 else 1))
            at = Matrix.Translation(((column - 1) * spread * edge, (1 - row) * spread * edge, 0))
            fit, first = frame @ turn @ at @ Matrix.Diagonal((wide, wide, deep * edge, 1)), len(mesh.faces)
            if plain or kind == "square":
                bmesh.ops.create_cube(mesh, size=1.8, matrix=fit)
            elif kind == "bowl":
                bmesh.ops.create_uvsphere(mesh, u_segments=20, v_segments=12, radius=1, matrix=fit)
            else:
                bmesh.ops.create_cone(mesh, cap_ends=True, segments=24, radius1=1, radius2=1, depth=2, matrix=fit)
            for face in list(mesh.faces)[first:]:  # on some dice 1 and 4 have another colour
                face.material_index = number if plain else int(big > 1 and number in (1, 4))
    _cut(thing, _show(mesh, inks, die.spot), "DIFFERENCE")


def _slab(material: Any, size: Any, at: Any, turn: float = 0, sides: int = 4) -> None:
    """Put a box, or a prism with more sides, into the scene."""
    fit, mesh = Matrix.Diagonal((*size, 1)) @ Matrix.Rotation(math.pi / sides, 4, "Z"), bmesh.new()
    wide = 0.5 / math.cos(math.pi / sides)
    bmesh.ops.create_cone(mesh, cap_ends=True, segments=sides, radius1=wide, radius2=wide, depth=1, matrix=fit)
    bmesh.ops.bevel(mesh, geom=mesh.edges, offset=min(0.1, min(size) / 4), segments=3, profile=0.5, affect="EDGES")
    _show(mesh, [material], at).rotation_euler[2] = turn


def _table(rng: Rng, camera: Camera, dice: list[Die]) -> None:
    """Put the table, a mat or a tray, and clutter beside the dice into the scene."""
    corners = np.concatenate([d.corners()[:, :2] for d in dice])
    low, high = corners.min(0) - rng.uniform(0.7, 6, 2), corners.max(0) + rng.uniform(0.7, 6, 2)
    (x, y), (wide, long), thick, look = (low + high) / 2, high - low, rng.uniform(0.02, 0.6), rng.random()
    cover, mat, rim = (_material(rng, COVERS)[0] for _ in range(3))
    _slab(cover, (300, 300, 1), (0, 0, -0.5 - thick * (look > 0.5)))
    if look > 0.5:
        _slab(mat, (wide, long, thick), (x, y, -thick / 2))
    for side in (-0.5, 0.5) if look > 0.75 else ():  # the rim of a tray
        deep, tall = 0.4 + thick, thick + 1.2
        _slab(rim, (deep, long + 2 * deep, tall), (x + side * (wide + deep), y, tall / 2 - thick))
        _slab(rim, (wide, deep, tall), (x, y + side * (long + deep), tall / 2 - thick))
    for _ in range(rng.integers(0, 4) if look < 0.5 else 0):
        size, sides = THINGS[rng.integers(len(THINGS))]
        at, turn = camera.ground(rng) + Vector((0, 0, size[2] / 2)), rng.uniform(0, 180)
        box = np.array(cv2.boxPoints(((at.x, at.y), (size[0] + 0.5, size[1] + 0.5), turn)), np.float64)
        if not any(_covered(d.corners(), box) for d in dice):
            _slab(_material(rng, BODIES)[0], size, at, math.radians(turn), sides)


def _lights(rng: Rng) -> None:
    """Light the scene by lamps, the sun or windows, and by what the room reflects."""
    _, kelvin, away, height, width, most, ambient = LAMPS[rng.choice(len(LAMPS), p=[r[0] for r in LAMPS])]
    scene, world = bpy.context.scene, bpy.data.worlds.new("")
    scene.world, tree = world, world.node_tree
    patches = _node(tree, "TexNoise", {"Scale": rng.uniform(1, 4), "Detail": 2})  # walls and windows
    share = _node(tree, "MapRange", {0: patches, 1: 0.45, 2: rng.uniform(0.5, 0.7)})
    room = _mixed(tree, share, _colour(rng, (0.2, 0.6), (0, 0.5), ANY), _colour(rng, (0.8, 1), GREY, ANY))
    _wire(tree, tree.nodes["Background"], {0: room, 1: rng.uniform(*ambient)})
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 128  # a finer map takes seconds
    for _ in range(rng.integers(1, most + 1)):
        light, far, up = bpy.data.lights.new("", "AREA"), rng.uniform(*away), math.radians(rng.uniform(*height))
        light.use_temperature, light.temperature = True, rng.uniform(*kelvin)
        light.energy, light.shape = (
            (math.pi * far) ** 2 * rng.uniform(0.3, 1),
            ("RECTANGLE", "ELLIPSE")[rng.integers(2)],
        )
        light.size, light.size_y = far * rng.uniform(*width), far * rng.uniform(*width)
        lamp = bpy.data.objects.new("", light)  # shines along its -z
        turn = Matrix.Rotation(rng.uniform(0, 7), 4, "Z") @ Matrix.Rotation(math.pi / 2 - up, 4, "Y")
        lamp.matrix_world = turn @ Matrix.Translation((0, 0, far))
        scene.collection.objects.link(lamp)


def _render(rng: Rng, camera: Camera, dice: list[Die]) -> Floats:
    """Return the light that falls on the sensor (h, w, 3; RGB)."""
    scene, eye = bpy.context.scene, bpy.data.objects.new("", lens := bpy.data.cameras.new(""))
    scene.collection.objects.link(eye)
    scene.camera = eye
    eye.matrix_world = Matrix.Translation(camera.place) @ Matrix(camera.axes.T).to_4x4()
    away = np.array([np.linalg.norm(d.corners().mean(0) - camera.place) for d in dice])
    far, deep, blur = (
        float(away.mean()),
        float(np.ptp(away)) / 2 + 1,
        rng.uniform(0, 1.8),
    )  # pixels at the edge of depth
    lens.sensor_width, lens.lens, lens.clip_end = 36, 36 * camera.focal / max(camera.size), 2000
    lens.dof.use_dof, lens.dof.focus_distance = True, far + rng.normal(0, 0.2) * deep
    lens.dof.aperture_fstop = lens.lens / 1000 * camera.focal * deep / (blur * far * (far + deep))
    render, cycles, clean = scene.render, scene.cycles, rng.random() < 0.8
    render.engine, render.threads_mode, render.threads = "CYCLES", "FIXED", 1
    render.resolution_x, render.resolution_y = camera.size
    cycles.device, cycles.seed, cycles.use_adaptive_sampling = "CPU", int(rng.integers(2**31)), False
    cycles.use_denoising, cycles.samples = bool(clean), int(rng.integers(14, 22)) if clean else 24
    cycles.max_bounces, cycles.transmission_bounces, cycles.use_light_tree = 5, 5, False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    with tempfile.TemporaryDirectory() as folder:
        render.filepath = f"{folder}/light.exr"
        bpy.ops.render.render(write_still=True)
        stored = bpy.data.images.load(render.filepath)
        pixels = np.array(stored.pixels[:])
    return pixels.reshape(camera.size[1], camera.size[0], 4)[::-1, :, :3]


def _photograph(rng: Rng, light: Floats) -> NDArray[np.uint8]:
    """Return the picture (BGR) that a phone takes of this light."""
    mean = light.mean((0, 1)) + 1e-6
    light = light * (mean.mean() / mean) ** rng.uniform(0.2, 0.8) * np.exp(rng.normal(0, 0.04, 3))
    middle, bright = float(np.exp(np.log(light.mean(2) + 1e-4).mean())), float(np.percentile(light, 99.5))
    gain = min((0.2 / middle) ** rng.uniform(0.7, 0.95) / bright**0.1, 1.0 / bright)  # spares the highlights
    light = np.asarray(cv2.GaussianBlur(light * gain * 2 ** rng.normal(0, 0.35), (0, 0), rng.uniform(0.3, 0.75)))
    grain = rng.normal(0, rng.choice([0.004, 0.012, 0.03]), light.shape)
    light = light + grain * np.sqrt(np.clip(light, 0, 1) * 0.5 + 0.02)
    knee = rng.uniform(0.5, 0.9)  # highlights are rolled off above it
    light = np.where(light > knee, 1 - (1 - knee) * np.exp(-(light - knee) / (1 - knee)), np.clip(light, 0, None))
    shown = light ** (1 / 2.2)
    shown += rng.uniform(0, 0.35) * (shown * shown * (3 - 2 * shown) - shown)
    shown += rng.choice([0, rng.uniform(0.2, 0.9)]) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    picture = np.clip(shown[:, :, ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def scene(rng: Rng) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a picture (h, w, 3; BGR) of dice at rest on a table, and its dice (n, 7), as ``tests.worlds`` says.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)  # also frees the last picture's data
    camera, dice = _layout(rng)
    away = [_build(die) for die in dice]
    _table(rng, camera, dice)
    _lights(rng)
    picture = _photograph(rng, _render(rng, camera, dice))
    return picture, np.array([camera.row(d, a) for d, a in zip(dice, away, strict=True)], np.float32)
