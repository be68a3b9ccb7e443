"""The simulated room: table, tray, dice, hands, things and lamps as one MuJoCo model, in cm and seconds."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from tests.films.dice import Mesh
from tests.films.hand import BONES, Hand
from tests.films.prints import Die
from tests.films.skin import skin, sleeve

STEP = 0.001
"""Duration of one step of the simulation, in seconds."""
SHOWN, HIDDEN, FLESH = 0, 3, 4
"""Groups of geoms: drawn ones; hulls, which collide but are not drawn; capsules of hands, which stop rays."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp: its place (cm), its colour times brightness (0..1 each), its width (cm)."""

    at: tuple[float, float, float]
    colour: tuple[float, float, float]
    wide: float = 6.0
    shadow: bool = True


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing on the table: shape ("cylinder", "box"), half sizes (cm), place (cm), rotation (degrees), appearance."""

    shape: str
    size: tuple[float, float, float]
    at: tuple[float, float, float]
    turn: float = 0.0
    colour: tuple[float, float, float, float] = (0.5, 0.5, 0.5, 1)
    picture: np.ndarray | None = None
    moves: bool = False
    """Whether the script moves it; it is then out of sight at first."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: picture of the ground (RGB, `wide` cm), bounce (0 none, 1 hard), friction, gloss, and fixed things."""

    picture: np.ndarray
    wide: float
    bounce: float
    grip: float
    gloss: float
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """Everything in a film, before the simulation starts."""

    table: Table
    dice: tuple[Die, ...]
    hands: tuple[Hand, ...]
    things: tuple[Thing, ...]
    lamps: tuple[Lamp, ...]
    ambient: tuple[float, float, float]
    shadow: int = 2048
    """Width of the shadow map in pixels; small maps make blocky shadows."""


def build(room: Room) -> mujoco.MjModel:
    """Return the model; with i from 0, its bodies are `die{i}`, `thing{i}`, `fixed{i}` and a mocap body for each bone.

    A thing that moves is a mocap body, too. Bones are named `hand{i}-palm`, `hand{i}-index1`; lights are `lamp{i}`.
    """
    spec = mujoco.MjSpec()
    spec.option.timestep = STEP
    spec.option.gravity = [0, 0, -981]
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = 5

    spec.stat.center, spec.stat.extent = [0, 0, 0], 60
    spec.visual.map.znear, spec.visual.map.zfar = 0.05, 8
    spec.visual.quality.shadowsize, spec.visual.quality.offsamples = room.shadow, 0
    spec.visual.map.shadowscale = 0.5
    spec.visual.global_.offwidth, spec.visual.global_.offheight = 2560, 2560
    spec.visual.headlight.ambient, spec.visual.headlight.diffuse = room.ambient, [0, 0, 0]
    spec.visual.headlight.specular = [0, 0, 0]
    spec.worldbody.add_camera(name="eye")
    light(spec, room.lamps)
    lay(spec, room.table)
    for i, die in enumerate(room.dice):
        roll(spec, f"die{i}", die, room.table)
    for i, thing in enumerate(room.things):
        put(spec, f"thing{i}", thing, room.table, moves=thing.moves)
    for i, hand in enumerate(room.hands):
        grow(spec, f"hand{i}", hand)
    return spec.compile()


def light(spec: mujoco.MjSpec, lamps: tuple[Lamp, ...]) -> None:
    """Add the lamps; `glow` moves them during the exposure of a frame, which makes shadows soft."""
    for i, lamp in enumerate(lamps):
        at = np.array(lamp.at)
        spec.worldbody.add_light(
            name=f"lamp{i}",
            pos=at,
            dir=-at / np.linalg.norm(at),
            castshadow=lamp.shadow,
            cutoff=60,
            exponent=0.6,
            attenuation=[1, 0, 0],
            diffuse=lamp.colour,
            specular=0.7 * np.array(lamp.colour),
            ambient=[0, 0, 0],
        )


def glow(data: mujoco.MjData, lamps: tuple[Lamp, ...], share: float) -> None:
    """Move the light of each lamp to one side of it (`share` -1) or the other (1)."""
    for i, lamp in enumerate(lamps):
        side = np.cross(lamp.at, (0, 0, 1.0)) + (0.1, 0, 0)
        data.light_xpos[i] = np.array(lamp.at) + share * lamp.wide / 4 * side / np.linalg.norm(side)


def paint(spec: mujoco.MjSpec, name: str, picture: np.ndarray, gloss: float, repeat: float = 1.0) -> str:
    """Add a material with this picture (RGB, uint8); return its name."""
    high, wide = picture.shape[:2]
    texture = spec.add_texture(name=name, type=mujoco.mjtTexture.mjTEXTURE_2D, width=wide, height=high, nchannel=3)
    texture.data = np.ascontiguousarray(picture[::-1]).tobytes()
    material = spec.add_material(name=name, specular=gloss, shininess=0.15 + 0.75 * gloss, texrepeat=[repeat, repeat])
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name
    return name


def shape(spec: mujoco.MjSpec, name: str, mesh: Mesh) -> str:
    """Add a mesh for drawing, with texture coordinates from the top left; return its name."""
    texture = mesh.texture * (1, -1) + (0, 1)
    spec.add_mesh(
        name=name,
        uservert=mesh.points.ravel(),
        usertexcoord=texture.ravel(),
        userface=mesh.faces.ravel(),
        inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
    )
    return name


def damping(table: Table) -> float:
    """Return the damping ratio of a contact with the table; at 1 nothing bounces."""
    return 1.0 - 0.7 * table.bounce


def contact(table: Table, grip: float = 1.0) -> dict[str, object]:
    """Return MuJoCo's contact parameters of a surface; soft cloth absorbs a bounce, wood returns it."""
    return {
        "friction": [table.grip * grip, 0.02, 0.002],
        "condim": 6,
        "solref": [0.006, damping(table)],
        "solimp": [0.95, 0.99, 0.02, 0.5, 2],
    }


def lay(spec: mujoco.MjSpec, table: Table) -> None:
    """Add the table top, wide enough for any camera, and the things fixed on it."""
    paint(spec, "ground", table.picture, table.gloss)
    half = table.wide / 2
    grid = np.array([[x, y] for y in np.linspace(-1, 1, 21) for x in np.linspace(-1, 1, 21)])
    at = np.arange(20)[:, None] * 21 + np.arange(20)
    faces = np.stack([at, at + 1, at + 22, at, at + 22, at + 21], -1).reshape(-1, 3)
    top = Mesh(np.column_stack([grid * half, np.zeros(len(grid))]), (grid * (1, -1) + 1) / 2, faces)
    shape(spec, "ground", top)
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH, meshname="ground", material="ground", contype=0, conaffinity=0
    )
    spec.worldbody.add_geom(
        name="ground", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], group=HIDDEN, **contact(table)
    )
    for i, thing in enumerate(table.things):
        put(spec, f"fixed{i}", thing, table)


def put(spec: mujoco.MjSpec, name: str, thing: Thing, table: Table, moves: bool = False) -> None:
    """Add a solid thing to the table; if it `moves`, it is a mocap body, out of sight until the script moves it."""
    body = spec.worldbody.add_body(name=name, pos=[0, 0, -80] if moves else thing.at, mocap=moves)
    angle = np.radians(thing.turn) / 2
    looks: dict[str, object] = {"rgba": thing.colour}
    if thing.picture is not None:
        looks = {"material": paint(spec, name, thing.picture, 0.25)}
    kind = {
        "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
        "box": mujoco.mjtGeom.mjGEOM_BOX,
        "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
    }[thing.shape]
    body.add_geom(type=kind, size=thing.size, quat=[np.cos(angle), 0, 0, np.sin(angle)], **looks, **contact(table, 0.7))


def roll(spec: mujoco.MjSpec, name: str, die: Die, table: Table) -> None:
    """Add a die: its mesh for drawing; for collisions, balls at its corners with boxes (d6) or a ball (d10) between them."""
    solid, hidden = die.solid, {"group": HIDDEN, "priority": 1, **contact(table)}
    mesh = shape(spec, name, solid.mesh)
    paint(spec, name, die.print, die.gloss)
    body = spec.worldbody.add_body(
        name=name,
        pos=[0, 0, -40],
        explicitinertial=True,
        mass=5,
        ipos=[0, 0, 0],
        inertia=np.full(3, 5 * solid.edge**2 / 6),
    )
    body.add_freejoint()
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=mesh, material=name, contype=0, conaffinity=0, group=SHOWN)
    for ball in solid.balls:
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, pos=ball, size=[solid.round, 0, 0], **hidden)
    if solid.kind == "d10":
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.97 * solid.height, 0, 0], **hidden)
        return
    for axis in range(3):
        size = np.full(3, solid.height - solid.round)
        size[axis] = solid.height
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=size, **hidden)


def grow(spec: mujoco.MjSpec, name: str, hand: Hand) -> None:
    """Add a hand: a mocap body with a capsule for each bone (`Hand.capsules`), a skin, and a sleeve if it has one."""
    paint(spec, f"{name}-skin", (surface := skin(hand)).picture, 0.12)
    if hand.sleeve is not None:
        shape(spec, f"{name}-sleeve", sleeve(hand))
        spec.add_material(
            name=f"{name}-sleeve", rgba=[*(c / 255 for c in hand.sleeve), 1], specular=0.05, shininess=0.1
        )
    for bone in BONES:
        at, frame = hand.bind[bone]
        quat = np.zeros(4)
        mujoco.mju_mat2Quat(quat, frame.ravel())
        body = spec.worldbody.add_body(name=f"{name}-{bone}", mocap=True, pos=at, quat=quat)
        length, radius = hand.capsules()[bone]
        body.add_geom(
            name=f"{name}-{bone}",
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=[0, 0, 0, length, 0, 0],
            size=[radius, 0, 0],
            group=FLESH,
            contype=0,
            conaffinity=0,
            friction=[0.5, 0.01, 0.001],
        )
        if bone == "arm" and hand.sleeve is not None:
            body.add_geom(
                type=mujoco.mjtGeom.mjGEOM_MESH,
                meshname=f"{name}-sleeve",
                material=f"{name}-sleeve",
                contype=0,
                conaffinity=0,
            )
    texture = surface.mesh.texture * (1, -1) + (0, 1)
    moved = [np.nonzero(surface.weights[:, b] > 0.01)[0] for b in range(len(BONES))]
    binds = [hand.bind[b] for b in BONES]
    quats = np.zeros((len(BONES), 4))
    for quat, (_, frame) in zip(quats, binds, strict=True):
        mujoco.mju_mat2Quat(quat, frame.ravel())
    spec.add_skin(
        name=name,
        material=f"{name}-skin",
        vert=surface.mesh.points.ravel(),
        texcoord=texture.ravel(),
        face=surface.mesh.faces.ravel(),
        bodyname=[f"{name}-{b}" for b in BONES],
        bindpos=np.array([at for at, _ in binds]).ravel(),
        bindquat=quats.ravel(),
        vertid=[m.tolist() for m in moved],
        vertweight=[surface.weights[m, b].tolist() for b, m in enumerate(moved)],
    )
