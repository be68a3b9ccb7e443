"""Makes one film: plans, simulates and draws it, and writes the film and its truth (JSON)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("MUJOCO_GL", "egl")
os.environ.setdefault("LP_NUM_THREADS", "1")  # Mesa's software renderer would take every core

import av
import numpy as np

from tests.films import script
from tests.films.acts import Play
from tests.films.draw import camera, frames
from tests.films.plan import Plan, chances, edge, name, plan
from tests.films.stage import Stage
from tests.films.truth import story


def act(plan: Plan) -> Play:
    """Simulate the film; return its play with the log of all positions."""
    rng = chances(plan.split, plan.number, 1)
    play = Play(Stage(plan.room), plan.view, rng, plan.view.zone)
    script.perform(play, plan.plot)
    return play


def truth(plan: Plan, play: Play) -> dict[str, Any]:
    """Return the content of the film's JSON file."""
    return {
        "film": name(plan.split, plan.number),
        "plot": plan.plot,
        "expect": plan.expect,
        "fps": plan.fps,
        "size": list(plan.size),
        "seconds": round(play.stage.now, 3),
        "codec": plan.codec,
        "quality": plan.quality,
        "ground": plan.ground,
        "held": plan.view.held,
        "edge": round(edge(plan), 1),
        "dice": [d.solid.kind for d in plan.room.dice],
        "throws": [scaled(row, 1 / plan.scale) for row in story(play, camera(plan, play), plan.fps)],
        "others": [{"time": round(t, 3), "what": what} for t, what in play.others],
    }


def scaled(throw: dict[str, Any], by: float) -> dict[str, Any]:
    """Return this throw with the boxes of its dice multiplied by `by`, in pixels of the written film."""
    return throw | {"dice": [die | {"box": [round(x * by) for x in die["box"]]} for die in throw["dice"]]}


def encode(
    pictures: Iterator[np.ndarray], path: Path, size: tuple[int, int], fps: int, quality: int, codec: str = "h264"
) -> None:
    """Write a film of this width and height: Motion JPEG like a camera, or H.264 like a phone."""
    with av.open(str(path), "w") as out:
        stream = out.add_stream("mjpeg" if codec == "mjpeg" else "libx264", rate=fps)
        stream.width, stream.height = size
        if codec == "mjpeg":
            stream.pix_fmt = "yuvj420p"
            stream.codec_context.qmin = stream.codec_context.qmax = quality
        else:
            stream.pix_fmt = "yuv420p"
            stream.options = {"crf": str(quality), "preset": "superfast", "threads": "1", "g": str(fps)}
        for picture in pictures:
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        out.mux(stream.encode())


def make(split: str, number: int, folder: Path, photographs: Path | None = None) -> Path:
    """Make film `number` of this split in `folder`, unless it exists; return the path of its truth."""
    done = folder / f"{name(split, number)}.json"
    if done.exists():
        return done
    what = plan(split, number, photographs)
    play = act(what)
    film = folder / f"{name(split, number)}.{'avi' if what.codec == 'mjpeg' else 'mp4'}"
    facts = truth(what, play) | {"file": film.name}
    encode(frames(what, play), film, what.size, what.fps, what.quality, what.codec)
    done.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    return done
