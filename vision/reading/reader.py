"""DiceReader turns one picture into one Reading, which is certain only if there is no reason for doubt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS, DiceSet, DieKind, ReadDie, Reading
from vision.pictures import Image, Odds, odds_at
from vision.reading import belief, lean, uppermost
from vision.reading.bicolour import Bicolour
from vision.reading.faces import BLANK, LEANING, NONE, OTHER, TEN, Faces, Facing, Looks, crop, sharpness
from vision.reading.light import DUSK, brightened
from vision.reading.locate import BEST_EDGE, TRACK_EDGE, Hit, Locator, distinct, edges_of, typical_edge
from vision.reading.named import Named, ranked, stranger_limit
from vision.reading.network import runs
from vision.reading.places import BOX, STACKED, Place, is_side, top_faces
from vision.reading.printed import printed
from vision.reading.ten import Ten

Floats = NDArray[np.float32]

SIDES = (64, 96, 192, 288, 432, 640, 960)
"""Longer sides, in pixels, to which a photograph without a known track is scaled in the search for the size of its dice. The
small ones serve dice that fill the picture."""
LARGEST = 1.6
"""Maximum upscaling in the size search."""
FILLS = 0.7
"""Maximum edge in the size search, relative to the shorter side of the picture."""
HIT, FAINT = 0.15, 0.05
"""Minimum score of a hit, and of a hit in the second scan. The second scan runs if a bicolour die is expected and the
first scan did not find the expected dice."""
OVERLOOKED = 0.3
"""Minimum score of a hit that only a scan at a smaller scale finds, in a film without a track."""
NEARLY = 1.2
"""Maximum ratio of the typical edge of the hits to the known edge of the dice. A hand often shows one hit of another size."""
ALONE = 0.5
"""Minimum presence of each die that a further scan finds, and of a die that confirms a size. It is computed without
regard to the expected number of dice."""
KINDS = {NONE: DieKind.UNKNOWN, TEN: DieKind.D10, BLANK: DieKind.BICOLOUR, OTHER: DieKind.UNKNOWN}
"""Kind of each class other than a d6."""
LOOSE, KNOWN = 0.99, 0.93
"""Below this probability, more views of a crop are averaged: without a known track, and on one."""
BLURRED, MOVED = 0.11, 0.55
"""Minimum sharpness, and minimum ratio of the sharpness in two directions. Below the minimum ratio, the crop shows
motion blur, and the network for smeared dice reads it. The network for other dice read a smeared 4 as a 6 in 5 of 132
photographs, with a probability of 0.996."""
SWEPT = 0.6
"""If the mean of that ratio over all dice is lower, a doubtful reading is called blurred: a moving camera smears all alike."""
SMEARED = "smeared"
"""The name of the network for smeared dice. It is stored in integers only: without onnxruntime, the page asks about
smeared dice."""
TOO_DARK = 3.5
"""Gain of a dim picture above which darkness is named as the reason for a doubt."""
DOUBTED = (0.002, 0.99)
"""For the presence of a die, the bicolour network runs only where the presence is between these two."""
UNEXPECTED = 0.15
"""Factor on the belief in an unexpected kind, which makes it less likely but not impossible."""
ROULETTE = DiceSet.parse("roulette")


def _expected_kinds(expected: DiceSet | None) -> set[DieKind]:
    """Return the expected kinds; if nothing is known of the dice, d6 and d10."""
    return {t.kind for t in expected.terms} if expected else {DieKind.D6, DieKind.D10}


def _expectation(expected: DiceSet | None) -> NDArray[np.float64]:
    """Return the factor on each class (11): 1 for expected kinds and leaning, ``UNEXPECTED`` for others, 0 for no die.

    A game never expects a strange die.
    """
    kinds = _expected_kinds(expected)
    classes = [KINDS.get(one, DieKind.D6) in kinds for one in range(11)]
    factors = np.where(classes, 1.0, UNEXPECTED)
    factors[NONE], factors[LEANING] = 0.0, 1.0
    return factors


def _chosen(seen: list[Place], expected: DiceSet | None) -> tuple[list[Place], float]:
    """Return the places taken for dice, by falling presence, and the belief that exactly these are dice."""
    seen = sorted(seen, key=lambda s: -s.presence)
    least, most = (expected.least, expected.most) if expected else (0, 99)
    count, places = belief.choose([s.presence for s in seen], least, most)
    return seen[:count], places


def _of_the_throw(dice: list[ReadDie], expected: DiceSet) -> list[ReadDie]:
    """Return ``dice``; if they are too many, without the doubtful ones if the clear ones alone are the expected dice."""
    clear = [d for d in dice if d.confidence >= belief.CLEAR]
    return clear if len(dice) > expected.most and expected.accepts([(d.kind, d.colour) for d in clear]) else dice


class DiceReader:
    """Reads the dice in a picture. It loads its networks once; only one thread at a time may call ``read``."""

    def __init__(self) -> None:
        cv2.setNumThreads(1)
        self._locator = Locator()
        self._faces = Faces()
        self._smeared = Faces(SMEARED) if runs(SMEARED) else None
        self.facing = Facing()
        self._ten = Ten()
        self._bicolour = Bicolour()
        self._odds: Odds | None = None
        self._dusk: Image | None = None
        self._lift = False

    def use(self, heads: Mapping[str, Callable[[Floats], Floats]]) -> None:
        """Correct the outputs of the networks "faces", "ten" and "bicolour" from now on by these functions, by name."""
        for reader in (self._faces, self._ten, self._bicolour):
            reader.net.head = heads.get(reader.net.name)

    def outputs(self, crops: list[Image]) -> Floats:
        """Return the outputs of the crop reader's network (n, ``faces.OUTPUTS``) for crops of 64x64 pixels, uncorrected."""
        return self._faces.net.run(crops, corrected=False).reshape(len(crops), -1)

    def read(
        self, image: Image, expected: DiceSet | None = None, edge: float | None = None, odds: Odds | None = None
    ) -> Reading:
        """Return the reading of ``image`` (BGR uint8, (height, width, 3)); raise ``ValueError`` for another type or shape.

        ``expected`` is the dice set of the open throw, if known. ``edge`` is the edge of a d6 in pixels, if known;
        otherwise the reader searches for the size. ``odds`` says for each part of a picture without a track how much likelier
        a die is there than in a photograph; where it is 0, none is looked for.
        """
        begun = time.perf_counter()
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise ValueError(
                f"a picture is expected as BGR uint8 (height, width, 3), but got {image.dtype} {image.shape}"
            )
        bright, gain = brightened(image)
        seen = self.look(bright, edge, expected, odds, brightened(image, DUSK)[0] if gain > 1 else image)
        dice, why = self._judge(bright, seen, expected)
        self._dusk = None  # that of a phone takes 36 MB
        if dice and not why and edge is None and printed(bright, dice, self._locator, self._faces):
            why.append("unsure")
        if expected and edge is None and odds is None:  # a loose photograph, which shows whatever lies about
            dice = _of_the_throw(dice, expected)
        if why and gain > TOO_DARK:
            why.append("too-dark")
        spent = (time.perf_counter() - begun) * 1000
        return Reading(tuple(dice), not why, tuple(why), round(spent, 1))

    def look(
        self,
        image: Image,
        edge: float | None,
        expected: DiceSet | None,
        odds: Odds | None = None,
        dusk: Image | None = None,
    ) -> list[Place]:
        """Return every possible die with its presence, given the expected dice; ``odds`` is as in ``read``.

        ``dusk`` is the picture as the bicolour network sees it, if ``image`` was brightened.

        The locator easily misses a black face. So if a bicolour die is expected, it sees dark tones lighter; and if the dice
        found are not the expected ones, further scans follow: with a lower threshold and, unless ``edge`` is known, at other
        scales.
        """
        size, self._odds, self._dusk = None, odds, image if dusk is None else dusk
        self._lift = DieKind.BICOLOUR in _expected_kinds(expected)
        if edge is None:
            size, first = self._sized(image, expected)
        else:
            first = self._scan(image, edge, None, expected)
        if expected is None or not self._lift or self._fits(first, expected):
            return first
        for other, least in self._other_scales(image, edge, size, expected):
            seen = self._scan(image, edge, other, expected, least)
            if self._fits(seen, expected, ALONE):
                return seen
        return first

    def _fits(self, seen: list[Place], expected: DiceSet, believed: float = 0.0) -> bool:
        """Whether the chosen dice have the expected kinds and number, and each has at least the presence ``believed``."""
        kept, _ = _chosen(seen, expected)
        kinds = [(KINDS.get(self._kinds(s, expected)[0], DieKind.D6), COLOURS[s.colours.argmax()]) for s in kept]
        return expected.accepts(kinds) and all(s.presence >= believed for s in kept)

    def _other_scales(
        self, image: Image, edge: float | None, size: float | None, expected: DiceSet
    ) -> Iterator[tuple[float | None, float]]:
        """Yield the edge and the minimum score of each further scan: first the same edge with a lower minimum.

        The edges are in pixels; None stands for the known ``edge``.
        """
        yield size, FAINT
        if edge is None:
            scales = (side / max(image.shape[:2]) for side in SIDES)
            found = [self._size_at(image, scale, HIT, expected) for scale in scales if scale <= LARGEST]
            yield from ((other, HIT) for cover, other, _ in sorted(found, reverse=True) if cover)

    def _weigh(self, image: Image, one: Place, expected: DiceSet | None, kinds: set[DieKind]) -> Place:
        """Return the place with its presence given the odds of its cell and the expected ``kinds``.

        What looks like another kind is often a shadow or a sleeve. The bicolour network updates a doubtful presence of what
        looks like a bicolour die; it only lowers an unexpected one.
        """
        best, presence = self._kinds(one, expected)[0], one.presence
        if best == BLANK and DOUBTED[0] < presence < DOUBTED[1]:
            one = replace(one, bicolour=self._red_or_black(one))
            presence = belief.of_die(one.features, one.top)
        if KINDS.get(best, DieKind.D6) not in kinds:
            presence = belief.weighed(min(presence, one.presence), UNEXPECTED)
        if self._odds is not None:
            presence = belief.weighed(presence, odds_at(self._odds, one.hit.x, one.hit.y, image))
        return replace(one, presence=presence)

    def _red_or_black(self, one: Place) -> Floats:
        """Return the bicolour network's result (3) for a place of the picture that was brightened little (``DUSK``)."""
        assert self._dusk is not None
        return self._bicolour.read(self._dusk, one.hit)

    def _scan(
        self, image: Image, edge: float | None, size: float | None, expected: DiceSet | None, least: float = HIT
    ) -> list[Place]:
        """Return every possible die at one scale: that of the known ``edge``, else of ``size``, both in pixels.

        ``least`` is the minimum score of a hit. Without ``edge`` and ``size`` the result is empty.
        """
        searched = edge is None
        edge = size if edge is None else edge
        if edge is None:
            return []
        shown = BEST_EDGE if searched or self._odds is not None else TRACK_EDGE
        scale = float(np.clip(shown / edge, 24 / max(image.shape[:2]), 4.0))
        scale = min(scale, 1800 / max(image.shape[:2]))
        hits = self._locator.find(image, scale, least, self._odds, self._lift)
        if searched:
            seen = self._examine(image, *self._rescan_mirrored(image, hits, scale * 1.2, least), LOOSE)
        else:
            scores = [(k.score, k.score) for k in hits]
            if self._odds is not None:
                more = self._overlooked(image, hits, scale)
                hits, scores = hits + more, scores + [(0.0, k.score) for k in more]
            seen = self._examine(image, hits, scores, KNOWN, edge)
        kinds = _expected_kinds(expected)
        if expected is None and any(self._kinds(one, None)[0] == TEN and one.presence >= ALONE for one in seen):
            kinds |= {DieKind.BICOLOUR}  # at roulette it lies beside a d10
        return uppermost.moved(self._faces, image, top_faces([self._weigh(image, k, expected, kinds) for k in seen]))

    def _overlooked(self, image: Image, hits: list[Hit], scale: float) -> list[Hit]:
        """Return what only a scan at a smaller scale finds beside ``hits``, the hits at ``scale``.

        A blue die beside a hard shadow got a score of 0.1, at the smaller scale 0.5; the die beside it was the whole throw.
        """
        found = self._locator.find(image, scale * TRACK_EDGE / BEST_EDGE, OVERLOOKED, self._odds, self._lift)
        return [k for k in found if len(distinct([*hits, k])) > len(hits)]

    def _rescan_mirrored(
        self, image: Image, hits: list[Hit], scale: float, least: float
    ) -> tuple[list[Hit], list[tuple[float, float]]]:
        """Return ``hits`` merged with a scan of the mirrored picture at another scale, and the scores of both scans.

        A hit in only one scan gets half its score, because two scans seldom make the same mistake.
        """
        w = image.shape[1]
        mirrored = np.ascontiguousarray(image[:, ::-1])
        odds = None if self._odds is None else self._odds[:, ::-1]
        found = self._locator.find(mirrored, scale, least, odds, self._lift)
        other = [Hit(w - 1 - k.x, k.y, k.edge, k.score) for k in found]
        scores: dict[Hit, tuple[float, float]] = {}
        for hit in hits:
            near = [k for k in other if np.hypot(k.x - hit.x, k.y - hit.y) < 0.4 * hit.edge]
            if not near:
                scores[replace(hit, score=hit.score / 2)] = (hit.score, 0.0)
                continue
            twin = max(near, key=lambda k: k.score)
            other = [k for k in other if k not in near]
            edge = float(np.sqrt(hit.edge * twin.edge))
            both = Hit((hit.x + twin.x) / 2, (hit.y + twin.y) / 2, edge, (hit.score + twin.score) / 2)
            scores[both] = (hit.score, twin.score)
        scores |= {replace(k, score=k.score / 2): (0.0, k.score) for k in other}
        merged = distinct(list(scores))
        return merged, [scores[k] for k in merged]

    def _examine(
        self, image: Image, hits: list[Hit], scores: list[tuple[float, float]], sure: float, edge: float | None = None
    ) -> list[Place]:
        """Return every hit with its presence, by the edge of a d6, if known; below ``sure``, crops are read in more views."""
        views = [crop(image, k.x, k.y, k.edge) for k in hits]
        looks = self._faces.look(image, hits, sure, views)
        sharp = [sharpness(view) for view in views]
        moved = [i for i, (_, evenly) in enumerate(sharp) if evenly < MOVED]
        smeared = self._read_smeared(image, hits, sure, views, moved, looks)
        hits = looks.hits
        readable = [k.score * float(c[NONE + 1 : LEANING].max()) for k, c in zip(hits, looks.classes, strict=True)]
        usual = typical_edge(hits, np.array(readable) ** 3) if hits else 1.0
        if edge is not None:
            usual = min(max(usual, edge / NEARLY), edge * NEARLY)
        seen, apart = [], distinct(hits)  # hits on two faces of one die may have been moved to the same top face
        for i, (hit, two) in enumerate(zip(hits, scores, strict=True)):
            if hit not in apart:
                continue
            row = belief.features(two, looks.classes[i], hit.edge / usual, is_side(hit, hits))
            found = looks.classes[i], looks.colours[i], looks.facing[i], looks.upright[i], float(looks.strange[i])
            seen.append(Place(hit, *found, belief.of_die(row), row, sharp[i], smeared=i in smeared))
        return seen

    def _read_smeared(
        self, image: Image, hits: list[Hit], sure: float, views: list[Image], moved: list[int], looks: Looks
    ) -> set[int]:
        """Read the ``moved`` crops with their own network; put its results for d6 into ``looks`` and return their indices."""
        if self._smeared is None:
            return set()
        again = self._smeared.look(image, [hits[i] for i in moved], sure, [views[i] for i in moved])
        chosen = [(i, k) for k, i in enumerate(moved) if 1 <= again.classes[k].argmax() <= 6]
        for i, k in chosen:
            looks.classes[i], looks.colours[i], looks.strange[i] = again.classes[k], again.colours[k], again.strange[k]
        return {i for i, _ in chosen}

    def _sized(self, image: Image, expected: DiceSet | None) -> tuple[float | None, list[Place]]:
        """Return the typical edge of the dice in pixels, None if nothing looks like a die, and every possible die.

        If no die is found at the most likely size, the next size is tried.
        """
        sizes = self._sizes(image, expected)
        for size in sizes[:2]:
            seen = self._scan(image, None, size, expected)
            if any(s.presence >= ALONE for s in seen):
                return size, seen
        return (sizes[0], self._scan(image, None, sizes[0], expected)) if sizes else (None, [])

    def _sizes(self, image: Image, expected: DiceSet | None) -> list[float]:
        """Return possible edges of the dice in pixels, the most likely first.

        The picture is searched at several scales. The scale at which readable dice cover the largest area wins, so that the
        pips of a close-up are not taken for dice. Unexpected kinds count little: a plain corner of a tray, searched at a small
        scale, looks like one huge plain cube.
        """
        found: list[tuple[float, float]] = []
        sure = 0.0
        for scale in (side / max(image.shape[:2]) for side in SIDES):
            if scale > LARGEST or (found and sure > 0.6 and max(found)[1] * scale > 60):
                break
            cover, edge, worth = self._size_at(image, scale, 0.3, expected)
            if cover > max(found, default=(0.0, 0.0))[0]:
                sure = worth
            if cover > 0:
                found.append((cover, edge))
        return [edge for _, edge in sorted(found, reverse=True)]

    def _size_at(
        self, image: Image, scale: float, least: float, expected: DiceSet | None
    ) -> tuple[float, float, float]:
        """Return a score of the area of readable dice at this scale, their edge (pixels) and median score; all 0 without dice."""
        most = min(58 / scale, FILLS * min(image.shape[:2]))
        found = self._locator.find(image, scale, least, self._odds, self._lift)
        hits = [k for k in found if 9 / scale < k.edge < most][:24]
        if not hits:
            return 0.0, 0.0, 0.0
        small = (
            cv2.resize(image, None, fx=scale * 2, fy=scale * 2, interpolation=cv2.INTER_AREA) if scale < 0.5 else image
        )
        by = small.shape[1] / image.shape[1]
        near = [Hit(k.x * by, k.y * by, k.edge * by, k.score) for k in hits]
        seen = self._faces.look(np.asarray(small, np.uint8), near, sure=0.0).classes
        counts = _expectation(expected)
        worth = np.array([float(c @ counts) * k.score for k, c in zip(hits, seen, strict=True)])
        cover = worth**3 * edges_of(hits) ** 1.5  # certain dice count more than many, large ones more than small
        return float(cover.sum()), typical_edge(hits, cover), float(np.median(worth))

    def _judge(self, image: Image, seen: list[Place], expected: DiceSet | None) -> tuple[list[ReadDie], list[str]]:
        """Return the dice and all reasons for doubt."""
        kept, places = _chosen(seen, expected)
        why: list[str] = []
        if not kept:
            why.append("too-few" if expected else "unsure")
        dice = []
        named = [self.named(image, one, expected) for one in kept]
        roulette = ROULETTE.accepts([(one.kind, "") for one in named])
        for one, name in zip(kept, named, strict=True):
            level = uppermost.level(kept, one.hit, image.shape[1])
            die, reasons = self._die(image, one, name, expected, roulette, level)
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
        if self._leans(image, kept):
            why.append("leaning")
        if why and kept:
            why += ["touching"] if gap < 1.1 else []
            swept = float(np.mean([s.sharp[1] for s in kept])) < SWEPT
            why += ["blurred"] if swept or any(s.smeared for s in kept) else []
            why += ["glare"] if self._glares(image, kept) else []
        dice.sort(key=lambda d: (d.box[1] // 40, d.box[0]))
        return dice, list(dict.fromkeys(why))

    def _leans(self, image: Image, kept: list[Place]) -> bool:
        """Whether the face read of one die points in another direction than those of the others.

        Such a die leans, or one of its sides was taken for the top, as happens with a d10 seen from the side.
        """
        places = np.array([s.where for s in kept]).reshape(-1, 3)
        facing = np.array([s.facing for s in kept], np.float64).reshape(-1, 2)
        upright = np.array([s.upright for s in kept], np.float64).reshape(-1, 2)
        classes = np.array([s.classes.argmax() for s in kept], np.intp)

        def again(which: NDArray[np.intp]) -> NDArray[np.float64]:
            return np.asarray(self.facing.look(image, [kept[i].hit for i in which]), np.float64)

        return lean.leans(places, facing, upright, classes, again, image.shape[1])

    def _kinds(self, one: Place, expected: DiceSet | None) -> tuple[int, NDArray[np.float64]]:
        """Return the likeliest class of a die, and the beliefs in all classes (11), in which leaning counts little."""
        p = one.classes.astype(np.float64)
        if expected:
            p *= _expectation(expected)
        p[NONE] = 0
        best = int(p.argmax())
        p[LEANING] *= UNEXPECTED  # one crop hardly distinguishes a leaning die from one seen at an angle (see ``lean``)
        return best, p / max(float(p.sum()), 1e-9)

    def named(self, image: Image, one: Place, expected: DiceSet | None) -> Named:
        """Return the most likely identification of a die; if a d10 is expected, another die is a strange d10 with its digit."""
        best, p = self._kinds(one, expected)
        if 1 <= best <= 6 or best == LEANING:
            share = float(p[1:7].sum()) if best == LEANING else 1.0
            faces = ranked({v: float(p[v]) / share for v in range(1, 7)})
            return Named(DieKind.D6, faces, leaning=best == LEANING, strange=one.strange)
        if best == TEN or (best == OTHER and DieKind.D10 in _expected_kinds(expected)):
            digits, _, strange = self._ten.read(image, one.hit, one.upright)
            faces = ranked({d: float(q) for d, q in enumerate(digits)})
            other = p[OTHER] * 2 * strange  # the digit reader, too, tells a d10 from another die with digits
            sure = float(p[TEN] / max(1 - p[OTHER] + other, 1e-9))
            return Named(DieKind.D10, faces, sure, strange=strange if best == TEN else 1.0)
        if best == BLANK:
            told = self._red_or_black(one) if one.bicolour is None else one.bicolour
            red, black, _ = (float(q) for q in told)
            faces = ranked({"red": red / (red + black), "black": black / (red + black)})
            return Named(DieKind.BICOLOUR, faces, float(p[BLANK]))
        return Named(DieKind.UNKNOWN, [])

    def _die(
        self,
        image: Image,
        one: Place,
        named: Named,
        expected: DiceSet | None,
        roulette: bool = False,
        level: Floats | None = None,
    ) -> tuple[ReadDie, list[str]]:
        """Return one die with its box and value, and the reasons for doubt about it.

        ``roulette``: all dice are those of roulette; ``level`` is the facing of a level face, if known.
        """
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
        if kind is DieKind.D10 and not why and uppermost.doubted(self._faces, image, one.hit, one.facing, level):
            why.append("unsure")
        read = float(one.classes[int(str(value))]) if kind is DieKind.D6 else 0.0
        if named.strange > stranger_limit(kind, value, read):
            why.append("not-expected" if expected else "unsure")
            confidence = min(confidence, 0.5)
        if kind is DieKind.D6:
            sharp, evenly = one.sharp
            if sharp < BLURRED or (evenly < MOVED and not one.smeared):
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
