"""Trains the reader of the bicolour die: ``python -m vision.training.bicolour SCENES FACES.pt OUT.pt MINUTES``.

The crop reader tells the colour of every die's body along with all else, and of a glossy black face in which a lamp is seen
it is often unsure. This network tells nothing but the top face of the bicolour die, from crops that hold its sides and the
ground as well. It begins with the crop reader's first parts, or goes on from its own weights (``--from=OLD.pt``).
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
from vision.bicolour import BLACK, NEITHER, RED, WIDE
from vision.training.classifier import Sample, Source, tensor
from vision.training.learning import Learner
from vision.training.nets import Crop, precision
from vision.training.sprites import BLANK

CAST = 0.04
"""How far the camera's white may be wrong: standard deviation of the logarithm of each colour's gain."""
GLARE = 0.15
"""How often a crop is too bright."""
VEIL, THICKEST = 0.25, 0.5
"""How often a veil of light lies over a crop, and how much of what lies under it is lost at most."""
BESIDE = 0.3
"""How much is learned of what is no top face: above all the sides of red and black dice."""


def meaning(sample: Sample) -> int:
    """Return what to learn of a crop: red, black or neither."""
    if sample.label != BLANK:
        return NEITHER
    return RED if sample.colour == COLOURS.index("red") else BLACK


def shone(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a crop as a camera with another white stores it, sometimes too bright, or under a veil of light."""
    gain = np.exp(rng.normal(0, CAST, 3)) * (rng.uniform(1.2, 2.2) if rng.random() < GLARE else 1.0)
    veil = rng.uniform(0, THICKEST) if rng.random() < VEIL else 0.0
    return np.asarray(np.clip((picture + (255 - picture.astype(float)) * veil) * gain, 0, 255), np.uint8)


def main() -> None:
    """Train for some minutes of one processor, and keep the running average of the weights."""
    scenes, faces, out, minutes = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4])
    options = dict(a[2:].split("=") for a in sys.argv[5:] if "=" in a)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(6)
    rng = np.random.default_rng(int(options.get("seed", "61")))
    source, net = Source(scenes, [], WIDE, BESIDE), Crop(3).to(memory_format=torch.channels_last)
    begun = torch.load(options.get("from", faces))
    known = {k: v for k, v in begun.items() if "from" in options or k.startswith("body.")}
    net.load_state_dict(known, strict=False)
    learner = Learner(net, float(options.get("rate", "2e-3")))
    start, step, running = time.process_time(), 0, 1.0
    while (spent := (time.process_time() - start) / (minutes * 60)) < 1:
        samples = [source.get(rng) for _ in range(128)]
        wanted = torch.tensor([meaning(s) for s in samples])
        with precision():
            told = net(tensor([shone(rng, s.crop) for s in samples])).float()
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
