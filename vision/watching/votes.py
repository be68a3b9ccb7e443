"""What the looks at one rest say together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import DieKind, Reading
from vision.reading.belief import CLEAR
from vision.watching.lying import Face_, Lying

MANY = 3
"""Number of certain looks that outvote the uncertain ones."""
TWICE = 2
"""Number of certain looks that a throw needs if it is not known how many dice it has: one may overlook a die."""
STEADY = 0.9
"""Minimum confidence in each die, on average over all looks at one rest, for a certain report."""


@dataclass(frozen=True, slots=True)
class Look:
    """One run of the reader. ``dice`` maps each known die to its index in the reading; ``searched``: it got no size."""

    time: float
    reading: Reading
    dice: dict[Lying, int]
    searched: bool

    @property
    def cubes(self) -> list[Lying]:
        """The dice with the edge of a d6: every d6, and a bicolour die, unless the look is uncertain: it may be print."""
        kinds = {DieKind.D6, DieKind.BICOLOUR} if self.reading.certain else {DieKind.D6}
        return [one for one in self.dice if one.face[0] in kinds]


def voted(looks: Sequence[Look], resting: Sequence[Lying], whole: bool) -> tuple[Look, bool]:
    """Return the look whose reading stands for all ``looks`` at this rest, and whether it is certain.

    ``whole``: the new ones of the dice ``resting`` are all dice of the open throw. The reading is certain if a look is certain
    and the others see the same dice, or if ``MANY`` certain looks agree and no other look is certain. Agreement of uncertain
    looks is no proof: they share pose, light and most mistakes. Unless the last ``MANY`` looks are certain, as when a camera has
    focused, the mean confidence in each die must reach ``STEADY``: of many looks at a doubtful face one is certain by
    chance. Doubtful things that lay there before the throw, such as print, do not matter if it is whole. If it is not known to
    be whole, ``TWICE`` looks must be certain, and one more clear die in the last look makes the reading uncertain: the other
    looks overlooked it.
    """
    complete = [look for look in looks if all(one in look.dice for one in resting)] or looks[-1:]
    seen = [[look.dice[one] for one in resting if one in look.dice] for look in complete]
    faces = [
        [((look.reading.dice[i].kind, look.reading.dice[i].value), look.reading.dice[i].confidence) for i in dice]
        for look, dice in zip(complete, seen, strict=True)
    ]
    best = weighed(faces)
    same = [(look, told) for look, told in zip(complete, faces, strict=True) if [face for face, _ in told] == best]
    sure = [look for look, _ in same if look.reading.certain]
    steady = all(sum(told[i][1] for _, told in same) >= STEADY * len(complete) for i in range(len(best)))
    others = {one for look in looks for one in look.dice if one not in resting}
    alone = not others or (whole and all(one.was and one.sure < CLEAR for one in others))
    doubtful = [look for look in looks if look not in sure or len(look.dice) > len(resting)]
    many = len(sure) >= MANY and not any(look.reading.certain for look in doubtful)
    agree = many or (len(same) == len(looks) and alone)
    focused = len(sure) >= MANY and all(look in sure for look in looks[-MANY:])
    more = not whole and any(one in looks[-1].dice and one.sure >= CLEAR for one in others)
    certain = len(sure) >= (1 if whole else TWICE) and agree and (steady or focused) and not more
    return (sure or [look for look, _ in same] or complete)[-1], certain


def weighed(looks: Sequence[Sequence[tuple[Face_, float]]]) -> list[Face_]:
    """Return the face of each die with the largest summed confidence; each look lists (face, confidence) of every die."""
    out = []
    for told in zip(*looks, strict=True):
        total: defaultdict[Face_, float] = defaultdict(float)
        for face, confidence in told:
            total[face] += confidence + 1e-3
        out.append(max(total, key=lambda f: total[f]))
    return out
