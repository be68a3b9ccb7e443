"""Finds every possible die in one picture, at the known size of the dice or at the size that the search finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import COLOURS, DiceSet, DieKind
from vision.pictures import Image, Odds, odds_at
from vision.reading import belief, uppermost
from vision.reading.bicolour import Bicolour
from vision.reading.expected import UNEXPECTED, chosen, classed, factors, kind_of, kinds
from vision.reading.faces import BLANK, LEANING, NONE, TEN, Faces, Facing, Looks, crop, sharpness
from vision.reading.locate import BEST_EDGE, TRACK_EDGE, Hit, Locator, distinct, edges_of, typical_edge
from vision.reading.network import runs
from vision.reading.places import Place, is_side, is_smeared, top_faces

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
LOOSE, KNOWN = 0.99, 0.93
"""Below this probability, more views of a crop are averaged: without a known track, and on one."""
SMEARED = "smeared"
"""The name of the network for smeared dice. It is stored in integers only: without onnxruntime, the page asks about
smeared dice."""
DOUBTED = (0.002, 0.99)
"""For the presence of a die, the bicolour network runs only where the presence is between these two."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture (BGR, brightened if it was dim) and what is known of it.

    ``odds`` says for each part of a picture without a track how much likelier a die is there than in a photograph; where it is
    0, none is looked for. ``dusk`` is the picture as the bicolour network sees it, if ``image`` was brightened. ``lighter``: the
    locator sees dark tones lighter, whatever is expected.
    """

    image: Image
    expected: DiceSet | None = None
    odds: Odds | None = None
    dusk: Image | None = None
    lighter: bool = False

    @property
    def lift(self) -> bool:
        """Whether the locator sees dark tones lighter, because it easily misses a black face."""
        return self.lighter or DieKind.BICOLOUR in kinds(self.expected)


class Search:
    """Finds dice in pictures. It loads its networks once; only one thread at a time may use it."""

    def __init__(self) -> None:
        self.locator = Locator()
        self.faces = Faces()
        self.facing = Facing()
        self.bicolour = Bicolour()
        self._smeared = Faces(SMEARED) if runs(SMEARED) else None

    def places(self, shot: Shot, edge: float | None) -> list[Place]:
        """Return every possible die with its presence; ``edge`` is the edge of a d6 in pixels, if known.

        If the dice found in a loose photograph are not the expected ones, it is searched again with lighter dark tones, in which
        the locator sees more black dice.
        If a bicolour die is expected and the dice found are not the expected ones, further scans follow: with a lower threshold
        and, unless ``edge`` is known, at other scales.
        """
        size = None
        if edge is None:
            size, first = self._sized(shot)
            if shot.expected and not shot.lift and not fits(first, shot.expected, ALONE):
                seen = self._sized(replace(shot, lighter=True))[1]
                first = seen if fits(seen, shot.expected, ALONE) else first
        else:
            first = self._scan(shot, edge, None)
        if shot.expected is None or not shot.lift or fits(first, shot.expected):
            return first
        for other, least in self._other_scales(shot, edge, size):
            seen = self._scan(shot, edge, other, least)
            if fits(seen, shot.expected, ALONE):
                return seen
        return first

    def red_or_black(self, shot: Shot, one: Place) -> Floats:
        """Return the bicolour network's result (3) for a place."""
        return self.bicolour.read(shot.image if shot.dusk is None else shot.dusk, one.hit)

    # --- the size of the dice --------------------------------------------------------------------------------------------

    def _sized(self, shot: Shot) -> tuple[float | None, list[Place]]:
        """Return the typical edge of the dice in pixels, None if nothing looks like a die, and every possible die.

        If no die is found at the most likely size, the next size is tried.
        """
        sizes = self._sizes(shot)
        for size in sizes[:2]:
            seen = self._scan(shot, None, size)
            if any(s.presence >= ALONE for s in seen):
                return size, seen
        return (sizes[0], self._scan(shot, None, sizes[0])) if sizes else (None, [])

    def _sizes(self, shot: Shot) -> list[float]:
        """Return possible edges of the dice in pixels, the most likely first.

        The picture is searched at several scales. The scale at which readable dice cover the largest area wins, so that the
        pips of a close-up are not taken for dice. Unexpected kinds count little: a plain corner of a tray, searched at a small
        scale, looks like one huge plain cube.
        """
        found: list[tuple[float, float]] = []
        sure = 0.0
        for scale in (side / max(shot.image.shape[:2]) for side in SIDES):
            if scale > LARGEST or (found and sure > 0.6 and max(found)[1] * scale > 60):
                break
            cover, edge, worth = self._size_at(shot, scale, 0.3)
            if cover > max(found, default=(0.0, 0.0))[0]:
                sure = worth
            if cover > 0:
                found.append((cover, edge))
        return [edge for _, edge in sorted(found, reverse=True)]

    def _size_at(self, shot: Shot, scale: float, least: float) -> tuple[float, float, float]:
        """Return a score of the area of readable dice at this scale, their edge (pixels) and median score; all 0 without dice."""
        image = shot.image
        most = min(58 / scale, FILLS * min(image.shape[:2]))
        found = self.locator.find(image, scale, least, shot.odds, shot.lift)
        hits = [k for k in found if 9 / scale < k.edge < most][:24]
        if not hits:
            return 0.0, 0.0, 0.0
        small = (
            cv2.resize(image, None, fx=scale * 2, fy=scale * 2, interpolation=cv2.INTER_AREA) if scale < 0.5 else image
        )
        by = small.shape[1] / image.shape[1]
        near = [Hit(k.x * by, k.y * by, k.edge * by, k.score) for k in hits]
        seen = self.faces.look(np.asarray(small, np.uint8), near, sure=0.0).classes
        counts = factors(shot.expected)
        worth = np.array([float(c @ counts) * k.score for k, c in zip(hits, seen, strict=True)])
        cover = worth**3 * edges_of(hits) ** 1.5  # certain dice count more than many, large ones more than small
        return float(cover.sum()), typical_edge(hits, cover), float(np.median(worth))

    def _other_scales(self, shot: Shot, edge: float | None, size: float | None) -> Iterator[tuple[float | None, float]]:
        """Yield the edge and the minimum score of each further scan: first the same edge with a lower minimum.

        The edges are in pixels; None stands for the known ``edge``.
        """
        yield size, FAINT
        if edge is None:
            scales = (side / max(shot.image.shape[:2]) for side in SIDES)
            found = [self._size_at(shot, scale, HIT) for scale in scales if scale <= LARGEST]
            yield from ((other, HIT) for cover, other, _ in sorted(found, reverse=True) if cover)

    # --- the places at one size ------------------------------------------------------------------------------------------

    def _scan(self, shot: Shot, edge: float | None, size: float | None, least: float = HIT) -> list[Place]:
        """Return every possible die at one scale: that of the known ``edge``, else of ``size``, both in pixels.

        ``least`` is the minimum score of a hit. Without ``edge`` and ``size`` the result is empty.
        """
        image, searched = shot.image, edge is None
        edge = size if edge is None else edge
        if edge is None:
            return []
        shown = BEST_EDGE if searched or shot.odds is not None else TRACK_EDGE
        scale = float(np.clip(shown / edge, 24 / max(image.shape[:2]), 4.0))
        scale = min(scale, 1800 / max(image.shape[:2]))
        hits = self.locator.find(image, scale, least, shot.odds, shot.lift)
        if searched:
            seen = self._examine(image, *self._rescan_mirrored(shot, hits, scale * 1.2, least), LOOSE)
        else:
            scores = [(k.score, k.score) for k in hits]
            if shot.odds is not None:
                more = self._overlooked(shot, hits, scale)
                hits, scores = hits + more, scores + [(0.0, k.score) for k in more]
            seen = self._examine(image, hits, scores, KNOWN, edge)
        wanted = kinds(shot.expected)
        if shot.expected is None and any(classed(one, None)[0] == TEN and one.presence >= ALONE for one in seen):
            wanted |= {DieKind.BICOLOUR}  # at roulette it lies beside a d10
        return uppermost.moved(self.faces, self.facing, image, top_faces([self._weigh(shot, k, wanted) for k in seen]))

    def _overlooked(self, shot: Shot, hits: list[Hit], scale: float) -> list[Hit]:
        """Return what only a scan at a smaller scale finds beside ``hits``, the hits at ``scale``.

        A blue die beside a hard shadow got a score of 0.1, at the smaller scale 0.5; the die beside it was the whole throw.
        """
        found = self.locator.find(shot.image, scale * TRACK_EDGE / BEST_EDGE, OVERLOOKED, shot.odds, shot.lift)
        return [k for k in found if len(distinct([*hits, k])) > len(hits)]

    def _rescan_mirrored(
        self, shot: Shot, hits: list[Hit], scale: float, least: float
    ) -> tuple[list[Hit], list[tuple[float, float]]]:
        """Return ``hits`` merged with a scan of the mirrored picture at another scale, and the scores of both scans.

        A hit in only one scan gets half its score, because two scans seldom make the same mistake.
        """
        w = shot.image.shape[1]
        mirrored = np.ascontiguousarray(shot.image[:, ::-1])
        odds = None if shot.odds is None else shot.odds[:, ::-1]
        found = self.locator.find(mirrored, scale, least, odds, shot.lift)
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
        looks = self.faces.look(image, hits, sure, views)
        sharp = [sharpness(view) for view in views]
        moved = [i for i, each in enumerate(sharp) if is_smeared(each)]
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
        pipped = [(i, k) for k, i in enumerate(moved) if 1 <= again.classes[k].argmax() <= 6]
        for i, k in pipped:
            looks.classes[i], looks.colours[i], looks.strange[i] = again.classes[k], again.colours[k], again.strange[k]
        return {i for i, _ in pipped}

    def _weigh(self, shot: Shot, one: Place, wanted: set[DieKind]) -> Place:
        """Return the place with its presence given the odds of its cell and the kinds that are ``wanted``.

        What lay there before the throw, and is doubtful, gets a presence of 0: print or not, it is no part of the throw.
        What looks like another kind is often a shadow or a sleeve. The bicolour network updates a doubtful presence of what
        looks like a bicolour die; it only lowers an unexpected one.
        """
        best, presence = classed(one, shot.expected)[0], one.presence
        if best == BLANK and DOUBTED[0] < presence < DOUBTED[1]:
            one = replace(one, bicolour=self.red_or_black(shot, one))
            presence = belief.of_die(one.features, one.top)
        if kind_of(best) not in wanted:
            presence = belief.weighed(min(presence, one.presence), UNEXPECTED)
        if shot.odds is not None:
            odds = odds_at(shot.odds, one.hit.x, one.hit.y, shot.image)
            presence = belief.weighed(presence, odds)
            if odds < 1 and presence < 0.5:
                presence = 0.0
        return replace(one, presence=presence)


def fits(seen: list[Place], expected: DiceSet, believed: float = 0.0) -> bool:
    """Whether the chosen dice have the expected kinds and number, and each has at least the presence ``believed``."""
    kept, _ = chosen(seen, expected)
    found = [(kind_of(classed(s, expected)[0]), COLOURS[s.colours.argmax()]) for s in kept]
    return expected.accepts(found) and all(s.presence >= believed for s in kept)
