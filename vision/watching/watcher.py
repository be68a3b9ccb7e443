"""Follows one camera and reports each throw once, when its dice lie still.

A cheap comparison of frames decides when to run the reader (``motion``); one run is a look. Dice are at rest when consecutive
looks see them at the same places (``lying``), whatever else moves in the picture; then the looks vote (``votes``). The earlier
frames show how each die came there (``arrival``). A die that already lay there is kept. A die that a hand set down, nudged or
turned makes the reading uncertain (``hand``, ``not-thrown``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.dice import DiceSet, DieKind, ExpectedDie, ReadDie, Reading
from vision.pictures import Image, Odds
from vision.reading.belief import CLEAR
from vision.reading.photograph import Reader
from vision.reading.places import BOX
from vision.watching.arrival import History, How, shift
from vision.watching.lying import LONG, LOOKS, SAME_PLACE, Floats, Lying, alike, matched, middle, scaled
from vision.watching.motion import Grid, Levels, Motion, something_free
from vision.watching.placed import NEAR, placed
from vision.watching.track import Track
from vision.watching.votes import Look, voted

FASTEST = 1 / 40
"""Minimum time between two frames in seconds; frames that come sooner are skipped."""
AWAKE = 0.5
"""Seconds after the last movement during which the reader still runs."""
OFTEN, SELDOM, SEARCHING = 0.05, 0.1, 0.15
"""Minimum seconds between two looks: while unreported dice are visible; at other times; and before any is visible, during
movement, if the size of dice is not known: a look that searches for the size takes ten times as long."""
DOUBTED = 3
"""Number of uncertain looks at one rest after which the next look searches for the dice's size if there is no track."""
VOTES = 6
"""Number of looks at one rest after which even an uncertain reading is reported."""
OVERLAP = 0.6
"""Two top faces are farther apart than this, in edges. What is nearer to a reported die that looks as before is another face of
that die."""
FORGIVEN = 5
"""A die whose place looks unchanged is dropped after more consecutive looks without it than looks with it. A reported
die is dropped this number of looks later."""
STILL = 0.08
"""Minimum time, in seconds, for which the place of a die must look unchanged. Until then, the die may still turn, or be
only a gap between fingers. ``VOTES`` looks, or the time that they usually take, are also enough."""
HOLD = 0.6
"""Maximum time, in seconds, from the rest of the first new die to the report, while other dice or a hand still move.
For dice that may be other things (``_plain``), it is the minimum time."""
REMEMBERED = 60.0
"""Seconds for which the watcher remembers a covered die."""
SURE = 0.98
"""Minimum confidence in each d6 if two looks are to suffice for a report. A d10 that is read well reaches about 0.96."""
BORDER = 0.6
"""Width of the border round what came or went in which dice are looked for, too, in edges."""
CAME = 4.0
"""Factor on the odds of a die where something came and lies still. Of 79 such places that were doubted in films, 78 were dice."""
WAS = 0.05
"""Factor on the odds of a die where the picture is the same as before any throw: it may show print on the ground."""
USUAL = 0.055
"""Assumed edge of a die as a fraction of the picture's width, until one was measured."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A reading from live frames: its time in seconds, the number of the first frame at rest, and the picture it used."""

    time: float
    first_still: int
    reading: Reading
    image: Image


class Watcher:
    """Follows one camera. The caller sets ``asked`` if a throw is open, and ``expected`` to the dice of that throw."""

    def __init__(self, reader: Reader, track: Track | None = None) -> None:
        self.reader = reader
        self.track = track
        self.expected: DiceSet | None = None
        self.asked = True
        self.through = False
        """Whether all dice were reported and nothing has moved recently."""
        self._edge = track.edge if track else None
        self._share = track.edge / track.width if track else USUAL
        self._grid, self._motion, self._history = Grid(track), Motion(), History()
        self._frame, self._since = 0, 0
        self._begun: float | None = None  # the time of the first look since the throw was opened
        self._shown = self._looked = -1e9
        self._moved = self._held = -1e9
        self._levels: Levels | None = None  # of the last look
        self._cell = 1.0  # side of a cell of the small pictures, in pixels of a frame
        self._lying: list[Lying] = []
        self._covered: list[Lying] = []
        self._ground: list[Lying] = []  # seen from the start, and covered during a throw that was reported, or unmoved
        self._looks: list[Look] = []
        self._image: Image | None = None  # of the last look only, because one at full resolution takes 36 MB
        self._empty = self._doubted = 0

    def feed(self, frame: Image, time: float = 0.0, settled: Callable[[], Image] | None = None) -> Watched | None:
        """Take the next frame (BGR uint8; ``time`` in seconds); return a reading when dice have come to rest, else None.

        ``settled`` takes a picture at a higher resolution, if the camera has one.
        """
        self._frame += 1
        if time - self._shown < FASTEST and self._frame > 1:
            return None
        self._shown = time
        levels = self._grid.levels(frame)
        moving = self._motion.changed(levels)
        self._history.add(self._frame, time, levels)
        if not self.asked:
            self._since, self._begun = self._frame, None
        die = self._cells(levels) ** 2
        moves = bool(np.count_nonzero(moving) > max(3.0, 0.06 * die))
        if moves:
            self._moved, self.through = time, False
        awake = AWAKE + HOLD if self.coming else AWAKE
        if time - self._moved > awake or time - self._looked < self._gap(moves) - 0.005:
            return None
        self._looked = time
        return self._look(frame, time, settled, levels, something_free(moving, die))

    @property
    def coming(self) -> bool:
        """Whether dice are visible that were not reported yet."""
        return any(not one.told for one in self._lying)

    @property
    def thought(self) -> dict[str, Any]:
        """Return the watcher's state as plain data: the expected dice, the known dice, and the doubts of the last look."""
        look = self._looks[-1] if self._looks else None
        return {
            "expected": str(self.expected) if self.expected and self.asked else None,
            "lying": [
                f"{one.face[0]} {one.face[1]} at {round(one.at[0])},{round(one.at[1])} seen {one.seen}"
                f"{' told' if one.told else ''}{f' {one.how}' if one.how else ''}"
                for one in self._lying
            ],
            "why": list(look.reading.why) if look else [],
        }

    def finish(self) -> Watched | None:
        """Return the reading of the dice at rest if some are unreported, else None; called after the last frame."""
        resting = self._resting()
        return self._tell(resting) if self._enough([one for one in resting if not one.told]) else None

    def _cells(self, levels: Levels) -> float:
        """Return the edge of a die in cells of ``levels``."""
        return float(self._share * levels.grey.shape[1])

    def _gap(self, moves: bool) -> float:
        """Return the minimum time between two looks in seconds."""
        if self._known_edge() is None and moves:
            return SELDOM if self.coming else SEARCHING
        return OFTEN if self.coming else SELDOM

    # --- one look ------------------------------------------------------------------------------------------------------

    def _look(
        self, frame: Image, time: float, settled: Callable[[], Image] | None, levels: Levels, moves: bool
    ) -> Watched | None:
        young = [one for one in self._lying if not one.told]
        image = settled() if settled is not None and young and all(one.seen > 1 for one in young) else frame
        by = 1.0 if self.track else image.shape[1] / frame.shape[1]
        image = self.track.within(image).rectify(image) if self.track else image
        plain = frame if by != 1 else image
        searching = self._empty >= 8 or self._doubted == DOUBTED
        edge = None if searching else self._known_edge()
        self._cell = plain.shape[1] / levels.grey.shape[1]
        reading = Reading((), False)
        if self.asked:
            known = None if edge is None else edge * by
            reading = self.reader.read(image, self._wanted(), known, self._odds(plain, levels))
        if self._begun is None and self.asked:
            self._begun = time
        dice = reading.dice if by == 1 else tuple(scaled(d, 1 / by) for d in reading.dice)
        drift = (0.0, 0.0)
        if self._levels is not None and self.track is None:  # on a track only hands move
            drift = shift(self._levels, levels)
        drift = (drift[0] * self._cell, drift[1] * self._cell)
        self._levels = levels
        found, views = matched(self._lying, dice, plain, drift)
        told = self._lost(found, dice, plain, drift, time)
        for i, die in enumerate(dice):
            one = found.get(i) or self._returned(die, views[i], plain, time)
            if one is None:
                if not self._looked_for(die) or self._on_reported(die, plain, drift):
                    continue
                one = Lying(middle(die), die.box[2] / BOX, views[i], time, time)
            if one not in self._lying:
                self._lying.append(one)
            one.saw(die, views[i], time, drift)
            if one.seen == 1:
                one.first_frame = self._frame
            found[i] = one
        self._looks = [*self._looks[-11:], Look(time, reading, {one: i for i, one in found.items()}, edge is None)]
        self._image = image
        self._learn_edge(plain, bool(dice), reading.certain)
        return told or self._at_rest(time, moves)

    def _odds(self, image: Image, levels: Levels) -> Odds | None:
        """Return the odds of a die for each cell of the frame: 0 where nothing came or went, ``CAME`` where a new die rests.

        So the ground's pattern is not taken for dice; nor is print that looks like a die (``WAS``), unless surely.
        On a track the result is None, because its ground is plain.
        """
        if self._begun is None or self.track is not None:
            return None
        news, edge = self._history.news(self._motion.noise).astype(np.uint8), self._cells(levels)
        cell = self._cell
        seen = [*self._lying, *self._covered]
        for one in seen:
            x, y = one.at
            cv2.circle(news, (round(x / cell), round(y / cell)), max(1, round(one.edge / cell)), 1, -1)
        wide = 2 * max(1, round(BORDER * edge)) + 1
        odds = cv2.dilate(news, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))).astype(np.float32)
        spots = [(at, one, WAS) for one in [*seen, *self._ground] if (at := one.still_there(image))]
        spots += [(one.at, one, CAME) for one in self._lying if one.how in (How.FREE, How.COVERED)]
        for (x, y), one, by in spots:
            cv2.circle(odds, (round(x / cell), round(y / cell)), max(1, round(0.3 * one.edge / cell)), by, -1)
        return np.asarray(odds)

    def _looked_for(self, die: ReadDie) -> bool:
        """Whether a die of this kind is expected; hands and sleeves are often misread as other kinds."""
        return self.expected is None or die.kind in {t.kind for t in self.expected.terms}

    def _on_reported(self, die: ReadDie, image: Image, drift: tuple[float, float]) -> bool:
        """Whether ``die`` is another face of a reported die (``OVERLAP``)."""
        near = (one for one in self._lying if one.told and one.distance(middle(die), drift) < OVERLAP)
        return any(one.unchanged(image, drift) for one in near)

    def _known_edge(self) -> float | None:
        """Return the edge of a d6 in pixels; before it is learnt, that of the cubes in the last look; None to search for it.

        On a patterned ground, a search for the size is seldom certain, but a look at the right size is. So after a search that
        saw clear dice, the next look tries their size; if it is not certain, the one after it searches again.
        """
        last = self._looks[-1] if self._looks else None
        if self._edge is not None or last is None or not (last.searched or last.reading.certain):
            return self._edge
        sure = last.reading.certain
        seen = [one.edge for one in last.cubes if sure or (one.seen > 1 and one.sure >= CLEAR)]
        return float(np.median(seen)) if seen else None

    def _learn_edge(self, image: Image, some: bool, certain: bool) -> None:
        """Learn the size of dice from a certain look if no track gives it. Patterns can look like small dice."""
        self._empty = 0 if some or self._empty >= 8 else self._empty + 1
        known = [one.edge for one in self._looks[-1].cubes if one.seen > 1 and one.sure >= CLEAR]
        if self.track is None and certain and known:
            self._edge = float(np.median(known))
            self._share = self._edge / image.shape[1]

    def _wanted(self) -> DiceSet | None:
        """Return the dice of the open throw and those of earlier throws beside them; None if no dice are expected."""
        wanted = self.expected
        told = [one.face[0] for one in self._lying if one.told and not one.was]
        kept: list[DieKind] = [kind for kind in told if kind is not DieKind.UNKNOWN]
        if wanted is None or not (kept or wanted.kept):
            return wanted
        if wanted.kept:
            kept += [t.kind for t in wanted.terms for _ in range(6)]
        beside = tuple(ExpectedDie(kind, 0, kept.count(kind)) for kind in dict.fromkeys(kept))
        return DiceSet((*wanted.terms, *beside))

    def _lost(
        self, found: Mapping[int, Lying], dice: Sequence[ReadDie], image: Image, drift: tuple[float, float], time: float
    ) -> Watched | None:
        """Drop dice that are gone; if an unreported one leaves that is worth reporting (``_worth``), return the last reading.

        A die that moves to a place beside its last one did not rest before, unless it lay there for long.
        """
        resting, gone, there = self._resting(), [], list(found.values())
        new = [die for i, die in enumerate(dice) if i not in found]
        moved = [one for i, one in found.items() if one.moved(dice[i], image, drift)]
        for one in self._lying:
            if one in there:
                continue
            there_still = one.unchanged(image, drift)
            aside = one.told and any(one.distance(middle(die), drift) < OVERLAP for die in new)
            if there_still and (aside or one.missed < one.seen + (FORGIVEN if one.told else 0)):
                one.missed, one.at = one.missed + 1, there_still
                continue
            one.gone = time
            gone.append(one)
            if any(die.kind is one.face[0] and one.distance(middle(die), drift) < NEAR for die in new):
                moved.append(one)
        told = None
        leaving = [one for one in (*gone, *moved) if one not in moved or one.last - one.first >= LONG]
        if any(one in leaving and not one.told for one in resting) and self._worth(resting):
            told = self._tell(resting)
        self._covered, self._ground = (
            [one for one in some if time - one.last < REMEMBERED] for some in (self._covered, self._ground)
        )
        for one in [*self._covered, *self._ground]:
            one.drift = one.drift[0] + drift[0], one.drift[1] + drift[1]
        self._covered += [one for one in gone if one.told]
        # what looks as it did before the throw did not move, so no hand set it down elsewhere
        unmoved = [one for one in self._covered if one.still_there(image)]
        self._covered = [one for one in self._covered if one not in unmoved]
        self._ground += unmoved
        self._lying = [one for one in self._lying if one not in gone]
        return told

    def _returned(self, die: ReadDie, view: Floats, image: Image, time: float) -> Lying | None:
        """Return the covered die that ``die`` is, and no longer count it as covered; None if it is none of them.

        A covered die whose place was seen empty meanwhile was taken away. The die that lies there now arrived later.
        What was seen from the start is known by its pixels, because print on the ground is read as one value or another.
        So is a die beside its former place (``view`` is its small picture): a hand is easily taken for a drift of the camera.
        """
        for one in [*self._covered, *self._ground]:
            near = one.distance(middle(die), (0.0, 0.0)) < SAME_PLACE
            same = one in self._covered and one.face == (die.kind, die.value) and (near or alike(one.view, view))
            if one.distance(middle(die)) >= SAME_PLACE or not (same or one.still_there(image)):
                continue
            if self._bare(one, middle(die), self._frame):
                one.lifted = True
                continue
            (self._covered if one in self._covered else self._ground).remove(one)
            one.back = time
            return one
        return None

    def _bare(self, old: Lying, at: tuple[float, float], before: int) -> bool:
        """Whether the place ``at`` (pixels) was seen empty after ``old`` was covered and before frame ``before``."""
        return self._history.bare(self._spot(at), old.edge / self._cell, old.gone, before, self._motion.noise)

    def _spot(self, at: tuple[float, float]) -> tuple[float, float]:
        """Return a place in cells of the small pictures."""
        return at[0] / self._cell - 0.5, at[1] / self._cell - 0.5

    # --- at rest -------------------------------------------------------------------------------------------------------

    def _resting(self) -> list[Lying]:
        """Return the new dice at rest, and the reported dice that fewer than half of the looks at this rest (or 3) missed."""
        looks = min((one.seen for one in self._lying if one.rests and not one.told), default=None)
        return [
            one
            for one in self._lying
            if (one.rests if not one.told else looks is None or one.missed < max(looks / 2, LOOKS))
        ]

    def _young(self) -> bool:
        """Whether dice are visible that do not rest yet."""
        return not all(one.told or one.rests for one in self._lying)

    def _at_rest(self, time: float, moves: bool) -> Watched | None:
        """Return the reading of the dice at rest, None while more movement or a better look is expected."""
        resting = self._resting()
        news = sum(not one.told for one in self._lying)
        for one in resting:
            if one.how is None:
                place, edge = self._spot(one.at), one.edge / self._cell
                came = self._history.arrival(place, edge, news, self._since, self._motion.noise)
                if came.still < STILL and one.seen < VOTES and time - one.first < VOTES * OFTEN:
                    return None
                one.how, one.first_frame = came.how, came.frame if came.still >= STILL else one.first_frame
                if self._begun is not None and one.first <= self._begun:
                    one.how = How.THERE  # the first look saw it; if the camera moved, the pictures do not show this
                for old in self._covered:
                    if old.distance(one.at) < NEAR:
                        old.lifted = self._bare(old, one.at, came.frame)
                if one.was:
                    one.told = True
        fresh = [one for one in resting if not one.told]
        young = self._young()
        if not self._enough(fresh):
            self._held, self._doubted = time, 0
            self.through = not young and time - self._moved > SELDOM
            return None
        found = self._agreed(resting)
        if not self._plain(fresh) and (moves or time - self._moved < SELDOM or time - self._held < HOLD):
            return None
        self._doubted = 0 if found.certain or self.track is not None else self._doubted + 1
        sure = found.certain and all(die.confidence >= SURE for die in found.dice if die.kind is DieKind.D6)
        if not sure and len(self._relevant(resting)) < VOTES and time - self._held < HOLD:
            return None
        whole = self.expected is not None and len(fresh) == self.expected.most and not self._fits(fresh, resting)
        stirs = moves or time - self._moved < SELDOM
        if (young or (stirs and not whole)) and time - self._held < HOLD:
            return None
        return self._tell(resting)

    def _enough(self, fresh: Sequence[Lying]) -> bool:
        """Whether there are new dice that may be a throw. If too few are there and none is clear, they may be print."""
        whole = self.expected is None or len(fresh) >= self.expected.least
        return bool(fresh) and (whole or any(one.sure >= CLEAR for one in fresh))

    def _of_the_throw(self, resting: Sequence[Lying]) -> Sequence[Lying]:
        """Return ``resting``, without the doubtful ones if the clear new dice alone are the whole throw (``_all``)."""
        clear = [one for one in resting if one.sure >= CLEAR]
        return clear if self._all([one for one in clear if not one.told]) else resting

    def _worth(self, resting: Sequence[Lying]) -> bool:
        """Whether to report dice that a hand takes away: they have the expected number, or all are clear.

        Without an expected number, none may be visible that still rolls.
        """
        fresh = [one for one in resting if not one.told]
        if any(one.how is None for one in fresh) or not self._plain(fresh):
            return False
        if self.expected is None:
            return all(one.told or one.rests or one.sure < CLEAR for one in self._lying)
        return not self._fits(fresh, resting) or (not self._young() and all(one.sure >= CLEAR for one in fresh))

    def _plain(self, fresh: Sequence[Lying]) -> bool:
        """Whether these are surely dice: a throw is expected, or they are clearly read d6, d10 or roulette dice."""
        if self.expected is not None:
            return True
        kinds = {one.face[0] for one in fresh}
        known = ({DieKind.D6}, {DieKind.D10}, {DieKind.D10, DieKind.BICOLOUR})
        return kinds in known and all(one.sure >= CLEAR for one in fresh)

    def _relevant(self, resting: Sequence[Lying]) -> list[Look]:
        """Return the looks since all these dice lie uncovered. Of more than two omit the first: dice may have moved in it."""
        begun = max(max(one.first, one.back) for one in resting)
        looks = [look for look in self._looks if look.time >= begun]
        return looks[1:] if len(looks) > 2 else looks

    def _agreed(self, resting: Sequence[Lying]) -> Reading:
        """Return one reading for all looks at this rest (``votes``)."""
        whole = self._all([one for one in resting if not one.told])
        return self._sorted_out(*voted(self._relevant(resting), resting, whole), resting)

    def _sorted_out(self, look: Look, certain: bool, resting: Sequence[Lying]) -> Reading:
        """Return the reading of one look with kept dice marked and all reasons for doubt (``why``)."""
        by = {look.dice[one]: one for one in resting if one in look.dice}
        dice = tuple(replace(d, kept=self._kept(by.get(i), d)) for i, d in enumerate(look.reading.dice) if i in by)
        fresh = [one for one in resting if not one.told]
        why = [] if certain else list(look.reading.why) or ["unsure"]
        by_hand = self._placed(fresh, resting)
        # a hand that threw all dice lifted them all: that one stops near its former place with its former face is chance
        if by_hand and (by_hand == len(fresh) or not self._all(fresh)):
            why.append("hand" if by_hand < len(fresh) else "not-thrown")
        if self.expected is not None:
            why += self._fits(fresh, resting)
        if any(self._unclear(one) for one in resting):
            why.append("unsure")
        why = list(dict.fromkeys(why))
        return Reading(dice, not why, tuple(why), look.reading.milliseconds)

    def _all(self, fresh: Sequence[Lying]) -> bool:
        """Whether these are all dice of the open throw, beside which none may be kept."""
        return self.expected is not None and not self.expected.kept and len(fresh) == self.expected.most

    def _unclear(self, one: Lying) -> bool:
        """Whether a die seems to have lain there from the start, by its pixels, although the first looks did not see it.

        A die of the colour of its ground hardly changes the small grey pictures.
        """
        return one.how is How.THERE and self._begun is not None and one.first > self._begun

    def _placed(self, fresh: Sequence[Lying], every: Sequence[Lying]) -> int:
        """Return how many of the new dice a hand probably set down, nudged or turned."""
        keeps = self.expected is not None and self.expected.kept
        away = False
        if len(fresh) == len(self._covered) == 1 and fresh[0].how is How.COVERED and self._levels is not None:
            new, old, edge = fresh[0], self._covered[0], self._cells(self._levels)
            others = [self._spot(one.at) for one in (old, *every) if one is not new]
            since = old.gone, new.first_frame, self._motion.noise
            away = self._history.empty(edge, len(every) + 1, *since)
            away = away or self._history.drawn_back(self._spot(new.at), others, edge, *since)
        return sum(placed(one, fresh, every, self._covered, keeps, away) for one in fresh)

    def _kept(self, one: Lying | None, die: ReadDie) -> bool:
        return (one is not None and one.told) or (self.track is not None and self.track.kept(*middle(die)))

    def _fits(self, thrown: Sequence[Lying], every: Sequence[Lying]) -> list[str]:
        """Return [``too-few``] or [``too-many``], else []; dice beside the thrown ones are too many unless some may be kept."""
        assert self.expected is not None
        if len(thrown) < self.expected.least:
            return ["too-few"]
        if len(thrown) > self.expected.most or (len(every) > len(thrown) and not self.expected.kept):
            return ["too-many"]
        return []

    def _tell(self, resting: Sequence[Lying]) -> Watched:
        """Return the reading of this rest and mark its dice as reported."""
        dice = self._of_the_throw(resting)
        reading, look = self._agreed(dice), self._relevant(dice)[-1]
        assert self._image is not None
        first = max(one.first_frame for one in dice if not one.told)
        for one in resting:
            one.told = True
        self._looks = []
        if "not-thrown" not in reading.why:
            self._ground += [one for one in self._covered if one.was]
            self._covered = []
        return Watched(look.time, first, reading, self._image)
