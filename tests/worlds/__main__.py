"""Draws worlds, and judges a small fixed recipe on each world that it did not learn from.

``python -m tests.worlds draw WORLD FOLDER COUNT [--first=0] [--mostly=d10] [--tossed]`` draws pictures of one world: ``ours``,
``mitsuba``, ``mujoco`` or ``blender``. With ``--mostly`` (``mujoco`` only) seven of ten dice are ``d10`` or ``bicolour``; with
``--tossed`` (the same) the dice are turned at random, and each face of a d10 is listed. Both go into folders of their own.
``python -m tests.worlds judge FOLDER [--steps=1200] [--change=light]`` trains a crop reader anew for each world left out, on the
other worlds, and prints how it reads the dice of that one. Blender is slow, so it only judges. The mean over the worlds left out
says whether a recipe generalises; no picture of the exams is needed for that.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np

from tests.worlds import SEED, WORLDS

MOSTLY = {"d10": 7, "bicolour": 8}
"""The class of the dice in the answer, of which there are seven in ten."""


def draw(name: str, folder: Path, count: int, first: int, mostly: str = "", tossed: bool = False) -> None:
    """Draw the pictures ``first`` to ``first + count - 1`` of a world into ``folder``; those already there are kept."""
    scene = import_module(f"tests.worlds.{WORLDS[name]}").scene
    there = folder / "-".join([name, *([mostly] if mostly else []), *(["tossed"] if tossed else [])])
    more = (MOSTLY[mostly],) if mostly else ()
    there.mkdir(parents=True, exist_ok=True)
    for i in range(first, first + count):
        path = there / f"{i:05}.png"
        if not path.exists():
            rng = np.random.default_rng([SEED, list(WORLDS).index(name), i, *more, *([1] if tossed else [])])
            picture, dice = scene(rng, *more, **({"tossed": True} if tossed else {}))
            np.save(path.with_suffix(".npy"), dice)
            cv2.imwrite(str(path), picture)


def main() -> None:
    what, *words = (a for a in sys.argv[1:] if not a.startswith("--"))
    options = dict(a[2:].split("=") for a in sys.argv[1:] if a.startswith("--") and "=" in a)
    cv2.setNumThreads(1)
    if what == "draw":
        first, tossed = int(options.get("first", "0")), "--tossed" in sys.argv
        draw(words[0], Path(words[1]), int(words[2]), first, options.get("mostly", ""), tossed)
        return
    from tests.worlds.judge import judge  # needs torch, which the environment of a renderer may lack

    judge(Path(words[0]), int(options.get("steps", "1200")), options.get("change", "light"))


if __name__ == "__main__":
    main()
