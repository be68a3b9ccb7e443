"""The judgement on the dice of one box: faces that come too often or too seldom, and the effect of misreadings.

The guarantee: with fair dice, this module ever accuses one of them, or the eye's questions, with a probability of at
most ``ALARM``. It holds for the whole box and for ever, regardless of how often somebody reads the judgement.

It follows from a union bound. Each die has a share of ``ALARM``, and each question about the die a part of that share.
The shares of a box sum to at most 1. Each question has its own e-process (``evidence.py``), which by Ville's inequality
reaches ``1 / (ALARM * share)`` with a probability of at most ``ALARM * share``. The sum needs no independence, so dice
thrown together may be counted together. A die's place is its order of first use, which is known before its first face.

Misreadings can look like loading. ``unseen`` is the assumed maximum share of misread dice that nobody corrected. If
this share could explain a deviation, the deviation is ``doubtful``: the die or its readings may be at fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from companion.dice import Face
from companion.odds.evidence import PSEUDO, interval, likeliest_within, log_evidence, log_likelihood, throws_to_see
from companion.record import record

ALARM = 0.05
"""Maximum probability of ever accusing a box of fair dice."""

LEAST_UNSEEN = 0.005
"""Minimum assumed share of misread dice that nobody corrected; ``unseen`` adds the share of the corrected ones."""

LOADED = 6 / 5
"""Loading for which the number of needed throws is shown: a face of a d6 that comes 1 in 5 times, not 1 in 6."""


@record()
class Counts:
    """The throws of one die, or of dice that look alike, over all evenings.

    ``asked`` counts, by final face, the dice of throws about which the eye asked. ``misread`` counts the dice read as
    this face and corrected to another.
    """

    faces: tuple[Face, ...]
    counts: tuple[int, ...]
    asked: tuple[int, ...]
    misread: tuple[int, ...]

    @property
    def number(self) -> int:
        return sum(self.counts)


@record()
class Outcome:
    """The evidence about one face, or about several together (``faces``).

    ``low`` and ``high`` bound its chance at all times. ``off`` is 1 if it comes too often, -1 if too seldom, 0 without
    evidence; ``doubtful``: misreadings may explain ``off``. ``asked_often``: among the throws about which the eye
    asked, this face is more frequent than its chance explains.
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


@record()
class Judged:
    """The judgement on one die. ``uneven``: its faces as a whole are not fair; ``doubtful`` as in ``Outcome``."""

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
    """Return the share of a box's ``ALARM`` for the die at this place, from 0.

    Each of the first three dice has a quarter; all further dice divide the last quarter.

    >>> [share(place) for place in range(5)]
    [0.25, 0.25, 0.25, 0.125, 0.041666666666666664]
    """
    further = place - 2
    return 1 / 4 if place < 3 else 1 / (4 * further * (further + 1))


def judge(die: Counts, place: int) -> Judged:
    """Return the judgement on the die at this place of its box.

    Its share is split equally among its questions: all faces together, each face, odd or even on a d10, and the eye's
    questions. The part for "each face" is split again. A die with two faces has one question about a face, which
    decides the other.
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
    """Return the parts of ``ALARM`` for one question about the die at this place, and for one of its faces."""
    level = ALARM * share(place) / {2: 2, 10: 4}.get(sides, 3)
    return level, level if sides == 2 else level / sides


def throws_needed(sides: int, place: int, alike: int = 1) -> int:
    """Return the typical number of throws that reveal a ``LOADED`` face if one of ``alike`` similar dice is loaded."""
    chance = (1 + (LOADED - 1) / alike) / sides
    return round(throws_to_see(chance, 1 / sides, PSEUDO * sides, levels(sides, place)[1]))


def unseen(die: Counts) -> float:
    """Return the assumed maximum share of uncorrected misreadings: ``LEAST_UNSEEN`` plus that of corrected ones."""
    return LEAST_UNSEEN + sum(die.misread) / max(1, die.number)


def _outcome(die: Counts, which: Sequence[int], level: float, slack: float) -> Outcome:
    """Return the evidence about these faces; ``level`` is the part of ``ALARM`` for this question."""
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
