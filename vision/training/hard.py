"""Scores the reader on hard worlds of d6: ``python -m vision.training.hard [--count=100] [--worlds=white,dim] [--list=FOLDER]``.

Dice, grounds, lights and camera are those of the hold-out, except for the property that makes a world hard. ``things``
draws the clutter, as in training. FOLDER receives the silently wrong pictures. Never choose a setting by these scores.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.dice import DieKind
from vision.drawing.render import Look, resting
from vision.training import things
from vision.training.holdout import (
    BODIES,
    DARK,
    FRAMES,
    PALE,
    READ,
    Floats,
    Image,
    Placed,
    Scene,
    camera,
    die,
    drawn,
    ground,
    ink_for,
    lay,
    near,
    view,
)  # fmt: skip
from vision.training.layout import spots
from vision.training.score import HEAD, Row, told

Rng = np.random.Generator
GOLD = (0.15, 0.55, 0.75)


def _worn(rng: Rng, made: Look) -> Look:
    """Return the die with gold ink, or with ink that lost more than half of its contrast to the body."""
    faded = 0.55 * np.array(made.body) + 0.45 * np.array(made.ink)
    return replace(made, ink=GOLD if rng.random() < 0.5 else near(rng, (faded[0], faded[1], faded[2]), 0.01))


def _marbled(rng: Rng, made: Look) -> Look:
    """Return the die with a body of two colours that both contrast with its ink, so that its pips can be counted."""
    dark = sum(made.ink) < 1
    colours = [name for name, body in BODIES.items() if (ink_for(body) == DARK) == dark]
    return replace(made, marble=float(rng.uniform(0.6, 0.95)), other=BODIES[str(rng.choice(colours))])


DICE: dict[str, Callable[[Rng, Look], Look]] = {
    "white": lambda rng, made: replace(made, body=near(rng, BODIES["white"]), ink=near(rng, DARK), marble=0.0),
    "black": lambda rng, made: replace(made, body=near(rng, BODIES["black"], 0.01), ink=near(rng, PALE), marble=0.0),
    "translucent": lambda rng, made: replace(made, clear=float(rng.uniform(0.6, 0.9))),
    "marbled": _marbled,
    "ink": _worn,
    "lamp": lambda rng, made: replace(made, gloss=0.95, shine=150.0, bowl=0.9),
}
"""How the dice of a world differ from those of the hold-out."""
WORLDS = (*DICE, "tiny", "close", "slanted", "clutter", "dim", "motion")
"""In order: white on white; black on black; translucent; marbled; worn or gold ink; a lamp reflected in the pips; edges
of 22 to 28 pixels; one die of 0.4 to 0.7 of the picture's height; a camera at 30 to 45 degrees; things that look like
dice; dim and noisy; motion blur."""
PLAIN = {"white": (0.80, 0.82, 0.82), "black": (0.07, 0.07, 0.08)}
"""The ground colour (BGR, 0 to 1) of each world with a plain ground."""


def _plain(rng: Rng, h: int, w: int, tone: tuple[float, float, float]) -> Floats:
    """Return a cloth of one colour with a little grain."""
    grain = 1 + 0.03 * rng.standard_normal((h, w, 1), np.float32)
    return np.asarray(np.clip(np.array(tone, np.float32) * rng.uniform(0.85, 1.1) * grain, 0.01, 1), np.float32)


def _moved(rng: Rng, canvas: Floats, edge: float) -> Floats:
    """Return the canvas smeared along a random direction by 0.15 to 0.35 edges."""
    side = max(3, round(edge * rng.uniform(0.15, 0.35)))
    line = np.zeros((side, side), np.float32)
    line[side // 2] = 1
    turn = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), float(rng.uniform(0, 180)), 1)
    line = np.asarray(cv2.warpAffine(line, turn, (side, side)), np.float32)
    return np.asarray(cv2.filter2D(canvas, -1, line / line.sum()), np.float32)


def scene(world: str, number: int) -> Scene:
    """Return the scene of this world and number: one to five d6 (in the world ``close`` one)."""
    rng = np.random.default_rng([READ, *world.encode(), number])
    w, h = FRAMES[0] if world == "close" else FRAMES[int(rng.integers(len(FRAMES)))]
    count = 1 if world == "close" else int(rng.integers(1, 6))
    low, high = {"tiny": (22.0, 28.0), "close": (0.4 * h, 0.7 * h)}.get(world, (40.0, 110.0))
    edge = min(float(np.exp(rng.uniform(np.log(low), np.log(high)))), (w * h / (count + 0.5)) ** 0.5)
    seen = view(rng)
    if world == "slanted":
        seen = replace(seen, tilt=float(np.radians(rng.uniform(30, 45))))
    elif world == "lamp":
        seen = replace(seen, window_power=float(rng.uniform(0.7, 1)))
    canvas = _plain(rng, h, w, PLAIN[world]) if world in PLAIN else ground(rng, h, w)
    if world == "clutter":
        table: Image = (canvas * 255).astype(np.uint8)
        things.strew(rng, table)
        canvas = np.asarray(table / 255, np.float32)
    squash, middle = float(np.cos(seen.tilt)), (w / 2, h / 2)
    places = [middle] if world == "close" else spots(rng, ["d6"] * count, (w, h), edge, squash, False, 0.0)
    dice = []
    for x, y in sorted(places, key=lambda p: p[1]):
        made = die(rng, "d6")
        made = DICE[world](rng, made) if world in DICE else made
        face = int(rng.integers(6))
        sprite = drawn(made, resting(made.solid, face, float(rng.uniform(0, 6.28))), seen, edge)
        lay(canvas, sprite, x, y)
        dice.append(Placed(DieKind.D6, made.faces[face], x, y, sprite.edge))
    if world == "motion":
        canvas = _moved(rng, canvas, edge)
    elif world == "dim":
        noise = 0.02 * rng.standard_normal(canvas.shape)
        canvas = np.asarray(np.clip(canvas * rng.uniform(0.12, 0.3) + noise, 0, 1), np.float32)
    return Scene(camera(rng, canvas, edge), tuple(dice))


def main() -> None:
    """Read the scenes, each with its own dice as the expected ones, and print the table."""
    from vision.reading.reader import DiceReader

    options = dict(a[2:].split("=") for a in sys.argv[1:] if "=" in a)
    folder = Path(options["list"]) if "list" in options else None
    cv2.setNumThreads(1)
    reader = DiceReader()
    print(HEAD)
    for world in options["worlds"].split(",") if "worlds" in options else WORLDS:
        row = Row()
        for number in range(int(options.get("count", "100"))):
            one = scene(world, number)
            reading = reader.read(one.image, one.expected())
            right = told(reading) == one.want()
            row.add(right, reading.certain)
            if reading.certain and not right and folder is not None:
                cv2.imwrite(str(folder / f"silent_{world}_{number}.png"), one.image)
        print(row.told(world), flush=True)


if __name__ == "__main__":
    main()
