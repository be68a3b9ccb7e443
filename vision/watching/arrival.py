"""How a die arrived at its place, judged by earlier small pictures of that place.

A die that arrives without a hand was thrown: just before, its place was empty or showed something as small as dice.
A hand that sets down, nudges or turns a die covers the place until it lets go. A hand that throws dice close in front
of itself also covers their places.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Mask
from vision.watching.motion import Levels, difference, patterned, recoloured

SPAN = 3.0
"""Length of the stored history, in seconds."""
OTHER, MOST = 10.0, 20.0
"""Minimum difference in grey levels that counts as a change, and the maximum to which strong noise raises it."""
TINTED = 2.0
"""Minimum difference in tint that counts as a change, relative to that in grey levels."""
SHARE = 0.2
"""Maximum share of a die's place that differs while the die lies there."""
SHOWN = 0.93
"""Minimum correlation of a place with that of an earlier picture that shows what lies there now. A white die on one check of a
cloth reached 0.92 with the cloth alone; what really lay there reaches 0.96."""
BEFORE = 0.2
"""Seconds before the arrival for which the size of what covered the place is measured."""
AGO = 0.7
"""Minimum time, in seconds, from an older picture to the arrival. The hand may not be in the older picture yet."""
VIEWS, APART = 4, 0.1
"""Number of pictures that must show a place bare, or as it is now, and the minimum seconds between two of them."""
LEFT = 2
"""Number of pictures without a hand, at least half of ``APART`` seconds apart, that show that the hand left the picture."""
SMALL = 5.0
"""Maximum area, in squared edges, of what changed at a place without a hand: a die, its shadow and what lies close."""
AWAY = 2.0
"""Minimum distance, in edges, from a place to a hand that is not at work there."""
EARLIER = (3.0, 2.0, 1.0)
"""Ages, in seconds, of the earlier pictures with which the newest picture is compared for what came or went."""
RESPONSE = 0.12
"""Minimum response of the phase correlation to accept a shift of the whole picture."""
TILES = 4
"""Number of tiles along each side of the picture. The tiles vote on a shift, because a hand moves only in some of them."""
MAJORITY = 4
"""Minimum number by which the tiles that a shift makes more alike exceed those that it makes less alike."""
LITTLE = 2.0
"""Minimum change of a cell's difference, in grey levels, by which the cell counts in the vote of its tile."""
Point = tuple[float, float]


class How(StrEnum):
    """How a die arrived: without a hand, from under something large such as a hand, or before the compared pictures.

    ``HIDDEN``: it lay there before, and what covered it went away.
    """

    FREE = "free"
    COVERED = "covered"
    THERE = "there"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a die arrived, the number of the first compared frame in which it lay at its place, and the seconds since."""

    how: How
    frame: int
    still: float


@dataclass(frozen=True, slots=True)
class _Moment:
    frame: int
    time: float
    levels: Levels


class History:
    """The small pictures of the last ``SPAN`` seconds."""

    def __init__(self) -> None:
        self._moments: deque[_Moment] = deque()
        self._shifted: dict[tuple[int, int], Levels] = {}

    def add(self, frame: int, time: float, levels: Levels) -> None:
        """Store the small picture of a frame, with the frame's number and time in seconds; drop old pictures."""
        if self._moments and self._moments[-1].levels.grey.shape != levels.grey.shape:
            self._moments.clear()
        self._shifted.clear()
        self._moments.append(_Moment(frame, time, levels))
        while self._moments[0].time < time - SPAN:
            self._moments.popleft()

    def arrival(self, place: Point, edge: float, dice: int, since: int, noise: float) -> Arrival:
        """Return how the die arrived that lies at ``place`` in the newest frame.

        ``place`` and ``edge`` are in cells. ``dice`` is the number of dice that may move together. Frames before
        ``since`` are not compared: a die that lies there in all others is ``THERE``. A die is ``HIDDEN`` if ``VIEWS``
        earlier pictures show its pattern, and not as many later ones show its place bare. ``noise`` is the camera's noise
        in grey levels.
        """
        *past, now = self._moments
        disc, least = _disc(now, place, edge), _least(noise)
        first, left = now, -1
        for n in range(len(past) - 1, -1, -1):
            if past[n].frame < since:
                break
            if not self._same(now, past[n], disc, least):
                left = n
                break
            first = past[n]
        if left < 0:
            return Arrival(How.THERE, first.frame, now.time - first.time)
        # a plain place has no pattern, so a die of the colour of its ground is not taken for what lay there
        shown = now.levels.grey[disc > 0]
        seen = [one for one in _apart(past[:left]) if patterned(shown, one.levels.grey[disc > 0], SHOWN)]
        if len(seen) >= VIEWS and not self.bare(place, edge, seen[0].time, first.frame, noise):
            return Arrival(How.HIDDEN, first.frame, now.time - first.time)
        before = [m for m in past[: left + 1] if m.time >= past[left].time - BEFORE]
        earlier = [m for m in past[: left + 1] if m.time <= past[left].time - AGO][-1:]
        free = 0
        for moment in before:  # a hand at rest differs only from a picture without the hand, earlier or later
            sizes = [_size_at(self._changed(other, moment, least), disc) for other in (now, *earlier, past[0])]
            free += max(sizes) <= (3 + 2 * dice) * edge**2
        how = How.FREE if free >= max(1, 0.34 * len(before)) else How.COVERED
        return Arrival(how, first.frame, now.time - first.time)

    def news(self, noise: float) -> Mask:
        """Return the cells of the newest frame that differ from all ``EARLIER`` pictures; all if it is the first."""
        *past, now = self._moments
        older = [min(past, key=lambda m: abs(now.time - ago - m.time)) for ago in EARLIER if past]
        changed = [self._changed(now, moment, _least(noise)) for moment in older]
        return np.logical_and.reduce(changed) if changed else np.ones(now.levels.grey.shape, np.bool_)

    def bare(self, place: Point, edge: float, after: float, before: int, noise: float) -> bool:
        """Whether at least ``VIEWS`` pictures show ``place`` without a hand and without the die that lies there now.

        Only pictures after time ``after`` (seconds) and before frame ``before`` count. ``place``, ``edge`` and
        ``noise`` are as in ``arrival``. The die is gone only if the brightness differs, because the shadow of a hand tints
        a die that lies there. A hand may be as bright as the ground, so its colour counts, too.
        """
        *past, now = self._moments
        disc, least = _disc(now, place, edge), _least(noise)
        views = 0
        for moment in _apart([m for m in past if after < m.time and m.frame < before]):
            gone = difference(now.levels, self._moved(now, moment))[disc > 0] > least
            if float(gone.mean()) > SHARE and _size_at(self._changed(now, moment, least), disc) <= SMALL * edge**2:
                views += 1
            if views == VIEWS:
                return True
        return False

    def drawn_back(
        self, new: Point, others: Sequence[Point], edge: float, after: float, before: int, noise: float
    ) -> bool:
        """Whether ``VIEWS`` pictures show no die at ``new``, the ``others`` as now, and no hand within ``AWAY`` edges.

        A die lies at ``new`` in the newest frame. ``others`` are the place that it left and those of the other dice. The
        other arguments are as in ``bare``.
        """
        *past, now = self._moments
        near = np.zeros(now.levels.grey.shape, np.uint8)
        for x, y in (new, *others):
            cv2.circle(near, (round(x), round(y)), round(AWAY * edge), 1, -1)
        bare, *same = (_disc(now, place, edge) > 0 for place in (new, *others))

        def shows(moment: _Moment) -> bool:
            other = self._changed(now, moment, _least(noise))
            if float(other[bare].mean()) <= SHARE or any(float(other[disc].mean()) > SHARE for disc in same):
                return False
            return _size_at(other, near) <= SMALL * edge**2

        views, last = 0, -1e9
        for moment in past:
            if after < moment.time and moment.frame < before and moment.time - last >= APART and shows(moment):
                views, last = views + 1, moment.time
            if views == VIEWS:
                return True
        return False

    def empty(self, edge: float, dice: int, after: float, before: int, noise: float) -> bool:
        """Whether ``LEFT`` pictures show no hand: the newest or an old picture differs from them only by dice.

        ``after``, ``before`` and ``noise`` are as in ``bare``, ``dice`` as in ``arrival``; ``edge`` is in cells. The oldest
        picture counts only if it is ``AGO`` older than ``after``. A later one may show the hand, too, and two pictures with
        a hand at one place do not differ.
        """
        *past, now = self._moments
        most, views, last = (3 + 2 * dice) * edge**2, 0, -1e9
        shown = [now, *(moment for moment in past[:1] if moment.time <= after - AGO)]
        for moment in past:
            if after < moment.time and moment.frame < before and moment.time - last >= APART / 2:
                others = [_differs(other.levels, moment.levels, _least(noise)) for other in shown]
                if min(int(np.count_nonzero(other)) for other in others) <= most:
                    views, last = views + 1, moment.time
        return views >= LEFT

    def _same(self, now: _Moment, then: _Moment, disc: NDArray[np.uint8], least: float) -> bool:
        """Whether the place ``disc`` looked the same ``then`` as ``now``."""
        plain = _differs(now.levels, then.levels, least)
        if float(plain[disc > 0].mean()) <= SHARE:
            return True
        return float(self._changed(now, then, least)[disc > 0].mean()) <= SHARE

    def _changed(self, now: _Moment, then: _Moment, least: float) -> Mask:
        """Return the cells that differ in grey level or colour, after correction for a drift of the camera."""
        return _differs(now.levels, self._moved(now, then), least)

    def _moved(self, now: _Moment, then: _Moment) -> Levels:
        """Return the levels of ``then`` as they would be if the camera had been where it is ``now``."""
        key = (now.frame, then.frame)
        if key not in self._shifted:
            self._shifted[key] = _aligned(then.levels, now.levels)[1]
        return self._shifted[key]


def _apart(moments: Sequence[_Moment]) -> list[_Moment]:
    """Return those of the moments that are at least ``APART`` seconds apart."""
    out: list[_Moment] = []
    for moment in moments:
        if not out or moment.time - out[-1].time >= APART:
            out.append(moment)
    return out


def _disc(now: _Moment, place: Point, edge: float) -> NDArray[np.uint8]:
    """Return a mask of the small picture: 1 in the cells of a die at ``place``, else 0."""
    disc = np.zeros(now.levels.grey.shape, np.uint8)
    cv2.circle(disc, (round(place[0]), round(place[1])), max(1, round(0.55 * edge)), 1, -1)
    return disc


def _differs(now: Levels, then: Levels, least: float) -> Mask:
    """Return the cells that differ in grey level or colour: what is as bright as the ground differs in colour only."""
    return np.asarray((difference(now, then) > least) | (recoloured(now, then) > TINTED * least))


def _least(noise: float) -> float:
    """Return the minimum difference in grey levels that counts as a change."""
    return max(OTHER, min(5 * noise, MOST))


def shift(then: Levels, now: Levels) -> Point:
    """Return the shift (right, down) of the whole picture from ``then`` to ``now``, in cells.

    It is (0, 0) if the shift is unclear, implausibly large, or only that of a hand (``MAJORITY``).
    """
    return _aligned(then, now)[0]


def _aligned(then: Levels, now: Levels) -> tuple[Point, Levels]:
    """Return the ``shift``, and ``then`` as it would be if the camera had been where it is ``now``."""
    rows, columns = now.grey.shape
    window = cv2.createHanningWindow((columns, rows), cv2.CV_32F)
    # copies, because OpenCV may multiply its arguments by the window in place
    (dx, dy), response = cv2.phaseCorrelate(then.grey.copy(), now.grey.copy(), window)
    if response <= RESPONSE or abs(dx) + abs(dy) >= 0.2 * columns:
        return (0.0, 0.0), then
    place, size = np.array([[1, 0, dx], [0, 1, dy]], np.float64), (columns, rows)
    both = (then.grey, then.tint)
    grey, tint = (cv2.warpAffine(one, place, size, borderMode=cv2.BORDER_REPLICATE) for one in both)
    moved = Levels(np.asarray(grey, np.float32), then.median, np.asarray(tint, np.float32))
    gain = difference(now, then) - difference(now, moved)
    tiles = [tile for row in np.array_split(gain, TILES) for tile in np.array_split(row, TILES, axis=1)]
    votes = sum(int(np.sign(np.count_nonzero(t > LITTLE) - np.count_nonzero(t < -LITTLE))) for t in tiles)
    return ((dx, dy), moved) if votes >= MAJORITY else ((0.0, 0.0), then)


def _size_at(other: Mask, disc: NDArray[np.uint8]) -> float:
    """Return the summed area, in cells, of the connected parts of ``other`` that overlap ``disc``."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(other.astype(np.uint8), connectivity=8)
    parts = np.unique(labels[(disc > 0) & other])
    return float(stats[parts[parts > 0], cv2.CC_STAT_AREA].sum())
