"""Trains the detection of strangers: ``python -m vision.training.strangers faces|ten WEIGHTS.pt``.

Options: ``[--count=24000] [--real=FOLDER] [--posed=FOLDER,…] [--worlds=FOLDER,…] [--resume]``.

Strangers are dice that the game does not use: percentile dice, d4, d8, d12, d20, and d6 with numerals, letters or
signs. The crop reader was trained on few of them, and the digit reader takes each upright digit for one of a d10. So
both networks have extra layers that detect a stranger. This script trains them on the features of the network's body;
all other layers stay unchanged. ``--real`` adds the d6 of the training photographs, ``--posed`` photographs of one labelled
die each, ``--worlds`` (for ``ten``) the pictures that ``tests/worlds`` drew. ``--resume`` takes the exported network instead of
WEIGHTS.pt.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, dropout

from companion.dice import DiceSet
from vision.drawing.render import Look, draw, resting, solid
from vision.reading import ten
from vision.reading.faces import CLASSES, crop
from vision.reading.locate import Hit
from vision.reading.reader import DiceReader
from vision.reading.search import Shot
from vision.reading.ten import Ten
from vision.training import looks
from vision.training.classifier import light, tensor
from vision.training.grounds import camera, enlarged, ground
from vision.training.locator import real
from vision.training.looks import glyph, pose, view, worn
from vision.training.nets import Crop, Digits, Faces, Marked, stranger
from vision.training.resume import resume
from vision.training.scenes import matrix_for, paste
from vision.training.ten import Picture, others

CANVAS = 128
KNOWN = {"faces": (("pips", 0.7), ("hard", 0.3)), "ten": (("d10", 1.0),)}
STRANGE = (
    ("percentile", 0.24),
    ("numeral", 0.42),
    ("signs", 0.06),
    ("d4", 0.06),
    ("d8", 0.1),
    ("d12", 0.05),
    ("d20", 0.07),
)
"""The probability of each kind: of the dice that each network knows, and of strangers."""
SIGNS = ("+", "-", "", "A", "K", "Q", "J", "X", "?", "!", "#", "=", "V", "<", "II", "III", "IV", "VI")
PRINTS = {"d4": 0.5, "d8": 0.5, "d12": 0.4, "d20": 0.32, "numeral": 0.72, "signs": 0.72, "percentile": 0.72}
SQUEEZED = (0.8, 1.25)
"""Minimum and maximum width of a pixel relative to its height, because some cameras store squeezed pictures."""
VIEWS, ROUNDS, BATCH, RATE, FEATURES = 3, 24, 256, 1e-3, 1536
LEGIBLE = 0.3
"""Minimum probability of the best digit; the digit reader is trained only on such crops."""
MISTAKEN, OTHERS = 0.05, 0.15
"""A stranger whose best probability of a d6's face is below the first value is harmless to the crop reader, which is trained on
the second share of these only. What matters is the 6 of a numeral die, which looks like a 1."""
PHOTOGRAPHED = 12
"""Maximum number of dice of one photograph to train on."""
SIDEWAYS = 0.7
"""Share of percentile dice printed along their faces, as most makers do; "00" then looks like an 8."""
ONES = 0.5
"""Share of the known d6 that show a 1: a single mark is most easily taken for a number or a sign."""
LAMPS = 0.35
"""Share of the known d6 in whose pips a lamp is reflected, so that a pip looks like a crescent."""


def strange(rng: np.random.Generator, kind: str, side: str = "training") -> Look:
    """Return a random stranger of ``kind``; ``side`` chooses fonts."""
    made, _ = looks.look(rng, "d10" if kind == "percentile" else "other", side)
    shape = {"numeral": "d6", "signs": "d6", "percentile": "d10"}.get(kind, kind)
    body = solid(shape, int(rng.integers(6))) if shape == "d10" else solid(shape)
    font = looks.fonts(side)[int(rng.choice(len(looks.fonts(side)), p=looks.font_odds(side)))]
    number = len(body.normals)
    if kind == "percentile":
        texts = [f"{d}0" for d in rng.permutation(10)]
    elif kind == "signs":
        texts = [str(s) for s in rng.choice(SIGNS, number)]
    else:
        texts = [str(n + 1) for n in rng.permutation(number)]
    marked = looks.mark(rng, font)
    prints = np.stack([glyph(t, font, marked if t in ("6", "9") else None) for t in texts])
    if rng.random() < 0.5:
        prints = worn(rng, prints)
    if kind == "percentile" and rng.random() < SIDEWAYS:
        prints = np.ascontiguousarray(np.rot90(prints, int(rng.choice([1, 3])), (1, 2)))
    size = PRINTS[kind] * float(rng.uniform(0.6, 1.2))
    ball = float(rng.choice([0.72, 0.76, 2.0])) if shape != "d6" else float(rng.choice([0.70, 0.76, 0.86]))
    return replace(made, solid=body, faces=(0,) * number, glyphs=prints, print_size=size, ball=ball)


def one(rng: np.random.Generator, kind: str, side: str = "training") -> Picture:
    """Return a picture (128, 128, 3) of one die of ``kind`` on a ground, and the die: x, y, edge, tilt."""
    known = kind not in dict(STRANGE)
    made = looks.look(rng, kind, side)[0] if known else strange(rng, kind, side)
    tilt = float(rng.uniform(0, np.radians(40)) * rng.random() ** 0.5)
    turn, _ = pose(rng, made, False)
    if kind in ("pips", "hard") and rng.random() < ONES:
        turn = resting(made.solid, made.faces.index(1), float(rng.uniform(0, 2 * np.pi)))
    if kind == "d4":  # a d4 has no top face: lay it on a random face
        turn = np.diag([1.0, -1.0, -1.0]) @ resting(made.solid, int(rng.integers(4)), float(rng.uniform(0, 6.28)))
    lamps = view(rng, tilt)
    if kind in ("pips", "hard") and rng.random() < LAMPS:
        lamps = replace(lamps, window_power=float(rng.uniform(0.6, 1)))
    sprite = draw(made, turn, lamps)
    planes = np.dstack([sprite.colour, sprite.alpha, sprite.shadow])
    edge = float(np.exp(rng.uniform(np.log(20), np.log(60))))
    canvas = ground(rng, CANVAS, CANVAS, 0.3, 0.4)
    x, y = (float(v) for v in CANVAS / 2 + rng.normal(0, 3, 2))
    row = np.array([*sprite.anchor, sprite.edge], np.float32)
    if kind == "d4":
        row[:2] = 64  # the middle of the sprite
    paste(canvas, planes, matrix_for(row, x, y, edge, 0, False))
    return enlarged(rng, camera(rng, np.clip(canvas, 0, 1))), np.array((x, y, edge, tilt), np.float32)


def cut(rng: np.random.Generator, picture: Any, place: Any) -> NDArray[np.uint8]:
    """Return a crop of a die, displaced at random like the locator's hits."""
    x, y, edge = (float(v) for v in place[:3])
    size = edge * float(np.exp(rng.normal(0, 0.09)))
    x, y = x + rng.normal(0, 0.06) * edge, y + rng.normal(0, 0.06) * edge
    return crop(picture, x, y, size, float(rng.uniform(0, 2 * np.pi)))


def squeezed(rng: np.random.Generator, picture: Any, place: Any) -> tuple[Any, tuple[float, float, float]]:
    """Return the picture, in half of the cases made wider or narrower, and the place of its die in it."""
    x, y, edge = (float(v) for v in place[:3])
    by = float(np.exp(rng.uniform(*np.log(SQUEEZED)))) if rng.random() < 0.5 else 1.0
    return cv2.resize(picture, None, fx=by, fy=1), (x * by, y, edge * by**0.5)


def upright(rng: np.random.Generator, reader: Ten, picture: Any, place: Any) -> list[NDArray[np.uint8]]:
    """Return crops in which the digit reader sees an upright digit; none if it sees no digit."""
    x, y, edge = (float(v) for v in place[:3])
    x, y = x + rng.normal(0, 0.05) * edge, y + rng.normal(0, 0.05) * edge
    hit = Hit(x, y, edge * float(np.exp(rng.normal(0, 0.08))), 1.0)
    digits, angle, _ = reader.read(picture, hit)
    return [ten.view(picture, hit, angle + t, s) for t, s in ten.VIEWS[:VIEWS]] if digits.max() > LEGIBLE else []


def seen(net: Crop, which: str, count: int, rng: np.random.Generator, side: str) -> tuple[Tensor, Tensor]:
    """Return the features that the network's body computes for ``count`` dice (n, 1536), and which are strangers (n)."""
    bodies, strange_ones = [], []
    reader = Ten() if which == "ten" else None
    for n in range(count):
        names, odds = zip(*(KNOWN[which] if n % 2 else STRANGE), strict=True)
        picture, place = one(rng, str(rng.choice(names, p=odds)), side)
        if reader is not None:
            crops = upright(rng, reader, picture, place)
        else:
            crops = [light(rng, cut(rng, *squeezed(rng, picture, place))) for _ in range(VIEWS)]
        with torch.no_grad():
            body = net.body(tensor(crops)).flatten(1) if crops else torch.empty(0, FEATURES)
            if which == "faces" and n % 2 == 0:
                faces = net.head(body)[:, :CLASSES].softmax(1)[:, 1:7].amax(1)
                body = body[(faces > MISTAKEN) | (torch.rand(len(body)) < OTHERS)]
        strange_ones += [float(n % 2 == 0)] * len(body)
        bodies.append(body)
    return torch.cat(bodies), torch.tensor(strange_ones)


def photographed(net: Crop, folder: Path, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return what ``seen`` returns, for the d6 in the training photographs."""
    bodies = []
    for picture, dice in real(folder):
        rows = [d for d in dice if 1 <= d[3] <= 6][:PHOTOGRAPHED]
        crops = [light(rng, cut(rng, *squeezed(rng, picture, row))) for row in rows for _ in range(2 * VIEWS)]
        with torch.no_grad():
            bodies += [net.body(tensor(crops)).flatten(1)] if crops else []
    known = torch.cat(bodies)
    return known, torch.zeros(len(known))


def posed(net: Crop, which: str, folder: Path, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return what ``seen`` returns, for labelled photographs of one die each, which the shipped reader finds.

    A d10 is known to the digit reader. The crop reader's layers are used for d6 only, so they learn none.
    """
    bodies, strange_ones = [], []
    finder, digits = DiceReader(), Ten()
    for row in json.loads((folder / "labels.json").read_text()):
        known = row["dice"][0]["type"] == "d10"
        picture = np.asarray(cv2.imread(str(folder / "images" / row["file"])), np.uint8)
        found = [] if known and which == "faces" else finder.look(Shot(picture, DiceSet.parse("1d10")))
        for one in sorted(found, key=lambda s: -s.presence)[:1]:
            place = one.where
            if which == "ten":
                crops = [view for _ in range(2) for view in upright(rng, digits, picture, place)]
            else:
                crops = [light(rng, cut(rng, *squeezed(rng, picture, place))) for _ in range(2 * VIEWS)]
            strange_ones += [float(not known)] * len(crops)
            with torch.no_grad():
                bodies += [net.body(tensor(crops)).flatten(1)] if crops else []
    return torch.cat(bodies), torch.tensor(strange_ones)


def met(net: Crop, folders: list[Path], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return what ``seen`` returns, for the d10 and the strangers of other worlds."""
    bodies, strange_ones, reader = [torch.empty(0, FEATURES)], [], Ten()
    for picture, row in others(folders):
        crops = upright(rng, reader, picture, row)
        strange_ones += [float(row[3] == ten.WRONG)] * len(crops)
        with torch.no_grad():
            bodies += [net.body(tensor(crops)).flatten(1)] if crops else []
    return torch.cat(bodies), torch.tensor(strange_ones)


def begun(which: str, weights: Path, rng: np.random.Generator, resumed: bool) -> Any:
    """Return the network with new layers for strangers; the other weights are ``weights`` or the exported ones (``resumed``)."""
    if resumed:
        net: Any = Faces(CLASSES + 8) if which == "faces" else Digits()
        dice = [one(rng, str(rng.choice(["pips", "d10", "numeral"]))) for _ in range(BATCH)]
        resume(net, tensor([cut(rng, *die) for die in dice]), which)
    else:
        net = (Marked(CLASSES + 8) if which == "faces" else Digits()).to(memory_format=torch.channels_last)
        told = {k: v for k, v in torch.load(weights).items() if not k.startswith("stranger.")}
        net.load_state_dict(told, strict=False)
    net.stranger = stranger()
    return net.eval()


def main() -> None:
    which, weights = sys.argv[1], Path(sys.argv[2])
    options = dict(a[2:].split("=") for a in sys.argv[3:] if "=" in a)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    seed, count = int(options.get("seed", "5")), int(options.get("count", "24000"))
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = begun(which, weights, rng, "--resume" in sys.argv)
    sets = [seen(net, which, count, rng, "training")]
    if "real" in options and which == "faces":
        sets.append(photographed(net, Path(options["real"]), rng))
    sets += [posed(net, which, Path(name), rng) for name in options.get("posed", "").split(",") if name]
    if "worlds" in options:
        sets.append(met(net, [Path(name) for name in options["worlds"].split(",")], rng))
    x, y = (torch.cat(parts) for parts in zip(*sets, strict=True))
    rare = (1 - y.mean()) / y.mean()  # a stranger seldom shows an upright digit
    best = torch.optim.AdamW(net.stranger.parameters(), lr=RATE, weight_decay=1e-2)
    for done in range(ROUNDS):
        for group in best.param_groups:
            group["lr"] = RATE * (1 - done / ROUNDS)
        for some in torch.randperm(len(x)).split(BATCH):
            dropped = dropout(x[some], 0.2)
            loss = binary_cross_entropy_with_logits(net.stranger(dropped)[:, 0], y[some], pos_weight=rare)
            best.zero_grad()
            loss.backward()
            best.step()
    torch.save(net.state_dict(), weights)
    with torch.no_grad():
        x, y = seen(net, which, max(32, count // 8), rng, "validation")
        odd = net.stranger(x)[:, 0] > 0
    print(f"strangers told {odd[y > 0].float().mean():.3f}, known dice taken for one {odd[y == 0].float().mean():.3f}")


if __name__ == "__main__":
    main()
