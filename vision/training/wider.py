"""Trains the crop reader further on the dice of other generators, too, and to tell the place of the top face.

``python -m vision.training.wider SCENES OUT.pt MINUTES --worlds=FOLDER,… [--grounds=SCENES] [--real=FOLDER]``

The crop reader took a fifth to a fourth of the d10 that other generators had drawn for strange dice. Here all its layers
learn on, from the exported network. ``--worlds`` names folders of pictures drawn by ``tests/worlds``. Of these, every fifth
picture is left out, to judge with. ``--grounds`` names scenes on photographed grounds with their hits (``hits.py``): on
these the crop reader learns what is not a die. The target for a crop of our other scenes is mainly the former answer, and for
the direction of a digit it is only that, as for the direction of a top face where a world does not tell it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.reading.faces import CLASSES, HIDDEN, LOGITS, OTHER, PLACE, STRANGE, TENTH
from vision.reading.locate import Locator
from vision.training import strangers, worlds
from vision.training.classifier import Hits as Listed
from vision.training.classifier import Part, Sample, Source, fair, light, part, tensor
from vision.training.hits import listed
from vision.training.learning import Learner
from vision.training.locator import real
from vision.training.nets import precision
from vision.training.smeared import begun
from vision.training.tables import MARKS

SCALES = (0.8, 1.25)
"""Scales at which the locator searches the pictures of a world."""
WORLDS, BARE, ODD = 0.4, 0.1, 0.08
"""``WORLDS`` and ``ODD`` are the shares of the crops from other worlds and of drawn strangers. Photographed grounds count as one
more world; with them, the share of the worlds is larger by ``BARE``."""
SHARE, SMOOTHING = 0.3, 0.02
"""Share of the label in the target for a crop of our own; and the share of the other classes in a label."""
ASTRAY = 0.25
"""Share of the crops that are cut out further beside the middle of the top face than the locator's hits are."""


def world(folder: Path, *, searched: bool = True) -> Part:
    """Return the pictures of a world, which ``tests/worlds`` drew, in the form of a file of scenes, if ``searched`` with hits."""
    pictures, known = map(list, zip(*worlds.pictures(folder), strict=True))
    most = max(map(len, known))
    dice = np.full((len(pictures), most, 9), -1, np.float32)
    marks = np.full((len(pictures), most, MARKS), -1, np.float32)
    for rows, marked, listing in zip(dice, marks, known, strict=True):
        rows[: len(listing)] = worlds.as_scene(listing)
        marked[: len(listing), :2] = worlds.facings(listing)
    hits = Listed(listed(Locator(), pictures, list(dice), SCALES)) if searched else None
    return Part(pictures, dice, fair(dice), hits, None if np.isnan(marks).any() else marks)


def grounds(scenes: Path) -> list[Part]:
    """Return the scenes on photographed grounds, of whose hits only those beside all dice are kept."""
    parts = []
    for name in sorted(scenes.glob("dice_training_*.npy")):
        whole = part(name)
        assert whole.hits is not None, f"{name} has no list of hits"
        parts.append(replace(whole, hits=whole.hits.beside()))
    return parts


class Crops:
    """Gives crops of our scenes, of photographs, of other worlds and of strangers, each with its share of the label."""

    def __init__(
        self, scenes: Path, folders: Sequence[Path], photographs: list[Any], strange: int, bare: Path | None
    ) -> None:
        self._ours = Source(scenes, photographs, astray=ASTRAY)
        self._worlds = [Source(None, [], astray=ASTRAY, parts=[world(folder)]) for folder in folders]
        self._worlds += [Source(None, [], astray=ASTRAY, parts=grounds(bare))] if bare else []
        self._foreign = WORLDS + (BARE if bare else 0)
        rng = np.random.default_rng(8)
        kinds, odds = zip(*strangers.STRANGE, strict=True)
        self._odd = [strangers.one(rng, str(rng.choice(kinds, p=odds))) for _ in range(strange)]

    def get(self, rng: np.random.Generator) -> tuple[Sample, float]:
        pick = rng.random()
        if pick < self._foreign:
            return self._worlds[rng.integers(len(self._worlds))].get(rng), 1.0
        if pick < self._foreign + ODD:
            picture, place = self._odd[rng.integers(len(self._odd))]
            return Sample(light(rng, strangers.cut(rng, *strangers.squeezed(rng, picture, place))), -1), 0.0
        return self._ours.get(rng), SHARE


def loss(samples: Sequence[Sample], shares: Sequence[float], given: Tensor, answers: Tensor) -> Tensor:
    """Return the loss of ``answers`` (n, ``OUTPUTS``) against the labels and ``given``, the former network's answers."""
    label = torch.tensor([s.label for s in samples])
    share = torch.tensor(shares).where(label >= 0, 0.0)
    named = functional.one_hot(label.clamp(min=0), CLASSES) * (1 - SMOOTHING) + SMOOTHING / CLASSES
    wanted = share[:, None] * named + (1 - share[:, None]) * given[:, :CLASSES].softmax(1)
    total = functional.cross_entropy(answers[:, :CLASSES], wanted)
    total = total + 0.2 * functional.cross_entropy(answers[:, CLASSES:LOGITS], given[:, CLASSES:LOGITS].softmax(1))
    turned = given[:, LOGITS:STRANGE].clone()
    for i, s in enumerate(samples):
        if s.facing is not None and shares[i] == 1 and label[i] > 0:
            turned[i, :2] = torch.from_numpy(s.facing)
    total = total + functional.smooth_l1_loss(answers[:, LOGITS:STRANGE], turned, beta=0.1)
    strange = given[:, STRANGE].sigmoid()
    strange = torch.where((share == 1) & (label == OTHER), 1 - SMOOTHING, strange)
    strange = torch.where((share == 1) & (label >= 1) & (label <= 6), SMOOTHING, strange)
    total = total + 0.5 * functional.binary_cross_entropy_with_logits(answers[:, STRANGE], strange)
    known = [i for i, s in enumerate(samples) if s.place is not None]
    places = torch.tensor(np.array([samples[i].place for i in known]), dtype=torch.float32).reshape(-1, 3) / TENTH
    return total + 0.5 * functional.smooth_l1_loss(answers[known, PLACE:HIDDEN], places, beta=0.5)


def main() -> None:
    scenes, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    options = dict(a[2:].split("=") for a in sys.argv[4:] if "=" in a)
    torch.set_num_threads(int(options.get("threads", "1")))
    cv2.setNumThreads(1)
    torch.manual_seed(3)
    rng = np.random.default_rng(int(options.get("seed", "7")))
    photographs = [p for p in (real(Path(options["real"])) if "real" in options else []) if len(p[1])]
    folders = [Path(name) for name in options["worlds"].split(",")]
    bare = Path(options["grounds"]) if "grounds" in options else None
    crops = Crops(scenes, folders, photographs, int(options.get("strange", "400")), bare)
    some = tensor([crops.get(rng)[0].crop for _ in range(512)])
    former, net = begun(some).eval(), begun(some)
    net.body.eval()  # keeps the statistics of its normalisation, which a mixture of worlds would shift
    learner = Learner(net, float(options.get("rate", "1e-3")))
    start, step = time.process_time(), 0
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        samples, shares = zip(*(crops.get(rng) for _ in range(128)), strict=True)
        x = tensor([s.crop for s in samples])
        with torch.no_grad(), precision():
            given = former(x)
        with precision():
            answers = net(x)
        total = loss(samples, shares, given.float(), answers.float())
        learner.step(total, spent)
        step += 1
        if step % 100 == 0:
            print(f"{step} {time.process_time() - start:.0f}s loss {float(total.detach()):.3f}", flush=True)
    torch.save(learner.kept.state_dict(), out)


if __name__ == "__main__":
    main()
