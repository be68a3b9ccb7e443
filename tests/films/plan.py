"""Plans a film: its camera, table, dice, hands, light and plot, all chosen by its number."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.films import grounds, script
from tests.films.hand import Hand
from tests.films.noise import Colour, Rng, varied
from tests.films.prints import set_of
from tests.films.view import View, stand
from tests.films.world import Lamp, Room, Thing

SPLITS = {"practice": 1, "exam": 2, "aside": 3}
"""The sets of films. The eye is tuned on practice films only; exam films measure it, and so do those of "aside", in which
the only hand slowly sets a lying die down elsewhere: nothing is thrown."""
DOWN = ("set down", "set aside")
"""The plots in which one die is set down instead of thrown."""
SIZES = (  # size of the written film, scale at which it is drawn, weight
    ((640, 480), 1.0, 34), ((848, 480), 0.9, 10), ((1280, 720), 0.6, 30), ((1920, 1080), 0.45, 20), ((3840, 2160), 0.25, 3),
    ((800, 600), 0.9, 3),
)  # fmt: skip
SMALLEST = {"d6": (22, 16), "d10": (40, 34)}
"""Minimum edge of dice in the middle of a legible picture, in pixels: as written, and as drawn."""
FRAMES = ((10, 6), (15, 12), (20, 8), (24, 8), (25, 12), (30, 47), (60, 7))
"""Frames a second, and weight."""
DICE = (
    (("d6",), 10), (("d6",) * 2, 16), (("d6",) * 3, 26), (("d6",) * 4, 8), (("d6",) * 5, 20), (("d6",) * 6, 3),
    (("d10", "bicolour"), 12), (("d10",), 5),
)  # fmt: skip
SKINS: tuple[Colour, ...] = (
    (198, 150, 122), (182, 132, 104), (160, 112, 84), (124, 82, 58), (86, 56, 40), (206, 164, 140), (66, 44, 34),
)  # fmt: skip
SLEEVES: tuple[Colour | None, ...] = (
    None, (34, 52, 100), (30, 30, 32), (150, 40, 44), (190, 190, 186), (60, 90, 70), (120, 100, 80), (200, 180, 60), (90, 40, 90),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """All choices for a film before its simulation."""

    split: str
    number: int
    plot: str
    size: tuple[int, int]
    scale: float
    fps: int
    room: Room
    ground: str
    view: View
    codec: str
    quality: int
    expect: str | None


def chances(split: str, number: int, topic: int) -> Rng:
    """Return the random generator of a film for one topic: 0 the plan, 1 the acts, 2 the camera, 3 the sensor noise."""
    return np.random.default_rng([8191, SPLITS[split], number, topic])


def pick(rng: Rng, choices: Any) -> Any:
    """Return a random row of a table whose last column is the weight."""
    odds = np.array([row[-1] for row in choices], float)
    return choices[int(rng.choice(len(choices), p=odds / odds.sum()))]


def plan(split: str, number: int, photographs: Path | None = None) -> Plan:
    """Return the plan of film `number` of this split; always the same one."""
    rng, exam = chances(split, number, 0), split == "exam"
    plot = "set aside" if split == "aside" else str(pick(rng, tuple(script.PLOTS.items()))[0])
    size, scale, _ = pick(rng, SIZES)
    if rng.random() < 0.3:
        size = size[::-1]
    fps, kinds = int(pick(rng, FRAMES)[0]), list(pick(rng, DICE)[0])
    if plot in ("kept", *DOWN, "one by one") and len(kinds) < 2:
        kinds = ["d6"] * int(rng.integers(2, 6))
    if plot in ("kept", *DOWN):
        kinds = ["d6"] * len(kinds)
    drawn = round(size[0] * scale / 2) * 2, round(size[1] * scale / 2) * 2
    dice = tuple(set_of(rng, kinds, exam))
    across = float(np.exp(rng.uniform(np.log(19), np.log(36)))) * max(size) / min(size)
    least = SMALLEST["d10" if "d10" in kinds else "d6"]
    across = min(across, min(d.solid.edge for d in dice) * min(max(size) / least[0], max(drawn) / least[1]))
    view = stand(rng, *drawn, held=rng.random() < 0.3, across=across)
    table, ground = grounds.table(rng, exam, view.zone, photographs)
    things = grounds.clutter(
        rng, max(view.edge(0), view.edge(np.pi / 2)) * 0.8, int(rng.choice([0, 1, 2, 4], p=[0.45, 0.25, 0.2, 0.1]))
    )
    if plot == "glass":
        colour = (*(float(c) for c in rng.uniform(0.2, 0.9, 3)), float(rng.choice([0.35, 1.0])))
        things += (
            Thing(
                "cylinder",
                (float(rng.uniform(2.6, 3.8)), float(rng.uniform(3.5, 6)), 0),
                (0, 0, -80),
                colour=colour,
                moves=True,
            ),
        )
    if plot == "shadow":
        things += (Thing("cylinder", (float(rng.uniform(5, 10)), 1.0, 0), (0, 0, -80), moves=True),)
    bright = float(rng.uniform(0.5, 0.72))
    at = (float(rng.normal(0, 35)), float(rng.normal(20, 30)), float(rng.uniform(55, 95)))
    lamps = (Lamp(at, (bright, bright * 0.97, bright * 0.94), float(rng.uniform(2, 12))),)
    if rng.random() < 0.5:
        side = (float(rng.normal(0, 60)), float(rng.normal(0, 60)), float(rng.uniform(60, 120)))
        lamps += (Lamp(side, (0.2, 0.21, 0.23), shadow=False),)
    grey = float(rng.uniform(0.22, 0.42))
    people = hands(rng)[: 1 if split == "aside" else 2]
    room = Room(table, dice, people, things, lamps, (grey, grey, grey * 1.02), int(rng.choice([1536, 2048])))
    expect = None if rng.random() < 0.35 else asked(kinds, plot)
    codec = "mjpeg" if rng.random() < 0.3 else "h264"
    quality = int(rng.integers(4, 16) if codec == "mjpeg" else rng.integers(20, 33))
    return Plan(split, number, plot, size, scale, fps, room, ground, view, codec, quality, expect)


def asked(kinds: list[str], plot: str) -> str:
    """Return which dice the reader is to expect, in its notation: `3d6`, `1-3d6+kept`, `roulette`."""
    if "bicolour" in kinds:
        return "roulette"
    count = len(kinds) - (plot in DOWN)
    return f"1-{count}d6+kept" if plot == "kept" else f"{count}{kinds[0]}"


def hands(rng: Rng) -> tuple[Hand, ...]:
    """Return the hands of one or two people."""
    out = []
    for k in range(1 + int(rng.random() < 0.5)):
        azimuth = rng.normal(-np.pi / 2, 0.5) + (rng.uniform(1.2, 5.1) if k else 0)
        far, skin, cloth = (
            rng.uniform(62, 78),
            SKINS[int(rng.integers(len(SKINS)))],
            SLEEVES[int(rng.integers(len(SLEEVES)))],
        )
        out.append(
            Hand(
                size=float(rng.uniform(0.8, 1.06)),
                left=bool(rng.random() < 0.25),
                skin=varied(rng, skin, 5),
                sleeve=None if cloth is None else varied(rng, cloth, 8),
                cuff=float(rng.uniform(1.5, 11)),
                shoulder=(float(far * np.cos(azimuth)), float(far * np.sin(azimuth)), float(rng.uniform(16, 34))),
                seed=int(rng.integers(1 << 30)),
            )
        )
    return tuple(out)


def edge(plan: Plan) -> float:
    """Return the edge of the smallest die in the middle of the written film, in pixels."""
    size = min(d.solid.edge for d in plan.room.dice)
    return plan.view.focal * size / float(np.linalg.norm(plan.view.at)) / plan.scale


def name(split: str, number: int) -> str:
    """Return the name of a film's files, without suffix."""
    return f"{split}-{number:03d}"
