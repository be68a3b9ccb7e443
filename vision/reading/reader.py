"""DiceReader turns one picture into one Reading, which is certain only if there is no reason for doubt."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS, DiceSet, DieKind, ReadDie, Reading
from vision.pictures import Image, Odds
from vision.reading import belief, lean, uppermost
from vision.reading.expected import chosen, classed, kinds, of_the_throw
from vision.reading.faces import BLANK, LEANING, OTHER, TEN
from vision.reading.light import DUSK, brightened
from vision.reading.named import Named, ranked, stranger_limit
from vision.reading.places import BOX, STACKED, Place
from vision.reading.printed import printed
from vision.reading.search import Search, Shot
from vision.reading.ten import Ten

Floats = NDArray[np.float32]

SWEPT = 0.6
"""If the mean ratio of the sharpness in two directions is lower over all dice, a doubtful reading is called blurred: a moving
camera smears all alike."""
TOO_DARK = 3.5
"""Gain of a dim picture above which darkness is named as the reason for a doubt."""
ROULETTE = DiceSet.parse("roulette")


class DiceReader:
    """Reads the dice in a picture. It loads its networks once; only one thread at a time may call ``read``."""

    def __init__(self) -> None:
        cv2.setNumThreads(1)
        self.search = Search()
        self._ten = Ten()

    def use(self, heads: Mapping[str, Callable[[Floats], Floats]]) -> None:
        """Correct the outputs of the networks "faces", "ten" and "bicolour" from now on by these functions, by name."""
        for reader in (self.search.faces, self._ten, self.search.bicolour):
            reader.net.head = heads.get(reader.net.name)

    def outputs(self, crops: list[Image]) -> Floats:
        """Return the outputs of the crop reader's network (n, ``faces.OUTPUTS``) for crops of 64x64 pixels, uncorrected."""
        return self.search.faces.net.run(crops, corrected=False).reshape(len(crops), -1)

    def read(
        self, image: Image, expected: DiceSet | None = None, edge: float | None = None, odds: Odds | None = None
    ) -> Reading:
        """Return the reading of ``image`` (BGR uint8, (height, width, 3)); raise ``ValueError`` for another type or shape.

        ``expected`` is the dice set of the open throw, if known. ``edge`` is the edge of a d6 in pixels, if known;
        otherwise the reader searches for the size. ``odds`` is as in ``Shot``.
        """
        begun = time.perf_counter()
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise ValueError(
                f"a picture is expected as BGR uint8 (height, width, 3), but got {image.dtype} {image.shape}"
            )
        bright, gain = brightened(image)
        shot = Shot(bright, expected, odds, brightened(image, DUSK)[0] if gain > 1 else None)
        dice, why = self._judge(shot, self.look(shot, edge))
        if dice and not why and edge is None and printed(bright, dice, self.search.locator, self.search.faces):
            why.append("unsure")
        if expected and edge is None and odds is None:  # a loose photograph, which shows whatever lies about
            dice = of_the_throw(dice, expected)
        if why and gain > TOO_DARK:
            why.append("too-dark")
        spent = (time.perf_counter() - begun) * 1000
        return Reading(tuple(dice), not why, tuple(why), round(spent, 1))

    def look(self, shot: Shot, edge: float | None = None) -> list[Place]:
        """Return every possible die with its presence; ``edge`` is as in ``read``."""
        return self.search.places(shot, edge)

    def _judge(self, shot: Shot, seen: list[Place]) -> tuple[list[ReadDie], list[str]]:
        """Return the dice and all reasons for doubt."""
        expected = shot.expected
        kept, places = chosen(seen, expected)
        why: list[str] = []
        if not kept:
            why.append("too-few" if expected else "unsure")
        dice = []
        named = [self.named(shot, one) for one in kept]
        roulette = ROULETTE.accepts([(one.kind, "") for one in named])
        for one, name in zip(kept, named, strict=True):
            die, reasons = self._die(shot, one, name, roulette)
            dice.append(die)
            why += reasons
        believed = belief.of_kinds(places, ((str(d.kind), d.confidence) for d in dice))
        if any(whole < belief.least(kind) for kind, whole in believed.items()):
            why.append("unsure")
        if expected:
            if len(dice) < expected.least:
                why.append("too-few")
            elif len(dice) > expected.most:
                why.append("too-many")
            elif not expected.accepts([(d.kind, d.colour) for d in dice]):
                why.append("not-expected")
        gap = belief.nearest([s.where for s in kept])
        if gap < STACKED:
            why.append("stacked")
        if self._leans(shot.image, kept):
            why.append("leaning")
        if why and kept:
            why += ["touching"] if gap < 1.1 else []
            swept = float(np.mean([s.sharp[1] for s in kept])) < SWEPT
            why += ["blurred"] if swept or any(s.smeared for s in kept) else []
            why += ["glare"] if self._glares(shot.image, kept) else []
        dice.sort(key=lambda d: (d.box[1] // 40, d.box[0]))
        return dice, list(dict.fromkeys(why))

    def _leans(self, image: Image, kept: list[Place]) -> bool:
        """Whether the face read of one die points in another direction than those of the others.

        Such a die leans, or one of its sides was taken for the top, as happens with a d10 seen from the side.
        """
        places = np.array([s.where for s in kept]).reshape(-1, 3)
        facing = np.array([s.facing for s in kept], np.float64).reshape(-1, 2)
        classes = np.array([s.classes.argmax() for s in kept], np.intp)

        def again(which: NDArray[np.intp]) -> NDArray[np.float64]:
            return np.asarray(self.search.facing.look(image, [kept[i].hit for i in which]), np.float64)

        return lean.leans(places, facing, classes, again, image.shape[1])

    def named(self, shot: Shot, one: Place) -> Named:
        """Return the most likely identification of a die; if a d10 is expected, another die is a strange d10 with its digit."""
        best, p = classed(one, shot.expected)
        if 1 <= best <= 6 or best == LEANING:
            share = float(p[1:7].sum()) if best == LEANING else 1.0
            faces = ranked({v: float(p[v]) / share for v in range(1, 7)})
            return Named(DieKind.D6, faces, leaning=best == LEANING, strange=one.strange)
        if best == TEN or (best == OTHER and DieKind.D10 in kinds(shot.expected)):
            digits, _, strange = self._ten.read(shot.image, one.hit, one.upright)
            faces = ranked({d: float(q) for d, q in enumerate(digits)})
            other = p[OTHER] * 2 * strange  # the digit reader, too, tells a d10 from another die with digits
            sure = float(p[TEN] / max(1 - p[OTHER] + other, 1e-9))
            return Named(DieKind.D10, faces, sure, strange=strange if best == TEN else 1.0)
        if best == BLANK:
            told = self.search.red_or_black(shot, one) if one.bicolour is None else one.bicolour
            red, black, _ = (float(q) for q in told)
            faces = ranked({"red": red / (red + black), "black": black / (red + black)})
            return Named(DieKind.BICOLOUR, faces, float(p[BLANK]))
        return Named(DieKind.UNKNOWN, [])

    def _die(self, shot: Shot, one: Place, named: Named, roulette: bool = False) -> tuple[ReadDie, list[str]]:
        """Return one die with its box and value, and the reasons for doubt; ``roulette``: all dice are those of roulette."""
        image, expected = shot.image, shot.expected
        half = one.hit.edge * BOX / 2
        left, top, side = max(0, round(one.hit.x - half)), max(0, round(one.hit.y - half)), round(2 * half)
        why: list[str] = []
        kind, value, confidence = named.kind, named.value, named.confidence
        colour = str(value) if kind is DieKind.BICOLOUR else COLOURS[int(one.colours.argmax())]
        if named.leaning:
            why.append("leaning")
            confidence = min(confidence, 0.5)
        if kind is DieKind.UNKNOWN:
            why.append("not-expected" if expected else "unsure")
        if kind in (DieKind.D10, DieKind.BICOLOUR) and not expected and not roulette:
            why.append("unsure")  # plain cubes look like the bicolour die, and beside a d10 that die is easily missed
        if kind is DieKind.D10 and not why and uppermost.doubted(one):
            why.append("unsure")
        read = float(one.classes[int(str(value))]) if kind is DieKind.D6 else 0.0
        if named.strange > stranger_limit(kind, value, read):
            why.append("not-expected" if expected else "unsure")
            confidence = min(confidence, 0.5)
        if one.blurred(kind):
            why.append("blurred")
        x, y, least = one.hit.x, one.hit.y, 0.45 * one.hit.edge
        if min(x, y, image.shape[1] - x, image.shape[0] - y) < least:
            why.append("unsure")
        near = tuple((v, round(q * named.sure, 4)) for v, q in named.ranked if q * named.sure > 0.001)
        return ReadDie(kind, value, colour, (left, top, side, side), round(confidence, 4), near), why

    def _glares(self, image: Image, kept: list[Place]) -> bool:
        """Whether, on average over the dice, more than half of a top face is overexposed."""
        tops = []
        for s in kept:
            r = max(2, int(s.hit.edge * 0.45))
            top = image[
                max(0, int(s.hit.y) - r) : int(s.hit.y) + r + 1, max(0, int(s.hit.x) - r) : int(s.hit.x) + r + 1
            ]
            tops.append(cv2.resize(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY), (32, 32), interpolation=cv2.INTER_AREA))
        return bool(np.mean([(t > 250).mean() for t in tops]) > 0.5)
