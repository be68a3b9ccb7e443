"""Draws scenes of the hold-out with the path tracer Mitsuba 3: ``python -m vision.training.physical FOLDER``.

Shadows, reflections, colours cast from die to die and the perspective are physically correct; our own renderer only
approximates them. Dice, grounds, cameras and lamps are those of ``holdout``. A die is a mesh: its smooth solid, sampled
in all directions from the middle. The pips are part of the mesh, and the print is the colour of its points, because
bump maps sparkle at grazing angles.

``[--first=0] [--count=200]`` choose the scenes; those already in FOLDER are skipped. A scene takes about 20 seconds.
The script needs the extra ``train`` and, for speed, LLVM (Debian's ``libllvm19``; if it is not found, set
``DRJIT_LIBLLVM_PATH``).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from companion.dice import DieKind
from vision.drawing.render import Look, View, paint, resting
from vision.training.holdout import PHYSICAL, Placed, Scene, camera, die, faces_of, ground, kinds_for, lamp, view
from vision.training.layout import spots

FRAMES = ((640, 480), (960, 720))
FIELD = 40.0, 66.0
"""Range of the horizontal field of view in degrees: from a phone at slight zoom to the standard Camera Module 3."""
MIDDLE = np.array([0, 0, 0.5])
RAYS = 48
"""Light paths for each pixel; the remaining noise is below that of the camera."""
NEWTON = 7
DEEP = 0.55
"""Depth of the deepest pip, in multiples of its radius."""

Floats = NDArray[np.float32]
mi.set_variant("llvm_ad_rgb" if "llvm_ad_rgb" in mi.variants() else "scalar_rgb")


@cache
def directions(across: int) -> tuple[Floats, NDArray[np.uint32]]:
    """Return the points (n, 3) of a cube projected on the unit sphere, and their triangles.

    Each side of the cube has ``across`` times ``across`` points.
    """
    side = np.tan(np.linspace(-np.pi / 4, np.pi / 4, across))  # equal angles
    a, b = np.meshgrid(side, side, indexing="ij")
    one = np.ones_like(a)
    sides = [(one, a, b), (-one, b, a), (b, one, a), (a, -one, b), (a, b, one), (b, a, -one)]
    points = np.concatenate([np.stack(s, -1).reshape(-1, 3) for s in sides])
    row, column = np.meshgrid(np.arange(across - 1), np.arange(across - 1), indexing="ij")
    first = (row * across + column).ravel()
    square = np.stack([first, first + across, first + across + 1, first, first + across + 1, first + 1], 1).reshape(
        -1, 3
    )
    triangles = np.concatenate([square + k * across**2 for k in range(6)])
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32), triangles.astype(np.uint32)


def surface(look: Look, across: int) -> tuple[Floats, Floats]:
    """Return the point of a die's surface in each direction (n, 3), in edges, and its colour there (n, 3), BGR 0..1."""
    way, _ = directions(across)
    slope = way @ look.solid.normals.T
    far = np.full(len(way), 1.0, np.float32)
    for _ in range(NEWTON):  # the smooth maximum of planes is convex along a ray: from outside no step overshoots
        value = far[:, None] * slope - look.solid.offsets
        top = value.max(1)
        share = np.exp(look.sharp * (value - top[:, None]))
        total = share.sum(1)
        far = far - (top + np.log(total) / look.sharp) / ((share * slope).sum(1) / total)
    point = np.minimum(far, look.ball)[:, None] * way
    face = (point @ look.solid.normals.T - look.solid.offsets).argmax(1)
    seen = paint(look, point, face, 1.2 / across)
    if seen.ink is not None and seen.away is not None:
        bowl = seen.ink * np.sqrt(np.clip(1 - seen.away**2, 0, 1))
        point = point - (DEEP * look.bowl * look.pip * bowl)[:, None] * look.solid.normals[face]
    return np.asarray(point, np.float32), seen.albedo


def mesh(look: Look, turn: NDArray[np.float64], x: float, y: float, edge: float) -> tuple[Any, float]:
    """Return a die as a mesh that rests on the table at (x, y), and the height of its middle, both in edges.

    The mesh has more than one point for each pixel if the die's edge is ``edge`` pixels long in the picture.
    """
    across = int(np.clip(16 * round(1.3 * edge / 16), 48, 160))
    points, colours = surface(look, across)
    points = points @ turn.T.astype(np.float32)
    height = -float(points[:, 2].min())
    props = mi.Properties()
    props["bsdf"] = mi.load_dict({
        "type": "principled", "specular": 0.5, "roughness": float(np.clip((2 / (look.shine + 2)) ** 0.25, 0.15, 0.7)),
        "base_color": {"type": "mesh_attribute", "name": "vertex_color"},
    })  # fmt: skip
    _, triangles = directions(across)
    made = mi.Mesh("die", len(points), len(triangles), props=props, has_vertex_normals=True)
    made.add_attribute("vertex_color", 3, np.clip(colours[:, ::-1], 0.01, 0.95).ravel())
    inner = mi.traverse(made)
    inner["vertex_positions"] = (points + np.array([x, y, height], np.float32)).ravel()
    inner["faces"] = triangles.ravel()
    inner.update()
    return made, height


def table(rng: np.random.Generator, size: tuple[int, int], edge: float) -> dict[str, Any]:
    """Return the table as a Mitsuba shape: a ground of the hold-out as large as the picture, mirrored beyond it."""
    (w, h), reach = size, 4
    cloth = np.ascontiguousarray(ground(rng, h, w)[..., ::-1])
    flat = mi.ScalarTransform4f
    return {
        "type": "rectangle", "to_world": flat().scale([reach * w / edge / 2, reach * h / edge / 2, 1]),
        "bsdf": {"type": "diffuse", "reflectance": {
            "type": "bitmap", "bitmap": mi.Bitmap(cloth), "raw": True, "wrap_mode": "mirror",
            "to_uv": flat().translate([0.5, 0.5, 0]).scale([reach, reach, 1]),  # so that no seam lies in the middle
        }},
    }  # fmt: skip


def lights(rng: np.random.Generator, seen: View) -> dict[str, Any]:
    """Return a lamp, a window and ambient light as Mitsuba emitters; lamp and window may differ in colour."""
    warm = lamp(float(rng.uniform(2700, 6500)))[::-1] ** 0.5

    def disk(way: tuple[float, float, float], far: float, radius: float, power: float, tint: Floats) -> dict[str, Any]:
        to = np.array(way) / np.linalg.norm(way)
        shine = power * far**2 / (np.pi * radius**2)  # the light that arrives is then independent of the disk's size
        place = mi.ScalarTransform4f().look_at(origin=[*(far * to)], target=[0, 0, 0], up=[0.3, 0.9, 0.1])
        return {
            "type": "disk", "to_world": place @ mi.ScalarTransform4f().scale([radius, radius, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [float(v) for v in shine * tint]}},
        }  # fmt: skip

    high = max(seen.sun[2], 0.25)
    sun = (seen.sun[0], seen.sun[1], high)
    return {
        "room": {"type": "constant", "radiance": {"type": "rgb", "value": float(seen.ambient) * 0.6}},
        "lamp": disk(sun, 60, 2 + 14 * seen.softness, 3.0 * seen.power, np.asarray(warm / warm.mean(), np.float32)),
        "window": disk(seen.window, 90, 12 + 60 * seen.window_size, seen.window_power, np.ones(3, np.float32)),
    }


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera aimed half an edge above the middle of the table; ``size`` and ``edge`` are in pixels, angles in radians."""

    size: tuple[int, int]
    edge: float
    field: float
    tilt: float

    @property
    def distance(self) -> float:
        """The camera's distance from the middle, in edges."""
        return float(self.size[0] / 2 / np.tan(self.field / 2) / self.edge)

    @property
    def _eye(self) -> NDArray[np.float64]:
        return np.asarray(self.distance * np.array([0, -np.sin(self.tilt), np.cos(self.tilt)]) + MIDDLE)

    def see(self, point: NDArray[np.float64]) -> tuple[float, float, float]:
        """Return the place of a point (in edges) in the picture, and the length of an edge there, both in pixels."""
        away = point - self._eye
        depth = float(away @ [0, np.sin(self.tilt), -np.cos(self.tilt)])
        edge = self.edge * self.distance / depth
        up = float(away @ [0, np.cos(self.tilt), np.sin(self.tilt)])
        return self.size[0] / 2 + edge * float(away[0]), self.size[1] / 2 - edge * up, edge

    def sensor(self) -> dict[str, Any]:
        """Return the camera as a Mitsuba sensor."""
        look = mi.ScalarTransform4f().look_at(origin=[*self._eye], target=[*MIDDLE], up=[0, 1, 0.01])
        film = {"type": "hdrfilm", "width": self.size[0], "height": self.size[1], "pixel_format": "rgb"}
        return {
            "type": "perspective", "fov_axis": "x", "fov": float(np.degrees(self.field)), "to_world": look,
            "film": film, "sampler": {"type": "independent", "sample_count": RAYS},
        }  # fmt: skip


def places(
    rng: np.random.Generator, kinds: list[str], lens: Lens, touching: bool, yaw: float
) -> list[tuple[float, float]]:
    """Return the places of the dice on the table, in edges from its middle; each die is wholly in the picture."""
    (w, h), squash = lens.size, float(np.cos(lens.tilt))
    room = 1.0
    while True:
        wide, high = room * w, room * h
        found = [
            ((x - wide / 2) / lens.edge, (high / 2 - y) / lens.edge / squash)
            for x, y in spots(rng, kinds, (round(wide), round(high)), lens.edge, squash, touching, yaw)
        ]
        seen = [lens.see(np.array([x, y, 0.5])) for x, y in found]
        if all(edge < x < w - edge and edge < y < h - edge for x, y, edge in seen):
            return found
        room *= 0.97


def physical(seed: int) -> Scene:
    """Return the readable scene of this number, rendered by Mitsuba."""
    rng = np.random.default_rng(PHYSICAL + seed)
    kinds = kinds_for(rng)
    w, h = FRAMES[int(rng.integers(2))]
    low = 60.0 if "d10" in kinds else 25.0
    high = max(low, min(130.0, (w * h / (len(kinds) * 9)) ** 0.5))
    edge = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    seen = view(rng)
    lens = Lens((w, h), edge, float(np.radians(rng.uniform(*FIELD))), seen.tilt)
    touching, yaw = rng.random() < 0.5, float(rng.uniform(0, 6.28))
    world: dict[str, Any] = {
        "type": "scene", "integrator": {"type": "path", "max_depth": 6, "hide_emitters": True},
        "table": table(rng, (w, h), edge), **lights(rng, seen), "camera": lens.sensor(),
    }  # fmt: skip
    dice: list[Any] = []
    for kind, (x, y) in zip(kinds, places(rng, kinds, lens, touching, yaw), strict=False):
        made = die(rng, kind)
        face = int(rng.integers(len(made.solid.normals)))
        mine = yaw if touching and "d10" not in kinds else float(rng.uniform(0, 6.28))
        world[f"die{len(dice)}"], height = mesh(made, resting(made.solid, face, mine), x, y, edge)
        top = np.array([x, y, height + min(float(made.solid.offsets[face]), made.ball)])
        dice.append(Placed(DieKind(kind), faces_of(made, kind)[face], *lens.see(top)))
    light = np.array(mi.render(mi.load_dict(world), seed=seed), np.float32)[..., ::-1]
    grey = float(np.median(light.mean(-1)))
    exposure = 0.25 * (grey / 0.25) ** 0.4 / max(grey, 1e-4)  # dark cloths stay darker than pale ones
    canvas = np.clip(light * exposure, 0, 1) ** np.float32(1 / 2)
    return Scene(camera(rng, np.ascontiguousarray(canvas), edge), tuple(dice))


def main() -> None:
    """Draw the chosen scenes into FOLDER."""
    folder = Path(sys.argv[1])
    options = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a)
    folder.mkdir(parents=True, exist_ok=True)
    first = int(options.get("first", "0"))
    for number in range(first, first + int(options.get("count", "200"))):
        file = folder / f"{number}.png"
        if not file.with_suffix(".json").exists():
            physical(number).save(file)


if __name__ == "__main__":
    main()
