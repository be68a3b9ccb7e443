"""A die with new probabilities of its faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.dice import DieKind, ReadDie

SURE = 0.85
"""Minimum probability of a value; below it the page asks. The thresholds of taught dice were chosen with it."""


def ranked(die: ReadDie, kind: DieKind, chances: Mapping[Any, float]) -> ReadDie:
    """Return ``die`` as one of ``kind`` with these probabilities of its faces; the likeliest is its value."""
    best = sorted(chances.items(), key=lambda c: -c[1])
    near = tuple((v, round(p, 4)) for v, p in best if p > 0.001)
    return replace(die, kind=kind, value=best[0][0], confidence=round(best[0][1], 4), alternatives=near)
