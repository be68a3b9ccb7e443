"""The whole recipe in one command: ``python -m vision.training WORKFOLDER [--real=FOLDER] [--minutes=1.0]``.

Seeds are fixed, but training lasts as long as it is told to, not as many steps: another machine gives other weights.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run(module: str, *words: str) -> None:
    """Run one step in a process of its own, or stop everything with its name."""
    print("==", module, *words, flush=True)
    subprocess.run([sys.executable, "-m", f"vision.training.{module}", *words], check=True)


LIVED_IN = ("--things=0.9", "--tens=0.25", "--roll=0.25", "--empty=0.12")
"""Tables with things on them, more d10, slanted and rolled cameras, some without dice."""


def draw(folder: Path) -> None:
    """Draw dice and scenes, each once: a bank of all kinds, more d10, dice with weak pips, and a hold-out."""
    sprites, weak, scenes = folder / "sprites", folder / "sprites_weak", folder / "scenes"
    if not sprites.is_dir():
        for part in ("0", "1"):
            run("sprites", str(sprites), part, "2", "11000")
            run("sprites", str(sprites), part, "2", "2200", "--only=hard")
        run("sprites", str(sprites), "0", "1", "7000", "--only=d10")
        run("sprites", str(sprites), "0", "1", "1500", "--holdout")
    if not weak.is_dir():
        weak.mkdir()
        for name in [*sprites.glob("*_train_0_2.npy"), *sprites.glob("*_train_hard_*.npy")]:
            (weak / name.name).symlink_to(name.resolve())
    if not scenes.is_dir():
        for part in ("0", "1"):
            run("scenes", str(sprites), str(scenes), part, "10000")
        for part in ("2", "3"):
            run("scenes", str(weak), str(scenes), part, "3500")
        for part in ("4", "5"):
            run("scenes", str(sprites), str(scenes), part, "5500", *LIVED_IN)
        rough = ("--size=480", "--low=18", "--high=100", "--large=0", "--margin=0.7")
        run("scenes", str(sprites), str(folder / "val_rough"), "1", "160", "--holdout", *rough, *LIVED_IN)
        far = ("--size=480", "--low=22", "--high=75", "--large=0", "--margin=0.9")
        run("scenes", str(sprites), str(folder / "val"), "0", "300", "--holdout", *far)


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    options = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a)
    factor = float(options.get("minutes", "1.0"))
    real = [f"--real={options['real']}"] if "real" in options else []
    draw(folder)
    scenes, sprites, hits = str(folder / "scenes"), str(folder / "sprites"), str(folder / "hits.npy")

    def weights(name: str) -> str:
        return str(folder / f"{name}.pt")

    run("locator", scenes, weights("locator"), f"{20 * factor}", *real)
    run("export", "locator", weights("locator"))
    run("classifier", scenes, weights("faces0"), f"{9 * factor}", *real)
    run("hits", scenes, hits, "5000", *real)
    begun = (f"--hits={hits}", f"--from={weights('faces0')}", "--rate=1.5e-3", "--seed=5")
    run("classifier", scenes, weights("faces"), f"{35 * factor}", *begun, *real)
    run("export", "faces", weights("faces"))
    run("ten", sprites, weights("ten"), f"{20 * factor}")
    run("export", "ten", weights("ten"))
    looked = [str(folder / "rows_rough.pkl"), str(folder / "rows_real.pkl")]
    run("calibrate", "collect", str(folder / "val_rough"), looked[0])
    if "real" in options:
        run("calibrate", "collect", options["real"], looked[1])
    run("calibrate", "fit", *looked[: 1 + ("real" in options)])


main()
