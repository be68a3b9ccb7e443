"""The whole recipe in one command: ``python -m vision.training WORKFOLDER [--real=FOLDER] [--grounds=FOLDER] …``.

``--real`` names the folder of the training photographs, ``--grounds`` that of photographs of surfaces, which are used as
grounds. ``--minutes=1`` is a factor on the training times. ``--share=1`` is a factor on the amount of data and on the times
(0.001 for a trial run). Seeds are fixed, but training is limited by time and not by steps, so another processor gives other
weights.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path


def run(module: str, *words: object) -> None:
    """Run one step in its own process; raise ``CalledProcessError`` if it fails, which stops the recipe."""
    start(f"vision.training.{module}", *words)


def start(module: str, *words: object) -> None:
    """Run the module of this full name in its own process, as ``run`` does."""
    print("==", module, *words, flush=True)
    subprocess.run([sys.executable, "-m", module, *map(str, words)], check=True)


def link(folder: Path, files: Iterable[Path]) -> None:
    """Link the files into the folder, except those that are there already."""
    for file in files:
        if not (folder / file.name).exists():
            (folder / file.name).symlink_to(file.resolve())


WORLDS = {"mujoco": 5000, "mitsuba": 260}
"""The number of pictures from each of the other generators of ``tests/worlds``. Blender's only judge."""
MOSTLY = {"d10": 5400, "bicolour": 2800}
"""The number of further pictures by MuJoCo in which seven of ten dice are of this kind, for the networks that read it."""
TOSSED = 5000
"""The number of pictures by MuJoCo of d10 turned at random, for the network for the direction of faces."""
LIVED_IN = ("--things=0.9", "--tens=0.25", "--roll=0.25", "--empty=0.12")
"""Options of ``scenes`` for scenes with other things, more d10, slanted and rolled cameras, some without dice."""
SURFACES = ("--things=0.3", "--tens=0.3", "--roll=0.2", "--empty=0.3")
"""Options of ``scenes`` for scenes on photographed grounds, of which many have no dice."""
ROUGH = ("--size=480", "--low=18", "--high=100", "--large=0", "--margin=0.7")
FIRST_CHOSEN = 10_000
FIRST_SLANTED = 20_000
FIRST_TENS = 30_000
FIRST_BLANKS = 40_000
"""The first scene numbers of the other folders of drawn tables, so that no two folders share a scene."""


class Recipe:
    """Draws the data and trains in one folder; ``draw`` keeps a folder of sprites or scenes that exists already."""

    def __init__(self, folder: Path, share: float, minutes: float, real: list[str], grounds: list[str]) -> None:
        self.folder, self.share, self.minutes, self.real, self.grounds = folder, share, minutes, real, grounds

    def many(self, count: int, least: int = 12) -> int:
        """Return ``count`` times ``share``, at least ``least``."""
        return max(least, round(count * self.share))

    def spent(self, minutes: float) -> str:
        """Return the training time of a network in minutes (at least 0.05), as a command-line argument."""
        return f"{max(0.05, minutes * self.minutes * self.share):.3f}"

    def at(self, name: str) -> Path:
        """Return the path of a file or folder in the work folder."""
        return self.folder / name

    def draw(self) -> None:
        """Draw sprites of dice, scenes of them, windows of wide-lens pictures, other worlds, and tables for choosing settings."""
        sprites, weak, scenes, wide = (self.at(n) for n in ("sprites", "sprites_weak", "scenes", "wide"))
        if not sprites.is_dir():
            for part in (0, 1):
                run("sprites", sprites, part, 2, self.many(11000, 150))
                run("sprites", sprites, part, 2, self.many(2200, 60), "--only=hard")
            run("sprites", sprites, 0, 1, self.many(13000, 40), "--only=d10", "--edge=60")
            run("sprites", sprites, 0, 1, self.many(1500, 150), "--validation")
        if not weak.is_dir():
            weak.mkdir()
            link(weak, [*sprites.glob("*_training_0_2.npy"), *sprites.glob("*_training_hard_*.npy")])
        if not scenes.is_dir():
            for part in (0, 1):
                run("scenes", sprites, scenes, part, self.many(10000))
            for part in (2, 3):
                run("scenes", weak, scenes, part, self.many(3500))
            for part in (4, 5):
                run("scenes", sprites, scenes, part, self.many(5500), *LIVED_IN)
            run("scenes", sprites, self.at("val_rough"), 1, self.many(100, 4), "--validation", *ROUGH, *LIVED_IN)
        if not wide.is_dir():
            run("lens", wide, 1, self.many(10000))
            run("lens", wide, 2, self.many(5000), "--slanted")
            link(wide, scenes.glob("*_training_*.npy"))
        tens = self.at("wide_tens")
        if not tens.is_dir():
            run("lens", tens, 21, self.many(2500), "--tens")
            run("lens", tens, 22, self.many(2500), "--tens", "--slanted")
            link(tens, wide.glob("*_training_*.npy"))
        bare = self.at("grounds")
        if self.grounds and not bare.is_dir():
            for part in (8, 9):
                run("scenes", sprites, bare, part, self.many(12500), *SURFACES, *self.grounds)
            for part in (5, 6):
                run("lens", bare, part, self.many(700), *(["--slanted"] if part == 6 else []))
        for world, count in WORLDS.items():
            start("tests.worlds", "draw", world, self.at("worlds"), self.many(count, 6))
        for kind, count in MOSTLY.items():
            start("tests.worlds", "draw", "mujoco", self.at("worlds"), self.many(count, 6), f"--mostly={kind}")
        start("tests.worlds", "draw", "mujoco", self.at("worlds"), self.many(TOSSED, 6), "--mostly=d10", "--tossed")
        blanks = self.at("wide_blanks")
        if not blanks.is_dir():
            run("lens", blanks, 11, self.many(50000), "--blanks")
            run("lens", blanks, 12, self.many(22000), "--blanks", "--slanted")
        run("tables", self.at("tables_fit"), 0, self.many(500, 6))
        run("tables", self.at("tables_slanted"), FIRST_SLANTED, self.many(300, 4), "--slanted")
        run("tables", self.at("tables_choose"), FIRST_CHOSEN, self.many(400, 6))
        run("tables", self.at("tables_tens"), FIRST_TENS, self.many(1400, 20), "--only=tens")
        run("tables", self.at("tables_blanks"), FIRST_BLANKS, self.many(28000, 60), "--only=blanks")

    def train(self) -> None:
        """Train and export all networks; the locator is trained in three or four rounds, the crop reader in two."""
        scenes, wide = self.at("scenes"), self.at("wide")
        run("locator", scenes, self.at("locator.pt"), self.spent(40), *self.real)
        run("export", "locator", self.at("locator.pt"))
        more = ("--resume", "--rate=1.2e-3", "--seed=12")
        run("locator", wide, self.at("locator_dark.pt"), self.spent(26), *more, *self.real)
        run("export", "locator", self.at("locator_dark.pt"), "--half")
        worlds, blank = self.worlds(), self.worlds("mujoco-bicolour")
        more = ("--resume", "--rate=1.2e-3", "--seed=21")
        run("locator", wide, self.at("locator_worlds.pt"), self.spent(44), *more, blank, *self.real)
        run("export", "locator", self.at("locator_worlds.pt"))
        bare = self.locate_on_grounds(worlds) if self.grounds else []
        run("classifier", wide, self.at("faces0.pt"), self.spent(18), *self.real)
        run("hits", wide, *self.real)
        begun = (f"--from={self.at('faces0.pt')}", "--rate=2e-3", "--seed=77")
        run("classifier", wide, self.at("faces.pt"), self.spent(350), *begun, *self.real)
        run("upright", self.at("sprites"), self.at("faces.pt"), f"--count={self.many(6000, 64)}")
        run("strangers", "faces", self.at("faces.pt"), f"--count={self.many(24000, 64)}", *self.real)
        run("export", "faces", self.at("faces.pt"))
        run("wider", wide, self.at("wider.pt"), self.spent(16), worlds, *bare, *self.real)
        run("export", "faces", self.at("wider.pt"))
        run("smeared", wide, self.at("smeared.pt"), self.spent(60), f"--windows={self.many(6000, 40)}", *self.real)
        turned = self.worlds("mujoco-d10")
        faces = self.worlds("mujoco-d10", "mujoco-d10-tossed")
        run("facing", self.at("wide_tens"), self.at("faces.pt"), self.at("facing.pt"), self.spent(160), faces)
        run("export", "facing", self.at("facing.pt"))
        run("hits", self.at("wide_blanks"))
        run("bicolour", self.at("wide_blanks"), self.at("faces.pt"), self.at("bicolour.pt"), self.spent(150), blank)
        run("export", "bicolour", self.at("bicolour.pt"))
        tens = (f"--count={self.many(4500, 150)}", turned)
        run("ten", self.at("sprites"), self.at("ten.pt"), self.spent(145), *tens)
        run("export", "ten", self.at("ten.pt"))
        run("strangers", "ten", self.at("ten.pt"), f"--count={self.many(24000, 64)}", worlds)
        run("export", "ten", self.at("ten.pt"))
        run("quantize", self.many(40, 2))

    def worlds(self, *more: str) -> str:
        """Return the option that names the folders of the other worlds, and ``more`` of them."""
        return "--worlds=" + ",".join(str(self.at("worlds") / world) for world in (*WORLDS, *more))

    def locate_on_grounds(self, worlds: str) -> list[str]:
        """Train the locator on photographed grounds, too, and list its hits there; return the option of ``wider`` for them."""
        bare, both = self.at("grounds"), self.at("wide_grounds")
        both.mkdir(exist_ok=True)
        link(both, [name for folder in (self.at("wide"), bare) for name in folder.glob("*_training_*.npy")])
        more = ("--resume", "--rate=1e-3", "--seed=25", worlds, *self.real)
        run("locator", both, self.at("locator_grounds.pt"), self.spent(20), *more)
        run("export", "locator", self.at("locator_grounds.pt"))
        run("hits", bare)
        return [f"--grounds={bare}"]

    def judge(self) -> None:
        """Fit the belief weights and choose the certainty thresholds on drawn scenes, drawn tables and photographs."""
        drawn = ("val_rough", "tables_fit", "tables_slanted", "tables_choose", "tables_tens", "tables_blanks")
        folders = [self.at(name) for name in drawn]
        folders += [Path(word.partition("=")[2]) for word in self.real]
        rows = [self.at(f"rows_{folder.name}.pkl") for folder in folders]
        for folder, file in zip(folders, rows, strict=True):
            run("calibrate", "collect", folder, file)
        run("calibrate", "fit", *rows)


def main() -> None:
    options = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a)
    real, grounds = ([f"--{name}={options[name]}"] if name in options else [] for name in ("real", "grounds"))
    share, minutes = (float(options.get(name, "1")) for name in ("share", "minutes"))
    recipe = Recipe(Path(sys.argv[1]).resolve(), share, minutes, real, grounds)
    recipe.draw()
    recipe.train()
    recipe.judge()


if __name__ == "__main__":
    main()
