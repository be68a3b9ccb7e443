"""The whole recipe in one command: ``python -m vision.training WORKFOLDER [--real=FOLDER] [--minutes=1.0]``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run(module: str, *words: str) -> None:
    """Run one step in a process of its own, or stop everything with its name."""
    print("==", module, *words, flush=True)
    subprocess.run([sys.executable, "-m", f"vision.training.{module}", *words], check=True)


def main() -> None:
    folder = Path(sys.argv[1])
    options = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a)
    factor = float(options.get("minutes", "1.0"))
    real = [f"--real={options['real']}"] if "real" in options else []
    sprites, scenes, val = str(folder / "sprites"), str(folder / "scenes"), str(folder / "val")
    weights = {n: str(folder / f"{n}.pt") for n in ("locator", "faces0", "faces", "ten")}
    hits = str(folder / "hits.npy")
    if not Path(sprites).is_dir():
        for part in ("0", "1"):
            run("sprites", sprites, part, "2", "11000")
        run("sprites", sprites, "0", "1", "7000", "--only=d10")
        run("sprites", sprites, "0", "1", "1500", "--holdout")
    if not Path(scenes).is_dir():
        for part in ("0", "1"):
            run("scenes", sprites, scenes, part, "10000")
        run(
            "scenes",
            sprites,
            val,
            "0",
            "300",
            "--holdout",
            "--size=480",
            "--low=22",
            "--high=75",
            "--large=0",
            "--margin=0.9",
        )
    run("locator", scenes, weights["locator"], f"{10 * factor}", *real)
    run("export", "locator", weights["locator"])
    run("classifier", scenes, weights["faces0"], f"{9 * factor}", *real)
    run("hits", scenes, hits, "5000", *real)
    run(
        "classifier",
        scenes,
        weights["faces"],
        f"{7 * factor}",
        f"--hits={hits}",
        f"--from={weights['faces0']}",
        "--rate=1.5e-3",
        "--seed=5",
        *real,
    )
    run("export", "faces", weights["faces"])
    run("ten", sprites, weights["ten"], f"{9 * factor}")
    run("export", "ten", weights["ten"])


main()
