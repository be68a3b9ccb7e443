"""Whether a hand set down, nudged or turned a die, judged by the reported dice that the hand covered before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.watching.arrival import How
from vision.watching.lying import SAME_PLACE, Lying

BESIDE, NEAR = 3.0, 1.2
"""Assumed maximum movement of a die by a hand, in edges: of a single die that keeps its face, and of any other die."""


def placed(
    one: Lying, fresh: Sequence[Lying], every: Sequence[Lying], covered: Sequence[Lying], keeps: bool, away: bool
) -> bool:
    """Whether a hand probably set down, nudged or turned this die.

    ``fresh`` are the new dice, ``every`` all dice at rest, ``covered`` the reported dice that a hand covered. ``keeps``: dice
    may be kept beside the open throw. ``away``: the hand left the picture with the only covered die, or drew back with it.

    A throwing hand may also cover dice until they lie still. But it throws no more dice than it took, unless one was seen
    rolling. Thrown dice seldom stop beside their former place, and a single one seldom shows the same face again, unless
    the hand was away with it. A hand that turns a die does not lift it off its place for long. Two dice cannot overlap, so
    a single die that overlaps a covered die, whose place was never seen empty, is that die. A hand that throws a die draws
    back with it first, and one that moves a die aside goes straight. So a single die was set down elsewhere if the hand was
    never away with the only covered die. If the camera moved since, a die with the face of a covered one may be that one, kept.
    """
    single = len(fresh) == 1
    if one.how is How.FREE and single:
        return any(not old.lifted and old.distance(one.at) < 1 for old in covered)
    if one.how is not How.COVERED:
        return False
    alone = all(other.how is How.COVERED for other in fresh)
    if alone and len(covered) < len(fresh) < len(every):
        return True
    for old in covered:
        same, far = old.face == one.face, old.distance(one.at)
        adrift = float(np.hypot(*old.drift)) > SAME_PLACE * old.edge
        if same and adrift and far < BESIDE and keeps:
            return True
        if far < (BESIDE if single and same and not away else NEAR) and (same or (single and not old.lifted)):
            return True
        if single and len(covered) == 1 and not away and (same or not old.lifted):
            return True
    return False
