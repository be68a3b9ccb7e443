"""Trains the reader of the bicolour die: ``python -m vision.training.bicolour SCENES FACES.pt OUT.pt MINUTES``.

Options: ``[--from=OLD.pt] [--resume] [--worlds=FOLDER,…] [--rate=2e-3] [--seed=61]``.

The crop reader also predicts the colour of a die's body, but is often unsure of a glossy black face that reflects a lamp.
This network predicts only the colour of the bicolour die's top face, from crops that also show its sides and the ground.
Training starts from the crop reader's first layers, or continues from earlier weights (``--from=OLD.pt``) or from the exported
ones (``--resume``, which keeps the statistics of the normalisation). ``--worlds`` names folders of pictures by ``tests/worlds``.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from companion.dice import COLOURS
from vision.reading.bicolour import BLACK, NEITHER, RED, WIDE
from vision.training.classifier import Sample, Source, tensor
from vision.training.learning import Learner
from vision.training.nets import Tops, begin, precision
from vision.training.sprites import BLANK
from vision.training.wider import world

WORLDS = 0.5
"""Share of the crops of each step that show other worlds, if there are any."""
BESIDE = 0.3
"""Share of the crops cut at labelled dice that are moved off the top face, for example to a side of the die."""


def meaning(sample: Sample) -> int:
    """Return the training label of a crop: red, black or neither."""
    if sample.label != BLANK:
        return NEITHER
    return RED if sample.colour == COLOURS.index("red") else BLACK


def as_stored(_: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the crop unchanged, because augmented light would hide the small differences between red and black."""
    return picture


def main() -> None:
    """Train for MINUTES on one processor core and store the running average of the weights."""
    scenes, faces, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4])
    options = dict(a[2:].split("=") for a in sys.argv[5:] if "=" in a)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(6)
    rng = np.random.default_rng(int(options.get("seed", "61")))
    source, net = Source(scenes, [], WIDE, BESIDE, as_stored), Tops().to(memory_format=torch.channels_last)
    folders = [Path(name) for name in options.get("worlds", "").split(",") if name]
    others = [Source(None, [], WIDE, BESIDE, as_stored, parts=[world(folder)]) for folder in folders]

    def some() -> list[Sample]:
        foreign = int(128 * WORLDS) if others else 0
        return [(others[rng.integers(len(others))] if i < foreign else source).get(rng) for i in range(128)]

    if "--resume" in sys.argv:
        from vision.training.resume import resume

        resume(net, tensor([s.crop for _ in range(4) for s in some()]), "bicolour")
        net.body.eval()
    else:
        begun = torch.load(options.get("from", faces))
        begin(net, {k: v for k, v in begun.items() if "from" in options or k.startswith("body.")})
    learner = Learner(net, float(options.get("rate", "2e-3")))
    start, step, running = time.process_time(), 0, 1.0
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        samples = some()
        wanted = torch.tensor([meaning(s) for s in samples])
        with precision():
            told = net(tensor([s.crop for s in samples])).float()
        loss = torch.nn.functional.cross_entropy(told, wanted, label_smoothing=0.01)
        learner.step(loss, spent)
        running = 0.98 * running + 0.02 * float(loss.detach())
        step += 1
        if step % 100 == 0:
            print(f"{step} {time.process_time() - start:.0f}s loss {running:.3f}", flush=True)
            torch.save(learner.kept.state_dict(), out)
    torch.save(learner.kept.state_dict(), out)


if __name__ == "__main__":
    main()
