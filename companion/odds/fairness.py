"""The judgement on the dice of one box: which faces come too often or too seldom, and what misreadings may explain.

The guarantee: if all dice of a box are fair, the chance that this module ever speaks against one of them, or against the
eye's questions, is at most ``ALARM`` for the whole box and for ever, however often somebody reads it.

It holds by a union bound. Each die has a share of ``ALARM``, and each question about the die has a share of that; the shares
of a box sum to 1 at most. Each question has its own e-process (``evidence.py``), which by Ville's inequality ever reaches
``1 / (ALARM * share)`` with probability ``ALARM * share`` at most. The sum needs no independence, so dice thrown together may be
counted together. A die's place is its order of first use, which is known before its first face.

Misreadings imitate loading. ``unseen`` bounds the dice that were misread without anybody correcting them. A deviation that
this number of misreadings could explain is ``doubtful``: either the die or its readings may be at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from companion.dice import Face
from companion.odds.evidence import PSEUDO, interval, likeliest_within, log_evidence, log_likelihood, throws_to_see

ALARM = 0.05
"""Largest probability of ever speaking against a box of fair dice."""

LEAST_UNSEEN = 0.005
"""Assumed share of misread dice that nobody corrects, beside as many as were corrected."""

LOADED = 6 / 5
"""Reference loading for the number of throws to show: a face of a d6 that falls 1 in 5 instead of 1 in 6."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The throws of one die, or of dice that look alike, over all evenings.

    ``asked`` counts by final face the dice of throws about which the eye asked; ``misread`` the dice read as this face and
    corrected to another one.
    """

    faces: tuple[Face, ...]
    counts: tuple[int, ...]
    asked: tuple[int, ...]
    misread: tuple[int, ...]

    @property
    def number(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the throws say about one face, or about several together (``faces``).

    ``low`` and ``high`` bound its chance at all times. ``off`` is 1 if it comes too often, -1 too seldom, 0 if nothing is shown;
    ``doubtful``: misreadings may explain that. ``asked_often``: throws about which the eye asked show this face more often than
    its chance explains.
    """

    faces: tuple[Face, ...]
    fair: float
    count: int
    low: float
    high: float
    off: int
    doubtful: bool
    asked: int
    asked_often: bool
    misread: int


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement on one die. ``uneven``: its faces together do not come equally often; ``doubtful`` as in ``Outcome``."""

    number: int
    outcomes: tuple[Outcome, ...]
    uneven: bool
    doubtful: bool

    @property
    def off(self) -> tuple[Outcome, ...]:
        """The outcomes that come too often or too seldom."""
        return tuple(outcome for outcome in self.outcomes if outcome.off)

    @property
    def fair(self) -> bool:
        """Whether nothing speaks against the die."""
        return not self.uneven and not self.off


def share(place: int) -> float:
    """Return the share of a box's ``ALARM`` for its die at this place, from 0: a quarter each, the last for all further ones.

    >>> [share(place) for place in range(5)]
    [0.25, 0.25, 0.25, 0.125, 0.041666666666666664]
    """
    further = place - 2
    return 1 / 4 if place < 3 else 1 / (4 * further * (further + 1))


def judge(die: Counts, place: int) -> Judged:
    """Return the judgement on the die at this place of its box.

    Its share is split equally among its questions: all faces together, each face, odd or even on a d10, and the eye's questions;
    "each face" is split again. A die with two faces has only one face to ask about, since the other follows from it.
    """
    sides = len(die.faces)
    level, each = levels(sides, place)
    slack = unseen(die)
    fair = [1 / sides] * sides
    pseudo = PSEUDO * sides
    outcomes = [_outcome(die, (i,), each, slack) for i in range(sides)]
    if sides == 10:
        outcomes += [_outcome(die, tuple(range(odd, sides, 2)), level, slack) for odd in (1, 0)]
    uneven = sides > 2 and log_evidence(die.counts, fair, pseudo) >= -log(level)
    most = likeliest_within(die.counts, fair, slack) - log_likelihood(die.counts, fair) if uneven else 0.0
    return Judged(
        die.number,
        tuple(outcomes),
        uneven,
        uneven and log_evidence(die.counts, fair, pseudo) - most < -log(level),
    )


def levels(sides: int, place: int) -> tuple[float, float]:
    """Return the shares of ``ALARM`` for one question about the die at this place, and for one of its faces."""
    level = ALARM * share(place) / {2: 2, 10: 4}.get(sides, 3)
    return level, level if sides == 2 else level / sides


def throws_needed(sides: int, place: int, alike: int = 1) -> int:
    """Return the number of throws that typically reveal a ``LOADED`` face, if one of ``alike`` dice that look alike is loaded."""
    chance = (1 + (LOADED - 1) / alike) / sides
    return round(throws_to_see(chance, 1 / sides, PSEUDO * sides, levels(sides, place)[1]))


def unseen(die: Counts) -> float:
    """Return the assumed maximum share of unnoticed misreadings: ``LEAST_UNSEEN`` plus the share of corrected ones."""
    return LEAST_UNSEEN + sum(die.misread) / max(1, die.number)


def _outcome(die: Counts, which: Sequence[int], level: float, slack: float) -> Outcome:
    """Return what the throws say about these faces; ``level`` is the share of ``ALARM`` for this question."""
    sides = len(die.faces)
    fair, pseudo = len(which) / sides, float(PSEUDO * sides)
    count, asked = (sum(row[i] for i in which) for row in (die.counts, die.asked))
    low, high = interval(count, die.number, fair, pseudo, level)
    off = 1 if low > fair else -1 if high < fair else 0
    often = len(which) == 1 and interval(asked, sum(die.asked), fair, pseudo, level)[0] > max(fair, high)
    return Outcome(
        faces=tuple(die.faces[i] for i in which),
        fair=fair,
        count=count,
        low=low,
        high=high,
        off=off,
        doubtful=off > 0 and low <= fair + slack or off < 0 and high >= fair - slack,
        asked=asked,
        asked_often=often,
        misread=sum(die.misread[i] for i in which),
    )
